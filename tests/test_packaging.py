"""What a wheel brings, and that the commands of README, CI and metadata agree."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel of this checkout, built without the network."""
    directory = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(directory)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (path,) = directory.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The wheel, unpacked into a folder that two tests run it from."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def tracked(pattern):
    """Return the files of the checkout that match; hidden folders (checkpoints) do not count."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in ROOT.glob(pattern)
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    }


def test_wheel_brings_the_package_the_notebooks_and_the_docs(names):
    for pattern in ("notebooks/**/*", "docs/guide/*", "docs/*.md", "docs/*.svg"):
        found = tracked(pattern)
        assert found, pattern
        assert {f"marvel_widgets/bundled_{name}" for name in found} <= names
    ours = {name for name in tracked("marvel_widgets/**/*") if "__pycache__" not in name}
    assert ours <= names  # code, networks, data, what the site is made of


def test_the_extra_widgets_is_what_the_apps_import():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    brought = {re.split(r"[>=<]", line)[0] for line in extras["widgets"]}
    imported = {
        name
        for path in ROOT.glob("marvel_widgets/widgets/**/*.py")
        for name in re.findall(r"^(?:import|from) (\w+)", path.read_text(), re.MULTILINE)
    }
    # IPython and traitlets come with ipywidgets
    own = {"marvel_widgets", "IPython", "traitlets"}
    drawn = {"segno"}  # the QR code of a link, in pictures
    assert {n for n in imported if n not in sys.stdlib_module_names} - own == brought - drawn
    assert "marvel-widgets[widgets]" in extras["lab"]
    assert "marvel-widgets[widgets]" in extras["site"]


def test_wheel_brings_the_labextension_to_where_every_jupyter_looks(names):
    """And inside the package, where `marvel-widgets lab` and the site look."""
    found = tracked("marvel_widgets/_lab/labextensions/**/*")
    assert len(found) == 2
    assert found <= names
    shared = {name.split(".data/data/")[1] for name in names if ".data/data/" in name}
    ours = {name.removeprefix("marvel_widgets/_lab/") for name in found}
    assert shared == {f"share/jupyter/{name}" for name in ours}


def test_wheel_brings_nothing_else(names):
    tops = {name.split("/")[0] for name in names}
    assert {re.sub(r"-.*(\.data|\.dist-info)$", r"\1", top) for top in tops} == {
        "marvel_widgets",
        "marvel_widgets.data",
        "marvel_widgets.dist-info",
    }
    assert not [name for name in names if "checkpoint" in name or "__pycache__" in name]


def test_wheel_brings_the_licence_and_the_command(wheel):
    with zipfile.ZipFile(wheel) as archive:
        files = {Path(name).name: name for name in archive.namelist() if ".dist-info/" in name}
        for name in ("LICENSE", "LICENSE-CONTENT"):
            assert archive.read(files[name]) == (ROOT / name).read_bytes()
        entry_points = archive.read(files["entry_points.txt"]).decode()
    assert "marvel-widgets = marvel_widgets.__main__:main" in entry_points


def test_sdist_brings_what_git_has(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        brought = {name.partition("/")[2] for name in archive.getnames()}
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    told = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    ours = {name for name in told.split("\0") if name and (ROOT / name).exists()}
    assert brought == ours | {"PKG-INFO"}


def fenced_lines(text):
    """Return the lines inside ``` fences."""
    return [line for block in text.split("```")[1::2] for line in block.splitlines()[1:]]


def test_ci_runs_the_readmes_test_command():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = [line for line in fenced_lines(readme) if "pytest" in line]
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_readmes_start_command_is_ours():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [line for line in fenced_lines(readme) if line.endswith("&& marvel-widgets lab")]


def lowest(pyproject):
    command = [sys.executable, str(ROOT / ".ci" / "lowest_versions.py"), str(pyproject)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_lowest_versions_are_the_bounds_of_the_core():
    run = lowest(ROOT / "pyproject.toml")
    assert run.returncode == 0, run.stderr
    core = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert run.stdout.split() == [line.replace(">=", "==") for line in core]


def test_uv_is_reported_where_pip_looks(tmp_path):
    settings = tmp_path / "pip.conf"
    settings.write_text(
        "[global]\nindex-url = https://one.example/simple\n"
        "find-links =\n  /wheels\n  /more\n[install]\nextra-index-url = https://two.example\n"
    )
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PIP_")}
    environment = kept | {"PIP_CONFIG_FILE": str(settings), "PIP_CERT": "/certificates"}
    command = [sys.executable, str(ROOT / ".ci" / "uv_settings.py")]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert {
        "export UV_DEFAULT_INDEX=https://one.example/simple",
        "export UV_FIND_LINKS=/wheels,/more",
        "export UV_INDEX=https://two.example",
        "export SSL_CERT_FILE=/certificates",
    } <= set(run.stdout.splitlines())


@pytest.mark.parametrize("line", ["numpy", "numpy<3", "numpy>1.26", "numpy>=1.26,>=1.27"])
def test_a_dependency_without_one_lower_bound_is_refused(tmp_path, line):
    pyproject = tmp_path / "pyproject.toml"
    pyproject.write_text(f"[project]\nname = 'x'\ndependencies = ['{line}']\n")
    run = lowest(pyproject)
    assert run.returncode != 0
    assert line in run.stderr
