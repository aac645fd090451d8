"""What GitHub runs, besides what zizmor checks: few rights, and steps that run here, too."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))


def by_name(path):
    return path.name


def read(path):
    return yaml.safe_load(path.read_text("utf-8"))


def steps(workflow):
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def broken(script):
    """What bash says of a script that it cannot read."""
    run = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
    return run.stderr


def test_all_are_there():
    assert [path.stem for path in WORKFLOWS] == ["ci", "night", "pages", "publish"]


def test_the_night_has_every_part_and_a_word_that_is_none_is_refused():
    told = re.search(r"^parts=\((.*)\)$", (ROOT / ".ci" / "night").read_text("utf-8"), re.M)[1]
    assert read(FOLDER / "night.yml")["jobs"]["part"]["strategy"]["matrix"]["part"] == told.split()
    functions = re.findall(r"^part_(\w+)\(\)", (ROOT / ".ci" / "night").read_text("utf-8"), re.M)
    assert sorted(functions) == sorted(told.split())
    run = subprocess.run(["bash", ROOT / ".ci" / "night", "day"], capture_output=True, text=True)
    assert run.returncode == 2
    assert run.stdout.startswith("There is no part day: ")


@pytest.mark.parametrize("path", WORKFLOWS, ids=by_name)
def test_rights_are_asked_where_they_are_needed(path):
    workflow = read(path)
    assert "secrets." not in path.read_text("utf-8")
    assert workflow["permissions"] == {"contents": "read"}
    assert "concurrency" in workflow
    jobs = workflow["jobs"]
    assert all("timeout-minutes" in job for job in jobs.values())
    more = {name: job["permissions"] for name, job in jobs.items() if "permissions" in job}
    assert (
        more
        == {
            "ci.yml": {},
            "night.yml": {},
            "pages.yml": {"deploy": {"pages": "write", "id-token": "write"}},
            "publish.yml": {"publish": {"id-token": "write"}},
        }[path.name]
    )


@pytest.mark.parametrize("path", WORKFLOWS, ids=by_name)
def test_every_script_can_be_read_and_its_files_are_there(path):
    scripts = [step["run"] for step in steps(read(path)) if "run" in step]
    assert not [words for words in map(broken, scripts) if words]
    for name in re.findall(r"\bbash (\S+)", "\n".join(scripts)):
        assert not broken((ROOT / name).read_text("utf-8"))


TAGGED = {
    "CITATION.cff": "cff-version: 1.2.0\nversion: 1.20.0\n",
    "docs/CHANGELOG.md": "# Changes\n\n## 1.20.0 (2026-11-28)\n\n## 1.19.0 (2026-01-01)\n",
    "marvel_widgets/__init__.py": '__version__ = "1.20.0"\n',
    "pyproject.toml": 'Repository = "https://github.com/ada/kit"\n',
}
UNFIT = [
    ("CITATION.cff", "1.20.0", "1.2.0"),
    ("docs/CHANGELOG.md", "# Changes", "# Changes\n\n## Unreleased"),
    ("docs/CHANGELOG.md", "1.20.0 (2026-11-28)", "1.20.0"),
    ("docs/CHANGELOG.md", "1.20.0", "1.2010"),
    ("marvel_widgets/__init__.py", "1.20.0", "1.20.1"),
    ("pyproject.toml", "ada", "OWNER"),
]


@pytest.mark.parametrize(("name", "was", "now"), [("pyproject.toml", "", ""), *UNFIT])
def test_a_tag_that_disagrees_is_not_published(tmp_path, name, was, now):
    for path, text in TAGGED.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text.replace(was, now, 1) if path == name else text)
    script = next(step["run"] for step in steps(read(FOLDER / "publish.yml")) if "name" in step)
    here = {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "ada/kit"}
    run = subprocess.run(
        ["bash", "-ec", script],
        cwd=tmp_path,
        env={**here, "GITHUB_REF_NAME": "v1.20.0", "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert (run.returncode == 0) == (was == now)


def test_what_is_built_is_what_is_published():
    """The folders by which the jobs hand on what they made."""
    for name, made in (("pages", "marvel-widgets site site "), ("publish", "python -m build\n")):
        built = read(FOLDER / f"{name}.yml")["jobs"]["build"]["steps"]
        assert [made in step.get("run", "") for step in built].count(True) == 1
        assert built[-1]["with"]["path"].strip("/") == {"pages": "site", "publish": "dist"}[name]


def test_the_oldest_python_that_is_promised_is_tried():
    matrix = read(FOLDER / "ci.yml")["jobs"]["everything"]["strategy"]["matrix"]["python"]
    assert f'requires-python = ">={matrix[0]}"' in (ROOT / "pyproject.toml").read_text("utf-8")
