"""Greedy ancestral search (GAS): groups of variables, each before all that come after it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from marvel_widgets.core.algorithms import ancestral_events as ev
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.event_types import named
from marvel_widgets.core.algorithms.events import Finished
from marvel_widgets.core.algorithms.rival_events import SkeletonStarted
from marvel_widgets.core.algorithms.rivals import ORIENTATION, SKELETON, Events, RivalWork
from marvel_widgets.core.algorithms.run import Result, drain
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.search import Search

Finding = Generator[Event, None, int]


def greedy_ancestral_search(
    test: Any, boundaries: Boundaries | None = None, *, budget: int | None = None
) -> Result:
    """Learn an essential graph group by group, given all groups found before.

    Parameters
    ----------
    test : CITest or Dag
        What answers CI questions; a DAG stands for its d-separation oracle.
    boundaries : mapping of Label to iterable of Label, optional
        Not used: the search starts from the complete graph.
    budget : int, optional
        The most CI tests allowed.

    Returns
    -------
    Result
        `removal_order` is empty, and so is each of `boundaries`.

    Raises
    ------
    BudgetExceededError
        The budget was used up; the partial result is in `.partial`.
    GraphError
        `boundaries` is not symmetric or does not fit the variables.

    Notes
    -----
    From Franquesa Mones, Zhang and Uhler (2026, arXiv 2603.21844). The groups found so far are
    the prefix, all other variables are candidates. For n = 0, 1, 2, ... while n candidates are
    all adjacent, an edge leaves when the prefix and n candidates separate its ends. Then whatever
    is downstream of another candidate stops being one: a collider between two separated
    variables and what is below it, and a variable that n candidates separate from a member of
    the prefix. The candidates that are left are the next group. Ours is the order: pairs with a
    member of the prefix first, then lexicographic.

    With an oracle the answer is the essential graph. Cost: p**O(s) tests for an essential graph
    whose largest undirected clique has s variables; Markov boundaries are not needed.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> result = greedy_ancestral_search(Dag("X -> Y <- T; Y -> Z"))
    >>> print(result.essential_graph)
    X -> Y; Y -> Z; T -> Y
    >>> result.counts.performed
    18
    """
    return drain(GreedyAncestralSearchRun(test, boundaries, budget=budget))


class GreedyAncestralSearchRun(RivalWork):
    """Greedy ancestral search at work. Parameters: as `greedy_ancestral_search`."""

    algorithm = "greedy_ancestral_search"
    starts = "complete"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.prefix = 0
        self.candidates = 0
        self.separating: dict[tuple[int, int], int] = {}  # the candidates that it held

    def events(self) -> Events:
        """Greedy ancestral search, yielding each decision when it is made."""
        yield from self.start_graph()  # line 1
        everyone = (1 << len(self.names)) - 1
        groups: list[int] = []
        while self.prefix != everyone:  # line 2
            self.candidates = everyone & ~self.prefix
            yield ev.GroupStarted(len(groups) + 1, tuple(members(self.prefix)))
            yield from self.narrow()  # lines 3 to 6
            groups.append(self.candidates)
            self.prefix |= self.candidates
            yield ev.GroupClosed(len(groups), tuple(members(self.candidates)))  # line 7
        self.answer = self.directed(groups)
        yield ev.GroupsDirected(tuple(tuple(members(group)) for group in groups))  # line 8
        yield Finished()  # line 9

    def narrow(self) -> Events:
        """Take out of the candidates what is downstream of others, set size by set size."""
        size = 0
        while self.has_clique(self.candidates, size):  # line 3
            yield ev.SizeStarted(size, tuple(members(self.candidates)))
            for x, y in self.pairs_in_question():
                yield from self.test_link(x, y, size)  # line 4
            below = yield from self.find_below(size)  # line 5
            beside = (yield from self.find_beside_prefix(size)) if size else 0  # line 6
            out = below | beside
            if out == self.candidates:  # never with an oracle: what none comes before stays
                out = next((part for part in (below, beside) if 0 < part < out), 0)
                if not out:
                    return
            self.candidates &= ~out
            size += 1

    def pairs_in_question(self) -> list[tuple[int, int]]:
        """Return the pairs with one or two candidates, those with the prefix first."""
        candidates = list(members(self.candidates))
        pairs = [(x, y) for x in members(self.prefix) for y in candidates]
        return pairs + [(x, y) for at, x in enumerate(candidates) for y in candidates[at + 1 :]]

    def is_joined(self, x: int, y: int) -> bool:
        """Return whether the skeleton still joins two variables."""
        return bool(self.edges[x] >> y & 1)

    def kept(self, x: int, y: int) -> int:
        """Return what separated a pair, without what has come into the prefix since."""
        return self.separating[min(x, y), max(x, y)] & ~self.prefix

    # -- line 4 --------------------------------------------------------------------------

    def test_link(self, x: int, y: int, size: int) -> Events:
        """Search for a set of the prefix and some candidates that separates an edge's ends."""
        if not self.is_joined(x, y):
            return
        ends = 1 << x | 1 << y
        search = Search(x, y, self.candidates & ~ends, self.prefix & ~ends, SKELETON, False, size)
        if not search.total:
            return
        found = self.ask.search(search)
        if found is not None:
            self.separating[min(x, y), max(x, y)] = found
            self.remove_edge(x, y)
        shown = None if found is None else tuple(members(found))
        yield ev.LinkTested(x, y, size, shown, tuple(members(search.forced)))

    # -- line 5 --------------------------------------------------------------------------

    def find_below(self, size: int) -> Finding:
        """Find colliders between pairs that sets of this size separate, and what is below them."""
        below = 0
        found: list[tuple[int, int, int]] = []
        for u, v in self.pairs_in_question():
            if self.is_joined(u, v) or self.kept(u, v).bit_count() != size:
                continue
            for w in members(self.candidates & self.edges[u] & self.edges[v] & ~self.kept(u, v)):
                if not below >> w & 1 and (yield from self.opens(u, v, w)):
                    below |= 1 << w
                    found.append((u, v, w))
        for u, v, w in found:
            barred = below | self.kept(u, v) | 1 << u | 1 << v
            for node in members(self.reached(w, self.candidates & ~barred)):
                if (yield from self.opens(u, v, node)):
                    below |= 1 << node
        return below

    def opens(self, u: int, v: int, w: int) -> Generator[Event, None, bool]:
        """Return whether a separated pair is dependent once w is given too."""
        given = self.prefix & ~(1 << u) | self.kept(u, v)
        found = not self.ask.ask(u, v, given | 1 << w, ORIENTATION)
        yield ev.DownstreamTested(u, v, w, tuple(members(given)), found)
        return found

    def reached(self, start: int, allowed: int) -> int:
        """Return what the skeleton joins with a variable inside a set."""
        seen, frontier = 0, self.edges[start] & allowed
        while frontier:
            seen |= frontier
            near = mask_of(z for y in members(frontier) for z in members(self.edges[y]))
            frontier = near & allowed & ~seen
        return seen

    # -- line 6 --------------------------------------------------------------------------

    def find_beside_prefix(self, size: int) -> Finding:
        """Find candidates that other candidates separate from a member of the prefix."""
        out = 0
        for u in members(self.prefix):
            for v in members(self.candidates):
                if self.is_joined(u, v) or out >> v & 1 or not self.kept(u, v):
                    continue
                if (yield from self.decide_prefix_pair(u, v, size, out)):
                    out |= 1 << v
        return out

    def decide_prefix_pair(
        self, u: int, v: int, size: int, out: int
    ) -> Generator[Event, None, bool]:
        """Return whether v is downstream: by the set that removed u - v, or by a search."""
        found: int | None = self.kept(u, v)
        forced = self.prefix & ~(1 << u)
        remembered = bool(found and (found & out or found.bit_count() == size))
        if not remembered:
            others = self.candidates & ~(1 << v)
            found = self.ask.search(Search(u, v, others, forced, ORIENTATION, False, size))
        shown = None if found is None else tuple(members(found))
        yield ev.PrefixPairDecided(u, v, size, shown, tuple(members(forced)), remembered)
        return found is not None

    # -- lines 3 and 8 -------------------------------------------------------------------

    def has_clique(self, among: int, size: int) -> bool:
        """Return whether the skeleton joins so many variables of a set, each to each."""
        if size == 0:
            return True
        later = ((x, self.edges[x] & ~((2 << x) - 1)) for x in members(among))
        return any(self.has_clique(among & near, size - 1) for _, near in later)

    def directed(self, groups: list[int]) -> Pdag:
        """Return the skeleton, directed from earlier groups to later ones."""
        parents, lines = [0] * len(self.names), [0] * len(self.names)
        earlier = 0
        for group in groups:
            for x in members(group):
                parents[x], lines[x] = self.edges[x] & earlier, self.edges[x] & group
            earlier |= group
        return Pdag.from_masks(self.names, tuple(parents), tuple(lines))


GREEDY_ANCESTRAL_SEARCH: Final = Algorithm(
    name=GreedyAncestralSearchRun.algorithm,
    function=greedy_ancestral_search,
    run=GreedyAncestralSearchRun,
    starts_from="complete graph",
    purposes=(SKELETON, ORIENTATION),
    events=(SkeletonStarted, *named([ev]).values(), Finished),
)
