"""The lattice of subsets behind a lemma as SVG."""

from collections.abc import Iterable
from html import escape
from typing import Final

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.lemmas.lattice import (
    MARKS,
    Look,
    heading,
    is_folded,
    lattice_text,
    level_words,
    look_of,
    whole_set_words,
)
from marvel_widgets.pictures.card import card, fitting
from marvel_widgets.pictures.marks import line, px, text_line
from marvel_widgets.pictures.palette import (
    CARD,
    FADED,
    FONT_SIZE,
    GRAY,
    INDEPENDENT,
    INDEPENDENT_PAPER,
    INK,
    printable,
    short_name,
    text_width,
)
from marvel_widgets.theory.subset_lattice import Lattice, SubsetVerdict

WIDEST: Final = 900.0
PAD: Final = 12.0
_MARGIN: Final = 56.0  # the sizes on the left
_BOX: Final = 42.0  # the height of a set
_ROW: Final = 76.0
_GAP: Final = 12.0
_LINE: Final = 18.0
_LEAST_BOX: Final = 74.0


def lattice_svg(
    lattice: Lattice,
    *,
    revealed: bool = True,
    chosen: Iterable[Label] | None = None,
    scale: float = 1.0,
) -> str:
    """Return a lattice as one SVG element."""
    chosen_set = None if chosen is None else frozenset(chosen)
    if is_folded(lattice):
        body, width, height = _folded(lattice, revealed)
    else:
        body, width, height = _unfolded(lattice, revealed, chosen_set)
    words = " ".join(lattice_text(lattice, revealed=revealed).split())
    return card((width, height), scale, printable(heading(lattice)), words, body)


def _heading_line(lattice: Lattice) -> str:
    words = fitting(heading(lattice), WIDEST - 2 * PAD - FONT_SIZE)
    return text_line(words, PAD, PAD + 12, INK, anchor="start", weight="bold")


def _heading_width(lattice: Lattice) -> float:
    return min(WIDEST, max(420.0, 1.08 * text_width(printable(heading(lattice))) + 2 * PAD))


def _label(members: Iterable[Label]) -> str:
    return "{" + ", ".join(short_name(str(name)) for name in members) + "}"


BoxPlace = tuple[float, float, float]  # the center and the width of a box


def _unfolded(
    lattice: Lattice, revealed: bool, chosen: frozenset[Label] | None
) -> tuple[list[str], float, float]:
    """Return boxes in rows by size, joined where one set is the other and one more."""
    rows = [_rows_of(level) for level in lattice.levels]
    width = max(_row_width(row) for level in rows for row in level) + _MARGIN + PAD
    width = max(width, _heading_width(lattice))
    places: dict[frozenset[Label], BoxPlace] = {}
    body = [_heading_line(lattice)]
    y = PAD + _LINE + 14
    for size, level in enumerate(rows):
        body.append(text_line(f"size {size}", PAD, y + _BOX / 2 + 4, GRAY, anchor="start"))
        for row in level:
            x = _MARGIN + (width - _MARGIN - PAD - _row_width(row)) / 2
            for subset in row:
                wide = _box_width(subset)
                places[frozenset(subset.members)] = (x + wide / 2, y, wide)
                x += wide + _GAP
            y += _ROW
    joined = all(len(level) == 1 for level in rows)  # across wrapped rows lines would mislead
    lines = _lines(lattice, places) if joined else []
    boxes = [
        _box(lattice, subset, places[frozenset(subset.members)], revealed, chosen)
        for subset in lattice
    ]
    legend, height = _legend(lattice, revealed, y - 8)
    return [*lines, *body, *boxes, *legend], width, height


def _rows_of(level: tuple[SubsetVerdict, ...]) -> list[list[SubsetVerdict]]:
    """Return the sets of one size in rows that are not too wide."""
    rows: list[list[SubsetVerdict]] = [[]]
    for subset in level:
        if rows[-1] and _row_width([*rows[-1], subset]) > WIDEST - _MARGIN - PAD:
            rows.append([])
        rows[-1].append(subset)
    return rows


def _row_width(row: list[SubsetVerdict]) -> float:
    return sum(_box_width(subset) + _GAP for subset in row) - _GAP


def _box_width(subset: SubsetVerdict) -> float:
    return max(_LEAST_BOX, text_width(_label(subset.members)) + 16)


def _lines(lattice: Lattice, places: dict[frozenset[Label], BoxPlace]) -> list[str]:
    lines = []
    for level in lattice.levels[1:]:
        for subset in level:
            below = frozenset(subset.members)
            x, y, _ = places[below]
            for name in subset.members:
                up_x, up_y, _ = places[below - {name}]
                lines.append(line((up_x, up_y + _BOX), (x, y), "#C8C8C8", 1))
    return lines


def _box(
    lattice: Lattice,
    subset: SubsetVerdict,
    place: BoxPlace,
    revealed: bool,
    chosen: frozenset[Label] | None,
) -> str:
    x, y, wide = place
    look = look_of(subset, revealed=revealed)
    first = revealed and subset == lattice.first
    tip = f"{whole_set_words(lattice, subset.members)}: {MARKS[look]}"
    shown = subset.members if lattice.family.candidates else lattice.family.always
    wide = max(wide, text_width(_label(shown)) + 16)
    parts = [f"<g><title>{escape(printable(tip))}</title>"]
    if chosen is not None and chosen == frozenset(subset.members):
        parts.append(_frame(x, y, wide, INK, 1, "3 3", inset=-4.5))
    fill = INDEPENDENT_PAPER if look == "separates" else CARD
    parts.append(_frame(x, y, wide, *_border(look, first), fill=fill))
    ink = FADED if look == "left out" else INK
    parts.append(text_line(_label(shown), x, y + 17, ink, weight="bold"))
    parts.append(text_line(MARKS[look], x, y + 33, ink, size=11))
    if first:
        parts.append(text_line("first", x, y + _BOX + 16, INK, size=11, weight="bold", halo=True))
    return "".join([*parts, "</g>"])


def _border(look: Look, first: bool) -> tuple[str, float, str]:
    """Return color, width and dashes of a frame."""
    if look == "separates":
        return INDEPENDENT, 5.0 if first else 2.5, ""
    if look == "left out":
        return FADED, 1.0, "2 4"
    return (INK, 1.0, "") if look == "does not" else (INK, 1.0, "6 4")


def _frame(
    x: float,
    y: float,
    wide: float,
    color: str,
    width: float,
    dash: str,
    *,
    fill: str = "none",
    inset: float = 0.0,
) -> str:
    pattern = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<rect x="{px(x - wide / 2 + inset)}" y="{px(y + inset)}" '
        f'width="{px(wide - 2 * inset)}" height="{px(_BOX - 2 * inset)}" rx="6" '
        f'fill="{fill}" stroke="{color}" stroke-width="{px(width)}"{pattern}/>'
    )


def _folded(lattice: Lattice, revealed: bool) -> tuple[list[str], float, float]:
    """Return one bar for each size, as long as there are sets, with its counts in words."""
    most = max(len(level) for level in lattice.levels)
    words = [level_words(lattice, size, revealed=revealed) for size in range(len(lattice.levels))]
    bar = 260.0
    width = _MARGIN + bar + 16 + max(text_width(printable(text)) for text in words) + PAD
    width = max(min(width, 1.4 * WIDEST), _heading_width(lattice))
    body, y = [_heading_line(lattice)], PAD + _LINE + 8
    for size, (level, text) in enumerate(zip(lattice.levels, words, strict=True)):
        separating = sum(bool(subset.separates) for subset in level) if revealed else 0
        body.append(text_line(f"size {size}", PAD, y + 15, GRAY, anchor="start"))
        body.append(_bar(_MARGIN, y, bar * len(level) / most, CARD, INK, 1.0))
        if separating:
            share = bar * separating / most
            body.append(_bar(_MARGIN, y, share, INDEPENDENT_PAPER, INDEPENDENT, 2.5))
        body.append(text_line(printable(text), _MARGIN + bar + 16, y + 15, INK, anchor="start"))
        y += 28
    text = "Each bar is as long as there are sets of its size."
    if revealed and lattice.first is not None:
        text += " Its thick-framed part separates."
    body.append(text_line(text, PAD, y + 14, GRAY, anchor="start"))
    return body, width, y + 14 + PAD


def _bar(x: float, y: float, long: float, fill: str, color: str, width: float) -> str:
    return (
        f'<rect x="{px(x)}" y="{px(y)}" width="{px(max(long, 3.0))}" height="20" '
        f'fill="{fill}" stroke="{color}" stroke-width="{px(width)}"/>'
    )


def _legend(lattice: Lattice, revealed: bool, y: float) -> tuple[list[str], float]:
    """Return what the marks mean, and where the picture ends."""
    shown = {look_of(subset, revealed=revealed) for subset in lattice}
    meanings: dict[Look, str] = {
        "separates": "✓ separates the two, green frame; the first one found has a thicker frame",
        "does not": "✗ does not separate them, thin frame",
        "left out": "dotted: the lemma leaves it out",
        "unknown": "? not told yet",
    }
    lines = []
    for look, meaning in meanings.items():
        if look in shown:
            y += _LINE
            lines.append(text_line(meaning, PAD, y, GRAY, anchor="start"))
    return lines, y + PAD
