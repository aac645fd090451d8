"""The files that teachers' commands read and write: other files stay as they are."""

import codecs
import os
import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path

from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.writing.whole import opened_file, refuse_no_file, write

_LOOKED_AT = 8_192  # bytes of a file, for one that no text has
_LONGEST_NAME = 255  # bytes, in the file systems of our days


class TeacherError(Exception):
    """A command for teachers can't do its work; the message is a sentence."""


def site_argument(text: str) -> str:
    """Return the address of a site's folder, with a slash at its end."""
    found = re.fullmatch(r"(https?://[^\s?#]+?)/?(?:index\.html)?", text.strip())
    if not found:
        msg = f"{shown(text)} is not the address of a site, such as https://me.github.io/course/"
        raise ArgumentTypeError(msg)
    return f"{found[1]}/"


def path_argument(text: str) -> Path:
    """Return the path that an argument names; an empty one would mean the present folder."""
    if not text.strip() or "\0" in text:
        msg = f"{text!r} is neither a file nor a folder"
        raise ArgumentTypeError(msg)
    if any(len(os.fsencode(part)) > _LONGEST_NAME for part in Path(text).parts):
        msg = f"{shown(text)} is too long for the name of a file or a folder"
        raise ArgumentTypeError(msg)
    return Path(text)


def folder_argument(parser: ArgumentParser, default: str, what: str) -> None:
    """Add the folder of a command to its parser; it need not be given."""
    parser.add_argument(
        "dir", nargs="?", type=path_argument, default=Path(default), metavar="DIR",
        help=f"{what} (default: %(default)s)",
    )  # fmt: skip


def file_argument(parser: ArgumentParser, name: str, what: str) -> None:
    """Add the name of a file to a parser, as an option."""
    parser.add_argument(name, type=path_argument, metavar="FILE", help=what)


def text_argument(text: str) -> str:
    """Return an argument that is written into files, such as an id or a key."""
    try:
        text.encode()
    except UnicodeEncodeError:
        msg = f"{shown(text)} is not UTF-8 text; write it in UTF-8"
        raise ArgumentTypeError(msg) from None
    return text


def decoded(data: bytes) -> str | None:
    """Return the text of a file in UTF-8 or UTF-16, or None when it holds something else."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    return None if b"\0" in data[:_LOOKED_AT] else data.decode("utf-8-sig", errors="replace")


def legible(text: str) -> str:
    """Return a text with blanks for the signs that can't be printed; the ends of lines stay.

    XML and HTML have no way to write some of them, databases refuse others, and some turn the
    letters behind them around.
    """
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)


def legible_line(text: str) -> str:
    """Return a text as one line of what can be printed."""
    return " ".join(legible(text).split())


def write_over(path: Path, text: str, ours: Callable[[str], bool], advice: str) -> None:
    """Write a text file in UTF-8; one that is there makes room only if it is a file of ours."""
    refuse_others(path, ours, advice, len(text))
    with _told(path):
        write(path, text.encode())


def write_bytes_over(path: Path, data: bytes, ours: Callable[[Path], bool], advice: str) -> None:
    """Write a file; one that is there makes room only if `ours` says so of it."""
    with _told(path):
        refuse_no_file(path)
        if path.exists() and not ours(path):
            msg = f"{path} is {advice}"
            raise TeacherError(msg)
        write(path, data)


def refuse_others(path: Path, ours: Callable[[str], bool], advice: str, letters: int) -> None:
    """Raise a `TeacherError` if another file would be overwritten; see `write_over`."""
    with _told(path):
        try:
            found = opened_file(path)
        except FileNotFoundError:
            return
        with TextIOWrapper(found, encoding="utf-8-sig", errors="replace", newline="") as begins:
            if not ours(begins.read(max(letters, 1))):
                msg = f"{path} is {advice}"
                raise TeacherError(msg)


def make_folder(path: Path) -> None:
    """Make a folder if it is not there; `TeacherError` where that can't be done."""
    with _told(path):
        path.mkdir(parents=True, exist_ok=True)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        msg = f"Cannot write {path}: {error.strerror or error}."
        raise TeacherError(msg) from error
