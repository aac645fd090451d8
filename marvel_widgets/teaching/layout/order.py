"""In which order the variables of a row stand, so that few edges cross."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random

from marvel_widgets.graphs.bits import members
from marvel_widgets.graphs.dag import Dag

ORDER_EFFORT = 8_000  # vertices and dummies swept: about 0.1 s on a laptop


class Ordering:
    """Rows of vertices and dummies: each piece of an edge joins neighboring rows.

    Dummies are numbered from ``len(dag)`` on.

    Parameters
    ----------
    dag : Dag
    row_of : mapping of int to int
        The row of every vertex to be ordered; heads below tails.

    Examples
    --------
    >>> dag = Dag("A -> B -> C; A -> C")
    >>> Ordering(dag, {0: 0, 1: 1, 2: 2}).rows
    [[0], [1, 3], [2]]
    """

    def __init__(self, dag: Dag, row_of: Mapping[int, int]) -> None:
        self.rows: list[list[int]] = [[] for _ in range(max(row_of.values()) + 1)]
        self.up: dict[int, list[int]] = {v: [] for v in row_of}
        self.down: dict[int, list[int]] = {v: [] for v in row_of}
        seen = _walk(dag, row_of)
        rank = {v: float(i) for i, v in enumerate(seen)}
        for v in seen:
            self.rows[row_of[v]].append(v)
        number = len(dag)
        for tail in seen:
            for head in members(dag.child_masks[tail]):
                above = tail
                for row in range(row_of[tail] + 1, row_of[head]):
                    self.rows[row].append(number)
                    rank[number] = (rank[tail] + rank[head]) / 2
                    self.up[number], self.down[number] = [above], []
                    self.down[above].append(number)
                    above, number = number, number + 1
                self.up[head].append(above)
                self.down[above].append(head)
        for row_members in self.rows:
            row_members.sort(key=lambda v: (rank[v], v))

    def reduce_crossings(self) -> None:
        """Sweep by barycenters from several starts, swap neighbors, keep the best order seen.

        Examples
        --------
        >>> ordering = Ordering(Dag("A -> C; A -> D; B -> C"), {0: 0, 3: 0, 1: 1, 2: 1})
        >>> ordering.rows, ordering.crossings()
        ([[0, 3], [1, 2]], 1)
        >>> ordering.reduce_crossings()
        >>> ordering.rows, ordering.crossings()
        ([[0, 3], [2, 1]], 0)
        """
        # a fixed seed: the drawing of a graph is always the same
        random = Random(0).random
        best, fewest = [row.copy() for row in self.rows], self.crossings()
        effort = ORDER_EFFORT
        while fewest and effort > 0:
            lowest, stuck = self.crossings() + 1, 0
            while lowest and stuck < 3:
                for downwards in (True, False):
                    self._sweep(downwards)
                    self._transpose()
                effort -= len(self.up)
                count = self.crossings()
                stuck = 0 if count < lowest else stuck + 1
                lowest = min(count, lowest)
                if count < fewest:
                    best, fewest = [row.copy() for row in self.rows], count
            # the next start: the best order so far, with neighbors mixed up
            self.rows = [sorted(row, key=_mixed(row, random).__getitem__) for row in best]
        self.rows = best

    def _sweep(self, downwards: bool) -> None:
        rows = range(1, len(self.rows)) if downwards else range(len(self.rows) - 2, -1, -1)
        for i in rows:
            self._sort_row(i, downwards)

    def crossings(self) -> int:
        """Return how many pairs of pieces cross."""
        total = 0
        for row, below in pairwise(self.rows):
            place = {v: i for i, v in enumerate(below)}
            ends: list[int] = []
            for v in row:
                mine = [place[w] for w in self.down[v]]
                total += sum(len(ends) - bisect_right(ends, end) for end in mine)
                for end in mine:
                    insort(ends, end)
        return total

    def _sort_row(self, i: int, downwards: bool) -> None:
        near = self.up if downwards else self.down
        fixed = self.rows[i - 1 if downwards else i + 1]
        place = {v: index for index, v in enumerate(fixed)}
        scale = len(fixed) / max(1, len(self.rows[i]))

        def barycenter(index_and_v: tuple[int, int]) -> tuple[float, int]:
            index, v = index_and_v
            ends = [place[w] for w in near[v]]
            # without neighbors on this side, stay at about the same share of the row
            return (sum(ends) / len(ends) if ends else index * scale, index)

        self.rows[i] = [v for _, v in sorted(enumerate(self.rows[i]), key=barycenter)]

    def _transpose(self) -> None:
        """Swap neighbors in a row as long as that undoes crossings."""
        for i, row in enumerate(self.rows):
            above = {v: k for k, v in enumerate(self.rows[i - 1])} if i else {}
            below = {v: k for k, v in enumerate(self.rows[(i + 1) % len(self.rows)])}
            ups = {v: [above[w] for w in self.up[v]] for v in row}
            downs = {v: [below[w] for w in self.down[v]] for v in row}
            swapped = True
            while swapped:
                swapped = False
                for k in range(len(row) - 1):
                    a, b = row[k], row[k + 1]
                    if _crossings_saved(ups[a], ups[b]) + _crossings_saved(downs[a], downs[b]) > 0:
                        row[k], row[k + 1] = b, a
                        swapped = True


def _mixed(row: Sequence[int], random: Callable[[], float]) -> dict[int, float]:
    """Return new places of the members of a row, most of them near their old ones."""
    return {v: i + 0.6 * len(row) * random() for i, v in enumerate(row)}


def _crossings_saved(left: Sequence[int], right: Sequence[int]) -> int:
    """Return how many crossings go when two neighbors with these ends change places."""
    return sum((p > q) - (p < q) for p in left for q in right)


def _walk(dag: Dag, row_of: Mapping[int, int]) -> list[int]:
    """Return the vertices as a depth-first walk along edges meets them, parts kept together."""
    seen: dict[int, None] = {}
    for start in sorted(row_of, key=lambda v: (row_of[v], v)):
        stack = [start]
        while stack:
            v = stack.pop()
            if v not in seen:
                seen[v] = None
                stack.extend(reversed(list(members(dag.adjacency_masks[v]))))
    return list(seen)
