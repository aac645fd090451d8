"""The live picture: what the browser shows is what the drawing says, whatever came before."""

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag, record
from marvel_widgets.core.graphs import networks
from marvel_widgets.pictures.drawing import ITS_TURN, Drawing, EdgeMark, NodeMark
from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.palette import short_name
from marvel_widgets.pictures.pills import outline, pill_width
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.widgets.kit.graph_view import GraphView
from tests.strategies import dags
from tests.widgets.cascade import styles


class Stage:
    """All drawings of a run, and views to show them in."""

    def __init__(self, dag, learned):
        self.film = Film(record("marvel", dag), dag)
        self.pictures = RunPictures(self.film)
        self.more = self.pictures.all_learned_edges() if learned else ()
        self.draw = self.pictures.learned_drawing if learned else self.pictures.true_drawing

    def drawing(self, position):
        return self.draw(self.film.frame(position))

    def view(self):
        return GraphView(self.drawing(0), self.more, self.pictures.removal_notes())


def after(stage, *positions):
    """Return the styles after the beginning and then these positions were shown."""
    view = stage.view()
    for position in positions:
        view.show(stage.drawing(position))
    return styles(view)


@given(dags(max_size=5), st.booleans(), st.data())
def test_a_position_looks_the_same_whatever_was_before_it(dag, learned, data):
    stage = Stage(dag, learned)
    moves = st.lists(st.integers(0, stage.film.last), min_size=1, max_size=6)
    positions = data.draw(moves)
    assert after(stage, *positions) == after(stage, positions[-1])


@pytest.mark.parametrize("learned", [False, True])
def test_each_element_looks_as_its_mark_says(learned):
    stage = Stage(networks.load("asia"), learned)
    view = stage.view()
    for position in range(0, stage.film.last + 1, 3):
        drawing = stage.drawing(position)
        view.show(drawing)
        check_against(view, drawing)


def check_against(view, drawing):
    shown = styles(view)
    ids = {}
    for node, mark in zip(view.graph.nodes, drawing.nodes, strict=True):
        name = ids[mark.name] = node.data["id"]
        look, style = shown[name], NODE_STYLES[mark.state]
        assert look["background-color"] == style.fill
        assert look["border-color"] == style.border
        assert (look["border-style"] == "dashed") == style.border_dash
        assert (look["underlay-opacity"] > 0) == (mark.note == ITS_TURN)
        assert look["label"] == short_name(mark.name)
        assert (look["text-valign"], look["width"]) == ("center", pill_width(mark.name))
        corners = outline(style.shape, pill_width(mark.name))
        assert len(look["shape-polygon-points"].split()) == 2 * len(corners)
        shown_badge = unquote(look["background-image"])
        assert (f">{mark.out}</text>" in shown_badge) == (mark.state == "removed")
    marks = {frozenset((ids[m.tail], ids[m.head])): m for m in drawing.edges}
    for edge in view.graph.edges:
        ends = (edge.data["source"], edge.data["target"])
        mark, look = marks.pop(frozenset(ends), None), shown[edge.data["id"]]
        assert (look["display"] == "none") == (mark is None)
        if mark is None:
            continue
        style = EDGE_STYLES[mark.state]
        assert (look["line-color"], look["line-style"]) == (style.color, style.dash)
        heads = {"target": ends[1], "source": ends[0]}
        arrows = {at for at in heads if look[f"{at}-arrow-shape"] != "none"}
        wanted = {at for at, name in heads.items() if mark.directed and name == ids[mark.head]}
        assert arrows == wanted
    assert not marks  # every edge of the drawing is there


def three(*states):
    marks = zip("ABC", (0, 40, 80), states, strict=True)
    nodes = tuple(NodeMark(name, x, 20, state) for name, x, state in marks)
    return Drawing("Three", 120, 40, nodes, (EdgeMark("A", "B"),))


def test_only_differences_are_sent(sent):
    view = GraphView(three("idle", "idle", "idle"))
    sent.take()
    assert view.show(three("idle", "idle", "idle")) == 0
    assert sent.take() == []
    assert view.show(three("idle", "object", "idle")) == 1
    ((element, state),) = sent.take()
    assert element is view.graph.nodes[1]
    assert state == {"classes": "object"}


def test_the_stylesheet_is_sent_once(sent):
    stage = Stage(networks.load("asia"), learned=False)
    view = stage.view()
    sent.take()
    for position in range(stage.film.last + 1):
        changed = view.show(stage.drawing(position))
        messages = sent.take()
        assert len(messages) == changed
        assert all(set(state) == {"classes"} for _, state in messages)


def test_a_graph_without_edges():
    dag = Dag("A; B")
    stage = Stage(dag, learned=True)
    view = stage.view()
    view.show(stage.drawing(stage.film.last))
    assert len(view.graph.edges) == 0
    check_against(view, stage.drawing(stage.film.last))


def test_the_static_views_of_a_view():
    bundle = GraphView(three("idle", "subject", "idle"))._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "Asked about: B" in bundle["text/plain"]
    assert bundle["image/svg+xml"].startswith("<svg")
