"""Boundary discovery on data: tests that have degrees of association."""

from itertools import combinations, pairwise
from math import inf
from random import Random

import numpy as np
import pytest

from marvel_widgets import (
    Dag,
    FisherZ,
    GTest,
    LinearGaussian,
    markov_boundaries,
    mmpc,
    record_boundaries,
)
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.independence.gaussian import ExactGaussian

METHODS = ["tc", "gs", "iamb", "inter-iamb"]


def gaussian(p=8, samples=4000, seed=3):
    rng = np.random.default_rng(seed)
    dag = Dag.random_fixed_in_degree(p, 2, Random(seed))
    model = LinearGaussian.random(dag, rng)
    return dag, model, model.sample(samples, rng)


def associations_rank_as_p_values(test, p_value):
    """Given one set, a larger association never comes with a larger p-value."""
    p = len(test.names)
    for x in range(p):
        for given in (0, 0b1, 0b10, 0b11):
            others = [y for y in range(2, p) if y != x and x > 1]
            ranked = sorted(others, key=lambda y: test.association(x, y, given))
            values = [p_value(x, y, list(members(given))) for y in ranked]
            if any(later > earlier for earlier, later in pairwise(values)):
                return x, given, values
    return None


def test_fisher_z_ranks_as_its_p_values():
    test = FisherZ(gaussian()[2])
    assert associations_rank_as_p_values(test, test.p_value) is None
    assert associations_rank_as_p_values(test, lambda *query: -test.p_value(*query)) is not None


def test_the_g_test_ranks_as_its_p_values_within_the_formulas_accuracy():
    rng = np.random.default_rng(1)
    a = rng.integers(0, 3, 300)
    columns = [np.where(rng.random(300) < share, a, rng.integers(0, 3, 300))
               for share in (0.0, 0.05, 0.1, 0.2, 0.4, 0.8)]  # fmt: skip
    test = GTest(np.column_stack([a, *columns]))
    ranks = [test.association(0, y, 0) for y in range(1, 7)]
    values = [test.p_value(0, y) for y in range(1, 7)]
    assert np.argsort(ranks).tolist() == np.argsort(values)[::-1].tolist()
    for rank, value in zip(ranks, values, strict=True):
        tail = 0.5 * (1 - np.vectorize(__import__("math").erf)(rank / 2**0.5))
        assert abs(tail - value) < 0.01


def test_an_undecided_g_test_ranks_last():
    test = GTest([["a", 0, "x"], ["b", 1, "y"]] * 3)
    assert test.association(0, 1, 0b100) == -inf


def test_the_exact_test_ranks_by_partial_correlation():
    test = ExactGaussian(np.array([[1, 1, 1], [1, 2, 2], [1, 2, 3]]), "xyz")
    assert test.association(0, 1, 0) == pytest.approx(2**-0.5)


@pytest.mark.parametrize("method", METHODS)
def test_many_samples_give_the_true_boundaries(method):
    dag, model, data = gaussian(samples=20_000)
    truth = {x: dag.markov_boundary(x) for x in dag}
    exact = model.exact_test()
    assert markov_boundaries(exact, method) == truth
    found = markov_boundaries(FisherZ(data, alpha=0.001), method)
    wrong = sum(len(found[x] ^ truth[x]) for x in dag)
    assert wrong <= 4


def test_the_strongest_comes_in_first():
    _, _, data = gaussian()
    test = FisherZ(data)
    first = {}
    for event, _ in record_boundaries(test, "iamb").steps:
        if type(event).__name__ == "Grown":
            first.setdefault(event.x, event.y)
    for x, y in first.items():
        ranks = [test.association(x, other, 0) for other in range(8) if other != x]
        assert test.association(x, y, 0) == max(ranks)


def test_mmpc_takes_the_largest_least_association():
    dag, model, _ = gaussian()
    exact = model.exact_test()
    for start in ("moral", "complete"):
        assert mmpc(exact, start=start).skeleton == {frozenset(edge) for edge in dag.edges}


def test_small_samples_are_made_symmetric():
    _, _, data = gaussian(samples=60, seed=5)
    test = FisherZ(data, alpha=0.05)
    found = {rule: record_boundaries(test, "iamb", symmetry=rule) for rule in ("or", "and")}
    last = {rule: trace.steps[-1].event.pairs for rule, trace in found.items()}
    assert last["or"] == last["and"] != ()
    for x, y in combinations(range(8), 2):
        for trace in found.values():
            sets = trace.result.boundaries
            assert (y in sets[x]) == (x in sets[y])
    both, either = (found[rule].result.boundaries for rule in ("and", "or"))
    assert all(both[x] <= either[x] for x in range(8))
