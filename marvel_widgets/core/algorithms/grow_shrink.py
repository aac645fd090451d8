"""Grow-shrink: neighbors and colliders from the smaller of two boundaries."""

from __future__ import annotations

from typing import Any, Final

from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.algorithms import rivals
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.run import Result, drain
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.graphs.bits import found_members
from marvel_widgets.core.graphs.search import Search


def grow_shrink(
    test: Any, boundaries: Boundaries | None = None, *, budget: int | None = None
) -> Result:
    """Learn an essential graph with grow-shrink (GS).

    Parameters
    ----------
    test, boundaries, budget
        As `marvel` takes them. The method's own way to find boundaries is ``"gs"``.

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
    From Margaritis and Thrun (1999): x and y of each other's boundary are neighbors when
    no subset of T separates them, T the smaller of their two boundaries (step 2); for two
    neighbors a, b of c that are not adjacent, a -> c <- b when no subset of T with c
    separates them, T the smaller of the boundaries of a and b (step 3). Ours: each pair is
    tested once, not from both ends; ties between boundaries go to the smaller number;
    steps 4 to 6 (which reverse edges on cycles and propagate directions) are replaced by
    Meek's rules, so that the answer is an essential graph; of two v-structures that
    contradict each other the first is kept.

    With an oracle the answer is the essential graph. Cost: exponential in the smaller
    boundary only: a star of p costs p(p-1)/2 tests after boundary discovery.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> result = grow_shrink(Dag("X -> Y <- T; Y -> Z"))
    >>> print(result.essential_graph)
    X -> Y; Y -> Z; T -> Y
    >>> result.counts.after_boundaries
    9
    """
    return drain(GrowShrinkRun(test, boundaries, budget=budget))


class GrowShrinkRun(rivals.RivalWork):
    """Grow-shrink at work. Parameters: as `grow_shrink`."""

    algorithm = "grow_shrink"

    def events(self) -> rivals.Events:
        """Grow-shrink, yielding each decision when it is made."""
        yield from self.start_graph()  # lines 1 and 2
        for x, y in self.pairs():  # line 3
            yield self.decide_link(x, y)  # line 4
        for a, c, b in list(self.unshielded_triples()):  # line 5
            yield self.decide_collider(a, c, b)  # line 6
        yield from self.conclude()  # lines 7 to 9

    def decide_link(self, x: int, y: int) -> ev.LinkDecided:
        """Search the smaller boundary for a set that separates x and y."""
        smaller, within = self.smaller_boundary(x, y, 1 << x | 1 << y)
        found = self.ask.search(Search(x, y, within, 0, rivals.SKELETON))
        if found is not None:
            self.remove_edge(x, y)
        return ev.LinkDecided(x, y, smaller, found_members(found))

    def decide_collider(self, a: int, c: int, b: int) -> ev.ColliderTested:
        """Search the smaller boundary for a set that, with c, separates a and b."""
        smaller, within = self.smaller_boundary(a, b, 1 << a | 1 << b | 1 << c)
        found = self.ask.search(Search(a, b, within, 1 << c, rivals.ORIENTATION))
        if found is None:
            self.found.append((a, c, b))
        return ev.ColliderTested(a, c, b, smaller, found_members(found))

    def smaller_boundary(self, x: int, y: int, without: int) -> tuple[int, int]:
        """Return the variable with the smaller boundary after the exclusions, and that boundary."""
        sizes = [((self.boundaries[v] & ~without).bit_count(), v) for v in (x, y)]
        smaller = min(sizes)[1]
        return smaller, self.boundaries[smaller] & ~without


GROW_SHRINK: Final = Algorithm(
    name=GrowShrinkRun.algorithm,
    function=grow_shrink,
    run=GrowShrinkRun,
    starts_from="moral graph",
    purposes=(rivals.SKELETON, rivals.ORIENTATION),
    events=(*rivals.MORAL_START, ev.LinkDecided, ev.ColliderTested, *rivals.CONCLUSION),
)
