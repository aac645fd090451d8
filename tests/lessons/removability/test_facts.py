"""Facts on removable variables: the sentence of each in both polarities, and where it is false."""

# ruff: noqa: E501, a sentence is one line

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.removability import facts as f
from marvel_widgets.lessons.removability import facts_answers as a
from tests.truths import Case, holds

CHAIN = Dag("A -> B -> C")
TRAP = Dag("X -> Y <- T; Y -> Z; X -> Z; T -> U")
FULL = Dag("X -> Y <- T; Y -> Z; X -> Z; T -> Z")
DIAMOND = Dag("A -> B -> D <- C <- A")
APART = f.NeighborsAtChild("B", "C", ("A",), False)
ARROW = f.MissingArrow("X", "Y", ("T", "Z"))

# fact, graph, answer, sentence
# fmt: off
TRUE = [
    (f.Removable("B", False, ("C",), (APART,)), CHAIN, None, f"B is not removable: {APART.say()}"),
    (f.Removable("A", True, ("B",)), CHAIN, None, "A is removable: both conditions hold at its child B."),
    (f.Removable("C", True, ()), CHAIN, None, "C is removable: it has no children."),
    (f.Changes("B", ("A", "C"), ()), CHAIN, None, "Without B, A and C are separated given nothing; with B they are not."),
    (f.SameWithout("Y", ("T", "X"), (), None), TRAP, None, "T and X are separated given nothing, with Y as without it."),
    (f.SameWithout("Z", ("T", "X"), ("Y",), open_path(TRAP, "T", "X", ["Y"])), TRAP, None, "T and X are not separated given {Y}, and this stays so without Z: the path T → Y ← X is open and does not visit Z."),
    (f.SameWithout("B", ("A", "D"), (), open_path(DIAMOND, "A", "D", ["B"])), DIAMOND, None, "A and D are not separated given nothing, and this stays so without B: the path A → C → D is open and does not visit B."),
    (f.AtChild("B", "C", 1, False, (APART,)), CHAIN, None, f"Condition 1 fails at C: {APART.say()}"),
    (f.AtChild("X", "Z", 2, False, (ARROW,)), TRAP, None, f"Condition 2 fails at Z: {ARROW.say()}"),
    (APART, CHAIN, None, "A is a neighbor of B, and no edge joins A to C."),
    (f.NeighborsAtChild("X", "Z", ("Y",), True), TRAP, None, "Y is a neighbor of Z."),
    (f.NeighborsAtChild("A", "B", (), True), CHAIN, None, "B is the only neighbor of A: nothing to check."),
    (f.ParentsAtChild("X", "Y", (), ()), TRAP, None, "No child of X is a parent of Y: nothing to check."),
    (f.ParentsAtChild("X", "Z", ("Y",), (("X", "T"),)), FULL, None, "The parents of Y {X, T} are parents of Z."),
    (ARROW, TRAP, None, "T is a parent of Y, a child of X and parent of Z; T → Z is missing."),
    (f.NothingAsks("X", ("T", "U"), None), TRAP, None, "Nothing asks for an edge between T and U: the conditions join others to a child of X, and neither T nor U is one."),
    (f.NothingAsks("X", ("Y", "U"), "Y"), TRAP, None, "Nothing asks for an edge between Y and U: U is no neighbor of X, and no parent of a child of X that is a parent of Y."),
    (a.Without(("A",), (f.Removable("B", True, ("C",)),)), CHAIN, None, "After A has left, B is removable: both conditions hold at its child C."),
    (a.With((("A", "C"),), (f.Removable("B", True, ("C",)),)), CHAIN, None, "With A → C, B is removable: both conditions hold at its child C."),
    (a.With((), (APART,)), CHAIN, None, "With nothing added, A is a neighbor of B, and no edge joins A to C."),
    (a.Cycle((("C", "A"),)), CHAIN, None, "With C → A there is a cycle: no DAG any more."),
    (a.Repairs("B", 1, 1), CHAIN, frozenset({("A", "C")}), "Then both conditions hold for B, and fewer arrows do not suffice."),
    (a.Repairs("A", 1, 0), CHAIN, frozenset({("A", "C")}), "A is removable then, but 0 will do, and you add 1."),
    (a.RemovableInTurn(), CHAIN, ("A", "B", "C"), "Each of them is removable in what is left when its turn comes."),
    (a.BeginsWith("A"), CHAIN, ("B", "A", "C"), "The order has to begin with A."),
    (a.Kin("B", "child", "A", True), CHAIN, None, "B is a child of A."),
    (a.Kin("C", "child", "A", False), CHAIN, None, "C is no child of A."),
    (a.Kin("A", "neighbor", "A", False), CHAIN, None, "A is no neighbor of itself."),
    (a.Leaves("B"), CHAIN, {"pair": frozenset("BC")}, "B leaves."),
    (a.Leaves("A", ("A",)), CHAIN, frozenset("AB"), "A has left."),
    (a.InPairAndSet("A", ("A", "C")), CHAIN, {"pair": frozenset("AC"), "given": frozenset("A")}, "A is in the pair and in the set."),
]

FALSE = [
    (f.Removable("B", True, ("C",)), CHAIN, None),
    (f.Removable("A", True, ("C",)), CHAIN, None),
    (f.Removable("A", False, ("B",), (APART,)), CHAIN, None),
    (f.Removable("B", False, ("C",)), CHAIN, None),
    (f.Changes("A", ("B", "C"), ()), CHAIN, None),
    (f.Changes("Y", ("T", "X"), ()), TRAP, None),
    (f.SameWithout("B", ("A", "C"), (), None), CHAIN, None),
    (f.SameWithout("Z", ("T", "X"), (), open_path(TRAP, "T", "X", ["Y"])), TRAP, None),
    (f.SameWithout("U", ("T", "X"), ("Y",), None), TRAP, None),
    (f.SameWithout("B", ("A", "D"), (), open_path(DIAMOND, "A", "D", ["C"])), DIAMOND, None),
    (f.AtChild("X", "Z", 3, False, (ARROW,)), TRAP, None),
    (f.AtChild("B", "C", 1, True, ()), CHAIN, None),
    (f.AtChild("B", "A", 1, True, ()), CHAIN, None),
    (f.NeighborsAtChild("B", "C", ("A",), True), CHAIN, None),
    (f.NeighborsAtChild("B", "C", (), True), CHAIN, None),
    (f.NeighborsAtChild("X", "Z", ("Y",), False), TRAP, None),
    (f.ParentsAtChild("X", "Z", ("Y",), (("X", "T"),)), TRAP, None),
    (f.ParentsAtChild("X", "Z", ("Y",), (("X",),)), FULL, None),
    (f.ParentsAtChild("X", "Z", (), ()), TRAP, None),
    (ARROW, FULL, None),
    (f.MissingArrow("X", "Y", ("U", "Z")), TRAP, None),
    (f.MissingArrow("X", "Y", ("X", "Z")), TRAP, None),
    (f.NothingAsks("X", ("T", "Z"), "Z"), TRAP, None),
    (f.NothingAsks("B", ("A", "C"), "C"), CHAIN, None),
    (f.NothingAsks("X", ("Y", "U"), None), TRAP, None),
    (f.NothingAsks("X", ("T", "U"), "T"), TRAP, None),
    (f.NothingAsks("X", ("X", "U"), None), TRAP, None),
    (a.Without(("D",), ()), CHAIN, None),
    (a.Without(("A",), (f.Removable("B", False, ("C",), (APART,)),)), CHAIN, None),
    (a.With((("A", "C"),), (APART,)), CHAIN, None),
    (a.Cycle((("A", "C"),)), CHAIN, None),
    (a.Repairs("B", 1, 0), CHAIN, frozenset({("A", "C")})),
    (a.Repairs("B", 2, 1), CHAIN, frozenset({("A", "C")})),
    (a.Repairs("B", 0, 0), CHAIN, frozenset()),
    (a.RemovableInTurn(), CHAIN, ("B", "A", "C")),
    (a.BeginsWith("A"), CHAIN, ("A", "B", "C")),
    (a.Kin("B", "child", "A", False), CHAIN, None),
    (a.Kin("B", "child", "C", True), CHAIN, None),
    (a.Leaves("B"), CHAIN, {"pair": frozenset("AC")}),
    (a.Leaves("A", ("B",)), CHAIN, frozenset("AB")),
    (a.Leaves("B", ("B",)), CHAIN, frozenset("AB")),
    (a.InPairAndSet("A", ("A", "C")), CHAIN, {"pair": frozenset("BC"), "given": frozenset("A")}),
    (a.InPairAndSet("A", ("A", "C")), CHAIN, {"pair": frozenset("AC"), "given": frozenset("B")}),
    (a.InPairAndSet("B", ("A", "C")), CHAIN, {"S": frozenset("B")}),
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
    for fact, dag, *_ in TRUE:
        joined = {frozenset(edge) for edge in dag.edges}
        assert {frozenset(pair) for pair in pairs_of("missing", fact)}.isdisjoint(joined), fact
        if not isinstance(fact, a.Without | a.With | a.Cycle):
            assert {frozenset(pair) for pair in pairs_of("edge", fact)} <= joined, fact
