"""Without a browser: root and CI bring one, others are told what to do; CI passes over nothing."""

from types import SimpleNamespace

import pytest

from tests import chromium


class Item:
    """A test of the browser."""

    def __init__(self):
        self.marks = []
        self.add_marker = self.marks.append

    def get_closest_marker(self, name):
        return name == "browser"


@pytest.fixture
def alone(monkeypatch, tmp_path):
    """A machine without a browser and without apt, which says where Playwright's would be."""
    monkeypatch.setattr(chromium, "NAMES", ["no-such-browser"])
    monkeypatch.setattr(chromium, "ELSEWHERE", [])
    monkeypatch.setattr(chromium, "of_playwright", lambda: None)
    monkeypatch.setattr(chromium, "may_install", lambda: False)
    monkeypatch.setenv("CI", "")
    return monkeypatch


def chosen():
    item = Item()
    session = SimpleNamespace(
        items=[item], config=SimpleNamespace(option=SimpleNamespace(collectonly=False))
    )
    chromium.BrowserWanted().pytest_collection_finish(session)
    return [mark.kwargs["reason"] for mark in item.marks]


def test_without_one_they_are_skipped_and_on_ci_they_fail(alone):
    assert chosen() == [chromium.ABSENT]
    alone.setenv("CI", "true")
    assert chosen() == []  # the fixture `browser` then fails


@pytest.mark.parametrize("way", ["NAMES", "ELSEWHERE", "of_playwright"])
def test_one_that_is_there_is_taken(alone, tmp_path, way):
    path = tmp_path / "a-browser"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    alone.setenv("PATH", str(tmp_path))
    put = {"NAMES": [path.name], "ELSEWHERE": [str(path)], "of_playwright": lambda: str(path)}
    alone.setattr(chromium, way, put[way])
    assert chromium.find_browser() == str(path)
    assert chosen() == []


def test_who_may_brings_one_by_apt_and_says_so_first(alone, tmp_path, capfd):
    alone.setattr(chromium, "may_install", lambda: True)
    apt = tmp_path / "apt-get"
    apt.write_text(f"#!/bin/sh\ncase $* in *install*) cp {apt} {tmp_path}/no-such-browser;; esac\n")
    apt.chmod(0o755)
    (tmp_path / "sudo").write_text('#!/bin/sh\nshift\nexec "$@"\n')
    (tmp_path / "sudo").chmod(0o755)
    alone.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert chosen() == []
    assert chromium.find_browser() == str(tmp_path / "no-such-browser")
    assert "installing Chromium by apt-get" in capfd.readouterr().err


def test_the_end_says_how_many_and_what_to_do():
    lines = []
    reporter = SimpleNamespace(
        stats={"skipped": [SimpleNamespace(longrepr=("a.py", 1, f"Skipped: {chromium.ABSENT}"))]},
        write_line=lambda line, **_: lines.append(line),
    )
    assert list(chromium.BrowserWanted().pytest_terminal_summary(reporter)) == [None]
    assert lines == [
        "1 browser tests did not run: "
        "`playwright install chromium`, or `sudo apt-get install chromium`"
    ]
