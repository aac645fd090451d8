"""What facts of notebook 07 say, some of them in both polarities, and that they can be false."""

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.orientation.facts import LeavesClass, MeekAdds, PartOfV
from marvel_widgets.lessons.orientation.facts_printed import NotKept
from tests.truths import Case, holds

COLLIDER = Dag("A -> C <- B; C -> D")
CHAIN = Dag("A -> B -> C")
TURNED = (("B", "A"), ("B", "C"))

SAID = [
    (PartOfV(("A", "C"), True), COLLIDER,
     "A → C is part of a v-structure, so line 20 has it already."),
    (PartOfV(("C", "D"), False), COLLIDER, "C → D is in no v-structure of the graph."),
    (MeekAdds((("R1", "C", "D"),)), COLLIDER, "Meek's rules add C → D by R1."),
    (MeekAdds(()), CHAIN, "No rule of Meek fits after that."),
    (LeavesClass((("A", "B"), ("C", "B")), ("B", "C"), "new", ("A", "B", "C")), CHAIN,
     "Not B → C: with it turned round, it has the v-structure A → B ← C, which is not here."),
    (NotKept(("A", "B"), drawn=False), CHAIN, "No line draws A → B."),
    (NotKept(("B", "A")), CHAIN,
     "B → A is in no pair that line 20 keeps: an edge joins B to the others."),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "dag", "text"), SAID)
def test_what_is_said_and_true(fact, dag, text):
    assert fact.say() == text
    assert holds(fact, Case(dag))


FALSE = [
    (PartOfV(("A", "C"), False), COLLIDER),
    (PartOfV(("C", "D"), True), COLLIDER),
    (PartOfV(("C", "A"), True), COLLIDER),
    (MeekAdds(()), COLLIDER),
    (MeekAdds((("R2", "C", "D"),)), COLLIDER),
    (LeavesClass(TURNED, ("A", "B"), "new", ("A", "B", "C")), CHAIN),
    (NotKept(("B", "A"), drawn=False), CHAIN),
    (NotKept(("A", "B")), CHAIN),
    (NotKept(("B", "A"), ("A", "B", "C")), CHAIN),
]


@pytest.mark.parametrize(("fact", "dag"), FALSE)
def test_what_is_false_does_not_hold(fact, dag):
    assert not holds(fact, Case(dag))
