"""The Python behind the pages: wheels of what is installed, and a lock that names all of them."""

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from marvel_widgets.site.errors import SiteError
from marvel_widgets.site.wheels import (
    CORE,
    LICENCES,
    LOCK,
    ROOTS,
    WIDGETS,
    imports_of,
    needs_of,
    packed_wheel,
    release,
    write_lock,
)

ROOT = Path(__file__).resolve().parents[2]
PYTHON = {"python_version": "3.14", "python_full_version": "3.14.2", "sys_platform": "emscripten"}


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    """The folder of the wheels and its lock, as a site without Pyodide has it."""
    folder = tmp_path_factory.mktemp("wheels")
    write_lock(folder, None)
    return folder


@pytest.fixture(scope="module")
def packages(wheels):
    return json.loads((wheels / LOCK).read_text(encoding="utf-8"))["packages"]


def test_every_local_wheel_is_what_the_lock_says(wheels, packages):
    local = {e["file_name"]: e for e in packages.values() if "://" not in e["file_name"]}
    assert set(local) == {path.name for path in wheels.glob("*.whl")}
    for name, entry in local.items():
        assert hashlib.sha256((wheels / name).read_bytes()).hexdigest() == entry["sha256"]


def test_what_a_package_needs_is_there(packages):
    assert {*ROOTS, *WIDGETS} <= set(packages)
    for entry in packages.values():
        assert set(entry["depends"]) <= set(packages), entry["name"]
    assert {*WIDGETS} <= set(packages["marvel-widgets"]["depends"])


def test_nothing_compiled_is_in_a_wheel(wheels):
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
        assert not [n for n in names if n.endswith((".so", ".pyd", ".pyc", ".map"))], wheel.name


def about(wheel):
    """Return what a wheel tells of its package."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def test_every_wheel_is_for_the_python_in_the_browser_whatever_made_the_site(wheels):
    python = release()["info"]["python"]
    for wheel in wheels.glob("*.whl"):
        asked = SpecifierSet(about(wheel)["Requires-Python"] or "")
        assert asked.contains(python), (wheel.name, str(asked))


def test_every_wheel_brings_a_licence(wheels):
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            names = " ".join(archive.namelist()).lower()
        assert any(word in names for word in LICENCES), wheel.name


def test_a_wheel_brings_no_front_end_and_jedi_is_a_stand_in(wheels, packages):
    """What the page brings itself, and 7,000 files for completions, are 6 MB of a site."""
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
        front_end = [n for n in names if "/labextension/" in n or "/nbextension/" in n]
        assert {Path(name).suffix for name in front_end} <= {".py"}, wheel.name
    assert packages["jedi"]["imports"] == packages["jedi"]["depends"] == []
    assert "parso" not in packages
    assert sum(path.stat().st_size for path in wheels.glob("*.whl")) < 7e6


def test_only_numpy_and_scipy_come_from_another_host(packages):
    far = {name for name, entry in packages.items() if "://" in entry["file_name"]}
    assert far == {"numpy", "scipy"}
    assert all(packages[name]["file_name"].startswith(release()["url"]) for name in far)


def test_our_wheel_runs_by_itself_and_has_no_notebooks(wheels, tmp_path):
    (wheel,) = wheels.glob("marvel_widgets-*.whl")
    assert imports_of(wheel) == ["marvel_widgets"]
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if name.endswith((".ipynb", ".md"))]
        archive.extractall(tmp_path)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.modules['numpy'] = None; "
        "import marvel_widgets as m; assert m.__file__.startswith(sys.path[0]), m.__file__; "
        "print(len(m.record('marvel', m.networks.load('asia')).tests))"
    )
    command = [sys.executable, "-I", "-c", code]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert run.stdout.strip() == "42", run.stderr


def test_the_apps_are_imported_from_the_wheels_alone(wheels, tmp_path):
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tmp_path)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import IPython, piplite.piplite; "
        "from marvel_widgets.widgets import RemovabilityLab; import ipycytoscape, anywidget; "
        "print(RemovabilityLab('X -> Y', x='X').token)"
    )
    command = [sys.executable, "-I", "-S", "-c", code]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert run.stdout.startswith("mwa"), run.stderr


def test_the_same_content_is_the_same_wheel(wheels, tmp_path):
    again = packed_wheel("anywidget", tmp_path)
    assert again.read_bytes() == (wheels / again.name).read_bytes()


def test_a_package_that_needs_compiled_code_is_refused(tmp_path):
    with pytest.raises(SiteError, match=r"numpy has numpy.*\.so, which no browser runs"):
        packed_wheel("numpy", tmp_path)


def test_a_package_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SiteError, match="pip install not-a-package"):
        packed_wheel("not-a-package", tmp_path)


def test_needs_are_those_of_the_browser():
    assert "widgetsnbextension" not in needs_of("ipywidgets", PYTHON)
    assert "traitlets" in needs_of("ipywidgets", PYTHON)
    assert "pexpect" not in needs_of("ipython", PYTHON)  # for terminals


def fake_distribution(folder, *, compiled):
    """A folder with the files of a Pyodide, empty but for its lock."""
    known = release()
    for name in CORE:
        (folder / name).touch()
    for entry in known["packages"].values() if compiled else ():
        (folder / entry["file_name"]).touch()
    lock = {"info": known["info"], "packages": known["packages"]}
    (folder / LOCK).write_text(json.dumps(lock), encoding="utf-8")
    return folder


@pytest.mark.parametrize("compiled", [True, False])
def test_with_a_distribution_nothing_comes_from_another_host(
    wheels, tmp_path, monkeypatch, compiled
):
    def packed_before(name, folder):
        (wheel,) = (
            w for w in wheels.glob("*.whl") if canonicalize_name(w.name.partition("-")[0]) == name
        )
        return shutil.copy(wheel, folder / wheel.name)

    monkeypatch.setattr("marvel_widgets.site.wheels.packed_wheel", packed_before)
    source, target = tmp_path / "pyodide", tmp_path / "wheels"
    source.mkdir()
    target.mkdir()
    found = write_lock(target, fake_distribution(source, compiled=compiled))
    packages = json.loads((target / LOCK).read_text(encoding="utf-8"))["packages"]
    assert all((target / entry["file_name"]).is_file() for entry in packages.values())
    assert sorted(found) == (["numpy", "scipy"] if compiled else [])
    assert all((target / name).is_file() for name in CORE)


def test_a_folder_without_pyodide_is_refused(tmp_path):
    with pytest.raises(SiteError, match=r"lacks pyodide\.mjs"):
        write_lock(tmp_path, tmp_path)
