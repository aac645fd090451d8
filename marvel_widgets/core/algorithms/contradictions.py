"""What becomes of v-structures that contradict one another: the arrows an answer begins with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from marvel_widgets.core.algorithms.events import VStructuresCollected
from marvel_widgets.core.algorithms.memory import Pair, Triple
from marvel_widgets.core.algorithms.rival_events import ContradictionsSettled
from marvel_widgets.core.algorithms.v_structure_selection import without_conflicts
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.equivalence import MeekStep, meek_steps
from marvel_widgets.core.graphs.pdag import Pdag, mask_pattern

Conflicts = Literal["keep-first", "overwrite", "mark"]


@dataclass(frozen=True, slots=True)
class Settled:
    """V-structures ``(a, collider, b)``: those kept, and what is left of the others.

    Of those `dropped` the `arrows` ``(tail, head)`` stay; the edges `marked` have two heads.
    """

    how: Conflicts
    kept: tuple[Triple, ...]
    dropped: tuple[Triple, ...]
    arrows: tuple[Pair, ...] = ()
    marked: tuple[Pair, ...] = ()

    def events(self) -> Iterator[Event]:
        """Report it."""
        if self.how == "keep-first":
            yield VStructuresCollected(self.kept, self.dropped)
            return
        yield VStructuresCollected(self.kept, ())
        if self.dropped:
            yield ContradictionsSettled(self.how, self.dropped, self.arrows, self.marked)

    def pattern(self, names: Sequence[object], edges: Sequence[int]) -> Pdag:
        """Return the skeleton with its arrows; an edge with two heads is a line there."""
        single = ((tail, head, tail) for tail, head in self.arrows)
        return mask_pattern(names, edges, [*self.kept, *single])

    def closed(self, names: Sequence[object], edges: Sequence[int]) -> tuple[list[MeekStep], Pdag]:
        """Return the steps of Meek's rules, which leave edges with two heads alone, and the end."""
        return meek_steps(self.pattern(names, edges), self.marked)


def settled(found: Sequence[Triple], edges: Sequence[int], how: Conflicts) -> Settled:
    """Settle contradictions between v-structures found in this order.

    >>> path = [0b0010, 0b0101, 0b1010, 0b0100]  # 0 - 1 - 2 - 3
    >>> both = [(0, 1, 2), (1, 2, 3)]
    >>> settled(both, path, "overwrite")
    Settled(how='overwrite', kept=((1, 2, 3),), dropped=((0, 1, 2),), arrows=((0, 1),), marked=())
    >>> settled(both, path, "mark").marked
    ((1, 2),)
    """
    if how == "keep-first":
        first, dropped = without_conflicts(found, edges)
        return Settled(how, tuple(first), tuple(dropped))
    claimed: dict[Pair, None] = {}
    for a, c, b in found:
        for tail in (a, b):
            if how == "overwrite":
                claimed.pop((c, tail), None)
            claimed[tail, c] = None
    marked = tuple((u, v) for u, v in claimed if u < v and (v, u) in claimed)
    arrows = {(u, v) for u, v in claimed if (v, u) not in claimed}
    kept = tuple((a, c, b) for a, c, b in found if {(a, c), (b, c)} <= arrows)
    held = {(tail, c) for a, c, b in kept for tail in (a, b)}
    rest = tuple(arrow for arrow in claimed if arrow in arrows - held)
    return Settled(how, kept, tuple(t for t in found if t not in kept), rest, marked)
