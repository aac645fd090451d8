"""docs/releasing.md names the lower bounds of pyproject.toml, and says where they were run."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def bounds_of(page):
    """Return package -> version of the table of lower bounds."""
    table = page.partition("### Lower bounds")[2].partition("\n### ")[0]
    return dict(re.findall(r"^\| ([\w-]+) \| ([\d.]+) \|", table, re.MULTILINE))


def runs_of(page):
    """Return the rows of the table of runs, each as column -> cell."""
    table = page.partition("### What was run")[2].partition("\n#")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def asked():
    """Return package -> lower bound of the core and the extra `lab`."""
    extras = PROJECT["optional-dependencies"]
    lines = [*PROJECT["dependencies"], *extras["widgets"], *extras["lab"]]
    found = [each for each in map(Requirement, lines) if each.name != PROJECT["name"]]
    return {each.name: str(each.specifier).removeprefix(">=") for each in found}


def test_the_bounds_of_the_page_are_those_of_the_project():
    python = PROJECT["requires-python"].removeprefix(">=")
    assert bounds_of(PAGE) == {"Python": python, **asked()}


def test_the_lowest_versions_were_run_together():
    def is_lowest(row):
        bounds = bounds_of(PAGE)
        cells = [Version(row[name]).release[:2] for name in bounds]
        return cells == [Version(bound).release[:2] for bound in bounds.values()]

    assert any(is_lowest(row) for row in runs_of(PAGE))


def test_no_run_has_a_version_below_the_bounds():
    for row in runs_of(PAGE):
        for name, bound in bounds_of(PAGE).items():
            assert Version(row[name]) >= Version(bound), (name, row)


def test_all_runs_passed():
    assert all("passed" in row["tests"] and "failed" not in row["tests"] for row in runs_of(PAGE))


def pythons(tmp_path, *options):
    """Return what .ci/pythons prints where only `tmp_path` has Pythons, and ours is one."""
    environment = {"PATH": "/usr/bin:/bin", "PYENV_ROOT": str(tmp_path), "PYTHON": sys.executable}
    command = ["bash", str(ROOT / ".ci" / "pythons"), *options]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return run.stdout.split()


def promised():
    """Return the Pythons that the project promises by name."""
    said = " ".join(PROJECT["classifiers"])
    return re.findall(r"Programming Language :: Python :: (3\.\d+)", said)


def test_the_pythons_promised_by_name_begin_with_the_lowest():
    floor = int(PROJECT["requires-python"].removeprefix(">=3."))
    minors = [int(python.removeprefix("3.")) for python in promised()]
    assert minors == list(range(floor, floor + len(minors)))


@pytest.mark.night
def test_a_python_that_is_promised_and_absent_is_named(tmp_path):
    ours = "{}.{}".format(*sys.version_info)
    absent = pythons(tmp_path, "--absent")
    assert set(absent) <= set(promised()) - {ours}
    for minor in absent:  # which are there all at once
        python = tmp_path / "versions" / f"{minor}.0" / "bin" / "python3"
        python.parent.mkdir(parents=True)
        python.write_text("#!/bin/sh\n")
        python.chmod(0o755)
    assert pythons(tmp_path, "--absent") == []
    assert len(pythons(tmp_path)) >= len(promised())
