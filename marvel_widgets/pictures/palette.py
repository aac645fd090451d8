"""What a state looks like: colors, shapes and letters shared by every kind of picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import add
from types import MappingProxyType
from typing import Final, Literal
from unicodedata import combining, east_asian_width

from marvel_widgets.text import cut, readable

# The palette of Okabe and Ito, chosen to stay apart under the common color deficiencies.
BLACK: Final = "#000000"
ORANGE: Final = "#E69F00"
SKY_BLUE: Final = "#56B4E9"
GREEN: Final = "#009E73"
YELLOW: Final = "#F0E442"
BLUE: Final = "#0072B2"
VERMILLION: Final = "#D55E00"
PURPLE: Final = "#CC79A7"
# The paper's Figure 2 draws missing edges in red; here they are dashed as well.
RED: Final = "#C2182B"
CRIMSON: Final = "#A40E26"
BROWN: Final = "#B35C00"
PLUM: Final = "#A0527D"

# Every drawing is a white card with dark ink, whatever the theme of the page around it.
CARD: Final = "#FFFFFF"
CARD_BORDER: Final = "#8A8A8A"
INK: Final = "#1A1A1A"
GRAY: Final = "#595959"
FADED: Final = "#767676"

FONT_SIZE: Final = 12.0
LONGEST_LABEL: Final = 18  # letters shown; the whole name is in the tooltip
FONT_FAMILY: Final = "'Source Sans 3', Arial, Helvetica, 'Liberation Sans', sans-serif"

NodeState = Literal[
    "idle",
    "visited",
    "tested",
    "given",
    "on_path",
    "blocking",
    "opened",
    "parent",
    "child",
    "co_parent",
    "member",
    "answer",
    "removed",
]
EdgeState = Literal[
    "true",
    "path",
    "blocked_path",
    "removed",
    "undirected",
    "v_structure",
    "printed",
    "compelled",
    "ordered",
    "new",
    "moral",
    "missing",
    "pointed",
    "free",
    "differs",
    "astray",
    "lost",
    "possible",
    "answer",
    "absent",
]
Shape = Literal["pill", "square", "notched", "hexagon", "octagon", "double"]
Dash = Literal["solid", "dashed", "dotted", "dash_dot"]


@dataclass(frozen=True, slots=True)
class NodeStyle:
    """How a variable in one state is drawn, and what that means."""

    fill: str
    text: str
    border: str
    border_width: float
    border_dash: bool
    shape: Shape
    meaning: str


@dataclass(frozen=True, slots=True)
class EdgeStyle:
    """How an edge in one state is drawn, and what that means."""

    color: str
    width: float
    dash: Dash
    arrow: bool
    meaning: str
    sign: str = ""


# No two rows agree in shape, border width and dash together: without any color they can
# still be told apart.
NODE_STYLES: Final[Mapping[NodeState, NodeStyle]] = MappingProxyType(
    {
        "idle": NodeStyle(CARD, INK, INK, 1.5, False, "pill", "remaining variable"),
        "visited": NodeStyle(ORANGE, BLACK, BLACK, 1.5, False, "double", "whose turn it is"),
        "tested": NodeStyle(SKY_BLUE, BLACK, BLACK, 2.0, False, "hexagon", "under test"),
        "given": NodeStyle(BLUE, CARD, BLACK, 2.0, False, "square", "in the conditioning set"),
        "on_path": NodeStyle(CARD, INK, GREEN, 4.5, False, "pill", "inside the open path"),
        "blocking": NodeStyle(VERMILLION, BLACK, BLACK, 2.0, False, "octagon", "blocks the path"),
        "opened": NodeStyle(YELLOW, BLACK, BLACK, 2.0, False, "notched", "collider, opened"),
        "parent": NodeStyle(GREEN, BLACK, BLACK, 4.0, False, "square", "parent"),
        "child": NodeStyle(YELLOW, BLACK, BLACK, 4.0, False, "octagon", "child"),
        "co_parent": NodeStyle(
            PURPLE, BLACK, BLACK, 2.0, True, "hexagon", "co-parent: points at a common child"
        ),
        "member": NodeStyle(
            "#FFE8BF", BLACK, BROWN, 4.0, True, "pill", "in the boundary of the one in turn"
        ),
        "answer": NodeStyle("#CFE8F7", BLACK, BLUE, 3.5, False, "double", "in your answer"),
        "removed": NodeStyle(CARD, FADED, FADED, 1.5, True, "pill", "removed"),
    }
)
# The same for width, dash and arrow.
EDGE_STYLES: Final[Mapping[EdgeState, EdgeStyle]] = MappingProxyType(
    {
        "true": EdgeStyle(GRAY, 1.5, "solid", True, "edge of the true graph"),
        "path": EdgeStyle(GREEN, 4.5, "solid", True, "open path"),
        "blocked_path": EdgeStyle(VERMILLION, 4.0, "dashed", True, "blocked path"),
        "removed": EdgeStyle(FADED, 1.0, "dotted", True, "edge of a removed variable"),
        "undirected": EdgeStyle(INK, 2.5, "solid", False, "learned, no direction"),
        "v_structure": EdgeStyle(BLUE, 3.0, "solid", True, "learned, from a v-structure"),
        "printed": EdgeStyle(PLUM, 2.0, "dashed", True, "arrow of line 13: a claim, not a truth"),
        "compelled": EdgeStyle(INK, 3.0, "dotted", True, "directed by a Meek rule"),
        "ordered": EdgeStyle(INK, 6.5, "dotted", True, "points to the later group"),
        "new": EdgeStyle(BLACK, 6.0, "solid", True, "just learned"),
        "moral": EdgeStyle(BLUE, 2.5, "dashed", False, "joined: parents of a common child"),
        "missing": EdgeStyle(RED, 5.5, "dashed", True, "missing edge that Theorem 1 asks for"),
        "pointed": EdgeStyle(BLUE, 5.0, "dotted", True, "edge that the proof points at"),
        "free": EdgeStyle(BROWN, 4.0, "dash_dot", True, "points either way within the class"),
        "differs": EdgeStyle(CRIMSON, 5.5, "dash_dot", True, "differs between the two"),
        "astray": EdgeStyle(VERMILLION, 2.5, "dash_dot", True, "learned, not so in the truth", "✗"),
        "lost": EdgeStyle(VERMILLION, 2.5, "dotted", False, "true edge, not found", "−"),
        "possible": EdgeStyle(INK, 1.0, "dash_dot", True, "edge of a possible DAG"),
        "answer": EdgeStyle(BLUE, 7.5, "solid", True, "in your answer"),
        "absent": EdgeStyle(RED, 4.0, "dashed", False, "no edge here: where the two differ"),
    }
)


def contrast_ratio(first: str, second: str) -> float:
    """Return the WCAG 2 contrast ratio of two colors, between 1 and 21.

    WCAG AA asks 4.5 of text and 3 of lines and borders that carry meaning.

    >>> round(contrast_ratio("#000000", "#FFFFFF"), 1)
    21.0
    """
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    red, green, blue = (_linear(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def printable(text: str) -> str:
    r"""Return `text` as one line without characters that XML forbids or that upset a page.

    Runs of white space become one space; see `readable` for the rest.

    >>> ascii(printable("a\n\t b\x00"))
    "'a b\\ufffd'"
    """
    return readable(" ".join(text.split()))


def short_name(name: str) -> str:
    """Return the label of a variable: its name, cut with an ellipsis when it is very long.

    >>> short_name("either"), short_name("a name that nobody would read")
    ('either', 'a name that nobod…')
    """
    return cut(printable(name), LONGEST_LABEL)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float = FONT_SIZE) -> float:
    """Return about how many px wide `text` is, in a sans-serif font of this size.

    An estimate from above, since the reader's font is unknown.

    >>> text_width("ill") < text_width("oak") < text_width("OAK") < text_width("WWW")
    True
    """
    # Not sum(), which from Python 3.12 on rounds once: with each version the same picture.
    return size * reduce(add, map(letter_width, text), 0.0)


@lru_cache(maxsize=4096)
def letter_width(letter: str) -> float:
    """Return about how wide a letter is, as a share of the size of the font.

    >>> letter_width("i"), letter_width("W")
    (0.32, 0.95)
    """
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.0
    if letter in "ijlI.,:;'|! ":
        return 0.32
    if letter in "mwMW@%…\ufffd":
        return 0.95
    return 0.74 if letter.isupper() else 0.58
