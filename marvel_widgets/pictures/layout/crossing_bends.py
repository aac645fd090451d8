"""How all edges of a picture bend together: around variables, and across few other edges."""

from collections.abc import Sequence
from math import dist

from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.pictures.layout.bends import (
    BENDS,
    Curve,
    Curves,
    Pill,
    Positions,
    bends_between,
    box_around,
)
from marvel_widgets.pictures.pills import Point, pill_width

BEND_EFFORT = 60_000  # pairs of edges looked at: about 0.15 s on a laptop
_DEPTH_COST = 4.0  # of an edge over a pill, in crossings
_SIZE_COST = 1 / 300  # of a px of bend
_LOOP_COST = 0.3  # of a bend as large as the edge is long, in crossings: beyond, it grows fast
_WORTH = 0.2  # a smaller gain does not justify another bend


def edge_bends(dag: Dag, positions: Positions, curves: Curves | None = None) -> dict[Edge, float]:
    """Return for every edge how far it bends: clear of third variables, across few edges."""
    bent = _Bent(dag, positions, Curves() if curves is None else curves)
    bent.improve()
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
    theirs = second.pieces[0 if other[0] in one else -1]
    return _times([mine], [theirs])


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
