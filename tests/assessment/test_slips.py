"""Slips in the form of an answer: read where only one reading is possible, and said so."""

import random

import pytest

from marvel_widgets import exercises
from marvel_widgets.assessment.answers import Number, Parts, Statements
from marvel_widgets.assessment.plain import AnswerError
from marvel_widgets.assessment.slips import mended
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.course.registry import LESSONS

LETTERS = list("ABCDEF")
KINDS = {
    "names": Names(LETTERS),
    "words": Names(["MARVEL", "PC"]),
    "digits": Names(["1", "2", "3"]),
    "order": Order(LETTERS),
    "pairs": Pairs(LETTERS),
    "arrows": Pairs(LETTERS, directed=True),
    "number": Number(0, 5000),
    "statements": Statements(["So."] * 6),
    "parts": Parts({"co-parents": Names(LETTERS), "condition 1": Number(0, 9)}),
    "numbers": Parts({"upper": Number(0, 9), "lower": Number(0, 9)}),
}
FEBADC = tuple("FEBADC")
AC = frozenset("AC")


@pytest.mark.parametrize(
    ("kind", "raw", "value"),
    [
        ("names", "AC", AC),
        ("names", "a and c", AC),
        ("names", "A & C", AC),
        ("names", "A - C", AC),
        ("names", {"A, C"}, AC),
        ("names", ["AC"], AC),
        ("names", {("A", "C")}, AC),
        ("names", "the empty set", set()),
        ("names", "{'A', 'C'}.", AC),
        ("digits", 3, {"3"}),
        ("digits", "13", {"1", "3"}),
        ("words", "Marvel and PC", {"MARVEL", "PC"}),
        ("order", "FEBADC", FEBADC),
        ("order", {"FEBADC"}, FEBADC),
        ("order", ["FEB", "ADC"], FEBADC),
        ("order", "F-E-B-A-D-C", FEBADC),
        ("order", "F, E, B, A, D and C", FEBADC),
        ("pairs", "AC", {AC}),
        ("pairs", "AC, BD", {AC, frozenset("BD")}),
        ("pairs", ["A", "C"], {AC}),
        ("pairs", {"A", "C"}, {AC}),
        ("pairs", "A and C", {AC}),
        ("pairs", "A -> C", {AC}),
        ("pairs", "A - C\nB - D", {AC, frozenset("BD")}),
        ("arrows", "A <- B", {("B", "A")}),
        ("arrows", "A -> B <- C", {("A", "B"), ("C", "B")}),
        ("arrows", "A --> B; C to D", {("A", "B"), ("C", "D")}),
        ("arrows", ["A", "B"], {("A", "B")}),
        ("number", "64 tests.", 64),
        ("number", "= 4 096", 4096),
        ("number", "64.0", 64),
        ("number", {64}, 64),
        ("statements", "1 and 3", {1, 3}),
        ("statements", "13", {1, 3}),
        ("statements", [True, False, True, False, False, False], {1, 3}),
        ("statements", {n: n in (1, 3) for n in range(1, 7)}, {1, 3}),
        ("parts", {"co_parents": "AC", "Condition_1": 3}, {"co-parents": AC, "condition 1": 3}),
        ("parts", {"coparent": "A, C", "condition-1": "3"}, {"co-parents": AC, "condition 1": 3}),
        ("parts", ("AC", 3), {"co-parents": AC, "condition 1": 3}),
        ("parts", "A, C; 3", {"co-parents": AC, "condition 1": 3}),
        ("parts", "condition 1: 3, co-parents: A C", {"co-parents": AC, "condition 1": 3}),
        (
            "parts",
            '{"condition 1": 3, "coparents": {"A", "C"}}',
            {"co-parents": AC, "condition 1": 3},
        ),
        ("numbers", "3, 4", {"upper": 3, "lower": 4}),
    ],
)
def test_a_slip_is_read(kind, raw, value):
    with pytest.raises(AnswerError):
        KINDS[kind].read(raw)  # a slip, and no form of its own
    assert mended(KINDS[kind], raw) == value


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        ("names", "A-C"),  # may mean A to C
        ("names", "A > C"),
        ("names", "A = C"),
        ("names", "ACX"),
        ("names", None),
        ("names", {"A": True}),
        ("words", "PCMARVEL"),
        ("order", set(LETTERS)),
        ("order", [{"F", "E"}, "B", "A", "D", "C"]),
        ("order", "F<E<B<A<D<C"),
        ("order", "FEBADD"),
        ("pairs", ["A", "B", "C", "D"]),
        ("pairs", "A-B-C"),
        ("pairs", "ABC"),
        ("arrows", {"A", "B"}),
        ("arrows", "AB"),
        ("arrows", "A - B"),
        ("number", "6 or 7"),
        ("number", "minus 6"),
        ("number", "at most 64"),
        ("number", "4.096"),
        ("number", "64.5 tests"),
        ("number", {64, 65}),
        ("statements", "31"),
        ("statements", "17"),
        ("statements", "1-3"),
        ("statements", [True, False]),
        ("parts", {"co-parents": "A"}),
        ("parts", {"co-parents": "A", "co_parents": "C", "condition 1": 3}),
        ("parts", {"A", 3}),
        ("parts", "A"),
        ("numbers", "3, 4, 5"),
    ],
)
def test_what_may_mean_two_things_is_not_read(kind, raw):
    with pytest.raises(AnswerError):
        mended(KINDS[kind], raw)


def test_the_error_stays_that_of_the_kind():
    with pytest.raises(AnswerError, match="'X' is not among A, B"):
        mended(KINDS["names"], "X")


def test_the_verdict_says_how_a_slip_was_read():
    check = exercises("02").split
    right = check.exercise.solution
    slip = {"Neighbours": "".join(right["neighbors"]), "co_parents": set(right["co-parents"])}
    verdict = check(slip)
    assert verdict.kind == "correct"
    assert verdict.text.startswith(f"We read this as {verdict.answer}. Correct. ")
    assert check(right).text.startswith("Correct. ")
    wrong = check({"neighbours": "", "co_parents": ""})
    assert wrong.text.startswith("We read this as ")
    assert "Not right." in wrong.text


def test_several_values_are_one_answer():
    check = exercises("01")
    assert check.open_paths(1, 2).text.startswith("We read this as {1, 2}. ")
    assert check.open_paths({1, 2}).answer == "{1, 2}"
    assert exercises("03").changed("A", "E").answer == '{"pair": {"A"}, "given": {"E"}}'
    split = exercises("02").split(neighbors="A, B", co_parents="C")
    assert split.answer == '{"neighbors": {"A", "B"}, "co-parents": {"C"}}'
    assert check.blockers().kind == check.blockers(...).kind == "open"
    assert check.blockers(answer="A").text.startswith(("Not right", "Correct", "Close"))


def test_named_parts_beside_values_are_not_read():
    verdict = exercises("02").split("A", co_parents="C")
    assert verdict.kind == "unread"
    assert "does not have the parts neighbors, co-parents" in verdict.text


@pytest.mark.parametrize("notebook", LESSONS)
def test_the_asked_form_is_no_slip_and_loose_keys_are_one(notebook):
    """Answers in the form of the kind have the verdicts that they always had."""
    rng = random.Random(5)
    for check in exercises(notebook, "slips"):
        kind, solution = check.exercise.kind, check.exercise.solution
        for value in (solution, *(kind.random(rng) for _ in range(3))):
            verdict = judge(check.exercise, value)
            assert "We read this as" not in verdict.text
            assert verdict.answer == kind.code(value)
            assert bool(verdict) == check.exercise.is_right(value)
        if isinstance(kind, Parts):
            loose = {key.upper().replace("-", "_"): value for key, value in solution.items()}
            assert check(loose), check.name
