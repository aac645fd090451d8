"""The first prediction comes early, little code is in sight, and it is of the public face."""

import ast

import pytest

from tests import first_acts
from tests.editions_read import LEARNER

# What a learner has to pass before the first act: cells, and seconds by the rates of `first_acts`.
PREDICTED = (5, 120)
JUDGED = (8, 180)
# T is about learners and not about graphs, 07, 09 and 10 about arrows and numbers of tests.
JUDGES_NONE = {"T", "07", "09", "10"}
# Lines of code in sight in a whole notebook.
VISIBLE = 40
# A learner types from these; T is for those that teach.
PUBLIC = {"marvel_widgets", "marvel_widgets.widgets"}
FOR_TEACHERS = {"marvel_widgets.classroom", "marvel_widgets.course"}

each = pytest.mark.parametrize("name", LEARNER)


def within(way, limits):
    cells, seconds = limits
    return way.cells <= cells and way.seconds <= seconds


@each
def test_a_learner_predicts_on_the_first_screen(name):
    way = first_acts.reach(LEARNER[name], first_acts.PREDICTS)
    assert within(way, PREDICTED), way


@each
def test_a_learner_judges_a_ci_test_soon_after(name):
    way = first_acts.reach(LEARNER[name], first_acts.JUDGES)
    assert (way is not None and within(way, JUDGED)) == (name not in JUDGES_NONE), way


@each
def test_little_code_is_in_sight(name):
    lines = sum(map(first_acts.visible_lines, LEARNER[name]["cells"]))
    assert lines <= VISIBLE


def test_the_guide_has_the_table():
    page = (first_acts.NOTEBOOKS.parent / "docs" / "guide" / "README.md").read_text("utf-8")
    assert "\n".join(first_acts.table(LEARNER)) in page


def modules_in_sight(notebook):
    """Return the modules of this package from which visible code imports."""
    cells = [cell for cell in notebook["cells"] if first_acts.visible_lines(cell)]
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    trees = [compile("".join(cell["source"]), cell["id"], "exec", flags) for cell in cells]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    found = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name for name in found if name.startswith("marvel_widgets")}


@pytest.mark.parametrize("name", sorted(LEARNER))
def test_code_in_sight_is_from_the_public_face(name):
    allowed = PUBLIC | FOR_TEACHERS if name == "T" else PUBLIC
    assert modules_in_sight(LEARNER[name]) <= allowed
