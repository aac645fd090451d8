"""The minutes in the guide are those that its formula gives, and the notebooks promise no fewer."""

import json
import re

import pytest

from marvel_widgets.classroom import minutes
from tests import guide_minutes

NAMES = sorted(path.stem for path in (guide_minutes.ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def loads():
    return guide_minutes.measured()


def test_the_table_of_the_guide_is_measured(loads):
    page = guide_minutes.PAGE.read_text(encoding="utf-8")
    # python -m tests.guide_minutes
    assert guide_minutes.table_in(page) == guide_minutes.table(loads)


def test_the_formula_of_the_guide_is_that_of_the_code():
    page = guide_minutes.PAGE.read_text(encoding="utf-8")
    said = re.search(
        r"words / (\d+) \+ cells x (\d+) s \+ apps x (\d+) min \+ exercises x (\d+) min", page
    )
    assert [float(n) for n in said.groups()] == [
        minutes.WORDS_A_MINUTE,
        minutes.SECONDS_A_CELL,
        minutes.MINUTES_AN_APP,
        minutes.MINUTES_AN_EXERCISE,
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_says_about_what_was_measured(loads, name):
    path = guide_minutes.ROOT / "notebooks" / f"{name}.ipynb"
    first = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
    said = int(re.search(r"About (\d+) minutes", first)[1])
    assert abs(said - loads[name].minutes) <= 15


def test_more_to_do_takes_longer():
    load = minutes.Workload(words=900, cells=12, apps=1, exercises=3)
    assert load.minutes == round((5 + 2 + 2 + 9) / 5) * 5
    assert minutes.Workload(0, 0, 0, 0).minutes == 5


def test_what_is_collapsed_is_no_cell_to_run():
    def cell(kind, source, **metadata):
        return {"cell_type": kind, "source": source, "metadata": metadata}

    hidden = cell("code", "assert True", jupyter={"source_hidden": True})
    text = cell("markdown", ["# A **bold** [link](https://x.org/y)\n", "- and an item"])
    bare = minutes.workload({"cells": []}, "T")
    found = minutes.workload({"cells": [hidden, text, cell("code", "ExerciseBox(x)")]}, "T")
    assert (found.cells, found.apps) == (1, 0)
    assert found.words - bare.words == 6
