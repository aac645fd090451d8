"""The result strings in the files of a folder, whatever kind of text the files are."""

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marvel_widgets.assessment.signing import strings_in

_LARGEST = 50_000_000  # bytes; a notebook with many pictures has 5,000,000
_LOOKED_AT = 8_192
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class SubmittedFile:
    """The content of one file."""

    file: str
    strings: tuple[str, ...]
    error: str = ""


def read_submissions(folder: Path) -> tuple[SubmittedFile, ...]:
    """Return the result strings of each file of a folder and its subfolders, sorted by path.

    Hidden files and folders (checkpoints among them) are left out; each other file has an entry,
    also when it can't be read.
    """
    if not folder.is_dir():
        msg = f"{folder} is not a folder"
        raise NotADirectoryError(msg)
    return tuple(read_submission(path, name) for name, path in _files(folder))


def _files(folder: Path) -> list[tuple[str, Path]]:
    found = []
    for path in folder.rglob("*"):
        relative = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in relative.parts):
            found.append((relative.as_posix(), path))
    return sorted(found)


def read_submission(path: Path, name: str) -> SubmittedFile:
    """Return the result strings of one file."""
    try:
        if path.stat().st_size > _LARGEST:
            return SubmittedFile(name, (), f"it has more than {_LARGEST:,} bytes")
        data = path.read_bytes()
    except OSError as error:
        return SubmittedFile(name, (), f"it can't be read: {error.strerror or error}")
    text = _text(data)
    if text is None:
        return SubmittedFile(name, (), "it is no text file")
    strings = tuple(dict.fromkeys(s for part in _parts(text) for s in strings_in(part)))
    return SubmittedFile(name, strings, "" if strings else "there is no result string in it")


def _text(data: bytes) -> str | None:
    """Return the text of a file, or None when it holds something else."""
    if data.startswith(_UTF_16):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data[:_LOOKED_AT]:
        return None
    return data.decode("utf-8-sig", errors="replace")


def _parts(text: str) -> Iterator[str]:
    """Yield the texts in which to look: of a notebook, each cell and output; else the whole."""
    if text.lstrip().startswith("{"):
        try:
            yield from _texts(json.loads(text))
        except (ValueError, RecursionError):
            pass  # a notebook that is damaged, or no notebook: read as it stands
        else:
            return
    yield text


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in JSON data; a list of texts is one text, as in a notebook."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        yield "".join(value)
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)
