"""The lines of MARVEL's pseudo-code that ask CI tests or change what is known.

`marvel_widgets.core.algorithms.marvel` calls these in the order of the paper's Algorithm 1.
Where the printed algorithm is loose or wrong, a comment says so.
"""

from collections.abc import Generator, Iterator
from typing import Any, Final, Literal

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.memory import Learned, Memory, Queue, SortedPairs, SortedTuples
from marvel_widgets.core.algorithms.options import MarvelOptions
from marvel_widgets.core.algorithms.run_setup import RunSetup
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.boundary.discovery import fitting_method
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.bits import members

Events = Iterator[Event]
JudgingEvents = Generator[Event, None, bool]

Budget = int | Literal["default"] | None

BUDGET: Final = 20_000  # of a run on a test that is not fit for total conditioning
NOTHING_SPARED = ("", 0)


class MarvelWork(RunSetup):
    """MARVEL's state, and its lines 2 to 15 as methods. Parameters: as `marvel`."""

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
        self.options = MarvelOptions.from_names(options)
        self.remembers_failures = self.options.bookkeeping in ("full", "distinct")
        self.ask_leniently = self.ask.at_level(self.options.removal_alpha)
        p = len(self.names)
        self.started_from: list[int] = []
        self.memory = Memory()
        self.tuples, self.pairs = SortedTuples(), SortedPairs()
        self.learned = Learned([0] * p, [0] * p)
        self.removal_order: list[int] = []
        self.dead_ends = 0
        self.stopped = False
        self.spared = NOTHING_SPARED

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
            for y in self.tuples[boundary]:
                found = self._neighbor_separator(x, y)
                if found is None:
                    neighbor_mask |= 1 << y
                else:
                    memory.separating_sets[x, y] = found
                yield ev.NeighborDecided(x, y, None if found is None else self.tuples[found])
            memory.neighbors[x] = neighbor_mask
            for y in self.tuples[neighbor_mask]:
                self.learned.edges[x] |= 1 << y
                self.learned.edges[y] |= 1 << x
        neighbor_mask, co_parent_mask = self._neighbor_mask(x), self._co_parents(x)
        yield ev.NeighborsKnown(x, self.tuples[neighbor_mask], self.tuples[co_parent_mask], reused)

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
        memory, boundary = self.memory, self.boundaries[x]
        passed = memory.passed_pairs.setdefault(x, set())
        failed = memory.failed_pairs.setdefault(x, {})
        holds = True
        for z, w in self.pairs[self._neighbor_mask(x)]:
            known = (z, w) in passed or (z, w) in failed
            if known:
                self._skip(lemmas.CONDITION_ONE)
                found = failed.get((z, w))
            else:
                search = lemmas.condition_one_search(x, z, w, boundary)
                found = self.ask_leniently.search(search)
                if found is None:
                    passed.add((z, w))
                elif self.remembers_failures:
                    failed[z, w] = found
            shown = None if found is None else self.tuples[found]
            yield ev.PairDecided(x, z, w, shown, known)
            if found is not None:
                holds = False
                break
        yield ev.ConditionOneDecided(x, holds)
        return holds

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
            for t in self.tuples[co_parents]:
                yield from self._renewed_separating_set(x, t)
                stored = memory.separating_sets[x, t]
                for y in self.tuples[neighbor_mask]:
                    inside = bool(stored >> y & 1)
                    found = None
                    if not inside:
                        found = self.ask.search(lemmas.v_structure_search(x, y, t, boundary))
                    is_one = not inside and found is None
                    if is_one:
                        found_here.append((y, t))
                    shown = None if found is None else self.tuples[found]
                    yield ev.VStructureDecided(x, y, t, is_one, inside, shown)
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
        yield ev.SeparatingSetRenewed(x, t, None if found is None else self.tuples[found])

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
        memory, boundary = self.memory, self.boundaries[x]
        passed = memory.passed_triples.setdefault(x, set())
        failed = memory.failed_triples.setdefault(x, {})
        holds = True
        triples = (
            (y, t, z)
            for y, t in sorted(self._present_v_structures(x))
            for z in self.tuples[self._neighbor_mask(x) & ~(1 << y)]
        )
        for y, t, z in triples:
            known = (y, t, z) in passed or (y, t, z) in failed
            if known:
                self._skip(lemmas.CONDITION_TWO)
                found = failed.get((y, t, z))
            else:
                search = lemmas.condition_two_search(x, y, t, z, boundary)
                found = self.ask_leniently.search(search)
                if found is None:
                    passed.add((y, t, z))
                elif self.remembers_failures:
                    failed[y, t, z] = found
            shown = None if found is None else self.tuples[found]
            yield ev.TripleDecided(x, y, t, z, shown, known)
            if found is not None:
                holds = False
                break
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
            around = self.tuples[self.learned.edges[x]]
            arrows = tuple(y for y in around if not self.learned.has_arrow(x, y))
            for y in arrows:
                self.learned.arrow_parents[x] |= 1 << y
        self.learned.departures.append((x, neighbor_mask))
        self.removal_order.append(x)
        return ev.Removed(x, self.tuples[neighbor_mask], arrows)

    def update_boundaries(self, x: int, queue: Queue) -> Events:
        """Take x out of all boundaries; part the neighbors that only x held together."""
        boundaries = self.boundaries
        changed = self.tuples[boundaries[x]]
        for y in changed:
            boundaries[y] &= ~(1 << x)
        for y, z in self.pairs[self._neighbor_mask(x)]:
            w = lemmas.smaller_boundary(boundaries, y, z)
            given = lemmas.update_search(x, y, z, boundaries[w]).forced
            independent = self.ask.ask(y, z, given, lemmas.BOUNDARY_UPDATE)
            if independent:
                boundaries[y] &= ~(1 << z)
                boundaries[z] &= ~(1 << y)
            yield ev.BoundaryPairTested(x, y, z, w, self.tuples[given], independent)
        for y in changed:
            queue.changed(y)
