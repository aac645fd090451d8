"""PC, from the moral graph as the paper ran it, or from the complete graph as published."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal

from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.algorithms import rivals
from marvel_widgets.core.algorithms.contradictions import Conflicts
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.run import Result, drain
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.graphs.bits import found_members, mask_of, members
from marvel_widgets.core.graphs.errors import GraphError, Label, UnknownVariableError
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.shortening import shown

Variant = Literal["original", "stable"]


def pc(
    test: Any,
    boundaries: Boundaries | None = None,
    *,
    variant: Variant = "original",
    start: rivals.Start | None = None,
    conflicts: Conflicts = "keep-first",
    order: Iterable[Label] | None = None,
    budget: int | None = None,
) -> Result:
    """Learn an essential graph with PC: take edges away, level by level.

    Parameters
    ----------
    test : CITest or Dag
        What answers CI questions; a DAG stands for its d-separation oracle.
    boundaries : mapping of Label to iterable of Label, or str, optional
        As `marvel` takes them. None are needed where `start` is ``"complete"``.
    variant : {"original", "stable"}
        ``"stable"`` takes the neighbors as they were when the level began, so that the
        skeleton does not depend on the order of the variables (Colombo and Maathuis 2014).
    start : {"moral", "complete"}, optional
        ``"moral"`` begins with each variable joined to its boundary, as the paper ran PC
        (Section 5); ``"complete"`` is PC as published. Left out: ``"complete"`` of a `GTest`
        without `boundaries`, which are hard to find from categories; ``"moral"`` otherwise.
    conflicts : {"keep-first", "overwrite", "mark"}
        What happens where two v-structures direct an edge both ways, which wrong answers and
        hidden variables bring about. ``"keep-first"`` drops the later v-structure;
        ``"overwrite"`` gives the edge the later direction; ``"mark"`` gives it two heads,
        which Meek's rules leave alone. The other arrows of both stay under the last two.
    order : iterable of Label, optional
        The order in which the variables are gone through: all of them, each once. Left out:
        that of the test. Total conditioning and Meek's rules always take that of the test.
    budget : int, optional
        The most CI tests allowed, boundary discovery included.

    Returns
    -------
    Result
        `separating_sets` has the set of each pair whose edge left, `dropped` the v-structures
        that do not hold in the answer, `conflicts` the edges with two heads. `removal_order`
        is empty.

    Raises
    ------
    BudgetExceededError
        The budget was used up; the partial result is in `.partial`.
    GraphError
        `boundaries` is not symmetric, or it or `order` does not fit the variables.
    ValueError
        An option has an unknown value; the message names the known ones.

    Notes
    -----
    From Spirtes, Glymour and Scheines (2000): at level s every edge x - y is tested given
    each set of s neighbors of x, or of y; a first independence removes the edge and keeps
    the set; a - c - b is a v-structure when c is not in the set of a and b. Ours are the
    walk (edges lexicographic in `order`; sets from the neighbors of the earlier end first, then
    from the other's; each lexicographic; v-structures by collider, then by ends) and that an
    end whose neighbors are all neighbors of the other end is not searched a second time
    (counted as reused). Pairs that the moral graph does not join share
    no child, so they need no separating set.

    With an oracle the answer is the essential graph. Cost: exponential in the largest
    boundary; a star of p costs (p-1) 2^(p-2) tests after boundary discovery. From the
    complete graph the number of tests depends on the order.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> result = pc(Dag("X -> Y <- T; Y -> Z"))
    >>> print(result.essential_graph)
    X -> Y; Y -> Z; T -> Y
    >>> result.counts.after_boundaries
    13
    >>> result = pc(Dag("X -> Y <- T; Y -> Z"), start="complete")
    >>> result.counts.performed, sorted(result.separating_sets[frozenset("XZ")])
    (18, ['Y'])
    """
    options: dict[str, Any] = {"variant": variant, "start": start, "conflicts": conflicts}
    return drain(PcRun(test, boundaries, order=order, budget=budget, **options))


class PcRun(rivals.RivalWork):
    """PC at work. Parameters: as `pc`."""

    algorithm = "pc"
    choices: ClassVar = MappingProxyType(
        {"variant": Variant, "start": rivals.Start, "conflicts": Conflicts}
    )

    def __init__(self, *args: Any, order: Iterable[Label] | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.order = None if order is None else checked_order(order, self.names)
        if self.order is not None:
            index = {name: x for x, name in enumerate(self.names)}
            self.walk = tuple(index[name] for name in self.order)
            self.place = tuple(map(self.order.index, self.names))
        self.separating: dict[tuple[int, int], int] = {}

    def events(self) -> rivals.Events:
        """PC, yielding each decision when it is made."""
        yield from self.start_graph()  # lines 1 and 2
        size = 0
        while any(mask.bit_count() > size for mask in self.edges):  # line 3
            yield ev.LevelStarted(size)
            near = list(self.edges) if self.options["variant"] == "stable" else self.edges
            for x, y in self.pairs():  # line 4
                yield from self.decide_edge(x, y, size, near)  # line 5
            size += 1
        yield from self.find_colliders()  # line 6
        yield from self.conclude()  # lines 7 to 9

    def decide_edge(self, x: int, y: int, size: int, near: list[int]) -> rivals.Events:
        """Search the neighbors of x, then those of y, for a separating set of one size."""
        sides, reused = self.sides_to_search(near[x] & ~(1 << y), near[y] & ~(1 << x), size)
        if not sides:
            return
        if reused:
            self.ask.skip(rivals.SKELETON)
        found = None
        for side in sides:
            found = self.search(x, y, side, size)
            if found is not None:
                self.separating[x, y] = found
                self.remove_edge(x, y)
                break
        yield ev.EdgeDecided(x, y, size, found_members(found), reused)

    def search(self, x: int, y: int, side: int, size: int) -> int | None:
        """Return the first set of one size, in the order of the walk, that separates x and y."""
        if self.order is None:
            return self.ask.search(Search(x, y, side, 0, rivals.SKELETON, False, size))
        sets = map(mask_of, combinations(self.walked(side), size))
        return next((s for s in sets if self.ask.ask(x, y, s, rivals.SKELETON)), None)

    @staticmethod
    def sides_to_search(one: int, other: int, size: int) -> tuple[list[int], bool]:
        """Return the sets to search, and whether one was left out as part of the other."""
        large = [side for side in (one, other) if side.bit_count() >= size]
        if len(large) == 2 and (size == 0 or not other & ~one):
            return [one], True
        return large, False

    def find_colliders(self) -> rivals.Events:
        """Read the v-structures off the separating sets."""
        for a, c, b in self.unshielded_triples():
            kept = self.separating.get((a, b))
            if kept is None:  # not in each other's boundary: no common child
                continue
            found = not kept >> c & 1
            if found:
                self.found.append((a, c, b))
            yield ev.ColliderDecided(a, c, b, found, tuple(members(kept)))

    def result(self, *, complete: bool = True) -> Result:
        """Return what is known so far, with the separating sets and the edges with two heads."""
        names = self.names
        found = super().result(complete=complete)
        order = None if self.order is None else list(self.order)
        return replace(
            found,
            options={**found.options, "order": order},
            separating_sets={
                frozenset((names[x], names[y])): frozenset(names[i] for i in members(kept))
                for (x, y), kept in self.separating.items()
            },
            conflicts=tuple(
                (names[u], names[v]) for u, v in (self.settled.marked if self.settled else ())
            ),
        )


def checked_order(order: Iterable[Label], names: tuple[Label, ...]) -> tuple[Label, ...]:
    """Return an order of all the variables, or say what is wrong with it."""
    wanted = tuple(order)
    for place, name in enumerate(wanted):
        if name not in names:
            raise UnknownVariableError(name, names)
        if name in wanted[:place]:
            msg = f"order must name each variable once; {shown(name)} is there twice"
            raise GraphError(msg)
    for name in names:
        if name not in wanted:
            msg = f"order must name each variable once; {shown(name)} is missing"
            raise GraphError(msg)
    return wanted


PC: Final = Algorithm(
    name=PcRun.algorithm,
    function=pc,
    run=PcRun,
    starts_from="moral graph",
    published={"start": "complete"},
    purposes=(rivals.SKELETON,),
    events=(
        *rivals.MORAL_START,
        ev.LevelStarted,
        ev.EdgeDecided,
        ev.ColliderDecided,
        ev.ContradictionsSettled,
        *rivals.CONCLUSION,
    ),
)
