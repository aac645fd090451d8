"""Live pictures: few messages for a new state, a new view for a new graph."""

from urllib.parse import unquote

import pytest

from marvel_widgets import Dag, draw
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.widgets.kit.picture import Picture


def drawing(state="idle", edges=(("X", "Y"),), title="One"):
    nodes = NodeMark("X", 30, 30, state), NodeMark("Y", 120, 30)
    marks = tuple(EdgeMark(a, b) for a, b in edges)
    return Drawing(title, 150, 60, nodes, marks)


def test_another_state_keeps_the_view():
    picture = Picture(drawing())
    view = picture.views[0]
    picture.show(drawing("object"))
    assert picture.views[0] is view
    assert view.drawing.nodes[0].state == "object"
    assert "Under test: X" in picture.children[0].children[0].children[2].value


def test_fewer_edges_and_a_turned_edge_keep_the_view():
    picture = Picture(drawing())
    view = picture.views[0]
    picture.show(drawing(edges=()))
    picture.show(drawing(edges=[("Y", "X")]))
    assert picture.views[0] is view


@pytest.mark.parametrize(
    "other",
    [
        Drawing("One", 150, 60, (NodeMark("X", 30, 30), NodeMark("Z", 120, 30)), ()),
        Drawing("One", 150, 60, (NodeMark("X", 31, 30), NodeMark("Y", 120, 30)), ()),
        Drawing("One", 160, 60, (NodeMark("X", 30, 30), NodeMark("Y", 120, 30)), ()),
    ],
)
def test_another_stage_gets_a_new_view_and_closes_the_old(other):
    picture = Picture(drawing())
    view = picture.views[0]
    picture.show(other)
    assert picture.views[0] is not view
    assert view.comm is None


def test_a_new_edge_gets_a_new_view():
    picture = Picture(drawing(edges=()))
    view = picture.views[0]
    picture.show(drawing())
    assert picture.views[0] is not view


def test_one_of_two_is_kept():
    picture = Picture(drawing(), drawing(title="Two"))
    kept, left = picture.views
    picture.show(drawing("object"))
    assert picture.views == [kept]
    assert left.comm is None


def click(view, kind, name):
    view._handle_custom_msg({"event": "tap", "widget": kind, "data": {"data": {"id": name}}}, [])


def test_clicks_tell_names_not_ids():
    picked, edges = [], []
    picture = Picture(
        draw(Dag("A -> B; B -> C")).drawing,
        on_pick=picked.append,
        on_pick_edge=lambda tail, head: edges.append((tail, head)),
    )
    click(picture.views[0], "node", "n1")
    click(picture.views[0], "edge", "e1")
    assert picked == ["B"]
    assert edges == [("B", "C")]
    picture.disabled = True
    click(picture.views[0], "node", "n1")
    click(picture.views[0], "edge", "e1")
    assert (picked, edges) == (["B"], [("B", "C")])


def test_big_is_larger_in_the_same_places():
    small, big = Picture(drawing()), Picture(drawing(), big=True)
    assert small.views[0].layout.width == "158px"
    assert big.views[0].layout.width == "233px"
    assert big.views[0].cytoscape_layout["zoom"] == 1.5


def test_names_are_text_never_markup():
    evil = Drawing("<b>", 60, 60, (NodeMark("<script>", 30, 30),), ())
    picture = Picture(evil)
    frame = picture.children[0].children[0]
    assert "<b>" not in frame.children[0].value
    assert "<script>" not in frame.children[2].value


def test_a_legend_explains_what_is_special_only():
    picture = Picture(drawing())
    assert picture.children[1].value == ""
    picture.show(drawing("object"))
    assert "under test" in picture.children[1].value
    assert Picture(drawing("object"), legend=False).children[1].value == ""


def test_notes_are_written_beside_and_may_change():
    def noted(note):
        nodes = NodeMark("X", 30, 30, "idle", note), NodeMark("Y", 120, 30)
        return Drawing("One", 150, 60, nodes, ())

    picture = Picture(noted("as W"), noted=True)
    view = picture.views[0]
    first, second = view.graph.nodes
    assert "as W" in unquote(first.data["note"])
    assert "noted" in first.classes.split()
    assert "noted" not in second.classes.split()
    picture.show(noted("gone"))
    assert picture.views[0] is view
    assert "gone" in unquote(first.data["note"])
    picture.show(noted(""))
    assert "noted" not in first.classes.split()


def test_notes_are_shown_only_where_they_are_asked_for():
    marks = NodeMark("a long name", 60, 30, "idle", "as W"), NodeMark("Y", 160, 30, "idle", "as T")
    both = Picture(Drawing("One", 200, 60, marks, ()), noted=True).views[0].graph.nodes
    assert all("noted" in node.classes.split() for node in both)
    plain = Picture(Drawing("One", 200, 60, marks, ())).views[0].graph.nodes
    assert not any("noted" in node.classes for node in plain)
