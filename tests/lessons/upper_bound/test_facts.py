"""What is counted, found and ranked again in sentences on bounds: each can be false."""

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount
from marvel_widgets.lessons.upper_bound import facts as f
from tests.truths import Case, holds

CHAIN = Dag("A -> B -> C -> D")  # p = 4, in-degree 1, degree and largest boundary 2

TRUE = [
    (Amount("outside", (1, 3), 0), 0),
    (f.SizesOf("B", 2, 0, 2), None),
    (f.ProperToo(3, 9, 12), None),
    (f.Grows(4, 1, 5, 34, 34.4 / 5.8), None),
    (f.ShareOf(4, 2, 4, 34, 400 / 34.4), None),
    (f.OneEffect(3, 2, 4, 25), None),
]
FALSE = [
    (Amount("outside", (1, 3), 2), 2),
    (Amount("outside", (1, 3), 0), 4),
    (f.SizesOf("B", 1, 1, 2), None),
    (f.ProperToo(3, 12, 12), None),
    (f.Grows(4, 1, 5, 34, 6.5), None),
    (f.ShareOf(4, 2, 8, 34, 800 / 34.4), None),
    (f.OneEffect(3, 2, 9, 25), None),
]


@pytest.mark.parametrize(("fact", "answer"), TRUE)
def test_what_is_true_holds(fact, answer):
    assert holds(fact, Case(CHAIN, answer))


@pytest.mark.parametrize(("fact", "answer"), FALSE)
def test_what_is_false_does_not_hold(fact, answer):
    assert not holds(fact, Case(CHAIN, answer))
