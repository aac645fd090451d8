"""Bring your own data: a CSV file or text as a table, with a clear word for what is in the way."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import Any, Final, Literal

from marvel_widgets.core.graphs.construction import is_hashable, name_fault
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.core.independence.column_faults import (
    MISSING,
    Fault,
    cells_fault,
    checked_correlations,
    numbers_of,
    refuse,
)
from marvel_widgets.core.independence.table import DataError, Table, few_rows

Kind = Literal["numbers", "categories"]
Missing = Literal["refuse", "drop"]
Row = tuple[int, list[str]]
"""The line at which a row ends, counted from 1, and its cells."""

MOST_BYTES: Final = 50_000_000
MOST_COLUMNS: Final = 1_500  # the largest of the usual networks has 1,041 variables


def read_csv(
    source: Any,
    *,
    columns: Iterable[str] | None = None,
    drop: Iterable[str] = (),
    codes: Mapping[str, Mapping[str, float]] | None = None,
    missing: Missing = "refuse",
    kind: Kind = "numbers",
) -> Table:
    r"""Return the table in a CSV file, ready for `FisherZ` or `GTest`.

    Parameters
    ----------
    source : str, Path, or open file
        The name of a file; or the text itself, which has at least one line break. Its first line
        names the columns; lines before it that begin with ``#`` are comments, and ``sep=;`` is
        Excel's. Commas, semicolons or tabs separate.
    columns : iterable of str, optional
        Take these alone.
    drop : iterable of str
        Leave these out.
    codes : mapping of str to mapping, optional
        For a column of text, the number for each of its texts.
    missing : {"refuse", "drop"}
        What to do with a row in which a value is missing.
    kind : {"numbers", "categories"}
        Numbers for `FisherZ`; categories are left as they are written, for `GTest`.

    Returns
    -------
    Table
        Its columns keep their names and their order.

    Raises
    ------
    DataError
        A sentence for each thing in the way: which column, which line, what to do. Text and dates
        among numbers, missing values, constant columns, columns that others determine, rows of
        another length, fewer rows than variables and two, and more than 1,500 columns.
    FileNotFoundError
        There is no file of this name.

    Notes
    -----
    Reading takes some ten times the size of the text in memory; the determined columns are found
    from the correlations, n p**2 operations.

    Examples
    --------
    >>> table = read_csv("a;b\n1;5\n2;3\n3;8\n4;1\n")
    >>> table.columns, table.shape
    (('a', 'b'), (4, 2))
    >>> try:
    ...     read_csv("a,b\n1,2\n2,\n3,5\n4,1\n")
    ... except DataError as error:
    ...     print(str(error).split(":")[0])
    column 'b' has no value in line 3
    """
    check_choice("missing", missing, Missing)
    check_choice("kind", kind, Kind)
    import numpy as np

    codes = codes or {}
    head, rows = _rows(_text_of(source))
    places = _chosen(head, columns, drop, codes)
    names = [head[at] for at in places]
    if missing == "drop" and rows:
        rows = [row for row in rows if not any(row[1][at].lower() in MISSING for at in places)]
        if not rows:
            msg = "every row has a missing value: leave out the columns with most of them"
            raise DataError(msg)
    lines = [line for line, _ in rows]
    read = [
        _column(head[at], [row[at] for _, row in rows], lines, codes.get(head[at], {}), kind)
        for at in places
    ]
    _refuse([fault for _, faults in read for fault in faults])
    if kind == "categories":
        texts = np.array([column for column, _ in read], dtype=object)
        return Table(tuple(names), texts.T.reshape(len(rows), len(names)))
    numbers = np.array([column for column, _ in read], dtype=float).T
    if len(rows) < len(names) + 2:
        raise few_rows(len(rows), len(names))
    _refuse(checked_correlations(names, numbers)[1])
    return Table(tuple(names), numbers)


# -- text ------------------------------------------------------------------------------------------


def _text_of(source: Any) -> str:
    if hasattr(source, "read"):
        source = source.read(MOST_BYTES + 1)
    elif isinstance(source, Path) or (isinstance(source, str) and not re.search(r"[\r\n]", source)):
        source = _content_of(source)
    if hasattr(source, "__len__") and len(source) > MOST_BYTES:
        msg = f"the text has more than {MOST_BYTES:,} characters, the most that are read"
        raise DataError(msg)
    if isinstance(source, bytes | bytearray | memoryview):
        source = bytes(source)
        if source.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
            msg = "this is a spreadsheet: save the sheet as CSV in its program, and read that"
            raise DataError(msg)
        try:
            source = source.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = source.count(b"\n", 0, error.start) + 1
            msg = f"line {line} is not UTF-8 text: save the file as CSV with the encoding UTF-8"
            raise DataError(msg) from None
    if not isinstance(source, str):
        msg = (
            f"a CSV file is named by a string or a Path; got {type(source).__name__}: give "
            "its name, its text or an open file; a DataFrame goes to FisherZ as it is"
        )
        raise TypeError(msg)
    return source.removeprefix("\ufeff")


def _content_of(name: str | Path) -> bytes:
    """Return the content of a file; anything else, and what may have no end, is refused unread."""
    path = Path(name)
    try:
        ordinary = path.is_file() or not path.exists()
    except (OSError, ValueError):  # too long a name, or a NUL in it
        ordinary = False
    if not ordinary or str(name).strip() in ("", ".") or "\0" in str(name):
        msg = (
            f"{shown(str(name))} is not a file: give the name of a CSV file, or its text, which "
            "has a line for the names of the columns and others for the values"
        )
        raise DataError(msg)
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


# -- lines -----------------------------------------------------------------------------------------


def _rows(text: str) -> tuple[list[str], list[Row]]:
    """Return the names in the head and the rows, each cell without blanks around it."""
    lines = text.splitlines()
    told = [at for at, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    excel = told and re.fullmatch(r'"?sep=(.)"?', lines[told[0]])
    told = told[bool(excel) :]
    if not told:
        msg = "there is no line with the names of the columns: the table is empty"
        raise DataError(msg)
    start = told[0]
    separators = [excel[1]] if excel else ",;\t"
    separator = max(
        separators, key=lambda mark: len(next(csv.reader([lines[start]], delimiter=mark)))
    )
    body = StringIO("\n".join(lines[start:]), newline="")
    reader = csv.reader(body, delimiter=separator, skipinitialspace=True, strict=True)
    try:
        found = [(start + reader.line_num, [*map(str.strip, row)]) for row in reader]
    except csv.Error as error:
        msg = (
            f"line {start + reader.line_num} can't be read ({error}): check its quotation marks, "
            "and that commas, semicolons or tabs separate"
        )
        raise DataError(msg) from None
    (_, head), *rows = found
    rows = [(line, row) for line, row in rows if any(row)]
    _check_head(head, start + 1)
    odd = [(line, len(row)) for line, row in rows if len(row) != len(head)]
    if odd:
        (line, length), more = odd[0], len(odd) - 1
        msg = (
            f"line {line} has {length} value{'s' * (length != 1)} for {len(head)} columns"
            + (f" ({more} further line{'s' * (more > 1)} too)" if more else "")
            + ": add what is missing, take the line out, or put text that contains a separator "
            "into quotation marks"
        )
        raise DataError(msg)
    return head, rows


def _check_head(head: Sequence[str], line: int) -> None:
    if len(head) < 2:
        msg = (
            f"line {line} has one column, {shown(head[0])}: a CI test needs at least two, "
            "separated by commas, semicolons or tabs; a line above the names begins with #"
        )
        raise DataError(msg)
    if "" in head:
        at = head.index("") + 1
        rows = "; pandas leaves row numbers out where its index is False, R where row.names is"
        msg = f"column {at} has no name in line {line}: name it there, or delete the column"
        msg += rows if at == 1 else ""
        raise DataError(msg)
    seen: set[str] = set()
    for name in head:
        if name in seen:
            msg = f"two columns are named {shown(name)}: rename one of them, in line {line}"
            raise DataError(msg, [name])
        seen.add(name)
    if all(_number(name, {}) is not None for name in head):
        msg = (
            f"line {line} should name the columns, but has numbers: put a line with names, such "
            "as x1,x2, above it"
        )
        raise DataError(msg)


def _chosen(
    head: Sequence[str], columns: Iterable[str] | None, drop: Iterable[str], codes: Iterable[str]
) -> list[int]:
    """Return the places of the columns that are taken."""
    known, given = {*head}, []
    for option, names in (("columns", head if columns is None else columns), ("drop", drop)):
        if isinstance(names, str):
            msg = f"{option} must be a list of names, such as [{names!r}]; got {shown(names)}"
            raise TypeError(msg)
        given.append([*names])
    wanted, unwanted = given
    for name in [*wanted, *unwanted, *codes]:
        if not (is_hashable(name) and name in known):
            close = get_close_matches(str(name), head, n=1, cutoff=0.5)
            hint = f"did you mean {close[0]!r}?" if close else f"there are {shown(list(head))}"
            msg = f"there is no column {shown(name)}; {hint}"
            raise DataError(msg)
    chosen = {*wanted} - {*unwanted}
    kept = [at for at, name in enumerate(head) if name in chosen]
    if len(kept) > MOST_COLUMNS:
        msg = f"{len(kept):,} columns are too many: at most {MOST_COLUMNS:,} are read"
        raise DataError(msg, (), "; name those that you want with columns=[...]")
    if len(kept) < 2:
        left = f"{len(kept)} column{'s' * (len(kept) != 1)}"
        msg = f"{left} would be left, and a CI test needs at least two"
        raise DataError(msg)
    if fault := next(filter(None, (name_fault(head[at]) for at in kept)), None):
        raise DataError(fault)
    return kept


# -- cells -----------------------------------------------------------------------------------------


def _column(
    name: str, cells: list[str], lines: Sequence[int], codes: Mapping[str, float], kind: Kind
) -> tuple[list[Any], list[Fault]]:
    if kind == "categories":
        gone = [at for at, text in enumerate(cells) if text.lower() in MISSING]
        return cells, [cells_fault(name, "missing", gone, cells, lines)] if gone else []
    try:  # what most columns are takes no look at single cells
        numbers = [] if codes or "_" in "".join(cells) else [*map(float, cells)]
    except ValueError:
        numbers = []
    if numbers and isfinite(sum(numbers)):
        return numbers, []
    return numbers_of(name, cells, partial(_number, codes=codes), lines)


def _number(text: str, codes: Mapping[str, float]) -> float | None:
    if text in codes:
        return float(codes[text])
    try:
        return None if "_" in text else float(text)  # 1_000 is Python's own way to write numbers
    except ValueError:
        return None


def _refuse(faults: Sequence[Fault]) -> None:
    """Raise a DataError that names the faults, and the options that do something."""
    options: dict[str, Any] = {
        "drop": list(dict.fromkeys(f.options["drop"] for f in faults if "drop" in f.options)),
        "missing": "drop" if any("missing" in fault.options for fault in faults) else "",
        "codes": {n: texts for f in faults for n, texts in f.options.get("codes", {}).items()},
    }
    told = ", ".join(f"{option}={shown(value)}" for option, value in options.items() if value)
    if any("kind" in fault.options for fault in faults):
        told += ", or kind='categories', for GTest"
    refuse(faults, told and f"in read_csv by {told}")
