"""Fast ways through many Gaussian tests give the answers and counts of one after the other."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marvel_widgets import (
    Dag,
    DSeparation,
    FisherZ,
    LinearGaussian,
    SampleSizeError,
    marvel,
    record,
)
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence import gaussian_search, subset_scan
from marvel_widgets.core.independence.gaussian import ExactGaussian
from marvel_widgets.core.independence.protocol import search_one_by_one
from marvel_widgets.core.independence.subset_scan import Bounds
from tests.core.independence.gaussian_data import mixed_columns, unchecked

P = 13
TESTS = [FisherZ(mixed_columns(seed, n=300, p=P)) for seed in range(4)]
# Nearly and exactly dependent columns: most searches meet what plain formulas can't decide.
_BASE = mixed_columns(9, n=300, p=8)
_NOISE = np.random.default_rng(1).normal(size=(300, 3)) * _BASE.std(axis=0)[:3]
STIFF = unchecked(
    np.column_stack(
        [_BASE, _BASE[:, :3] + _NOISE * [1e-2, 1e-3, 1e-4], _BASE[:, 3:5] @ [[1, 1], [1, -1]]]
    )
)


@st.composite
def gaussian_searches(draw, tests=(*TESTS, STIFF)):
    """A test at a level, one search and a limit."""
    test = draw(st.sampled_from(tests))
    x, y, *rest = draw(st.permutations(range(P)))
    k = draw(st.integers(0, P - 2))
    fixed = draw(st.integers(0, min(3, P - 2 - k)))
    proper = draw(st.booleans())
    size = draw(st.one_of(st.none(), st.integers(0, 6)))
    limit = draw(st.one_of(st.none(), st.integers(0, 400)))
    alpha = draw(st.sampled_from([1e-12, 1e-4, 0.02, 0.3, 0.9, 1 - 1e-9]))
    masks = mask_of(rest[:k]), mask_of(rest[k : k + fixed])
    return test.at_level(alpha), Search(x, y, *masks, proper=proper, size=size), limit


def agrees(drawn, search=None):
    """A search says what the tests one by one say, and counts singular ones alike."""
    test, asked, limit = drawn
    search = search or test.first_separating
    start = test.singular_tests
    found = search(asked, limit)
    middle = test.singular_tests
    expected = search_one_by_one(test, asked, limit)
    return found == expected and middle - start == test.singular_tests - middle


WAYS = {
    "as it is": {},
    "arrays only": {"_LANES_PAY_FROM": 1},
    "plain floats only": {"_LANES_PAY_FROM": 10**9},
    "sizes with more subsets than lanes": {"MOST_LANES": 40},
}


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=50)
@given(drawn=gaussian_searches())
def test_a_search_is_the_tests_one_by_one(way, drawn):
    with pytest.MonkeyPatch.context() as patch:
        for name, value in WAYS[way].items():
            for part in (gaussian_search, subset_scan):
                patch.setattr(part, name, value, raising=part is gaussian_search)
        assert agrees(drawn)


def test_another_threshold_in_the_fast_way_would_show(monkeypatch):
    once = subset_scan._suspects_at_once
    monkeypatch.setattr(
        subset_scan,
        "_suspects_at_once",
        lambda block, plan, bounds: once(block, plan, [_halved(b) for b in bounds]),
    )
    rng = np.random.default_rng(1)

    def is_right():
        test = TESTS[rng.integers(4)].at_level([0.05, 0.3][rng.integers(2)])
        x, y, *rest = rng.permutation(P).tolist()
        return agrees((test, Search(x, y, mask_of(rest[:8]), 0), None))

    assert not all(is_right() for _ in range(400))


def _halved(bounds):
    return Bounds(*(0.5 * value for value in bounds))


@pytest.mark.parametrize("size", range(6))
def test_a_p_value_that_equals_alpha_is_dependence_on_every_way(size):
    """alpha is set to a p-value of the search itself: rounding must not decide."""
    test = TESTS[0]
    for x, y in [(0, 1), (5, 2), (12, 7)]:
        rest = [v for v in range(P) if v not in (x, y)][:9]
        subsets = search_order(rest, size)
        for subset in subsets[:: max(1, len(subsets) // 6)]:
            value = test._p_value(abs(test._partial(x, y, subset)), size)
            if 0 < value < 1:
                asked = Search(x, y, mask_of(rest), 0, size=size)
                for alpha in (value, np.nextafter(value, 0), np.nextafter(value, 1)):
                    level = test.at_level(float(alpha))
                    assert agrees((level, asked, None))
                    assert level.independent(x, y, subset) == (value > alpha)


def search_order(items, size):
    return [mask_of(subset) for subset in combinations(items, size)]


def total_is_right(test, total):
    everything = (1 << len(test.names)) - 1
    return all(
        bool(total[x] >> y & 1) != test.independent(x, y, everything & ~(1 << x | 1 << y))
        for x in range(len(total))
        for y in range(len(total))
        if x != y
    ) and not any(total[x] >> x & 1 for x in range(len(total)))


@pytest.mark.parametrize("alpha", [1e-9, 0.01, 0.5, 0.99])
@pytest.mark.parametrize("test", [*TESTS, STIFF])
def test_total_conditioning_is_all_single_tests(test, alpha):
    level = test.at_level(alpha)
    assert total_is_right(level, level.total_conditioning())


def test_total_conditioning_at_thresholds_met_exactly():
    test = TESTS[1]
    everything = (1 << P) - 1
    for x, y in [(0, 1), (5, 2), (12, 7), (3, 4)]:
        rest = everything & ~(1 << x | 1 << y)
        level = test.at_level(test._p_value(abs(test._partial(x, y, rest)), P - 2))
        assert total_is_right(level, level.total_conditioning())


def test_total_conditioning_counts_its_singular_tests():
    singular = unchecked(STIFF_DATA)
    assert singular.singular_tests == 0
    singular.total_conditioning()
    assert 0 < singular.singular_tests <= comb(4, 2)
    before = singular.singular_tests
    singular.total_conditioning()
    assert singular.singular_tests == before


_A, _B, _C = np.random.default_rng(2).normal(size=(3, 100))
STIFF_DATA = np.column_stack([_A, _B, _A + _B, _A - _B + _C])


def test_a_redundant_given_variable_changes_no_correlation():
    """c = a + b: given a and b, it adds nothing."""
    rng = np.random.default_rng(3)
    a, b, e, f = rng.normal(size=(4, 200))
    data = np.column_stack([a, b, a + b, a + e, b - a + f + e])
    test = unchecked(data)
    plain = test.partial_correlation(3, 4, [0, 1])
    assert test.singular_tests == 0
    assert test.partial_correlation(3, 4, [0, 1, 2]) == pytest.approx(plain, abs=1e-9)
    assert test.singular_tests == 1


def test_nothing_is_left_of_a_determined_variable():
    test = unchecked(STIFF_DATA)
    assert test.partial_correlation(2, 3, [0, 1]) == 0.0
    assert test.p_value(2, 3, [0, 1]) == 1.0
    assert test.singular_tests == 2


@pytest.mark.parametrize("size", range(1, 7))
def test_perfect_partial_correlation_needs_no_fallback(size):
    """x = s + e, y = s - e: given s, and whatever else, x and y are opposite, not determined."""
    rng = np.random.default_rng(5)
    s, e, *others = rng.normal(size=(8, 300))
    test = unchecked(np.column_stack([s + e, s - e, s, *others]))
    assert test.partial_correlation(0, 1, range(2, 2 + size)) == pytest.approx(-1, abs=1e-9)
    assert test.p_value(0, 1, range(2, 2 + size)) < 1e-300
    assert test.singular_tests == 0


def test_a_search_stops_with_an_error_at_the_first_set_too_large():
    test = FisherZ(mixed_columns(0, n=8, p=12)).at_level(1 - 1e-9)
    asked = Search(0, 1, mask_of(range(2, 12)))
    fine = 1 + 10 + 45 + 120 + 210
    assert test.first_separating(asked, fine) == (None, fine)
    for search in (test.first_separating, lambda *a: search_one_by_one(test, *a)):
        with pytest.raises(
            SampleSizeError, match="given 5 variables needs at least 9 samples"
        ) as caught:
            search(asked)
        assert (caught.value.samples, caught.value.needed) == (8, 9)
    with pytest.raises(SampleSizeError):
        test.total_conditioning()
    with pytest.raises(SampleSizeError, match="hand them over with boundaries="):
        marvel(test)


def test_given_boundaries_few_samples_are_enough():
    dag = Dag("A -> B; C -> D; E -> F; G -> H; I -> J")
    rng = np.random.default_rng(0)
    data = LinearGaussian.random(dag, rng).sample(10, rng)
    boundaries = {v: dag.markov_boundary(v) for v in dag.nodes}
    assert marvel(FisherZ(data), boundaries).complete
    with pytest.raises(SampleSizeError):
        marvel(FisherZ(data))


@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_marvel_on_exact_covariances_is_marvel_on_the_oracle(seed):
    rng = np.random.default_rng(seed)
    dag = Dag.random_fixed_in_degree(12, 3, rng)
    exact = LinearGaussian.random(dag, rng).exact_test()
    with_numbers, with_graph = record(marvel, exact), record(marvel, DSeparation(dag))
    assert with_numbers.result.essential_graph == with_graph.result.essential_graph
    assert with_numbers.result.counts == with_graph.result.counts
    assert with_numbers.steps == with_graph.steps


def test_more_than_a_screenful_of_candidates_is_fine():
    """Twenty candidates: a million subsets, split up, stopped by the limit."""
    exact = ExactGaussian(np.eye(22) * 0.5 + 0.5, range(22))
    assert exact.first_separating(Search(0, 1, (1 << 22) - 4), 50_000) == (None, 50_000)
