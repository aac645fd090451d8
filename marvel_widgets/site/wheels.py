"""Wheels for the browser, packed again from what is installed: nothing is fetched for them."""

import base64
import hashlib
import json
import shutil
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from email.parser import Parser
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from marvel_widgets._data import text_of
from marvel_widgets.core.graphs.shortening import shown
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


def packed_wheel(name: str, folder: Path) -> Path:
    """Write a wheel of an installed package into a folder, of its Python files only."""
    try:
        source = distribution(name)
    except PackageNotFoundError as error:
        msg = f"{name} is not installed, and the browser needs it: pip install {name}"
        raise SiteError(msg) from error
    files = {} if name in STAND_INS else dict(_ours() if name == OURS else _python_files(source))
    stem = f"{canonicalize_name(name).replace('-', '_')}-{source.version}"
    about = f"{stem}.dist-info"
    files[f"{about}/METADATA"] = (source.read_text("METADATA") or "").encode()
    files[f"{about}/WHEEL"] = f"{WHEEL}Tag: py3-none-any\n".encode()
    for listed in source.files or []:  # licences, under the name that the wheel's metadata have
        installed, _, rest = listed.as_posix().partition("/")
        if installed.endswith(".dist-info") and any(word in rest.lower() for word in LICENCES):
            files[f"{about}/{rest}"] = listed.read_binary()
    if name == OURS:  # run by the kernel when it starts
        files[f"{stem}.data/data/etc/ipython/startup/00-marvel-widgets.py"] = STARTUP.encode()
    if name not in STAND_INS and (points := source.read_text("entry_points.txt")):
        files[f"{about}/entry_points.txt"] = points.encode()
    files[f"{about}/RECORD"] = _record(files, about)
    target = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, EPOCH), content, zipfile.ZIP_DEFLATED)
    return target


def imports_of(wheel: Path) -> list[str]:
    """Return the names that a wheel's code is imported by."""
    with zipfile.ZipFile(wheel) as archive:
        tops = {path.split("/")[0] for path in archive.namelist() if path.endswith(".py")}
    outside = (".dist-info", ".data")
    return sorted(top.removesuffix(".py") for top in tops if not top.endswith(outside))


def needs_of(name: str, environment: Mapping[str, str]) -> list[str]:
    """Return the packages that an installed one needs in another environment."""
    if name in STAND_INS:
        return []
    found = []
    for line in distribution(name).requires or []:
        need = Requirement(line)
        if need.marker is None or need.marker.evaluate({**environment, "extra": ""}):
            found.append(canonicalize_name(need.name))
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
        if not name.endswith(COMPILED):
            yield name, path.read_binary()
            continue
        module = name.split(".", maxsplit=1)[0]
        twin = module.endswith("__mypyc") or f"{module}.py" in listed
        if not twin and module not in ACCELERATORS:
            msg = (
                f"{source.metadata['Name']} has {name}, which no browser runs; install a version "
                "of it in pure Python"
            )
            raise SiteError(msg)


def _skipped(path: str) -> bool:
    folders = path.split("/")[:-1]
    front_end = not path.endswith(".py") and any(each in FRONT_ENDS for each in folders)
    return (
        front_end
        or path.endswith((".pyc", ".map", ".pth", ".whl"))
        or any(each in SKIPPED_FOLDERS for each in folders)
    )


def _record(files: Mapping[str, bytes], about: str) -> bytes:
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}\n")
    return "".join([*lines, f"{about}/RECORD,,\n"]).encode()


# What a cell of ours may import, and what the kernel itself runs on.
ROOTS: Final = (OURS, "micropip", "packaging", "ipython", "jedi", "comm", "networkx")
WIDGETS: Final = ("networkx", "ipywidgets", "ipycytoscape", "anywidget", "segno")
OF_PYODIDE: Final = ("numpy", "scipy")  # Pyodide's own builds; loaded by the cells that import them
CORE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK: Final = "pyodide-lock.json"
KERNEL_WHEELS: Final = (
    "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
)
# Where the package index gives the Python here another version than the browser's Python needs.
OWN_WHEELS: Final = Path(__file__).resolve().parent / "static" / "wheels"
OLD_SHIM: Final = "widgetsnbextension-3."  # of two stand-ins the one for old ipywidgets


def release() -> dict[str, Any]:
    """Return what is known of the Pyodide that the site fetches where it has none of its own."""
    found: dict[str, Any] = json.loads(text_of("site/static/pyodide.json"))
    return found


def write_lock(folder: Path, distribution: Path | None) -> list[str]:
    """Write wheels and their lock into a folder; with a distribution, Pyodide as well."""
    known = release() if distribution is None else check_distribution(distribution)
    source = Path(sys.prefix) / KERNEL_WHEELS
    found = _ready_made(source, folder)
    if not found:
        msg = f"{source} contains no wheels; install jupyterlite-pyodide-kernel again"
        raise SiteError(msg)
    entries = _ready_made(OWN_WHEELS, folder) | found
    python = str(known["info"]["python"])
    environment = {
        "sys_platform": "emscripten",
        "platform_system": "Emscripten",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "platform_machine": "wasm32",
        "python_version": python.rpartition(".")[0],
        "python_full_version": python,
    }
    todo = [*ROOTS, *WIDGETS]
    while todo:
        name = todo.pop()
        if name not in entries:
            entries[name] = _entry(packed_wheel(name, folder), needs_of(name, environment))
            todo += entries[name]["depends"]
    entries[OURS]["depends"] = sorted({*entries[OURS]["depends"], *WIDGETS})
    compiled = _compiled(folder, distribution, known)
    if distribution is not None:
        _copy(distribution, folder, CORE)
    lock = {"info": known["info"], "packages": entries | compiled}
    (folder / LOCK).write_text(json.dumps(lock, indent=1, sort_keys=True), encoding="utf-8")
    return [] if distribution is None else [name for name in OF_PYODIDE if name in compiled]


def check_distribution(distribution: Path) -> dict[str, Any]:
    """Return the lock file of a folder with Pyodide, whose files are all there."""
    missing = [name for name in (*CORE, LOCK) if not (distribution / name).is_file()]
    if missing:
        msg = (
            f"{distribution} lacks {missing[0]}; give the folder of a Pyodide release, or that "
            "of the npm package pyodide"
        )
        raise SiteError(msg)
    try:
        found: dict[str, Any] = json.loads((distribution / LOCK).read_text(encoding="utf-8"))
        has, wants = found["info"]["abi_version"], release()["info"]["abi_version"]
        found["packages"].items()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        msg = f"{distribution / LOCK} cannot be read as the lock file of a Pyodide ({error})"
        raise SiteError(msg) from error
    if has != wants:
        msg = (
            f"{distribution} is a Pyodide with the binary interface {shown(has)}; the kernel of "
            f"this site was built for {wants}, such as that of {release()['url']}"
        )
        raise SiteError(msg)
    return found


def _ready_made(source: Path, folder: Path) -> dict[str, dict[str, Any]]:
    """Copy wheels that are not packed here, and return their entries."""
    found: dict[str, dict[str, Any]] = {}
    for wheel in sorted(source.glob("*.whl")):
        if wheel.name.startswith(OLD_SHIM):
            continue
        shutil.copy2(wheel, folder)
        with zipfile.ZipFile(wheel) as archive:
            path = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
            about = Parser().parsestr(archive.read(path).decode())
        found[canonicalize_name(about["Name"])] = _entry(folder / wheel.name, [])
    return found


def _entry(wheel: Path, depends: list[str]) -> dict[str, Any]:
    name, version = wheel.name.split("-")[:2]
    return {
        "name": canonicalize_name(name),
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": imports_of(wheel),
        "depends": [need for need in depends if need not in LEFT_OUT],
        "unvendored_tests": False,
    }


def _compiled(
    folder: Path, distribution: Path | None, known: dict[str, Any]
) -> dict[str, dict[str, Any]]:
    """Return the entries of numpy and scipy: beside the others, or at the address of Pyodide."""
    packages: dict[str, dict[str, Any]] = known["packages"]
    wanted, found = list(OF_PYODIDE), {}
    while wanted:
        name = wanted.pop()
        if name in found or name not in packages:
            continue
        entry = dict(packages[name])
        if distribution is None:
            entry["file_name"] = known["url"] + entry["file_name"]
        elif not (distribution / entry["file_name"]).is_file():
            continue
        else:
            _copy(distribution, folder, [entry["file_name"]])
        found[name] = entry
        wanted += entry["depends"]
    return found


def _copy(source: Path, target: Path, names: Iterable[str]) -> None:
    for name in names:
        shutil.copy2(source / name, target / name)
