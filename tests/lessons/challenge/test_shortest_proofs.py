"""Shortest proofs: each leaves one class, and none is shorter, by other ways than they are made."""

from fractions import Fraction

import pytest

from marvel_widgets import Dag, essential_graph, record, shortest_proof
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.challenge.hidden import classes
from marvel_widgets.lessons.challenge.shortest_proofs import proofs
from marvel_widgets.theory.consistent_dags import all_dags
from tests import shortest_proofs as made
from tests.by_networkx import separated
from tests.slices import some_of

SUM = 1350


def as_mask(dag, proof):
    place = {s: i for i, s in enumerate(made.statements(len(dag)))}
    at = dag.nodes.index
    return sum(
        1 << place[(*sorted((at(x), at(y))), sum(1 << at(z) for z in given))]
        for x, y, given in proof
    )


@pytest.mark.parametrize("dag", [dag for dag in classes() if len(dag) > 1], ids=str)
def test_a_proof_leaves_one_class(dag):
    proof = shortest_proof(dag)
    mask, mine = as_mask(dag, proof), made.answers(dag)
    assert mask.bit_count() == len(proof)
    others = made.of_all_classes(len(dag)) - {mine}
    assert len(others) == {2: 1, 3: 10, 4: 184, 5: 8781}[len(dag)]
    assert all((mine ^ other) & mask for other in others)
    bits = [1 << i for i in range(mask.bit_length()) if mask >> i & 1]
    assert set(bits) <= {(mine ^ other) & mask for other in others}  # none can be left out


def weights(masks, tests):
    """Weights of the masks, of which no test meets more than 1 in all: their sum is a bound."""
    import numpy as np
    from scipy.optimize import linprog

    table = np.array([[mask >> i & 1 for mask in masks] for i in range(tests)])
    found = linprog(-np.ones(len(masks)), A_ub=table, b_ub=np.ones(tests))
    exact = [Fraction(max(0.0, w)).limit_denominator(2520) for w in found.x]
    heaviest = max(
        sum((w for w, mask in zip(exact, masks, strict=True) if mask >> i & 1), Fraction(0))
        for i in range(tests)
    )
    return [w / max(heaviest, Fraction(1)) for w in exact]


def none_as_short(masks, tests, most):
    """Whether so many tests can't meet every mask: by weights, which hold whoever found them.

    The sum of the weights is a bound below, in exact fractions. Where it does not decide, a test
    is taken, or left out, and each way is bounded.
    """
    if not masks or not all(masks):
        return bool(masks)
    if sum(weights(masks, tests), Fraction(0)) > most:
        return True
    taken = max((1 << i for i in range(tests)), key=lambda bit: sum(m & bit > 0 for m in masks))
    with_it = [mask for mask in masks if not mask & taken]
    without_it = [mask & ~taken for mask in masks]
    return none_as_short(with_it, tests, most - 1) and none_as_short(without_it, tests, most)


@some_of(7, 169)
def test_weights_show_that_no_proof_is_shorter(count):
    some = [dag for dag in classes() if len(dag) > 1]
    for dag in some[:: len(some) // count]:
        length, tests = len(shortest_proof(dag)), len(made.statements(len(dag)))
        assert none_as_short(made.rivals(dag), tests, length - 1)
        assert not none_as_short(made.rivals(dag), tests, length)


def test_the_lengths_that_were_known():
    assert sum(map(len, proofs())) == SUM
    assert [len(shortest_proof(clique(p))) for p in (1, 2, 3, 4, 5)] == [0, 1, 6, 24, 80]
    assert len(shortest_proof(Dag("A -> B <- C"))) == 2
    assert len(shortest_proof(Dag("A -> B; A -> C; A -> D"))) == 5
    assert [len(shortest_proof(Dag(nodes="ABCDE"[:p]))) for p in (2, 3, 4, 5)] == [1, 3, 6, 10]


def clique(p):
    names = "ABCDE"[:p]
    return Dag([(a, b) for a in names for b in names if a < b], nodes=names)


def test_a_proof_carries_over_to_any_names():
    dag = Dag("rain -> grass <- pipe; grass -> shoe", nodes=["shoe", "pipe", "grass", "rain"])
    proof = shortest_proof(dag)
    assert len(proof) == len(shortest_proof(Dag("A -> C <- B; C -> D")))
    told = {(x, y, given): separated(dag, x, y, given) for x, y, given in proof}
    left = {
        essential_graph(other)
        for other in all_dags(dag.nodes)
        if all(separated(other, *test) == answer for test, answer in told.items())
    }
    assert left == {essential_graph(dag)}


@pytest.mark.parametrize(
    ("algorithm", "start", "asked"), [("marvel", {}, 4608), ("pc", {"start": "complete"}, 6876)]
)
def test_no_algorithm_asks_less_than_a_proof(algorithm, start, asked):
    counts = [record(algorithm, dag, **start).result.counts.distinct for dag in classes()]
    assert all(n >= len(shortest_proof(dag)) for n, dag in zip(counts, classes(), strict=True))
    assert sum(counts) == asked


def test_of_more_variables_no_proof_is_known():
    with pytest.raises(GraphError, match="known for 1 to 5 variables; this graph has 6"):
        shortest_proof(Dag(nodes="ABCDEF"))
