"""Facts on the lemmas: the sentence of each in both polarities, and where it is false."""

# ruff: noqa: E501, a sentence is one line

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.lemmas import exercises as f
from marvel_widgets.lessons.separation.facts import Adjacent
from tests.truths import Case, holds

# the boundary of X is Y, Z and T: T is its co-parent by Y
DAG = Dag("X -> Y <- T; X -> Z; Y -> W")
COLLIDER = Dag("A -> C <- B; C -> D")
PATH = open_path(COLLIDER, "A", "B", ["D"])
NONE = {"neighbors": frozenset(), "co-parents": frozenset()}

# fmt: off
# fact, graph, answer, sentence
TRUE = [
    (f.ToldApart("X", "T", ()), DAG, NONE, "T is independent of X given {}, so it is a co-parent."),
    (f.ToldApart("X", "Y", None), DAG, NONE, "No listed set makes Y independent of X, so it is a neighbor."),
    (f.InBoundary("X", "T", True), DAG, frozenset("Y"), "T is in the Markov boundary of X."),
    (f.InBoundary("X", "W", False), DAG, {"X": frozenset("W")}, "W is not in the Markov boundary of X."),
    (f.InBoundary("X", "X", False), DAG, frozenset({("X", "Y")}), "X is not in its own boundary."),
    (f.CommonChild("X", "Y", True), DAG, None, "Y is a child of X and of a co-parent: look at the arrows into it."),
    (f.CommonChild("X", "Z", False), DAG, None, "Z is not a child of X and of a co-parent: look at the arrows into it."),
    (f.PairsOfNeighbors("X", 2, 1, 2), DAG, {"pairs": 2}, "2 neighbors make 1 pair, not 2."),
    (f.BoundarySize("X", 3, 2), DAG, {"too large": frozenset()}, "The boundary of X has 3 members, the maximum in-degree is 2."),
    (f.BoundarySize("W", 1, 2), DAG, {"too large": frozenset("W")}, "The boundary of W has 1 member, the maximum in-degree is 2."),
    (f.OfAnswer(("A", "B"), (Adjacent(("A", "B")),)), None, frozenset({("B", "A")}), "An edge joins A and B."),
    (f.OffBy("X", "T", 9, (), 3), DAG, 9, "9 are too many: {} separates X and T, so no later set is tried."),
    (f.OffBy("X", "Y", 5, None, 3), DAG, 5, "5 are too few: nothing separates X and its neighbor Y, so each of the 3 proper subsets is tried for Y alone."),
    (f.LemmaCost("X", 2, 3, ("T",), (1,)), DAG, 7, "2 x 3 for the neighbors, and 1 for T, where the search stops early."),
    (f.ColliderGiven("Y", ("X", "T"), "Y"), DAG, {frozenset("XT")}, "X → Y ← T: the path is open as soon as Y is given."),
    (f.ColliderGiven("X", ("X", "T"), "Y"), DAG, {frozenset("XT")}, "X → Y ← T: the path is open as soon as Y is given, as it is beside X."),
    (f.Breaks("X", ("Y", "Z"), ("X",), None), DAG, frozenset(), "{X} holds X and separates Y and Z."),
    (f.Breaks("X", ("Z", "T"), ("X", "Y"), "Y"), DAG, frozenset(), "For X → Y ← T: {X, Y} holds X and Y, and separates Z and T."),
    (f.NotAsked("X", ("W", "T")), DAG, frozenset({frozenset("WT")}), "Condition 2 asks nothing about W and T."),
    (f.SetSeparates("A", "B", "C", ("D",), PATH), COLLIDER, None, "{D} does not separate A and B: the path A -> C <- B is open."),
    (f.SetSeparates("A", "B", "C", (), None), COLLIDER, None, "The empty set separates A and B, and C is not in it."),
    (f.SetSeparates("A", "B", "C", ("C",), None), Dag("A -> C -> B"), None, "{C} separates A and B, but C is in it, so the lemma says at once: no v-structure at C."),
    (f.NoneInside("A", ("C", "D"), ("B",), ("C",)), Dag("A -> B; C -> D"), {"C"}, "It is not inside the boundary of A, which is {B}: no set inside that separates C and D."),
]

FALSE = [  # what no other case makes false
    (f.PairsOfNeighbors("X", 2, 1, 1), DAG, {"pairs": 1}),
    (f.PairsOfNeighbors("X", 3, 3, 2), DAG, {"pairs": 2}),
]
# fmt: on


@pytest.mark.parametrize(("fact", "dag", "answer", "sentence"), TRUE)
def test_what_is_true_is_said_and_holds(fact, dag, answer, sentence):
    assert fact.say() == sentence
    assert holds(fact, Case(dag, answer))


@pytest.mark.parametrize(("fact", "dag", "answer"), FALSE)
def test_what_is_false_does_not_hold(fact, dag, answer):
    assert not holds(fact, Case(dag, answer))
