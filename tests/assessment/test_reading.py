"""How answers are read: in the form that the question shows, from text too, and no other."""

import random

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.program_answers import Program
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.course.registry import LESSONS


def test_several_values_are_one_answer():
    check = exercises("01")
    assert check.verdicts(1, 2).answer == check.verdicts({1, 2}).answer == "{1, 2}"
    assert exercises("03").changed("A", "E").answer == '{"pair": {"A"}, "given": {"E"}}'
    assert check.blockers().kind == check.blockers(...).kind == "open"


@pytest.mark.parametrize("raw", ["A and C", "AC", ["AC"], "A - C", 3, None])
def test_what_is_not_in_the_form_is_refused_with_it(raw):
    check = exercises("01").blockers
    verdict = check(raw)
    assert verdict.kind == "unread"
    assert verdict.text.startswith("We can't read this answer: ")
    assert check.attempt.tries == 0


def spoken(kind, value):
    return (
        [(p, value[k]) for k, p in kind.parts.items()]
        if isinstance(kind, Parts)
        else [(kind, value)]
    )


@pytest.mark.parametrize("notebook", LESSONS)
def test_answers_in_the_form_are_judged_by_their_value(notebook):
    rng = random.Random(5)
    for check in exercises(notebook, "reading"):
        kind, solution = check.exercise.kind, check.exercise.solution
        if isinstance(kind, Program):
            continue
        for value in (solution, *(kind.random(rng) for _ in range(3))):
            verdict = judge(check.exercise, value)
            assert verdict.answer == kind.code(value)
            assert bool(verdict) == check.exercise.is_right(value)
            for part, said in spoken(kind, value):  # a box shows it so, and is typed into
                assert part.read(part.say(said)) == part.read(part.code(said)) == said
