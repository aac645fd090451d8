"""Faults that commands once had, planted back: the harness must find each."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from marvel_widgets import _notebooks
from marvel_widgets.classroom import files
from marvel_widgets.site import build
from marvel_widgets.writing import own_folder
from tests.faults.cases import Bench, FoundError
from tests.faults.commands import COMMANDS


@dataclass(frozen=True)
class Planted:
    """A fault, the command that has it then, and how the harness calls what comes of it."""

    what: str
    command: str
    kind: str
    plant: Callable[[], None]


def first_found(each: Planted, root: Path) -> tuple[int, str]:
    """Return after how many cases a planted fault is found, and the case."""
    bench = Bench(COMMANDS[each.command], root, each.plant, stops=each.kind)
    try:
        bench.links(1) if each.kind == "outside" else bench.faults(1)
    except FoundError as found:
        return bench.tried, str(found)
    return bench.tried, "not found"


def _foreseeable() -> None:
    def write(path: Path, content: bytes) -> None:
        part = path.with_name(f".{path.name}.part")
        part.write_bytes(content)
        part.replace(path)

    _notebooks.write = own_folder.write = write


def _emptied() -> None:
    files.write = lambda path, content: path.write_bytes(content)


@contextmanager
def _in_place(folder: Path, mark: str) -> Iterator[Path]:
    folder.mkdir(exist_ok=True)
    yield folder
    (folder / mark).write_text('{"handed_out": {}}')


@contextmanager
def _cleared(folder: Path, mark: str) -> Iterator[Path]:
    folder.mkdir(exist_ok=True)
    (folder / mark).write_text('{"handed_out": {}}')
    for each in folder.iterdir():
        if each.is_dir():
            shutil.rmtree(each)
    yield folder


def _marked_last() -> None:
    build.own_folder = _in_place


def _cleared_first() -> None:
    build.own_folder = _cleared


def _waiting() -> None:
    _notebooks._hash_of = lambda path: "" if path.exists() and not path.read_bytes() else None


PLANTED = (
    Planted("a part with a name that can be foreseen", "copy", "outside", _foreseeable),
    Planted("a pipe is read", "copy", "outside", _waiting),
    Planted("an old file is emptied first", "report", "half", _emptied),
    Planted("the mark comes last", "site", "stuck", _marked_last),
    Planted("the old site goes first", "site", "lost", _cleared_first),
)
