"""Colors, and how a state is drawn with them; the room that letters take."""

import re
from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import add
from typing import Final, Literal
from unicodedata import combining, east_asian_width

from marvel_widgets._data import bytes_of
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
HULL: Final = "#FDF0D5"  # of a boundary: orange, pale
SUBJECT: Final = "#EBA719"  # orange, so light that letters on it reach AA in the dark, too
PALE_GREEN: Final = "#7FCEB8"
PALE_YELLOW: Final = "#FFDF6B"
PALE_BLUE: Final = "#DCEBF7"
PALE_VERMILLION: Final = "#FBE0D0"
PALE_PLUM: Final = "#F6E3EE"
# Answers of a CI test, in lattices and grids.
INDEPENDENT: Final = GREEN
INDEPENDENT_PAPER: Final = "#DDF3EB"

# Every drawing is a white card with dark ink, whatever the theme of the page around it.
CARD: Final = "#FFFFFF"
CARD_BORDER: Final = "#8A8A8A"
INK: Final = "#1A1A1A"
GRAY: Final = "#595959"
FADED: Final = "#767676"

FONT_SIZE: Final = 12.0
LONGEST_LABEL: Final = 18  # letters shown; the whole name is in the tooltip
# A page has the first; where the file of a picture stands alone, it is whatever is there.
FONT_FAMILY: Final = "'Source Sans 3', Arial, Helvetica, 'Liberation Sans', sans-serif"
FACES: Final = {
    weight: f"pictures/static/source-sans-3-{weight}.woff2" for weight in (400, 600)
}  # the letters of western Europe; arrows and signs come from the next typeface that has them

NodeState = Literal[
    "idle",
    "subject",
    "object",
    "given",
    "given_many",
    "member",
    "parent",
    "child",
    "co_parent",
    "on_path",
    "blocking",
    "blocking_given",
    "opened",
    "removable",
    "removed",
    "answer",
]
EdgeState = Literal[
    "object",
    "cause",
    "path",
    "blocked_path",
    "true",
    "undecided",
    "lends",
    "free",
    "undirected",
    "open_end",
    "v_structure",
    "two_headed",
    "compelled",
    "printed",
    "missing",
    "removed",
    "new",
    "moral",
    "differs",
    "extra",
    "astray",
    "lost",
    "absent",
    "answer",
]
Shape = Literal["pill", "square", "notched", "hexagon", "octagon", "double"]
Dash = Literal["solid", "dashed", "dotted", "dash_dot"]


@dataclass(frozen=True, slots=True)
class NodeStyle:
    """How a variable in one state is drawn, and what that means; `letter` is on its badge."""

    fill: str
    text: str
    border: str
    border_width: float
    border_dash: bool
    shape: Shape
    meaning: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class EdgeStyle:
    """How an edge in one state is drawn, and what that means.

    `sign` is in a ring on its middle, `under` a pale band below the line; `both` ends have a head.
    """

    color: str
    width: float
    dash: Dash
    arrow: bool
    meaning: str
    sign: str = ""
    under: str = ""
    hollow: bool = False
    both: bool = False


def printable(text: str) -> str:
    """Return `text` as one line without characters that XML forbids or that upset a page.

    Runs of white space become one space; see `readable` for the rest.
    """
    return readable(" ".join(text.split()))


def short_name(name: str) -> str:
    """Return the label of a variable: its name, cut with an ellipsis when it is very long."""
    return cut(printable(name), LONGEST_LABEL)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float = FONT_SIZE) -> float:
    """Return how many px wide `text` is at most, in a sans-serif font of this size."""
    # Not sum(), which from Python 3.12 on rounds once: with each version the same picture.
    return size * reduce(add, map(letter_width, text), 0.0)


@lru_cache(maxsize=4096)
def letter_width(letter: str) -> float:
    """Return about how wide a letter is, as a share of the size of the font."""
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return 1.0
    if letter in "ijlI.,:;'|! ":
        return 0.32
    if letter in "mwMW@%…\ufffd":
        return 0.95
    return 0.74 if letter.isupper() else 0.58


MARK: Final = "/* palette */"
COLORS: Final = {
    name.lower().replace("_", "-"): value.lower()
    for name, value in [*globals().items()]
    if name.isupper() and isinstance(value, str) and value.startswith("#")
}
"""The palette as custom properties of CSS, for stylesheets that are not written in Python."""


def with_palette(sheet: str) -> str:
    """Return a stylesheet, or an SVG that has one, with the colors that it uses defined at MARK."""
    used = sorted(set(re.findall(r"var\(--mw-palette-([a-z-]+)\)", sheet)))
    definitions = " ".join(f"--mw-palette-{name}: {COLORS[name]};" for name in used)
    return sheet.replace(MARK, f":root {{ {definitions} }}", 1)


def face_rules(*, beside: bool = False) -> str:
    """Return the rules of CSS that bring the typeface: whole, or as files beside the stylesheet."""
    rule = '@font-face {{ font-family: "Source Sans 3"; font-weight: {}; src: url("{}"); }}'
    found = []
    for weight, place in FACES.items():
        source = place.rpartition("/")[2]
        if not beside:
            source = f"data:font/woff2;base64,{b64encode(bytes_of(place)).decode()}"
        found.append(rule.format(weight, source))
    return "\n".join(found)
