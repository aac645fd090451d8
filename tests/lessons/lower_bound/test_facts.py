"""What facts on the lower bound say, in both polarities, and that they can be false."""

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount
from marvel_widgets.lessons.lower_bound.facts import RunAndBounds, Spent
from marvel_widgets.lessons.lower_bound.facts_graphs import CellOfQuestion, OneSeparator
from marvel_widgets.lessons.separation.facts import Separates
from tests.truths import Case, holds

# Of the cluster A, B, C the pair A, B was asked about, given nothing: its cell with C is left.
ASKED = (Separates("A", "B", (), False),)
CLUSTER = ("A", "B", "C")
EDGE = Dag("A -> B")


def question(pair, given=""):
    return {"pair": {frozenset(pair)}, "given": set(given)}


SAID = [
    (RunAndBounds(2, 1, (2.9, 1), (1, 0, 0)), None,
     "With p = 2 and in-degree 1 the upper bound is 2.9, the lower bound 1. The run performs 1 "
     "tests, 0 of them after the boundaries, and these are 0 different ones."),
    (Spent(4, 0, None, 6), None, "On the empty graph MARVEL makes 6, one for each pair."),
    (Spent(3, 2, 4, 6), None,
     "On the graph of Example 1 MARVEL makes 4 different tests after its boundaries are found, "
     "and 6 in all: the theorem counts boundary discovery too."),
    (Amount("unasked", (3, 2), 3, noun="cell"), None, "3 cells"),
    (CellOfQuestion(("A", "D"), (), CLUSTER, ASKED, "none"), question("AD"),
     "A - D given {}: the pair is in no common cluster, and no H of the proof joins it."),
    (CellOfQuestion(("A", "B"), ("D",), CLUSTER, ASKED, "asked"), question("AB", "D"),
     "A - B given {D} is a question of the cell A - B with {}, and that cell was asked: what lies "
     "outside of the cluster makes no difference."),
    (CellOfQuestion(("A", "B"), ("C",), CLUSTER, ASKED, "left"), question("AB", "C"),
     "The cell A - B with {C} is the only one left. In H the pair is not joined, and {C} is what "
     "separates it."),
    (OneSeparator("A", "B", ("C",), (), tuple("ACBD")), tuple("ACBD"),
     "In this order A and B are independent given {C}, not given {}."),
    (OneSeparator("A", "B", ("C",), ("C",), tuple("ACBD")), tuple("ACBD"),
     "In the order A, C, B, D the variables of {C} come before B: each is a common cause or on a "
     "chain between the two, and must be given. Those of {D} come last: common effects, which open "
     "a path when they are given."),
    (OneSeparator("A", "B", ("C",), ("C",), tuple("CABD")), tuple("CABD"),
     "In the order C, A, B, D the variables of {C} come first, so each of them is a common cause "
     "that must be given. Those of {D} come last: common effects, which open a path when they are "
     "given."),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "answer", "text"), SAID)
def test_what_is_said_and_true(fact, answer, text):
    assert fact.say() == text
    assert holds(fact, Case(EDGE, answer))


FALSE = [
    (RunAndBounds(2, 1, (2.9, 1), (2, 0, 0)), None),
    (RunAndBounds(2, 1, (3.0, 1), (1, 0, 0)), None),
    (Spent(4, 0, None, 5), None),
    (Spent(3, 2, 5, 6), None),
    (Amount("unasked", (3, 2), 6), None),
    (CellOfQuestion(("A", "B"), (), CLUSTER, ASKED, "none"), question("AB")),
    (CellOfQuestion(("A", "D"), (), CLUSTER, ASKED, "asked"), question("AD")),
    (CellOfQuestion(("A", "B"), ("C",), CLUSTER, ASKED, "asked"), question("AB", "C")),
    (CellOfQuestion(("A", "B"), (), CLUSTER, ASKED, "left"), question("AB")),
    (CellOfQuestion(("A", "B"), ("C",), CLUSTER, ASKED, "left"), question("AB")),
    (OneSeparator("A", "B", ("C",), (), tuple("CABD")), tuple("CADB")),
    (OneSeparator("A", "B", ("D",), (), tuple("CABD")), tuple("CABD")),
    (OneSeparator("A", "B", ("C",), ("C",), tuple("DACB")), tuple("DACB")),
]


@pytest.mark.parametrize(("fact", "answer"), FALSE)
def test_what_is_false_does_not_hold(fact, answer):
    assert not holds(fact, Case(EDGE, answer))
