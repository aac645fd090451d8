"""Real data that come with the package, each with its source and its license."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final

from marvel_widgets._data import text_of
from marvel_widgets.core.graphs.networks import header_of
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.csv_file import read_csv
from marvel_widgets.core.independence.table import DataError, Table

_SEX: Final = MappingProxyType({"sex": {"female": 0, "male": 1}})
# How `load` reads each of them: the columns that are left out, and the numbers for texts.
_READ: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "galton": {"drop": ["family"], "codes": _SEX},
        "penguins": {"drop": ["species", "island", "year"], "codes": _SEX, "missing": "drop"},
    }
)


@dataclass(frozen=True, slots=True)
class DatasetInfo:
    """Where a data set comes from."""

    name: str
    rows: int
    columns: tuple[str, ...]
    source: str
    license: str
    reference: str
    note: str


def names() -> tuple[str, ...]:
    """Return the names of all data sets.

    >>> names()
    ('galton', 'penguins')
    """
    return tuple(_READ)


def load(name: str, only: Mapping[str, str] | None = None) -> Table:
    """Return a data set as a table of numbers.

    The column `sex` is 0 for female and 1 for male. In "galton" the number of the family is left
    out, in "penguins" species, island and year, and the 11 rows in which a value is missing.

    >>> galton = load("galton")
    >>> galton.columns, galton.shape
    (('father', 'mother', 'sex', 'height'), (898, 4))
    >>> load("penguins", only={"species": "Gentoo"}).shape
    (119, 5)
    """
    content = text(name)
    for column, value in (only or {}).items():
        content = _only(content, column, value)
    return read_csv(content, **_READ[name])


def _only(content: str, column: str, value: str) -> str:
    """Return the text with the rows alone that have a text in a column."""
    columns, rows = _columns_and_rows(content)
    if column not in columns:
        msg = f"there is no column {shown(column)}; choose one of {', '.join(columns)}"
        raise DataError(msg)
    place = columns.index(column)
    kept = [row for row in rows if row.split(",")[place] == value]
    if not kept:
        texts = sorted({row.split(",")[place] for row in rows})
        msg = f"no row has {shown(value)} in column {column}; choose one of {', '.join(texts[:9])}"
        raise DataError(msg)
    return "\n".join([",".join(columns), *kept, ""])


def _columns_and_rows(content: str) -> tuple[list[str], list[str]]:
    head, *rows = [line for line in content.splitlines() if not line.startswith("#")]
    return head.split(","), rows


def text(name: str) -> str:
    """Return a data set as the CSV text that comes with the package, its header included.

    >>> text("galton").splitlines()[11:13]
    ['family,father,mother,sex,height', '1,78.5,67,male,73.2']
    """
    if name not in _READ:
        close = get_close_matches(str(name).lower(), names(), n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there is {', '.join(names())}"
        msg = f"there is no data set {shown(name)}; {hint}"
        raise DataError(msg)
    return text_of(f"core/independence/data/{name}.csv")


def info(name: str) -> DatasetInfo:
    """Return where a data set comes from, and under which license.

    >>> info("penguins").rows, info("penguins").license
    (344, 'CC0 1.0')
    """
    content = text(name)
    header = header_of(content)
    columns, rows = _columns_and_rows(content)
    return DatasetInfo(
        name=name,
        rows=len(rows),
        columns=tuple(columns),
        source=header["source"],
        license=header["license"],
        reference=header["reference"],
        note=header["note"],
    )
