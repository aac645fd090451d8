"""Another shape of pane: the graph is laid out anew, and nothing else changes."""

import pytest

from marvel_widgets.core.graphs import networks
from marvel_widgets.pictures.editor_positions import first_positions
from marvel_widgets.widgets import DSeparationLab, FiniteSampleLab, MarvelPlayer, RemovabilityLab
from marvel_widgets.widgets.editor.model import GraphModel
from tests.widgets.every_app import APPS, SPECS, made

ASIA = networks.load("asia")
WITH_SHELL = [name for name in APPS if SPECS[name].kind]


def box(places):
    """Return how wide and high places are."""
    xs, ys = zip(*places.values(), strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def test_a_graph_is_laid_out_for_its_pane_and_back():
    graph = GraphModel(ASIA)
    wide = dict(graph.positions)
    assert graph.lay_out("tall")
    tall = dict(graph.positions)
    assert box(tall)[0] / box(tall)[1] < 1 < box(wide)[0] / box(wide)[1]
    assert not graph.can_undo  # it is no edit
    graph.load(networks.load("cancer"))
    assert graph.positions == first_positions(graph.dag, "tall")
    graph.undo()
    assert graph.lay_out("wide")
    assert graph.positions == wide


def test_what_was_moved_stays_where_it_was_put():
    graph = GraphModel(ASIA)
    graph.move("tub", 333, 222)
    places = dict(graph.positions)
    for pane in ("tall", "square", "wide"):
        assert not graph.lay_out(pane)
    assert graph.positions == places
    graph.tidy()
    assert graph.lay_out("tall")
    assert graph.positions == first_positions(ASIA, "tall")


def test_a_refusal_can_still_be_read_in_another_pane():
    graph = GraphModel(ASIA)
    assert not graph.load_text("A -> B -> A")
    refused = graph.error, graph.error_field, graph.closing
    assert graph.lay_out("tall")
    assert (graph.error, graph.error_field, graph.closing) == refused
    assert "cycle" in graph.error


@pytest.mark.parametrize("name", WITH_SHELL)
def test_an_app_says_the_same_in_every_pane(name):
    app = made(name)
    words, kept = app.text(), app.kept
    for pane in ("tall", "square", "wide"):
        app.shell.pane = pane
        assert (app.text(), app.kept) == (words, kept)


def test_what_a_learner_did_stays_in_another_pane():
    player = MarvelPlayer(ASIA, position=91)
    lab = RemovabilityLab(ASIA, predict=True)
    twin = DSeparationLab(ASIA, x="asia", y="smoke", given=["either"])
    samples = FiniteSampleLab(ASIA, position=12)
    apps = player, lab, twin, samples
    before = [app.text() for app in apps]
    heights = [app.picture.views[0].drawing.height for app in apps]
    for app in apps:
        app.shell.pane = "tall"
    assert [app.text() for app in apps] == before
    taller = [app.picture.views[0].drawing.height for app in apps]
    assert all(new > old for new, old in zip(taller, heights, strict=True))
    assert (player.model.position, samples.model.position) == (91, 12)
    oracle, data = (view.drawing for view in samples.picture.views)
    assert [(mark.x, mark.y) for mark in oracle.nodes] == [(mark.x, mark.y) for mark in data.nodes]
