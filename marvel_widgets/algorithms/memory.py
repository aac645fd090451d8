"""What MARVEL knows and remembers while it runs (the bookkeeping of Section 3.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import combinations

from marvel_widgets.algorithms.events import Event
from marvel_widgets.graphs.bits import members

Pair = tuple[int, int]
Triple = tuple[int, int, int]
Told = tuple[Event, str, int]

# Sets that are kept as tuples; then all are forgotten, so that large graphs take no more memory.
_MOST_KEPT = 2048


@dataclass(slots=True)
class Visit:
    """A visit at which a variable failed.

    Attributes
    ----------
    boundary : int
        Its boundary then, as a mask.
    told : list of (Event, str, int)
        What a repetition tells, each event with the purpose and number of the searches
        spared before it; empty until the first.
    """

    boundary: int
    told: list[Told] = field(default_factory=list)


@dataclass(slots=True)
class Memory:
    """Facts that tests have settled, kept across iterations.

    Attributes
    ----------
    neighbors : dict of int to int
        x -> its neighbors when they were found; some may have left since.
    separating_sets : dict of (x, t) to int
        The set found for x and its co-parent t.
    v_structures : dict of int to list of (y, t)
        x -> the v-structures in which it is a parent, when they were found.
    passed_pairs, passed_triples : dict of int to set
        x -> pairs that no set with x separates; (y, t, z) likewise. True for ever.
    failed_pairs, failed_triples : dict of int to dict
        x -> what failed, with the separating set; true while all members remain.
    visits : dict of int to Visit
        x -> its last visit.
    """

    neighbors: dict[int, int] = field(default_factory=dict)
    separating_sets: dict[Pair, int] = field(default_factory=dict)
    v_structures: dict[int, list[Pair]] = field(default_factory=dict)
    passed_pairs: dict[int, set[Pair]] = field(default_factory=dict)
    passed_triples: dict[int, set[Triple]] = field(default_factory=dict)
    failed_pairs: dict[int, dict[Pair, int]] = field(default_factory=dict)
    failed_triples: dict[int, dict[Triple, int]] = field(default_factory=dict)
    visits: dict[int, Visit] = field(default_factory=dict)


@dataclass(slots=True)
class Learned:
    """The graph so far.

    Attributes
    ----------
    edges : list of int
        Adjacency masks of the learned skeleton.
    arrow_parents : list of int
        Parent masks of the arrows drawn (lines 11 and 13). Only the printed orientation
        reads v-structures off them.
    v_structures : dict of (a, collider, b), a < b, to None
        Found by line 10, in order.
    departures : list of (int, int)
        Each removed variable with its neighbors at that moment.
    conflicts : list of (a, collider, b)
        V-structures of line 10 that an arrow already drawn contradicts.
    """

    edges: list[int]
    arrow_parents: list[int]
    v_structures: dict[Triple, None] = field(default_factory=dict)
    departures: list[Pair] = field(default_factory=list)
    conflicts: list[Triple] = field(default_factory=list)

    def has_arrow(self, u: int, v: int) -> bool:
        """Return whether the edge between u and v has a direction already."""
        return bool(self.arrow_parents[u] >> v & 1 or self.arrow_parents[v] >> u & 1)

    def draw_v_structures(self, x: int, found: list[Pair]) -> None:
        """Line 11, for ``x -> y <- t``. It may direct an edge that line 8 has not drawn yet."""
        for y, t in found:
            triple = (min(x, t), y, max(x, t))
            self.v_structures[triple] = None
            for tail in (x, t):
                if self.arrow_parents[tail] >> y & 1:
                    self.conflicts.append(triple)  # data only: the first arrow stands
                else:
                    self.arrow_parents[y] |= 1 << tail


class Queue:
    """The remaining variables in ascending order of (boundary size, index).

    A heap with entries that are checked when they come up: an entry whose boundary has
    changed since is stale (boundaries only shrink, so no entry comes back to life). So a
    removal costs as much as the boundaries it changes, not a new sort of everything.
    """

    def __init__(self, boundaries: list[int]) -> None:
        self.boundaries = boundaries
        self.remaining = (1 << len(boundaries)) - 1
        self._heap = [(mask.bit_count(), x) for x, mask in enumerate(boundaries)]
        heapify(self._heap)
        self._visited: list[tuple[int, int]] = []

    def next(self) -> int | None:
        """Return the next variable of this iteration, or None after the last."""
        while self._heap:
            entry = heappop(self._heap)
            size, x = entry
            if self.remaining >> x & 1 and self.boundaries[x].bit_count() == size:
                self._visited.append(entry)
                return x
        return None

    def restart(self) -> None:
        """Begin a new iteration: the visited ones stand in line again."""
        for entry in self._visited:
            heappush(self._heap, entry)
        self._visited.clear()

    def changed(self, x: int) -> None:
        """Put x in line under its present boundary size."""
        heappush(self._heap, (self.boundaries[x].bit_count(), x))

    def remove(self, x: int) -> None:
        """Take x out of the remaining variables."""
        self.remaining &= ~(1 << x)


class SortedTuples(dict[int, tuple[int, ...]]):
    """Masks as sorted tuples: ``tuples[mask]``. A run meets the same few again and again.

    Examples
    --------
    >>> SortedTuples()[0b1101]
    (0, 2, 3)
    """

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= _MOST_KEPT:
            self.clear()
        found = self[mask] = tuple(members(mask))
        return found


class SortedPairs(dict[int, tuple[Pair, ...]]):
    """The pairs of masks in lexicographic order: ``pairs[mask]``."""

    def __missing__(self, mask: int) -> tuple[Pair, ...]:
        if len(self) >= _MOST_KEPT:
            self.clear()
        found = self[mask] = tuple(combinations(members(mask), 2))
        return found
