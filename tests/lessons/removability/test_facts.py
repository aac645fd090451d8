"""Facts on removable variables: the sentence of each in both polarities."""

# ruff: noqa: E501, a sentence is one line

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.removability import exercises as f
from marvel_widgets.lessons.removability import view
from tests.truths import Case, holds

CHAIN = Dag("A -> B -> C")
TRAP = Dag("X -> Y <- T; Y -> Z; X -> Z; T -> U")
FULL = Dag("X -> Y <- T; Y -> Z; X -> Z; T -> Z")
DIAMOND = Dag("A -> B -> D <- C <- A")
APART = f.view.NeighborsAtChild("B", "C", ("A",), False)
ARROW = f.view.MissingArrow("X", "Y", ("T", "Z"))

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
    (f.view.NeighborsAtChild("X", "Z", ("Y",), True), TRAP, None, "Y is a neighbor of Z."),
    (f.view.NeighborsAtChild("A", "B", (), True), CHAIN, None, "B is the only neighbor of A: nothing to check."),
    (view.ParentsAtChild("X", "Y", (), ()), TRAP, None, "No child of X is a parent of Y: nothing to check."),
    (view.ParentsAtChild("X", "Z", ("Y",), (("X", "T"),)), FULL, None, "The parents of Y {X, T} are parents of Z."),
    (ARROW, TRAP, None, "T is a parent of Y, a child of X and parent of Z; T → Z is missing."),
    (f.NothingAsks("X", ("T", "U"), None), TRAP, None, "Nothing asks for an edge between T and U: the conditions join others to a child of X, and neither T nor U is one."),
    (f.NothingAsks("X", ("Y", "U"), "Y"), TRAP, None, "Nothing asks for an edge between Y and U: U is no neighbor of X, and no parent of a child of X that is a parent of Y."),
    (f.Without(("A",), (f.Removable("B", True, ("C",)),)), CHAIN, None, "After A has left, B is removable: both conditions hold at its child C."),
    (f.With((("A", "C"),), (f.Removable("B", True, ("C",)),)), CHAIN, None, "With A → C, B is removable: both conditions hold at its child C."),
    (f.With((), (APART,)), CHAIN, None, "With nothing added, A is a neighbor of B, and no edge joins A to C."),
    (f.Cycle((("C", "A"),)), CHAIN, None, "With C → A there is a cycle: no DAG any more."),
    (f.Repairs("B", 1, 1), CHAIN, frozenset({("A", "C")}), "Then both conditions hold for B, and fewer arrows do not suffice."),
    (f.Repairs("A", 1, 0), CHAIN, frozenset({("A", "C")}), "A is removable then, but 0 will do, and you add 1."),
    (f.RemovableInTurn(), CHAIN, ("A", "B", "C"), "Each of them is removable in what is left when its turn comes."),
    (f.BeginsWith("A"), CHAIN, ("B", "A", "C"), "The order has to begin with A."),
    (f.Kin("B", "child", "A", True), CHAIN, None, "B is a child of A."),
    (f.Kin("C", "child", "A", False), CHAIN, None, "C is no child of A."),
    (f.Kin("A", "neighbor", "A", False), CHAIN, None, "A is no neighbor of itself."),
    (f.Leaves("B"), CHAIN, {"pair": frozenset("BC")}, "B leaves."),
    (f.Leaves("A", ("A",)), CHAIN, frozenset("AB"), "A has left."),
    (f.InPairAndSet("A", ("A", "C")), CHAIN, {"pair": frozenset("AC"), "given": frozenset("A")}, "A is in the pair and in the set."),
]

FALSE = [
    (f.SameWithout("Z", ("T", "X"), (), open_path(TRAP, "T", "X", ["Y"])), TRAP),
    (f.SameWithout("B", ("A", "D"), (), open_path(DIAMOND, "A", "D", ["C"])), DIAMOND),
    (view.ParentsAtChild("X", "Z", ("Y",), (("X",),)), FULL),
    (f.NothingAsks("X", ("Y", "U"), None), TRAP),
    (f.NothingAsks("X", ("T", "U"), "T"), TRAP),
    (f.Removable("B", False, ("C",), (ARROW,)), CHAIN),
    (f.Cycle((("A", "C"),)), CHAIN),
]
# fmt: on


@pytest.mark.parametrize(("fact", "dag", "answer", "sentence"), TRUE)
def test_what_is_true_is_said_and_holds(fact, dag, answer, sentence):
    assert fact.say() == sentence
    assert holds(fact, Case(dag, answer))


@pytest.mark.parametrize(("fact", "dag"), FALSE)
def test_what_is_false_does_not_hold(fact, dag):
    assert not holds(fact, Case(dag))


def pairs_of(role, fact):
    for _, value in (own for own in fact.own_roles() if own[0] == role):
        yield from [value] if all(isinstance(part, str) for part in value) and value else value


def test_edges_are_there_and_missing_ones_are_not():
    shown = {"subject": "B", "place": "C", "missing": (("A", "C"),)}
    assert dict(APART.own_roles()) == shown
    for fact, dag, *_ in TRUE:
        joined = {frozenset(edge) for edge in dag.edges}
        assert {frozenset(pair) for pair in pairs_of("missing", fact)}.isdisjoint(joined), fact
        if not isinstance(fact, f.Without | f.With | f.Cycle):
            assert {frozenset(pair) for pair in pairs_of("edge", fact)} <= joined, fact
