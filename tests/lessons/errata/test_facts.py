"""What facts of notebook E say, in both polarities, and that they can be false."""

import pytest

from marvel_widgets.assessment.facts import Case
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.witness import all_paths, open_path
from marvel_widgets.lessons.errata.facts import (
    BoundaryNow,
    InLineFifteen,
    NoneInside,
    RunInOrder,
    SetSeparates,
    SharedChildren,
    TakenBoundary,
)
from marvel_widgets.lessons.errata.facts_counts import (
    AskedTwice,
    RunAndBounds,
    Triples,
    TwoSearches,
)

COLLIDER = Dag("A -> C <- B; C -> D")
PATH = open_path(COLLIDER, "A", "B", ["D"])
WIDE = Dag("A -> {E Y}; B -> {E Y}; E -> Y")
PRINTED = Dag("{A B C D}; A -> C; B -> {C D}; C -> D")
ORDER = RunInOrder(tuple("ABCD"), tuple("ABCD"), (("D", "B"), ("D", "C")), (("A", "C"), ("D", "C")))

SAID = [
    (COLLIDER, SetSeparates("A", "B", "C", ("D",), PATH), None,
     "{D} does not separate A and B: the path A -> C <- B is open."),
    (COLLIDER, SetSeparates("A", "B", "C", (), None, 3), None,
     "Set 3 separates A and B, and C is not in it."),
    (Dag("A -> C -> B"), SetSeparates("A", "B", "C", ("C",), None), None,
     "{C} separates A and B, but C is in it, so the lemma says at once: no v-structure at C."),
    (Dag("A -> B; C -> D"), NoneInside("A", ("C", "D"), ("B",), ("C",)), {"C"},
     "It is not inside the boundary of A, which is {B}: no set inside that separates C and D."),
    (COLLIDER, SharedChildren("B", "A", ("C",), (), True), set(),
     "B is missing: C, a common child with A, is still there."),
    (COLLIDER, SharedChildren("B", "A", ("C",), ("C",), False), {"B"},
     "B shared C with A, which has left."),
    (COLLIDER, SharedChildren("D", "A", (), (), False), {"D"}, "D and A have no common child."),
    (COLLIDER, BoundaryNow("A", (), ("C",), ("C", "B")), None,
     "The boundary of A is now C and B; of these, C is a neighbor."),
    (COLLIDER, BoundaryNow("C", ("D",), ("A", "B"), ("A", "B")), None,
     "The boundary of C is now A and B; of these, A and B are neighbors."),
    (PRINTED, ORDER, {"order": tuple("ABCD")},
     "With this order the variables leave as A, B, C, D, and line 13 draws D → B and D → C: line "
     "20 reads false v-structures with the arrows A → C and D → C."),
    (Dag("A -> B"), RunInOrder(("A", "B"), ("A", "B"), (("B", "A"),), ()), {"order": ("A", "B")},
     "With this order the variables leave as A, B, and line 20 reads nothing false."),
    (COLLIDER, InLineFifteen("B", "A", ("A", "C"), "D", "co-parent"), set(),
     "B is missing: it is a co-parent of A, whose boundary line 15 takes."),
    (COLLIDER, InLineFifteen("C", "A", ("A", "B"), "D", "neighbor"), set(),
     "C is missing: it is a neighbor of A, whose boundary line 15 takes."),
    (COLLIDER, InLineFifteen("D", "A", ("A", "C"), "D", ""), {"D"},
     "D is the one that leaves, so not given."),
    (COLLIDER, InLineFifteen("C", "A", ("A", "C"), "D", ""), {"C"},
     "C is one of the pair, so not given."),
    (COLLIDER, InLineFifteen("D", "A", ("A", "C"), "B", ""), {"D"},
     "D is not in the boundary of A, which line 15 takes."),
    (COLLIDER, TakenBoundary("A", "C", (2, 3), ("A", "C"), "D", False), {"B"},
     "The boundary of A has 2 variables, that of C 3. Given it without D, A and C, they stay "
     "together."),
    (COLLIDER, TakenBoundary("A", "B", (2, 2), ("A", "B"), "C", True), set(),
     "The boundary of A has 2 variables, that of B 2. Given it without C, A and B, they part."),
    (COLLIDER, TwoSearches("A", ("C", "B"), (2, 1)), None,
     "For C, a neighbor, all 2 subsets are tried, 1 of them proper; for B, a co-parent, test "
     "number 1 separates."),
    (WIDE, Triples("A", ("Y", "B", "E"), 2, 1), None,
     "There are 2 triples, the first Y = Y, T = B, Z = E, with 1 set each."),
    (Dag("A -> {E Y Z}; B -> {E Y}; E -> Y"), Triples("A", ("Y", "B", "Z"), 4, 2, 1), None,
     "There are 4 triples, the first Y = Y, T = B, Z = Z, with 2 sets each. Of these 8 tests, 1 "
     "ask what was asked before."),
    (Dag("A -> {E Y Z}; B -> {E Y}; E -> Y"), AskedTwice("A", ("Z", "B"), ("Y", "E")), None,
     "Z and B are tested given A, E and Y for Y = Y, and once more for Y = E."),
    (Dag("A -> B"), RunAndBounds(2, 1, (2.9, 1), (1, 0, 0)), None,
     "With p = 2 and in-degree 1 the upper bound is 2.9, the lower bound 1. The run performs 1 "
     "tests, 0 of them after the boundaries, and these are 0 different ones."),
]  # fmt: skip


@pytest.mark.parametrize(("dag", "fact", "answer", "text"), SAID)
def test_what_is_said_and_true(dag, fact, answer, text):
    assert fact.say() == text
    assert fact.holds(Case(dag, answer))


FALSE = [
    (COLLIDER, SetSeparates("A", "B", "C", ("D",), None), None),
    (COLLIDER, SetSeparates("A", "B", "C", (), PATH), None),
    (COLLIDER, SetSeparates("A", "B", "C", (), all_paths(COLLIDER, "A", "B").paths[0]), None),
    (COLLIDER, NoneInside("A", ("C", "B"), ("C", "B"), ("C",)), {"C"}),
    (COLLIDER, NoneInside("A", ("D", "B"), ("C", "B"), ("D",)), {"D"}),
    (COLLIDER, SharedChildren("B", "A", ("C",), ("C",), True), set()),
    (COLLIDER, SharedChildren("B", "A", ("C",), (), False), {"B"}),
    (COLLIDER, SharedChildren("B", "A", ("C",), (), True), {"B"}),
    (COLLIDER, SharedChildren("B", "A", (), (), False), {"B"}),
    (COLLIDER, BoundaryNow("A", ("D",), ("C",), ("C",)), None),
    (COLLIDER, BoundaryNow("A", (), ("C", "B"), ("C", "B")), None),
    (PRINTED, ORDER, {"order": tuple("BACD")}),
    (PRINTED, RunInOrder(ORDER.order, ORDER.removed, ORDER.drawn, ()), {"order": tuple("ABCD")}),
    (PRINTED, RunInOrder(ORDER.order, ORDER.removed, (), ORDER.false), {"order": tuple("ABCD")}),
    (COLLIDER, InLineFifteen("B", "A", ("A", "C"), "D", "neighbor"), set()),
    (COLLIDER, InLineFifteen("B", "C", ("A", "C"), "D", "co-parent"), set()),
    (COLLIDER, InLineFifteen("B", "A", ("A", "C"), "D", "co-parent"), {"B"}),
    (COLLIDER, InLineFifteen("B", "A", ("A", "C"), "D", ""), {"B"}),
    (COLLIDER, TakenBoundary("A", "C", (2, 3), ("A", "C"), "D", True), {"B"}),
    (COLLIDER, TakenBoundary("A", "C", (3, 3), ("A", "C"), "D", False), {"B"}),
    (COLLIDER, TwoSearches("A", ("C", "B"), (2, 2)), None),
    (COLLIDER, TwoSearches("A", ("B", "C"), (1, 2)), None),
    (WIDE, Triples("A", ("Y", "E", "B"), 2, 1), None),
    (WIDE, Triples("A", ("Y", "B", "E"), 1, 2), None),
    (WIDE, Triples("A", ("Y", "B", "E"), 2, 1, 1), None),
    (WIDE, AskedTwice("A", ("E", "B"), ("Y", "E")), None),
    (WIDE, AskedTwice("A", ("E", "B"), ("Y", "Y")), None),
    (Dag("A -> B"), RunAndBounds(2, 1, (2.9, 1), (2, 0, 0)), None),
    (Dag("A -> B"), RunAndBounds(2, 1, (3.0, 1), (1, 0, 0)), None),
]


@pytest.mark.parametrize(("dag", "fact", "answer"), FALSE)
def test_what_is_false_does_not_hold(dag, fact, answer):
    assert not fact.holds(Case(dag, answer))
