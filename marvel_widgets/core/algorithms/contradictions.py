"""Which v-structures an answer has (Algorithm 1, line 17), and what becomes of contradictions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from marvel_widgets.core.algorithms.events import VStructuresCollected
from marvel_widgets.core.algorithms.memory import Learned, Pair, Triple
from marvel_widgets.core.algorithms.options import Orientation
from marvel_widgets.core.algorithms.rival_events import ContradictionsSettled
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.equivalence import MeekStep, meek_steps
from marvel_widgets.core.graphs.pdag import Pdag, mask_pattern


def collected_v_structures(
    learned: Learned, orientation: Orientation
) -> tuple[list[Triple], list[Triple]]:
    """Return the v-structures ``(a, collider, b)``, a < b, to keep and to drop.

    ``"recorded"`` keeps facts: a -> c <- b when line 10 found it, or when a and b were both
    still neighbors of c left, and are not adjacent in the end. Then c satisfied
    Condition 1 with a, b present, so both were its parents. Whichever of the three leaves
    first falls under one of the two cases; neither alone is enough.

    ``"printed"`` reads them off the arrows, as the paper does. An arrow of line 13 may point
    the wrong way, and then a v-structure is reported that is none.
    """
    if orientation == "recorded":
        return _facts(learned)
    edges = learned.edges
    read_off = [
        (a, c, b)
        for c, parents in enumerate(learned.arrow_parents)
        for a, b in pairs_of(parents & edges[c])
        if not edges[a] >> b & 1
    ]
    return read_off, sorted(set(learned.conflicts))


def _facts(learned: Learned) -> tuple[list[Triple], list[Triple]]:
    edges = learned.edges
    facts = dict(learned.v_structures)
    for c, neighbor_mask in learned.departures:
        for a in members(neighbor_mask):
            for b in members(neighbor_mask & ~edges[a] & ~((2 << a) - 1)):
                facts.setdefault((a, c, b))
    kept, dropped = without_conflicts(facts, edges)
    return sorted(kept, key=lambda t: (t[1], t[0], t[2])), dropped


def without_conflicts(
    found: Iterable[Triple], edges: Sequence[int]
) -> tuple[list[Triple], list[Triple]]:
    """Return the v-structures to keep and to drop.

    One fits when its edges are in the skeleton, its ends are not adjacent, and no earlier
    one that was kept needs an edge the other way round. With an oracle all fit.
    """
    kept: list[Triple] = []
    dropped: list[Triple] = []
    tails: set[tuple[int, int]] = set()
    for a, c, b in found:
        fits = edges[c] >> a & 1 and edges[c] >> b & 1 and not edges[a] >> b & 1
        if fits and (c, a) not in tails and (c, b) not in tails:
            kept.append((a, c, b))
            tails |= {(a, c), (b, c)}
        else:
            dropped.append((a, c, b))
    return kept, dropped


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
    """Settle contradictions between v-structures found in this order."""
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
