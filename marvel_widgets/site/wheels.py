"""Wheels for the browser, packed again from what is installed: nothing is fetched for them."""

import base64
import hashlib
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.in_the_browser import STARTUP

OURS: Final = "marvel-widgets"
# A browser kernel has no use for these: front ends that the page brings, terminals, processes.
LEFT_OUT: Final = frozenset(
    {"jupyterlab-widgets", "widgetsnbextension", "pexpect", "colorama", "psutil", "numpy", "scipy"}
)
SKIPPED_FOLDERS: Final = ("__pycache__", "tests", "bundled_notebooks", "bundled_docs")
FRONT_ENDS: Final = ("labextension", "nbextension")  # the page brings them, but for their Python
# The kernel asks for these and runs without them: an empty wheel answers. Jedi is 7,000 files and
# 5 MB, unpacked at each start, for completions that IPython makes from the objects themselves.
STAND_INS: Final = frozenset({"jedi"})
COMPILED: Final = (".so", ".pyd", ".dylib")
LICENCES: Final = ("licen", "copying", "notice", "authors")  # files that travel with any copy
ACCELERATORS: Final = ("wcwidth/_wcwidth_c",)  # tried, and done without where they are missing
EPOCH: Final = (2020, 2, 2, 0, 0, 0)  # the same content gives the same bytes
WHEEL: Final = "Wheel-Version: 1.0\nGenerator: marvel-widgets\nRoot-Is-Purelib: true\n"


def packed(name: str, folder: Path) -> Path:
    """Write a wheel of an installed package into a folder, of its Python files only."""
    try:
        source = distribution(name)
    except PackageNotFoundError as error:
        msg = f"{name} is not installed, and the browser needs it: pip install {name}"
        raise SiteError(msg) from error
    files = {} if name in STAND_INS else dict(_ours() if name == OURS else _python_files(source))
    stem = f"{canonical(name).replace('-', '_')}-{source.version}"
    about = f"{stem}.dist-info"
    files[f"{about}/METADATA"] = (source.read_text("METADATA") or "").encode()
    files[f"{about}/WHEEL"] = f"{WHEEL}Tag: py3-none-any\n".encode()
    files |= _licences(source, about)
    if name == OURS:  # run by the kernel when it starts
        startup = f"{stem}.data/data/etc/ipython/startup/00-marvel-widgets.py"
        files[startup] = STARTUP.encode()
    if name not in STAND_INS and (points := source.read_text("entry_points.txt")):
        files[f"{about}/entry_points.txt"] = points.encode()
    files[f"{about}/RECORD"] = _record(files, about)
    target = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, EPOCH), content, zipfile.ZIP_DEFLATED)
    return target


def canonical(name: str) -> str:
    """Return the name of a package as indexes compare it."""
    return name.lower().replace("_", "-").replace(".", "-")


def imports_of(wheel: Path) -> list[str]:
    """Return the names that a wheel's code is imported by."""
    with zipfile.ZipFile(wheel) as archive:
        tops = {path.split("/")[0] for path in archive.namelist() if path.endswith(".py")}
    outside = (".dist-info", ".data")
    return sorted(top.removesuffix(".py") for top in tops if not top.endswith(outside))


def needs_of(name: str, environment: Mapping[str, str]) -> list[str]:
    """Return the packages that an installed one needs in another environment."""
    from packaging.requirements import Requirement

    if name in STAND_INS:
        return []
    found = []
    for line in distribution(name).requires or []:
        need = Requirement(line)
        if need.marker is None or need.marker.evaluate({**environment, "extra": ""}):
            found.append(canonical(need.name))
    return [need for need in found if need not in LEFT_OUT]


def _ours() -> Iterator[tuple[str, bytes]]:
    """Yield the files of this package, wherever it is imported from, without its notebooks."""
    package = Path(__file__).resolve().parent.parent
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package.parent).as_posix()
        if path.is_file() and not _skipped(inside):
            yield inside, path.read_bytes()


def _python_files(source: Distribution) -> Iterator[tuple[str, bytes]]:
    """Yield what a package put beside other modules, but for compiled code that has a twin."""
    listed = {path.as_posix(): path for path in source.files or []}
    for name, path in listed.items():
        if name.startswith("..") or ".dist-info/" in name or _skipped(name):
            continue
        if name.endswith(COMPILED):
            _check_twin(name, listed, source)
            continue
        yield name, path.read_binary()


def _licences(source: Distribution, about: str) -> Iterator[tuple[str, bytes]]:
    """Yield the licences of a package, under the name that its metadata have in the wheel."""
    for path in source.files or []:
        folder, _, rest = path.as_posix().partition("/")
        if folder.endswith(".dist-info") and any(word in rest.lower() for word in LICENCES):
            yield f"{about}/{rest}", path.read_binary()


def _skipped(path: str) -> bool:
    folders = path.split("/")[:-1]
    front_end = not path.endswith(".py") and any(each in FRONT_ENDS for each in folders)
    return (
        front_end
        or path.endswith((".pyc", ".map", ".pth", ".whl"))
        or any(each in SKIPPED_FOLDERS for each in folders)
    )


def _check_twin(name: str, listed: Iterable[str], source: Distribution) -> None:
    """Raise unless compiled code lies beside the Python that it was made from."""
    module = name.split(".", maxsplit=1)[0]
    twin = module.endswith("__mypyc") or f"{module}.py" in listed
    if not twin and module not in ACCELERATORS:
        msg = (
            f"{source.metadata['Name']} has {name}, which no browser runs; install a version "
            "of it in pure Python"
        )
        raise SiteError(msg)


def _record(files: Mapping[str, bytes], about: str) -> bytes:
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}\n")
    return "".join([*lines, f"{about}/RECORD,,\n"]).encode()
