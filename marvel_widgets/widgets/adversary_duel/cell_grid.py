"""The grid of questions on the screen: every cell a button, one of them in the tab order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from marvel_widgets.lessons.lower_bound.cell_grid import Grid
from marvel_widgets.widgets.kit.static_file import program, static_file


class CellGrid(anywidget.AnyWidget):
    """A grid of cells that can be asked by mouse or keyboard.

    >>> from marvel_widgets.lessons.lower_bound.cell_grid import grid
    >>> from marvel_widgets.theory.adversary import Adversary
    >>> from marvel_widgets.theory.examples import Example
    >>> cells = CellGrid()
    >>> cells.show(grid(Adversary(Example("empty", 2, 1))))
    >>> cells.rows
    [['X1, X2', [['any set', 'open', 'open', 'X1 and X2 given any set: not asked']]]]
    """

    _esm = program(__file__, "cell_grid.js")
    _css = static_file(__file__, "cell_grid.css")

    rows: traitlets.List[Any] = traitlets.List().tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.add_class("mw-grid-box")

    def show(self, shown: Grid) -> None:
        """Show a grid."""
        with self.hold_sync():  # one message
            self.rows = [
                [pair, [[cell.given, cell.state, cell.word, cell.spoken] for cell in row]]
                for pair, row in shown.rows
            ]
            self.label = shown.words

    def on_ask(self, handle: Callable[[int, int], Any]) -> None:
        """Call ``handle(row, column)`` when a cell is asked."""

        def receive(_widget: Any, content: Any, _buffers: Any) -> None:
            if self.disabled or not isinstance(content, dict):
                return
            row, column = content.get("row"), content.get("column")
            if not isinstance(row, int) or not isinstance(column, int):
                return
            if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row][1]):
                handle(row, column)

        self.on_msg(receive)
