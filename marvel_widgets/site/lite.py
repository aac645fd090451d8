"""JupyterLite behind the pages: built without the network, from what is installed."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from marvel_widgets._data import text_of
from marvel_widgets.course.start_page import RUN_BY_ITSELF
from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.wheels import LOCK, release, write_lock

LIVE: Final = "marvel-live:open"
KERNEL: Final = "@jupyterlite/pyodide-kernel-extension:kernel"
EXTENSIONS: Final = (
    "@jupyter-widgets/jupyterlab-manager",
    "@jupyterlite/pyodide-kernel-extension",
    "anywidget",
    "jupyter-cytoscape",
)
# Where they are in the package. The page of an app opens it by itself; what every Jupyter gets.
OWN_EXTENSIONS: Final = {
    "marvel-live": "site/static/live",
    "marvel-widgets": "_lab/labextensions/marvel-widgets",
}
PRELOADED: Final = ("ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "marvel-widgets")
BEFORE: Final = 1580601600  # the date of what is made without SOURCE_DATE_EPOCH, as in our wheels
# Beside the woff2 that every browser with WebAssembly reads; 3 MB that none asks for.
OLD_FONTS: Final = ("fa-*.eot", "fa-*.svg", "fa-*.ttf", "fa-*.woff")


def write_lite(
    target: Path,
    notebooks: Mapping[str, str],
    pyodide: Path | None,
    forms: Mapping[str, Mapping[str, str]],
) -> str:
    """Build a JupyterLite with notebooks that run, and return what it can do in a sentence."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for path, text in notebooks.items():
            place = folder / "files" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        # In `static/pyodide` the build finds a Pyodide by itself, and points the kernel at it.
        wheels = folder / ("static/pyodide" if pyodide else "wheels")
        wheels.mkdir(parents=True)
        compiled = write_lock(wheels, pyodide)
        _write_settings(folder, forms, local=pyodide is not None)
        _build(folder, target)
        _settle(target)
        for pattern in OLD_FONTS:
            for font in (target / "build").glob(pattern):
                font.unlink()
        if pyodide is None:
            shutil.copytree(wheels, target / "wheels", dirs_exist_ok=True)
    return _told(pyodide, compiled)


def _told(pyodide: Path | None, compiled: list[str]) -> str:
    if pyodide is None:
        return (
            "Python itself is not in the site: 'Run it live' asks the reader, and then fetches it "
            f"from {release()['url']}."
        )
    lacking = "" if compiled else " It has no numpy: the cells with data say so where they run."
    return f"Python is in the site, from {pyodide}; nothing is asked of another host.{lacking}"


def _write_settings(folder: Path, forms: Mapping[str, Mapping[str, str]], *, local: bool) -> None:
    from_top = Path(sys.prefix) / "share/jupyter/labextensions"
    missing = [name for name in EXTENSIONS if not (from_top / name).is_dir()]
    if missing:
        msg = f"{from_top} lacks {missing[0]}; install marvel-widgets[site] again"
        raise SiteError(msg)
    options: dict[str, Any] = {"packages": list(PRELOADED)}
    kernel: dict[str, Any] = {"disablePyPIFallback": True, "loadPyodideOptions": options}
    if not local:
        kernel["pyodideUrl"] = f"{release()['url']}pyodide.mjs"
        options["lockFileURL"] = f"./wheels/{LOCK}"
    data = {
        "appName": "marvel_widgets",
        "exposeAppInBrowser": True,
        "marvelWidgetsStart": RUN_BY_ITSELF,
        "litePluginSettings": {KERNEL: kernel, LIVE: forms},
    }
    _write(
        folder / "jupyter-lite.json",
        {"jupyter-lite-schema-version": 0, "jupyter-config-data": data},
    )
    for name, place in OWN_EXTENSIONS.items():
        with as_file(files("marvel_widgets").joinpath(place)) as source:
            shutil.copytree(source, folder / name)
    taken = [*(from_top / name for name in EXTENSIONS), *(folder / n for n in OWN_EXTENSIONS)]
    build = {
        "contents": [str(folder / "files")],
        "apps": ["notebooks", "lab"],
        "no_sourcemaps": True,
        "ignore_sys_prefix": ["federated_extensions", "translation"],
        "federated_extensions": list(map(str, taken)),
    }
    _write(folder / "jupyter_lite_config.json", {"LiteBuildConfig": build})


def _write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


def _build(folder: Path, target: Path) -> None:
    """Run JupyterLite's own build, which leaves out what other tools have installed."""
    command = [sys.executable, "-P", "-m", "jupyterlite_core", "build", "--lite-dir", str(folder)]
    command += ["--output-dir", str(target.resolve())]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        said = "\n".join((run.stdout + run.stderr).strip().splitlines()[-8:])
        msg = f"JupyterLite could not be built. Its last output:\n{said}"
        raise SiteError(msg)


def _settle(target: Path) -> None:
    """Give the lists of files one order and one date: the same notebooks make the same bytes.

    JupyterLite lists them as the disk does, and with the minute in which they were copied.
    """
    epoch = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", BEFORE)), UTC)
    date = epoch.strftime("%Y-%m-%dT%H:%M:%SZ")
    for path in (target / "api/contents").rglob("all.json"):
        listing = json.loads(path.read_text(encoding="utf-8"))
        listing["content"].sort(key=lambda each: each["path"])
        for each in (listing, *listing["content"]):
            each["created"] = each["last_modified"] = date
        _write(path, listing)


WORKER: Final = "offline.js"
SHARED: Final = "offline-lite.js"
LITE_WORKER: Final = "lite/service-worker.js"
LITE_OWN: Final = "lite/jupyterlite-service-worker.js"


def write_offline(site: Path, far: str = "") -> None:
    """Write the service workers of a site that is written whole."""
    worker = site / LITE_WORKER
    of_python = worker.exists()
    if of_python:  # of a build that is new: JupyterLite writes its own each time
        worker.replace(site / LITE_OWN)
    version = version_of(site)
    if of_python:
        own = text_of("site/static/lite-worker.js").replace("VERSION", version)
        worker.write_text(own, encoding="utf-8", newline="\n")
    pages = [path for path in _files(site) if not path.startswith("lite/") and path != WORKER]
    shared = text_of(f"site/static/{SHARED}").replace('"VERSION"', json.dumps(version))
    shared = shared.replace('"FAR"', json.dumps(far))
    (site / SHARED).write_text(shared, encoding="utf-8", newline="\n")
    listed = sorted({*pages, SHARED} - {WORKER})
    own = text_of(f"site/static/{WORKER}").replace('"VERSION"', json.dumps(version))
    own = own.replace('["FILES"]', json.dumps(listed))
    (site / WORKER).write_text(own, encoding="utf-8", newline="\n")


def version_of(site: Path) -> str:
    """Return a word that is another one when a file of the site is."""
    found = hashlib.sha256()
    for path in _files(site):
        if path not in (WORKER, SHARED, LITE_WORKER):
            found.update(f"{path}\n".encode())
            found.update(hashlib.sha256((site / path).read_bytes()).digest())
    return found.hexdigest()[:16]


def _files(site: Path) -> list[str]:
    """Return the files of a site, but for those of others beside it, such as .git."""
    found = (path for path in site.rglob("*") if path.is_file())
    paths = (path.relative_to(site).as_posix() for path in found)
    return sorted(path for path in paths if not path.startswith(".") and path != "CNAME")
