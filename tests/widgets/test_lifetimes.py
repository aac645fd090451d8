"""A closed app leaves nothing behind, and one that no page shows costs an edit nothing."""

import asyncio
import gc
import subprocess
import sys
import weakref

import ipywidgets
import pytest

from marvel_widgets.widgets import GraphModel, RemovabilityLab
from marvel_widgets.widgets.kit import subscriptions
from tests.widgets.every_app import APPS, GRAPH, SHARING, live, made, observers, unfold


@pytest.fixture(scope="module", autouse=True)
def _only_new_garbage():
    """What earlier tests keep is not looked through at each of the collections here."""
    gc.collect()
    gc.freeze()


@pytest.mark.parametrize("name", APPS)
def test_a_closed_app_leaves_neither_widgets_nor_observers_nor_itself(name):
    graph = GraphModel(GRAPH)
    heard, before = observers(graph), len(live())
    source = graph if name in SHARING else GRAPH
    made(name, source).close()
    assert observers(graph) == heard
    assert len(live()) == before
    app = unfold(made(name, source))
    gone = weakref.ref(app)
    app.close()
    assert observers(graph) == heard
    assert len(live()) == before
    del app
    gc.collect()
    assert gone() is None


def page(app, **content):
    app.presence._handle_custom_msg(content, [])


# Each app as it is made; and one with the editor in it, the same in all, which folds open.
OPENED = pytest.mark.parametrize(
    ("name", "opened"), [*((name, False) for name in SHARING), ("DSeparationLab", True)]
)


@OPENED
def test_an_app_that_no_page_shows_hears_nothing_and_then_catches_up(name, opened):
    graph = GraphModel(GRAPH)
    bare = observers(graph)
    resting = made(name, graph)
    if opened:
        unfold(resting)
    one = observers(graph)
    page(resting, shown="p1")
    page(resting, hidden="p1")
    assert observers(graph) == bare
    watching = made(name, graph)
    graph.remove_edge("X", "Z")
    assert shown(resting) == shown(watching)  # whoever asks finds the graph followed
    graph.add_edge("T", "Z")
    page(resting, shown="p2")
    assert observers(graph) > one
    assert shown(resting) == shown(watching)
    graph.add_edge("X", "Z")
    assert shown(resting) == shown(watching)


def shown(app):
    return app.text(), app.svg()


def clicked(app):
    """Press the first button of an app the way a page does, by a message to its comm."""
    button = next(each for each in within(app) if isinstance(each, ipywidgets.Button))
    content = {"event": "click"}
    message = {"content": {"data": {"method": "custom", "content": content}}, "buffers": []}
    button.comm.handle_msg(message)


def within(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from within(child)


@OPENED
def test_a_click_on_its_way_to_a_resting_app_meets_the_graph_of_now(name, opened):
    def played(*, rests):
        graph = GraphModel(GRAPH)
        app = made(name, graph)
        if opened:
            unfold(app)
        page(app, shown="p1")
        if rests:
            page(app, hidden="p1")
        graph.remove_edge("X", "Z")
        clicked(app)
        if rests:
            assert observers(graph) == 0  # it is answered, and rests on
        return shown(app), graph.dag

    assert played(rests=True) == played(rests=False)


def test_an_app_that_was_woken_hears_messages_once():
    graph = GraphModel(GRAPH)
    lab = RemovabilityLab(graph)
    page(lab, shown="p1")
    page(lab, hidden="p1")
    page(lab, shown="p2")
    caught = []
    lab._flush = lambda: caught.append(1)
    clicked(lab)
    assert caught == []


def test_an_app_rests_only_when_the_last_page_is_gone():
    graph = GraphModel(GRAPH)
    lab = RemovabilityLab(graph)
    heard = observers(graph)
    page(lab, shown="p1")
    page(lab, shown="p2")
    page(lab, hidden="p1")
    page(lab, hidden="p1")
    page(lab, hidden=["p2"])
    assert observers(graph) == heard
    page(lab, hidden="p2")
    assert observers(graph) < heard


def test_a_replaced_player_plays_no_more():
    async def replaced():
        player = made("MarvelPlayer")
        page(player, shown="p")
        player.model.play()
        assert player.model.playing
        page(player, hidden="p")
        return player.model.playing

    assert not asyncio.run(replaced())


@pytest.mark.parametrize("name", ["DSeparationLab", "MarvelPlayer", "LemmaBench"])
def test_a_constructor_that_fails_leaves_nothing(name):
    graph = GraphModel(GRAPH)
    heard, before = observers(graph), len(live())
    for wrong in ({"hide": "nonsense"}, {"token": "mwa1.AAAA"}):
        with pytest.raises((ValueError, TypeError)):
            made(name, graph, **wrong)
    gc.collect()
    assert observers(graph) == heard
    assert len(live()) == before


@pytest.mark.parametrize("name", SHARING)
def test_of_a_burst_of_edits_from_a_page_the_last_is_followed(name, monkeypatch):
    async def edited(app, graph):
        for _ in range(4):
            graph.add_variable()
            await asyncio.sleep(0)  # as the kernel does after each message
        await asyncio.sleep(0.01)
        return shown(app)

    one_by_one, at_once = GraphModel(GRAPH), GraphModel(GRAPH)
    text, svg = asyncio.run(edited(made(name, one_by_one), one_by_one))
    monkeypatch.setattr(subscriptions, "handles_page_message", lambda: True)
    burst_text, burst_svg = asyncio.run(edited(made(name, at_once), at_once))
    assert burst_svg == svg
    if name == "LiveBoard":  # it also says what was added last
        text, burst_text = (each.partition("Essential graph")[2] for each in (text, burst_text))
    assert burst_text == text


def test_a_burst_is_followed_a_few_times_and_not_edit_by_edit(monkeypatch):
    monkeypatch.setattr(subscriptions, "handles_page_message", lambda: True)
    graph = GraphModel(GRAPH)

    async def burst():
        lab = RemovabilityLab(graph)
        shown = lab.model.changed
        for _ in range(50):
            graph.add_variable()
            await asyncio.sleep(0)
        await asyncio.sleep(0.5)
        # before somebody asks for the model, who would follow
        offered = len(lab.picture.views[0].drawing.nodes)
        return lab.model.changed - shown, offered

    follows, offered = asyncio.run(burst())
    assert 2 <= follows < 10
    assert offered == 54


def test_a_cell_finds_each_of_its_edits_followed():
    graph = GraphModel(GRAPH)

    async def cell():
        lab = RemovabilityLab(graph)
        shown = lab.model.changed
        for _ in range(5):
            graph.add_variable()
        return lab.model.changed - shown

    assert asyncio.run(cell()) == 5


def test_a_kernel_that_ends_with_open_apps_says_nothing():
    """Closing them then imports nothing: a lazy name would come too late."""
    code = """
from marvel_widgets import exercises
from marvel_widgets.widgets import ExerciseBox, MarvelPlayer, Race
kept = MarvelPlayer("A -> B"), Race("A -> B"), ExerciseBox(exercises("03").removable)
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("", "")
