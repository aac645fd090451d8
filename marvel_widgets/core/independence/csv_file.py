"""Bring your own data: a CSV file or text as a table, with a clear word for what is in the way."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Any, Final, Literal

from marvel_widgets.core.graphs.construction import is_hashable, name_fault
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.core.independence.column_faults import (
    Cell,
    Fault,
    cell_faults,
    counted,
    is_missing,
    message,
    missing_fault,
    number_in,
    table_faults,
)
from marvel_widgets.core.independence.table import DataError, Table

Kind = Literal["numbers", "categories"]
Missing = Literal["refuse", "drop"]
Row = tuple[int, list[str]]
"""The line at which a row ends, counted from 1, and its cells."""

SEPARATORS: Final = ",;\t"
MOST_CHARACTERS: Final = 50_000_000
MOST_COLUMNS: Final = 1_500  # the largest of the usual networks has 1,041 variables
MOST_BYTES: Final = 4 * MOST_CHARACTERS  # no character takes more in UTF-8
_TOO_LONG: Final = f"the text has more than {MOST_CHARACTERS:,} characters, the most that are read"
_BREAK: Final = re.compile(r"[\r\n]")


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
        names the columns; lines before it that begin with ``#`` are comments. Commas, semicolons
        or tabs separate.
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
    by orthogonal projections, n p**2 operations.

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
    head, rows = _cells(_text_of(source))
    places = _chosen(head, columns, drop)
    names = [head[at] for at in places]
    if fault := next(filter(None, map(name_fault, names)), None):
        raise DataError(fault)
    given = {name: {**(codes or {}).get(name, {})} for name in names}
    for name in codes or {}:
        _known(name, head, "codes")
    kept, faults = _without_missing(names, places, rows, missing)
    if kind == "numbers":
        for name, at in zip(names, places, strict=True):
            cells = [Cell(line, row[at]) for line, row in kept if not is_missing(row[at])]
            faults += cell_faults(name, cells, given[name])
    _refuse(faults)
    return _table(names, places, kept, given, kind)


def _table(
    names: Sequence[str],
    places: Sequence[int],
    rows: Sequence[Row],
    codes: Mapping[str, Mapping[str, float]],
    kind: Kind,
) -> Table:
    import numpy as np

    if kind == "categories":
        texts = np.array([[row[at] for at in places] for _, row in rows], dtype=object)
        return Table(tuple(names), texts.reshape(len(rows), len(names)))
    values = [
        [_number(row[at], codes[name]) for name, at in zip(names, places, strict=True)]
        for _, row in rows
    ]
    numbers = np.array(values, dtype=float).reshape(len(rows), len(names))
    _refuse(table_faults(names, numbers))
    return Table(tuple(names), numbers)


def _number(text: str, codes: Mapping[str, float]) -> float:
    number = codes.get(text)
    return float(text) if number is None else float(number)


def _refuse(faults: Sequence[Fault]) -> None:
    if faults:
        at_fault = dict.fromkeys(name for fault in faults for name in fault.columns)
        raise DataError(message(faults), at_fault)


def _text_of(source: Any) -> str:
    if hasattr(source, "read"):
        source = source.read(MOST_BYTES + 1)
    elif isinstance(source, Path) or (isinstance(source, str) and not _BREAK.search(source)):
        source = _content_of(source)
    if isinstance(source, bytes | bytearray | memoryview):
        source = _decoded(bytes(source))
    if not isinstance(source, str):
        msg = (
            f"a CSV file is named by a string or a Path; got {type(source).__name__}: give "
            "its name, its text or an open file; a DataFrame goes to FisherZ as it is"
        )
        raise TypeError(msg)
    if len(source) > MOST_CHARACTERS:
        raise DataError(_TOO_LONG)
    return source.removeprefix("\ufeff")


def _content_of(name: str | Path) -> bytes:
    """Return the content of a file; anything else, and what may have no end, is refused unread."""
    path = Path(name)
    try:
        ordinary = path.is_file() or not path.exists()
        there = str(name).strip() not in ("", ".") and "\0" not in str(name)
    except (OSError, ValueError):  # too long a name
        ordinary = there = False
    if not (ordinary and there):
        msg = (
            f"{shown(str(name))} is not a file: give the name of a CSV file, or its text, which "
            "has a line for the names of the columns and others for the values"
        )
        raise DataError(msg)
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _decoded(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise DataError(_TOO_LONG)
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        msg = "this is a spreadsheet, not text: save the sheet as CSV in its program, and read that"
        raise DataError(msg)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        msg = f"line {line} is not UTF-8 text: save the file as CSV with the encoding UTF-8"
        raise DataError(msg) from None


def _cells(text: str) -> tuple[list[str], list[Row]]:
    """Return the names in the head and the rows, each cell without blanks around it."""
    lines = text.splitlines()
    told = [at for at, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    if not told:
        msg = "there is no line with the names of the columns: the table is empty"
        raise DataError(msg)
    start = told[0]
    separator = max(
        SEPARATORS, key=lambda mark: len(next(csv.reader([lines[start]], delimiter=mark)))
    )
    body = StringIO("\n".join(lines[start:]), newline="")
    reader = csv.reader(body, delimiter=separator, skipinitialspace=True, strict=True)
    try:
        found = [(start + reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        msg = f"line {start + reader.line_num} can't be read ({error}): check its quotation marks"
        raise DataError(msg) from None
    (_, head), *rows = found
    rows = [(line, row) for line, row in rows if any(row)]
    _check_head(head, start + 1)
    _check_lengths(head, rows)
    return head, rows


def _check_head(head: Sequence[str], line: int) -> None:
    if len(head) < 2:
        msg = (
            f"line {line} has one column, {shown(head[0])}: a CI test needs at least two, "
            "separated by commas, semicolons or tabs"
        )
        raise DataError(msg)
    seen: set[str] = set()
    for at, name in enumerate(head, 1):
        if not name:
            msg = f"column {at} has no name in line {line}: name it there, or delete the column"
            raise DataError(msg)
        if name in seen:
            msg = f"two columns are named {shown(name)} in line {line}: rename one of them"
            raise DataError(msg, [name])
        seen.add(name)
    if all(number_in(name) is not None for name in head):
        msg = (
            f"line {line} should name the columns, but has numbers: put a line with names, such "
            "as x1,x2, above it"
        )
        raise DataError(msg)


def _check_lengths(head: Sequence[str], rows: Sequence[Row]) -> None:
    odd = [(line, len(row)) for line, row in rows if len(row) != len(head)]
    if odd:
        line, length = odd[0]
        more = f" ({counted(len(odd) - 1, 'further line')} too)" if len(odd) > 1 else ""
        msg = (
            f"line {line} has {counted(length, 'value')} for {len(head)} columns{more}: add what "
            "is missing, or put text that contains a separator into quotation marks"
        )
        raise DataError(msg)


def _chosen(head: Sequence[str], columns: Iterable[str] | None, drop: Iterable[str]) -> list[int]:
    wanted, unwanted, known = _several(columns, "columns"), _several(drop, "drop") or (), {*head}
    for names, where in ((wanted or (), "columns"), (unwanted, "drop")):
        for name in names:
            if not (is_hashable(name) and name in known):
                _known(name, head, where)
    chosen = known if wanted is None else {*wanted}
    chosen -= {*unwanted}
    kept = [at for at, name in enumerate(head) if name in chosen]
    if len(kept) > MOST_COLUMNS:
        msg = (
            f"{len(kept):,} columns are too many: at most {MOST_COLUMNS:,} are read; name those "
            "that you want with columns=[...]"
        )
        raise DataError(msg)
    if len(kept) < 2:
        msg = f"{counted(len(kept), 'column')} would be left, and a CI test needs at least two"
        raise DataError(msg)
    return kept


def _several(names: Iterable[str] | None, where: str) -> tuple[str, ...] | None:
    if isinstance(names, str):
        msg = f"{where} must be a list of names, such as [{names!r}]; got {shown(names)}"
        raise TypeError(msg)
    return None if names is None else tuple(names)


def _known(name: object, head: Sequence[str], where: str) -> None:
    if name not in head:
        close = get_close_matches(str(name), head, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {shown(list(head))}"
        msg = f"{where}: there is no column {shown(name)}; {hint}"
        raise DataError(msg)


def _without_missing(
    names: Sequence[str], places: Sequence[int], rows: Sequence[Row], missing: Missing
) -> tuple[Sequence[Row], list[Fault]]:
    """Return the rows to work with, and what is missing in them."""
    if missing == "drop":
        whole = [(n, row) for n, row in rows if not any(is_missing(row[at]) for at in places)]
        if rows and not whole:
            msg = "every row has a missing value: leave out the columns with most of them"
            raise DataError(msg)
        return whole, []
    faults = []
    for name, at in zip(names, places, strict=True):
        lines = [line for line, row in rows if is_missing(row[at])]
        if lines:
            faults.append(missing_fault(name, lines))
    return rows, faults
