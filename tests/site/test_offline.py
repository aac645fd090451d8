"""The service workers: what they save, and when it is another version."""

import json
import re

import pytest

from marvel_widgets.site.lite import version_of, write_offline


@pytest.fixture
def site(tmp_path):
    for path in ("index.html", "course/06.html", "lite/index.html", "lite/files/a.ipynb", ".git/x"):
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(path)
    (tmp_path / "CNAME").write_text("me.example")
    (tmp_path / "lite/service-worker.js").write_text("// JupyterLite's own")
    return tmp_path


def listed(site):
    return json.loads(re.search(r"FILES = (\[.*?\]);", (site / "offline.js").read_text())[1])


def test_pages_are_saved_and_python_is_not_until_it_is_used(site):
    write_offline(site)
    assert listed(site) == ["course/06.html", "index.html", "offline-lite.js"]


def test_jupyterlites_worker_stays_behind_ours(site):
    write_offline(site)
    assert "JupyterLite's own" in (site / "lite/jupyterlite-service-worker.js").read_text()
    worker = (site / "lite/service-worker.js").read_text()
    assert worker.index("offline-lite.js") < worker.index("jupyterlite-service-worker.js")


def test_the_version_is_that_of_the_content(site):
    write_offline(site)
    first = (site / "offline-lite.js").read_text()
    assert json.dumps(version_of(site)) in first
    (site / "lite/files/a.ipynb").write_text("other")
    (site / "lite/service-worker.js").write_text("// JupyterLite's own")  # built again
    write_offline(site)
    assert (site / "offline-lite.js").read_text() != first
    (site / ".git/x").write_text("other")
    before = version_of(site)
    (site / "CNAME").write_text("you.example")
    assert version_of(site) == before


def test_a_pyodide_of_another_host_is_saved_too(site):
    write_offline(site, "https://cdn.example/pyodide/")
    assert '"https://cdn.example/pyodide/"' in (site / "offline-lite.js").read_text()
