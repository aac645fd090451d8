"""Pictures of one graph: the same positions and bends in all, and words that need no layout."""

from math import dist

import pytest

from marvel_widgets import Dag, essential_graph, networks
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.pictures import positions
from marvel_widgets.pictures.figure import description_of, draw
from marvel_widgets.pictures.layout.bends import bends_between, edge_bends
from marvel_widgets.pictures.marks import BADGE_RADIUS, badge_center, border_point, control_point
from marvel_widgets.pictures.pills import pill_width
from marvel_widgets.pictures.stage import stage_of

GRAPHS = {
    **gallery,
    **{f"class of {name}": essential_graph(dag) for name, dag in gallery.items()},
    "nothing": Dag(()),
    "escaped": Dag([("<b>", "x & y"), (0, "<b>")]),
    "many edges": Dag([(a, b) for b in range(9) for a in range(b)]),
}


def every_pair(stage):
    return [(a, b) for a in stage.dag.nodes for b in stage.dag.nodes if a != b]


@pytest.mark.parametrize("name", GRAPHS)
def test_the_description_is_that_of_the_picture(name):
    assert description_of(GRAPHS[name]) == draw(GRAPHS[name]).drawing.description
    assert description_of(GRAPHS[name], "It") == repr(draw(GRAPHS[name], "It"))


def test_a_description_asks_for_no_layout(monkeypatch):
    def refused(*_, **__):
        pytest.fail("a layout was made")

    monkeypatch.setattr(positions, "layered_layout", refused)
    assert all(map(description_of, GRAPHS.values()))
    with pytest.raises(pytest.fail.Exception):  # the check sees a layout
        draw(GRAPHS["nothing"])


@pytest.mark.parametrize("name", list(gallery)[:12])
def test_a_line_bends_the_same_in_every_picture_and_the_other_way_round_when_turned(name):
    stage = stage_of(gallery[name])
    bends = {edge: stage.bend(*edge) for edge in every_pair(stage)}
    own = edge_bends(stage.dag, stage.positions)
    others = [(a, b) for a, b in every_pair(stage) if (a, b) not in own and (b, a) not in own]
    assert {edge: bends[edge] for edge in own} == own
    assert {edge: bends[edge] for edge in others} == bends_between(others, stage.positions)
    assert all(bends[b, a] == -bend for (a, b), bend in bends.items())
    for a, b in every_pair(stage)[::3]:
        drawing = stage.with_edges("", [stage.mark(a, b, False, "undirected")])
        (mark,) = drawing.edges
        assert (mark.tail, mark.head, mark.bend) == (str(a), str(b), bends[a, b])
        places = [[(n.name, n.x, n.y) for n in each.nodes] for each in (drawing, stage.drawing())]
        assert places[0] == places[1]


def test_a_bend_is_looked_for_once(monkeypatch):
    stage = stage_of(Dag("A -> B -> C; A -> C; D -> C"))
    first = stage.drawing()
    for name in ("bends_between", "edge_bends"):
        monkeypatch.setattr(f"marvel_widgets.pictures.stage.{name}", None)
    assert stage.drawing() == first
    with pytest.raises(TypeError):  # a line that no picture had so far
        stage_of(Dag("A -> B -> C; A -> C")).mark("C", "A")
    with pytest.raises(TypeError):
        stage.mark("D", "A")


def test_a_partially_directed_graph_stands_as_its_skeleton_along_the_order():
    dag = Dag("{A B C D}; D -> C; B -> C; A -> B")
    lines = Pdag.from_masks(dag.nodes, (0,) * 4, dag.adjacency_masks)
    arrows = Pdag.from_masks(dag.nodes, dag.parent_masks, (0,) * 4)
    assert stage_of(lines) == stage_of(arrows) == stage_of(Dag("{A B C D}; A -> B -> C -> D"))


@pytest.mark.parametrize("name", ["asia", "insurance", "alarm"])
def test_of_many_variables_edges_away_from_what_is_marked_recede(name):
    dag = networks.load(name)
    stage, marked = stage_of(dag), {str(dag.nodes[0]), str(dag.nodes[3])}
    drawing = stage.drawing("", dict.fromkeys(marked, "member"))
    apart = all(marked != {edge.tail, edge.head} for edge in drawing.edges)
    near = [
        bool(marked & {edge.tail, edge.head}) if apart else marked == {edge.tail, edge.head}
        for edge in drawing.edges
    ]
    many = len(dag) >= 20
    assert [edge.faint for edge in drawing.edges] == [many and not each for each in near]
    assert not any(edge.faint for edge in stage.drawing().edges)  # nothing is marked
    a, b = dag.edges[5]
    shown = stage.drawing("", edges={(a, b): "new"}).edges  # an edge marks its ends
    near = [{edge.tail, edge.head} == {a, b} for edge in shown]
    assert [not edge.faint for edge in shown] == [each or not many for each in near]


@pytest.mark.parametrize("name", ["asia", "sachs", "child", "survey"])
def test_a_badge_covers_no_arrowhead_where_a_corner_is_free_of_them(name):
    dag = networks.load(name)
    stage = stage_of(dag)
    for drawing in (stage.drawing("", {v: "child"}) for v in dag.nodes):
        at = {mark.name: mark for mark in drawing.nodes}
        tips = [
            border_point(
                at[e.head],
                control_point((at[e.tail].x, at[e.tail].y), (at[e.head].x, at[e.head].y), e.bend),
            )
            for e in drawing.edges
        ]
        one = next(mark for mark in drawing.nodes if mark.state == "child")

        def is_clear(side, one=one, tips=tips):
            center = badge_center(one.x, one.y, pill_width(one.name), side)
            return all(dist(center, tip) > BADGE_RADIUS + 3 for tip in tips)

        free = [side for side in ("ne", "nw", "se", "sw") if is_clear(side)]
        assert one.side in free or not free
