"""Paths that cancel: the formulas against matrices, simulation and the algorithms."""

import numpy as np
import pytest

from marvel_widgets import ALGORITHMS, FisherZ, d_separated
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.lessons.finite_samples.figures import (
    TRIPLE,
    cancellation_chart,
    chance_of_independent,
    end_correlation,
    triple_model,
)

RNG = np.random.default_rng(0)


@pytest.mark.parametrize(("direct", "first", "second"), RNG.normal(size=(20, 3)).tolist())
def test_the_correlation_is_that_of_the_matrix(direct, first, second):
    # Columns of (I - B)^-1 by numpy, with the rows X, Y, Z.
    weights = np.array([[0, 0, 0], [first, 0, 0], [direct, second, 0]])
    total = np.linalg.inv(np.eye(3) - weights)
    covariance = total @ total.T
    by_matrix = covariance[0, 2] / np.sqrt(covariance[0, 0] * covariance[2, 2])
    assert end_correlation(direct, first, second) == pytest.approx(by_matrix)
    assert np.allclose(triple_model(direct, first, second).covariance(), covariance)


def test_what_cancels_is_independent_and_not_separated():
    for first, second in ((1, 1), (0.5, -2), (-0.7, 0.3)):
        test = triple_model(-first * second, first, second).exact_test()
        assert test("X", "Z")
        assert not test("X", "Z", given={"Y"})
        assert not d_separated(TRIPLE, "X", "Z")
    assert (
        "cancel" in Belief.high_p_proves.look_at
    )  # which is named for it, and no number of rows shows


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_is_misled_alike(name):
    right = ALGORITHMS[name](triple_model(-0.9).exact_test()).essential_graph
    wrong = ALGORITHMS[name](triple_model(-1).exact_test()).essential_graph
    edges = {frozenset(e) for e in [*wrong.directed, *wrong.undirected]}
    assert edges == {frozenset("XY"), frozenset("YZ")}
    if name != "mmpc":  # a skeleton only
        assert set(wrong.directed) == {("X", "Y"), ("Z", "Y")}
        assert right == essential_graph(TRIPLE)


@pytest.mark.parametrize(("direct", "n"), [(-1, 50), (-0.8, 100), (-0.95, 1000), (-0.5, 20)])
def test_the_chance_is_that_of_simulated_data(direct, n):
    rng = np.random.default_rng(n)
    model, alpha, times = triple_model(direct), 2 / 9, 600
    said = sum(FisherZ(model.sample(n, rng), alpha)("X", "Z") for _ in range(times))
    chance = chance_of_independent(end_correlation(direct), n, alpha)
    assert abs(said / times - chance) < 4 * np.sqrt(chance * (1 - chance) / times) + 0.01


def test_the_curves_narrow_as_the_root_of_n():
    width = {}
    for line in cancellation_chart((100, 10_000)).chart.series:
        above = [c for c, share in line.points if share > 0.4]
        width[line.name] = max(above) - min(above)
        assert max(line.points, key=lambda point: point[1])[0] == -1
    assert 8 < width["100 samples"] / width["10,000 samples"] < 12
