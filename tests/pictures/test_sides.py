"""Badges and notes: on no arrowhead and on no edge's start, checked on what is drawn."""

import re
from dataclasses import replace
from itertools import pairwise
from math import dist
from random import Random
from xml.etree import ElementTree

import pytest

from marvel_widgets import Dag
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.marks import BADGE_RADIUS
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.pictures.svg import to_svg
from tests.slices import some_of

SVG = "{http://www.w3.org/2000/svg}"
GRAPHS = [Dag.random_erdos_renyi(12, Random(seed), m=15) for seed in range(100)]


def spots(points):
    """Return the corners of a polygon, and spots along its sides."""
    flat = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", points)]
    corners = list(zip(flat[::2], flat[1::2], strict=True))
    return [
        (ax + i / 4 * (bx - ax), ay + i / 4 * (by - ay))
        for (ax, ay), (bx, by) in pairwise([*corners, corners[0]])
        for i in range(4)
    ]


def covered(drawing):
    """Return how many pairs of a badge and an arrowhead meet, read from the SVG."""
    root = ElementTree.fromstring(to_svg(drawing, legend=False))
    heads = [spots(each.attrib["points"]) for each in root.iter(f"{SVG}polygon")]
    badges = [
        (float(each.attrib["cx"]), float(each.attrib["cy"])) for each in root.iter(f"{SVG}circle")
    ]
    assert len(badges) == len(drawing.nodes)
    assert len(heads) == len(drawing.edges)
    return sum(
        min(dist(badge, spot) for spot in head) < BADGE_RADIUS for badge in badges for head in heads
    )


def all_removed(dag):
    stage = stage_of(dag)
    states = dict.fromkeys(dag.nodes, "removed")
    out = {name: i for i, name in enumerate(dag.nodes, start=1)}
    edges = [stage.mark(a, b, True, "removed") for a, b in dag.edges]
    return stage.with_edges("All", edges, states, out=out)


@some_of(12, 100)
def test_badges_cover_no_arrowhead(count):
    assert sum(covered(all_removed(dag)) for dag in GRAPHS[:count]) == 0


@pytest.mark.parametrize("name", list(gallery)[:20])
def test_badges_cover_no_arrowhead_in_the_gallery(name):
    assert covered(all_removed(gallery[name])) == 0


@pytest.mark.parametrize("rays", [5, 8, 9, 10, 12, 16, 20])
def test_badges_cover_no_arrowhead_of_a_collider_star(rays):
    assert covered(all_removed(Dag([(f"X{i}", "C") for i in range(rays)]))) == 0


def test_the_check_sees_badges_that_stand_anywhere():
    def careless(drawing: Drawing) -> Drawing:
        return replace(drawing, nodes=tuple(replace(m, side="n") for m in drawing.nodes))

    assert sum(covered(careless(all_removed(dag))) for dag in GRAPHS[:5]) > 5


@some_of(8, 30)
def test_notes_keep_off_the_ends_of_edges(count):
    for dag in GRAPHS[:count]:
        stage = stage_of(dag)
        drawing = stage.drawing("Noted", notes=dict.fromkeys(dag.nodes, "2nd"))
        root = ElementTree.fromstring(to_svg(drawing, legend=False))
        heads = [spots(each.attrib["points"]) for each in root.iter(f"{SVG}polygon")]
        notes = [each for each in root.iter(f"{SVG}text") if each.text == "2nd"]
        assert len(notes) == len(dag)
        for note in notes:
            x, y = float(note.attrib["x"]), float(note.attrib["y"]) - 4.2
            for head in heads:
                assert not any(abs(a - x) < 9 and abs(b - y) < 6 for a, b in head)


def test_a_badge_does_not_move_while_edges_are_learned():
    dag = gallery["asia"] if "asia" in gallery else GRAPHS[0]
    stage = stage_of(dag)
    first = dag.nodes[0]
    shown = [[], [stage.mark(*dag.edges[0])], [stage.mark(*edge, False) for edge in dag.edges]]
    sides = {
        stage.with_edges("", edges, {first: "removed"}, out={first: 1}).nodes[0].side
        for edges in shown
    }
    assert len(sides) == 1
