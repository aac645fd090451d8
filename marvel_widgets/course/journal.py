"""What a learner did, kept beside the notebooks: a line for each answer and each hint.

`marvel-widgets copy` puts the file there; without it nothing is read or written, so that tests,
graders, dashboards and the notebooks of the repository leave no trace. Lines are only ever added:
several kernels may write, and a line that a full disk cut short is passed over. Nothing is sent
anywhere.
"""

import builtins
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from time import time
from typing import Any, Final, Self

from marvel_widgets.writing.whole import append, content_of

NAME: Final = "my-progress.jsonl"
HEADER: Final = '{"course": "marvel-widgets", "kept": "answers and hints, on this machine only"}\n'
LARGEST: Final = 1 << 24  # bytes; a course of answers has some 100,000


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer, or one hint: then the answer is empty."""

    notebook: str
    name: str  # of the exercise
    student: str
    draw: int
    case: str  # six letters that differ where the question or its solution does
    answer: str
    verdict: str
    belief: str
    hints: int  # asked for so far
    version: str  # of the library
    at: int  # seconds since 1970

    @property
    def key(self) -> tuple[str, str, str, int]:
        """Which drawn case it is about."""
        return self.notebook, self.name, self.student, self.draw


_FIELDS: Final = {field.name: int if field.type in (int, "int") else str for field in fields(Entry)}


class Journal:
    """The entries of one file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     Journal.begin(Path(folder))
    ...     journal = Journal(Path(folder, NAME))
    ...     journal.add("03", "removable", "", 0, "f00d00", answer="{'A'}", verdict="incorrect")
    ...     [(entry.name, entry.answer) for entry in Journal(Path(folder, NAME)).entries]
    [('removable', "{'A'}")]
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""  # a sentence on what went wrong last; empty where nothing did
        self.unread = 0  # lines of other programs, or torn ones
        self.entries = list(self._read())

    @staticmethod
    def begin(folder: Path) -> None:
        """Put an empty journal into a folder that has none, out of sight of git."""
        for name, text in ((NAME, HEADER), (".gitignore", f"{NAME}\n")):
            if not os.path.lexists(folder / name):
                append(folder / name, text.encode(), new=True)

    @classmethod
    def here(cls) -> Self | None:
        """Return the journal beside the notebook that runs; None where there is none."""
        shell: Any = getattr(builtins, "get_ipython", lambda: None)()
        path = Path(NAME)
        return cls(path) if shell is not None and path.is_file() else None

    def _read(self) -> Iterator[Entry]:
        try:
            if self.path.stat().st_size > LARGEST:
                self.problem = f"{NAME} is too large to be ours; answers are kept until you stop."
                return
            content = content_of(self.path) or b""
        except OSError as error:
            self.problem = f"{NAME} can't be read: {error.strerror or error}."
            return
        for line in content.decode(errors="replace").splitlines()[1:]:
            entry = entry_of(line)
            self.unread += entry is None and bool(line.strip())
            if entry is not None:
                yield entry

    def about(self, key: tuple[str, str, str, int]) -> list[Entry]:
        """Return what was done about a drawn case, the first thing first."""
        return [entry for entry in self.entries if entry.key == key]

    def add(
        self,
        notebook: str,
        name: str,
        student: str,
        draw: int,
        case: str,
        *,
        answer: str = "",
        verdict: str = "",
        belief: str = "",
        hints: int = 0,
        version: str = "",
    ) -> None:
        """Add an entry of now; where it can't be written, `problem` says why."""
        self.write(
            [
                Entry(
                    notebook, name, student, draw, case, answer, verdict, belief, hints, version,
                    int(time()),
                )
            ]
        )  # fmt: skip

    def write(self, entries: Iterable[Entry]) -> None:
        """Add entries to the file, and here also where that fails."""
        found = list(entries)
        self.entries += found
        lines = "".join(json.dumps(asdict(entry), ensure_ascii=False) + "\n" for entry in found)
        try:
            append(self.path, lines.encode())
        except OSError as error:
            why = error.strerror or str(error)
            self.problem = f"Your answer can't be kept in {NAME} ({why}); it is lost when you stop."
        else:
            self.problem = ""


def entry_of(line: str) -> Entry | None:
    """Return the entry in a line; None for a torn line, and for one of another program.

    >>> entry_of('{"notebook": "03"}') is None
    True
    """
    try:
        found: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, Mapping) or any(
        type(found.get(name)) is not kind for name, kind in _FIELDS.items()
    ):
        return None
    return Entry(**{name: found[name] for name in _FIELDS})
