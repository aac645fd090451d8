"""The card that every picture is drawn on, its measures, and the legend: as SVG and in words."""

from collections.abc import Sequence
from functools import lru_cache, reduce
from html import escape
from operator import add
from typing import Final

from marvel_widgets.pictures import palette
from marvel_widgets.pictures.drawing import Drawing, LegendEntry, legend
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.marks import glyph, px, stroke, text_line
from marvel_widgets.text import cut

LONGEST_WORD: Final = 200  # letters of it that a caption has; a name may have ten times as many


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Return the lines of a text; a word goes on in the next line, and a very long one is cut."""
    lines: list[str] = []
    filled = 0.0  # of the last line, in sizes of the font
    for word in (cut(each, LONGEST_WORD) for each in text.split()):
        longer = reduce(add, map(palette.letter_width, f" {word}"), filled)
        if lines and size * longer <= width:
            lines[-1] += f" {word}"
            filled = longer
            continue
        pieces, filled = _pieces(word, width, size)
        lines += pieces
    return lines


def _pieces(word: str, width: float, size: float) -> tuple[list[str], float]:
    """Return a word in pieces that fit, one letter at least, and how much the last one fills."""
    pieces, start, filled = [], 0, 0.0
    for at, wide in enumerate(map(palette.letter_width, word)):
        if size * (filled + wide) > width and at > start:
            pieces.append(word[start:at])
            start, filled = at, 0.0
        filled += wide
    return [*pieces, word[start:]], filled


def fitting(text: str, width: float, size: float = palette.FONT_SIZE) -> str:
    """Return as much of a text as fits one line."""
    lines = wrapped(palette.printable(text), width, size) or [""]
    return lines[0] + ("…" if len(lines) > 1 else "")


TITLE_SIZE: Final = 14.0


LINE: Final = 18.0  # of titles, legends and captions
PAD: Final = 12.0


def title_line(title: str, width: float) -> str:
    """Return the title of a picture of this width, as much of it as fits; empty without one."""
    text = fitting(title, width - 2 * PAD, TITLE_SIZE)
    return text and text_line(
        text, PAD, PAD + TITLE_SIZE, palette.INK, anchor="start", size=TITLE_SIZE, weight="bold"
    )


def card(
    size: tuple[float, float], scale: float, title: str, description: str, body: Sequence[str]
) -> str:
    """Return the whole SVG element: a white card with a title and a description."""
    width, height = size
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {px(width)} {px(height)}" '
            f'width="{px(width * scale)}" height="{px(height * scale)}" role="img" '
            f'style="max-width:100%;height:auto" '
            f'font-family="{escape(palette.FONT_FAMILY)}" font-size="{px(palette.FONT_SIZE)}" '
            f'fill="{palette.INK}">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(palette.printable(description))}</desc>",
            f'<rect x="0.5" y="0.5" width="{px(width - 1)}" height="{px(height - 1)}" rx="8" '
            f'fill="{palette.CARD}" stroke="{palette.CARD_BORDER}"/>',
            *body,
            "</svg>",
        ]
    )


SAMPLE: Final = 34.0  # room of a sample in the legend
PLAIN: Final = ("idle", "true")  # states that need no explanation


def legend_svg(
    drawings: Sequence[Drawing], *, width: float, scale: float = 1.0, plain: bool = True
) -> str:
    """Return the legend of several drawings alone, for views that are not SVG."""
    entries = legend(*drawings)
    if not plain:
        entries = tuple(entry for entry in entries if entry.state not in PLAIN)
    return _legend_card(entries, width, scale) if entries else ""


@lru_cache(maxsize=512)  # a run has few legends and many steps
def _legend_card(entries: tuple[LegendEntry, ...], width: float, scale: float) -> str:
    width = max(width, *(PAD + _room(entry) for entry in entries))
    lines, height = legend_rows(entries, width, LINE / 2)
    words = []
    for kind, noun in (("node", "Variables"), ("edge", "Edges")):
        meanings = [entry.meaning for entry in entries if entry.kind == kind]
        if meanings:
            words.append(f"{noun}: {'; '.join(meanings)}.")
    return card((width, height), scale, "Legend", " ".join(words), lines)


def legend_rows(entries: Sequence[LegendEntry], width: float, y: float) -> tuple[list[str], float]:
    """Return the legend in rows below `y`, and where it ends."""
    lines, x, row = [], PAD, y + LINE / 2
    for entry in entries:
        room = _room(entry)
        if x > PAD and x + room > width:
            x, row = PAD, row + LINE + 4
        lines.append(_sample(entry, x, row))
        lines.append(text_line(entry.meaning, x + SAMPLE, row + 4.3, palette.INK, anchor="start"))
        x += room
    return lines, row + LINE


def _room(entry: LegendEntry) -> float:
    return SAMPLE + palette.text_width(entry.meaning) + 18


def _sample(entry: LegendEntry, x: float, y: float) -> str:
    for state, node in NODE_STYLES.items():
        if (entry.kind, entry.state) == ("node", state):
            x += SAMPLE / 2 - 3
            letter = text_line(node.letter, x, y + 4.3, palette.INK) if node.letter else ""
            return glyph(node, x, y, 26, 15) + letter
    edge = next(style for state, style in EDGE_STYLES.items() if state == entry.state)
    return stroke(edge, (x, y), (x + SAMPLE - 6, y), None, directed=True)
