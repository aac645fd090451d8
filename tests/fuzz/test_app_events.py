"""Random events from a page: no traceback, nothing lost that the learner built, nothing grows."""

import asyncio
import random
from html.parser import HTMLParser
from xml.etree import ElementTree

import ipywidgets as w
import pytest
from ipywidgets.widgets.widget import CallbackDispatcher

from marvel_widgets import Dag
from marvel_widgets.widgets import GraphModel, RemovabilityLab
from marvel_widgets.widgets.removability_lab.model import RemovabilityModel
from tests.fuzz.events import HOSTILE, an_event, ours
from tests.widgets.every_app import APPS, GRAPH, SHARING, live, made, observers, unfold

IN_CI, IN_FULL = 6, 2_000  # events for each app
LOOK_EVERY = 25
MOST_VARIABLES = 14  # of more of them, time is spent and no more is found
FORBIDDEN = {"script", "img", "iframe", "object", "embed", "a", "link", "base", "meta"}


# -- what must hold --------------------------------------------------------------------------


def wrong_with_history(graph, before):
    """Return what is wrong after an event: the graph from before it must still be there."""
    now = graph.dag
    if (now, now.nodes) == (before, before.nodes):
        return ""
    kept = [state.dag for side in (graph._past, graph._future) for state in side[-1:]]
    return "" if before in kept else f"{before.to_text()!r} is lost behind {now.to_text()!r}"


class Elements(HTMLParser):
    """The elements of a page, and what is dangerous in them."""

    def __init__(self):
        super().__init__()
        self.wrong = []

    def handle_starttag(self, tag, attrs):
        if tag in FORBIDDEN:
            self.wrong.append(tag)
        self.wrong += [name for name, value in attrs if name.startswith("on")]
        self.wrong += [name for name, value in attrs if "javascript:" in (value or "").lower()]


def wrong_with_markup(html):
    found = Elements()
    found.feed(html)
    return f"{found.wrong} in {html[:300]!r}" if found.wrong else ""


def wrong_with_looks(app):
    """Return what is wrong with what an app shows, as text, as a picture and on the screen."""
    text, svg = app.text(), app.svg()
    if svg:
        ElementTree.fromstring(svg)  # raises for what is no XML
    shown = [each.value for each in live() if type(each) is w.HTML]
    wrong = [found for html in (svg, *shown) for found in [wrong_with_markup(html)] if found]
    return wrong[0] if wrong else "" if text.strip() else "it says nothing"


def loud(callbacks, *args, **kwargs):
    """Call what hears a message; ipywidgets writes what is raised there into the log."""
    for act in list(callbacks.callbacks):
        act(*args, **kwargs)


@pytest.fixture(autouse=True)
def _closed(monkeypatch):
    monkeypatch.setattr(CallbackDispatcher, "__call__", loud)
    yield
    w.Widget.close_all()


# -- playing ---------------------------------------------------------------------------------


class Play:
    """Random events in one app.

    Attributes
    ----------
    wrong : list of str
        What went wrong, each with the seed and the last events.
    sizes : list of (int, int)
        After each event the widgets that live, and the observers of the shared graph.
    """

    def __init__(self, name, seed, count, *, graph=GRAPH, whole=False, making=made):
        self.name, self.seed, self.rng = name, seed, random.Random(seed)
        self.wrong, self.sent, self.sizes = [], [], []
        self.shared = GraphModel(graph)
        bare, first = observers(self.shared), len(live())
        self.app = making(name, self.shared if name in SHARING else graph)
        if whole:
            unfold(self.app)
        asyncio.run(self.play(count))
        self.app.close()
        left = len(live()) - first, observers(self.shared) - bare
        self.look(f"{left} widgets and observers are left" if left != (0, 0) else "")

    def look(self, what):
        if what:
            self.wrong.append(f"{self.name}, seed {self.seed}, {self.sent[-3:]}: {what}")

    async def play(self, count):
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: self.look(f"in a task: {context.get('exception')!r}")
        )
        for number in range(count):
            try:
                await self.event()
                if (number + 1) % LOOK_EVERY == 0 or number == count - 1:
                    self.look(wrong_with_looks(self.app))
            except Exception as error:
                self.look(f"{type(error).__name__} in {ours(error)}: {error!s:.200}")
            self.sizes.append((len(live()), observers(self.shared)))
        if hasattr(self.app, "halt"):
            self.app.halt()

    async def event(self):
        model = self.app.model  # that of the workbench is the graph itself
        graph = model if isinstance(model, GraphModel) else getattr(model, "graph", None)
        if not isinstance(graph, GraphModel):
            self.sent.append(an_event(self.rng, []))
            await asyncio.sleep(0)
            return
        before = graph.dag
        self.sent.append(an_event(self.rng, [str(x) for x in before.nodes]))
        await asyncio.sleep(0)
        self.look(wrong_with_history(graph, before))
        if len(graph.dag) > MOST_VARIABLES:
            graph.load_text(GRAPH)


@pytest.mark.parametrize("name", APPS)
def test_a_few_events(name):
    """Events on a graph with hostile names: none of them comes into the page as markup."""
    assert Play(name, 1, IN_CI, graph=hostile_graph()).wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", APPS)
def test_many_events(name):
    played = Play(name, 2, IN_FULL, whole=True)
    assert played.wrong == []
    halves = played.sizes[: IN_FULL // 2], played.sizes[IN_FULL // 2 :]
    (early, heard), (late, still) = (map(max, zip(*half, strict=True)) for half in halves)
    assert late < 1.5 * early  # the graph is now larger, now smaller
    assert still <= heard


def test_a_planted_bug_is_found(monkeypatch):
    monkeypatch.setattr(RemovabilityModel, "step", lambda model, by: model.choose(model.missing))
    wrong = Play("RemovabilityLab", 1, 60).wrong
    assert any("AttributeError in widgets/" in each for each in wrong)


def test_a_graph_that_is_lost_is_found(monkeypatch):
    add = GraphModel.add_variable

    def add_and_forget(graph, *args, **kwargs):
        worked = add(graph, *args, **kwargs)
        graph._past.clear()
        return worked

    monkeypatch.setattr(GraphModel, "add_variable", add_and_forget)
    wrong = Play("Workbench", 1, 120, whole=True).wrong
    assert any("is lost behind" in each for each in wrong)


def test_a_widget_that_stays_is_found():
    def making(name, source):
        app = RemovabilityLab(source)
        app.model.observe(lambda _: w.Label("stays"), "changed")
        return app

    assert any("are left" in each for each in Play("RemovabilityLab", 1, 60, making=making).wrong)


# -- hostile names in every place where a name is shown --------------------------------------


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


def test_markup_is_found():
    assert "script" in wrong_with_markup("<p><script>alert(1)</script>")
    assert "onerror" in wrong_with_markup('<p onerror="x">')
    assert wrong_with_markup("<p>&lt;script&gt;</p>") == ""
