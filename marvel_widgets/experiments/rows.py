"""The tidy table of an experiment: its columns, and CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from marvel_widgets.experiments.errors import ExperimentError, told
from marvel_widgets.writing.whole import fresh_folder, refuse_no_file, write

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

TABLE_SUFFIX: Final = ".csv"


def check_writable(path: Path, suffix: str) -> None:
    """Raise now if a file of this name could not be written later."""
    if path.suffix.lower() != suffix:
        msg = f"{path}: the name ends in {suffix}"
        raise ExperimentError(msg)
    with told(path):
        refuse_no_file(path)
        with fresh_folder(path.parent):
            pass


def write_rows(rows: Sequence[Row], path: Path) -> None:
    """Write the table as CSV, all at once."""
    check_writable(path, TABLE_SUFFIX)
    table = io.StringIO()
    writer = csv.DictWriter(table, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with told(path):
        write(path, table.getvalue().encode())


def read_rows(path: Path) -> list[Row]:
    """Return the rows that `write_rows` wrote."""
    if not path.is_file():
        msg = f"there is no file {path}"
        raise ExperimentError(msg)
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != list(COLUMNS):
            msg = f"{path} is not a table of an experiment: it has other columns"
            raise ExperimentError(msg)
        return [
            {name: kind(row[name]) if row[name] else None for name, kind in COLUMNS.items()}
            for row in reader
        ]
