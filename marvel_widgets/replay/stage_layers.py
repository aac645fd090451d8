"""What the stage draws below and above the learned graph, in the same coordinates.

Below: the true graph in pale, the Markov boundary of the visited variable as a soft hull, and the
witness path. Above: the arc of the pair that is asked about, with the answer on it.
"""

import re
from collections.abc import Set
from math import dist, hypot

from marvel_widgets.pictures.band import sign_path
from marvel_widgets.pictures.drawing import Drawing, NodeMark
from marvel_widgets.pictures.marks import Pill, border_point, edge_point, px
from marvel_widgets.pictures.pills import PILL_HEIGHT, Point, distance_to_line, pill_width
from marvel_widgets.pictures.positions import LIVE_MARGIN
from marvel_widgets.pictures.svg import edge_fragments, hull_svg
from marvel_widgets.replay.film import Frame
from marvel_widgets.replay.run_pictures import RunPictures

BADGE = 13.0  # the radius of the answer on the arc
ARROW = 14.0  # the room of an arrowhead


def under_svg(pictures: RunPictures, frame: Frame, drawing: Drawing) -> str:
    """Return the layer below the learned graph."""
    lines = [e for e in (*drawing.edges, *pictures.witness(frame)) if not e.directed]
    layers = [
        hull_svg(drawing),
        # a pale arrowhead below a line without one would seem to be its own
        truth_svg(pictures, {frozenset((e.tail, e.head)) for e in lines}),
        witness_svg(pictures, frame, drawing),
    ]
    return layer("mw-under", drawing, "".join(layers))


def over_svg(pictures: RunPictures, frame: Frame, drawing: Drawing) -> str:
    """Return the layer above the learned graph: the pair under test, with the answer."""
    return layer("mw-over", drawing, arc_svg(pictures, frame, drawing))


def truth_svg(pictures: RunPictures, but: Set[frozenset[str]] = frozenset()) -> str:
    """Return the edges of the true graph but for some pairs; empty where it is not known."""
    drawn = "".join(svg for ends, svg in pictures.true_edges_svg if ends not in but)
    return _group("mw-truth", drawn)


def witness_svg(pictures: RunPictures, frame: Frame, drawing: Drawing) -> str:
    """Return the path that shows why the test of a frame comes out as it does."""
    witness = Drawing("", drawing.width, drawing.height, drawing.nodes, pictures.witness(frame))
    drawn = "".join(svg for _, svg in edge_fragments(witness))
    # below the learned graph, where no pointer comes: a film is lighter without the titles
    return _group("mw-witness", re.sub("<g><title>[^<]*</title>|</g>", "", drawn))


def arc_svg(pictures: RunPictures, frame: Frame, drawing: Drawing) -> str:
    """Return the arc of the pair under test, with the answer; empty where nothing is tested."""
    test = frame.test
    if test is None:
        return ""
    x, y = str(pictures.names[test.x]), str(pictures.names[test.y])
    return arc_between(drawing, x, y, independent=test.independent)


def arc_between(drawing: Drawing, x: str, y: str, *, independent: bool) -> str:
    """Return the arc of two variables of a drawing, with the answer on it."""
    at = {mark.name: mark for mark in drawing.nodes}
    lines = [(at[e.tail], at[e.head], e.directed) for e in drawing.edges if not e.bend]
    tips = [border_point(b, (a.x, a.y)) for a, b, directed in lines if directed]
    tenths = [n / 10 for n in range(1, 10)]
    own = [
        [edge_point(e, at[e.tail], at[e.head], part) for part in tenths]
        for e in drawing.edges
        if {e.tail, e.head} == {x, y}
    ]
    pills = {mark.name: ((mark.x, mark.y), pill_width(mark.name)) for mark in drawing.nodes}
    others = [pill for name, pill in pills.items() if name not in (x, y)]
    ends = at[x], at[y]

    # towards the top, unless the answer would be cut off there, or cover a variable or an edge, or
    # the arc a name, an arrowhead or the pair's own bent edge
    def near(path: list[Point], spot: Point) -> bool:
        return min(dist(point, spot) for point in path) < BADGE

    up = -1.0 if ends[1].x >= ends[0].x else 1.0
    sides = (up, -up, 2 * up, -2 * up)
    arcs = {side: [_bow(*ends, side, part)[1] for part in tenths] for side in sides}
    covered = {
        side: sum(any(_covers(spot, pill, 2.0) for spot in arc) for pill in others)
        + any(_outside(spot, drawing) for spot in arc)
        + 2 * any(all(near(path, spot) for spot in arc[3:6]) for path in own)
        for side, arc in arcs.items()
    }
    struck = {
        side: any(dist(tip, spot) < ARROW for tip in tips for spot in arc)
        for side, arc in arcs.items()
    }

    def in_the_way(place: tuple[float, float]) -> tuple[bool, int, bool, bool]:
        answer = _bow(*ends, *place)[1]
        off = _outside(answer, drawing, BADGE)
        names = others if place[1] == 0.5 else pills.values()
        crossed = (distance_to_line(answer, (a.x, a.y), (b.x, b.y)) < BADGE for a, b, _ in lines)
        hit = struck[place[0]] or any(dist(path[4], answer) < 2 * BADGE for path in own)
        off = off or any(_covers(answer, pill) for pill in names)
        return off, covered[place[0]], any(crossed), hit

    places = [(side, share) for share in (0.5, 0.35, 0.65) for side in sides]
    return _arc(*ends, *min(places, key=in_the_way), independent=independent)


def _covers(answer: Point, pill: Pill, room: float = BADGE) -> bool:
    (x, y), wide = pill
    return abs(answer[0] - x) < wide / 2 + room and abs(answer[1] - y) < PILL_HEIGHT / 2 + room


def _outside(spot: Point, drawing: Drawing, room: float = 0.0) -> bool:
    x, y = spot
    return not (room <= x <= drawing.width - room and room <= y <= drawing.height - room)


def _bow(tail: NodeMark, head: NodeMark, side: float, share: float) -> tuple[Point, Point]:
    """Return what pulls the arc to a side, and its point at a share of the way."""
    dx, dy = head.x - tail.x, head.y - tail.y
    length = hypot(dx, dy) or 1.0
    rise = side * min(70.0, 24.0 + length / 4) / length
    x, y = (tail.x + head.x) / 2 - dy * rise, (tail.y + head.y) / 2 + dx * rise
    to, back, mid = share**2, (1 - share) ** 2, 2 * share * (1 - share)
    return (x, y), (back * tail.x + mid * x + to * head.x, back * tail.y + mid * y + to * head.y)


def _arc(tail: NodeMark, head: NodeMark, side: float, share: float, *, independent: bool) -> str:
    top, middle = _bow(tail, head, side, share)
    (ax, ay), (bx, by) = border_point(tail, top), border_point(head, top)
    path = f"M{px(ax)} {px(ay)}Q{px(top[0])} {px(top[1])} {px(bx)} {px(by)}"
    x, y = px(middle[0]), px(middle[1])
    word = "independent" if independent else "dependent"
    return (
        f'<g class="mw-arc mw-{word}"><path d="{path}"/>'
        f'<circle cx="{x}" cy="{y}" r="{px(BADGE)}"/>'
        f'<text class="mw-asking" x="{x}" y="{y}">?</text>'
        f'<path class="mw-answer" transform="translate({x} {y})" '
        f'd="{sign_path(independent=independent)}"/></g>'
    )


def _group(name: str, inside: str) -> str:
    return f'<g class="{name}">{inside}</g>' if inside else ""


def layer(name: str, drawing: Drawing, inside: str) -> str:
    """Return a layer of SVG over or under a live picture, in the coordinates of its drawing."""
    width, height = drawing.width + 2 * LIVE_MARGIN, drawing.height + 2 * LIVE_MARGIN
    box = f'viewBox="{-LIVE_MARGIN} {-LIVE_MARGIN} {width} {height}"'
    return f'<svg class="{name}" {box} aria-hidden="true" focusable="false">{inside}</svg>'
