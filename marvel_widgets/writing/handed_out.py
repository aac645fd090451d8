"""The list of what commands have written into a folder, with the hash of each file.

A file that still has its hash was not edited and may be replaced; any other one is somebody's own.
The list itself may come from somebody else: only what could be ours is taken from it.
"""

import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from marvel_widgets.writing.whole import opened, write

_LARGEST: Final = 4_000_000  # bytes; a site with JupyterLite has 1,000 files, 0.1 MB
_NAME: Final = re.compile(r"(?!\.{1,2}(?:/|$))[\w@.+~-]+", re.ASCII)
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def read_list(path: Path) -> dict[str, set[str]]:
    """Return the hashes of each file as it was handed out, by its path with forward slashes.

    While a command writes, a file has two: it may not be in its place yet. A list that can't be
    read counts as empty: every file that differs is then taken for edited.
    """
    try:
        with opened(path) as file:
            text = file.read(_LARGEST + 1)
        files = json.loads(text)["handed_out"] if len(text) <= _LARGEST else {}
        found = {name: _hashes(each) for name, each in files.items() if _is_ours(name)}
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    return {name: hashes for name, hashes in found.items() if hashes}


def write_list(path: Path, files: Mapping[str, Collection[str]]) -> None:
    """Write the list, which holds the hashes of each file."""
    told = {name: sorted(each) if len(each) > 1 else min(each) for name, each in files.items()}
    text = json.dumps({"handed_out": told}, indent=1, sort_keys=True)
    write(path, f"{text}\n".encode())


def _is_ours(name: str) -> bool:
    """Return whether a command of ours could have written a file of this name.

    >>> [_is_ours(name) for name in ("lite/a.js", "../a", "$(touch a)", "/a", "a/./b")]
    [True, False, False, False, False]
    """
    return all(_NAME.fullmatch(part) for part in name.split("/"))


def _hashes(told: object) -> set[str]:
    each = told if isinstance(told, list) else [told]
    return {word for word in each if isinstance(word, str) and _HASH.fullmatch(word)}
