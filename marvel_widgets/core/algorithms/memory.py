"""What MARVEL knows and remembers while it runs (the bookkeeping of Section 3.4)."""

from bisect import bisect_left, insort
from dataclasses import dataclass, field

from marvel_widgets.core.boundary.events import Event

Pair = tuple[int, int]
Triple = tuple[int, int, int]
# An event, and the purpose and number of the searches that memory spares before it.
ReplayedEvent = tuple[Event, str, int]


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
    # of each pair and triple the set that separates, None where none does
    verdicts: dict[int, dict[tuple[int, ...], int | None]] = field(default_factory=dict)
    visits: dict[int, VisitRecord] = field(default_factory=dict)


@dataclass(slots=True)
class Learned:
    """The graph so far."""

    edges: list[int]
    arrow_parents: list[int]
    v_structures: dict[Triple, None] = field(default_factory=dict)
    departures: list[Pair] = field(default_factory=list)
    conflicts: list[Triple] = field(default_factory=list)

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
