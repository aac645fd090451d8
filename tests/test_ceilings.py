"""What is above its ceiling fails by name and number; seconds warn, and fail in the night."""

import doctest
import json
import subprocess
import tomllib

import ceilings
import pytest

NOW = tomllib.loads((ceilings.ROOT / ceilings.CEILINGS).read_text("utf-8"))
MORE = {
    "definitions": ("marvel_widgets/a.py", "def f():\n    pass\n"),
    "lambdas": ("marvel_widgets/a.py", "f = lambda: 0\n"),
    "code lines": ("marvel_widgets/a.py", "a = (\n    1\n)\n"),
    "bytes of other text": ("marvel_widgets/a.css", "a {}"),
    "lines of tests": ("tests/data/a.toml", "a = 1\n\n# b\n"),
    "code in notebooks": (
        "notebooks/a.ipynb",
        json.dumps({"cells": [{"cell_type": "code", "source": ["a = 1\n", "\n", "a"]}]}),
    ),
}  # fmt: skip


def git(root, *words):
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=root, check=True
    )


@pytest.fixture
def checkout(tmp_path):
    git(tmp_path, "init", "--quiet")
    for name in ("marvel_widgets/a.py", "tests/test_a.py", ".ci/ceilings.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('"""Docstring\n\nof three lines."""\n# and a comment\n')
    (tmp_path / "marvel_widgets/data.csv").write_text("no text of ours\n")
    return tmp_path


def test_each_size_has_a_ceiling_and_each_ceiling_a_size(checkout):
    of_a_run = ceilings.of_the_gate("1.6 2.0 3 in all\n0.5 0.5 2 tests/browser/test_a.py\n")
    assert of_a_run == {"seconds of the gate": 2, "browser tests": 2}
    assert NOW.keys() == (ceilings.sizes(checkout) | of_a_run).keys()


@pytest.mark.parametrize("name", MORE)
def test_what_is_above_its_ceiling_fails_and_says_by_how_much(checkout, name):
    before = ceilings.sizes(checkout)
    assert ceilings.verdict(before, before, night=False) == ([], [])
    place, text = MORE[name]
    (checkout / place).parent.mkdir(exist_ok=True, parents=True)
    (checkout / place).write_text(text)
    after = ceilings.sizes(checkout)
    more = after[name] - before[name]
    expected = {"definitions": 1, "lambdas": 1, "code lines": 3, "bytes of other text": 4}
    assert more == expected.get(name, {"lines of tests": 3, "code in notebooks": 2}.get(name))
    fails, warns = ceilings.verdict({name: after[name]}, before, night=False)
    assert (len(fails), warns) == (1, [])
    assert f"{name}: {after[name]} is {more} more than the ceiling" in fails[0]


def test_seconds_warn_in_a_change_and_fail_in_the_night():
    spent = {"seconds of the gate": 901}
    (fails, warns), by_night = (
        ceilings.verdict(spent, {"seconds of the gate": 900}, night=night)
        for night in (False, True)
    )
    assert (fails, by_night) == ([], (warns, []))
    assert warns == ["seconds of the gate: 901 is 1 more than the ceiling 900."]


def test_a_ceiling_that_is_raised_is_seen(checkout):
    for value in (5, 4, 6):
        (checkout / ceilings.CEILINGS).write_text(f"definitions = {value}\n")
        git(checkout, "add", "--all")
        git(checkout, "commit", "--quiet", "--message", "a")
    assert ceilings.raised({"definitions": 4, "new": 9}, checkout) == []
    assert ceilings.raised({"definitions": 6}, checkout) == [
        "The ceiling of definitions was raised from 4 to 6: lower it again."
    ]


def test_its_examples():
    assert doctest.testmod(ceilings).failed == 0
