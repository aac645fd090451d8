"""A folder that a command keeps: made beside, put in place file by file, others' files left alone.

A mark says that the folder is the command's, and lists its files with the hash of each. A file that
still has its hash was not edited and may be replaced; any other one is somebody's own. The list may
come from somebody else: only what could be ours is taken from it. The mark comes first, so that a
command that was killed is taken up again. Readers see an older file or its new version, each whole.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from marvel_widgets.writing import whole


def is_free(folder: Path, mark: str) -> bool:
    """Return whether a folder is new, empty, or the command's that leaves this mark."""
    if not folder.is_dir():
        return True
    names = [path.name for path in folder.iterdir() if not whole.is_part(path.name)]
    return not names or mark in names


@contextmanager
def own_folder(folder: Path, mark: str) -> Iterator[Path]:
    """Give a new folder for all files of a command; they come to `folder` at the end of the block.

    Files that the command has written there before and writes no more are removed, unless somebody
    has changed them; all others stay.
    """
    folder.mkdir(parents=True, exist_ok=True)
    known = read_list(folder / mark)
    write_list(folder / mark, known)
    with whole.fresh_folder(folder) as made:
        yield made
        new = {name: whole.hash_of(made / name) or "" for name in _files(made)}
        there = _looked_at(folder, new, known)
        write_list(folder / mark, known | {n: {new[n], *known.get(n, ())} for n in new})
        # What stands deeper first: the pages at the top lead to it.
        for name in sorted(new, key=lambda name: (-name.count("/"), name)):
            if there[name] != new[name]:
                whole.make_folders((folder / name).parent, folder)
                (made / name).replace(folder / name)
        for name in known.keys() - new.keys():
            _remove(folder, name, known[name])
        write_list(folder / mark, {name: {new[name]} for name in new})


def _files(folder: Path) -> list[str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return [path.relative_to(folder).as_posix() for path in found]


def _looked_at(
    folder: Path, new: Mapping[str, str], known: Mapping[str, set[str]]
) -> dict[str, str | None]:
    """Return the hash of each file to be replaced; raise if it is not as this command left it."""
    there = {}
    for name in new:
        _refuse_links(folder, name)
        there[name] = whole.hash_of(folder / name)
    others = [n for n, found in there.items() if found not in {None, new[n], *known.get(n, ())}]
    if others:
        more = f", nor are {len(others) - 1} more" if others[1:] else ""
        raise whole.obstacle(
            folder / others[0], f"it is not as this command left it{more}; move it"
        )
    return there


def _remove(folder: Path, name: str, ours: set[str]) -> None:
    """Remove a file that is as it was written, and the folders that are empty then."""
    with suppress(OSError):  # a link, say: somebody else's
        _refuse_links(folder, name)
        if whole.hash_of(folder / name) in ours:
            (folder / name).unlink()
            for above in _above(folder, name):
                above.rmdir()


def _refuse_links(folder: Path, name: str) -> None:
    for above in reversed(_above(folder, name)):
        whole.refuse_no_folder(above)


def _above(folder: Path, name: str) -> Sequence[Path]:
    """Return the folders between a file and `folder`, the nearest first."""
    return (folder / name).parents[: name.count("/")]


_LARGEST: Final = 4_000_000  # bytes; a site with JupyterLite has 1,000 files, 0.1 MB
_NAME: Final = re.compile(r"(?!\.{1,2}(?:/|$))[\w@.+~-]+", re.ASCII)
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def read_list(path: Path) -> dict[str, set[str]]:
    """Return the hashes of each file as it was handed out, by its path with forward slashes.

    While a command writes, a file has two: it may not be in its place yet. A list that can't be
    read counts as empty: every file that differs is then taken for edited.
    """
    try:
        with whole.opened_file(path) as file:
            text = file.read(_LARGEST + 1)
        files = json.loads(text)["handed_out"] if len(text) <= _LARGEST else {}
        ours = [name for name in files if all(map(_NAME.fullmatch, name.split("/")))]
        found = {name: _hashes(files[name]) for name in ours}
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    return {name: hashes for name, hashes in found.items() if hashes}


def write_list(path: Path, files: Mapping[str, Collection[str]]) -> None:
    """Write the list, which holds the hashes of each file."""
    told = {name: sorted(each) if len(each) > 1 else min(each) for name, each in files.items()}
    text = json.dumps({"handed_out": told}, indent=1, sort_keys=True)
    whole.write(path, f"{text}\n".encode())


def _hashes(told: object) -> set[str]:
    each = told if isinstance(told, list) else [told]
    return {word for word in each if isinstance(word, str) and _HASH.fullmatch(word)}
