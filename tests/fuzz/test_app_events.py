"""Random events from a page: no traceback, nothing lost that the learner built, nothing grows."""

import asyncio
import random
from xml.etree import ElementTree

import pytest

from marvel_widgets.widgets import GraphModel
from tests.fuzz.events import an_event, ours
from tests.widgets.every_app import APPS, GRAPH, SHARING, live, made, observers, unfold

IN_CI = 12  # events for each app; 2,000 in the slow test
LOOK_EVERY = 25


def graphs_of(app):
    """Return the model of the graph that an app edits; None if it edits none."""
    graph = getattr(app.model, "graph", None)
    return graph if isinstance(graph, GraphModel) else None


def wrong_with_history(graph, before):
    """Return what is wrong after an event: the graph from before it must still be there."""
    now = graph.dag
    if now == before and now.nodes == before.nodes:
        return ""
    if graph.can_undo:
        past = graph._past[-1].dag
        if past == before:
            return ""
    if graph.can_redo and graph._future[-1].dag == before:
        return ""
    return f"{before.to_text()!r} is lost behind {now.to_text()!r}"


def wrong_with_looks(app):
    """Return what is wrong with what an app shows: its twins, and its token."""
    text, svg = app.text(), app.svg()
    if svg:
        root = ElementTree.fromstring(svg)
        bad = [each.tag for each in root.iter() if each.tag.rpartition("}")[2] in ("script", "img")]
        if bad:
            return f"the picture has {bad}"
    return "" if text.strip() else "it says nothing"


def shown_html():
    return [each.value for each in live() if type(each).__name__ == "HTML"]


def wrong_with_markup():
    """Return what of a hostile name came into the page as markup."""
    for html in shown_html():
        if "<script" in html or "<img" in html or "onerror=alert(1)>" in html:
            return f"markup in {html[:200]!r}"
    return ""


def play(name, seed, count):
    """Send events to an app; return what went wrong, and how many widgets came to stay."""
    rng = random.Random(seed)
    graph = GraphModel(GRAPH)
    bare = observers(graph)
    first = len(live())
    app = unfold(made(name, graph if name in SHARING else GRAPH))
    wrong, sent = [], []

    def look(what):
        if what:
            wrong.append(f"{name}, seed {seed}, after {sent[-3:]}: {what}")

    async def events():
        for number in range(count):
            model = graphs_of(app)
            names = [] if model is None else [str(x) for x in model.dag.nodes]
            before = None if model is None else model.dag
            try:
                sent.append(an_event(rng, names))
                await asyncio.sleep(0)
                if model is not None:
                    look(wrong_with_history(model, before))
                    if len(model.dag) > 14:  # more of them take time, and find no more
                        model.load_text(GRAPH)
                if (number + 1) % LOOK_EVERY == 0 or number == count - 1:
                    look(wrong_with_looks(app) or wrong_with_markup())
            except Exception as error:
                look(f"{type(error).__name__} in {ours(error)}: {error!s:.200}")
        app.halt() if hasattr(app, "halt") else None

    asyncio.run(events())
    app.close()
    left = len(live()) - first
    look(f"{left} widgets left" if left else "")
    look(f"{observers(graph) - bare} observers left" if observers(graph) != bare else "")
    return wrong


@pytest.mark.parametrize("name", APPS)
def test_a_few_events(name):
    assert play(name, 1, IN_CI) == []
