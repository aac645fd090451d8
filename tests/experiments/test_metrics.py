"""Scores by hand, by adjacency matrices, and where there is nothing to divide by."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import (
    Dag,
    essential_graph,
    marvel,
    skeleton_scores,
    structural_hamming_distance,
)
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.experiments import directed_scores
from marvel_widgets.experiments.metrics import Scores
from tests import strategies
from tests.slices import some_of


@st.composite
def pairs_of_graphs(draw):
    one = draw(strategies.dags(min_size=2, max_size=7))
    other = draw(strategies.dags(min_size=len(one), max_size=len(one)))
    return one, other


def marks(graph):
    """What stands between each pair: none, a line, or an arrow one way or the other."""
    pdag = essential_graph(graph)
    table = {}
    for a, b in combinations(sorted(pdag.nodes), 2):
        if frozenset((a, b)) in pdag.undirected:
            table[a, b] = "-"
        elif (a, b) in pdag.directed:
            table[a, b] = ">"
        elif (b, a) in pdag.directed:
            table[a, b] = "<"
        else:
            table[a, b] = ""
    return table


def by_marks(learned, truth):
    """The metrics from the pairs, one by one."""
    pairs = list(zip(marks(learned).values(), marks(truth).values(), strict=True))
    skeleton = (
        sum(bool(a and b) for a, b in pairs),
        sum(bool(a and not b) for a, b in pairs),
        sum(bool(b and not a) for a, b in pairs),
    )
    arrows = (
        sum(a == b for a, b in pairs if b in "<>" and b),
        sum(a != b for a, b in pairs if a in "<>" and a),
        sum(a != b for a, b in pairs if b in "<>" and b),
    )
    return skeleton, arrows, sum(a != b for a, b in pairs)


def ours(learned, truth):
    found = skeleton_scores(learned, truth), directed_scores(learned, truth)
    counts = ((each.right, each.extra, each.missing) for each in found)
    return *counts, structural_hamming_distance(learned, truth)


@given(pairs_of_graphs())
def test_metrics_count_pairs(drawn):
    assert ours(*drawn) == by_marks(*drawn)


def test_by_hand():
    truth = Dag("A -> C <- B; C -> D")
    learned = Dag("A -> C <- B; D; A -> E", nodes="ABCDE")
    with pytest.raises(GraphError, match="only one of the graphs has 'E'"):
        skeleton_scores(learned, truth)
    learned = Dag("A -> C <- B; D -> A", nodes="ABCD")
    assert essential_graph(learned).undirected == {frozenset("AD")}
    assert skeleton_scores(learned, truth) == Scores(right=2, extra=1, missing=1)
    assert directed_scores(learned, truth) == Scores(right=2, extra=0, missing=1)
    assert structural_hamming_distance(learned, truth) == 2


@some_of(6, 10, name="most")
@given(st.data())
def test_the_truth_itself_is_perfect_in_every_form(most, data):
    dag = data.draw(strategies.dags(min_size=2, max_size=most))
    for form in (dag, essential_graph(dag), marvel(dag)):
        scores = skeleton_scores(form, dag)
        assert scores.precision == scores.recall == scores.f1 == 1
        assert structural_hamming_distance(form, dag) == 0


@pytest.mark.parametrize(
    ("scores", "precision", "recall", "f1"),
    [
        (Scores(0, 0, 0), 1, 1, 1),  # nothing there, nothing found
        (Scores(0, 0, 3), 1, 0, 0),  # nothing found: no claim is wrong
        (Scores(0, 3, 0), 0, 1, 0),  # nothing to find
        (Scores(0, 2, 3), 0, 0, 0),
        (Scores(2, 2, 0), 0.5, 1, 2 / 3),
    ],
)
def test_nothing_is_ever_divided_by_0(scores, precision, recall, f1):
    assert (scores.precision, scores.recall) == (precision, recall)
    assert scores.f1 == pytest.approx(f1)
