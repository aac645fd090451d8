"""Facts on the lemmas: the sentence of each in both polarities, and where it is false."""

# ruff: noqa: E501, a sentence is one line

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.witness import all_paths, open_path
from marvel_widgets.lessons.lemmas import facts as f
from marvel_widgets.lessons.lemmas import facts_searches as s
from marvel_widgets.lessons.separation.facts import Adjacent
from tests.truths import Case, holds

# the boundary of X is Y, Z and T: T is its co-parent by Y
DAG = Dag("X -> Y <- T; X -> Z; Y -> W")
COLLIDER = Dag("A -> C <- B; C -> D")
PATH = open_path(COLLIDER, "A", "B", ["D"])
NONE = {"neighbors": frozenset(), "co_parents": frozenset()}

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
    (f.BoundarySize("X", 3, 2), DAG, {"too_large": frozenset()}, "The boundary of X has 3 members, the maximum in-degree is 2."),
    (f.BoundarySize("W", 1, 2), DAG, {"too_large": frozenset("W")}, "The boundary of W has 1 members, the maximum in-degree is 2."),
    (f.OfAnswer(("A", "B"), (Adjacent(("A", "B")),)), None, frozenset({("B", "A")}), "An edge joins A and B."),
    (s.OffBy("X", "T", 9, (), 3), DAG, 9, "9 are too many: {} separates X and T, so no later set is tried."),
    (s.OffBy("X", "Y", 5, None, 3), DAG, 5, "5 are too few: nothing separates X and its neighbor Y, so each of the 3 proper subsets is tried for Y alone."),
    (s.LemmaCost("X", 2, 3, ("T",), (1,)), DAG, 7, "2 x 3 for the neighbors, and 1 for T, where the search stops early."),
    (s.ColliderGiven("Y", ("X", "T"), "Y"), DAG, {frozenset("XT")}, "X → Y ← T: the path is open as soon as Y is given."),
    (s.ColliderGiven("X", ("X", "T"), "Y"), DAG, {frozenset("XT")}, "X → Y ← T: the path is open as soon as Y is given, as it is beside X."),
    (s.Breaks("X", ("Y", "Z"), ("X",), None), DAG, frozenset(), "{X} holds X and separates Y and Z."),
    (s.Breaks("X", ("Z", "T"), ("X", "Y"), "Y"), DAG, frozenset(), "For X → Y ← T: {X, Y} holds X and Y, and separates Z and T."),
    (s.NotAsked("X", ("W", "T")), DAG, frozenset({frozenset("WT")}), "Condition 2 asks nothing about W and T."),
    (f.SetSeparates("A", "B", "C", ("D",), PATH), COLLIDER, None, "{D} does not separate A and B: the path A -> C <- B is open."),
    (f.SetSeparates("A", "B", "C", (), None), COLLIDER, None, "The empty set separates A and B, and C is not in it."),
    (f.SetSeparates("A", "B", "C", ("C",), None), Dag("A -> C -> B"), None, "{C} separates A and B, but C is in it, so the lemma says at once: no v-structure at C."),
    (f.NoneInside("A", ("C", "D"), ("B",), ("C",)), Dag("A -> B; C -> D"), {"C"}, "It is not inside the boundary of A, which is {B}: no set inside that separates C and D."),
]

FALSE = [
    (f.ToldApart("X", "T", ("Y",)), DAG, NONE),
    (f.ToldApart("X", "T", None), DAG, NONE),
    (f.ToldApart("X", "Y", ()), DAG, NONE),
    (f.ToldApart("X", "T", ()), DAG, {**NONE, "co_parents": frozenset("T")}),
    (f.InBoundary("X", "T", False), DAG, frozenset("T")),
    (f.InBoundary("X", "T", True), DAG, frozenset("T")),
    (f.InBoundary("X", "W", True), DAG, frozenset()),
    (f.InBoundary("X", "W", False), DAG, {"X": frozenset()}),
    (f.CommonChild("X", "Y", False), DAG, None),
    (f.CommonChild("X", "W", True), DAG, None),
    (f.PairsOfNeighbors("X", 2, 1, 1), DAG, {"pairs": 1}),
    (f.PairsOfNeighbors("X", 3, 3, 2), DAG, {"pairs": 2}),
    (f.BoundarySize("X", 3, 2), DAG, {"too_large": frozenset("X")}),
    (f.BoundarySize("X", 2, 2), DAG, {"too_large": frozenset("X")}),
    (f.BoundarySize("X", 3, 3), DAG, {"too_large": frozenset("X")}),
    (f.OfAnswer(("A", "B"), (Adjacent(("A", "B")),)), None, frozenset()),
    (s.OffBy("X", "T", 5, (), 3), DAG, 5),
    (s.OffBy("X", "Y", 9, None, 3), DAG, 9),
    (s.OffBy("X", "Y", 5, None, 4), DAG, 5),
    (s.OffBy("X", "T", 5, None, 1), DAG, 5),
    (s.OffBy("X", "T", 9, ("Z",), 3), DAG, 9),
    (s.LemmaCost("X", 2, 3, ("T",), (1,)), DAG, 8),
    (s.LemmaCost("X", 1, 3, ("T",), (1,)), DAG, 7),
    (s.LemmaCost("X", 2, 3, ("T",), (2,)), DAG, 7),
    (s.ColliderGiven("X", ("X", "T"), "Y"), DAG, set()),
    (s.ColliderGiven("X", ("X", "T"), "Z"), DAG, {frozenset("XT")}),
    (s.ColliderGiven("T", ("X", "T"), "Z"), DAG, {frozenset("XT")}),
    (s.Breaks("X", ("Y", "Z"), ("X",), None), DAG, frozenset({frozenset("YZ")})),
    (s.Breaks("X", ("Y", "Z"), (), None), DAG, frozenset()),
    (s.Breaks("X", ("Y", "Z"), ("X", "W"), None), DAG, frozenset()),
    (s.Breaks("X", ("Z", "T"), ("X",), "Y"), DAG, frozenset()),
    (s.NotAsked("X", ("Z", "T")), DAG, frozenset({frozenset("ZT")})),
    (s.NotAsked("X", ("W", "T")), DAG, frozenset()),
    (f.SetSeparates("A", "B", "C", ("D",), None), COLLIDER, None),
    (f.SetSeparates("A", "B", "C", (), PATH), COLLIDER, None),
    (f.SetSeparates("A", "B", "C", (), all_paths(COLLIDER, "A", "B").paths[0]), COLLIDER, None),
    (f.NoneInside("A", ("C", "B"), ("C", "B"), ("C",)), COLLIDER, {"C"}),
    (f.NoneInside("A", ("D", "B"), ("C", "B"), ("D",)), COLLIDER, {"D"}),
]
# fmt: on


@pytest.mark.parametrize(("fact", "dag", "answer", "sentence"), TRUE)
def test_what_is_true_is_said_and_holds(fact, dag, answer, sentence):
    assert fact.say() == sentence
    assert holds(fact, Case(dag, answer))


@pytest.mark.parametrize(("fact", "dag", "answer"), FALSE)
def test_what_is_false_does_not_hold(fact, dag, answer):
    assert not holds(fact, Case(dag, answer))
