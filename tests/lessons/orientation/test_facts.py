"""What facts of notebook 07 say, some of them in both polarities, and that they can be false."""

import pytest

from marvel_widgets.assessment.facts import Case
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.orientation.facts import GraphIs, LeavesClass, MeekAdds, PartOfV
from marvel_widgets.lessons.orientation.facts_printed import DrawnBy13, NotKept

COLLIDER = Dag("A -> C <- B; C -> D")
CHAIN = Dag("A -> B -> C")
TURNED = (("B", "A"), ("B", "C"))

SAID = [
    (PartOfV(("A", "C"), True), COLLIDER,
     "A → C is part of a v-structure, so line 20 has it already."),
    (PartOfV(("C", "D"), False), COLLIDER, "C → D is in no v-structure of the graph."),
    (MeekAdds((("R1", "C", "D"),)), COLLIDER, "Meek's rules add C → D by R1."),
    (MeekAdds(()), CHAIN, "No rule of Meek fits after that."),
    (LeavesClass((("A", "B"), ("C", "B")), (("B", "C"),), "new", ("A", "B", "C"), "turn"), CHAIN,
     "Not B → C: with it turned round, it has the v-structure A → B ← C, which is not here."),
    (DrawnBy13(("B", "A"), "wrong"), CHAIN,
     "A leaves before B, so line 13 draws B → A; the true graph has A → B."),
    (DrawnBy13(("A", "B"), "other way"), CHAIN, "A leaves before B, so line 13 draws B → A."),
    (NotKept(("A", "B"), drawn=False), CHAIN, "No line draws A → B."),
    (NotKept(("B", "A")), CHAIN,
     "B → A is in no pair that line 20 keeps: an edge joins B to the others."),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "dag", "text"), SAID)
def test_what_is_said_and_true(fact, dag, text):
    assert fact.say() == text
    assert fact.holds(Case(dag))


FALSE = [
    (PartOfV(("A", "C"), False), COLLIDER),
    (PartOfV(("C", "D"), True), COLLIDER),
    (PartOfV(("C", "A"), True), COLLIDER),
    (MeekAdds(()), COLLIDER),
    (MeekAdds((("R2", "C", "D"),)), COLLIDER),
    (LeavesClass(TURNED, (("A", "B"),), "new", ("A", "B", "C"), "turn"), CHAIN),
    (DrawnBy13(("B", "A"), "true"), CHAIN),
    (DrawnBy13(("B", "A"), "line 11"), CHAIN),
    (DrawnBy13(("B", "A"), "other way"), CHAIN),
    (DrawnBy13(("A", "B"), "wrong"), CHAIN),
    (DrawnBy13(("A", "C"), "other way"), CHAIN),
    (NotKept(("B", "A"), drawn=False), CHAIN),
    (NotKept(("A", "B")), CHAIN),
    (NotKept(("B", "A"), ("A", "B", "C")), CHAIN),
]


@pytest.mark.parametrize(("fact", "dag"), FALSE)
def test_what_is_false_does_not_hold(fact, dag):
    assert not fact.holds(Case(dag))


TRIANGLE = Dag("A -> B -> C; A -> C")
OTHER = (("B", "A"), ("B", "C"), ("A", "C"))  # A -> C <- B, whose ends are joined
TO_COLLIDER = (("A", "B"), ("C", "B"))
# A graph of the list, which the answer has wrong: equivalent and left out, or the opposite.
LISTED = [
    (GraphIs(2, OTHER, None, None), TRIANGLE, {1}, True),
    (GraphIs(2, OTHER, None, ("A", "C", "B")), TRIANGLE, {1}, True),
    (GraphIs(2, OTHER, None, None), TRIANGLE, {2}, False),  # the answer has it right
    (GraphIs(2, OTHER, None, ("A", "B", "C")), TRIANGLE, {1}, False),  # no arrows meet at B
    (GraphIs(2, COLLIDER.edges, None, None), COLLIDER, {1}, True),
    (GraphIs(2, COLLIDER.edges, None, ("A", "C", "B")), COLLIDER, {1}, False),  # not joined
    (GraphIs(2, TO_COLLIDER, None, None), CHAIN, {1}, False),  # not equivalent
    (GraphIs(2, (*TO_COLLIDER, ("A", "D"), ("D", "B")), None, ("A", "B", "D")), CHAIN, {1}, False),
    (GraphIs(2, TO_COLLIDER, "new", ("A", "B", "C")), CHAIN, {2}, True),
    (GraphIs(2, TO_COLLIDER, "new", ("A", "B", "C")), CHAIN, {1}, False),  # the answer has it right
    (GraphIs(2, TURNED, "new", ("A", "B", "C")), CHAIN, {2}, False),  # nothing is new
]


@pytest.mark.parametrize(("fact", "dag", "answer", "true"), LISTED)
def test_why_a_listed_graph_is_equivalent_or_not(fact, dag, answer, true):
    assert fact.holds(Case(dag, answer)) is true
