"""The journal of an experiment: every finished cell is on disk before the next is reported.

One JSON line for each cell, only ever appended to. A run that was killed goes on where it
stopped: finished cells are read back, an unfinished last line is cut off. The first line says
which design the rows belong to; another design refuses to go on in the same file. A file that is
no journal is never changed.
"""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Self

from marvel_widgets.experiments.errors import ExperimentError, told
from marvel_widgets.experiments.rows import COLUMNS, Row
from marvel_widgets.writing.whole import refuse_no_file

SYNC_SECONDS = 0.5
"""Every line is handed to the system at once, and forced to the disk this often."""
_LONGEST_SHOWN = 80


def journal_path(out: Path) -> Path:
    """Return the journal that belongs to a table."""
    return out.with_name(out.name + ".journal")


class Journal:
    """A journal open for appending; a context manager."""

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        self.path = path
        self.cells: dict[str, list[Row]] = {}
        with told(path):
            refuse_no_file(path)
            # Without a buffer: what a full disk did not take would come up again at the end.
            self._file = path.open("ab+", buffering=0)
        try:
            self._lock()
            self._read(identity)
        except BaseException:
            self._file.close()
            raise
        self._synced = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def append(self, key: str, rows: Sequence[Row]) -> None:
        """Keep a finished cell; one that is already there is left as it is."""
        if key in self.cells:
            return
        self._write({"cell": key, "rows": list(rows)})
        self.cells[key] = list(rows)
        if monotonic() - self._synced > SYNC_SECONDS:
            self._sync()

    def close(self) -> None:
        """Force everything to the disk and close the file."""
        if not self._file.closed:
            with self._file:
                self._sync()

    def _lock(self) -> None:
        """Refuse a second writer; the system releases the lock when a process dies."""
        try:
            import fcntl
        except ImportError:  # Windows: two writers would do work twice, but lose nothing
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            msg = f"{self.path} is in use by another run; wait for it, or give another --out"
            raise ExperimentError(msg) from error

    def _read(self, identity: Mapping[str, Any]) -> None:
        """Read what is there; cut off a torn last line; write the first line if there is none."""
        self._file.seek(0)
        text = self._file.readall()
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].split(b"\n")[:-1]
        entries = [self._entry(number, line) for number, line in enumerate(lines, start=1)]
        if not entries and not _line(identity).startswith(text):
            msg = f"{self.path} is not the journal of this run; delete it, or give another --out"
            raise ExperimentError(msg)
        if entries:
            self._check_identity(entries[0], identity)
        if whole < len(text):  # only now: a file of another kind keeps all that is in it
            self._file.truncate(whole)
        if not entries:
            self._write(dict(identity))
            self._sync()
            return
        for entry in entries[1:]:
            self.cells.setdefault(entry["cell"], entry["rows"])

    def _entry(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):  # the latter where many brackets are open
            entry = None
        if not isinstance(entry, dict) or not (
            _is_cell(entry) if number > 1 else "format" in entry
        ):
            msg = f"{self.path}: line {number} is damaged; delete the file to start over"
            raise ExperimentError(msg)
        return entry

    def _check_identity(self, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        for name, value in wanted.items():
            if found.get(name) != value:
                msg = (
                    f"{self.path} has rows of {name} {_shown(found.get(name))}, and this run has "
                    f"{_shown(value)}; delete the file to start over, or give another --out"
                )
                raise ExperimentError(msg)

    def _write(self, entry: Mapping[str, Any]) -> None:
        left = _line(entry)
        with told(self.path):
            while left:  # of a disk that is nearly full, a part is taken
                left = left[self._file.write(left) :]

    def _sync(self) -> None:
        with told(self.path):
            os.fsync(self._file.fileno())
        self._synced = monotonic()


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry).encode() + b"\n"


def _is_cell(entry: Mapping[str, Any]) -> bool:
    """Return whether a line is that of a cell: its key, and rows with the columns of the table."""
    rows = entry.get("rows")
    return isinstance(entry.get("cell"), str) and isinstance(rows, list) and all(map(_is_row, rows))


def _is_row(row: object) -> bool:
    return isinstance(row, dict) and all(
        name in COLUMNS and (value is None or isinstance(value, str | int | float))
        for name, value in row.items()
    )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
