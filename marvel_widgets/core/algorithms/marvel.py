"""MARVEL: Markov boundary-based recursive variable elimination (the paper's Algorithm 1).

`MarvelRun.events` is the pseudo-code, line by line; the methods below it are the lines that ask
CI tests. Where the printed algorithm is loose or wrong, a comment says so.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import asdict, fields
from typing import Any, Final, Literal

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.contradictions import collected_v_structures
from marvel_widgets.core.algorithms.deduplication import DeduplicatingTest
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.memory import Learned, Memory, Queue, Triple, VisitRecord
from marvel_widgets.core.algorithms.options import (
    Bookkeeping,
    MarvelOptions,
    NoRemovable,
    Orientation,
)
from marvel_widgets.core.algorithms.run import Result, drain
from marvel_widgets.core.algorithms.run_setup import EVENTS as BOUNDARY_EVENTS
from marvel_widgets.core.algorithms.run_setup import RunSetup
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.boundary.discovery import fitting_method, labelled
from marvel_widgets.core.boundary.events import Event, events_of
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.graphs.bits import found_members, members, sorted_members
from marvel_widgets.core.graphs.equivalence import meek_steps
from marvel_widgets.core.graphs.pdag import Pdag, mask_pattern
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.coercion import check_options

Events = Iterator[Event]
JudgingEvents = Generator[Event, None, bool]
Budget = int | Literal["default"] | None

BUDGET: Final = 20_000  # of a run on a test that is not fit for total conditioning
NOTHING_SPARED = ("", 0)


def marvel(
    test: Any,
    boundaries: Boundaries | None = None,
    *,
    bookkeeping: Bookkeeping = "full",
    orientation: Orientation = "recorded",
    no_removable: NoRemovable = "smallest-boundary",
    removal_alpha: float | None = 0.7,
    budget: Budget = "default",
) -> Result:
    """Learn an essential graph by removing one variable after the other.

    Parameters
    ----------
    test : CITest or Dag
        What answers CI questions; a DAG stands for its d-separation oracle.
    boundaries : mapping of Label to iterable of Label, or str, optional
        The Markov boundary of every variable, or the method of `markov_boundaries` that finds
        them. Left out: total conditioning with the same test, p(p-1)/2 tests of purpose
        ``"boundary-discovery"``; of a `GTest`, which is not fit for it, IAMB.
    bookkeeping : {"full", "distinct", "paper", "none"}
        What is remembered between iterations; see `MarvelOptions`.
    orientation : {"recorded", "printed"}
        How v-structures are read off; ``"printed"`` can be wrong; see `MarvelOptions`.
    no_removable : {"smallest-boundary", "stop"}
        What happens when no variable passes. Never with an oracle.
    removal_alpha : float or None
        Level of the tests of Conditions 1 and 2. No effect with an oracle.
    budget : int, optional
        The most CI tests allowed, boundary discovery included; None: any number. Left out:
        20,000 of a `GTest`, whose boundaries may come out so large that the run does not end,
        any number of other tests.

    Returns
    -------
    Result
        ``options["boundaries"]`` names where the boundaries came from.

    Raises
    ------
    BudgetExceededError
        The budget was used up; the partial result is in `.partial`.
    GraphError
        `boundaries` is not symmetric or does not fit the variables.
    ValueError
        An option has an unknown value; the message names the known ones.

    Notes
    -----
    With an oracle and the default orientation the answer is the essential graph of the true
    DAG (the correctness theorem, with the repair of lines 13 and 17). Cost with true boundaries:
    at most `upper_bound(p, max_in_degree)` different tests (Section 4).

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> result = marvel(Dag("X -> Y <- T; Y -> Z"))
    >>> print(result.essential_graph)
    X -> Y; Y -> Z; T -> Y
    >>> result.removal_order, result.counts.performed, result.counts.after_boundaries
    (('Z', 'X', 'Y', 'T'), 10, 4)
    """
    options = {"bookkeeping": bookkeeping, "orientation": orientation, "no_removable": no_removable}
    run = marvel_run(test, boundaries, **options, removal_alpha=removal_alpha, budget=budget)
    return drain(run)


def marvel_run(test: Any, boundaries: Boundaries | None = None, **options: Any) -> MarvelRun:
    """Return MARVEL ready to run. Parameters: as `marvel`."""
    is_distinct = options.get("bookkeeping") == "distinct"
    kind = DistinctMarvelRun if is_distinct else MarvelRun
    return kind(test, boundaries, **options)


class MarvelRun(RunSetup):
    """MARVEL at work. Parameters: as `marvel`; ``bookkeeping="distinct"`` is a class of its own."""

    algorithm = "marvel"

    def __init__(
        self,
        test: Any,
        boundaries: Boundaries | None = None,
        *,
        budget: Budget = "default",
        **options: Any,
    ) -> None:
        super().__init__(test, boundaries, None if budget == "default" else budget)
        if budget == "default" and fitting_method(self.ask.test) != "tc":
            self.tally.budget, self.tally.way_out = BUDGET, self._smaller_boundaries
        check_options(self.algorithm, options, [field.name for field in fields(MarvelOptions)])
        self.options = MarvelOptions(**options)
        self.remembers_failures = self.options.bookkeeping in ("full", "distinct")
        self.ask_leniently = self.ask.at_level(self.options.removal_alpha)
        p = len(self.names)
        self.started_from: list[int] = []
        self.memory = Memory()
        self.learned = Learned([0] * p, [0] * p)
        self.removal_order: list[int] = []
        self.dead_ends = 0
        self.stopped = False
        self.spared = NOTHING_SPARED
        self.dropped: tuple[Triple, ...] = ()
        self.answer: Pdag | None = None

    def events(self) -> Events:
        """Algorithm 1, yielding each decision when it is made."""
        yield from self.find_boundaries()  # line 1
        queue = Queue(self.boundaries)
        for number in range(1, len(self.names) + 1):  # line 4
            queue.restart()  # line 5: ascending boundary size, ties by index
            yield ev.RoundStarted(number)
            removable = None
            while removable is None and (x := queue.next()) is not None:  # line 6
                if (last := self._unchanged_visit(x)) is not None:
                    yield from self._replay_visit(x, last)
                elif (yield from self._judge(x)):  # lines 7 to 12
                    removable = x
            if removable is None:
                # The paper is silent here: with a faithful oracle it cannot happen.
                removable = yield from self.choose_at_dead_end(queue)
                if removable is None:
                    break
            yield self.remove(removable)  # lines 13 and 14
            queue.remove(removable)
            yield from self.update_boundaries(removable, queue)  # line 15
        yield from self._conclusion()  # lines 17 to 19

    def _judge(self, x: int) -> JudgingEvents:
        yield ev.Visited(x)
        if self.options.bookkeeping == "none":
            memory = self.memory
            for known in (memory.neighbors, memory.v_structures, memory.verdicts):
                known.pop(x, None)
        yield from self.find_neighbors(x)  # lines 7 and 8
        if not (yield from self.test_condition_one(x)):  # line 9
            return False
        yield from self.find_v_structures(x)  # lines 10 and 11
        return (yield from self.test_condition_two(x))  # line 12

    def _unchanged_visit(self, x: int) -> VisitRecord | None:
        """Return the last visit of x where this one can only repeat it; else None, and keep this.

        Where every verdict is remembered and the boundary of x is what it was at its last
        visit, x fails as it did then. Most visits are such: in a graph of 3000 variables
        one in forty is judged.
        """
        if not self.remembers_failures:
            return None
        boundary, visits = self.boundaries[x], self.memory.visits
        last = visits.get(x)
        if last is None or last.boundary != boundary:
            visits[x] = VisitRecord(boundary)
            return None
        return last

    def _replay_visit(self, x: int, last: VisitRecord) -> Events:
        """Report a visit once more: the first time judged from memory alone, then as kept."""
        for event, purpose, searches in last.replay:
            if searches:
                self.ask.skip(purpose, searches)
            yield event
        if last.replay:
            return
        self.spared = NOTHING_SPARED
        for event in self._judge(x):
            last.replay.append((event, *self.spared))
            self.spared = NOTHING_SPARED
            yield event

    def _skip(self, purpose: str, searches: int = 1) -> None:
        """Count searches that memory makes needless."""
        self.ask.skip(purpose, searches)
        self.spared = purpose, searches

    # -- line 1 ------------------------------------------------------------------------

    def find_boundaries(self) -> Events:
        """Take the given boundaries, or find them."""
        yield from super().find_boundaries()
        self.started_from = list(self.boundaries)

    def _smaller_boundaries(self) -> str:
        largest = max(map(int.bit_count, self.started_from or self.boundaries))
        return (
            f"the boundaries are large (up to {largest}): markov_boundaries(test, "
            'method="iamb", symmetry="and") keeps what both ends found, or take pc(test); '
            "budget=None lets it finish"
        )

    # -- lines 7 and 8 -----------------------------------------------------------------

    def find_neighbors(self, x: int) -> Events:
        """Separate the neighbors from the co-parents; once for each variable (Section 3.4.1)."""
        memory, boundary = self.memory, self.boundaries[x]
        reused = x in memory.neighbors
        if reused:
            self._skip(lemmas.NEIGHBORS, boundary.bit_count())
        else:
            neighbor_mask = 0
            for y in sorted_members(boundary):
                found = self._neighbor_separator(x, y)
                if found is None:
                    neighbor_mask |= 1 << y
                else:
                    memory.separating_sets[x, y] = found
                yield ev.NeighborDecided(x, y, found_members(found))
            memory.neighbors[x] = neighbor_mask
            for y in sorted_members(neighbor_mask):
                self.learned.edges[x] |= 1 << y
                self.learned.edges[y] |= 1 << x
        neighbors, co_parents = map(sorted_members, (self._neighbor_mask(x), self._co_parents(x)))
        yield ev.NeighborsKnown(x, neighbors, co_parents, reused)

    def _neighbor_separator(self, x: int, y: int) -> int | None:
        """Return a set that separates x and y, or None: they are neighbors."""
        return self.ask.search(lemmas.neighbor_search(x, y, self.boundaries[x]))

    def _neighbor_mask(self, x: int) -> int:
        """Return the present neighbors: those found once, without the variables that left."""
        return self.memory.neighbors[x] & self.boundaries[x]

    def _co_parents(self, x: int) -> int:
        """Return the present co-parents: present boundary minus neighbors.

        Never "those learned, minus the removed": a co-parent is lost as well when the
        last common child leaves.
        """
        return self.boundaries[x] & ~self.memory.neighbors[x]

    # -- line 9 ------------------------------------------------------------------------

    def test_condition_one(self, x: int) -> JudgingEvents:
        """Test Condition 1 pair by pair, up to the first that fails (Section 3.4.2)."""
        pairs = pairs_of(self._neighbor_mask(x))
        holds = yield from self._all_pass(x, pairs, lemmas.condition_one_search, ev.PairDecided)
        yield ev.ConditionOneDecided(x, holds)
        return holds

    def _all_pass(
        self,
        x: int,
        cases: Iterable[tuple[int, ...]],
        search_of: Callable[..., Search],
        decided: Callable[..., Event],
    ) -> JudgingEvents:
        """Test the cases of a condition up to the first that fails; no remembered one again."""
        verdicts = self.memory.verdicts.setdefault(x, {})
        for case in cases:
            search = search_of(x, *case, self.boundaries[x])
            if known := case in verdicts:
                self._skip(search.purpose)
                found = verdicts[case]
            else:
                found = self.ask_leniently.search(search)
                if found is None or self.remembers_failures:
                    verdicts[case] = found
            yield decided(x, *case, found_members(found), known)
            if found is not None:
                return False
        return True

    # -- lines 10 and 11 ---------------------------------------------------------------

    def find_v_structures(self, x: int) -> Events:
        """Find the v-structures in which x is a parent; once for each variable."""
        memory, boundary = self.memory, self.boundaries[x]
        neighbor_mask, co_parents = self._neighbor_mask(x), self._co_parents(x)
        reused = x in memory.v_structures
        if reused:
            self._skip(lemmas.V_STRUCTURES, neighbor_mask.bit_count() * co_parents.bit_count())
        else:
            found_here = []
            for t in sorted_members(co_parents):
                yield from self._renewed_separating_set(x, t)
                stored = memory.separating_sets[x, t]
                for y in sorted_members(neighbor_mask):
                    inside = bool(stored >> y & 1)
                    found = None
                    if not inside:
                        found = self.ask.search(lemmas.v_structure_search(x, y, t, boundary))
                    is_one = not inside and found is None
                    if is_one:
                        found_here.append((y, t))
                    yield ev.VStructureDecided(x, y, t, is_one, inside, found_members(found))
            memory.v_structures[x] = found_here
            self.learned.draw_v_structures(x, found_here)  # line 11
        yield ev.VStructuresKnown(x, tuple(self._present_v_structures(x)), reused)

    def _renewed_separating_set(self, x: int, t: int) -> Events:
        """Search again where the stored set for x and t has left the boundary.

        The lemma is false for sets outside the boundary, and a set stored at the first visit
        may hold a co-parent that has been lost since.
        """
        stored = self.memory.separating_sets.get((x, t))
        if stored is not None and not stored & ~self.boundaries[x]:
            return
        found = self.ask.search(lemmas.neighbor_search(x, t, self.boundaries[x]))
        if found is None and stored is None:
            # Only wrong answers lead here. The empty set hides no v-structure.
            found = 0
        if found is not None:
            self.memory.separating_sets[x, t] = found
        yield ev.SeparatingSetRenewed(x, t, found_members(found))

    def _present_v_structures(self, x: int) -> list[tuple[int, int]]:
        """Return the v-structures of x whose three members are still there."""
        kept = self.memory.v_structures[x]
        if not kept:
            return kept
        neighbor_mask, co_parents = self._neighbor_mask(x), self._co_parents(x)
        return [(y, t) for y, t in kept if neighbor_mask >> y & 1 and co_parents >> t & 1]

    # -- line 12 -----------------------------------------------------------------------

    def test_condition_two(self, x: int) -> JudgingEvents:
        """Test Condition 2 triple by triple, up to the first that fails (Section 3.4.3)."""
        triples = (
            (y, t, z)
            for y, t in sorted(self._present_v_structures(x))
            for z in sorted_members(self._neighbor_mask(x) & ~(1 << y))
        )
        holds = yield from self._all_pass(x, triples, lemmas.condition_two_search, ev.TripleDecided)
        yield ev.ConditionTwoDecided(x, holds)
        return holds

    # -- lines 13 to 15 ----------------------------------------------------------------

    def choose_at_dead_end(self, queue: Queue) -> Generator[Event, None, int | None]:
        """Return the variable to remove although none passed, or None to stop."""
        self.dead_ends += 1
        chosen = None
        if self.options.no_removable == "smallest-boundary":
            chosen = min(
                members(queue.remaining), key=lambda v: (self.boundaries[v].bit_count(), v)
            )
        else:
            self.stopped = True
        yield ev.NoneRemovable(chosen)
        return chosen

    def remove(self, x: int) -> ev.Removed:
        """Let x leave: keep its neighbors in mind, or point its edges at it, as printed."""
        neighbor_mask = self._neighbor_mask(x)
        arrows: tuple[int, ...] = ()
        if self.options.orientation == "printed":
            # Line 13 to the letter: every undirected edge at x is pointed at x.
            around = sorted_members(self.learned.edges[x])
            heads = self.learned.arrow_parents
            arrows = tuple(y for y in around if not (heads[x] >> y | heads[y] >> x) & 1)
            for y in arrows:
                heads[x] |= 1 << y
        self.learned.departures.append((x, neighbor_mask))
        self.removal_order.append(x)
        return ev.Removed(x, sorted_members(neighbor_mask), arrows)

    def update_boundaries(self, x: int, queue: Queue) -> Events:
        """Take x out of all boundaries; part the neighbors that only x held together."""
        boundaries = self.boundaries
        changed = sorted_members(boundaries[x])
        for y in changed:
            boundaries[y] &= ~(1 << x)
        for y, z in pairs_of(self._neighbor_mask(x)):
            w = lemmas.smaller_boundary(boundaries, y, z)
            given = lemmas.update_search(x, y, z, boundaries[w]).forced
            independent = self.ask.ask(y, z, given, lemmas.BOUNDARY_UPDATE)
            if independent:
                boundaries[y] &= ~(1 << z)
                boundaries[z] &= ~(1 << y)
            yield ev.BoundaryPairTested(x, y, z, w, sorted_members(given), independent)
        for y in changed:
            queue.changed(y)

    # -- lines 17 to 19 ----------------------------------------------------------------

    def _conclusion(self) -> Events:
        kept, dropped = collected_v_structures(self.learned, self.options.orientation)
        self.dropped = tuple(dropped)
        yield ev.VStructuresCollected(tuple(kept), self.dropped)
        steps, self.answer = meek_steps(mask_pattern(self.names, self.learned.edges, kept))
        for step in steps:
            yield ev.EdgeDirected(step.rule, step.tail, step.head, step.because)
        yield ev.Finished()

    def result(self, *, complete: bool = True) -> Result:
        """Return what is known so far; `complete` says whether the run came to its end."""
        names = self.names
        graph = self.answer
        if graph is None:
            kept, _ = collected_v_structures(self.learned, self.options.orientation)
            graph = mask_pattern(names, self.learned.edges, kept)
        return Result(
            algorithm=self.algorithm,
            options={**asdict(self.options), "boundaries": self.source},
            essential_graph=graph,
            removal_order=tuple(names[x] for x in self.removal_order),
            boundaries=labelled(names, self.started_from or self.boundaries),
            counts=self.tally.counts(),
            dead_ends=self.dead_ends,
            dropped=tuple((names[a], names[c], names[b]) for a, c, b in self.dropped),
            complete=complete and not self.stopped,
        )


class DistinctMarvelRun(MarvelRun):
    """MARVEL with ``bookkeeping="distinct"``: no statement is asked twice."""

    def __init__(self, test: Any, boundaries: Boundaries | None = None, **options: Any) -> None:
        super().__init__(test, boundaries, **options)
        self.ask = self.known = DeduplicatingTest(self.ask.test, self.tally)
        self.ask_leniently = self.ask.at_level(self.options.removal_alpha)

    def find_neighbors(self, x: int) -> Events:
        """Lines 7 and 8; the edges drawn are kept in mind."""
        for event in super().find_neighbors(x):
            if isinstance(event, ev.NeighborsKnown) and not event.reused:
                for y in event.neighbors:
                    self.known.join(x, y)
            yield event

    def _neighbor_separator(self, x: int, y: int) -> int | None:
        """Return a set that is known or found to separate x and y, inside Mb_x if any is.

        One outside says as well that y is no neighbor; line 10 searches again if it must.
        """
        found = self.known.any_separator(x, y, self.boundaries[x])
        return super()._neighbor_separator(x, y) if found is None else found

    def find_v_structures(self, x: int) -> Events:
        """Lines 10 and 11; the edge from the co-parent to the collider is kept in mind."""
        for event in super().find_v_structures(x):
            if isinstance(event, ev.VStructureDecided) and event.found:
                self.known.join(event.y, event.t)
            yield event


MARVEL: Final = Algorithm(
    name=MarvelRun.algorithm,
    function=marvel,
    run=marvel_run,
    starts_from="boundaries",
    purposes=(
        lemmas.NEIGHBORS,
        lemmas.CONDITION_ONE,
        lemmas.V_STRUCTURES,
        lemmas.CONDITION_TWO,
        lemmas.BOUNDARY_UPDATE,
    ),
    events=(*BOUNDARY_EVENTS, *events_of(ev.__name__)),
    removes=True,
    bounded=True,
)
