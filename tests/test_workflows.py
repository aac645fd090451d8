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


def test_the_tag_must_be_the_version():
    script = next(step["run"] for step in steps(read(FOLDER / "publish.yml")) if "name" in step)
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.M)[1]
    for tag, status in ((f"v{version}", 0), ("v99.0.0", 1)):
        run = subprocess.run(
            ["bash", "-ec", script],
            cwd=ROOT,
            env={"GITHUB_REF_NAME": tag, "PATH": "/usr/bin:/bin"},
            capture_output=True,
            check=False,
        )
        assert run.returncode == status, tag


def test_the_oldest_python_that_is_promised_is_tried():
    matrix = read(FOLDER / "ci.yml")["jobs"]["everything"]["strategy"]["matrix"]["python"]
    assert f'requires-python = ">={matrix[0]}"' in (ROOT / "pyproject.toml").read_text("utf-8")
