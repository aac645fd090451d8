"""The rows of the class designs as they come with the package, so that a notebook need not wait.

The runs take about a minute together. ``python -m tests.class_table FILE`` makes the table anew; a
test makes some of its cells again and compares them.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Any, Final

from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.experiments.designs import PAPER_BUDGET, Cell, Design, Point
from marvel_widgets.experiments.rows import Row, read_rows

STORED: Final = {"fig3": 5, "scenario1": 4, "scenario2": 3, "scenario3": 3}
"""How many repetitions of each class design the table has; the root seed is 0."""

_POINT: Final = ("p", "panel", "network", "in_degree", "density", "n")


def stored_rows(chosen: Design) -> list[Row]:
    """Return the rows of a design from the table that comes with the package.

    They are the rows that `class_rows` makes, but for the seconds, which another machine took.

    Parameters
    ----------
    chosen : Design
        A class design with the seed 0 and at most as many repetitions as `STORED` says.

    Raises
    ------
    ValueError
        The table does not hold all cells of the design.

    Examples
    --------
    >>> from marvel_widgets.lessons.finite_samples import class_design
    >>> rows = stored_rows(class_design("scenario2", 3))
    >>> len(rows), rows[0]["algorithm"], rows[0]["performed"]
    (36, 'marvel', 892)
    """
    known = _by_cell() if (chosen.seed, chosen.budget) == (0, PAPER_BUDGET) else {}
    cells = list(chosen.cells())
    if missing := [cell for cell in cells if cell.key not in known]:
        msg = (
            f"the table has the class designs with seed 0 and the repetitions {STORED}, but no "
            f"{shown(missing[0].key)} with seed {chosen.seed}: class_rows(...) makes such rows"
        )
        raise ValueError(msg)
    return [dict(row) for cell in cells for row in known[cell.key]]


def _by_cell() -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    source = files("marvel_widgets").joinpath("lessons", "finite_samples", "class_rows.csv")
    with as_file(source) as path:
        for row in read_rows(path):
            found.setdefault(_cell_of(row).key, []).append(row)
    return found


def _cell_of(row: Row) -> Cell:
    values: dict[str, Any] = dict(row)
    point = Point(**{name: values[name] for name in _POINT})
    return Cell(values["experiment"], point, values["repetition"])
