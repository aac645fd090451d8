"""The first prediction comes early, and the count of what stands before it is right."""

import json

import pytest

from marvel_widgets.classroom.editions import learners_edition
from tests import first_acts

EARLY = ["00", "01", "02", "03", "06"]  # these ask on their first screen
MOST_WORDS = 200  # a minute and a half


def notebook(name):
    (path,) = first_acts.NOTEBOOKS.glob(f"{name}-*.ipynb")
    return learners_edition(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", EARLY)
def test_a_learner_predicts_on_the_first_screen(name):
    cells, words, lines = first_acts.reach(notebook(name), first_acts.PREDICTS)
    assert (cells <= 6, words <= MOST_WORDS, lines <= 10) == (True, True, True)


def test_the_first_ci_test_is_judged_at_once():
    assert first_acts.reach(notebook("00"), first_acts.JUDGES)[0] == 3


def cell(source, kind="code", **metadata):
    return {"cell_type": kind, "source": source, "metadata": metadata}


FOLDED = "Two words.\n\n<details><summary>Answer</summary>\n\nNot these.\n\n</details>"


def test_what_is_folded_or_collapsed_does_not_count():
    cells = [
        cell(FOLDED, "markdown"),
        cell("import a\nimport b", jupyter={"source_hidden": True}),
        cell("import c\n\nRace(c)"),
        cell("check.verdicts(...)"),
    ]
    assert first_acts.reach({"cells": cells}, first_acts.PREDICTS) == (3, 2, 2)
    assert first_acts.reach({"cells": cells}, first_acts.JUDGES) == (4, 2, 3)
    assert first_acts.reach({"cells": cells[:1]}, first_acts.JUDGES) is None


def test_a_guess_on_paper_counts():
    cells = [cell("import a"), cell("## Predict\n\nHow many?", "markdown")]
    assert first_acts.reach({"cells": cells}, first_acts.PREDICTS) == (2, 4, 1)
