"""What is counted, found and ranked again in sentences on bounds: each can be false."""

import pytest

from marvel_widgets.assessment.facts import Case
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount
from marvel_widgets.lessons.upper_bound import facts as f
from marvel_widgets.lessons.upper_bound.amounts import Ranking

CHAIN = Dag("A -> B -> C -> D")  # p = 4, in-degree 1, degree and largest boundary 2
ROWS = ("MARVEL", "CS")
TURNED = Case(CHAIN, {"order": ("PC", "CS", "GS", "MARVEL", "LOWER")})

TRUE = [
    (Amount("outside", (0, 3, "neighbors"), 7), {"neighbors": 7}),
    (Amount("outside", (1, 3), 0), 0),
    (Amount("not_worst", (5, 0), 160), None),
    (Amount("fits", (2,), True), None),
    (Amount("fits", (3,), False), None),
    (Ranking("row", ROWS[::-1], (64, 24)), TURNED.answer),
    (f.NeighborPairs("B", 2, ("A", "C"), 1), None),
    (f.BothNeighbors("B", ("A", "C"), True), None),
    (f.BothNeighbors("B", ("A", "D"), False), None),
    (f.SizesOf("B", 2, 0, 2), None),
    (f.ProperToo(3, 9, 12), None),
    (f.RightOrder(16, 2), None),
    (f.WorstSplit(3, 2, 248, 3.0), {"neighbors": 3}),
    (f.Grows(4, 1, 5, 34, 34.4 / 5.8), None),
    (f.ShareOf(4, 2, 4, 34, 400 / 34.4), None),
    (f.OneEffect(3, 2, 4, 25), None),
    (f.BoundAtBoth(4, 1, 5, 2, 34), {"in-degree": 1}),
]
FALSE = [
    (Amount("outside", (0, 3, "neighbors"), 2), {"neighbors": 2}),
    (Amount("outside", (0, 3, "neighbors"), 7), {"neighbors": 8}),
    (Amount("not_worst", (5, 0), 161), None),
    (Amount("not_worst", (3, 2), 248), None),
    (Amount("fits", (3,), True), None),
    (Ranking("row", ROWS[::-1], (64, 25)), TURNED.answer),
    (Ranking("row", ROWS, (24, 64)), TURNED.answer),
    (Ranking("row", ROWS[::-1], (64, 24)), {"order": ("MARVEL", "CS")}),
    (f.NeighborPairs("B", 2, ("A", "C"), 2), None),
    (f.NeighborPairs("B", 1, ("A",), 0), None),
    (f.BothNeighbors("B", ("A", "D"), True), None),
    (f.BothNeighbors("B", ("A", "C"), False), None),
    (f.SizesOf("B", 1, 1, 2), None),
    (f.ProperToo(3, 12, 12), None),
    (f.RightOrder(16, 4), None),
    (f.WorstSplit(2, 3, 232, 3.0), {"neighbors": 2}),
    (f.WorstSplit(3, 2, 248, 3.5), {"neighbors": 3}),
    (f.Grows(4, 1, 5, 34, 6.5), None),
    (f.ShareOf(4, 2, 8, 34, 800 / 34.4), None),
    (f.OneEffect(3, 2, 9, 25), None),
    (f.BoundAtBoth(4, 1, 5, 2, 35), {"in-degree": 1}),
    (f.BoundAtBoth(4, 1, 5, 2, 34), {"in-degree": 0}),
]


@pytest.mark.parametrize(("number", "pairs", "true"), [(1, 3, True), (2, 6, True), (1, 6, False)])
def test_what_one_condition_costs(number, pairs, true):
    case = Case(None, None, {"neighbors": 3, "tests": 248})
    assert f.ConditionAlone(number, pairs, 3, 8, 1).holds(case) == true
    assert not f.ConditionAlone(number, pairs, 3, 4, 1).holds(case)
    assert not f.ConditionAlone(number, pairs, 3, 8, 2).holds(case)


@pytest.mark.parametrize(("fact", "answer"), TRUE)
def test_what_is_true_holds(fact, answer):
    assert fact.holds(Case(CHAIN, answer, {"in-degree": 2}))


@pytest.mark.parametrize(("fact", "answer"), FALSE)
def test_what_is_false_does_not_hold(fact, answer):
    assert not fact.holds(Case(CHAIN, answer, {"in-degree": 2}))
