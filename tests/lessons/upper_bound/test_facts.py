"""What is counted, found and ranked again in sentences on bounds: each can be false."""

import pytest

from marvel_widgets.assessment.facts import Case
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount
from marvel_widgets.lessons.upper_bound.amounts import Found, Ranking

CHAIN = Dag("A -> B -> C -> D")  # p = 4, in-degree 1, degree and largest boundary 2
ASKED = ("B is removable and leaves.",)
ROWS = ("MARVEL", "CS")
TURNED = Case(CHAIN, {"order": ("PC", "CS", "GS", "MARVEL", "LOWER")})

TRUE = [
    (Amount("outside", (0, 3, "neighbors"), 7), {"neighbors": 7}),
    (Amount("outside", (1, 3), 0), 0),
    (Amount("not_worst", (5, 0), 160), None),
    (Amount("fits", (2,), True), None),
    (Amount("fits", (3,), False), None),
    (Ranking("row", ROWS[::-1], (64, 24)), TURNED.answer),
    (Found("leaves", (), ("B",)), None),
    (Found("neighbors", ("B",), ("A", "C"), "{}"), None),
    (Found("both", ("B", "A", "C"), ("A", "C")), None),
    (Found("not_both", ("B", "A", "D"), ("A", "D")), None),
]
FALSE = [
    (Amount("outside", (0, 3, "neighbors"), 2), {"neighbors": 2}),
    (Amount("outside", (0, 3, "neighbors"), 7), {"neighbors": 8}),
    (Amount("not_worst", (5, 0), 161), None),
    (Amount("not_worst", (3, 2), 248), None),
    (Amount("fits", (3,), True), None),
    (Found("leaves", (), ("A",)), None),
    (Found("neighbors", ("B",), ("A",), "{}"), None),
    (Found("both", ("B", "A", "D"), ("A", "D")), None),
    (Found("not_both", ("B", "A", "C"), ("A", "C")), None),
    (Ranking("row", ROWS[::-1], (64, 25)), TURNED.answer),
    (Ranking("row", ROWS, (24, 64)), TURNED.answer),
    (Ranking("row", ROWS[::-1], (64, 24)), {"order": ("MARVEL", "CS")}),
]


@pytest.mark.parametrize(("fact", "answer"), TRUE)
def test_what_is_true_holds(fact, answer):
    assert fact.holds(Case(CHAIN, answer, {"in-degree": 2}, ASKED))


@pytest.mark.parametrize(("fact", "answer"), FALSE)
def test_what_is_false_does_not_hold(fact, answer):
    assert not fact.holds(Case(CHAIN, answer, {"in-degree": 2}, ASKED))
