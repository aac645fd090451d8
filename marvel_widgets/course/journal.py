"""What a learner did, kept beside the notebooks: a line for each answer, hint, prediction and bet.

`marvel-widgets copy` puts the file there; without it, and in tests, graders and Voila, nothing
is read or written. Lines are only ever added, but for `compacted`: several kernels may write, and
a line that a full disk cut short is passed over. Nothing is sent anywhere.
"""

import builtins
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from datetime import date, datetime
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import time
from typing import Any, Final, Self

from marvel_widgets._made_for import library_version
from marvel_widgets.writing.whole import append, content_of, held_still, write


# The start page runs by itself over no journal but those that this user began, since whoever made
# one may have put programs beside it. A folder that was moved, or made anew, has no mark.
def begun_here(folder: Path) -> bool:
    """Return whether this user began the journal of a folder."""
    mark = _mark(folder)
    return mark is not None and mark.is_file()


def note_begun(folder: Path) -> None:
    """Remember that this user began the journal of a folder; where that fails, its page waits."""
    with suppress(OSError):
        if mark := _mark(folder):
            mark.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            mark.touch()


def _mark(folder: Path) -> Path | None:
    """Return the file that says so in this user's Jupyter data directory; None without Jupyter."""
    if find_spec("jupyter_core") is None:
        return None
    place = f"{folder.resolve()} {folder.stat().st_ino}"
    name = sha256(place.encode(errors="surrogateescape")).hexdigest()
    return Path(import_module("jupyter_core.paths").jupyter_data_dir(), "marvel-widgets", name)


NAME: Final = "my-progress.jsonl"
EXERCISE, PREDICTION, BET = "exercise", "prediction", "bet"
# Who runs a notebook without a learner says so to its kernel: pytest (nbval), nbgrader, Voila.
_NO_LEARNER: Final = ("PYTEST_CURRENT_TEST", "NBGRADER_EXECUTION", "VOILA_REQUEST_URL")
HEADER: Final = '{"course": "marvel-widgets", "kept": "answers and hints, on this machine only"}\n'
_LONGEST: Final = 200  # letters of a question, enough to know it again
LARGEST: Final = 1 << 24  # bytes; a course of answers has some 100,000
_MOST: Final = 1 << 37  # of a number in a line: as a time it is in the year 6325


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One answer to an exercise, a prediction or a bet; or one hint: then the answer is empty."""

    notebook: str
    name: str  # of the exercise; of a prediction its question
    student: str = ""
    draw: int = 0
    case: str = ""  # six letters that differ where the question or its solution does
    answer: str = ""
    verdict: str = ""
    belief: str = ""
    hints: int = 0  # asked for so far
    seconds: int = 0  # that it took so far
    version: str = field(default_factory=library_version)
    at: int = field(default_factory=lambda: int(time()))  # seconds since 1970
    kind: str = EXERCISE

    @property
    def key(self) -> tuple[str, str, str, int]:
        """Which drawn case it is about."""
        return self.notebook, self.name, self.student, self.draw

    @property
    def day(self) -> date:
        """The day on which it was done, where the learner was."""
        return datetime.fromtimestamp(self.at).astimezone().date()


_FIELDS: Final = {each.name: int if each.type in (int, "int") else str for each in fields(Entry)}


class Journal:
    """The entries of one file, which is read when they are asked for: it may be large."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""  # a sentence on what went wrong last; empty where nothing did
        self.unread = 0  # lines of other programs, or torn ones

    @cached_property
    def entries(self) -> list[Entry]:
        """What the file has, and what could not be written."""
        return list(self._read())

    @staticmethod
    def begin(folder: Path) -> str:
        """Put an empty journal into a folder that has none, out of sight of git.

        Returns a sentence where git may see it; else nothing.
        """
        for name, text in ((NAME, HEADER), (".gitignore", f"{NAME}\n")):
            if not os.path.lexists(folder / name):
                write(folder / name, text.encode())
        ignores = folder / ".gitignore"
        if ignores.is_symlink():
            return f"{ignores} is a link, which git does not follow: it may commit {NAME}."
        return ""

    @classmethod
    def here(cls) -> Self | None:
        """Return the journal beside the notebook that runs; None where there is none."""
        ours: Any = getattr(builtins, "get_ipython", lambda: None)
        # between two cells, when a button is pressed, the builtin is not there
        shell = getattr(sys.modules.get("IPython"), "get_ipython", ours)() or ours()
        path = Path(NAME)
        alone = shell is None or any(os.environ.get(each) for each in _NO_LEARNER)
        if sys.platform == "emscripten" and not alone:
            with suppress(OSError):  # one from the site's server could not be added to
                if not path.exists() and any(path.parent.glob("03-*.ipynb")):
                    append(path, HEADER.encode(), new=True)
        return None if alone or not path.is_file() else cls(path)

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
        return [entry for entry in self.entries if entry.key == key and entry.kind == EXERCISE]

    def compact(self) -> int:
        """Write the file again without lines that change nothing; return how many went.

        Windows replaces no file that is open, and elsewhere it can't be held still without that.
        """
        if os.name == "nt":
            return 0
        with held_still(self.path):
            lines = (content_of(self.path) or b"").decode(errors="surrogateescape").splitlines()
            kept = compacted(lines)
            if gone := len(lines) - len(kept):
                text = "".join(f"{line}\n" for line in kept)
                write(self.path, text.encode(errors="surrogateescape"))
        return gone

    def write(self, entries: Iterable[Entry]) -> None:
        """Add entries to the file, and here also where that fails."""
        found = list(entries)
        lines = "".join(json.dumps(asdict(entry), ensure_ascii=False) + "\n" for entry in found)
        try:
            append(self.path, lines.encode())
        except OSError as error:
            self.entries.extend(found)
            why = error.strerror or str(error)
            self.problem = f"Your answer can't be kept in {NAME} ({why}); it is lost when you stop."
        else:
            self.problem = ""
            vars(self).get("entries", []).extend(found)  # else it is read with the file


def entry_of(line: str) -> Entry | None:
    """Return the entry in a line; None for a torn line, and for one of another program."""
    try:
        found: Any = {"kind": EXERCISE, "seconds": 0, **json.loads(line)}  # older lines lack these
        values = {name: found[name] for name in _FIELDS}
        "".join(value for value in values.values() if type(value) is str).encode()
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    numbers = [value for value in values.values() if type(value) is int]
    if any(type(values[name]) is not kind for name, kind in _FIELDS.items()):
        return None
    return Entry(**values) if all(0 <= number < _MOST for number in numbers) else None


def compacted(lines: Iterable[str]) -> list[str]:
    """Return the lines of a journal without empty ones, and hints that a later line counts too."""
    kept: list[str] = []
    counted: dict[tuple[object, ...], int] = {}
    for line in reversed(list(lines)):
        entry = entry_of(line)
        if entry is not None and entry.kind == EXERCISE:
            about = (*entry.key, entry.case)
            if not entry.answer and entry.hints <= counted.get(about, 0):
                continue
            counted[about] = max(counted.get(about, 0), entry.hints)
        if line.strip():
            kept.append(line)
    return kept[::-1]


def keep(kind: str, name: str, answer: str, verdict: str, belief: str = "", case: str = "") -> None:
    """Keep what was done outside the exercises, in the journal beside the notebook, if any."""
    if (journal := Journal.here()) is not None:
        journal.write(
            [
                Entry(
                    notebook=_this_notebook(), name=name[:_LONGEST], answer=answer,
                    verdict=verdict, belief=belief, case=case, kind=kind,
                )
            ]
        )  # fmt: skip


def kept(kind: str) -> list[Entry]:
    """Return what was kept of a kind in this notebook, the last thing last."""
    journal, here = Journal.here(), _this_notebook()
    entries = journal.entries if journal else []
    return [each for each in entries if each.kind == kind and each.notebook == here]


def _this_notebook() -> str:
    path = Path(os.environ.get("JPY_SESSION_NAME", ""))  # says Jupyter's server
    return path.name.partition("-")[0]
