"""The G-test and chi-square against scipy's, stratum by stratum, on hand-made and random tables."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import DataError, GTest
from marvel_widgets.core.graphs.errors import GraphError, UnknownVariableError
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence import discrete
from marvel_widgets.core.independence.protocol import search_one_by_one
from tests.reference.discrete import by_scipy


@st.composite
def tables(draw):
    """A few to many rows of categories, some combinations rare or absent."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    p, n = draw(st.integers(3, 4)), draw(st.integers(4, 120))
    sizes = rng.integers(2, 5, p)
    base = rng.integers(0, 4, n)
    noise = rng.random((n, p)) < 0.5
    data = np.where(noise, rng.integers(0, 4, (n, p)), base[:, None]) % sizes
    data[0], data[1] = 0, 1  # never constant
    return data


def statements(data):
    for x, y in [(0, 1), (2, 0)]:
        rest = [v for v in range(data.shape[1]) if v not in (x, y)]
        for size in range(len(rest) + 1):
            for group in combinations(rest, size):
                yield x, y, group


@given(tables())
def test_statistic_freedom_and_p_value_are_scipys(data):
    test = GTest(data)
    for x, y, group in statements(data):
        value, freedom, p_value = by_scipy(data, x, y, list(group))
        ours = test.statistic_and_freedom(x, y, group)
        assert ours[1] == freedom
        assert abs(ours[0] - value) <= 1e-9 * max(1, value)
        assert abs(test.p_value(x, y, group) - p_value) <= 1e-10


@given(tables())
def test_few_cells_renumber_the_strata_and_change_nothing(data):
    def told():
        test = GTest(data)
        return [test.statistic_and_freedom(*asked) for asked in statements(data)]

    expected, kept = told(), discrete._MOST_CELLS
    discrete._MOST_CELLS = 1
    try:
        for (value, freedom), (statistic, degrees) in zip(told(), expected, strict=True):
            assert (value, freedom) == (pytest.approx(statistic, rel=1e-9, abs=1e-9), degrees)
    finally:
        discrete._MOST_CELLS = kept


def test_many_variables_given_need_no_table_of_all_their_cells():
    rng = np.random.default_rng(0)
    data = rng.integers(0, 10, (200, 40))
    test = GTest(data)
    assert test.p_value(0, 1, range(2, 40)) == 1.0  # 10**38 cells, one sample in each stratum


def test_an_empty_cell_counts_and_an_empty_row_does_not():
    """Stratum 0: a 2 x 2 table with an empty cell. Stratum 1 never has y = 1."""
    first = [(0, 0, 0)] * 5 + [(0, 1, 0)] * 5 + [(1, 1, 0)] * 5
    second = [(0, 0, 1)] * 4 + [(1, 0, 1)] * 4
    test = GTest(first + second, names="xyz")
    value, freedom = test.statistic_and_freedom("x", "y", "z")
    # O ln(O/E) with margins 10, 5 by 5, 10 of 15.
    expected = 2 * (5 * np.log(5 / (10 / 3)) + 5 * np.log(5 / (20 / 3)) + 5 * np.log(5 / (10 / 3)))
    assert freedom == 1
    assert value == pytest.approx(expected, rel=1e-12)
    assert test.undecided_tests == 0
    assert GTest([*second, (1, 1, 0)], names="xyz").statistic_and_freedom("x", "y", "z") == (0, 0)


def test_a_statement_without_a_degree_of_freedom_is_counted():
    test = GTest([(0, 0, 0), (1, 1, 1), (0, 1, 2), (1, 0, 3)])
    assert test(0, 1, [2])
    assert test.p_value(0, 1, [2]) == 1.0
    assert test.undecided_tests == 1
    lenient = test.at_level(0.5)
    assert lenient(0, 1, [2])
    assert test.undecided_tests == lenient.undecided_tests == 2
    assert test(0, 1)
    assert test.undecided_tests == 2


NAN = float("nan")
BAD = {
    "all different": (np.random.default_rng(0).normal(size=(20, 2)), "another value in each of 20"),
    "constant": ([(0, 1), (0, 2)], "column 'a' is constant \\(0 in every row\\)"),
    "None": ([(0, 1), (None, 2)], "column 'a' has no value in row 1, counted from 0"),
    "NaN": ([(0, 1), (1, NAN)], "column 'b' has no value in row 1"),
    "unhashable": ([(0, 1), (1, {})], "column 'b' has {} in row 1, which can't be a category"),
    "no rows": (np.zeros((0, 2)), "no rows"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_data_are_named(what):
    rows, says = BAD[what]
    with pytest.raises(DataError, match=says):
        GTest(rows, names="ab")


def test_other_bad_arguments_are_named():
    data = [(0, 1), (1, 2)]
    with pytest.raises(ValueError, match="alpha"):
        GTest(data, alpha=2)
    with pytest.raises(ValueError, match="alpha"):
        GTest(data).at_level(0)
    with pytest.raises(UnknownVariableError):
        GTest(data)(0, 5)
    with pytest.raises(GraphError):
        GTest(data).p_value(0, 0)


def test_searches_are_one_by_one():
    rng = np.random.default_rng(2)
    test = GTest(rng.integers(0, 2, (60, 5)), alpha=0.4)
    for x, y in combinations(range(5), 2):
        rest = 0b11111 & ~(1 << x | 1 << y)
        for limit in (None, 0, 3):
            search = Search(x, y, rest)
            assert test.first_separating(search, limit) == search_one_by_one(test, search, limit)
