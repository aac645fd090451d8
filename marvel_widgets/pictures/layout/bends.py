"""How edges bend around variables in their way, and the curves that they then are."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, pairwise
from math import dist, hypot

from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.pills import HALF, Point, distance_to_pill, pill_width

Positions = Mapping[Label, Point]
Box = tuple[float, float, float, float]  # left, right, top, bottom
Pill = tuple[Point, float]  # center and width

# Of the two ends and of the control point, at eleven points of a quadratic curve.
_WEIGHTS = [
    ((1 - t / 10) ** 2, 2 * (t / 10) * (1 - t / 10), (t / 10) * (t / 10)) for t in range(11)
]
NEAR = [6.0 * step for step in range(-4, 5)]
BENDS = (0.0, 30.0, 50.0, 70.0, 90.0, 115.0, 140.0, 170.0, 205.0, 250.0)
CLEAR = 4.0  # between an edge and a pill that is not its own
# Beyond this the edges that are left are straight: a picture of so many is black anyway.
MOST_LOOKS = 400_000  # at a pill, for one bend of one edge: about a second on a laptop
# Of them a memory forgets all: a picture of 25 variables tries some hundred.
MOST_CURVES = 2_000


class Curve:
    """An edge as it is drawn, and what was measured on it."""

    __slots__ = ("_cuts", "box", "crossed", "number", "pieces")

    def __init__(self, start: Point, end: Point, bend: float, number: int = 0) -> None:
        points = list(curve_points(start, end, bend))
        xs, ys = zip(*points, strict=True)
        self.pieces = list(pairwise(points))
        self.box: Box = (min(xs), max(xs), min(ys), max(ys))
        self.number, self.crossed = number, dict[int, int]()
        self._cuts: dict[Pill, float] = {}

    def depth(self, others: Iterable[Pill], box: Box, most: float = float("inf")) -> float:
        """Return how deep it cuts into pills or leaves their box, in half pills, up to `most`."""
        left, right, top, low = self.box
        over = max(box[0] - left, right - box[1], box[2] - top, low - box[3])
        depth: float = max(0.0, over / HALF - 1.6)
        for pill in others:
            if depth > most:
                break
            (x, y), wide = pill
            far, high = wide / 2 + CLEAR, HALF + CLEAR
            if left - far < x < right + far and top - high < y < low + high:
                if pill not in self._cuts:
                    self._cuts[pill] = self._cut(pill)
                depth += self._cuts[pill]
        return depth

    def _cut(self, pill: Pill) -> float:
        (x, y), wide = pill
        far, high = wide / 2 + CLEAR, HALF + CLEAR
        away = min(
            (
                distance_to_pill(a, b, (x, y), wide)
                for a, b in self.pieces
                if not (a[1] < y - high > b[1] or a[1] > y + high < b[1])
                and not (a[0] < x - far > b[0] or a[0] > x + far < b[0])
            ),
            default=CLEAR,
        )
        return 2 * max(0.0, (CLEAR - away) / high)


class Curves:
    """A memory of curves, for pictures whose edges and variables mostly stay where they are."""

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[Label, Label], Point, Point, float], Curve] = {}
        self._numbers = count()

    def of(self, edge: tuple[Label, Label], start: Point, end: Point, bend: float) -> Curve:
        """Return the curve of an edge between two places."""
        key = (edge, start, end, bend)
        curve = self._known.get(key)
        if curve is None:
            if len(self._known) >= MOST_CURVES:
                self._known.clear()
            curve = self._known[key] = Curve(start, end, bend, next(self._numbers))
        return curve

    def forget_all_but(self, edges: Container[tuple[Label, Label]]) -> None:
        """Forget the curves of edges that are no longer drawn, such as those of another graph."""
        self._known = {key: curve for key, curve in self._known.items() if key[0] in edges}


def bends_between(
    edges: Iterable[tuple[Label, Label]], positions: Positions, curves: Curves | None = None
) -> dict[tuple[Label, Label], float]:
    """Return the bends of any edges, such as learned ones that the true graph does not have.

    After `MOST_LOOKS` looks at variables, the edges that are left are straight.
    """
    curves = Curves() if curves is None else curves
    box = box_around(positions)
    bends = {}
    order = {name: i for i, name in enumerate(positions)}
    pills = [(name, spot, pill_width(str(name))) for name, spot in positions.items()]
    left = MOST_LOOKS
    for tail, head in edges:
        if left <= 0:
            bends[tail, head] = 0.0
            continue
        swapped = order[tail] > order[head]
        first, second = (head, tail) if swapped else (tail, head)
        others = [(spot, wide) for name, spot, wide in pills if name not in (tail, head)]
        ends = (positions[first], positions[second])
        bend, tried = _bend(partial(curves.of, (first, second), *ends), others, box)
        left -= tried * len(others)
        bends[tail, head] = -bend if swapped and bend else bend
    return bends


def box_around(positions: Positions) -> Box:
    """Return the box around the centers of all variables."""
    xs, ys = zip(*positions.values(), strict=True) if positions else ((0.0,), (0.0,))
    return (min(xs), max(xs), min(ys), max(ys))


def _bend(curve: Callable[[float], Curve], others: Sequence[Pill], box: Box) -> tuple[float, int]:
    """Return the least bend clear of others and inside the drawing, and how many it tried."""
    best, fewest, tried = 0.0, float("inf"), 0
    for size in BENDS:
        if size / 300 >= fewest:
            break
        for bend in (size, -size) if size else (0.0,):
            cost = curve(bend).depth(others, box) + size / 300
            tried += 1
            if cost < fewest - 1e-6:
                best, fewest = bend, cost
    return best, tried


def control_point(start: Point, end: Point, bend: float) -> Point:
    """Return the control point of an edge; the middle of its ends when it is straight."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return (
        (start[0] + end[0]) / 2 - bend * dy / length,
        (start[1] + end[1]) / 2 + bend * dx / length,
    )


def curve_points(start: Point, end: Point, bend: float) -> Iterator[Point]:
    """Yield points along an edge: its two ends if it is straight, else eleven of its curve."""
    (ax, ay), (bx, by) = start, end
    if not bend:
        yield from (start, end)
        return
    cx, cy = control_point(start, end, bend)
    for one, two, three in _WEIGHTS:
        yield (one * ax + two * cx + three * bx, one * ay + two * cy + three * by)


BEND_EFFORT = 60_000  # pairs of edges looked at: about 0.15 s on a laptop
_DEPTH_COST = 4.0  # of an edge over a pill, in crossings
_SIZE_COST = 1 / 300  # of a px of bend
_LOOP_COST = 0.3  # of a bend as large as the edge is long, in crossings: beyond, it grows fast
_WORTH = 0.2  # a smaller gain does not justify another bend


def edge_bends(dag: Dag, positions: Positions, curves: Curves | None = None) -> dict[Edge, float]:
    """Return for every edge how far it bends: clear of third variables, across few edges."""
    known = Curves() if curves is None else curves
    known.forget_all_but({*dag.edges, *((head, tail) for tail, head in dag.edges)})
    bent = _Bent(dag, positions, known)
    bent.improve()
    bent.clear()
    return bent.bends


class _Bent:
    """The edges of a picture, bent one after the other where that undoes crossings."""

    def __init__(self, dag: Dag, positions: Positions, curves: Curves) -> None:
        self.positions, self._known = positions, curves
        self.bends = bends_between(dag.edges, positions, curves)
        self.curves = {edge: self._curve(edge, bend) for edge, bend in self.bends.items()}
        self.pills = {name: (spot, pill_width(str(name))) for name, spot in positions.items()}
        self.box = box_around(positions)
        self.effort = BEND_EFFORT

    def improve(self) -> None:
        """Go through the edges that cross others, twice at most."""
        for _ in range(2):
            moved = False
            for edge in self.bends:
                moved |= self.effort > 0 and self._improve(edge)
            if not moved:
                return

    def clear(self) -> None:
        """Bend each edge that still touches a variable a little more or less."""
        for edge, bend in self.bends.items() if self.effort > 0 else ():
            others = [pill for name, pill in self.pills.items() if name not in edge]
            if self.curves[edge].depth(others, self.box):
                near = [(self._curve(edge, bend + more).depth(others, self.box), abs(more), more)
                        for more in NEAR]  # fmt: skip
                self.bends[edge] = bend + min(near)[2]

    def _improve(self, edge: Edge) -> bool:
        crossed = self._crossings(edge, self.curves[edge])
        if not crossed:
            return False
        others = [pill for name, pill in self.pills.items() if name not in edge]
        start = self.bends[edge]
        least = self._cost(edge, start, others) + crossed
        for bend in BENDS:
            for signed in (bend, -bend) if bend else (0.0,):
                if signed == self.bends[edge]:
                    continue
                cost = self._cost(edge, signed, others, least - _WORTH)
                if cost >= least - _WORTH:
                    continue
                curve = self._curve(edge, signed)
                cost += self._crossings(edge, curve)
                if cost < least - _WORTH:
                    least, self.bends[edge], self.curves[edge] = cost, signed, curve
        return self.bends[edge] != start

    def _cost(
        self, edge: Edge, bend: float, others: Sequence[Pill], most: float = float("inf")
    ) -> float:
        """Return what an edge costs beside its crossings; beyond `most` not to the end."""
        start, end = self.positions[edge[0]], self.positions[edge[1]]
        loop = (bend / max(1.0, dist(start, end))) ** 4
        flat = abs(bend) * _SIZE_COST + _LOOP_COST * loop
        if flat >= most:
            return flat
        depth = self._curve(edge, bend).depth(others, self.box, (most - flat) / _DEPTH_COST)
        return _DEPTH_COST * depth + flat

    def _curve(self, edge: Edge, bend: float) -> Curve:
        return self._known.of(edge, self.positions[edge[0]], self.positions[edge[1]], bend)

    def _crossings(self, edge: Edge, curve: Curve) -> int:
        left, right, top, low = curve.box
        self.effort -= len(self.curves)
        count = 0
        for (a, b), other in self.curves.items():
            if (a, b) == edge:
                continue
            box = other.box
            if box[0] < right and box[1] > left and box[2] < low and box[3] > top:
                if other.number not in curve.crossed:
                    times = _times(curve.pieces, other.pieces)
                    times -= _at_common_end(edge, curve, (a, b), other)
                    curve.crossed[other.number] = times
                count += curve.crossed[other.number]
        return count


def _at_common_end(one: Edge, curve: Curve, other: Edge, second: Curve) -> int:
    """Return 1 if two edges seem to cross where they meet in a variable; they do not."""
    if not set(one) & set(other):
        return 0
    mine = curve.pieces[0 if one[0] in other else -1]
    return _times([mine], [second.pieces[0 if other[0] in one else -1]])


def _times(one: list[tuple[Point, Point]], other: list[tuple[Point, Point]]) -> int:
    """Return how often two lines of straight pieces cross."""
    count = 0
    for (ax, ay), (bx, by) in one:
        ux, uy = bx - ax, by - ay
        for (cx, cy), (dx, dy) in other:
            # most pieces lie on one side of the other's line: one product tells
            first, last = ux * (cy - ay) - uy * (cx - ax), ux * (dy - ay) - uy * (dx - ax)
            if (first > 0) != (last > 0):
                vx, vy = dx - cx, dy - cy
                start, end = vx * (ay - cy) - vy * (ax - cx), vx * (by - cy) - vy * (bx - cx)
                count += (start > 0) != (end > 0)
    return count
