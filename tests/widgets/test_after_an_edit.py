"""After an edit an app says, draws and shows what a new app with the same state does.

A law over all apps on a graph. The new app stands on a graph with the same past, and gets the state
by the token of the edited one; beside an app that nobody has touched it gets none.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from marvel_widgets.widgets import GraphModel
from marvel_widgets.widgets.kit.moving import Moving
from tests.widgets.every_app import GRAPH, ON_GRAPH, SHARING, SPECS, made, unfold
from tests.widgets.first_acts import act
from tests.widgets.shown_page import page


def more_and_turned(graph):
    return graph.add_edge("T", "Z") and graph.reverse_edge("T", "Y")


def undone_and_done_again(graph):
    return graph.undo() and graph.undo() and graph.redo()


def renamed(graph):
    return graph.rename("Y", "naïve y") and graph.rename("Z", "naïve z")


def emptied(graph):
    return all(graph.remove_variable(name) for name in graph.dag.nodes)


EDITS: dict[str, Callable[[GraphModel], bool]] = {
    "a text with a variable more": lambda graph: graph.load_text(f"{GRAPH}; Z -> W"),
    "an edge more, and turned": more_and_turned,
    "a variable less": lambda graph: graph.remove_variable("T"),
    "undone and done again": undone_and_done_again,
    "an edge less": lambda graph: graph.remove_edge("X", "Y"),
    "other names": renamed,
    "another place": lambda graph: graph.move("Z", 300, 40),
    "no variable": emptied,
    "refused": lambda graph: not graph.add_edge("Z", "X"),
    "other letters": lambda graph: graph.load_text("Größe -> Y <- Δ; Y -> Z; Größe -> Z"),
}
FIRST, TURNED, LESS, BACK, CUT, NAMED, MOVED, EMPTY, REFUSED, LETTERS = EDITS


def nothing(_app):
    """Leave an app as it opens."""


def play(app):
    """Do what a learner does most, make the last choice of the scene, play from the middle."""
    for how, what in app.spec.acts:
        act(how, what)
    for choose in list(app.spec.scene.choices(app).values())[-1:]:
        choose()
    if isinstance(app.model, Moving):
        app.model.seek(app.model.film.last // 2)
        app.model.playing = True


@dataclass(frozen=True)
class Walk:
    """How an app is made, what is done with it, and what is edited one after the other."""

    edits: tuple[str, ...]
    settings: dict[str, Any] = field(default_factory=dict)
    before: Callable[[Any], object] = play
    unfolded: bool = False  # the editor and all else that is folded away is open
    returns: bool = False  # at the end the state before all edits is loaded

    def make(self, name, graph, **more):
        settings = {"predict": False} if SPECS[name].predicts else {}
        return made(name, graph, **{**settings, **self.settings, **more})

    def ready(self, app):
        if self.unfolded:
            app.shell.editing = True
            unfold(unfold(app))  # what is folded in the editor as well
        return app


def walks(name):
    """Return the walks of an app, those from its further scenes included, on the same graph."""
    spec, found = SPECS[name], {}
    found["as it opens"] = Walk((FIRST, EMPTY, LETTERS), before=nothing)
    found["after some acts"] = Walk((TURNED, LESS, BACK, NAMED), returns=True)
    if spec.predicts:
        found["asking"] = Walk((TURNED, MOVED), {"predict": True})
    for number, scene in enumerate(spec.further, start=1):
        begun = {key: value for key, value in scene.begin().items() if key != "source"}
        found[f"in scene {number}"] = Walk((CUT,), begun)
    if name == "DSeparationLab":  # with the editor, which is the same in all apps
        found["unfolded"] = Walk((FIRST, MOVED, REFUSED), before=nothing, unfolded=True)
    return found


# What an untouched app keeps through an edit, while a new one begins otherwise: it is compared
# with an app that is given that.
KEEPS = {
    "BoundAnatomy": "its dials stay until the learner takes the numbers of the graph",
    "ProofWalk": "the variable that leaves stays while the graph has one of its name",
}
# A new app refuses a graph without variables; an edited one says why it can't go on.
REFUSES = ("FiniteSampleLab", "MarvelPlayer", "Race")
# A game begins with the graph and keeps it, since what is hidden may not change under the player.
GAMES = [name for name in ON_GRAPH if name not in SHARING]


def forget_the_edit(board):
    """Let a LiveBoard drop the graph before, and its question: it tells and asks what changed."""
    board.model.before = None
    board.model.own.ask(None)
    board.model.changed += 1


def ask_of_the_dials(anatomy):
    """Let a BoundAnatomy ask as it opens: after an edit it asks about the graph."""
    anatomy.model.load_state(anatomy.model.state())


SETTLED = {"LiveBoard": forget_the_edit, "BoundAnatomy": ask_of_the_dials}


def shown(app):
    """Return what an app says, draws, asks and has on the page, by where it is."""
    asked = app.predictions.question if SPECS[type(app).__name__].predicts else None
    return {"text": app.text(), "svg": app.svg(), "asked": asked, **page(app)}


def differences(app, new):
    ours, theirs = shown(app), shown(new)
    places = [at for at in ours | theirs if ours.get(at) != theirs.get(at)]
    return {at: (ours.get(at), theirs.get(at)) for at in places}


def graph_after(edits):
    graph = GraphModel(GRAPH)
    for edit in edits:
        assert EDITS[edit](graph)
    return graph


@pytest.mark.parametrize(("name", "way"), [(name, way) for name in SHARING for way in walks(name)])
def test_an_edited_app_is_as_a_new_one(name, way):
    walk, graph = walks(name)[way], GraphModel(GRAPH)
    app = walk.make(name, graph)
    walk.before(app)
    walk.ready(app)
    begun = (app.token, app.model.state()) if walk.returns else ()
    for number, edit in enumerate(walk.edits, start=1):
        assert EDITS[edit](graph)
        same_past = graph_after(walk.edits[:number])
        if edit == EMPTY and name in REFUSES:
            with pytest.raises(ValueError, match="variable") as refused:
                walk.make(name, same_past)
            assert str(refused.value)[1:] in app.text() + app.model.error
            continue
        if isinstance(app.model, Moving) and edit != MOVED:
            assert (app.model.position, app.model.playing) == (0, False), edit
        stateless = walk.before is nothing and name not in KEEPS
        state = {} if stateless else {"token": app.token}
        new = walk.ready(walk.make(name, same_past, **state))
        SETTLED.get(name, nothing)(app)
        assert differences(app, new) == {}, edit
        new.close()
    if begun:
        token, state = begun
        app.model.load_state(state)
        assert differences(app, walk.make(name, same_past, token=token)) == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_keeps_the_graph_with_which_it_began(name):
    graph = GraphModel(GRAPH)
    app = made(name, graph)
    before = shown(app)
    assert EDITS[FIRST](graph)
    assert shown(app) == before


def test_a_graph_of_a_state_is_not_followed_on_the_way(monkeypatch):
    lab = made("BoundaryLab", GRAPH)
    state = lab.model.state()
    EDITS[FIRST](lab.model.graph)
    monkeypatch.setattr(type(lab.model), "_follow", None)
    lab.model.load_state(state)
    assert lab.model.state() == state
