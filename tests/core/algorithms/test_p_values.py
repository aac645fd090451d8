"""P-values of recorded runs, against independent formulas and scipy; the level of each test."""

from functools import cache

import numpy as np
import pytest

from marvel_widgets import (
    ALGORITHMS,
    Dag,
    DSeparation,
    FisherZ,
    FunctionTest,
    GTest,
    record,
    record_boundaries,
)
from marvel_widgets.core.boundary.lemmas import CONDITION_ONE, CONDITION_TWO
from marvel_widgets.core.independence import protocol
from marvel_widgets.core.independence.gaussian import ExactGaussian
from tests.core.independence.gaussian_data import mixed_columns, unchecked
from tests.reference import gaussian as reference
from tests.reference.discrete import by_scipy

SEEDS = range(4)
NAMES = [f"V{i}" for i in range(7)]


def columns(seed):
    return mixed_columns(seed, n=300, p=7)


def categories(seed):
    rng = np.random.default_rng(seed)
    base = rng.integers(0, 2, (400, 5))
    base[:, 2] = np.where(rng.random(400) < 0.8, base[:, 0] ^ base[:, 1], base[:, 2])
    base[:, 3] = np.where(rng.random(400) < 0.8, base[:, 2], base[:, 3])
    return base


def runs(algorithm):
    for seed in SEEDS:
        data = columns(seed)
        yield data, record(algorithm, FisherZ(data, alpha=0.01, names=NAMES))


def p_values_by(partial, data, trace, p_value=reference.fisher_p_value):
    return [p_value(partial(data, t.x, t.y, t.given), len(data), len(t.given)) for t in trace.tests]


def told(trace):
    return [test.p_value for test in trace.tests]


@pytest.mark.parametrize("partial", [reference.by_precision, reference.by_residuals])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_p_values_are_those_of_another_formula(algorithm, partial):
    for data, trace in runs(algorithm):
        assert len(trace.tests) > 20
        assert told(trace) == pytest.approx(p_values_by(partial, data, trace), abs=1e-10)


@cache
def p_value_by_scipy(seed, x, y, given):
    """Return it once for all algorithms, which ask much the same."""
    return by_scipy(categories(seed), x, y, list(given))[2]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_p_values_of_categories_are_scipys(algorithm):
    for seed in SEEDS[:2]:
        trace = record(algorithm, GTest(categories(seed)))
        expected = [p_value_by_scipy(seed, t.x, t.y, t.given) for t in trace.tests]
        assert told(trace) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_answer_is_what_the_p_value_says_at_its_level(algorithm):
    tests = [FisherZ(columns(seed), alpha=0.01) for seed in SEEDS]
    tests += [GTest(categories(seed), alpha=0.05) for seed in SEEDS]
    for test in tests:
        for row in record(algorithm, test).ledger():
            assert row["independent"] == (row["p_value"] > row["alpha"])


@pytest.mark.parametrize("bookkeeping", ["full", "distinct", "paper", "none"])
@pytest.mark.parametrize("removal_alpha", [0.7, 0.2, None])
def test_conditions_1_and_2_are_tested_at_removal_alpha(bookkeeping, removal_alpha):
    levels = {}
    for seed in SEEDS:
        test = FisherZ(columns(seed), alpha=0.01)
        options = {"removal_alpha": removal_alpha, "bookkeeping": bookkeeping}
        for row in record("marvel", test, **options).ledger():
            levels.setdefault(row["purpose"], set()).add(row["alpha"])
            assert row["independent"] == (row["p_value"] > row["alpha"])
    lenient = {0.01 if removal_alpha is None else removal_alpha}
    assert levels.pop(CONDITION_ONE) == levels.pop(CONDITION_TWO) == lenient
    assert set(levels) >= {"boundary-discovery", "neighbors", "v-structures", "boundary-update"}
    assert all(found == {0.01} for found in levels.values())


DAG = Dag("X -> Y <- T; Y -> Z")


@pytest.mark.parametrize(
    "test",
    [DSeparation(DAG), FunctionTest(DAG.nodes, DSeparation(DAG)), ExactGaussian(np.eye(3), "XYZ")],
)
def test_without_samples_there_is_no_p_value(test):
    trace = record("marvel", test)
    assert not trace.tests.has_p_values
    assert {(t.p_value, t.alpha, t.fallback) for t in trace.tests} == {(None, None, "")}


class OwnTest:
    """A test of one's own, with a p-value by labels."""

    names = ("A", "B", "C")
    alpha = 0.05

    def p_value(self, x, y, given):
        return (ord(x) + ord(y)) / 1000 + len(list(given)) / 10

    def independent(self, x, y, given):
        labels = [name for i, name in enumerate(self.names) if given >> i & 1]
        return self.p_value(self.names[x], self.names[y], labels) > self.alpha

    first_separating = protocol.search_one_by_one

    def at_level(self, alpha):
        return self


def test_a_test_of_ones_own_tells_its_p_values():
    trace = record("marvel", OwnTest())
    assert [(t.x, t.y, t.given, t.p_value) for t in trace.tests][:2] == [
        (0, 1, (2,), 0.131 + 0.1),
        (0, 2, (1,), 0.132 + 0.1),
    ]
    assert {t.alpha for t in trace.tests} == {0.05}


def test_discovery_keeps_p_values_too():
    data = columns(1)
    tests = record_boundaries(FisherZ(data, alpha=0.01), "iamb").tests
    expected = [
        reference.fisher_p_value(
            reference.by_precision(data, t.x, t.y, t.given), len(data), len(t.given)
        )
        for t in tests
    ]
    assert [t.p_value for t in tests] == pytest.approx(expected, abs=1e-10)


def test_a_singular_submatrix_is_named_and_a_look_is_not_counted():
    rng = np.random.default_rng(4)
    data = rng.normal(size=(200, 5))
    data = np.column_stack([data, data[:, 0] + data[:, 1]])
    test = unchecked(data, alpha=0.01)
    trace = record("marvel", test)
    counted = test.singular_tests
    singular = [t for t in trace.tests if t.fallback]
    assert singular
    assert test.singular_tests == counted
    for t in trace.tests:
        assert (t.fallback == "singular") == any(
            np.linalg.matrix_rank(data[:, [*t.given, end]]) <= len(t.given) for end in (t.x, t.y)
        )
        assert t.independent == (t.p_value > t.alpha)


def test_a_test_without_a_degree_of_freedom_is_named():
    test = GTest([(0, 0, 0), (1, 1, 1), (0, 1, 2), (1, 0, 3)])
    trace = record("marvel", test)
    counted = test.undecided_tests
    undecided = [t for t in trace.tests if t.fallback == "undecided"]
    assert (0, 1, (2,), 1.0) in [(t.x, t.y, t.given, t.p_value) for t in undecided]
    assert test.undecided_tests == counted
