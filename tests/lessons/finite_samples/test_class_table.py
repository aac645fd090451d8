"""The table of rows that comes with the package: what a fresh run makes, and nothing else."""

from dataclasses import replace

import pytest

from marvel_widgets.experiments.cells import run_cell
from marvel_widgets.lessons.finite_samples.figures import STORED, class_design, stored_rows
from tests.class_table import without_times
from tests.slices import some_of


def differing(stored, fresh):
    """What a fresh run makes otherwise, as (column, stored, fresh)."""
    pairs = zip(without_times(stored), without_times(fresh), strict=True)
    return [
        (column, old[column], new[column])
        for old, new in pairs
        for column in old
        if new[column] != pytest.approx(old[column])
    ]


# The cells that make all their runs in the least time stand first in each design.
@some_of(1, 10**6)
@pytest.mark.parametrize("name", STORED)
def test_the_stored_rows_are_those_of_a_fresh_run(name, count):
    chosen = class_design(name, STORED[name])
    quick = sorted(chosen.cells(), key=lambda cell: (cell.point.p, cell.point.density or 0))
    for cell in quick[:count]:
        one = replace(chosen, points=(cell.point,))
        stored = [row for row in stored_rows(one) if row["repetition"] == cell.repetition]
        assert differing(stored, run_cell(cell)) == []


def test_a_row_that_is_changed_stays_whole_in_the_table():
    few = class_design("scenario3", 1)
    stored_rows(few)[0]["performed"] = -1
    assert stored_rows(few)[0]["performed"] > 0


@pytest.mark.parametrize(
    "changed", [{"seed": 1}, {"budget": 10}, {"repetitions": 20}], ids=["seed", "budget", "many"]
)
def test_what_the_table_does_not_hold_is_said(changed):
    with pytest.raises(ValueError, match=r"class_rows\(\.\.\.\) makes such rows"):
        stored_rows(replace(class_design("scenario2", 3), **changed))
