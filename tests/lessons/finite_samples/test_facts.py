"""What facts on data say, in both polarities, and that they can be false."""

from dataclasses import replace
from math import atanh, erfc, sqrt

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount
from marvel_widgets.lessons.finite_samples.exercises import critical
from marvel_widgets.lessons.finite_samples.facts import DataAnswer, removable_are
from marvel_widgets.lessons.finite_samples.facts_numbers import Statistic, TwoPaths
from marvel_widgets.lessons.upper_bound.amounts import Found, Ranking
from tests.truths import Case, holds

CHAIN = Dag("A -> B -> C")
TRIPLE = Dag("X -> Y -> Z; X -> Z")
PATH, CANCELS, ADDS = ("X", "Y", "Z"), (0.5, 2.0, -1.0), (0.5, 2.0, 1.0)
RIGHT = DataAnswer(1, "A", "B", (), 0.01, 0.05, False)
EXTRA = DataAnswer(2, "A", "C", ("B",), 0.01, 0.05, True)
MISSED = DataAnswer(3, "A", "C", (), 0.2, 0.05, False)
FOUND = (("A", "B"), ("A", "C"))
LEARNED = ("X -> Y", "Z -> Y")
# two tests that are wrong at 0.05, one of each kind, and one that is right there
ASKED = (
    "Data from this graph:",
    "1. A and B given nothing: p = 0.01",
    "2. A and C given {B}: p = 0.01",
    "3. A and C given nothing: p = 0.2",
    "PC: 12 tests; 3 edges right, 1 extra, 1 missing.",
    "GS: 10 tests; 1 edges right, 1 extra, 1 missing.",
)
TWO = ("PC", "GS")
ALONE, APART = Dag("A -> B", nodes="ABC"), Dag([], nodes="ABCDEF")


def statistic(size, r=0.5, alpha=0.05):
    root = sqrt(27 - size)
    return Statistic(30, size, r, alpha, (root, root * atanh(r), critical(alpha)))


SAID = [
    (None, Amount("p_value", (30, 8, 0.5), erfc(sqrt(19) * atanh(0.5) / sqrt(2)), ".3g"), None,
     "0.0166"),
    (None, Amount("percent_inside", (16,), 25), None, "25"),
    (CHAIN, RIGHT, None,
     "Test 1 is right: A and B given nothing have p = 0.01, so at level 0.05 the data say "
     "dependent; in the graph they are d-connected."),
    (CHAIN, EXTRA, None,
     "Test 2 is wrong: A and C given {B} have p = 0.01, so at level 0.05 the data say dependent; "
     "in the graph they are d-separated."),
    (CHAIN, MISSED, None,
     "Test 3 is wrong: A and C given nothing have p = 0.2, so at level 0.05 the data say "
     "independent; in the graph they are d-connected."),
    (CHAIN, Amount("outside", (1, 3), 9), 9, "9"),
    (CHAIN, Found("wrong_at", (0.05, True, None), ("2",)), None, "2"),
    (CHAIN, Found("wrong_at", (0.05, False, None), ("3",)), None, "3"),
    (CHAIN, Found("wrong_at", (0.05, True, 0.005), ("2",)), None, "2"),
    (CHAIN, Found("wrong_at", (0.005, False, 0.05), ("1",)), None, "1"),
    (CHAIN, removable_are(("A", "C")), None, "Removable are {A, C}."),
    (None, statistic(14), 14,
     "With s = 14 the root is 3.606; times 0.549 that is 1.981, still above 1.960."),
    (None, statistic(15), 14,
     "With s = 15 the root is 3.464; times 0.549 that is 1.903, not above 1.960."),
    (None, Ranking("f1", TWO[::-1], (0.5, 0.75)), ("GS", "CS", "PC"),
     "GS comes before PC, but its F1 is 0.500 and that of PC 0.750."),
    (TRIPLE, TwoPaths(PATH, CANCELS), None, "Along X, Y, Z we get 1, directly -1: together 0."),
    (TRIPLE, TwoPaths(PATH, ADDS), None, "Along X, Y, Z we get 1, directly 1: together 2."),
    (TRIPLE, Found("learned", (PATH, CANCELS), LEARNED, ";"), None, "X -> Y; Z -> Y"),
    (TRIPLE, Found("learned", (PATH, ADDS), ("X - Y", "X - Z", "Y - Z"), ";"), None,
     "X - Y; X - Z; Y - Z"),
    (TRIPLE, Found("turned", (PATH, CANCELS), ("Y -> Z",)), None, "Y -> Z"),
    (TRIPLE, Found("turned", (PATH, ADDS), ()), None, "none"),
]  # fmt: skip


@pytest.mark.parametrize(("dag", "fact", "answer", "text"), SAID)
def test_what_is_said_and_true(dag, fact, answer, text):
    assert fact.say() == text
    assert holds(fact, Case(dag, answer, asked=ASKED))


FALSE = [
    (None, Amount("p_value", (30, 2, 0.5), 0.0166), None),
    (None, Amount("percent_inside", (16,), 80), None),
    (CHAIN, DataAnswer(1, "A", "B", (), 0.01, 0.05, True), None),
    (CHAIN, replace(RIGHT, number=2), None),
    (CHAIN, Found("wrong_at", (0.05, True, None), ("2", "3")), None),
    (CHAIN, Found("wrong_at", (0.05, False, None), ("1",)), None),
    (CHAIN, Found("wrong_at", (0.005, False, 0.05), ("1", "3")), None),
    (CHAIN, removable_are(("C",)), None),
    (None, statistic(14), 12),
    (None, Statistic(30, 15, 0.5, 0.05, statistic(14).numbers), 14),
    (None, Statistic(30, 14, 0.5, 0.01, statistic(14).numbers), 14),
    (None, Ranking("f1", TWO, (0.75, 0.5)), TWO),
    (None, Ranking("f1", TWO[::-1], (0.5, 0.75)), TWO),
    (None, Ranking("f1", TWO[::-1], (0.5, 0.8)), TWO[::-1]),
    (TRIPLE, Found("learned", (PATH, ADDS), LEARNED, ";"), None),
    (TRIPLE, Found("turned", (PATH, CANCELS), ()), None),
    (TRIPLE, Found("turned", (PATH, CANCELS), ("X -> Y",)), None),
]


@pytest.mark.parametrize(("dag", "fact", "answer"), FALSE)
def test_what_is_false_does_not_hold(dag, fact, answer):
    assert not holds(fact, Case(dag, answer, asked=ASKED))


LEDGER = (
    "1. A and B given nothing: dependent (p = 0.01, level 0.05)",
    "2. A and C given {B}: independent (p = 0.6, level 0.05)",
    "3. A and C given nothing: independent (p = 0.6, level 0.05)",
    "4. B and C given {A}: dependent (p = 0.01, level 0.05)",
)


@pytest.mark.parametrize(
    ("of", "answer", "value", "true"),
    [
        ("first_wrong", None, 3, True),
        ("first_wrong", None, 2, False),
        ("after_wrong", 4, 4, True),
        ("after_wrong", 3, 3, False),
        ("after_wrong", 4, 5, False),
    ],
)
def test_the_first_wrong_answer_is_read_off_the_ledger(of, answer, value, true):
    assert holds(Amount(of, (), value), Case(CHAIN, answer, asked=LEDGER)) == true
