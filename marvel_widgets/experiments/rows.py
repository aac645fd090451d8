"""The tidy table of an experiment: its columns, and CSV and Parquet files."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from marvel_widgets.experiments.errors import ExperimentError, require, told
from marvel_widgets.writing.whole import whole

if TYPE_CHECKING:
    import pandas as pd

Value = str | int | float | None
Row = dict[str, Value]

COLUMNS: Final[dict[str, type]] = {
    "experiment": str,
    "panel": str,  # of Figure 3
    "network": str,
    "p": int,
    "in_degree": int,  # the parameter of the random model
    "density": float,  # the parameter of the random model
    "n": int,  # samples; empty with the oracle
    "repetition": int,
    "edges": int,  # of the true graph
    "max_in_degree": int,  # of the true graph
    "algorithm": str,
    "removal_alpha": str,  # MARVEL on data: 0.7 or as printed
    "status": str,  # done, or over budget: the paper's NA
    "performed": int,  # CI tests after boundary discovery
    "distinct": int,  # different statements among them
    "asc": float,  # mean size of their conditioning sets
    "precision": float,  # of the skeleton
    "recall": float,
    "f1": float,
    "dead_ends": int,  # MARVEL: rounds in which no variable passed
    "seconds": float,  # after boundary discovery
    "boundary_seconds": float,
}
"""Every column and its type; an empty value is None."""

OVER_BUDGET: Final = "over budget"
"""The status of a run that the budget stopped: what it did is there, but no scores."""

TIMES: Final = ("seconds", "boundary_seconds")
"""The only columns that differ from one run to the next."""

TABLE_SUFFIXES: Final = (".csv", ".parquet")


def without_times(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without their times: equal seeds give equal rows."""
    return [{k: v for k, v in row.items() if k not in TIMES} for row in rows]


def to_frame(rows: Sequence[Row]) -> pd.DataFrame:
    """Return the rows as a pandas DataFrame."""
    require("pandas")
    import pandas as pd

    return pd.DataFrame(list(rows), columns=list(COLUMNS))


def check_writable(path: Path, suffixes: Sequence[str]) -> None:
    """Raise now if a file of this name could not be written later."""
    if path.suffix.lower() not in suffixes:
        msg = f"{path}: the name ends in {' or '.join(suffixes)}"
        raise ExperimentError(msg)
    if path.suffix.lower() == ".parquet":
        require("pyarrow")
    write_atomically(path, None)


def write_atomically(path: Path, fill: Callable[[Path], None] | None) -> None:
    """Let `fill` write a file beside `path`, then put it in its place at once.

    With `fill` None nothing is put in place: only that a file can be made is tried.
    """
    with told(path), suppress(_OnlyTriedError), whole(path) as part:
        if fill is None:
            raise _OnlyTriedError
        fill(part)


class _OnlyTriedError(Exception):
    """A file could be made, and is not wanted yet."""


def write_rows(rows: Sequence[Row], path: Path) -> None:
    """Write the table as CSV or Parquet, by the suffix, all at once."""
    check_writable(path, TABLE_SUFFIXES)
    fill = _write_csv if path.suffix.lower() == ".csv" else _write_parquet
    write_atomically(path, lambda beside: fill(rows, beside))


def read_rows(path: Path) -> list[Row]:
    """Return the rows that `write_rows` wrote."""
    if not path.is_file():
        msg = f"there is no file {path}"
        raise ExperimentError(msg)
    return _read_csv(path) if path.suffix.lower() == ".csv" else _read_parquet(path)


def _write_csv(rows: Sequence[Row], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(COLUMNS), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _read_csv(path: Path) -> list[Row]:
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != list(COLUMNS):
            msg = f"{path} is not a table of an experiment: it has other columns"
            raise ExperimentError(msg)
        return [
            {name: kind(row[name]) if row[name] else None for name, kind in COLUMNS.items()}
            for row in reader
        ]


def _write_parquet(rows: Sequence[Row], path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds: dict[type, Any] = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    pq.write_table(pa.Table.from_pylist(list(rows), schema=schema), path)


def _read_parquet(path: Path) -> list[Row]:
    require("pyarrow")
    import pyarrow.parquet as pq

    rows: list[Row] = pq.read_table(path).to_pylist()
    return rows
