"""Fisher-Z: partial correlations, p-values, thresholds, levels, the exact limit."""

from copy import copy
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import atanh, erfc, isqrt, nextafter, sqrt, tanh
from operator import mul
from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr

from marvel_widgets import Dag, FisherZ, GTest, LinearGaussian
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.errors import GraphError, UnknownVariableError
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.correlation import correlation_matrix
from marvel_widgets.core.independence.gaussian import ExactGaussian
from marvel_widgets.core.independence.partial_correlation import Correlations
from tests.core.independence.gaussian_data import mixed_columns
from tests.reference import gaussian as reference

P = 10
QUERIES = [
    (x, y, given)
    for x, y in [(0, 1), (7, 2), (3, 9)]
    for size in range(P - 1)
    for given in list(combinations([v for v in range(P) if v not in (x, y)], size))[::5]
]


def partial_ranks_agree(transform):
    """Fisher's z of ranks is the partial rank correlation by the inverse of Spearman's matrix."""
    data = mixed_columns(3) ** 3  # a monotone change moves no rank
    test = FisherZ(transform(data))
    for x, y, given in QUERIES:
        kept = [x, y, *given]
        inverse = np.linalg.inv(spearmanr(data).statistic[np.ix_(kept, kept)])
        expected = -inverse[0, 1] / sqrt(inverse[0, 0] * inverse[1, 1])
        if abs(test.partial_correlation(x, y, given) - expected) > 1e-9:
            return False
    return True


def test_ranks_make_it_a_test_of_partial_rank_correlation():
    assert partial_ranks_agree(lambda data: rankdata(data, axis=0))
    assert not partial_ranks_agree(lambda data: data)


@pytest.mark.parametrize("formula", [reference.by_residuals, reference.by_precision])
def test_partial_correlations_are_those_of_an_independent_formula(formula):
    for seed in range(3):
        data = mixed_columns(seed)
        test = FisherZ(data)
        for x, y, given in QUERIES:
            ours = test.partial_correlation(x, y, given)
            assert abs(ours - formula(data, x, y, list(given))) <= 1e-10


def test_p_values_are_scipys():
    data = mixed_columns(1, n=60)
    test = FisherZ(data)
    for x, y, given in QUERIES:
        r = reference.by_residuals(data, x, y, list(given))
        expected = reference.fisher_p_value(r, 60, len(given))
        assert abs(test.p_value(x, y, given) - expected) <= min(1e-10, 1e-9 * expected)


def test_x_and_y_may_change_places_to_the_last_bit():
    test = FisherZ(mixed_columns(2))
    for x, y, given in QUERIES:
        assert test.p_value(x, y, given) == test.p_value(y, x, given)
        assert test.statistic(x, y, given) == test.statistic(y, x, reversed(given))


@cache
def some_test(samples, p):
    return FisherZ(np.random.default_rng(0).normal(size=(samples, p)))


def with_correlation(r, samples=100, p=2):
    """Return a Fisher-Z test in which variables 0 and 1 have exactly this correlation."""
    test = copy(some_test(samples, p))
    matrix = np.eye(p)
    matrix[0, 1] = matrix[1, 0] = r
    test.correlations = Correlations(range(p), matrix)
    return test


def around(value, steps=40):
    """Return a number, its neighbors among the floats, and others ever farther away."""
    near = [value]
    for direction in (0.0, 1.0):
        at = value
        for _ in range(steps):
            at = nextafter(at, direction)
            near.append(at)
    far = [value * (1 + sign * 10.0**-k) for k in range(2, 16) for sign in (-1, 1)]
    return near + far


def test_independent_means_p_value_above_alpha_to_the_last_bit():
    """At every float about the threshold."""
    for alpha in (0.5, 0.05, 2 / 50**2, 1e-9):
        for samples in (10, 100, 10_000):
            critical = tanh(-NormalDist().inv_cdf(alpha / 2) / sqrt(samples - 3))
            for r in around(critical):
                truth = erfc(sqrt(samples - 3) * atanh(r) / sqrt(2)) > alpha
                test = with_correlation(r, samples).at_level(alpha)
                answers = {test.independent(0, 1, 0), test(0, 1), test.p_value(0, 1) > alpha}
                answers.add(test.first_separating(Search(0, 1, 0))[0] == 0)
                assert answers == {truth}, (r, samples, alpha)


def test_the_default_level_is_the_papers():
    assert FisherZ(mixed_columns(0)).alpha == 2 / P**2
    assert GTest([[0, 0], [1, 1]]).alpha == 0.5


def test_levels_share_the_correlations_and_differ_in_answers():
    test = FisherZ(mixed_columns(3), alpha=0.01)
    lenient = test.at_level(0.7)
    assert lenient.correlations is test.correlations
    assert (test.alpha, lenient.alpha) == (0.01, 0.7)
    assert lenient.p_value(0, 1, [2]) == test.p_value(0, 1, [2])
    queries = [(x, y, mask_of(given)) for x, y, given in QUERIES]
    strict_yes = {q for q in queries if test.independent(*q)}
    lenient_yes = {q for q in queries if lenient.independent(*q)}
    assert lenient_yes < strict_yes


def test_senseless_queries_are_refused():
    test = FisherZ(mixed_columns(0, p=3), names=["left", "mid", "right"])
    for ask in (test, test.p_value, test.statistic, test.partial_correlation):
        with pytest.raises(UnknownVariableError, match="did you mean 'mid'"):
            ask("left", "midd")
        with pytest.raises(GraphError):
            ask("left", "left")
        with pytest.raises(GraphError):
            ask("left", "mid", given=["left"])


def test_the_data_are_not_needed_again():
    data = mixed_columns(4)
    test = FisherZ(data)
    before = [test.p_value(x, y, given) for x, y, given in QUERIES]
    data[:] = 0
    assert [test.p_value(x, y, given) for x, y, given in QUERIES] == before


SCALES = [
    *((offset, 1.0) for offset in (0, 1e3, 1e6, 1e8, 1.7e9, 1e12)),
    *((0, scale) for scale in (1e-300, 1e-200, 1e-120, 1e120, 1e200, 1e300)),
    (1e290, 1e280),
]


def by_fractions(data):
    """Return the correlations to 60 digits: squared in fractions, the root of a whole number."""
    columns = [[Fraction(value) for value in column] for column in data.T.tolist()]
    means = [sum(column) / len(column) for column in columns]
    centered = [[v - mean for v in column] for column, mean in zip(columns, means, strict=True)]
    products = [[sum(map(mul, x, y)) for y in centered] for x in centered]
    found = np.eye(len(columns))
    for i, j in permutations(range(len(columns)), 2):
        square = products[i][j] ** 2 / (products[i][i] * products[j][j])
        root = Fraction(isqrt(int(square * 10**120)), 10**60)
        found[i, j] = root if products[i][j] > 0 else -root
    return found


@pytest.mark.parametrize(("offset", "scale"), SCALES)
def test_offsets_and_units_lose_no_digits(offset, scale):
    data = mixed_columns(6, n=100, p=4)
    data = (data - data.mean(axis=0)) / data.std(axis=0) * scale + offset
    assert np.abs(FisherZ(data).correlations.matrix - by_fractions(data)).max() < 1e-15


def test_rows_far_from_the_mean_lose_no_digits():
    few, many = mixed_columns(6, n=300, p=4), mixed_columns(6, n=6_400, p=2)
    few[1:3, 0] *= 1e9
    many[::100] += 100 * many.std(axis=0)  # the first guess of the mean is the mean of these
    for data in (few, many):
        assert np.abs(correlation_matrix(data)[0] - by_fractions(data)).max() < 1e-15


def test_the_exact_test_is_the_limit_of_many_samples():
    rng = np.random.default_rng(1)
    dag = Dag("A -> B <- C; B -> D; A -> D")
    model = LinearGaussian.random(dag, rng)
    exact, sampled = model.exact_test(), FisherZ(model.sample(400_000, rng))
    assert exact.names == sampled.names == dag.nodes
    for x, y in combinations(dag.nodes, 2):
        rest = [v for v in dag.nodes if v not in (x, y)]
        for given in ([], rest[:1], rest):
            exactly = exact.partial_correlation(x, y, given)
            assert sampled.partial_correlation(x, y, given) == pytest.approx(exactly, abs=0.01)
    assert exact("A", "C")
    assert not exact("A", "C", given="D")
    assert exact.at_level(0.7) is exact


def test_the_exact_test_sees_a_cancellation():
    dag = Dag("A -> B; B -> C; A -> C")
    weights = {("A", "B"): 1.0, ("B", "C"): 1.0, ("A", "C"): -1.0}
    exact = LinearGaussian(dag, weights, dict.fromkeys("ABC", 1.0)).exact_test()
    assert exact("A", "C")
    assert not exact("A", "C", given="B")


def test_twins_in_a_model_are_refused():
    with pytest.raises(ValueError, match="'a' and 'b' are the same up to scale"):
        ExactGaussian(np.ones((2, 2)), "ab")


def test_tests_show_themselves():
    assert repr(FisherZ(mixed_columns(0))) == "<FisherZ: 400 samples, 10 variables, alpha=0.02>"
    assert repr(ExactGaussian(np.eye(2), "XY")) == "<ExactGaussian: 2 variables>"
