"""The minutes that notebooks and pages say are those of the formula; the core takes six hours."""

import re

from marvel_widgets.classroom.editions import FOLDED
from tests import guide_minutes


def test_what_is_said_is_what_was_measured():
    """What fails here is written by: python -m tests.guide_minutes."""
    written = guide_minutes.written()
    assert [p.name for p, text in written.items() if p.read_text("utf-8") != text] == []
    said = guide_minutes.sentence(guide_minutes.measured())
    assert [p.name for p in guide_minutes.SAY_IT if said not in written[p].replace("\n", " ")] == []


def test_the_core_takes_at_most_six_hours():
    loads = guide_minutes.measured()
    assert guide_minutes.core_minutes(loads) <= guide_minutes.MOST_CORE
    assert max(loads[n][0].minutes for n in loads if guide_minutes.in_core(n)) <= 45


def test_the_formula_of_the_guide_is_that_of_the_code():
    page = guide_minutes.PAGE.read_text(encoding="utf-8")
    said = re.search(
        r"words / (\d+) \+ cells x (\d+) s \+ apps x (\d+) min \+ exercises x ([\d.]+) min", page
    )
    assert [float(n) for n in said.groups()] == [
        guide_minutes.WORDS_A_MINUTE,
        guide_minutes.SECONDS_A_CELL,
        guide_minutes.MINUTES_AN_APP,
        guide_minutes.MINUTES_AN_EXERCISE,
    ]


def cell(kind, source, **metadata):
    return {"cell_type": kind, "source": source, "metadata": metadata}


def test_the_core_is_what_is_in_no_fold():
    fold = cell("markdown", "### Stars", **{FOLDED: True})
    box = cell("code", "ExerciseBox(check.verdicts)")
    cells = [box, fold, cell("code", "Race(star)"), cell("markdown", "#### Inside")]
    cells += [cell("markdown", "## Outside"), cell("code", "1")]
    whole = guide_minutes.workload({"cells": cells}, "01")
    core = guide_minutes.workload({"cells": cells}, "01", of_core=True)
    assert (whole.cells, whole.apps, whole.exercises) == (3, 1, 1)
    assert (core.cells, core.apps, core.exercises) == (2, 0, 1)
    assert whole.words - core.words == 2
    assert core.words > 20  # what the exercise asks
