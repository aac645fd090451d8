"""Every exercise of the course, over several students: right, wrong and guessed answers."""

import random

import pytest

from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS
from marvel_widgets.course.catalog import builders
from marvel_widgets.course.checks import Check
from marvel_widgets.course.registry import LESSONS, second_questions
from tests.slices import some_of

STUDENTS = ["", "1", "2", "3", "4", "5"]
MOST_LUCKY = 0.05  # of the guesses

ASKED = {n: {**builders(n), **second_questions(n)} for n in LESSONS}
EVERY = [(notebook, name) for notebook, found in ASKED.items() for name in found]


@pytest.fixture(scope="module", params=EVERY, ids="-".join)
def drawn_cases(request):
    notebook, name = request.param
    return [Check(notebook, name, ASKED[notebook][name], student) for student in STUDENTS]


@pytest.mark.parametrize("notebook", LESSONS)
def test_a_notebook_has_six_or_more(notebook):
    assert len(builders(notebook)) >= 6


def test_the_right_answer_is_accepted_in_every_way_of_writing(drawn_cases):
    for check in drawn_cases:
        exercise = check.exercise
        assert check(exercise.solution), check
        assert check(eval(exercise.kind.code(exercise.solution))), check


def test_typical_wrong_answers_are_rejected_with_their_misconception(drawn_cases):
    for check in drawn_cases:
        mistakes = check.exercise.mistakes
        assert len({check.exercise.kind.code(mistake.answer) for mistake in mistakes}) >= 3
        assert len({mistake.misconception for mistake in mistakes}) >= 2
        for mistake in mistakes:
            verdict = check(mistake.answer)
            assert verdict.kind == "incorrect", (check, mistake)
            assert verdict.misconception == mistake.misconception
            assert verdict.witness, "no witness"
            assert MISCONCEPTIONS[mistake.misconception] in verdict.text


@some_of(50, 200)
def test_a_guess_is_hardly_ever_accepted(drawn_cases, count):
    rng = random.Random(7)
    lucky = total = 0
    for check in drawn_cases:
        kind = check.exercise.kind
        for _ in range(count):
            lucky += bool(check(kind.random(rng)))
            total += 1
    assert lucky <= MOST_LUCKY * total, f"{lucky} of {total} guesses"


def test_every_wrong_guess_gets_a_witness(drawn_cases):
    rng = random.Random(8)
    for check in drawn_cases:
        for _ in range(20):
            verdict = check(check.exercise.kind.random(rng))
            if not verdict:
                assert verdict.witness.strip().endswith((".", "?", ")")), verdict


def test_the_first_hints_do_not_contain_the_answer(drawn_cases):
    for check in drawn_cases:
        exercise = check.exercise
        answer = exercise.kind.say(exercise.solution)
        if len(answer) > 3:  # "3" or "A" may stand in any sentence
            assert not any(answer in hint for hint in exercise.hints), exercise.hints


def test_students_have_different_cases(drawn_cases):
    assert len({repr(check) for check in drawn_cases}) >= 3


def test_texts_are_plain_and_whole(drawn_cases):
    for check in drawn_cases:
        exercise = check.exercise
        for text in (exercise.because, *exercise.hints):
            assert text[0].isupper() or not text[0].isalpha(), text
            assert text.rstrip().endswith((".", "?", ")")), text
        for text in (exercise.question, exercise.because, *exercise.hints):
            assert "$" not in text
            assert "\\" not in text
        assert exercise.title
        assert check._repr_svg_().startswith("<svg")
