"""Files that are written whole or not at all, and never through a link.

A file is made beside its place, under a name that nobody can foresee, and takes its place when it
is whole. What was made for a command that was killed goes with the next one.
"""

import errno
import hashlib
import io
import os
import re
import secrets
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_WINDOWS: Final = os.name == "nt"
_LOCKLESS: Final = _WINDOWS or sys.platform == "emscripten"  # there one kernel writes at a time
_PART: Final = re.compile(r"\.marvel-[0-9a-f]{16}\.part(?:\.\w+)?")
# A link is no file; a pipe is not waited for. Windows has neither flag, and needs its own.
_AS_IT_IS: Final = sum(getattr(os, f"O_{name}", 0) for name in ("NOFOLLOW", "NONBLOCK", "BINARY"))
_KINDS: Final = {
    stat.S_IFLNK: "it is a link, and links are never followed",
    stat.S_IFDIR: "it is a folder",
}


class InTheWayError(OSError):
    """Something lies in the place of what is written; `strerror` and `filename` say what."""


def obstacle(path: Path, why: str) -> InTheWayError:
    """Return the error that says what is wrong with what lies at `path`."""
    return InTheWayError(errno.EEXIST, why, str(path))


def refuse_no_file(path: Path) -> None:
    """Raise if something else than an ordinary file has this name; it is not opened for that."""
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        raise obstacle(path, _KINDS.get(stat.S_IFMT(mode), "it is not a regular file"))


def opened_file(path: Path) -> io.BufferedReader:
    """Open an ordinary file to read it."""
    refuse_no_file(path)
    return os.fdopen(os.open(path, os.O_RDONLY | _AS_IT_IS), "rb")


def hash_of(path: Path) -> str | None:
    """Return the SHA-256 of a file, None if there is none; the errors are those of `opened`."""
    content = content_of(path)
    return None if content is None else hashlib.sha256(content).hexdigest()


def content_of(path: Path) -> bytes | None:
    """Return the content of a file, None if there is none; the errors are those of `opened`."""
    try:
        with opened_file(path) as file:
            return file.read()
    except FileNotFoundError:
        return None


def make_folders(path: Path, inside: Path) -> None:
    """Make the folder `path` and those above it up to `inside`, below which no link is followed."""
    inside.mkdir(parents=True, exist_ok=True)
    for folder in reversed([path, *path.parents][: len(path.relative_to(inside).parts)]):
        refuse_no_folder(folder)
        folder.mkdir(exist_ok=True)


def refuse_no_folder(path: Path) -> None:
    """Raise if something else than a folder has this name, a link to one too."""
    mode = _mode(path)
    if mode is not None and not stat.S_ISDIR(mode):
        raise obstacle(path, _KINDS.get(stat.S_IFMT(mode), "it is a file"))


def write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; one that is there is replaced."""
    with whole(path) as part:
        part.write_bytes(content)


def append(path: Path, lines: bytes, *, new: bool = False) -> None:
    """Add whole lines at the end of a file, at once; several processes may do so.

    Lines that a full disk cut short stay a line of their own: what comes next begins a new one.
    """
    made = os.O_CREAT | os.O_EXCL if new else 0
    wanted = lines if new else b"\n" + lines
    with held_still(path, os.O_APPEND | made) as file:
        if os.write(file, wanted) < len(wanted):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


@contextmanager
def held_still(path: Path, flags: int = 0) -> Iterator[int]:
    """Open a file to write, and let no other `append` to it, or replace it, before the end.

    A file with a second name is refused: it may be another's, which we would change.
    Where a system has no such locks, nothing is held.
    """
    while True:
        refuse_no_file(path)
        file = os.open(path, os.O_WRONLY | flags | _AS_IT_IS, 0o666)
        try:
            if os.fstat(file).st_nlink > 1:
                raise obstacle(path, "it has another name, a hard link; put a copy in its place")
            _hold(file, wait=True)
            # whoever held it before us may have put another file in its place
            if _LOCKLESS or os.path.samestat(os.fstat(file), path.lstat()):
                yield file
                return
        finally:
            os.close(file)


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Give the place of a file that becomes `path` at the end of the block, or goes if it fails."""
    refuse_no_file(path)
    part = path.with_name(_name(path.suffix))
    try:
        clear_parts(path.parent)
        held = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _AS_IT_IS, 0o666)
        try:
            _hold(held)
            yield part
            with suppress(FileNotFoundError):
                shutil.copymode(path, part)  # a table that others may not read stays so
            if _WINDOWS:
                os.close(held)
            part.replace(path)
        except BaseException:
            with suppress(OSError):
                os.close(held)  # first: Windows removes no file that is open
            with suppress(OSError):
                part.unlink()
            raise
        if not _WINDOWS:
            os.close(held)
    except OSError as error:
        if error.filename in (None, str(part)):
            error.filename = str(path)
        raise


@contextmanager
def fresh_folder(inside: Path) -> Iterator[Path]:
    """Give a new folder inside another one, on the same disk; it goes at the end of the block."""
    clear_parts(inside)
    made = inside / _name()
    made.mkdir()
    held = os.open(made, os.O_RDONLY) if not _WINDOWS else None
    try:
        if held is not None:
            _hold(held)
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if held is not None:
            os.close(held)


def is_part(name: str) -> bool:
    """Return whether a file or folder of this name was made here, and is not whole yet."""
    return _PART.fullmatch(name) is not None


def clear_parts(folder: Path) -> None:
    """Remove what commands that were killed have left in a folder."""
    for part in [path for path in folder.iterdir() if is_part(path.name)]:
        with suppress(OSError):  # it is in nobody's way
            if _is_left(part):
                shutil.rmtree(part) if part.is_dir() else part.unlink()


def _is_left(part: Path) -> bool:
    """Return whether the command that made a part is gone; while it works, it holds a lock."""
    mode = _mode(part)
    if mode is None or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return False
    found = os.open(part, os.O_RDONLY | _AS_IT_IS)
    try:
        return _hold(found)
    finally:
        os.close(found)


def _hold(file: int, *, wait: bool = False) -> bool:
    """Lock an open file or folder until it is closed; the system does that for a killed process."""
    if _LOCKLESS:  # on Windows nobody can remove a file that is open
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # another has it, or this disk knows no locks
        return False
    return True


def _name(suffix: str = "") -> str:
    """Return an unpredictable name; some programs that fill a file check its suffix."""
    known = suffix if re.fullmatch(r"\.\w{1,9}", suffix) else ""
    return f".marvel-{secrets.token_hex(8)}.part{known}"


def _mode(path: Path) -> int | None:
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None
