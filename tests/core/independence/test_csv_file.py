"""What `read_csv` takes, and the sentence for each thing that it can't take."""

import csv
import io
import re
from math import isfinite
from pathlib import Path

import numpy as np
import pytest

from marvel_widgets import DataError, FisherZ, GTest, marvel, read_csv
from marvel_widgets.core.independence import csv_file
from marvel_widgets.core.independence.column_faults import checked_correlations
from marvel_widgets.core.independence.csv_file import MOST_COLUMNS
from marvel_widgets.lessons.finite_samples.own_table import run_on_table

ROWS = np.random.default_rng(0).normal(size=(12, 3)).round(3)


def text_of(columns, separator=","):
    """Return the text of a table, by the standard library's writer."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return file.getvalue()


def table(**more):
    return {name: list(ROWS[:, at]) for at, name in enumerate("abc")} | more


def with_cell(value, line=5):
    column = [str(v) for v in ROWS[:, 1]]
    column[line - 2] = value
    return table(b=column)


def test_a_file_a_path_and_a_text_are_the_same(tmp_path):
    text = text_of(table())
    path = tmp_path / "mine.csv"
    path.write_bytes(b"\xef\xbb\xbf# a comment\n\n" + text.replace("\n", "\r\n").encode())
    with path.open(encoding="utf-8") as file:
        for source in (path, str(path), text, file, path.read_bytes(), io.BytesIO(text.encode())):
            assert np.array_equal(read_csv(source).values, ROWS)


WORDS = ["tall", "short", "medium"] * 4
DAYS = [f"2024-03-{day:02}" for day in range(1, 13)]
A = ROWS[:, 0].tolist()
# the table, the columns at fault, what the sentence says, what read_csv says besides
FAULTS = {
    "text": (table(b=WORDS), "b", "column 'b' holds text ('tall' in line 2, and 11 more), 3 "
             "different texts: leave it out", "by drop=['b'], or kind='categories', for GTest"),
    "two texts": (table(b=["yes", "no"] * 6), "b", "('yes' in line 2, and 11 more): write 0 for "
                  "'no' and 1 for 'yes'", "; in read_csv by codes={'b': {'no': 0, 'yes': 1}}"),
    "a text among numbers": (with_cell("tall"), "b", "('tall' in line 5), which is not a number: "
                             "correct it, or leave the column out", "; in read_csv by drop=['b']"),
    "a number of Python's": (with_cell("1_0"), "b", "holds text ('1_0' in line 5)", "drop=['b']"),
    "dates": (table(b=DAYS), "b", "dates or times ('2024-03-01' in line 2, and 11", "drop=['b']"),
    "a comma": (table(b=["1,5"] * 12), "b", "('1,5' in line 2, and 11 more): write them bare", ""),
    "infinity": (with_cell("inf"), "b", "a number without end ('inf' in line 5): correct it", ""),
    "too large": (with_cell("1e999"), "b", "without end ('1e999' in line 5)", ""),
    "an empty cell": (with_cell(""), "b", "column 'b' has no value in line 5: fill it in, or leave "
                      "out such rows or the column", "; in read_csv by missing='drop'"),
    "a sign and nan": (with_cell("-nan"), "b", "no value in line 5", "missing='drop'"),
    "constant": (table(b=[7] * 12), "b", "column 'b' is constant (7 in every row), so nothing can "
                 "depend on it: leave it out", "; in read_csv by drop=['b']"),
    "other units": (table(d=[2.54 * a + 7 for a in A]), "ad", "each tells all about the", "['d']"),
    "opposite": (table(d=[5 - a for a in A]), "ad", "'a' and 'd' are opposite up to", "['d']"),
    "a sum": (table(d=list(ROWS[:, 0] + 2 * ROWS[:, 1])), "abd", "column 'd' is a weighted sum "
              "of 'a' and 'b', so these tell all about it: leave one of them out", "drop=['d']"),
    "few rows": ({name: column[:4] for name, column in table().items()}, "", "4 rows are too few "
                 "for 3 variables: to find their boundaries takes at least 5 rows; add rows,", ""),
}  # fmt: skip


def as_number(cell):
    try:
        return float(cell) if isfinite(float(cell)) and "_" not in str(cell) else cell
    except ValueError:
        return cell


def by_the_rows(columns):
    rows = [list(map(as_number, row)) for row in zip(*columns.values(), strict=True)]
    return marvel(FisherZ(rows, names=columns))


def by_a_frame(columns):
    pandas = pytest.importorskip("pandas")
    return marvel(FisherZ(pandas.DataFrame({n: [*map(as_number, c)] for n, c in columns.items()})))


@pytest.mark.parametrize("what", FAULTS)
def test_each_fault_has_its_sentence_at_every_door(what):
    columns, at_fault, says, hint = FAULTS[what]
    with pytest.raises(DataError) as caught:
        read_csv(text_of(columns))
    error = caught.value
    assert says in error.says
    assert error.columns == tuple(at_fault)
    assert str(error).startswith(error.says)
    assert str(error).endswith(hint)
    assert "\n" not in str(error)
    assert "=" not in error.says  # no options in what an app shows
    if at_fault:
        cured = tuple(name for name in columns if name != at_fault[-1])
        assert read_csv(text_of(columns), drop=[at_fault[-1]]).columns == cured
    doors = [by_the_rows, by_a_frame, lambda columns: run_on_table(text_of(columns))]
    for door in doors:
        with pytest.raises(DataError) as other:
            door(columns)
        told = re.sub(
            r"in row (\d+), counted from 0", lambda m: f"in line {int(m[1]) + 2}", other.value.says
        )
        assert told == error.says
        assert other.value.columns == error.columns


def test_all_faults_are_told_at_once():
    columns = table(b=WORDS, day=DAYS)
    columns["a"][3] = "NA"
    with pytest.raises(DataError) as caught:
        read_csv(text_of(columns))
    first, *rest, last = str(caught.value).split("\n")
    assert first == "This table can't be used yet:"
    assert [line.split("'")[1] for line in rest] == ["a", "b", "day"]
    assert last.startswith("In read_csv by drop=['b', 'day'], missing='drop', or kind='categories'")
    assert caught.value.columns == ("a", "b", "day")


def test_the_least_rows_are_enough_to_find_the_boundaries():
    numbers = np.random.default_rng(1).normal(size=(6, 4))
    assert read_csv(text_of(dict(zip("abcd", numbers.T.tolist(), strict=True)))).shape == (6, 4)
    FisherZ(numbers).total_conditioning()
    with pytest.raises(DataError):
        FisherZ(numbers[:5]).total_conditioning()


GOOD = [[1, 5], [2, 3], [3, 8], [4, 1]]
# Tables as other people write them: what is read, or the sentence.
TABLES = {
    "Excel's separator": ("sep=;\na;b\n1;5\n2;3\n3;8\n4;1\n", GOOD),
    "Excel's separator, quoted": ('"sep=|"\na|b\n1|5\n2|3\n3|8\n4|1\n', GOOD),
    "a byte order mark": ("\ufeffa,b\r\n1,5\r\n2,3\r\n3,8\r\n4,1\r\n", GOOD),
    "an old Mac": ("a,b\r1,5\r2,3\r3,8\r4,1", GOOD),
    "all in quotes": ('"a","b"\n"1","5"\n"2","3"\n"3","8"\n"4","1"\n', GOOD),
    "blanks for the eye": ("a ,  b\n1 ,  5\n2 ,  3\n3 ,  8\n4 ,  1\n", GOOD),
    "tabs": ("a\tb\n1\t5\n2\t3\n3\t8\n4\t1\n", GOOD),
    "comments above": ("# made in 2019\n#\n\na,b\n1,5\n2,3\n3,8\n4,1\n", GOOD),
    "empty rows of a sheet": ("a,b\n1,5\n2,3\n,\n3,8\n4,1\n,\n , \n", GOOD),
    "powers and signs": ("a,b\n1e0,+5\n.2e1,3.\n3,8.00\n4,1E+0\n", GOOD),
    "a comma in a text": ('"a, in m",b\n1,5\n2,3\n3,8\n4,1\n', GOOD),
    "a name of two lines": ('"a\n(m)",b\n1,5\n2,3\n3,8\n4,1\n', GOOD),
    "missing in many spellings": ("a,b\n1,5\nNA,2\n2,3\n3,8\n7,--\nn.a.,<NA>\n4,1\n", GOOD),
    "decimal commas": ("a;b\n1,5;2\n", "another mark ('1,5' in line 2): write them bare, with"),
    "thousands": ('a,b\n"1,234,567",2\n', "a comma or another mark ('1,234,567' in line 2)"),
    "gaps at thousands": ("a,b\n1\u202f234,2\n", "numbers with a comma or another mark"),
    "percent": ("a,b\n45%,2\n50 %,3\n", "comma or another mark ('45%'"),
    "units in cells": ("a,b\n45 kg,2\n50 kg,3\n", "column 'a' holds text ('45 kg' in line 2"),
    "units below the names": ("a,b\nkg,m\n1,2\n", "column 'b' holds text ('m' in line 2), which"),
    "below a limit": ("a,b\n<0.5,2\n1,3\n", "column 'a' holds text ('<0.5' in line 2), which is"),
    "ranges": ("a,b\n20-30,2\n30-40,3\n5,1\n", "column 'a' holds text ('20-30' in line 2, and 1"),
    "a day in a word": ("a,b\n3-Mar-24,2\n1,3\n", "column 'a' holds text ('3-Mar-24' in line 2)"),
    "American days": ("a,b\n3/31/2024,2\n", "column 'a' holds dates or times ('3/31/2024' in"),
    "an index of pandas or R": (",a,b\n0,1,2\n", "the column; pandas leaves row numbers out"),
    "a separator at the end": ("a,b,\n1,2,\n", "column 3 has no name in line 1: name it there"),
    "a separator at the end of rows": ("a,b\n1,2,\n3,4,\n", "line 2 has 3 values for 2 columns (1"),
    "names of rows": ('"a" "b"\n"1" 5 3\n', "marks, and that commas, semicolons or tabs separate"),
    "blanks between": ("a b\n1 5\n2 3\n", "separated by commas, semicolons or tabs"),
    "a title above": ("Results 2019\n\na,b\n1,2\n", "a line above the names begins with #"),
    "a note below": ("a,b\n1,2\n3,4\nSource: WHO\n", "line 4 has 1 value for 2 columns: add"),
    "a sum below": ("a,b\n1,2\n3,5\nTotal,7\n", "column 'a' holds text ('Total' in line 4), which"),
    "two files in one": ("a,b\n1,2\na,b\n3,5\n", "column 'a' holds text ('a' in line 3), which is"),
    "a name twice": ("# x\na,b,a\n1,2,3\n", "two columns are named 'a': rename one of them"),
    "no names": ("1,2\n3,4\n", "line 1 should name the columns, but has numbers: put a line with"),
    "a short row": ("a,b,c\n1,2,3\n1,2\n", "line 3 has 2 values for 3 columns: add what is"),
    "a comma in a text without quotes": ("a,b\nNew York, NY,2\n", "put text that contains a sep"),
    "an open quotation": ('a,b\n1,"2\n3,4\n', "line 3 can't be read"),
    "one of each kind": ("a,b,c\n1,0,0\n0,1,0\n0,0,1\n1,0,0\n0,1,0\n", "'c' is a weighted sum of"),
    "a spreadsheet": (b"PK\x03\x04rest", "this is a spreadsheet: save the sheet as CSV in its pro"),
    "Latin-1": ("gr\u00f6\u00dfe,b\n1,2\n".encode("latin-1"), "line 1 is not UTF-8 text: save"),
    "UTF-16": ("a,b\n1,2\n".encode("utf-16"), "line 1 is not UTF-8 text"),
    "nothing": ("\n\n", "there is no line with the names of the columns: the table is empty"),
    "a separator alone": ("sep=,\n", "the table is empty"),
    "no rows": ("a,b\n", "0 rows are too few for 2 variables"),
    "a value missing in every row": ("a,b\n1,\n,2\n", "every row has a missing value"),
}  # fmt: skip


@pytest.mark.parametrize("what", TABLES)
def test_tables_as_others_write_them(what):
    text, expected = TABLES[what]
    if isinstance(expected, list):
        assert read_csv(text, missing="drop").values.tolist() == expected
        return
    for read in (read_csv, run_on_table):
        with pytest.raises(DataError) as caught:
            read(text, missing="drop")
        assert expected in caught.value.says
        assert "=" not in caught.value.says


def test_what_is_no_file_and_what_is_not_there():
    for source in (5, None, [[1, 2]], {"a": [1]}):
        with pytest.raises(TypeError, match="named by a string or a Path"):
            read_csv(source)
    for source in ("nowhere.csv", Path("nowhere.csv")):
        with pytest.raises(FileNotFoundError, match=r"nowhere\.csv"):
            read_csv(source)


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"drop": ["B"]}, DataError, "there is no column 'B'; there are"),
        ({"columns": ["a", "bb"]}, DataError, "did you mean 'b'"),
        ({"codes": {"x": {}}}, DataError, "there is no column 'x'"),
        ({"drop": "a"}, TypeError, r"drop must be a list of names, such as \['a'\]"),
        ({"columns": ["a"]}, DataError, "1 column would be left"),
        ({"missing": "fill"}, ValueError, "missing must be one of 'refuse', 'drop'; got 'fill'"),
        ({"kind": "text"}, ValueError, "kind must be one of"),
    ],
)
def test_options_that_make_no_sense(options, error, says):
    with pytest.raises(error, match=says):
        read_csv(text_of(table()), **options)


def test_rows_with_missing_values_are_left_out_where_asked():
    columns = with_cell("NA", line=5)
    columns["c"] = [*columns["c"][:-1], ""]
    read = read_csv(text_of(columns), missing="drop")
    assert np.array_equal(read.values, np.delete(ROWS, [3, 11], axis=0))
    # a value that is missing in a column that is not taken costs no row
    assert read_csv(text_of(columns), missing="drop", drop=["b"]).shape == (11, 2)


def test_codes_turn_texts_into_numbers():
    columns = table(b=["no", "yes"] * 6)
    read = read_csv(text_of(columns), codes={"b": {"no": 0, "yes": 1}})
    assert read.values[:, 1].tolist() == [0, 1] * 6
    with pytest.raises(DataError, match=r"column 'b' holds text \('yes' in line 3"):
        read_csv(text_of(columns), codes={"b": {"no": 0}})


def test_categories_go_to_the_g_test():
    columns = {"a": WORDS, "b": ["1", "2"] * 6, "c": ["x", "x", "y"] * 4}
    read = read_csv(text_of(columns), kind="categories")
    assert GTest(read).categories[0] == ("tall", "short", "medium")
    with pytest.raises(DataError, match="no value in line 4"):
        read_csv(text_of(columns | {"c": ["x", "y", "NA"] * 4}), kind="categories")


def test_a_table_goes_to_fisher_z_as_the_numbers_would():
    read = FisherZ(read_csv(text_of(table())))
    assert read.names == ("a", "b", "c")
    assert read.p_value("a", "b", {"c"}) == FisherZ(ROWS).p_value(0, 1, {2})


def test_nearly_determined_is_not_determined():
    rng = np.random.default_rng(5)
    numbers = rng.normal(size=(200, 3))
    numbers[:, 2] = numbers[:, 0] + numbers[:, 1] + 1e-5 * rng.normal(size=200)
    assert FisherZ(numbers, names="abc").names == tuple("abc")


@pytest.mark.parametrize("name", ["", ".", "/dev/zero", "x" * 5_000, "a\0b", Path("/dev/zero")])
def test_what_is_no_file_or_has_no_end_is_refused_unread(name):
    with pytest.raises(DataError, match="is not a file: give the name of a CSV file") as refused:
        read_csv(name)
    assert len(str(refused.value)) < 300


def test_of_a_file_without_end_only_the_limit_is_read(monkeypatch):
    monkeypatch.setattr(csv_file, "MOST_BYTES", 4_000)

    class Endless:
        def read(self, size=-1):
            assert 0 <= size <= 4_001
            return "1,2\n" * size

    with pytest.raises(DataError, match="characters, the most that are read"):
        read_csv(Endless())


# -- wide tables -----------------------------------------------------------------------------


def told_by_least_squares(numbers):
    """Return the columns that earlier ones determine, each with those, by a fit for each column."""
    scaled = (numbers - numbers.mean(axis=0)) / numbers.std(axis=0)
    free, told = [], []
    for at in range(scaled.shape[1]):
        weights, *_ = np.linalg.lstsq(scaled[:, free], scaled[:, at], rcond=None)
        left = scaled[:, at] - scaled[:, free] @ weights
        if free and (left**2).mean() <= 1e-12:
            told.append((*(v for v, w in zip(free, weights, strict=True) if abs(w) > 1e-6), at))
        else:
            free.append(at)
    return told


@pytest.mark.parametrize("seed", range(20))
def test_determined_columns_are_those_of_least_squares(seed):
    rng = np.random.default_rng(seed)
    numbers = rng.normal(size=(40, 12)) * 10.0 ** rng.integers(-3, 4, size=12)
    for at in rng.choice(range(2, 12), size=4, replace=False):
        few = rng.choice(at, size=rng.integers(1, at + 1), replace=False)
        numbers[:, at] = numbers[:, few] @ rng.integers(1, 5, size=len(few)) + rng.normal()
    at = int(rng.integers(1, 12))  # one that is nearly determined, and is not
    numbers[:, at] = numbers[:, 0] * (1 + 1e-4 * rng.normal(size=40))
    found = [fault.columns for fault in checked_correlations(range(12), numbers)[1]]
    assert found == told_by_least_squares(numbers)
    assert found


def test_a_wide_table_without_faults_takes_one_factor(monkeypatch):
    numbers = np.random.default_rng(0).normal(size=(120, 100))
    with monkeypatch.context() as patched:
        patched.setattr(np.linalg, "solve", None)
        assert checked_correlations(range(100), numbers)[1] == []
    numbers[:, 99] = numbers[:, :2].sum(axis=1)
    assert [f.columns for f in checked_correlations(range(100), numbers)[1]] == [(0, 1, 99)]


class Compared(str):
    """A text that counts how often it is compared."""

    __slots__ = ()
    __hash__ = str.__hash__
    count = 0

    def __eq__(self, other):
        Compared.count += 1
        return str.__eq__(self, other)


def test_names_are_looked_up_and_not_compared_with_all_others():
    head = [Compared(f"c{i}") for i in range(MOST_COLUMNS)]
    Compared.count = 0
    csv_file._check_head(head, 1)
    kept = csv_file._chosen(head, head[10:], head[-10:], ())
    assert kept == list(range(10, MOST_COLUMNS - 10))
    assert Compared.count < 10 * MOST_COLUMNS


def test_more_columns_than_are_read_are_refused_with_the_limit():
    names = [f"c{i}" for i in range(MOST_COLUMNS + 1)]
    text = ",".join(names) + "\n" + "\n".join(",".join("1" * len(names)) for _ in range(3))
    with pytest.raises(DataError, match="1,501 columns are too many: at most 1,500 are read"):
        read_csv(text, kind="categories")
    assert read_csv(text, kind="categories", columns=names[:3]).shape == (3, 3)
