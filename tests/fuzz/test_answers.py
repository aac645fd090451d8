"""Whatever is answered: a verdict; and what is written in a known way is read as it was meant.

A normal run looks at a slice of the cases, `python -m pytest -m slow tests/fuzz/test_answers.py`
at all of them. The cases are the same at every run.
"""

import ast
import re
import time

import pytest

from marvel_widgets.assessment import answers, slips, verdict
from marvel_widgets.assessment.verdict import judge
from tests.fuzz.common import cases, failures
from tests.fuzz.spellings import answer_of, draw_any, draw_quick, exercise_of

SLICE, ALL = 1_500, 100_000
# What Python says of values that it meets; a sentence of ours speaks of the answer.
RAW = re.compile(r"object (is|has|of)|NoneType|unhashable|positional|codec|Traceback|Error\b")
LONGEST = 2_500  # letters of a verdict


def check_answer(case):
    exercise = exercise_of(*case[:3])
    meant = answer_of(case)
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
    assert "We read this as" not in again.text
    assert (again.kind, again.misconception) == (given.kind, given.misconception)
    assert (given.kind == "correct") == exercise.is_right(value)
    assert given.text in (again.text, f"We read this as {given.answer}. {again.text}")


def test_answers():
    assert failures(check_answer, cases(draw_quick, SLICE)) == {}


@pytest.mark.slow
def test_many_answers():
    begun = time.perf_counter()
    assert failures(check_answer, cases(draw_any, ALL)) == {}
    print(f"{ALL:,} answers in {time.perf_counter() - begun:.0f} s")  # noqa: T201


def _raises_for_brackets(name_in):
    def planted(names, word):
        if "(" in str(word):
            raise KeyError(word)
        return name_in(names, word)

    return planted


def _sorted_letters(spelled):
    return lambda names, word: sorted(spelled(names, word))


def _believes(judge_wrong):
    def planted(exercise, value, answer, before):
        found = judge_wrong(exercise, value, answer, before)
        return verdict.Verdict("correct", found.text, answer=answer) if before else found

    return planted


@pytest.mark.parametrize(
    ("module", "name", "plant"),
    [
        (answers, "name_in", _raises_for_brackets),  # an error that is no sentence
        (slips, "_spelled", _sorted_letters),  # an order read in another order
        (verdict, "_wrong", _believes),  # a slip taken for a right answer
    ],
)
def test_a_planted_fault_is_found(monkeypatch, module, name, plant):
    planted = plant(getattr(module, name))
    for each in (module, slips, answers):
        if hasattr(each, name):
            monkeypatch.setattr(each, name, planted)
    from marvel_widgets.assessment import variable_answers

    if hasattr(variable_answers, name):
        monkeypatch.setattr(variable_answers, name, planted)
    assert failures(check_answer, cases(draw_quick, 400))
