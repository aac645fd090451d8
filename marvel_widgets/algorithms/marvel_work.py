"""The lines of MARVEL's pseudo-code that ask CI tests or change what is known.

`marvel_widgets.algorithms.marvel` calls these in the order of the paper's Algorithm 1.
Where the printed algorithm is loose or wrong, a comment says so.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from marvel_widgets.algorithms import events as ev
from marvel_widgets.algorithms.beginning import counting_test, starting_boundaries
from marvel_widgets.algorithms.knowing import KnowingTest
from marvel_widgets.algorithms.memory import Learned, Memory, Queue, SortedPairs, SortedTuples
from marvel_widgets.algorithms.options import MarvelOptions
from marvel_widgets.boundary import lemmas
from marvel_widgets.boundary.given import Boundaries, boundary_masks
from marvel_widgets.graphs.bits import members

Events = Iterator[ev.Event]
Verdict = Generator[ev.Event, None, bool]


class MarvelWork:
    """MARVEL's state, and its lines 1 to 15 as methods. Parameters: as `marvel`.

    Attributes
    ----------
    names : tuple of Label
    tally : Tally
        Counts so far.
    boundaries, started_from : list of int
        The present boundaries, and those at the beginning, as masks.
    memory : Memory
    remembers_failures : bool
        Whether failed pairs and triples are kept, so that a visit may be a repetition.
    tuples, pairs : SortedTuples, SortedPairs
        Masks as tuples.
    learned : Learned
    removal_order : list of int
    dead_ends : int
        Iterations in which no variable passed.
    stopped : bool
        Whether a dead end stopped the run.
    """

    def __init__(
        self,
        test: Any,
        boundaries: Boundaries | None = None,
        *,
        budget: int | None = None,
        **options: Any,
    ) -> None:
        self.options = MarvelOptions.from_names(options)
        self.remembers_failures = self.options.bookkeeping in ("full", "distinct")
        self.ask = counting_test(test, budget)
        self.knowing: KnowingTest | None = None
        if self.options.bookkeeping == "distinct":
            self.ask = self.knowing = KnowingTest(self.ask.test, self.ask.tally)
        self.tally = self.ask.tally
        self.ask_leniently = self.ask.at_level(self.options.removal_alpha)
        self.names = self.ask.names
        p = len(self.names)
        self.given = None if boundaries is None else boundary_masks(boundaries, self.names)
        self.boundaries: list[int] = [0] * p
        self.started_from: list[int] = []
        self.memory = Memory()
        self.tuples, self.pairs = SortedTuples(), SortedPairs()
        self.learned = Learned([0] * p, [0] * p)
        self.removal_order: list[int] = []
        self.dead_ends = 0
        self.stopped = False

    # -- line 1 ------------------------------------------------------------------------

    def find_boundaries(self) -> Events:
        """Take the given boundaries, or find them by total conditioning."""
        yield from starting_boundaries(self.ask, self.given, self.boundaries)
        self.started_from = list(self.boundaries)

    # -- lines 7 and 8 -----------------------------------------------------------------

    def find_neighbors(self, x: int) -> Events:
        """Tell neighbors from co-parents; once for each variable (Section 3.4.1)."""
        memory, boundary = self.memory, self.boundaries[x]
        reused = x in memory.neighbors
        if reused:
            self.ask.skip(lemmas.NEIGHBORS, boundary.bit_count())
        else:
            near = 0
            for y in self.tuples[boundary]:
                found = self._known_separator(x, y)
                if found is None:
                    found = lemmas.neighbor_separator(self.ask, x, y, boundary)
                if found is None:
                    near |= 1 << y
                else:
                    memory.separating_sets[x, y] = found
                yield ev.NeighborDecided(x, y, None if found is None else self.tuples[found])
            memory.neighbors[x] = near
            for y in self.tuples[near]:
                self.learned.edges[x] |= 1 << y
                self.learned.edges[y] |= 1 << x
                self._join(x, y)
        near, others = self._near(x), self._co_parents(x)
        yield ev.NeighborsKnown(x, self.tuples[near], self.tuples[others], reused)

    def _known_separator(self, x: int, y: int) -> int | None:
        """Bookkeeping ``"distinct"``: return a set known to part x and y, inside Mb_x if any is.

        One outside says as well that y is no neighbor; line 10 searches again if it must.
        """
        if self.knowing is None:
            return None
        return self.knowing.any_separator(x, y, self.boundaries[x])

    def _join(self, x: int, y: int) -> None:
        """Bookkeeping ``"distinct"``: keep in mind that an edge joins x and y."""
        if self.knowing is not None:
            self.knowing.join(x, y)

    def _near(self, x: int) -> int:
        """Return the present neighbors: those found once, without the variables that left."""
        return self.memory.neighbors[x] & self.boundaries[x]

    def _co_parents(self, x: int) -> int:
        """Return the present co-parents: present boundary minus neighbors.

        Never "those learned, minus the removed": a co-parent is lost as well when the
        last common child leaves.
        """
        return self.boundaries[x] & ~self.memory.neighbors[x]

    # -- line 9 ------------------------------------------------------------------------

    def test_condition_one(self, x: int) -> Verdict:
        """Test Condition 1 pair by pair, up to the first that fails (Section 3.4.2)."""
        memory, boundary = self.memory, self.boundaries[x]
        passed = memory.passed_pairs.setdefault(x, set())
        failed = memory.failed_pairs.setdefault(x, {})
        holds = True
        for z, w in self.pairs[self._near(x)]:
            known = (z, w) in passed or (z, w) in failed
            if known:
                self.ask.skip(lemmas.CONDITION_ONE)
                found = failed.get((z, w))
            else:
                found = lemmas.condition_one_separator(self.ask_leniently, x, z, w, boundary)
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
        near, co_parents = self._near(x), self._co_parents(x)
        reused = x in memory.v_structures
        if reused:
            self.ask.skip(lemmas.V_STRUCTURES, near.bit_count() * co_parents.bit_count())
        else:
            found_here = []
            for t in self.tuples[co_parents]:
                yield from self._renewed_separating_set(x, t)
                stored = memory.separating_sets[x, t]
                for y in self.tuples[near]:
                    inside = bool(stored >> y & 1)
                    found = None
                    if not inside:
                        found = lemmas.v_structure_separator(self.ask, x, y, t, boundary)
                    is_one = not inside and found is None
                    if is_one:
                        found_here.append((y, t))
                        self._join(y, t)
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
        found = lemmas.neighbor_separator(self.ask, x, t, self.boundaries[x])
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
        near, co_parents = self._near(x), self._co_parents(x)
        return [(y, t) for y, t in kept if near >> y & 1 and co_parents >> t & 1]

    # -- line 12 -----------------------------------------------------------------------

    def test_condition_two(self, x: int) -> Verdict:
        """Test Condition 2 triple by triple, up to the first that fails (Section 3.4.3)."""
        memory, boundary = self.memory, self.boundaries[x]
        passed = memory.passed_triples.setdefault(x, set())
        failed = memory.failed_triples.setdefault(x, {})
        holds = True
        triples = (
            (y, t, z)
            for y, t in sorted(self._present_v_structures(x))
            for z in self.tuples[self._near(x) & ~(1 << y)]
        )
        for y, t, z in triples:
            known = (y, t, z) in passed or (y, t, z) in failed
            if known:
                self.ask.skip(lemmas.CONDITION_TWO)
                found = failed.get((y, t, z))
            else:
                found = lemmas.condition_two_separator(self.ask_leniently, x, y, t, z, boundary)
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

    def choose_at_dead_end(self, queue: Queue) -> Generator[ev.Event, None, int | None]:
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
        near = self._near(x)
        arrows: tuple[int, ...] = ()
        if self.options.orientation == "printed":
            # Line 13 to the letter: every undirected edge at x is pointed at x.
            around = self.tuples[self.learned.edges[x]]
            arrows = tuple(y for y in around if not self.learned.has_arrow(x, y))
            for y in arrows:
                self.learned.arrow_parents[x] |= 1 << y
        self.learned.departures.append((x, near))
        self.removal_order.append(x)
        return ev.Removed(x, self.tuples[near], arrows)

    def update_boundaries(self, x: int, queue: Queue) -> Events:
        """Take x out of all boundaries; part the neighbors that only x held together."""
        boundaries = self.boundaries
        changed = self.tuples[boundaries[x]]
        for y in changed:
            boundaries[y] &= ~(1 << x)
        for y, z in self.pairs[self._near(x)]:
            w, given = lemmas.update_set(boundaries, x, y, z)
            independent = self.ask.ask(y, z, given, lemmas.BOUNDARY_UPDATE)
            if independent:
                boundaries[y] &= ~(1 << z)
                boundaries[z] &= ~(1 << y)
            yield ev.BoundaryPairTested(x, y, z, w, self.tuples[given], independent)
        for y in changed:
            queue.changed(y)
