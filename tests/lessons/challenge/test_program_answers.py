"""Answers that are programs: a function with all that it uses; a report never runs one."""

import json
import os
from itertools import combinations

import pytest

from marvel_widgets import challenge, exercises
from marvel_widgets.assessment.plain import AnswerError
from marvel_widgets.assessment.program_answers import function_of, whole_source
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.classroom.reports import report
from marvel_widgets.lessons.challenge.changes import WHOLE
from marvel_widgets.lessons.challenge.tasks import TASKS
from marvel_widgets.lessons.challenge.written import WRITTEN

NEVER = 99
A_TEXT = "def neighbors(ask, x, boundary): return boundary"


def every_set(names):
    return [set(s) for n in range(len(names) + 1) for s in combinations(sorted(names), n)]


def neighbors(ask, x, boundary):
    return {y for y in boundary if not any(ask(x, y, s) for s in every_set(boundary - {y}))}


def the_boundary(_ask, _x, boundary):
    return boundary if NEVER else None


def uses_a_file(_ask, _x, boundary):
    return os.sep and boundary


@pytest.fixture
def check():
    return exercises("programs", student="17")


def test_a_function_is_an_answer_with_all_that_it_uses(check):
    verdict = check.neighbors(the_boundary)
    assert (verdict.kind, verdict.misconception) == ("incorrect", "only_neighbors")
    assert "your answer is {B, C}; right is {C}" in verdict.text
    assert json.loads(verdict.answer).splitlines() == [
        "NEVER = 99",
        "def the_boundary(_ask, _x, boundary):",
        "    return boundary if NEVER else None",
    ]
    assert whole_source(neighbors).splitlines()[:2] == [
        "from itertools import combinations",
        "def every_set(names):",
    ]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (A_TEXT, "a function itself, not its text"),
        (lambda _: 1, "has no name of its own"),
        (uses_a_file, "it uses os, of type module"),
        (3, "a function itself"),
    ],
)
def test_what_is_no_program_is_not_read(check, answer, said):
    verdict = check.neighbors(answer)
    assert verdict.kind == "unread"
    assert said in verdict.text


@pytest.mark.night
@pytest.mark.parametrize("step", WRITTEN)
def test_the_kits_own_sources_are_what_the_exercise_says(step):
    exercise = getattr(exercises("programs"), step).exercise
    believed = {mistake.answer: mistake.misconception for mistake in exercise.mistakes}
    for source in (exercise.solution, *(mistake.answer for mistake in exercise.mistakes)):
        names = {}
        exec(source, names)
        judged = challenge(step)(names[step])
        assert judged.right == (source == exercise.solution)
        assert judged.belief in ("", believed.get(source))
    assert exercise.is_right(exercise.solution)
    assert judge(exercise, exercise.solution).kind == "correct"
    wrong = [judge(exercise, mistake.answer) for mistake in exercise.mistakes]
    assert [each.misconception for each in wrong] == [b for b, _ in WRITTEN[step].wrong]
    assert exercise.kind.form.endswith(f"def {TASKS[step].form}:")


def test_each_step_is_an_exercise():
    assert set(WRITTEN) == set(TASKS) - set(WHOLE)


def test_a_text_never_becomes_a_function():
    with pytest.raises(AnswerError, match="only a text is not run here"):
        function_of(A_TEXT)


def test_a_report_runs_no_program_and_repeats_what_the_learners_kernel_said(tmp_path, check):
    check.neighbors(the_boundary)
    (tmp_path / "17.txt").write_text(check.result("key").string)
    [row] = [row for row in report(tmp_path, exam=True) if row.answer]
    assert (row.verdict, row.points, row.misconception) == ("", 0.0, "")
    assert row.note.split(" / ") == [
        "changed after it was made, or made with another key",
        "a program, which was not run: the student's own kernel says 'incorrect'",
        "answered where verdicts show",
    ]
