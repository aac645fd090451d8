"""What a release hands out, built twice and compared: sdist, wheel, and the site as a zip."""

import hashlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from releasing.errors import ReleaseError
from releasing.git import git

Say = Callable[[str], object]
FIRST_NOTEBOOK = "00-ninety-one-questions.ipynb"
# Two machines: what depends on the clock, the place, the language or the order of a set differs.
MACHINES = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC"},
    {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "LC_ALL": "C"},
)
TOOLS = ("build>=1.2", "hatchling>=1.27", "twine>=6", "check-wheel-contents>=0.6")


def build_all(tree: Path, version: str, work: Path, out: Path, say: Say) -> list[Path]:
    """Build, install, play and compare; return the files, which are in ``out``.

    Parameters
    ----------
    tree : Path
        A clean clone at the commit that is released. Its date is that of everything built.
    version : str
    work : Path
        An empty folder.
    out : Path
        An empty folder.
    say : callable

    Raises
    ------
    ReleaseError
        A step failed, or two builds differ.
    """
    epoch = git(tree, "log", "-1", "--format=%ct").strip()
    machines = [{**each, "SOURCE_DATE_EPOCH": epoch} for each in MACHINES]
    say("Building the sdist and the wheel, twice.")
    tools = environment(work / "tools", *TOOLS)
    built = []
    for number, machine in enumerate(machines):
        copy = work / f"tree{'-again' * number}"
        git(work, "clone", "--quiet", str(tree), str(copy))
        built.append(_distributions(copy, tools, machine))
    same(*built)
    check(built[0], tools, tree)
    say("Installing the wheel where nothing else is, and playing notebook 00.")
    wheel = built[0][1]
    empty = environment(work / "empty", f"{wheel}[lab]")
    _play(empty, work / "elsewhere")
    say("Making the site with Python, twice.")
    run([empty / "python", "-m", "pip", "install", "--quiet", f"{wheel}[site]"], work)
    pyodide = run(["bash", tree / ".ci" / "pyodide", work / "pyodide"], work).split("\n")[-1]
    sites = []
    for number, machine in enumerate(machines):
        target = work / f"site{'-again' * number}"
        run([empty / "marvel-widgets", "site", target, "--pyodide", pyodide], work, machine)
        name = f"marvel-widgets-site-{version}"
        sites.append(zipped(target, work / f"zip{number}" / f"{name}.zip", name, int(epoch)))
    same([sites[0]], [sites[1]])
    return handed_out([*built[0], sites[0]], out)


def handed_out(files: list[Path], out: Path) -> list[Path]:
    """Put the files into a folder, with the list of their hashes."""
    for path in files:
        (out / path.name).write_bytes(path.read_bytes())
    lines = [f"{digest(path)}  {path.name}\n" for path in files]
    (out / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    return [*(out / path.name for path in files), out / "SHA256SUMS"]


def run(command: list[object], folder: Path, settings: Mapping[str, str] | None = None) -> str:
    """Run a program in a folder, and return what it printed.

    Raises
    ------
    ReleaseError
        It failed or is not there.
    """
    words = [str(each) for each in command]
    ours = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "SOURCE_DATE_EPOCH")
    outside = {
        key: value
        for key, value in os.environ.items()
        if key not in ours and not key.startswith("MARVEL_WIDGETS_")
    }
    try:
        told = subprocess.run(
            words,
            cwd=folder,
            env={**outside, **(settings or {})},
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        msg = f"{words[0]} cannot be run: {error.strerror}."
        raise ReleaseError(msg) from error
    if told.returncode:
        last = "\n".join((told.stdout + told.stderr).strip().splitlines()[-15:])
        msg = f"{' '.join(words[:4])} failed. Its last words:\n{last}"
        raise ReleaseError(msg)
    return told.stdout.strip()


def environment(folder: Path, *wanted: str) -> Path:
    """Make a virtual environment with packages, and return the folder of its programs."""
    run([sys.executable, "-m", "venv", folder], folder.parent)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [programs / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    run([*pip, *wanted], folder.parent)
    return programs


def _distributions(tree: Path, tools: Path, machine: Mapping[str, str]) -> list[Path]:
    """Return the sdist, and the wheel that was built from it."""
    run([tools / "python", "-m", "build", "--no-isolation"], tree, machine)
    return [*sorted((tree / "dist").glob("*.tar.gz")), *sorted((tree / "dist").glob("*.whl"))]


def check(built: list[Path], tools: Path, tree: Path) -> None:
    """Check the sdist and the wheel, by the settings that the project has for that.

    Raises
    ------
    ReleaseError
        One of them is not as it should be.
    """
    run([tools / "twine", "check", "--strict", *built], tree)
    run([tools / "check-wheel-contents", *built[1:]], tree)


def _play(programs: Path, folder: Path) -> None:
    """Run the first notebook as a newcomer does; a cell with an error stops it."""
    folder.mkdir()
    run([programs / "marvel-widgets", "copy", "--edition", "reader", "course"], folder)
    notebook = [f"course/{FIRST_NOTEBOOK}", "--output", "played.ipynb"]
    run(
        [programs / "jupyter", "nbconvert", "--to", "notebook", "--execute", *notebook],
        folder,
    )


def zipped(folder: Path, target: Path, top: str, epoch: int) -> Path:
    """Pack a folder so that the same files are the same bytes, and return the zip."""
    target.parent.mkdir(parents=True)
    date = datetime.fromtimestamp(epoch, UTC).timetuple()[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                inside = zipfile.ZipInfo(f"{top}/{path.relative_to(folder).as_posix()}", date)
                inside.external_attr = 0o644 << 16
                archive.writestr(inside, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return target


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def same(first: list[Path], second: list[Path]) -> None:
    """Compare two builds byte for byte.

    Raises
    ------
    ReleaseError
        They differ; in a zip, the files are named.
    """
    if [path.name for path in first] != [path.name for path in second]:
        msg = f"Two builds made different files in {first[0].parent}."
        raise ReleaseError(msg)
    for one, other in zip(first, second, strict=True):
        if digest(one) != digest(other):
            inside = _differing(one, other)
            shown = f": {', '.join(inside[:8])}" if inside else ""
            msg = f"Two builds of {one.name} differ{shown}."
            raise ReleaseError(msg)


def _differing(one: Path, other: Path) -> list[str]:
    """Return the files of two zips that are not the same."""
    if not zipfile.is_zipfile(one):
        return []
    with zipfile.ZipFile(one) as left, zipfile.ZipFile(other) as right:
        sums = [{each.filename: each.CRC for each in it.infolist()} for it in (left, right)]
    return sorted(name for name in {*sums[0], *sums[1]} if sums[0].get(name) != sums[1].get(name))
