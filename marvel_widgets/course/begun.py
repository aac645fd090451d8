"""Which journals this user began on this machine: a mark for each, outside its folder.

The start page runs by itself over no other journal, since whoever made one may have put programs
beside it. A folder that was moved, or made anew in the same place, has no mark.
"""

from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path


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


def own_data(name: str) -> Path | None:
    """Return a file of ours in this user's Jupyter data directory; None without Jupyter."""
    if find_spec("jupyter_core") is None:
        return None
    return Path(import_module("jupyter_core.paths").jupyter_data_dir(), "marvel-widgets", name)


def _mark(folder: Path) -> Path | None:
    place = f"{folder.resolve()} {folder.stat().st_ino}"
    return own_data(sha256(place.encode(errors="surrogateescape")).hexdigest())
