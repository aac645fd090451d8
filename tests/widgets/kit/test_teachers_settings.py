"""What notebook T's exercise says of the settings is what an app does."""

import ipywidgets as w
import pytest

from marvel_widgets.lessons.teachers.exercises import WISHES
from marvel_widgets.widgets import RemovabilityLab
from tests.widgets.every_app import SPECS, made

GRAPH = "X -> Y <- T; Y -> Z; X -> Z"
VERDICT = "Theorem 1: X is not removable"


def inside(widget):
    """Return a widget and all below it."""
    return [widget, *(each for child in getattr(widget, "children", ()) for each in inside(child))]


def operable(app, part):
    return [
        each
        for each in inside(app.parts[part])
        if isinstance(each, w.Button | w.Text | w.Dropdown) and not each.disabled
    ]


@pytest.fixture
def plain():
    return RemovabilityLab(GRAPH)


def test_every_setting_is_an_argument_of_the_app():
    assert list(WISHES) == ["hide", "lock", "big", "answers", "predict", "token"]
    RemovabilityLab(GRAPH, hide=(), lock=(), big=True, answers=False, predict=True, token=None)


def test_big_is_for_a_room(plain):
    assert "mw-big" in RemovabilityLab(GRAPH, big=True)._dom_classes
    assert "mw-big" not in plain._dom_classes


def test_without_answers_no_verdict_is_revealed(plain):
    assert VERDICT in plain.text()
    assert VERDICT not in RemovabilityLab(GRAPH, answers=False).text()


def test_a_prediction_comes_before_the_verdict_and_needs_no_answers_withheld():
    lab = RemovabilityLab(GRAPH, predict=True)
    assert VERDICT not in lab.text()
    lab.parts["predict"].options.value = "no"
    lab.parts["predict"].check.click()
    assert VERDICT in lab.text()


@pytest.mark.parametrize("name", SPECS)
def test_every_part_of_every_app_is_hidden_and_locked(name):
    parts = tuple(made(name).parts)
    hidden, locked = made(name, hide=parts), made(name, lock=parts)
    on_screen = inside(hidden)
    assert [part for part in parts if hidden.parts[part] in on_screen] == []
    knows_better = {part for part in parts if hasattr(locked.parts[part], "lock")}
    assert [part for part in parts if operable(locked, part) and part not in knows_better] == []


WITHIN = [(app, *pair) for app, spec in SPECS.items() for pair in spec.within.items()]


@pytest.mark.parametrize(("app", "part", "whole"), WITHIN)
def test_a_part_of_another_is_locked_and_hidden_with_it(app, part, whole):
    locked, hidden = made(app, lock=whole), made(app, hide=whole)
    assert all(each.disabled for each in inside(locked.parts[part]) if each.has_trait("disabled"))
    assert hidden.parts[part] not in inside(hidden)
