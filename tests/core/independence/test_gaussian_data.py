"""What data the tests take, and what they say of data that they can't take."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from marvel_widgets import DataError, FisherZ, GTest, SampleSizeError, marvel
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.independence.protocol import FunctionTest
from marvel_widgets.core.independence.table import Table

GOOD = np.random.default_rng(0).normal(size=(30, 4))


def with_value(value, row=7, column=2):
    data = GOOD.astype(object) if isinstance(value, (str, type(None), list)) else GOOD.copy()
    data[row, column] = value
    return data


def with_column(column):
    return np.column_stack([GOOD, column])


def with_object(value):
    data = GOOD.astype(object)
    data[7, 2] = value
    return data


NAMES = ["a", "b", "c", "d", "e"]
X = GOOD[:, 0]

# data, the columns at fault, what the message says
BAD = {  # of which a file knows nothing: see test_csv_file.py for the others
    "NaN": (
        with_value(np.nan),
        "c",
        "column 'c' has no value in row 7, counted from 0: fill it in",
    ),
    "infinity": (
        with_value(-np.inf),
        "c",
        "'c' has a number without end \\(-inf in row 7, counted",
    ),
    "number as text": (
        with_value("1.5"),
        "c",
        r"holds numbers as text \('1.5' in row 7.*turn them",
    ),
    "None": (with_value(None), "c", "column 'c' has no value in row 7"),
    "a day": (
        with_object(date(2024, 3, 1)),
        "c",
        r"'c' holds dates or times \(datetime.date.* row 7",
    ),
    "a day of numpy": (with_object(np.datetime64("2024-03-01")), "c", "holds dates or times"),
    "a duration": (with_object(timedelta(3)), "c", "holds dates or times .*: leave it out, or put"),
    "list": (with_value([1, 2]), "c", r"'c' has values that are not numbers \(\[1, 2\] in row 7"),
    "an array of one": ([[1, 2, np.array([5])]] * 9, "c", r"not numbers \(array\(\[5\]\) in row 0"),
    "a whole number without end": ([[row, row * row, 10**400] for row in range(9)], "c",
                                   r"that is too large \(10+\.\.\.0+ in row 0, .*and 8 more\)"),
    "one that Python can't write": ([[1, 2, 10**5000]] * 9, "c", r"too large \(<int> in row 0"),
    "a fraction without end": ([[row, row * row, Fraction(10**400, 3)] for row in range(9)], "c",
                               "too large .*: take another unit"),
    "a long text": ([[1, 2, "x" * 10**6]] * 9, "c", "^.{0,300}$"),
    "zero": (with_column(np.zeros(30)), "e", r"column 'e' is constant \(0 in every row\)"),
    "constant but for rounding": (with_column(0.1 + 1e-16 * (X > 0)), "e", "'e' is constant"),
    "constant and very large": (with_column(np.full(30, 1e300)), "e", "'e' is constant"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_a_column_at_fault_is_named(what):
    data, columns, says = BAD[what]
    with pytest.raises(DataError, match=says) as caught:
        FisherZ(data, names=NAMES[: len(data[0])])
    assert caught.value.columns == tuple(columns)


SHAPES = {
    "one column": (GOOD[:, :1], None, "the table has 1 column: a CI test needs at least two"),
    "no columns": (GOOD[:, :0], None, "0 columns"),
    "one dimension": (X, None, r"got shape \(30,\): give a two-dimensional"),
    "three dimensions": (GOOD[None], None, r"shape \(1, 30, 4\)"),
    "rows of different lengths": ([[1, 2], [3]], None, "shape"),
    "a number": (5, None, "shape"),
    "fewer names": (GOOD, ["a", "b"], "4 columns and 2 names"),
    "more names": (GOOD, "abcde", "4 columns and 5 names"),
    "a name twice": (GOOD, "abca", "two columns are named 'a'"),
    "complex": (GOOD * 1j, None, "not numbers"),
    "rows of different lengths, named": ([[1, 2], [3]], None, "row 0 has 2 values and row 1 has 1"),
    "names that are a number": (GOOD, 3, "a name for each column, such as .*; got 3"),
    "names that are lists": (GOOD[:, :2], [[1], [2]], r"\[1\] can't be the name of a variable"),
    "rows of text": (["ab", "cd"], None, r"shape \(2,\)"),
    "text": ("abcd.csv", None, "got str: .* read_csv reads a file"),
    "a mapping": ({"a": [1, 2]}, None, "got dict: give .* a DataFrame"),
    "masked": (np.ma.masked_less(GOOD, 0), None, "values are masked, so they are missing"),
}


@pytest.mark.parametrize("what", SHAPES)
def test_what_is_no_table_is_refused(what):
    data, names, says = SHAPES[what]
    with pytest.raises(DataError, match=says):
        FisherZ(data, names=names)


@pytest.mark.parametrize("rows", range(4))
def test_four_samples_are_the_least(rows):
    with pytest.raises(
        SampleSizeError, match=f"^{rows} row.* too few for 4 variables: .* at least 6 rows"
    ):
        FisherZ(GOOD[:rows])


def test_four_samples_are_enough_for_pairs_only():
    test = FisherZ(GOOD[:4])
    assert 0 < test.p_value(0, 1) < 1
    with pytest.raises(SampleSizeError, match="given 1 variables needs at least 5"):
        test.p_value(0, 1, [2])
    with pytest.raises(SampleSizeError):
        marvel(test)


def test_a_pandas_frame_is_taken_with_its_names():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(GOOD, columns=["a", "b", "c", "d"])
    test = FisherZ(frame)
    assert test.names == ("a", "b", "c", "d")
    assert test.p_value("a", "b") == FisherZ(GOOD).p_value(0, 1)
    frame["e"] = pandas.array([1, None, *range(28)], dtype="Int64")
    with pytest.raises(DataError, match="column 'e' has no value in row 1, counted"):
        FisherZ(frame)
    frame["e"] = pandas.date_range("2024-03-01", periods=30)
    with pytest.raises(DataError, match=r"column 'e' holds dates or times \(Timestamp"):
        FisherZ(frame)


def test_the_data_are_never_changed():
    data = GOOD.copy()
    FisherZ(data).total_conditioning()
    assert (data == GOOD).all()


def test_a_table_is_as_much_of_a_frame_as_is_needed():
    table = Table(tuple("abcd"), GOOD)
    assert (len(table), table.shape) == (30, (30, 4))
    assert table.to_numpy() is GOOD
    assert np.array(table, copy=True) is not GOOD
    assert np.asarray(table, dtype=np.float32).dtype == np.float32
    assert FisherZ(table).names == tuple("abcd")


NO_LEVELS = [
    "0.1",
    None,
    0,
    1,
    -1,
    1.5,
    float("nan"),
    10**400,
    10**5000,
    [0.1],
    0.1j,
    Decimal("sNaN"),
]


@pytest.mark.parametrize("level", NO_LEVELS, ids=lambda level: type(level).__name__)
def test_a_level_is_a_number_between_0_and_1(level):
    makes = [
        lambda: FisherZ(GOOD).at_level(level),
        lambda: GTest(GOOD > 0).at_level(level),
    ]
    makes += [lambda: FisherZ(GOOD, level), lambda: GTest(GOOD > 0, level)] if level else []
    for make in makes:
        with pytest.raises(ValueError, match=r"between 0 and 1; got .{1,80}$"):
            make()


def test_numbers_at_both_ends_of_the_scale_are_variation():
    extreme = np.array([[1.7e308, 1], [-1.7e308, 2], [0, 4], [1e308, 3]])
    small = FisherZ(extreme / [1e308, 1]).p_value(0, 1)
    assert FisherZ(extreme).p_value(0, 1) == pytest.approx(small)


def test_queries_that_make_no_sense_are_named():
    function = FunctionTest("ABC", lambda x, y, given: True)
    for test in (FisherZ(GOOD[:, :3], names="ABC"), function):
        with pytest.raises(GraphError, match=r"must be names .+; got 5"):
            test("A", "B", 5)
        with pytest.raises(GraphError, match=r"no variable \['A'\]"):
            test(["A"], "B")
    with pytest.raises(GraphError, match="; got 3"):
        FunctionTest(3, bool)
    with pytest.raises(GraphError, match="'A' occurs twice"):
        FunctionTest("AA", bool)
