"""Collider Set (CS): co-parents are found in the triangles of the moral graph."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.algorithms import rivals
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.run import Result, drain
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.graphs.bits import found_members, mask_of, members, sorted_members
from marvel_widgets.core.graphs.search import Search


def collider_set(
    test: Any, boundaries: Boundaries | None = None, *, budget: int | None = None
) -> Result:
    """Learn an essential graph by resolving the triangles of the moral graph (CS).

    Parameters
    ----------
    test, boundaries, budget
        As `marvel` takes them.

    Returns
    -------
    Result
        `removal_order` is empty.

    Raises
    ------
    BudgetExceededError, GraphError
        As `marvel`.

    Notes
    -----
    From Pellet and Elisseeff (2008): only a link x - y that closes a triangle can join
    co-parents. Its triangle set holds the common neighbors in the moral graph. To separate
    x and y, the smaller rest of a boundary is given together with a subset S of the
    triangle set; where that does not do, members of the rest that can be reached from the
    triangle set without S, and so may be descendants of a collider, are left out in every
    way. The triangle members outside the separating set are then colliders, where both of
    their links stay. Links of co-parents leave together at the end, so the order of the
    links does not matter. Ours: S and what is left in come by size, then lexicographic;
    ties between boundaries go to the smaller number; reached means without passing through
    x or y; Meek's rules; of two v-structures that contradict each other the first is kept.

    With an oracle the answer is the essential graph. Cost: exponential in the triangle
    sets; a graph whose moral graph has no triangle costs nothing after the boundaries.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> result = collider_set(Dag("X -> Y <- T; Y -> Z"))
    >>> print(result.essential_graph)
    X -> Y; Y -> Z; T -> Y
    >>> result.counts.after_boundaries
    5
    """
    return drain(ColliderSetRun(test, boundaries, budget=budget))


class ColliderSetRun(rivals.RivalWork):
    """CS at work. Parameters: as `collider_set`."""

    algorithm = "collider_set"

    def events(self) -> rivals.Events:
        """CS, yielding each decision when it is made."""
        yield from self.start_graph()  # lines 1 and 2
        apart: list[tuple[int, int]] = []
        directives: list[tuple[int, int, int]] = []
        for x, y in self.pairs():  # line 3
            triangle = self.edges[x] & self.edges[y]
            if not triangle:
                continue
            found = self.separating_set(x, y, triangle)  # line 4
            colliders = 0 if found is None else triangle & ~found
            if found is not None:
                apart.append((x, y))
                directives += [(x, z, y) for z in members(colliders)]  # line 5
            corners, outside = sorted_members(triangle), sorted_members(colliders)
            yield ev.TriangleDecided(x, y, corners, found_members(found), outside)
        for x, y in apart:  # line 6
            self.remove_edge(x, y)
        yield ev.LinksRemoved(tuple(apart))
        linked = [t for t in directives if self.edges[t[1]] >> t[0] & self.edges[t[1]] >> t[2] & 1]
        self.found = sorted(linked, key=lambda t: (t[1], t))
        yield from self.conclude()  # lines 7 to 9

    def separating_set(self, x: int, y: int, triangle: int) -> int | None:
        """Return a set that separates x and y, built on the smaller rest of a boundary."""
        ends = 1 << x | 1 << y
        rests = [self.edges[v] & ~triangle & ~ends for v in (x, y)]
        base = min(rests, key=int.bit_count)
        corners = list(members(triangle))
        for size in range(len(corners) + 1):
            for subset in combinations(corners, size):
                chosen = mask_of(subset)
                if self.ask.ask(x, y, base | chosen, rivals.SKELETON):
                    return base | chosen
                doubtful = base & self.reached(triangle & ~chosen, ends)
                fixed = base & ~doubtful | chosen
                found = self.ask.search(Search(x, y, doubtful, fixed, rivals.SKELETON, True))
                if found is not None:
                    return fixed | found
        return None

    def reached(self, sources: int, barred: int) -> int:
        """Return what the sources reach in the moral graph without passing some variables."""
        seen = sources
        frontier = sources
        while frontier:
            beyond = 0
            for v in members(frontier):
                beyond |= self.edges[v]
            frontier = beyond & ~seen & ~barred
            seen |= frontier
        return seen


COLLIDER_SET: Final = Algorithm(
    name=ColliderSetRun.algorithm,
    function=collider_set,
    run=ColliderSetRun,
    starts_from="moral graph",
    purposes=(rivals.SKELETON,),
    events=(*rivals.MORAL_START, ev.TriangleDecided, ev.LinksRemoved, *rivals.CONCLUSION),
)
