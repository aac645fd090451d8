"""Real data that come with the package, each with its source and its license."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from marvel_widgets.core.graphs.networks import header_of
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.csv_file import read_csv
from marvel_widgets.core.independence.table import DataError, Table

# How `load` reads each of them: the columns that are left out, and the numbers for texts.
_READ: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {"galton": {"drop": ["family"], "codes": {"sex": {"female": 0, "male": 1}}}}
)


@dataclass(frozen=True, slots=True)
class DatasetInfo:
    """Where a data set comes from.

    Attributes
    ----------
    name : str
        As `load` takes it.
    rows : int
    columns : tuple of str
        Of the file; `load` may leave some out.
    source : str
        Where the numbers were taken from.
    license : str
        Under which terms.
    reference : str
        The publications that introduced them.
    note : str
        What a row is.
    """

    name: str
    rows: int
    columns: tuple[str, ...]
    source: str
    license: str
    reference: str
    note: str


def names() -> tuple[str, ...]:
    """Return the names of all data sets.

    Examples
    --------
    >>> names()
    ('galton',)
    """
    return tuple(_READ)


def load(name: str) -> Table:
    """Return a data set as a table of numbers.

    In "galton" the column `sex` is 0 for a daughter and 1 for a son; the number of the family is
    left out.

    Raises
    ------
    DataError
        There is no data set of this name; a close one is suggested.

    Examples
    --------
    >>> galton = load("galton")
    >>> galton.columns, galton.shape
    (('father', 'mother', 'sex', 'height'), (898, 4))
    """
    content = text(name)
    how = _READ[name]
    return read_csv(content, drop=how["drop"], codes=how["codes"])  # type: ignore[arg-type]


def text(name: str) -> str:
    """Return a data set as the CSV text that comes with the package, its header included.

    Raises
    ------
    DataError
        As `load`.

    Examples
    --------
    >>> text("galton").splitlines()[10:12]
    ['family,father,mother,sex,height', '1,78.5,67,male,73.2']
    """
    if name not in _READ:
        close = get_close_matches(str(name).lower(), names(), n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there is {', '.join(names())}"
        msg = f"there is no data set {shown(name)}; {hint}"
        raise DataError(msg)
    file = files("marvel_widgets").joinpath("core", "independence", "data", f"{name}.csv")
    return file.read_text(encoding="utf-8")


def info(name: str) -> DatasetInfo:
    """Return where a data set comes from, and under which license.

    Raises
    ------
    DataError
        As `load`.

    Examples
    --------
    >>> info("galton").rows, info("galton").license
    (898, 'Public domain (Galton died in 1911, and published from these records in 1886)')
    """
    content = text(name)
    header = header_of(content)
    head, *rows = [line for line in content.splitlines() if not line.startswith("#")]
    return DatasetInfo(
        name=name,
        rows=len(rows),
        columns=tuple(head.split(",")),
        source=header["source"],
        license=header["license"],
        reference=header["reference"],
        note=header["note"],
    )
