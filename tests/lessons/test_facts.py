"""Facts on lemmas, the proof and removable variables: the sentence of each, and where it is false.

Each sentence stands here in both polarities.
"""

# ruff: noqa: E501, a sentence is one line

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.lemmas import exercises as lemmas
from marvel_widgets.lessons.proof import exercises as proof
from marvel_widgets.lessons.removability import exercises as removability
from marvel_widgets.lessons.removability import view
from marvel_widgets.lessons.separation.facts import Adjacent
from marvel_widgets.theory.removability_proof import judged_path
from tests.truths import Case, holds

# the boundary of X is Y, Z and T: T is its co-parent by Y
DAG = Dag("X -> Y <- T; X -> Z; Y -> W")
COLLIDER = Dag("A -> C <- B; C -> D")
PATH = open_path(COLLIDER, "A", "B", ["D"])
NONE = {"neighbors": frozenset(), "co-parents": frozenset()}

LONG = Dag("A -> B -> C -> D")
# the proof leaves X out of A -> B <- X -> C, and B as well where B is given
SHORT = Dag("X -> B <- A; B -> C; X -> C; A -> C; C -> D")
OPEN, BLOCKED = judged_path(LONG, "ABC"), judged_path(LONG, "ABC", "B")
WHOLE, AFTER = judged_path(SHORT, "ABXC", "B"), judged_path(SHORT.without("X"), "ABC", "B")
TEXTBOOK = Dag("A -> C <- D -> B; C -> B")

CHAIN = Dag("A -> B -> C")
TRAP = Dag("X -> Y <- T; Y -> Z; X -> Z; T -> U")
FULL = Dag("X -> Y <- T; Y -> Z; X -> Z; T -> Z")
DIAMOND = Dag("A -> B -> D <- C <- A")
APART = view.NeighborsAtChild("B", "C", ("A",), False)
ARROW = view.MissingArrow("X", "Y", ("T", "Z"))

# fmt: off
# fact, graph, answer, sentence
TRUE = [
    (removability.Removable("B", False, ("C",), (APART,)), CHAIN, None, f"B is not removable: {APART.say()}"),
    (removability.Removable("A", True, ("B",)), CHAIN, None, "A is removable: both conditions hold at its child B."),
    (removability.Removable("C", True, ()), CHAIN, None, "C is removable: it has no children."),
    (removability.Changes("B", ("A", "C"), ()), CHAIN, None, "Without B, A and C are separated given nothing; with B they are not."),
    (removability.SameWithout("Y", ("T", "X"), (), None), TRAP, None, "T and X are separated given nothing, with Y as without it."),
    (removability.SameWithout("Z", ("T", "X"), ("Y",), open_path(TRAP, "T", "X", ["Y"])), TRAP, None, "T and X are not separated given {Y}, and this stays so without Z: the path T → Y ← X is open and does not visit Z."),
    (removability.SameWithout("B", ("A", "D"), (), open_path(DIAMOND, "A", "D", ["B"])), DIAMOND, None, "A and D are not separated given nothing, and this stays so without B: the path A → C → D is open and does not visit B."),
    (removability.AtChild("B", "C", 1, False, (APART,)), CHAIN, None, f"Condition 1 fails at C: {APART.say()}"),
    (removability.AtChild("X", "Z", 2, False, (ARROW,)), TRAP, None, f"Condition 2 fails at Z: {ARROW.say()}"),
    (APART, CHAIN, None, "A is a neighbor of B, and no edge joins A to C."),
    (view.NeighborsAtChild("X", "Z", ("Y",), True), TRAP, None, "Y is a neighbor of Z."),
    (view.NeighborsAtChild("A", "B", (), True), CHAIN, None, "B is the only neighbor of A: nothing to check."),
    (view.ParentsAtChild("X", "Y", (), ()), TRAP, None, "No child of X is a parent of Y: nothing to check."),
    (view.ParentsAtChild("X", "Z", ("Y",), (("X", "T"),)), FULL, None, "The parents of Y {X, T} are parents of Z."),
    (ARROW, TRAP, None, "T is a parent of Y, a child of X and parent of Z; T → Z is missing."),
    (removability.NothingAsks("X", ("T", "U"), None), TRAP, None, "Nothing asks for an edge between T and U: the conditions join others to a child of X, and neither T nor U is one."),
    (removability.NothingAsks("X", ("Y", "U"), "Y"), TRAP, None, "Nothing asks for an edge between Y and U: U is no neighbor of X, and no parent of a child of X that is a parent of Y."),
    (removability.Without(("A",), (removability.Removable("B", True, ("C",)),)), CHAIN, None, "After A has left, B is removable: both conditions hold at its child C."),
    (removability.With((("A", "C"),), (removability.Removable("B", True, ("C",)),)), CHAIN, None, "With A → C, B is removable: both conditions hold at its child C."),
    (removability.With((), (APART,)), CHAIN, None, "With nothing added, A is a neighbor of B, and no edge joins A to C."),
    (removability.Cycle((("C", "A"),)), CHAIN, None, "With C → A there is a cycle: no DAG any more."),
    (removability.Repairs("B", 1, 1), CHAIN, frozenset({("A", "C")}), "Then both conditions hold for B, and fewer arrows do not suffice."),
    (removability.Repairs("A", 1, 0), CHAIN, frozenset({("A", "C")}), "A is removable then, but 0 will do, and you add 1."),
    (removability.RemovableInTurn(), CHAIN, ("A", "B", "C"), "Each of them is removable in what is left when its turn comes."),
    (removability.BeginsWith("A"), CHAIN, ("B", "A", "C"), "The order has to begin with A."),
    (removability.Kin("B", "child", "A", True), CHAIN, None, "B is a child of A."),
    (removability.Kin("C", "child", "A", False), CHAIN, None, "C is no child of A."),
    (removability.Kin("A", "neighbor", "A", False), CHAIN, None, "A is no neighbor of itself."),
    (removability.Leaves("B"), CHAIN, {"pair": frozenset("BC")}, "B leaves."),
    (removability.Leaves("A", ("A",)), CHAIN, frozenset("AB"), "A has left."),
    (removability.InPairAndSet("A", ("A", "C")), CHAIN, {"pair": frozenset("AC"), "given": frozenset("A")}, "A is in the pair and in the set."),
    (lemmas.ToldApart("X", "T", ()), DAG, NONE, "T is independent of X given {}, so it is a co-parent."),
    (lemmas.ToldApart("X", "Y", None), DAG, NONE, "No listed set makes Y independent of X, so it is a neighbor."),
    (lemmas.InBoundary("X", "T", True), DAG, frozenset("Y"), "T is in the Markov boundary of X."),
    (lemmas.InBoundary("X", "W", False), DAG, {"X": frozenset("W")}, "W is not in the Markov boundary of X."),
    (lemmas.InBoundary("X", "X", False), DAG, frozenset({("X", "Y")}), "X is not in its own boundary."),
    (lemmas.CommonChild("X", "Y", True), DAG, None, "Y is a child of X and of a co-parent: look at the arrows into it."),
    (lemmas.CommonChild("X", "Z", False), DAG, None, "Z is not a child of X and of a co-parent: look at the arrows into it."),
    (lemmas.PairsOfNeighbors("X", 2, 1, 2), DAG, {"pairs": 2}, "2 neighbors make 1 pair, not 2."),
    (lemmas.BoundarySize("X", 3, 2), DAG, {"too large": frozenset()}, "The boundary of X has 3 members, the maximum in-degree is 2."),
    (lemmas.BoundarySize("W", 1, 2), DAG, {"too large": frozenset("W")}, "The boundary of W has 1 member, the maximum in-degree is 2."),
    (lemmas.OfAnswer(("A", "B"), (Adjacent(("A", "B")),)), Dag("A -> B"), frozenset({("B", "A")}), "An edge joins A and B."),
    (lemmas.OffBy("X", "T", 9, (), 3), DAG, 9, "9 are too many: {} separates X and T, so no later set is tried."),
    (lemmas.OffBy("X", "Y", 5, None, 3), DAG, 5, "5 are too few: nothing separates X and its neighbor Y, so each of the 3 proper subsets is tried for Y alone."),
    (lemmas.LemmaCost("X", 2, 3, ("T",), (1,)), DAG, 7, "2 x 3 for the neighbors, and 1 for T, where the search stops early."),
    (lemmas.ColliderGiven("Y", ("X", "T"), "Y"), DAG, {frozenset("XT")}, "X → Y ← T: the path is open as soon as Y is given."),
    (lemmas.ColliderGiven("X", ("X", "T"), "Y"), DAG, {frozenset("XT")}, "X → Y ← T: the path is open as soon as Y is given, as it is beside X."),
    (lemmas.Breaks("X", ("Y", "Z"), ("X",), None), DAG, frozenset(), "{X} holds X and separates Y and Z."),
    (lemmas.Breaks("X", ("Z", "T"), ("X", "Y"), "Y"), DAG, frozenset(), "For X → Y ← T: {X, Y} holds X and Y, and separates Z and T."),
    (lemmas.NotAsked("X", ("W", "T")), DAG, frozenset({frozenset("WT")}), "Condition 2 asks nothing about W and T."),
    (lemmas.SetSeparates("A", "B", "C", ("D",), PATH), COLLIDER, None, "{D} does not separate A and B: the path A -> C <- B is open."),
    (lemmas.SetSeparates("A", "B", "C", (), None), COLLIDER, None, "The empty set separates A and B, and C is not in it."),
    (lemmas.SetSeparates("A", "B", "C", ("C",), None), Dag("A -> C -> B"), None, "{C} separates A and B, but C is in it, so the lemma says at once: no v-structure at C."),
    (lemmas.NoneInside("A", ("C", "D"), ("B",), ("C",)), Dag("A -> B; C -> D"), {"C"}, "It is not inside the boundary of A, which is {B}: no set inside that separates C and D."),
    (proof.JudgedPath(OPEN, ()), LONG, None, "A → B → C is open: chain B is not given."),
    (proof.JudgedPath(BLOCKED, ("B",), "B"), LONG, None, "B blocks A → B → C: chain B is given."),
    (proof.JudgedPath(OPEN, (), "B"), LONG, None, "B does not block A → B → C: chain B is not given."),
    (proof.InPlace("In H, ", "X", proof.JudgedPath(AFTER, ("B",), "B")), SHORT, None, "In H, B blocks A → B → C: chain B is given."),
    (proof.NotOn("D", OPEN, False), LONG, frozenset("D"), "D is not on P."),
    (proof.NotOn("A", OPEN, True), LONG, frozenset("A"), "A is no inner vertex of A → B → C."),
    (proof.OtherPath(WHOLE, "X", ("B",)), SHORT, frozenset("ABC"), "It is not the path that the proof makes."),
    (proof.LeftOut(WHOLE, "X", "B", ("B",)), SHORT, None, "X goes, by Condition 1; then B, which S holds, by Condition 2."),
    (proof.Opener("C", "B", ("C",), (), True), LONG, {"T": frozenset()}, "C is in S, and B leads down to it: it opens B."),
    (proof.Opener("C", "B", (), ("C",), True), LONG, {"T": frozenset()}, "C is an end of P, and B leads down to it: it opens B."),
    (proof.Opener("A", "B", ("A",), (), False), LONG, {"T": frozenset("A")}, "B does not lead down to A, so A does not open it."),
    (proof.Opener("D", "B", ("A",), (), False), LONG, {"T": frozenset("D")}, "D is neither in S nor an end of P."),
    (proof.TakesPlace("B", "A", ("C",), ("C",)), LONG, {"W": frozenset()}, "B is a child of A too, and at or below it is C: P' would be open."),
    (proof.TakesPlace("B", "A", (), ()), LONG, {"W": frozenset("B")}, "B would be a collider of P', and neither B nor a descendant of it is among {}: P' would be blocked."),
    (proof.NoOpenPathOn("A", "D", ("A", "B", "D"), ()), LONG, {"path": frozenset("ABD")}, "No path on exactly {A, B, D} is open in G given nothing."),
    (proof.NoOpenPathOn("A", "C", ("A", "B", "C"), ("B",)), LONG, {"path": frozenset("ABC")}, "No path on exactly {A, B, C} is open in G given {B}."),
]

FALSE = [  # what no other case makes false
    (lemmas.PairsOfNeighbors("X", 2, 1, 1), DAG, {"pairs": 1}),
    (lemmas.PairsOfNeighbors("X", 3, 3, 2), DAG, {"pairs": 2}),
    (proof.JudgedPath(judged_path(TEXTBOOK, "ACDB", (), "textbook"), (), "C"), TEXTBOOK, None),
    (proof.OtherPath(WHOLE, "X", ("B",)), SHORT, frozenset("AC")),
    (proof.OtherPath(WHOLE, "X", ()), SHORT, frozenset("ABC")),
    (removability.Leaves("X"), SHORT, frozenset("AB")),
    (removability.SameWithout("Z", ("T", "X"), (), open_path(TRAP, "T", "X", ["Y"])), TRAP, None),
    (removability.SameWithout("B", ("A", "D"), (), open_path(DIAMOND, "A", "D", ["C"])), DIAMOND, None),
    (view.ParentsAtChild("X", "Z", ("Y",), (("X",),)), FULL, None),
    (removability.NothingAsks("X", ("Y", "U"), None), TRAP, None),
    (removability.NothingAsks("X", ("T", "U"), "T"), TRAP, None),
    (removability.Removable("B", False, ("C",), (ARROW,)), CHAIN, None),
    (removability.Cycle((("A", "C"),)), CHAIN, None),
]
# fmt: on


@pytest.mark.parametrize(("fact", "dag", "answer", "sentence"), TRUE)
def test_what_is_true_is_said_and_holds(fact, dag, answer, sentence):
    assert fact.say() == sentence
    assert holds(fact, Case(dag, answer))


@pytest.mark.parametrize(("fact", "dag", "answer"), FALSE)
def test_what_is_false_does_not_hold(fact, dag, answer):
    assert not holds(fact, Case(dag, answer))


def pairs_of(role, fact):
    for _, value in (own for own in fact.own_roles() if own[0] == role):
        yield from [value] if all(isinstance(part, str) for part in value) and value else value


def test_edges_are_there_and_missing_ones_are_not():
    shown = {"subject": "B", "place": "C", "missing": (("A", "C"),)}
    assert dict(APART.own_roles()) == shown
    for fact, dag, *_ in TRUE:
        joined = {frozenset(edge) for edge in dag.edges}
        assert {frozenset(pair) for pair in pairs_of("missing", fact)}.isdisjoint(joined), fact
        if not isinstance(fact, removability.Without | removability.With | removability.Cycle):
            assert {frozenset(pair) for pair in pairs_of("edge", fact)} <= joined, fact
