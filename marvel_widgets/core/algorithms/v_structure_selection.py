"""Line 20 of Algorithm 1: which v-structures the answer has."""

from collections.abc import Iterable, Sequence

from marvel_widgets.core.algorithms.memory import Learned, Triple
from marvel_widgets.core.algorithms.options import Orientation
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.graphs.bits import members


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
    if orientation == "printed":
        return _read_off_arrows(learned), sorted(set(learned.conflicts))
    return _facts(learned)


def _read_off_arrows(learned: Learned) -> list[Triple]:
    edges = learned.edges
    return [
        (a, c, b)
        for c, parents in enumerate(learned.arrow_parents)
        for a, b in pairs_of(parents & edges[c])
        if not edges[a] >> b & 1
    ]


def _facts(learned: Learned) -> tuple[list[Triple], list[Triple]]:
    edges = learned.edges
    facts = dict(learned.v_structures)
    for c, neighbor_mask in learned.departures:
        for a in members(neighbor_mask):
            apart = neighbor_mask & ~edges[a] & ~((2 << a) - 1)
            for b in members(apart):
                facts.setdefault((a, c, b))
    kept, dropped = without_conflicts(facts, edges)
    return sorted(kept, key=lambda t: (t[1], t[0], t[2])), dropped


def without_conflicts(
    found: Iterable[Triple], edges: Sequence[int]
) -> tuple[list[Triple], list[Triple]]:
    """Return the v-structures to keep and to drop.

    One fits when its edges are in the skeleton, its ends are not adjacent, and no earlier
    one that was kept needs an edge the other way round. With an oracle all fit.

    >>> path = [0b0010, 0b0101, 0b1010, 0b0100]  # 0 - 1 - 2 - 3
    >>> without_conflicts([(0, 1, 2), (1, 2, 3)], path)
    ([(0, 1, 2)], [(1, 2, 3)])
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
