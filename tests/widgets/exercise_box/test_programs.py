"""ExerciseBox where a program is the answer: written in a cell, judged, drawn, kept, never run."""

import sys
from types import ModuleType

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment import program_answers
from marvel_widgets.course.checks import Checks, builders
from marvel_widgets.course.journal import HEADER, NAME, Journal
from marvel_widgets.widgets import ExerciseBox
from tests.cells import run_cell

ALL = "def neighbors(ask, x, boundary):\n    return boundary"
MARGINAL = "def neighbors(ask, x, boundary):\n    return {y for y in boundary if not ask(x, y)}"


@pytest.fixture
def names(monkeypatch):
    notebook = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", notebook)
    return vars(notebook)


@pytest.fixture
def another_kernel(monkeypatch):
    return lambda: monkeypatch.setattr(program_answers, "_written", {})


def opened(**settings):
    return ExerciseBox(exercises("programs").neighbors, **settings)


def test_what_is_needed_is_there_and_what_is_missing_is_said(names):
    box = opened()
    assert "def neighbors(ask, x, boundary):\n    ..." in box.control.value
    box.check_button.click()
    assert box.model.verdict.kind == "open"
    assert "Write def neighbors(ask, x, boundary): in a cell" in box.verdict.value
    assert box.another_button.disabled
    box.model.another()
    assert box.model.check.draw == 0
    names["neighbors"] = test_what_is_needed_is_there_and_what_is_missing_is_said  # not of a cell
    assert box.control.raw is ...


def test_the_function_of_a_cell_is_judged_and_its_counterexample_drawn(names):
    box = opened()
    assert not box.picture.views
    assert "mw-undrawn" in box.form.picture_place._dom_classes
    run_cell(ALL, names)
    box.check_button.click()
    assert box.model.verdict.kind == "incorrect"
    assert box.model.verdict.misconception == "only_neighbors"
    assert "On {A B C}; A -&gt; C; B -&gt; C, at A, your answer is {B, C}" in box.verdict.value
    assert "Perhaps a wrong belief" in box.verdict.value
    [view] = box.picture.views
    assert {mark.name: mark.state for mark in view.drawing.nodes} == {
        "A": "subject", "B": "object", "C": "object",
    }  # fmt: skip
    assert [(mark.tail, mark.head) for mark in view.drawing.edges] == [("A", "C"), ("B", "C")]
    assert "mw-undrawn" not in box.form.picture_place._dom_classes
    assert "at A, your answer is" in box.text()
    assert box.svg().count("<circle") + box.svg().count("<rect") > 3
    box.hint_button.click()
    assert "Each member of the boundary is tried by itself" in box.verdict.value
    run_cell(MARGINAL, names)
    box.check_button.click()
    assert len(box.picture.views[0].drawing.nodes) == 4
    assert box.model.check.attempt.tries == 2


def test_a_program_that_knew_too_much_has_two_graphs(names):
    box = opened()
    peek = """
def neighbors(ask, x, boundary):
    import sys
    frame = sys._getframe(1)
    while "dag" not in frame.f_locals:
        frame = frame.f_back
    return set(frame.f_locals["dag"].neighbors(x))
"""
    run_cell(peek, names)
    box.check_button.click()
    assert "these questions can&#x27;t have shown it" in box.verdict.value
    assert len(box.picture.views) == 2


def test_a_right_program_is_correct_and_the_last_hint_is_one(names):
    box = opened()
    for _ in range(5):
        box.hint_button.click()
    source = box.model.check.exercise.solution
    assert f"The answer:\n{source}\nIt is right" in box.text()
    run_cell(source, names)
    box.check_button.click()
    assert box.model.verdict.kind == "correct"
    assert not box.picture.views


def test_a_token_holds_the_source_which_another_kernel_does_not_run(names, another_kernel):
    box = opened()
    run_cell(ALL, names)
    box.check_button.click()
    token = box.token
    here = ExerciseBox(token=token)
    assert here.model.verdict.kind == "incorrect"
    another_kernel()
    there = ExerciseBox(token=token)
    assert there.model.verdict.kind == "unread"
    assert "its text, which is not run" in there.verdict.value
    assert "return boundary" in there.control.value
    assert there.token == token
    assert not there.picture.views


def test_an_answer_that_is_no_program_is_in_no_token(names):
    box = opened()
    box.answer(lambda ask, x, boundary: boundary)
    assert "has no name of its own" in box.verdict.value
    assert ExerciseBox(token=box.token).model.verdict is None


def test_on_the_next_day_the_source_is_shown_with_its_verdict(names, another_kernel, tmp_path):
    (tmp_path / NAME).write_text(HEADER)

    def check():
        journal = Journal(tmp_path / NAME)
        return Checks("PROGRAMS", "", builders("PROGRAMS"), journal=journal).neighbors

    box = ExerciseBox(check())
    run_cell(ALL, names)
    box.check_button.click()
    another_kernel()
    names.clear()
    later = ExerciseBox(check())
    assert later.model.verdict.kind == "incorrect"
    assert "This program is kept as a text (incorrect), which is not run" in later.verdict.value
    assert "return boundary" in later.control.value
    later.check_button.click()
    assert "in a cell, run that cell" in later.verdict.value
    assert later.model.check.attempt.tries == 1
    assert repr(check()(...)).startswith("Answered already: a program of 2 lines (incorrect)")


def test_an_exam_records_a_program_and_says_nothing_of_it(names):
    box = ExerciseBox(exercises("programs", answers=False).neighbors)
    run_cell(ALL, names)
    box.check_button.click()
    assert box.model.verdict.text == "Your answer is recorded: a program of 2 lines."
    assert "right is" not in box.verdict.value
    assert not box.picture.views
