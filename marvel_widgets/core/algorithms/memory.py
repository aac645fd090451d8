"""What MARVEL knows and remembers while it runs (the bookkeeping of Section 3.4)."""

from bisect import bisect_left, insort
from dataclasses import dataclass, field
from itertools import combinations

from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.bits import members

Pair = tuple[int, int]
Triple = tuple[int, int, int]
# An event, and the purpose and number of the searches that memory spares before it.
ReplayedEvent = tuple[Event, str, int]

# Sets that are kept as tuples; then all are forgotten, so that large graphs take no more memory.
_MOST_KEPT = 2048


@dataclass(slots=True)
class VisitRecord:
    """A visit at which a variable failed."""

    boundary: int
    replay: list[ReplayedEvent] = field(default_factory=list)


@dataclass(slots=True)
class Memory:
    """Facts that tests have settled, kept across iterations."""

    neighbors: dict[int, int] = field(default_factory=dict)
    separating_sets: dict[Pair, int] = field(default_factory=dict)
    v_structures: dict[int, list[Pair]] = field(default_factory=dict)
    passed_pairs: dict[int, set[Pair]] = field(default_factory=dict)
    passed_triples: dict[int, set[Triple]] = field(default_factory=dict)
    failed_pairs: dict[int, dict[Pair, int]] = field(default_factory=dict)
    failed_triples: dict[int, dict[Triple, int]] = field(default_factory=dict)
    visits: dict[int, VisitRecord] = field(default_factory=dict)

    def forget(self, x: int) -> None:
        """Bookkeeping ``"none"``: nothing is known of x from earlier iterations."""
        self.neighbors.pop(x, None)
        self.v_structures.pop(x, None)
        self.passed_pairs.pop(x, None)
        self.passed_triples.pop(x, None)


@dataclass(slots=True)
class Learned:
    """The graph so far."""

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

    A list that stays sorted, and a place in it: most visits repeat an earlier one, so that going
    on to the next variable has to cost next to nothing. A removal costs as much as the boundaries
    it changes, not a new sort of everything.
    """

    def __init__(self, boundaries: list[int]) -> None:
        self.boundaries = boundaries
        self.remaining = (1 << len(boundaries)) - 1
        self._sizes = [mask.bit_count() for mask in boundaries]
        self._line = sorted((size, x) for x, size in enumerate(self._sizes))
        self._at = 0

    def next(self) -> int | None:
        """Return the next variable of this iteration, or None after the last."""
        at = self._at
        if at == len(self._line):
            return None
        self._at = at + 1
        return self._line[at][1]

    def restart(self) -> None:
        """Begin a new iteration: the visited variables return to the queue."""
        self._at = 0

    def changed(self, x: int) -> None:
        """Put x in line under its present boundary size, from the next iteration on."""
        size = self.boundaries[x].bit_count()
        if size != self._sizes[x]:
            self._leave(x)
            self._sizes[x] = size
            insort(self._line, (size, x))

    def remove(self, x: int) -> None:
        """Take x out of the remaining variables."""
        self.remaining &= ~(1 << x)
        self._leave(x)

    def _leave(self, x: int) -> None:
        del self._line[bisect_left(self._line, (self._sizes[x], x))]


class SortedTuples(dict[int, tuple[int, ...]]):
    """Masks as sorted tuples: ``tuples[mask]``. A run meets the same few again and again."""

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
