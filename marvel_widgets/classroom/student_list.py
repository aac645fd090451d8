"""The list of a class: one id a line, as text or as a table of a spreadsheet."""

import csv
import re
import unicodedata
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from marvel_widgets.assessment.plain import shown
from marvel_widgets.classroom.files import TeacherError, decoded, path_argument, text_argument

_LARGEST: Final = 1_000_000  # bytes; a list of 10,000 students has less
_HEADINGS: Final = {"id", "ids", "student", "students", "student id", "number", "id number"}
# Ids become the names of files and folders: what every system takes, no path and no option.
_ID: Final = re.compile(r"\w[\w.-]{0,63}")
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def read_students(path: Path) -> tuple[str, ...]:
    """Return the ids of a list, in its order.

    The first cell of each line counts, or that under a heading such as "ID number"; cells are
    divided by commas, semicolons or tabs. Empty lines, and lines that begin with ``#``, are left
    out. Letters and digits of double width are read as the common ones.
    """
    found: dict[str, tuple[int, str]] = {}
    for line, student in _ids(_text(path).splitlines()):
        if not _ID.fullmatch(student) or student.endswith(".") or _RESERVED.fullmatch(student):
            why = "an id has letters and digits, and begins with one"
            raise _refusal(path, line, f"{shown(student)} can't be an id: {why}")
        # what two ids share that are one to a reader, or to a system that names files
        digits = "".join(str(unicodedata.decimal(letter, letter)) for letter in student)
        folded = unicodedata.normalize("NFKC", digits).casefold()
        if folded in found:
            first = found[folded][0]
            raise _refusal(path, line, f"{shown(student)} is already the id on line {first}")
        found[folded] = (line, student)
    if not found:
        msg = f"{path} contains no ids; expected one student id per line."
        raise TeacherError(msg)
    return tuple(student for _, student in found.values())


def whose_arguments(
    parser: ArgumentParser,
    students: str = "a folder for each student of a list, one id a line",
) -> None:
    """Add the arguments that say whose cases a command takes to its parser, with their help."""
    whose, one = parser.add_mutually_exclusive_group(), "with the exercises of one student"
    whose.add_argument("--student", type=text_argument, default="", metavar="ID", help=one)
    whose.add_argument("--students", type=path_argument, metavar="FILE", help=students)


def _text(path: Path) -> str:
    if not path.is_file():
        msg = f"{path} is not a file; expected one student id per line."
        raise TeacherError(msg)
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        msg = f"{path} can't be read: {error.strerror or error}."
        raise TeacherError(msg) from error
    text = None if len(data) > _LARGEST else decoded(data)
    if text is None:
        msg = f"{path} is not a list of ids: it is too large, or not text."
        raise TeacherError(msg)
    return text


def _ids(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the number of a line and its id."""
    column = 0
    first = True
    for number, line in enumerate(lines, start=1):
        cells = _cells(line)
        if not any(cells) or line.lstrip().startswith("#"):
            continue
        headings = [i for i, cell in enumerate(cells) if cell.casefold() in _HEADINGS]
        if first and headings:
            column = headings[0]
        else:
            cell = cells[column] if column < len(cells) else ""
            yield number, unicodedata.normalize("NFKC", cell)
        first = False


def _cells(line: str) -> list[str]:
    mark = max("\t;,", key=line.count)
    try:
        (cells,) = csv.reader([line], delimiter=mark)
    except (csv.Error, ValueError):  # one cell of more than 131,072 letters, or an empty line
        return [line.strip()]
    return [cell.strip() for cell in cells]


def _refusal(path: Path, line: int, why: str) -> TeacherError:
    return TeacherError(f"{path}, line {line}: {why}.")
