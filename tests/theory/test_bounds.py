"""The bounds: exact values, their constants, and the DAGs that they speak of."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import lower_bound, upper_bound
from marvel_widgets.theory.bounds import lower_bound_clusters, lower_bound_empty

sizes = st.integers(1, 40).flatmap(lambda p: st.tuples(st.just(p), st.integers(0, p - 1)))


@pytest.mark.parametrize(
    ("p", "d", "bound"),
    [
        (1, 0, 0),
        (14, 0, 0),
        (6, 1, Fraction("8.7")),
        (4, 2, Fraction("34.4")),
        (33, 2, Fraction("283.8")),
        (10, 3, 30 + 5 * 3 * Fraction("2.35") * 8),
        (27, 3, 81 + Fraction(27, 2) * 3 * Fraction("2.35") * 8),
    ],
)
def test_the_upper_bound_to_the_unit(p, d, bound):
    assert upper_bound(p, d) == bound
    assert type(upper_bound(p, d)) is (int if bound == int(bound) else Fraction)


@given(sizes)
def test_the_upper_bound_is_the_printed_formula(size):
    p, d = size
    printed = p * comb(d, 2) + p / 2 * d * (1 + 0.45 * d) * 2**d
    assert float(upper_bound(p, d)) == pytest.approx(printed)


@given(sizes)
def test_the_lower_bound_is_the_larger_example(size):
    p, d = size
    assert lower_bound(p, d) == max(lower_bound_clusters(p, d), comb(p, 2))


@pytest.mark.parametrize(("p", "bound"), [(0, 0), (1, 0), (2, 1), (14, 91), (100, 4950)])
def test_the_empty_graph_needs_one_test_for_each_pair(p, bound):
    assert lower_bound_empty(p) == bound


def test_the_lower_bounds_are_whole_numbers():
    assert isinstance(lower_bound(10, 3), int)
    assert lower_bound_clusters(10, 3) == 2 * 6 * 4
    assert lower_bound_clusters(3, 0) == 0


@pytest.mark.parametrize("bound", [upper_bound, lower_bound, lower_bound_clusters])
@pytest.mark.parametrize(("p", "d"), [(-1, 0), (3, 3), (3, -1), (1, 2)])
def test_numbers_without_sense_are_refused(bound, p, d):
    with pytest.raises(ValueError, match=f"p = {p}, max_in_degree = {d}"):
        bound(p, d)


@pytest.mark.parametrize("bound", [upper_bound, lower_bound, lower_bound_clusters])
@pytest.mark.parametrize(
    ("p", "d", "message"), [(2.5, 1, "p must be .* 2.5"), (4, "a", "max_in.* 'a'")]
)
def test_what_is_no_whole_number_is_refused(bound, p, d, message):
    with pytest.raises(TypeError, match=message):
        bound(p, d)


def test_no_variables_need_no_tests():
    assert upper_bound(0, 0) == lower_bound(0, 0) == 0
    with pytest.raises(ValueError, match="p = -1"):
        lower_bound_empty(-1)
