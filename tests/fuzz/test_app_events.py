"""Random events from a page: no traceback, nothing lost that the learner built, nothing grows."""

import asyncio
from random import Random

import ipywidgets as w
import pytest
from ipywidgets.widgets.widget import CallbackDispatcher

from marvel_widgets import Dag
from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.widgets import GraphModel
from marvel_widgets.widgets.exercise_box.controls import answer_control
from marvel_widgets.widgets.kit.widget_tree import close_tree, subtree
from tests.fuzz.common import Harness
from tests.fuzz.events import HOSTILE, an_event
from tests.fuzz.play import EVENTS, Play, check_play, draw_play, loud, wrong_with_looks
from tests.widgets.every_app import APPS, live, made, unfold

IN_CI = 6  # events for each app
BESIDE = 40  # beside another object of its class


@pytest.fixture(autouse=True)
def _closed(monkeypatch):
    monkeypatch.setattr(CallbackDispatcher, "__call__", loud)
    yield
    w.Widget.close_all()


HARNESSES = {"events": Harness(draw_play, check_play, 1, 200, holds=EVENTS)}


@pytest.mark.parametrize("name", APPS)
def test_a_few_events(name):
    """Events on a graph with hostile names: none of them comes into the page as markup."""
    assert Play(name, 1, IN_CI, graph=hostile_graph()).wrong == []


@pytest.mark.night
@pytest.mark.parametrize("name", APPS)
def test_another_object_of_its_class_stays_as_it_is(name):
    """What is in the kernel: what runs in the page is one program, and seen beside other apps."""
    still, moved = made(name), unfold(made(name))
    before, first, rng = told(still), told(moved), Random(5)

    async def move():
        sent = 0
        while sent < BESIDE or told(moved) == first:
            an_event(rng, [], list(subtree(moved)))
            await asyncio.sleep(0)
            sent += 1

    asyncio.run(move())
    assert told(still) == before


def told(app):
    """Return what an app says, and the states of its widgets."""
    return app.text(), app.svg(), [each.get_state() for each in subtree(app)]


def hostile_graph():
    """Return a graph with the worst names that a graph takes."""
    names = [name for name in HOSTILE if taken(name)]
    assert len(names) >= 12
    first = [*names[:3], "plain"]
    return Dag([(a, b) for i, a in enumerate(first) for b in first[i + 1 :]])


def taken(name):
    try:
        GraphModel(Dag([(name, "other")]))
    except ValueError:
        return False
    return True


def test_hostile_names_are_in_the_run_of_a_race():
    race = made("Race", hostile_graph())
    race.model.skip()
    race.model.end()
    assert wrong_with_looks(race) == ""
    assert "plain" in race.svg()


def test_a_switch_that_is_not_shown_is_closed_with_its_question():
    before = len(live())
    close_tree(answer_control(Parts({"how many": Number(0, 9), "which": Names(("A", "B"))})))
    assert len(live()) == before
