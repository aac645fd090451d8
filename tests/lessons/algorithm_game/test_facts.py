"""Facts on MARVEL's rounds: the sentence of each in both polarities, and where it is false."""

# ruff: noqa: E501, a sentence is one line

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.algorithm_game import facts as f
from tests.truths import Case, holds

DAG = Dag("X -> Y <- T; X -> Z; Y -> W")
# pairs of neighbors of X in order: A - B passes (parents), A - C passes (an edge), A - D fails
VISITED = Dag("A -> X <- B; X -> {C D}; A -> C; E -> D")

# fmt: off
# fact, graph, answer, sentence
TRUE = [
    (f.ComesBefore("W", "X"), DAG, ("X", "W"), "W comes before X."),
    (f.ComesBefore("W", "Z"), DAG, {"order": ("Z", "W")}, "W comes before Z."),
    (f.BoundarySizes(("X", "W"), (3, 1)), DAG, None, "Boundary sizes: X 3 and W 1; ties by name."),
    (f.InLine("W", True), DAG, {"leaves": frozenset("W")}, "W is the first in the line that passes both conditions."),
    (f.InLine("Z", False), DAG, {"leaves": frozenset("Z")}, "Z is removable, but another one before it in the line is so as well."),
    (f.TwoNeighbors("X", ("Y", "Z")), DAG, frozenset(), "Y and Z are two neighbors of X."),
    (f.TwoNeighbors("X", ("Y", "Z")), DAG, {"asked": frozenset()}, "Y and Z are two neighbors of X."),
    (f.AtFirstVisit("X", (), ("A", "C"), "passed"), VISITED, {"asked": frozenset({frozenset("AC")})}, "A and C passed at the first visit, and a passed pair never fails later."),
    (f.AtFirstVisit("X", (), ("A", "D"), "failed"), VISITED, {"reused": frozenset({frozenset("AD")})}, "A and D failed at the first visit, and a failed pair may pass later."),
    (f.AtFirstVisit("X", (), ("B", "C"), "unasked"), VISITED, {"reused": frozenset({frozenset("BC")})}, "B and C were not decided at the first visit, which ended before them."),
]

FALSE = [
    (f.ComesBefore("X", "W"), DAG, ("W", "X")),
    (f.ComesBefore("W", "X"), DAG, ("W", "X")),
    (f.ComesBefore("Z", "W"), DAG, ("W", "Z")),
    (f.BoundarySizes(("X", "W"), (2, 1)), DAG, None),
    (f.InLine("Z", True), DAG, {"leaves": frozenset("Z")}),
    (f.InLine("W", False), DAG, {"leaves": frozenset("W")}),
    (f.InLine("X", False), DAG, {"leaves": frozenset("X")}),
    (f.InLine("W", True), DAG, {"leaves": frozenset("Z")}),
    (f.TwoNeighbors("X", ("Y", "T")), DAG, frozenset()),
    (f.TwoNeighbors("X", ("Y", "Z")), DAG, {"asked": frozenset({frozenset("YZ")})}),
    (f.AtFirstVisit("X", (), ("A", "C"), "unasked"), VISITED, {"reused": frozenset({frozenset("AC")})}),
    (f.AtFirstVisit("X", (), ("A", "C"), "passed"), VISITED, {"asked": frozenset()}),
    (f.AtFirstVisit("X", ("D",), ("B", "C"), "unasked"), VISITED, {"reused": frozenset({frozenset("BC")})}),
]
# fmt: on


@pytest.mark.parametrize(("fact", "dag", "answer", "sentence"), TRUE)
def test_what_is_true_is_said_and_holds(fact, dag, answer, sentence):
    assert fact.say() == sentence
    assert holds(fact, Case(dag, answer))


@pytest.mark.parametrize(("fact", "dag", "answer"), FALSE)
def test_what_is_false_does_not_hold(fact, dag, answer):
    assert not holds(fact, Case(dag, answer))
