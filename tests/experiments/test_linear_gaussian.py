"""Linear-Gaussian models: parameters as the paper draws them, samples, exact covariances."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given

from marvel_widgets import Dag, FisherZ, LinearGaussian, networks
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.experiments.linear_gaussian import SCENARIO_3, SCENARIOS_1_2, Setting
from tests import strategies


def by_matrix_inversion(model):
    """(I - B)^-1 D (I - B)^-T with the coefficients in a matrix."""
    names = model.dag.nodes
    p = len(names)
    weights = np.zeros((p, p))
    for (tail, head), weight in model.coefficients.items():
        weights[names.index(head), names.index(tail)] = weight
    effects = np.linalg.inv(np.eye(p) - weights)
    return effects @ np.diag([model.noise_sd[v] ** 2 for v in names]) @ effects.T


def models(count=20):
    for seed in range(count):
        rng = np.random.default_rng(seed)
        yield LinearGaussian.random(Dag.random_fixed_in_degree(8, 3, rng), rng)


def covariances_agree(other):
    return all(np.allclose(m.covariance(), other(m), rtol=1e-12, atol=1e-12) for m in models())


def test_the_covariance_is_that_of_the_matrix_formula():
    assert covariances_agree(by_matrix_inversion)


def test_samples_have_the_exact_covariance_and_mean_0():
    for model in models(3):
        n = 200_000
        values = model.sample(n, np.random.default_rng(1)).to_numpy()
        exact = model.covariance()
        deviation = np.sqrt(np.outer(np.diag(exact), np.diag(exact)) / n)
        assert (np.abs(np.cov(values, rowvar=False) - exact) < 8 * deviation).all()
        assert (np.abs(values.mean(axis=0)) < 6 * np.sqrt(np.diag(exact) / n)).all()


@pytest.mark.parametrize(
    ("setting", "largest", "noisiest"), [(SCENARIOS_1_2, 1.0, sqrt(3)), (SCENARIO_3, 2.0, sqrt(2))]
)
def test_parameters_fill_the_papers_intervals(setting, largest, noisiest):
    rng = np.random.default_rng(0)
    model = LinearGaussian.random(networks.load("win95pts"), rng, setting)
    coefficients = np.array(list(model.coefficients.values()))
    deviations = np.array(list(model.noise_sd.values()))
    assert 0.5 <= np.abs(coefficients).min() < 0.5 + 0.05 * largest
    assert 0.93 * largest < np.abs(coefficients).max() <= largest
    assert 0.3 < (coefficients > 0).mean() < 0.7
    assert 1.0 <= deviations.min() < 1.05
    assert 0.95 * noisiest < deviations.max() <= noisiest


def test_the_default_setting_is_that_of_scenarios_1_and_2():
    dag = networks.load("asia")
    draw = [
        LinearGaussian.random(dag, np.random.default_rng(3), *more)
        for more in ((), (SCENARIOS_1_2,))
    ]
    assert draw[0] == draw[1]
    assert draw[0] != LinearGaussian.random(dag, np.random.default_rng(3), SCENARIO_3)


def test_the_same_seed_gives_the_same_model_and_sample():
    dag = networks.load("asia")
    first, second = (
        LinearGaussian.random(dag, rng).sample(50, rng).to_numpy()
        for rng in (np.random.default_rng(5), np.random.default_rng(5))
    )
    assert (first == second).all()


@given(strategies.named_dags(min_size=2))
def test_names_are_kept_up_to_the_test(dag):
    rng = np.random.default_rng(0)
    model = LinearGaussian.random(dag, rng, Setting((0.5, 0.6), (1, 1)))
    sample = model.sample(20, rng)
    assert sample.columns == dag.nodes
    assert FisherZ(sample).names == dag.nodes
    assert model.exact_test().names == dag.nodes


@pytest.mark.parametrize(
    ("coefficients", "noise", "says"),
    [
        ({}, {"A": 1, "B": 1}, r"\('A', 'B'\) is in the graph or among"),
        ({("A", "B"): 1, ("B", "A"): 1}, {"A": 1, "B": 1}, r"\('B', 'A'\)"),
        ({("A", "B"): 1}, {"A": 1}, "'B' is in the graph or among"),
        ({("A", "B"): 1}, {"A": 1, "B": 1, "C": 1}, "'C'"),
        ({("A", "B"): 1}, {"A": 1, "B": 0}, "noise of 'B' has standard deviation 0"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(coefficients, noise, says):
    with pytest.raises(GraphError, match=says):
        LinearGaussian(Dag("A -> B"), coefficients, noise)
