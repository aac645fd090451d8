"""What facts on the lower bound say, in both polarities, and that they can be false."""

import pytest

from marvel_widgets.assessment.facts import Case
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.counting.facts import Amount
from marvel_widgets.lessons.lower_bound.facts import CellsOfExample, Spent
from marvel_widgets.lessons.lower_bound.facts_graphs import (
    CellOfQuestion,
    DependentThere,
    GraphAnswers,
    OneSeparator,
    SingleEdge,
)
from marvel_widgets.lessons.separation.facts import Separates

FORK = (("B", "A"), ("B", "C"))
APART = Separates("A", "C", ("B",), True)
TOGETHER = Separates("A", "C", (), False)
# Of the cluster A, B, C the pair A, B was asked about, given nothing: its cell with C is left.
ASKED = (Separates("A", "B", (), False),)
CLUSTER = ("A", "B", "C")


def question(pair, given=""):
    return {"pair": {frozenset(pair)}, "given": set(given)}


SAID = [
    (CellsOfExample(5, 2, 1, 3, 6, "clusters"), None,
     "A cluster is a clique of in-degree 2. The first is X1, X2, X3. Cut the 5 variables into "
     "groups of that size; 2 are left over."),
    (CellsOfExample(5, 2, 1, 3, 6, "pairs"), None,
     "The first cluster, X1, X2, X3, alone has 3 pairs; all 1 are counted together. A pair from "
     "two clusters is not joined: it doesn't count."),
    (CellsOfExample(5, 2, 1, 3, 6, "cells"), None,
     "Example 1: the first cluster is X1, X2, X3. Each of its 3 pairs has 2 cells: the pair X1, "
     "X2 leaves X3, and each subset of these is a cell of its own."),
    (CellsOfExample(5, 2, 1, 3, 6, "all"), None,
     "5 variables make 1 whole clusters of 3, each with C(3, 2) = 3 pairs, and each pair has 2^1 "
     "subsets of the rest of its cluster: 6 cells."),
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
    (GraphAnswers(2, FORK, (APART, TOGETHER), True), None, "Graph 2 gives all 2 answers."),
    (GraphAnswers(1, FORK, (Separates("A", "C", (), True),), False), None,
     "In graph 1 A and C given {} are dependent, not independent."),
    (GraphAnswers(1, FORK, (Separates("A", "C", ("B",), False),), False), None,
     "In graph 1 A and C given {B} are independent, not dependent."),
    (DependentThere(FORK, TOGETHER, open_path(Dag(FORK), "A", "C")), None,
     "A and C given {} are dependent there: the path A <- B -> C is open."),
    (SingleEdge(("A", "B"), (APART,), True), None,
     "The graph with the edge A - B alone agrees with every answer: this pair was never asked "
     "about."),
    (SingleEdge(("A", "C"), (APART,), False), None,
     "A - C was asked given {B}, and the answer was independent. With an edge between the two, no "
     "set would make them independent."),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "answer", "text"), SAID)
def test_what_is_said_and_true(fact, answer, text):
    assert fact.say() == text
    assert fact.holds(Case(None, answer))


FALSE = [
    (CellsOfExample(5, 2, 1, 3, 5, "all"), None),
    (CellsOfExample(6, 2, 1, 3, 6, "clusters"), None),
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
    (GraphAnswers(2, FORK, (APART, TOGETHER), False), None),
    (GraphAnswers(1, FORK, (Separates("A", "C", (), True),), True), None),
    (DependentThere(FORK, APART, open_path(Dag(FORK), "A", "C")), None),
    (DependentThere(FORK, Separates("A", "B", (), False), open_path(Dag(FORK), "A", "B")), None),
    (SingleEdge(("A", "C"), (APART,), True), None),
    (SingleEdge(("A", "B"), (APART,), False), None),
]


@pytest.mark.parametrize(("fact", "answer"), FALSE)
def test_what_is_false_does_not_hold(fact, answer):
    assert not fact.holds(Case(None, answer))
