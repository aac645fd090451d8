"""The questions of the lower bound as a grid: a row for each pair, a cell for each subset."""

import re
from dataclasses import dataclass
from html import escape
from typing import Final, Literal

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.card import LINE, PAD, TITLE_SIZE, card
from marvel_widgets.pictures.grammar import EDGE_STYLES
from marvel_widgets.pictures.marks import px, text_line
from marvel_widgets.pictures.palette import (
    BLACK,
    CARD,
    GRAY,
    INK,
    printable,
    text_width,
)
from marvel_widgets.text import counted
from marvel_widgets.theory.adversary import Adversary, ClaimVerdict
from marvel_widgets.theory.examples import Cell

CellState = Literal["open", "asked", "never asked"]
TITLE = "Questions asked"
HEIGHT: Final = 36.0  # of a cell
GAP: Final = 4.0

# fill, border, width, dash: no two agree in border and dash, so that they differ in gray print
LOOKS: Final[dict[CellState, tuple[str, str, float, str]]] = {
    "open": (CARD, GRAY, 1.5, "4 3"),
    "asked": (CARD, INK, 2.5, ""),
    "never asked": (CARD, EDGE_STYLES["differs"].color, 4.0, ""),
}


@dataclass(frozen=True, slots=True)
class GridCell:
    """One cell as it is shown."""

    cell: Cell
    given: str
    state: CellState
    word: str

    @property
    def short(self) -> str:
        """The set by its numbers, for eighty cells beside a picture."""
        if not self.cell.subset:
            return self.given
        return re.sub(r"\bX(?=\d)", "", self.given.strip("{}")).replace(",", "")

    @property
    def brief(self) -> str:
        """The word as a narrow cell shows it; a screen reader has the whole sentence."""
        return self.word.replace("ependent", "ep.").removesuffix(" asked")

    @property
    def spoken(self) -> str:
        """The cell in words, for a screen reader."""
        text = "not asked" if self.state == "open" else self.word
        return f"{self.cell.x} and {self.cell.y} given {self.given}: {text}"


@dataclass(frozen=True, slots=True)
class Grid:
    """All cells of an example, with what was asked."""

    rows: tuple[tuple[str, tuple[GridCell, ...]], ...]
    said: str = ""  # of a grid without an adversary

    @property
    def spoken(self) -> list[tuple[str, list[tuple[str, str, str, str]]]]:
        """The rows as texts: the set of each cell, its state, a word, and a sentence."""
        return [
            (pair, [(cell.short, cell.state, cell.brief, cell.spoken) for cell in cells])
            for pair, cells in self.rows
        ]

    @property
    def reading(self) -> str:
        """How a cell with a set is read; empty where no cell has one."""
        pair, cells = self.rows[0] if self.rows else ("", ())
        if not cells or not cells[-1].cell.subset:
            return ""
        last = cells[-1]
        return f"Cell {last.short} of {pair} is a CI test: are they independent given {last.given}?"

    @property
    def asked(self) -> int:
        """How many cells were asked."""
        return sum(cell.state == "asked" for _, cells in self.rows for cell in cells)

    @property
    def size(self) -> int:
        """How many cells there are."""
        return sum(len(cells) for _, cells in self.rows)

    @property
    def words(self) -> str:
        """The state of the grid in one sentence."""
        left = self.size - self.asked
        return (
            self.said
            or f"{self.asked} of {counted(self.size, 'cell')} asked; the adversary has {left} left."
        )


def grid(adversary: Adversary, verdict: ClaimVerdict | None = None) -> Grid:
    """Return the cells of an adversary as shown; `verdict` marks the one on which H was built."""
    done = adversary.asked_cells
    built_on = None if verdict is None else verdict.cell
    answer = "independent" if adversary.example.name == "empty" else "dependent"

    def shown(cell: Cell) -> GridCell:
        if cell in done:
            return GridCell(cell, _given(adversary, cell), "asked", answer)
        if cell == built_on:
            return GridCell(cell, _given(adversary, cell), "never asked", "never asked")
        return GridCell(cell, _given(adversary, cell), "open", "open")

    return Grid(
        tuple((f"{row[0].x}, {row[0].y}", tuple(map(shown, row))) for row in adversary.example.rows)
    )


def _given(adversary: Adversary, cell: Cell) -> str:
    if cell.subset is None:
        return "any set"
    return in_braces([v for v in adversary.example.names if v in cell.subset])


def in_braces(names: list[Label]) -> str:
    """Return a set as it is written."""
    return "{" + ", ".join(map(str, names)) + "}"


def grid_svg(shown: Grid, *, scale: float = 1.0) -> str:
    """Return the grid as SVG, the answer in each cell; open ones have a dashed border."""
    cells = [cell for _, row in shown.rows for cell in row]
    wide = max((_width(cell) for cell in cells), default=60.0)
    left = PAD + max((text_width(pair) for pair, _ in shown.rows), default=0.0) + 10
    top = LINE + 2 * PAD
    body = [
        text_line(
            TITLE,
            PAD,
            PAD + TITLE_SIZE,
            INK,
            anchor="start",
            size=TITLE_SIZE,
            weight="bold",
        )
    ]
    for at, (pair, row) in enumerate(shown.rows):
        y = top + at * (HEIGHT + GAP)
        body.append(text_line(printable(pair), PAD, y + HEIGHT / 2 + 4, INK, anchor="start"))
        body += [_cell(cell, left + i * (wide + GAP), y, wide) for i, cell in enumerate(row)]
    columns = max((len(row) for _, row in shown.rows), default=1)
    width = max(left + columns * (wide + GAP) + PAD, PAD * 2 + text_width(TITLE, TITLE_SIZE))
    height = top + len(shown.rows) * (HEIGHT + GAP) + PAD
    text = " ".join(f"{cell.spoken}." for cell in cells if cell.state != "open")
    return card((width, height), scale, TITLE, f"{shown.words} {text}", body)


def _width(cell: GridCell) -> float:
    return max(text_width(printable(cell.given)), text_width(cell.word)) + 12


def _cell(cell: GridCell, x: float, y: float, wide: float) -> str:
    fill, border, width, dash = LOOKS[cell.state]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    box = (
        f'<rect x="{px(x)}" y="{px(y)}" width="{px(wide)}" height="{px(HEIGHT)}" rx="4" '
        f'fill="{fill}" stroke="{border}" stroke-width="{px(width)}"{dashes}/>'
    )
    middle = x + wide / 2
    return (
        f"<g><title>{escape(printable(cell.spoken))}</title>{box}"
        f"{text_line(printable(cell.given), middle, y + 15, BLACK)}"
        f"{text_line(cell.word, middle, y + 30, BLACK, weight='bold')}</g>"
    )
