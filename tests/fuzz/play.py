"""A learner who sends a page's messages by chance to one app, and what must hold meanwhile."""

import asyncio
import random
from unittest import mock
from xml.etree import ElementTree

import ipywidgets as w
from ipywidgets.widgets.widget import CallbackDispatcher

from marvel_widgets.widgets import GraphModel
from tests.fuzz.events import an_event, ours
from tests.fuzz.markup import wrong_with_markup
from tests.widgets.every_app import APPS, GRAPH, SHARING, live, made, observers, unfold

LOOK_EVERY = 25
MOST_VARIABLES = 14  # of more of them, time is spent and no more is found


def wrong_with_history(graph, before):
    """Return what is wrong after an event: the graph from before it must still be there."""
    now = graph.dag
    if (now, now.nodes) == (before, before.nodes):
        return ""
    kept = [state.dag for side in (graph._past, graph._future) for state in side[-1:]]
    return "" if before in kept else f"{before.to_text()!r} is lost behind {now.to_text()!r}"


def wrong_with_looks(app):
    """Return what is wrong with what an app shows, as text, as a picture and on the screen."""
    text, svg = app.text(), app.svg()
    if svg:
        ElementTree.fromstring(svg)  # raises for what is no XML
    shown = [each.value for each in live() if isinstance(each, w.HTML)]
    wrong = [found for html in (svg, *shown) for found in [wrong_with_markup(html)] if found]
    return wrong[0] if wrong else "" if text.strip() else "it says nothing"


def wrong_with_token(app):
    """Return what is wrong with an app's token: one made from it has the same, as a text."""
    token = app.token
    again = type(app).from_token(token)
    try:
        return "" if again.token == token else f"{again.token} from {token}"
    finally:
        again.close()


def loud(callbacks, *args, **kwargs):
    """Call what hears a message; ipywidgets writes what is raised there into the log."""
    for act in list(callbacks.callbacks):
        act(*args, **kwargs)


class Play:
    """Random events in one app.

    Attributes
    ----------
    wrong : list of str
        What went wrong, each with the seed and the last events.
    """

    def __init__(self, name, seed, count, *, graph=GRAPH, whole=False, making=made):
        self.name, self.seed, self.rng = name, seed, random.Random(seed)
        self.wrong, self.sent = [], []
        self.shared = GraphModel(graph)
        bare, first = observers(self.shared), len(live())
        self.app = making(name, self.shared if name in SHARING else graph)
        if whole:
            unfold(self.app)
        self.look(wrong_with_looks(self.app))
        asyncio.run(self.play(count))
        self.look(wrong_with_token(self.app))
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
                    for widget in live():
                        widget.get_state()  # a page that is loaded again asks for all of them
            except Exception as error:
                self.look(f"{type(error).__name__} in {ours(error)}: {error!s:.200}")
        if hasattr(self.app, "halt"):
            self.app.halt()

    async def event(self):
        graph = getattr(self.app.model, "graph", None)
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


EVENTS = 250  # in one app, before the next case


def draw_play(rng: random.Random):
    """Return the name of an app, and the seed of what happens in it."""
    return rng.choice(APPS), rng.randrange(10**6)


def check_play(case) -> None:
    """Raise where something went wrong in an app."""
    name, seed = case
    with mock.patch.object(CallbackDispatcher, "__call__", loud):
        try:
            wrong = Play(name, seed, EVENTS, whole=True).wrong
        finally:
            w.Widget.close_all()
    assert not wrong, wrong[0]
