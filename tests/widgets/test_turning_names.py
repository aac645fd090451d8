"""A name is a name: marks that turn letters around turn nothing but it, and markup is a text."""

import re

import ipywidgets
import pytest

from marvel_widgets import Dag
from marvel_widgets.widgets.be_marvel.widget import BeMarvel
from tests.fuzz.play import wrong_with_looks
from tests.fuzz.test_app_events import hostile_graph
from tests.widgets.every_app import ON_GRAPH, SPECS, live, made, unfold
from tests.widgets.first_acts import act

TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
NAME = "\u202eabc\u2067"
GRAPH = Dag([("X", NAME), ("T", NAME), (NAME, "Z"), ("X", "Z")])
# What is read and not shown as it is: their programs take the marks out of what they show, and the
# graph as text, which can be edited, is the graph.
EXACT = {
    "GraphCanvas": {"graph", "marks", "chosen"},
    "Chips": {"options", "value"},
    "Switch": {"options", "value"},
    "SaveBar": {"text"},
    "Text": {"value"},
    "Textarea": {"value"},
}


def texts(value):
    """Yield every text in a trait."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.items() if isinstance(value, dict) else value:
            yield from texts(each)


def turned(app):
    """Return what of an app's words, picture and controls turns the letters around it."""
    shown = {"text()": app.text(), "svg()": app.svg()}
    for widget in live():
        exact = EXACT.get(type(widget).__name__, set())
        for name, value in widget.get_state().items():
            if name not in exact:
                shown |= {f"{type(widget).__name__}.{name}": text for text in texts(value)
                          if TURNING.search(text)}  # fmt: skip
    return sorted(where for where, text in shown.items() if TURNING.search(text))


@pytest.fixture(autouse=True)
def _closed():
    yield
    ipywidgets.Widget.close_all()


@pytest.mark.parametrize("name", ON_GRAPH)
def test_a_name_turns_nothing_around(name):
    app = unfold(made(name, GRAPH))
    assert turned(app) == []
    graph = getattr(app.model, "graph", None)
    if graph is not None and name != "BeMarvel":
        assert NAME in graph.dag  # the label itself stays as it is


@pytest.mark.parametrize("name", ON_GRAPH)
def test_what_an_app_says_of_its_first_acts_has_no_markup_of_a_name(name):
    app = made(name, hostile_graph(), **({"predict": False} if SPECS[name].predicts else {}))
    for how, what in SPECS[name].acts:
        act(how, what)
        assert wrong_with_looks(app) == ""


def test_nor_does_what_a_page_plays_by_itself():
    player = unfold(made("MarvelPlayer", GRAPH))
    values = [player.run.values(position) for position in range(player.model.film.last + 1)]
    assert not [text for text in texts(values) if TURNING.search(text)]


def test_a_name_in_a_game_is_still_chosen_by_what_it_is():
    game = BeMarvel(GRAPH)
    game.moves.visited.value = NAME
    assert game.model.game.known.visited == game.model.game.dag.position(NAME)
