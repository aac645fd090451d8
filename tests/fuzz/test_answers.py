"""Whatever is answered: a verdict; and what is written in a known way is read as it was meant.

A normal run looks at a slice of the cases and at the corpus, `python -m tests.fuzz answers` at all.
"""

import ast
import itertools
import re

import numpy as np
import pytest

from marvel_widgets.assessment.verdict import judge
from tests.fuzz.common import Harness, corpus
from tests.fuzz.spellings import (
    Meant,
    Raises,
    _stopping,
    answer_of,
    draw_any,
    draw_quick,
    exercise_of,
)

# What Python says of values that it meets; a sentence of ours speaks of the answer.
RAW = re.compile(r"object (is|has|of)|NoneType|unhashable|positional|codec|Traceback|Error\b")
LONGEST = 2_500  # letters of a verdict


def check_answer(case):
    check_one(*case[:3], answer_of(case))


def check_one(notebook, student, name, meant):
    exercise = exercise_of(notebook, student, name)
    given = judge(exercise, meant.raw)
    assert given.kind in ("correct", "close", "incorrect", "open", "unread")
    assert 10 < len(given.text) < LONGEST
    if given.kind == "unread":
        said = given.text.removeprefix("We can't read this answer: ")
        assert not RAW.search(said) or " raises " in said or "<" in said or "'" in said, said
    if meant.value is not None:
        assert given.answer == exercise.kind.code(meant.value), (meant, given)
    if given.answer:
        check_reading(exercise, given)


def check_reading(exercise, given):
    """What was read is judged as Python judges it: the answer in the asked form, by its value."""
    value = exercise.kind.read(ast.literal_eval(given.answer))
    again = judge(exercise, value)
    assert (again.kind, again.misconception) == (given.kind, given.misconception)
    assert (given.kind == "correct") == exercise.is_right(value)
    assert given.text == again.text


HARNESSES = {
    "answers": Harness(draw_any, check_answer, 1_500, 100_000),
    "quick answers": Harness(draw_quick, check_answer, 1_500, 20_000),
}


# The words of the corpus, which holds Python expressions of answers.
WORDS = {"np": np, "Raises": Raises, "stopping": _stopping, "count": itertools.count}


@pytest.mark.parametrize("found", corpus("answers"), ids=lambda found: found["what"])
def test_what_was_found_once(found):
    """Read as it was meant, or refused in a sentence."""
    raw = eval(found["raw"], WORDS)
    check_one("00", "", "one_edge", Meant(raw, found.get("value")))
