"""What facts on data say, in both polarities, and that they can be false."""

from math import atanh, erfc, sqrt

import pytest

from marvel_widgets.assessment.facts import Case
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.finite_samples.exercises import critical
from marvel_widgets.lessons.finite_samples.facts import (
    AnswersBefore,
    DataAnswer,
    ErrorKinds,
    FalseAlarms,
    InLedger,
    LevelChanges,
    RemovableAre,
)
from marvel_widgets.lessons.finite_samples.facts_numbers import (
    ByF1,
    InsideInterval,
    LearnedFrom,
    ReportedBack,
    SkeletonScore,
    Statistic,
    TwoPaths,
    TwoPValues,
)

CHAIN = Dag("A -> B -> C")
TRIPLE = Dag("X -> Y -> Z; X -> Z")
PATH, CANCELS, ADDS = ("X", "Y", "Z"), (0.5, 2.0, -1.0), (0.5, 2.0, 1.0)
RIGHT = DataAnswer(1, "A", "B", (), 0.01, 0.05, False)
EXTRA = DataAnswer(2, "A", "C", ("B",), 0.01, 0.05, True)
MISSED = DataAnswer(3, "A", "C", (), 0.2, 0.05, False)
FOUND = (("A", "B"), ("A", "C"))
NOT_LEARNED = LearnedFrom(PATH, CANCELS, (("X", "Y"), ("Z", "Y")), ())
LINES = (("X", "Y"), ("X", "Z"), ("Y", "Z"))


def statistic(size, r=0.5, alpha=0.05):
    root = sqrt(27 - size)
    return Statistic(30, size, r, alpha, (root, root * atanh(r), critical(alpha)))


def p_value(size):
    return erfc(sqrt(27 - size) * atanh(0.5) / sqrt(2))


SAID = [
    (CHAIN, RIGHT, None,
     "Test 1 is right: A and B given nothing have p = 0.01, so at level 0.05 the data say "
     "dependent; in the graph they are d-connected."),
    (CHAIN, EXTRA, None,
     "Test 2 is wrong: A and C given {B} have p = 0.01, so at level 0.05 the data say dependent; "
     "in the graph they are d-separated."),
    (CHAIN, MISSED, None,
     "Test 3 is wrong: A and C given nothing have p = 0.2, so at level 0.05 the data say "
     "independent; in the graph they are d-connected."),
    (CHAIN, AnswersBefore(2, (RIGHT,), True), 2, "The answers before it are right."),
    (CHAIN, AnswersBefore(3, (RIGHT, EXTRA), False), 3,
     "There is a wrong answer before test 3: look at tests 1 to 2."),
    (CHAIN, InLedger(9, 3), 9, "The ledger shows the tests 1 to 3, not 9."),
    (CHAIN, ErrorKinds((EXTRA, MISSED)), {"2", "3"}, "False dependence: 2. False independence: 3."),
    (CHAIN, LevelChanges((EXTRA,), (MISSED,)), {"high": {"2"}, "low": {"3"}},
     "The smaller level cures 2, false dependence, and makes 3 wrong, false independence."),
    (Dag("A -> B", nodes="ABC"), FalseAlarms(3, 1, 2, False), 2,
     "1 of the 3 pairs are in each other's boundary: they are dependent, and no answer about them "
     "can be false dependence. Of the others, one in five is, on average: not 2."),
    (Dag([], nodes="ABCDEF"), FalseAlarms(15, 0, 3, True), 3,
     "0.2 times the 15 pairs that are not in each other's boundary."),
    (CHAIN, RemovableAre(("A", "C")), None, "Removable are {A, C}."),
    (None, statistic(14), 14,
     "With s = 14 the root is 3.606; times 0.549 that is 1.981, still above 1.960."),
    (None, statistic(15), 14,
     "With s = 15 the root is 3.464; times 0.549 that is 1.903, not above 1.960."),
    (None, TwoPValues(30, 0.5, (2, 8), (p_value(2), p_value(8))), None,
     "The p-values are 0.00602 and 0.0166: each given variable costs one sample."),
    (None, InsideInterval(16, 25), None,
     "The interval says how well the mean is known; about 25 % of 16 single runs lie in it."),
    (CHAIN, SkeletonScore(FOUND, 1, 1, 1, "all"), None,
     "1 edges are right, 1 extra, 1 missing; F1 is 2 / 4."),
    (CHAIN, SkeletonScore(FOUND, 1, 1, 1, "precision", 60), {"precision": 60},
     "Precision is not 60 %: 1 of the 2 found edges are true."),
    (CHAIN, SkeletonScore(FOUND, 1, 1, 1, "recall", 60), {"recall": 60},
     "Recall is not 60 %: 1 of the 2 true edges are found."),
    (CHAIN, SkeletonScore(FOUND, 1, 1, 1, "F1", 60), {"F1": 60},
     "F1 is not 60 %: twice 1 over 2 found plus 2 true edges."),
    (None, ByF1(("PC", "GS"), ((3, 1, 1), (1, 1, 1)), (0.75, 0.5), True), ("PC", "GS"),
     "F1: PC 0.750 and GS 0.500."),
    (None, ByF1(("GS", "PC"), ((1, 1, 1), (3, 1, 1)), (0.5, 0.75), False), ("GS", "CS", "PC"),
     "GS comes before PC, but its F1 is 0.500 and that of PC 0.750."),
    (TRIPLE, TwoPaths(PATH, CANCELS), None, "Along X, Y, Z we get 1, directly -1: together 0."),
    (TRIPLE, TwoPaths(PATH, ADDS), None, "Along X, Y, Z we get 1, directly 1: together 2."),
    (TRIPLE, NOT_LEARNED, None, "MARVEL ends with X -> Y; Z -> Y."),
    (TRIPLE, LearnedFrom(PATH, ADDS, (), LINES), None, "MARVEL ends with X - Y; X - Z; Y - Z."),
    (TRIPLE, ReportedBack((("X", "Y"), ("Z", "Y")), ("Z", "Y")), None,
     "The edge is Y -> Z, and MARVEL reports the opposite."),
    (TRIPLE, ReportedBack((), None), None,
     "No arrow that MARVEL reports points against its edge."),
]  # fmt: skip


@pytest.mark.parametrize(("dag", "fact", "answer", "text"), SAID)
def test_what_is_said_and_true(dag, fact, answer, text):
    assert fact.say() == text
    assert fact.holds(Case(dag, answer))


FALSE = [
    (CHAIN, DataAnswer(1, "A", "B", (), 0.01, 0.05, True), None),
    (CHAIN, AnswersBefore(3, (RIGHT, EXTRA), True), 3),
    (CHAIN, AnswersBefore(2, (RIGHT,), False), 2),
    (CHAIN, AnswersBefore(3, (EXTRA,), False), 3),
    (CHAIN, InLedger(3, 3), 3),
    (CHAIN, ErrorKinds((EXTRA, RIGHT)), {"1", "2"}),
    (CHAIN, ErrorKinds((EXTRA,)), {"2", "3"}),
    (CHAIN, LevelChanges((MISSED,), (EXTRA,)), {"high": {"3"}, "low": {"2"}}),
    (CHAIN, LevelChanges((EXTRA,), (MISSED,)), {"high": {"2", "3"}, "low": {"3"}}),
    (Dag([], nodes="ABCDEF"), FalseAlarms(15, 0, 3, False), 3),
    (Dag([], nodes="ABCDEF"), FalseAlarms(15, 1, 2, False), 2),
    (CHAIN, RemovableAre(("C",)), None),
    (None, statistic(14), 12),
    (None, Statistic(30, 15, 0.5, 0.05, statistic(14).numbers), 14),
    (None, Statistic(30, 14, 0.5, 0.01, statistic(14).numbers), 14),
    (None, TwoPValues(30, 0.5, (2, 8), (p_value(8), p_value(8))), None),
    (None, InsideInterval(16, 80), None),
    (CHAIN, SkeletonScore(FOUND, 2, 0, 1, "all"), None),
    (CHAIN, SkeletonScore(FOUND, 1, 1, 1, "F1", 50), {"F1": 50}),
    (CHAIN, SkeletonScore(FOUND, 1, 1, 1, "recall", 50), {"recall": 50}),
    (None, ByF1(("PC", "GS"), ((3, 1, 1), (1, 1, 1)), (0.75, 0.5), True), ("GS", "PC")),
    (None, ByF1(("PC", "GS"), ((3, 1, 1), (1, 1, 1)), (0.75, 0.5), False), ("PC", "GS")),
    (None, ByF1(("PC", "GS"), ((3, 1, 1), (1, 1, 1)), (0.8, 0.5), True), ("PC", "GS")),
    (TRIPLE, LearnedFrom(PATH, ADDS, NOT_LEARNED.arrows, ()), None),
    (TRIPLE, LearnedFrom(PATH, CANCELS, (), LINES), None),
    (TRIPLE, ReportedBack((("X", "Y"), ("Z", "Y")), None), None),
    (TRIPLE, ReportedBack((("X", "Y"), ("Z", "Y")), ("X", "Y")), None),
]


@pytest.mark.parametrize(("dag", "fact", "answer"), FALSE)
def test_what_is_false_does_not_hold(dag, fact, answer):
    assert not fact.holds(Case(dag, answer))
