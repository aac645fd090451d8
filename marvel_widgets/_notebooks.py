"""The bundled notebooks, and working copies of them that never lose a learner's work.

A working copy remembers, in a small manifest, the hash of every file as it was handed out. A file
that still has this hash was not edited and may be replaced by a newer version; any other file
belongs to the learner and stays, whatever happens.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Literal

from marvel_widgets._made_for import library_version
from marvel_widgets.classroom.editions import version_in, without_version
from marvel_widgets.classroom.for_jupyterlab import sign
from marvel_widgets.writing.own_folder import read_list, write_list
from marvel_widgets.writing.whole import content_of, make_folders, refuse_no_folder, write

MANIFEST = ".marvel-widgets.json"

Action = Literal["copied", "refreshed", "unchanged", "kept", "kept-beside-new"]


class NotebooksError(Exception):
    """The notebooks cannot be found or copied; the message is a sentence for the learner."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What happened to one file of a working copy."""

    name: str
    action: Action
    beside: str | None = None
    made_for: str = ""

    @property
    def place(self) -> str | None:
        """Where the new version goes; None if it goes nowhere."""
        return self.name if self.action in ("copied", "refreshed") else self.beside

    def sentence(self) -> str:
        """Return one sentence for the learner on what was done."""
        match self.action:
            case "copied":
                return f"Copied {self.name}."
            case "refreshed":
                return f"Replaced the unedited {self.name} by its new version."
            case "unchanged":
                return f"Left {self.name} as it is: it is up to date."
            case "kept":
                return f"Kept your edited {self.name}."
            case "kept-beside-new":
                older = (
                    f" Yours was made for version {self.made_for} of marvel-widgets: some of its "
                    "cells may no longer run."
                )
                return (
                    f"Kept your edited {self.name} "
                    f"and placed the new version beside it as {self.beside}."
                    f"{older if self.made_for else ''}"
                )


def bundled_notebooks() -> Path:
    """Return the directory of the notebooks that this version of the package brings.

    They are inside an installed package, and at the top of a checkout (an editable install).
    """
    return _bundled("notebooks", "bundled_notebooks")


def bundled_guides() -> Path:
    """Return the directory of the pages for teachers, one for each notebook."""
    return _bundled("docs/guide", "bundled_docs/guide")


def bundled_docs() -> Path:
    """Return the directory of the pages about the kit."""
    return _bundled("docs", "bundled_docs")


def _bundled(in_checkout: str, in_package: str) -> Path:
    package = Path(__file__).resolve().parent
    if (package / in_package).is_dir():
        return package / in_package
    # Beside an installed package, a directory `notebooks` would be someone else's.
    if (package.parent / "pyproject.toml").is_file() and (package.parent / in_checkout).is_dir():
        return package.parent / in_checkout
    message = f"This installation of marvel-widgets lacks {in_checkout}; please install it again."
    raise NotebooksError(message)


def copy_notebooks(source: Path, target: Path) -> list[Copied]:
    """Bring the working copy `target` up to date with `source`; edited files stay untouched."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        known = read_list(target / MANIFEST)
        new = {name: _hash_of(source / name) or "" for name in _names(source)}
        done = [_planned(target, name, new[name], known) for name in new]
        # First of all, so that what is written before a kill is known for ours by the next run.
        coming = {each.place: new[each.name] for each in done if each.place}
        write_list(
            target / MANIFEST, known | {n: {h, *known.get(n, ())} for n, h in coming.items()}
        )
        for each in done:
            if each.place:
                make_folders((target / each.place).parent, target)
                write(target / each.place, (source / each.name).read_bytes())
        # This version counts as handed out, also where the learner's own file stays: it is then
        # not offered again at every start.
        write_list(target / MANIFEST, known | {n: {h} for n, h in (new | coming).items()})
    except OSError as error:
        raise NotebooksError(_cannot(target, error)) from error
    return done


def hand_out(made: Path, target: Path) -> list[Copied]:
    """Bring the working copy `target` up to date with `made`, and sign for this user what is ours.

    The learner's own files are left as they are: JupyterLab trusts them or does not, as before.
    """
    done = copy_notebooks(made, target)
    ours = [each.beside or each.name for each in done if each.action != "kept"]
    sign(target / name for name in ours if name.endswith(".ipynb"))
    return done


def refuse_what_is_no_folder(target: Path, names: Iterable[str] = ()) -> None:
    """Say that something is in the way where a folder of notebooks is wanted, or folders in it."""
    try:
        if target.is_file():
            raise FileExistsError
        for name in names:
            refuse_no_folder(target / name)
    except OSError as error:
        raise NotebooksError(_cannot(target, error)) from error


def first_to_open(done: Sequence[Copied]) -> str | None:
    """Return the first notebook for a learner who has not begun; None for one who has.

    Who has begun finds in JupyterLab what was open at the end of the last time.
    """
    names = [each.name for each in done if each.name.endswith(".ipynb")]
    begun = any(each.action in ("kept", "kept-beside-new") for each in done)
    return None if begun or not names else names[0]


def _cannot(target: Path, error: OSError) -> str:
    """Say what is in the way: the file that is meant, not only the folder."""
    if target.is_file():
        return f"Cannot write the notebooks into {target}: it is a file; choose another directory."
    where = Path(str(error.filename or target))
    if where != target and target in where.parents:
        inside = where.relative_to(target).as_posix()
        return f"Cannot write {inside} in {target}: {error.strerror or error}."
    return f"Cannot write the notebooks into {target}: {error.strerror or error}."


def _names(source: Path) -> Iterator[str]:
    """Yield the bundled files, without hidden ones (checkpoints, a manifest)."""
    for path in sorted(source.rglob("*")):
        relative = path.relative_to(source)
        if path.is_file() and not any(part.startswith(".") for part in relative.parts):
            yield relative.as_posix()


def _planned(target: Path, name: str, new: str, known: Mapping[str, set[str]]) -> Copied:
    """Return what is to be done with one file whose new version has the hash `new`."""
    mine = _hash_of_own(target / name)
    if mine == new:
        return Copied(name, "unchanged")
    if mine is None:
        return Copied(name, "copied")
    if mine in known.get(name, ()):
        return Copied(name, "refreshed")
    # An earlier version that was placed here and never edited makes room; an edited one stays.
    path, tags = Path(name), chain(("new",), (f"new-{i}" for i in count(2)))
    others = (path.with_name(f"{path.stem}.{tag}{path.suffix}").as_posix() for tag in tags)
    beside, there = next(
        (other, found)
        for other in others
        if (found := _hash_of_own(target / other)) in {None, new, *known.get(other, ())}
    )
    if new in known.get(name, ()) or there == new:
        return Copied(name, "kept")
    return Copied(name, "kept-beside-new", beside, _other_version(target / name))


def _other_version(path: Path) -> str:
    """Return the version that a file was made for; empty where it is ours or unknown."""
    made_for = "" if path.is_symlink() else version_in(content_of(path) or b"")
    return made_for if made_for != library_version() else ""


def _hash_of_own(path: Path) -> str | None:
    """Return the hash of a file, None if there is none; what a link points at is not ours."""
    return "a link" if path.is_symlink() else _hash_of(path)


def _hash_of(path: Path) -> str | None:
    """Return the hash of a file, None if there is none; for what version it was made is all one."""
    content = content_of(path)
    return None if content is None else hashlib.sha256(without_version(content)).hexdigest()
