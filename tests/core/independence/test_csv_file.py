"""What `read_csv` takes, and the sentence for each thing that it can't take."""

import csv
import io
from pathlib import Path

import numpy as np
import pytest

from marvel_widgets import DataError, FisherZ, GTest, read_csv
from marvel_widgets.core.independence import csv_file
from marvel_widgets.core.independence.column_faults import table_faults
from marvel_widgets.core.independence.csv_file import MOST_COLUMNS

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


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_every_value_arrives(separator):
    read = read_csv(text_of(table(), separator))
    assert read.columns == ("a", "b", "c")
    assert np.array_equal(read.values, ROWS)


def test_a_file_a_path_and_a_text_are_the_same(tmp_path):
    text = text_of(table())
    path = tmp_path / "mine.csv"
    path.write_bytes(b"\xef\xbb\xbf# a comment\n\n" + text.replace("\n", "\r\n").encode())
    with path.open(encoding="utf-8") as file:
        for source in (path, str(path), text, file, path.read_bytes(), io.BytesIO(text.encode())):
            assert np.array_equal(read_csv(source).values, ROWS)


def test_quoted_names_and_blanks_around_cells():
    read = read_csv('"height, in m", b\n1 ,2\n 3,"5"\n4, 1\n6,6\n')
    assert read.columns == ("height, in m", "b")
    assert read.values.tolist() == [[1, 2], [3, 5], [4, 1], [6, 6]]


WORDS = ["tall", "short", "medium"] * 4
DAYS = [f"2024-03-{day:02}" for day in range(1, 13)]
# the table, the columns at fault, what the sentence says
FAULTS = {
    "text": (table(b=WORDS), "b", r"column 'b' holds text \('tall' in line 2, and 11 more\)"),
    "two texts": (
        table(b=["yes", "no"] * 6),
        "b",
        r"codes=\{'b': \{'no': 0, 'yes': 1\}\}",
    ),
    "a text among numbers": (with_cell("tall"), "b", r"'tall' in line 5\), which is not a number"),
    "dates": (table(b=DAYS), "b", r"column 'b' holds dates or times \('2024-03-01' in line 2"),
    "times": (table(b=["12:30"] * 12), "b", "dates or times .*days since the first"),
    "a German date": (table(b=["01.03.2024"] * 12), "b", "dates or times"),
    "a comma": (table(b=["1,5"] * 12), "b", r"numbers with a comma \('1,5' in line 2.*as 2.5"),
    "infinity": (with_cell("inf"), "b", r"a number without end \('inf' in line 5\)"),
    "an empty cell": (with_cell(""), "b", "column 'b' has no value in line 5: fill it in"),
    "NA": (with_cell("NA"), "b", "no value in line 5.*missing='drop'"),
    "a question mark": (with_cell(" ? "), "b", "no value in line 5"),
    "constant": (table(b=[7] * 12), "b", r"column 'b' is constant \(7 in every row\)"),
    "twice the same": (table(d=list(ROWS[:, 0])), "ad", "columns 'a' and 'd' are the same"),
    "other units": (table(d=list(ROWS[:, 0] * 2.54 + 7)), "ad", "the same up to scale"),
    "a sum": (
        table(d=list(ROWS[:, 0] + 2 * ROWS[:, 1])),
        "abd",
        "column 'd' is a weighted sum of 'a' and 'b'",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_each_fault_has_its_sentence(what):
    columns, at_fault, says = FAULTS[what]
    with pytest.raises(DataError, match=says) as caught:
        read_csv(text_of(columns))
    assert caught.value.columns == tuple(at_fault)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("what", FAULTS)
def test_the_column_left_out_cures_it(what):
    columns, at_fault, _ = FAULTS[what]
    read = read_csv(text_of(columns), drop=[at_fault[-1]])
    assert read.columns == tuple(name for name in columns if name != at_fault[-1])


def test_all_faults_are_told_at_once():
    columns = table(b=WORDS, day=DAYS)
    columns["a"][3] = "NA"
    with pytest.raises(DataError) as caught:
        read_csv(text_of(columns))
    first, *rest = str(caught.value).split("\n")
    assert first == "This table can't be used yet:"
    assert [line.split("'")[1] for line in rest] == ["a", "b", "day"]
    assert caught.value.columns == ("a", "b", "day")


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (3, 3), (4, 3), (8, 8), (9, 8)])
def test_too_few_rows_are_counted(rows, columns):
    numbers = np.random.default_rng(1).normal(size=(rows, columns))
    names = [f"x{at}" for at in range(columns)]
    text = text_of(dict(zip(names, numbers.T.tolist(), strict=True)))
    with pytest.raises(DataError, match=f"^{rows} rows? .*{columns} variables.*{columns + 2} rows"):
        read_csv(text)


def test_the_least_rows_are_enough_to_find_the_boundaries():
    numbers = np.random.default_rng(1).normal(size=(6, 4))
    assert table_faults("abcd", numbers) == []
    FisherZ(numbers).total_conditioning()
    with pytest.raises(DataError):
        FisherZ(numbers[:5]).total_conditioning()


SHAPES = {
    "nothing": ("\n\n", "the table is empty"),
    "comments alone": ("# a\n# b\n", "the table is empty"),
    "one column": ("a\n1\n2\n", "line 1 has one column, 'a'"),
    "a column without a name": ("a,,c\n1,2,3\n", "column 2 has no name in line 1"),
    "a name twice": ("# x\na,b,a\n1,2,3\n", "two columns are named 'a' in line 2"),
    "no names": ("1,2\n3,4\n", "line 1 should name the columns, but has numbers"),
    "a short row": ("a,b,c\n1,2,3\n1,2\n", "line 3 has 2 values for 3 columns"),
    "a long row": ("a,b\n1,2,3\n1\n", r"line 2 has 3 values .*\(1 further line too\)"),
    "an open quotation": ('a,b\n1,"2\n3,4\n', "line 3 can't be read"),
    "no rows": ("a,b\n", "0 rows are too few for 2 variables"),
    "a value missing in every row": ("a,b\n1,\n,2\n", "every row has a missing value"),
}


@pytest.mark.parametrize("what", SHAPES)
def test_what_is_no_table_is_refused(what):
    text, says = SHAPES[what]
    with pytest.raises(DataError, match=says):
        read_csv(text, missing="drop")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"PK\x03\x04rest", "a spreadsheet, not text: save the sheet as CSV"),
        (b"\xd0\xcf\x11\xe0rest", "a spreadsheet"),
        ("gr\u00f6\u00dfe,b\n1,2\n".encode("latin-1"), "line 1 is not UTF-8 text"),
    ],
)
def test_other_files_are_known(tmp_path, content, says):
    path = tmp_path / "mine.csv"
    path.write_bytes(content)
    with pytest.raises(DataError, match=says):
        read_csv(path)


@pytest.mark.parametrize("source", [5, None, [[1, 2]], {"a": [1]}])
def test_what_is_no_file_is_a_type_error(source):
    with pytest.raises(TypeError, match="named by a string or a Path"):
        read_csv(source)


def test_a_file_that_is_not_there():
    with pytest.raises(FileNotFoundError, match=r"nowhere\.csv"):
        read_csv("nowhere.csv")
    with pytest.raises(FileNotFoundError):
        read_csv(Path("nowhere.csv"))


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"drop": ["B"]}, DataError, "drop: there is no column 'B'"),
        ({"columns": ["a", "bb"]}, DataError, "did you mean 'b'"),
        ({"codes": {"x": {}}}, DataError, "codes: there is no column 'x'"),
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
    numbers[:, 2] = numbers[:, 0] + numbers[:, 1] + 1e-3 * rng.normal(size=200)
    assert table_faults("abc", numbers) == []


@pytest.mark.parametrize("name", ["", ".", "/dev/zero", "x" * 5_000, "a\0b", Path("/dev/zero")])
def test_what_is_no_file_or_has_no_end_is_refused_unread(name):
    with pytest.raises(DataError, match="is not a file: give the name of a CSV file") as refused:
        read_csv(name)
    assert len(str(refused.value)) < 300


def test_of_a_file_without_end_only_the_limit_is_read(monkeypatch):
    monkeypatch.setattr(csv_file, "MOST_CHARACTERS", 1_000)
    monkeypatch.setattr(csv_file, "MOST_BYTES", 4_000)

    class Endless:
        def read(self, size=-1):
            assert 0 <= size <= 4_001
            return "1,2\n" * size

    with pytest.raises(DataError, match="characters, the most that are read"):
        read_csv(Endless())


def test_a_number_with_an_underscore_is_called_a_text():
    with pytest.raises(DataError, match=r"column 'b' holds text \('1_0' in line 5"):
        read_csv(text_of(with_cell("1_0")))


# -- wide tables -----------------------------------------------------------------------------


def told_by_least_squares(numbers):
    """Return the columns that earlier ones determine, each with those, by a fit for each column."""
    scaled = (numbers - numbers.mean(axis=0)) / numbers.std(axis=0)
    free, told = [], []
    for at in range(scaled.shape[1]):
        weights, *_ = np.linalg.lstsq(scaled[:, free], scaled[:, at], rcond=None)
        left = scaled[:, at] - scaled[:, free] @ weights
        if free and (left**2).mean() <= 1e-10:
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
    found = [fault.columns for fault in table_faults(range(12), numbers)]
    assert found == told_by_least_squares(numbers)
    assert found


def test_a_wide_table_is_projected_once_and_not_fitted_column_by_column(monkeypatch):
    def refused(*_, **__):
        raise AssertionError

    monkeypatch.setattr(np.linalg, "lstsq", refused)
    numbers = np.random.default_rng(0).normal(size=(120, 100))
    assert table_faults(range(100), numbers) == []
    numbers[:, 99] = numbers[:, :2].sum(axis=1)
    assert [fault.columns for fault in table_faults(range(100), numbers)] == [(0, 1, 99)]


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
    kept = csv_file._chosen(head, head[10:], head[-10:])
    assert kept == list(range(10, MOST_COLUMNS - 10))
    assert Compared.count < 10 * MOST_COLUMNS


def test_more_columns_than_are_read_are_refused_with_the_limit():
    names = [f"c{i}" for i in range(MOST_COLUMNS + 1)]
    text = ",".join(names) + "\n" + "\n".join(",".join("1" * len(names)) for _ in range(3))
    with pytest.raises(DataError, match="1,501 columns are too many: at most 1,500 are read"):
        read_csv(text, kind="categories")
    assert read_csv(text, kind="categories", columns=names[:3]).shape == (3, 3)
