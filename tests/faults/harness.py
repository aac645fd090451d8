"""A fault at each place where a command changes the disk, and what is lost by it.

Python tells a hook of every file that it opens for writing, every folder made, every name changed
or removed, whoever does it. A command runs in a process of its own that is forked for it; the
hook kills it there, or from there on the disk is full.
"""

import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from tests.faults.commands import Command

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FULL, KILLED, CUT = "full disk", "kill", "kill inside"
OUT, MINE = "out", "mine.txt"
REFUSED = 3  # how a run ends that touches what it must not
TRACEBACK = 4

_now: "Run | None" = None


@dataclass
class Run:
    """A run in this process: what happened so far, and what is to happen at one of its events."""

    root: Path
    fault: str = ""
    at: int = -1
    seen: list[tuple[str, str]] = field(default_factory=list)
    full: bool = False
    told: int = -1  # where the words of the end go

    def heard(self, event: str, arguments: tuple) -> None:
        """Hear of something that this process is about to do."""
        if event == "open":
            path, _, flags = arguments
            if isinstance(path, str | bytes | os.PathLike):
                place = Path(os.fsdecode(path)).absolute()
                self._refuse_a_pipe(place)
                if flags & WRITES:
                    self._change(event, place)
        elif event in ("os.rename", "os.link", "os.symlink"):
            self._change(event, Path(os.fsdecode(arguments[1])).absolute())
        elif event in ("os.mkdir", "os.remove", "os.rmdir"):
            below = arguments[-1] not in (-1, None)  # a folder that is open, when a tree goes
            self._change(event, None if below else Path(os.fsdecode(arguments[0])).absolute())

    def _change(self, event: str, place: Path | None) -> None:
        if place is not None:
            allowed = [self.root / name for name in (OUT, "tmp", "data")]
            led = [place, *place.parent.resolve().parents, place.parent.resolve()]
            if not set(allowed) & set(led) and place != Path(os.devnull):
                self._end(f"{event} outside: {place}")
            if event == "open" and place.is_symlink():
                self._end(f"opened through a link: {place}")
        self.seen.append((event, str(place or "")))
        self.full = self.full or (self.fault == FULL and len(self.seen) > self.at >= 0)
        if len(self.seen) - 1 == self.at:
            self._strike(event)
        if self.full and event in ("os.mkdir", "os.link", "os.symlink"):
            raise OSError(28, os.strerror(28), str(place))

    def _strike(self, event: str) -> None:
        if self.fault == KILLED:
            os.kill(os.getpid(), signal.SIGKILL)
        # Of the file that is opened now, and all later ones, so many bytes find room.
        room = 1 if self.at % 2 else 500
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        if self.fault == CUT:  # the system kills the process inside the write
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        elif event == "os.rename":
            raise OSError(28, os.strerror(28))

    def _refuse_a_pipe(self, place: Path) -> None:
        with suppress(OSError):
            if place.is_fifo():
                self._end(f"waits for {place}")

    def _end(self, why: str) -> None:
        os.write(self.told, why.encode())
        os._exit(REFUSED)


def _hook(event: str, arguments: tuple) -> None:
    if _now is not None:
        _now.heard(event, arguments)


sys.addaudithook(_hook)  # there is no way to take one off


@dataclass(frozen=True)
class Ended:
    """How a run ended: its code, below 0 for a signal, its words, and what it changed."""

    code: int
    told: str
    seen: list[tuple[str, str]]


def run(command: Command, version: int, root: Path, fault: str = "", at: int = -1) -> Ended:
    """Run a command in a process of its own, in the folder `root`."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        _in_the_child(command, version, Run(root, fault, at), writes)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        told = pipe.read().decode()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    words, _, seen = told.partition("\0")
    return Ended(code, words, [tuple(each) for each in json.loads(seen)] if seen else [])


def _in_the_child(command: Command, version: int, mine: Run, writes: int) -> None:
    global _now
    said, code = StringIO(), TRACEBACK
    try:
        os.chdir(mine.root)
        tempfile.tempdir = str(mine.root / "tmp")
        os.environ["JUPYTER_DATA_DIR"] = str(mine.root / "data")
        mine.told = writes
        with redirect_stdout(said), redirect_stderr(said):
            code = command.run(version, lambda: globals().__setitem__("_now", mine))
    except BaseException:
        said.write(traceback.format_exc())
    finally:
        _now = None
        os.write(writes, f"{said.getvalue()[-20_000:]}\0{json.dumps(mine.seen)}".encode())
        os._exit(code)


def tree(folder: Path) -> dict[str, bytes]:
    """Return what is in a folder: the bytes of files, where links lead, names of folders."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = b"-> " + os.fsencode(path.readlink())
        elif path.is_dir():
            found[f"{name}/"] = b""
        else:
            found[name] = path.read_bytes() if path.is_file() else b"a pipe"
    return found
