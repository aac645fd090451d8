"""environment.yml (conda, Binder) asks for what pyproject.toml asks for."""

import re
import tomllib
from itertools import chain
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
NOT_FROM_PYPI = {"python", "pip"}


def environment():
    return yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def conda_bounds(lines):
    """Return package -> versions of conda's lines, `numpy >=1.26`; a lone = is conda's alone."""
    bounds = {}
    for line in lines:
        name, versions = re.fullmatch(r"([\w.-]+)\s*(.*)", line).groups()
        if name not in NOT_FROM_PYPI:
            bounds[canonicalize_name(name)] = SpecifierSet(versions)
    return bounds


def pypi_bounds(lines):
    return {
        canonicalize_name(requirement.name): requirement.specifier
        for requirement in map(Requirement, lines)
    }


def test_same_packages_with_the_same_bounds():
    lines = [line for line in environment()["dependencies"] if isinstance(line, str)]
    extras = project()["optional-dependencies"]
    ours = f"{project()['name']}[widgets]"
    assert ours in extras["lab"]
    links = [line for line in extras["houses"] if line.startswith("voila")]  # Binder's
    wanted = project()["dependencies"] + extras["widgets"] + extras["lab"] + links
    assert conda_bounds(lines) == pypi_bounds(line for line in wanted if line != ours)


def test_python_is_the_lowest_that_the_package_allows():
    # Binder takes its base image from this line, and reads it only in this form. On the lowest
    # Python `.ci/run` runs all tests.
    (line,) = [
        line
        for line in environment()["dependencies"]
        if isinstance(line, str) and line.startswith("python")
    ]
    minor = re.fullmatch(r"python =(3\.\d+)", line)
    assert minor, line
    assert project()["requires-python"] == f">={minor[1]}"


def test_name_channels_and_the_package_itself():
    assert environment()["name"] == project()["name"]
    assert environment()["channels"] == ["conda-forge", "nodefaults"]
    (pip,) = [line["pip"] for line in environment()["dependencies"] if isinstance(line, dict)]
    assert pip == ["-e .[site]"]
    assert "site" in project()["optional-dependencies"]
    assert "pip" in environment()["dependencies"]


def test_every_extra_package_has_a_lower_bound():
    extras = project()["optional-dependencies"]
    parts = (extras[name] for name in ("widgets", "lab", "experiments", "test"))
    for line in chain(project()["dependencies"], *parts):
        requirement = Requirement(line)
        if requirement.name != project()["name"]:
            assert [spec.operator for spec in requirement.specifier] == [">="], line


def test_a_hub_without_numpy_gets_all_else_that_the_apps_need():
    page = (ROOT / "docs" / "site.md").read_text(encoding="utf-8")
    (named,) = re.findall(r"^pip install --no-deps \. && pip install (.+)$", page, re.MULTILINE)
    wanted = set(
        pypi_bounds(project()["dependencies"] + project()["optional-dependencies"]["widgets"])
    )
    assert set(named.split()) == wanted - {"numpy", "scipy"}
