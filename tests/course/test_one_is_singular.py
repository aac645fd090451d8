"""No exercise says "1 pairs": one of anything is singular in all that a learner reads."""

import re

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.course.registry import LESSONS

PLURALS = (
    "arms|arrows|boundaries|cells|children|clusters|co-parents|edges|families|graphs|members|"
    "neighbors|pairs|parents|paths|questions|rounds|rows|samples|separators|sets|statements|"
    "subsets|sums|tests|variables"
)
ONE_OF_MANY = re.compile(rf"(?<![\d.,/^-])\b1 ((?:more|other|different|true|CI) )?({PLURALS})\b")


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


@pytest.mark.parametrize("notebook", [*LESSONS])
def test_one_of_anything_is_singular(notebook):
    for student in ("", "17", "18", "19"):
        for check in exercises(notebook, student):
            found = [text for text in texts_of(check.exercise) if ONE_OF_MANY.search(text)]
            assert found == [], check.name


@pytest.mark.parametrize("text", ["2 neighbors make 1 pairs, not 3.", "It asks 1 more tests."])
def test_a_plural_of_one_is_noticed(text):
    assert ONE_OF_MANY.search(text)


@pytest.mark.parametrize(
    "text", ["2 neighbors make 1 pair.", "0.1 tests", "11 tests", "p - 1 tests"]
)
def test_other_numbers_are_left_alone(text):
    assert not ONE_OF_MANY.search(text.replace("- 1", "-1"))
