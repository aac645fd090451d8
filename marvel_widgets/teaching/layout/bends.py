"""How edges bend around variables in their way, and the curves that they then are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import Label
from marvel_widgets.teaching.palette import NODE_RADIUS

Point = tuple[float, float]
Positions = Mapping[Label, Point]
Box = tuple[float, float, float, float]  # left, right, top, bottom

BENDS = (0.0, 30.0, 50.0, 75.0, 100.0, 135.0)


def edge_bends(dag: Dag, positions: Positions) -> dict[tuple[Label, Label], float]:
    """Return for every edge how far it must bend so as not to run through a third variable.

    Parameters
    ----------
    dag : Dag
    positions : mapping of Label to (x, y)

    Returns
    -------
    dict of (tail, head) to float
        See :func:`bends_between`; 0 for a straight edge.

    Examples
    --------
    >>> line = {"A": (0, 0), "B": (0, 100), "C": (0, 200)}
    >>> edge_bends(Dag("A -> B -> C; A -> C"), line)
    {('A', 'B'): 0.0, ('A', 'C'): 50.0, ('B', 'C'): 0.0}
    """
    return bends_between(dag.edges, positions)


def bends_between(
    edges: Iterable[tuple[Label, Label]], positions: Positions
) -> dict[tuple[Label, Label], float]:
    """Return the bends of any edges, such as learned ones that the true graph does not have.

    Parameters
    ----------
    edges : iterable of (tail, head)
    positions : mapping of Label to (x, y)
        All variables of the picture.

    Returns
    -------
    dict of (tail, head) to float
        In px, the distance of the one control point of a quadratic curve from the middle
        of the straight line, along ``(-dy, dx)`` for an edge that goes by ``(dx, dy)``; the
        curve itself passes at half of it. So ``(b, a)`` has minus the bend of ``(a, b)``. It is
        cytoscape's ``control-point-distances`` for ``curve-style: unbundled-bezier``.

    Examples
    --------
    >>> line = {"A": (0, 0), "B": (0, 100), "C": (0, 200)}
    >>> bends_between([("C", "A")], line)
    {('C', 'A'): -50.0}
    """
    xs, ys = zip(*positions.values(), strict=True) if positions else ((0.0,), (0.0,))
    box = (min(xs), max(xs), min(ys), max(ys))
    bends = {}
    order = {name: i for i, name in enumerate(positions)}
    for tail, head in edges:
        swapped = order[tail] > order[head]
        first, second = (head, tail) if swapped else (tail, head)
        others = [spot for name, spot in positions.items() if name not in (tail, head)]
        bend = _bend(positions[first], positions[second], others, box)
        bends[tail, head] = -bend if swapped and bend else bend
    return bends


def _bend(start: Point, end: Point, others: Sequence[Point], box: Box) -> float:
    """Return the smallest bend that keeps clear of the others and inside the drawing."""
    best, fewest = 0.0, float("inf")
    for size in BENDS:
        if size / 300 >= fewest:
            break
        for bend in (size, -size) if size else (0.0,):
            cost = _depth(start, end, bend, others, box) + size / 300
            if cost < fewest - 1e-6:
                best, fewest = bend, cost
    return best


def _depth(start: Point, end: Point, bend: float, others: Sequence[Point], box: Box) -> float:
    """Return how deep a curve cuts into glyphs, or leaves the box around them, in radii."""
    points = list(curve_points(start, end, bend))
    clear = NODE_RADIUS + 4
    xs, ys = zip(*points, strict=True)
    left, right, top, low = min(xs), max(xs), min(ys), max(ys)
    over = max(box[0] - left, right - box[1], box[2] - top, low - box[3])
    depth: float = max(0.0, over / NODE_RADIUS - 1.4)
    for spot in others:
        x, y = spot
        if left - clear < x < right + clear and top - clear < y < low + clear:
            away = min(_distance(spot, a, b) for a, b in pairwise(points))
            depth += 2 * max(0.0, 1 - away / clear)
    return depth


def control_point(start: Point, end: Point, bend: float) -> Point:
    """Return the control point of an edge; the middle of its ends when it is straight.

    Examples
    --------
    >>> control_point((0, 0), (100, 0), 40)
    (50.0, 40.0)
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return (
        (start[0] + end[0]) / 2 - bend * dy / length,
        (start[1] + end[1]) / 2 + bend * dx / length,
    )


def curve_points(start: Point, end: Point, bend: float) -> Iterator[Point]:
    """Yield points along an edge: its two ends if it is straight, else eleven of its curve.

    Examples
    --------
    >>> list(curve_points((0, 0), (100, 0), 40))[5]
    (50.0, 20.0)
    """
    (ax, ay), (bx, by) = start, end
    if not bend:
        yield from (start, end)
        return
    cx, cy = control_point(start, end, bend)
    for step in range(11):
        t = step / 10
        one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield (one * ax + two * cx + three * bx, one * ay + two * cy + three * by)


def _distance(spot: Point, a: Point, b: Point) -> float:
    """Return the distance of a spot from a line segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = (spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy
    share = min(1.0, max(0.0, along / (dx * dx + dy * dy))) if dx or dy else 0.0
    return hypot(spot[0] - a[0] - share * dx, spot[1] - a[1] - share * dy)
