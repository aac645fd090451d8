"""The lock file of the Python in the browser: which wheel is where, and what each needs."""

import hashlib
import json
import shutil
import sys
import zipfile
from collections.abc import Iterable
from email.parser import Parser
from pathlib import Path
from typing import Any, Final

from marvel_widgets._data import text_of
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.wheels import LEFT_OUT, OURS, canonical, imports_of, needs_of, packed

# What a cell of ours may import, and what the kernel itself runs on.
ROOTS: Final = (OURS, "micropip", "packaging", "ipython", "jedi", "comm", "networkx")
WIDGETS: Final = ("networkx", "ipywidgets", "ipycytoscape", "anywidget", "segno")
COMPILED: Final = ("numpy", "scipy")  # Pyodide's own builds; loaded by the cells that import them
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
    entries = _ready_made(OWN_WHEELS, folder) | _kernel_wheels(folder)
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
            entries[name] = _entry(packed(name, folder), needs_of(name, environment))
            todo += entries[name]["depends"]
    entries[OURS]["depends"] = sorted({*entries[OURS]["depends"], *WIDGETS})
    compiled = _compiled(folder, distribution, known)
    if distribution is not None:
        _copy(distribution, folder, CORE)
    lock = {"info": known["info"], "packages": entries | compiled}
    (folder / LOCK).write_text(json.dumps(lock, indent=1, sort_keys=True), encoding="utf-8")
    return [] if distribution is None else [name for name in COMPILED if name in compiled]


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


def _kernel_wheels(folder: Path) -> dict[str, dict[str, Any]]:
    """Copy the wheels that the kernel's extension brings, and return their entries."""
    source = Path(sys.prefix) / KERNEL_WHEELS
    found = _ready_made(source, folder)
    if not found:
        msg = f"{source} contains no wheels; install jupyterlite-pyodide-kernel again"
        raise SiteError(msg)
    return found


def _ready_made(source: Path, folder: Path) -> dict[str, dict[str, Any]]:
    """Copy wheels that are not packed here, and return their entries."""
    found = {}
    for wheel in sorted(source.glob("*.whl")):
        if wheel.name.startswith(OLD_SHIM):
            continue
        shutil.copy2(wheel, folder)
        with zipfile.ZipFile(wheel) as archive:
            path = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
            about = Parser().parsestr(archive.read(path).decode())
        found[canonical(about["Name"])] = _entry(folder / wheel.name, [])
    return found


def _entry(wheel: Path, depends: list[str]) -> dict[str, Any]:
    name, version = wheel.name.split("-")[:2]
    return {
        "name": canonical(name),
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
    wanted, found = list(COMPILED), {}
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
