"""The site without a network: the service workers that save its pages, and its Python as used."""

import hashlib
import json
from pathlib import Path
from typing import Final

from marvel_widgets._data import text_of

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
