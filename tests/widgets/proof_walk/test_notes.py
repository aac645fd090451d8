"""The letters of the proof beside the learner's variables lie on no edge."""

from itertools import pairwise

import pytest

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.lessons.proof.view import stage_drawing
from marvel_widgets.pictures.layout.bends import curve_points
from marvel_widgets.pictures.marks import note_box
from marvel_widgets.pictures.pills import pill_width
from marvel_widgets.widgets import ProofWalk

WALKED = {
    "an overtaken collider": Dag("X -> B <- A; B -> C; X -> C; A -> C"),
    **{
        name: gallery[name]
        for name in ("condition-2-repaired", "clique-4", "clique-5", "stale-co-parents")
    },
}


def spots(drawing):
    """Yield spots along all edges, a px apart or less."""
    at = {mark.name: (mark.x, mark.y) for mark in drawing.nodes}
    for edge in drawing.edges:
        points = list(curve_points(at[edge.tail], at[edge.head], edge.bend))
        for (ax, ay), (bx, by) in pairwise(points):
            steps = 1 + int(abs(bx - ax) + abs(by - ay))
            for i in range(steps + 1):
                yield ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps


def covered(drawing):
    """Return the notes that lie on an edge."""
    ways = list(spots(drawing))
    found = []
    for mark in drawing.nodes:
        if mark.note:
            width = pill_width(mark.name)
            left, right, top, low = note_box(mark.note, mark.x, mark.y, width, mark.side)
            if any(left < x < right and top < y < low for x, y in ways):
                found.append((mark.name, mark.note))
    return found


def drawn(dag):
    """Return the pictures of all steps of the walk with which the app begins."""
    model = ProofWalk(dag).model
    assert model.side.walk is not None
    return [stage_drawing(model.dag, model.side.walk, stage) for stage in model.side.walk.stages]


@pytest.mark.parametrize("name", WALKED)
def test_no_letter_lies_on_an_edge(name):
    pictures = drawn(WALKED[name])
    assert any(mark.note for picture in pictures for mark in picture.nodes)
    assert [covered(picture) for picture in pictures] == [[] for _ in pictures]
