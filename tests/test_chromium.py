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
