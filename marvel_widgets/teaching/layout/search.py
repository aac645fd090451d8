"""The local search: other places for single variables, judged by the edges as drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot, sqrt
from statistics import fmean

from marvel_widgets.graphs.bits import members
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.teaching.layout.places import GAP
from marvel_widgets.teaching.palette import (
    LABEL_HEIGHT,
    NODE_RADIUS,
    fits_inside,
    short_name,
)

SEARCH_EFFORT = 1_000_000  # comparisons of the local search: about 0.2 s on a laptop
CROSSING_COST, GLYPH_COST, LABEL_COST = 1.0, 2.0, 0.4
LENGTH_COST = 0.0015  # of a px
WORTH = 0.1  # a smaller gain does not justify a move out of the even spacing


def searched(
    dag: Dag,
    row_of: Mapping[int, int],
    x: Mapping[int, float],
    spans: Sequence[float],
    width: float,
    heights: Sequence[float],
) -> tuple[dict[int, int], dict[int, float]]:
    """Return better rows and places, found by moving one vertex at a time.

    Parameters
    ----------
    dag : Dag
    row_of, x : mapping of int
        The row and the place of every vertex that has an edge.
    spans : sequence of float
        What each vertex takes of its row.
    width : float
        Of the box.
    heights : sequence of float
        The y of every row.

    Returns
    -------
    tuple of dict
        As `row_of` and `x`.

    Examples
    --------
    >>> crossed = {0: 30.0, 1: 100.0, 2: 30.0, 3: 100.0}
    >>> rows = {0: 0, 1: 0, 2: 1, 3: 1}
    >>> searched(Dag("A -> D; B -> C", nodes="ABCD"), rows, crossed, [40] * 4, 130, [0, 90])[1]
    {0: 100.0, 1: 30.0, 2: 30.0, 3: 100.0}
    """
    picture = _Picture(dag, row_of, x, spans, width, heights)
    picture.improve()
    return picture.row_of, {v: picture.x[v] for v in row_of}


class _Picture:
    """The drawing with straight edges, improved by moving one vertex at a time.

    A place costs something for every crossing of an edge there, more for an edge over a
    glyph, less for one over a label, and a little for length and for edges that leave or
    enter a vertex side by side.
    """

    def __init__(
        self,
        dag: Dag,
        row_of: Mapping[int, int],
        x: Mapping[int, float],
        spans: Sequence[float],
        width: float,
        heights: Sequence[float],
    ) -> None:
        self.dag, self.spans, self.width, self.heights = dag, spans, width, heights
        self.row_of = dict(row_of)
        # by vertex; those without edges are never looked at
        self.x = [x.get(v, 0.0) for v in range(len(dag))]
        self.y = [heights[row_of.get(v, 0)] for v in range(len(dag))]
        self.edges = [(u, v) for v, mask in enumerate(dag.parent_masks) for u in members(mask)]
        self.rows: list[list[int]] = [[] for _ in range(max(row_of.values()) + 1)]
        for v in sorted(row_of):
            self.rows[row_of[v]].append(v)
        self.below = [not fits_inside(short_name(str(name))) for name in dag.nodes]
        self.effort = SEARCH_EFFORT

    def improve(self) -> None:
        """Try other places for every vertex until nothing gets better or the effort is spent."""
        moved = True
        while moved:
            moved = False
            for v in sorted(self.row_of, key=lambda v: (self.row_of[v], self.x[v], v)):
                moved |= self._move(v)
                moved |= self._swap(v)
                if self.effort < 0:
                    return

    def _move(self, v: int) -> bool:
        row, x = self.row_of[v], self.x[v]
        best, cost, start = (row, x), self._cost(v), (row, x)
        above = [self.row_of[u] for u in members(self.dag.parent_masks[v])]
        below = [self.row_of[u] for u in members(self.dag.child_masks[v])]
        self.rows[row].remove(v)
        for other in range(max(above, default=row - 1) + 1, min(below, default=row + 1)):
            self.y[v] = self.heights[other]
            for place in self._free_places(v, other):
                if self.effort < 0:
                    break
                self.x[v] = place
                tried = self._cost(v)
                if tried < cost - WORTH:
                    best, cost = (other, place), tried
        self.row_of[v], self.x[v] = best
        self.y[v] = self.heights[best[0]]
        self.rows[best[0]].append(v)
        return best != start

    def _free_places(self, v: int, row: int) -> Iterator[float]:
        """Yield places in the gaps of a row: their ends, middles and the nearest to neighbors."""
        mine = self.spans[v]
        others = sorted((self.x[u], self.spans[u]) for u in self.rows[row])
        walls = [(GAP / 2, 0.0), *others, (self.width - GAP / 2, 0.0)]
        wish = fmean([self.x[u] for u in members(self.dag.adjacency_masks[v])])
        for (left, room), (right, space) in pairwise(walls):
            low, high = left + (room + mine) / 2, right - (space + mine) / 2
            if low <= high:
                middle = (low + high) / 2
                yield from dict.fromkeys((min(max(wish, low), high), middle, low, high))

    def _swap(self, v: int) -> bool:
        x = self.x
        for u in sorted(self.rows[self.row_of[v]], key=lambda u: (x[u], u)):
            if u == v or self.spans[u] != self.spans[v]:
                continue
            before = self._cost(v) + self._cost(u)
            x[u], x[v] = x[v], x[u]
            if self._cost(v) + self._cost(u) < before - WORTH:
                return True
            x[u], x[v] = x[v], x[u]
        return False

    def _cost(self, v: int) -> float:
        """Return what the edges at `v`, and edges over `v`, cost."""
        y, total = self.y, 0.0
        for tail, head in self.edges:
            if v in (tail, head):
                total += self._edge_cost(tail, head)
            elif y[tail] < y[v] < y[head]:
                total += self._over(v, tail, head)
        return total

    def _edge_cost(self, a: int, b: int) -> float:
        x, y = self.x, self.y
        ax, ay, bx, by = x[a], y[a], x[b], y[b]
        self.effort -= len(self.edges) + len(self.row_of)
        total = LENGTH_COST * (hypot(bx - ax, by - ay) + abs(bx - ax))
        slope = (bx - ax) / (by - ay)
        for c, d in self.edges:
            cy, dy = y[c], y[d]
            if cy >= by or dy <= ay:
                continue
            other = (x[d] - x[c]) / (dy - cy)
            if c == a or d == b:
                # about the angle between them, as long as it is small
                tangent = abs(slope - other) / abs(1 + slope * other or 1.0)
                total += max(0.0, 0.5 - 3 * tangent) if c != a or d != b else 0.0
                continue
            # both run downwards: they cross if their order changes between these heights
            top, low = max(ay, cy), min(by, dy)
            first = ax + slope * (top - ay) - x[c] - other * (top - cy)
            last = ax + slope * (low - ay) - x[c] - other * (low - cy)
            if (first > 0) != (last > 0):
                total += CROSSING_COST
        for w in self.row_of:
            if ay < y[w] < by:
                total += self._over(w, a, b)
        return total

    def _over(self, w: int, a: int, b: int) -> float:
        """Return the cost of an edge that runs over the glyph or the label of `w`."""
        slope = (self.x[b] - self.x[a]) / (self.y[b] - self.y[a])
        across = self.x[a] + slope * (self.y[w] - self.y[a]) - self.x[w]
        away = abs(across) / sqrt(1 + slope * slope)
        if away < NODE_RADIUS + 3:
            return GLYPH_COST - away / 100
        if self.below[w]:
            at_label = across + slope * (NODE_RADIUS + LABEL_HEIGHT / 2)
            if abs(at_label) < (self.spans[w] - GAP) / 2:
                return LABEL_COST
        return 0.0
