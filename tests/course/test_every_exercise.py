"""Every exercise of the course, over several students: right, wrong and guessed answers."""

import random
import re

import pytest

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.course.checks import Check, builders
from marvel_widgets.course.registry import LESSONS

STUDENTS = ["", "1", "2"]
MORE_STUDENTS = ["3", "4", "5", "17", "18", "19"]
MOST_LUCKY = 0.05  # of the guesses

ASKED = {n: builders(n) for n in LESSONS}
EVERY = [(notebook, name) for notebook, found in ASKED.items() for name in found]


def cases_of(notebook, name, students):
    return [Check(notebook, name, ASKED[notebook][name], student) for student in students]


def the_right_answer_is_accepted_in_every_way_of_writing(drawn_cases):
    for check in drawn_cases:
        exercise = check.exercise
        assert check(exercise.solution), check
        assert check(eval(exercise.kind.code(exercise.solution))), check


def typical_wrong_answers_are_rejected_with_their_misconception(drawn_cases):
    for check in drawn_cases:
        mistakes = check.exercise.mistakes
        assert len({check.exercise.kind.code(mistake.answer) for mistake in mistakes}) >= 3
        assert len({mistake.misconception for mistake in mistakes}) >= 2
        for mistake in mistakes:
            verdict = check(mistake.answer)
            assert verdict.kind == "incorrect", (check, mistake)
            assert verdict.misconception == mistake.misconception
            assert verdict.witness, "no witness"
            right = check.exercise.solution
            if isinstance(check.exercise.kind, Number) and mistake.answer != right + 1:
                assert not re.search(rf"\b{right}\b", verdict.witness.replace(",", "")), verdict
            assert mistake.misconception.words in verdict.said.why, "seen only in the drawer"


def a_guess_is_hardly_ever_accepted(drawn_cases, count=100):
    rng = random.Random(7)
    lucky = total = 0
    for check in drawn_cases:
        exercise = check.exercise
        for _ in range(count):
            # what the verdict says too, as the next test sees, but without words
            lucky += exercise.is_right(exercise.kind.random(rng))
            total += 1
    assert lucky <= MOST_LUCKY * total, f"{lucky} of {total} guesses"


def every_wrong_guess_gets_a_witness(drawn_cases, count=7):
    rng = random.Random(8)
    for check in drawn_cases:
        for _ in range(count):
            guess = check.exercise.kind.random(rng)
            verdict = check(guess)
            assert bool(verdict) == check.exercise.is_right(guess)
            if not verdict:
                assert verdict.witness.strip().endswith((".", "?", ")")), verdict


def the_first_hints_do_not_contain_the_answer(drawn_cases):
    for check in drawn_cases:
        exercise = check.exercise
        answer = exercise.kind.say(exercise.solution)
        if len(answer) > 3:  # "3" or "A" may stand in any sentence
            assert not any(answer in hint for hint in exercise.hints), exercise.hints


def students_have_different_cases(drawn_cases):
    seen = {repr(check) for check in drawn_cases}
    if len(seen) < 3:  # a number of two digits may come twice
        one = drawn_cases[0]
        seen |= {repr(check) for check in cases_of(one.notebook, one.name, MORE_STUDENTS[:3])}
    assert len(seen) >= 3


def texts_are_plain_and_whole(drawn_cases):
    for check in drawn_cases:
        exercise = check.exercise
        for text in (exercise.because, *exercise.hints):
            assert text[0].isupper() or not text[0].isalpha(), text
            assert text.rstrip().endswith((".", "?", ")")), text
        for text in (exercise.question, exercise.because, *exercise.hints):
            assert "$" not in text
            assert "\\" not in text
        assert exercise.title


def one_of_anything_is_singular(drawn_cases):
    for check in drawn_cases:
        assert plurals_of_one(texts_of(check.exercise)) == []


def a_question_is_shown_as_a_picture(drawn_cases):
    """Of one student: the layout of a graph takes longer than all that is told about it."""
    assert drawn_cases[0]._repr_svg_().startswith("<svg")


RULES = [
    the_right_answer_is_accepted_in_every_way_of_writing,
    typical_wrong_answers_are_rejected_with_their_misconception,
    a_guess_is_hardly_ever_accepted,
    every_wrong_guess_gets_a_witness,
    the_first_hints_do_not_contain_the_answer,
    students_have_different_cases,
    texts_are_plain_and_whole,
    a_question_is_shown_as_a_picture,
    one_of_anything_is_singular,
]


# One test for all rules: as a thousand tests they took longer in pytest than by themselves.
@pytest.mark.parametrize(("notebook", "name"), EVERY)
def test_an_exercise_keeps_all_rules(notebook, name):
    cases = cases_of(notebook, name, STUDENTS)
    for rule in RULES:
        rule(cases)


@pytest.mark.night
@pytest.mark.parametrize(("notebook", "name"), EVERY)
def test_the_same_holds_for_more_students(notebook, name):
    cases = cases_of(notebook, name, MORE_STUDENTS)
    for rule in RULES:
        rule(cases)
    for some in (cases, cases_of(notebook, name, STUDENTS)):
        a_guess_is_hardly_ever_accepted(some, 400)
        every_wrong_guess_gets_a_witness(some, 20)
    for check in cases:
        a_question_is_shown_as_a_picture([check])


PLURALS = (
    "arms|arrows|boundaries|cells|children|clusters|co-parents|edges|families|graphs|members|"
    "neighbors|pairs|parents|paths|questions|rounds|rows|samples|separators|sets|statements|"
    "subsets|sums|tests|variables"
)
ONE_OF_MANY = re.compile(rf"(?<![\d.,/^-])\b1 ((?:more|other|different|true|CI) )?({PLURALS})\b")


def plurals_of_one(texts):
    return [text for text in texts if ONE_OF_MANY.search(text)]


def one_more(kind, solution):
    """The solution with one of its numbers too large by one."""
    if isinstance(kind, Number):
        yield solution + 1
    elif isinstance(kind, Parts):
        for key, part in kind.parts.items():
            yield from ({**solution, key: value} for value in one_more(part, solution[key]))


def texts_of(exercise):
    """What a learner may read about a drawn case."""
    miscounted = [v for v in one_more(exercise.kind, exercise.solution) if not exercise.is_right(v)]
    answers = [*(mistake.answer for mistake in exercise.mistakes), *miscounted]
    wrong = [exercise.witness(value) for value in answers]
    return [*exercise.sentences, *exercise.all_hints, exercise.because, *wrong]


@pytest.mark.parametrize(
    "text", ["2 neighbors make 1 pair.", "0.1 tests", "11 tests", "p - 1 tests"]
)
def test_other_numbers_are_left_alone(text):
    assert not plurals_of_one([text.replace("- 1", "-1")])
