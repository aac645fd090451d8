"""A press acts on what was typed before it, also where that arrives after it."""

from datetime import UTC, datetime
from types import SimpleNamespace

import ipywidgets as w
import pytest

from marvel_widgets.widgets.kit import controls
from marvel_widgets.widgets.kit.controls import TypedPress, sent


class Page:
    """A page whose messages are handled by the kernel of IPython, much later than they are sent."""

    def __init__(self, monkeypatch):
        self.now, self.message = 0.0, {}
        kernel = SimpleNamespace(get_parent=lambda channel: self.message)
        monkeypatch.setattr("IPython.get_ipython", lambda: SimpleNamespace(kernel=kernel))
        monkeypatch.setattr(controls, "monotonic", lambda: self.now)

    def send(self, method, at, act, kind="comm_msg"):
        date = datetime.fromtimestamp(at, UTC)
        self.message = {
            "header": {"msg_type": kind, "date": date},
            "content": {"data": {"method": method}},
        }
        act()


@pytest.fixture
def page(monkeypatch):
    return Page(monkeypatch)


@pytest.fixture
def field():
    return w.Text("old")


@pytest.fixture
def read(field):
    return []


@pytest.fixture
def press(field, read):
    press = TypedPress(lambda: read.append(field.value))
    press.hear(field)
    return press


def type_in(field, text):
    return lambda: setattr(field, "value", text)


def test_what_was_typed_before_the_press_counts_however_late_it_comes(page, field, read, press):
    page.now = 100.0
    page.send("custom", 10.010, press.press)
    page.now += 60
    page.send("update", 10.004, type_in(field, "new"))
    assert read == ["old", "new"]


def test_what_was_typed_long_after_the_press_waits_for_its_own(page, field, read, press):
    page.now = 100.0
    page.send("custom", 10.0, press.press)
    page.now += 0.001  # the kernel was busy, and heard both at once
    page.send("update", 13.0, type_in(field, "new"))
    assert read == ["old"]


def test_without_dates_the_kernels_own_clock_decides(page, field, read, press):
    page.now = 100.0
    press.press()
    page.now += 0.1
    field.value = "soon"
    page.now += 10
    field.value = "late"
    assert read == ["old", "soon"]


def test_what_a_cell_writes_is_not_typed(page, field, read, press):
    page.now = 100.0
    page.send("custom", 10.0, press.press)
    page.now += 60
    page.send("update", 10.1, type_in(field, "new"), kind="execute_request")
    assert read == ["old"]


@pytest.mark.parametrize("date", ["2026-01-02T03:04:05.250Z", "2026-01-02T03:04:05.250000+00:00"])
def test_dates_are_read_as_kernels_give_them(page, date):
    page.send("update", 0, lambda: None)
    page.message["header"]["date"] = date
    assert sent("update") == datetime(2026, 1, 2, 3, 4, 5, 250_000, UTC).timestamp()
    assert sent("custom") is None
    page.message = {}
    assert sent("update") is None
