"""MARVEL: Markov boundary-based recursive variable elimination (the paper's Algorithm 1).

`MarvelRun.events` is the pseudo-code, line by line; each numbered line that asks CI tests
is a method below it. Where the printed algorithm is loose or wrong, a comment says so.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from marvel_widgets.algorithms import events as ev
from marvel_widgets.algorithms.conclusion import collected_v_structures
from marvel_widgets.algorithms.memory import Learned, Memory, Queue, sorted_tuple
from marvel_widgets.algorithms.options import (
    Bookkeeping,
    MarvelOptions,
    NoRemovable,
    Orientation,
)
from marvel_widgets.algorithms.run import Result, drain
from marvel_widgets.boundary import lemmas
from marvel_widgets.boundary.discovery import total_conditioning
from marvel_widgets.boundary.lemmas import pairs_of
from marvel_widgets.graphs.bits import members
from marvel_widgets.graphs.equivalence import meek_steps, pattern
from marvel_widgets.graphs.errors import GraphError, Label, UnknownVariableError
from marvel_widgets.graphs.pdag import Pdag
from marvel_widgets.independence.counting import CountingTest, Tally
from marvel_widgets.independence.given import as_ci_test

Boundaries = Mapping[Label, Any]
Events = Iterator[ev.Event]
Verdict = Generator[ev.Event, None, bool]


def marvel(
    test: Any,
    boundaries: Boundaries | None = None,
    *,
    bookkeeping: Bookkeeping = "full",
    orientation: Orientation = "recorded",
    no_removable: NoRemovable = "smallest-boundary",
    removal_alpha: float | None = 0.7,
    budget: int | None = None,
) -> Result:
    """Learn an essential graph by removing one variable after the other.

    Parameters
    ----------
    test : CITest or Dag
        What answers CI questions; a DAG stands for its d-separation oracle.
    boundaries : mapping of Label to iterable of Label, optional
        The Markov boundary of every variable. Left out: found by total conditioning with
        the same test, p(p-1)/2 tests of purpose ``"boundary-discovery"``.
    bookkeeping : {"full", "paper", "none"}
        What is remembered between iterations; see `MarvelOptions`.
    orientation : {"recorded", "printed"}
        How v-structures are read off; ``"printed"`` can be wrong; see `MarvelOptions`.
    no_removable : {"smallest-boundary", "stop"}
        What happens when no variable passes. Never with an oracle.
    removal_alpha : float or None
        Level of the tests of Conditions 1 and 2. No effect with an oracle.
    budget : int, optional
        The most CI tests allowed, boundary discovery included.

    Returns
    -------
    Result

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
    DAG (`thm: correctness`, with the repair of lines 13 and 20). Cost with true boundaries:
    at most `upper_bound(p, max_in_degree)` different tests (`prp: complexity`).

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> result = marvel(Dag("X -> Y <- T; Y -> Z"))
    >>> print(result.essential_graph)
    X -> Y; Y -> Z; T -> Y
    >>> result.removal_order, result.counts.performed, result.counts.after_boundaries
    (('Z', 'X', 'Y', 'T'), 10, 4)
    """
    return drain(
        MarvelRun(
            test,
            boundaries,
            bookkeeping=bookkeeping,
            orientation=orientation,
            no_removable=no_removable,
            removal_alpha=removal_alpha,
            budget=budget,
        )
    )


class MarvelRun:
    """MARVEL at work. Parameters: as `marvel`.

    Attributes
    ----------
    names : tuple of Label
    tally : Tally
        Counts so far.
    """

    algorithm = "marvel"

    def __init__(
        self,
        test: Any,
        boundaries: Boundaries | None = None,
        *,
        budget: int | None = None,
        **options: Any,
    ) -> None:
        if budget is not None and budget < 0:
            msg = f"budget is a number of tests from 0 on, or None, not {budget!r}"
            raise ValueError(msg)
        self.options = MarvelOptions(**options)
        self.tally = Tally(budget=budget)
        self.ask = CountingTest(as_ci_test(test), self.tally)
        self.ask_leniently = self.ask.at_level(self.options.removal_alpha)
        self.names = self.ask.names
        p = len(self.names)
        self.given = None if boundaries is None else _checked(boundaries, self.names)
        self.boundaries: list[int] = [0] * p
        self.started_from: list[int] = []
        self.memory = Memory()
        self.learned = Learned([0] * p, [0] * p)
        self.removal_order: list[int] = []
        self.dead_ends = 0
        self.stopped = False
        self.dropped: tuple[tuple[int, int, int], ...] = ()
        self.answer: Pdag | None = None

    def events(self) -> Events:
        """Algorithm 1, yielding each decision when it is made."""
        yield from self._boundaries()  # line 1
        queue = Queue(self.boundaries)
        for number in range(1, len(self.names) + 1):  # line 4
            queue.restart()  # line 5: ascending boundary size, ties by index
            yield ev.RoundStarted(number)
            removable = None
            while removable is None and (x := queue.next()) is not None:  # line 6
                yield ev.Visited(x)
                if self.options.bookkeeping == "none":
                    self._forget(x)
                yield from self._neighbors(x)  # lines 7 and 8
                if not (yield from self._condition_one(x)):  # line 9
                    continue
                yield from self._v_structures(x)  # lines 10 and 11
                if (yield from self._condition_two(x)):  # line 12
                    removable = x
            if removable is None:
                # The paper is silent here: with a faithful oracle it cannot happen.
                removable = yield from self._no_removable(queue)
                if removable is None:
                    break
            yield self._removed(removable)  # lines 13 and 14
            queue.remove(removable)
            yield from self._boundary_update(removable, queue)  # line 15
        yield from self._conclusion()  # lines 20 to 22

    # -- line 1 ------------------------------------------------------------------------

    def _boundaries(self) -> Events:
        if self.given is not None:
            self.boundaries = list(self.given)
            self.started_from = list(self.given)
            yield ev.BoundariesGiven(tuple(map(sorted_tuple, self.given)))
            return
        discovery = total_conditioning(self.ask)
        while True:
            try:
                x, boundary = next(discovery)
            except StopIteration as done:
                self.boundaries = done.value
                break
            yield ev.BoundaryFound(x, sorted_tuple(boundary))
        self.started_from = list(self.boundaries)

    # -- lines 7 and 8 -----------------------------------------------------------------

    def _neighbors(self, x: int) -> Events:
        """Tell neighbors from co-parents; once for each variable (Section 4.4.1)."""
        memory, boundary = self.memory, self.boundaries[x]
        reused = x in memory.neighbors
        if reused:
            self.ask.skip(lemmas.NEIGHBORS, boundary.bit_count())
        else:
            near = 0
            for y in members(boundary):
                found = lemmas.neighbor_separator(self.ask, x, y, boundary)
                if found is None:
                    near |= 1 << y
                else:
                    memory.separating_sets[x, y] = found
                yield ev.NeighborDecided(x, y, None if found is None else sorted_tuple(found))
            memory.neighbors[x] = near
            for y in members(near):
                self.learned.edges[x] |= 1 << y
                self.learned.edges[y] |= 1 << x
        near, others = self._near(x), self._co_parents(x)
        yield ev.NeighborsKnown(x, sorted_tuple(near), sorted_tuple(others), reused)

    def _near(self, x: int) -> int:
        """Return the present neighbors: those found once, without the variables that left."""
        return self.memory.neighbors[x] & self.boundaries[x]

    def _co_parents(self, x: int) -> int:
        """Return the present co-parents: present boundary minus neighbors.

        Never "those learned, minus the removed": a co-parent is lost as well when the
        last common child leaves.
        """
        return self.boundaries[x] & ~self.memory.neighbors[x]

    def _forget(self, x: int) -> None:
        """Bookkeeping ``"none"``: nothing is known of x from earlier iterations."""
        memory = self.memory
        for table in (
            memory.neighbors,
            memory.v_structures,
            memory.passed_pairs,
            memory.passed_triples,
        ):
            table.pop(x, None)

    # -- line 9 ------------------------------------------------------------------------

    def _condition_one(self, x: int) -> Verdict:
        """Test Condition 1 pair by pair, up to the first that fails (Section 4.4.2)."""
        memory, boundary = self.memory, self.boundaries[x]
        passed = memory.passed_pairs.setdefault(x, set())
        failed = memory.failed_pairs.setdefault(x, {})
        holds = True
        for z, w in pairs_of(self._near(x)):
            known = (z, w) in passed or (z, w) in failed
            if known:
                self.ask.skip(lemmas.CONDITION_ONE)
                found = failed.get((z, w))
            else:
                found = lemmas.condition_one_separator(self.ask_leniently, x, z, w, boundary)
                if found is None:
                    passed.add((z, w))
                elif self.options.bookkeeping == "full":
                    failed[z, w] = found
            shown = None if found is None else sorted_tuple(found)
            yield ev.PairDecided(x, z, w, shown, known)
            if found is not None:
                holds = False
                break
        yield ev.ConditionOneDecided(x, holds)
        return holds

    # -- lines 10 and 11 ---------------------------------------------------------------

    def _v_structures(self, x: int) -> Events:
        """Find the v-structures in which x is a parent; once for each variable."""
        memory, boundary = self.memory, self.boundaries[x]
        near, co_parents = self._near(x), self._co_parents(x)
        reused = x in memory.v_structures
        if reused:
            self.ask.skip(lemmas.V_STRUCTURES, near.bit_count() * co_parents.bit_count())
        else:
            found_here = []
            for t in members(co_parents):
                yield from self._renewed_separating_set(x, t)
                stored = memory.separating_sets[x, t]
                for y in members(near):
                    inside = bool(stored >> y & 1)
                    found = None
                    if not inside:
                        found = lemmas.v_structure_separator(self.ask, x, y, t, boundary)
                    is_one = not inside and found is None
                    if is_one:
                        found_here.append((y, t))
                    shown = None if found is None else sorted_tuple(found)
                    yield ev.VStructureDecided(x, y, t, is_one, inside, shown)
            memory.v_structures[x] = found_here
            self._draw_v_structures(x, found_here)
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
            yield ev.SeparatingSetRenewed(x, t, sorted_tuple(found))
        else:
            yield ev.SeparatingSetRenewed(x, t, None)

    def _present_v_structures(self, x: int) -> list[tuple[int, int]]:
        """Return the v-structures of x whose three members are still there."""
        near, co_parents = self._near(x), self._co_parents(x)
        kept = self.memory.v_structures[x]
        return [(y, t) for y, t in kept if near >> y & 1 and co_parents >> t & 1]

    def _draw_v_structures(self, x: int, found: list[tuple[int, int]]) -> None:
        """Line 11. It may direct an edge that line 8 has not drawn yet."""
        learned = self.learned
        for y, t in found:
            triple = (min(x, t), y, max(x, t))
            learned.v_structures[triple] = None
            for tail in (x, t):
                if learned.arrow_parents[tail] >> y & 1:
                    learned.conflicts.append(triple)  # data only: the first arrow stands
                else:
                    learned.arrow_parents[y] |= 1 << tail

    # -- line 12 -----------------------------------------------------------------------

    def _condition_two(self, x: int) -> Verdict:
        """Test Condition 2 triple by triple, up to the first that fails (Section 4.4.3)."""
        memory, boundary = self.memory, self.boundaries[x]
        passed = memory.passed_triples.setdefault(x, set())
        failed = memory.failed_triples.setdefault(x, {})
        holds = True
        triples = (
            (y, t, z)
            for y, t in sorted(self._present_v_structures(x))
            for z in members(self._near(x) & ~(1 << y))
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
                elif self.options.bookkeeping == "full":
                    failed[y, t, z] = found
            shown = None if found is None else sorted_tuple(found)
            yield ev.TripleDecided(x, y, t, z, shown, known)
            if found is not None:
                holds = False
                break
        yield ev.ConditionTwoDecided(x, holds)
        return holds

    # -- lines 13 to 15 ----------------------------------------------------------------

    def _no_removable(self, queue: Queue) -> Generator[ev.Event, None, int | None]:
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

    def _removed(self, x: int) -> ev.Removed:
        near = self._near(x)
        arrows: tuple[int, ...] = ()
        if self.options.orientation == "printed":
            # Line 13 to the letter: every undirected edge at x is pointed at x.
            around = self.learned.edges[x]
            arrows = tuple(y for y in members(around) if not self.learned.has_arrow(x, y))
            for y in arrows:
                self.learned.arrow_parents[x] |= 1 << y
        self.learned.departures.append((x, near))
        self.removal_order.append(x)
        return ev.Removed(x, sorted_tuple(near), arrows)

    def _boundary_update(self, x: int, queue: Queue) -> Events:
        """Take x out of all boundaries; part the neighbors that only x held together."""
        boundaries = self.boundaries
        changed = boundaries[x]
        for y in members(changed):
            boundaries[y] &= ~(1 << x)
        for y, z in pairs_of(self._near(x)):
            w, given = lemmas.update_set(boundaries, x, y, z)
            independent = self.ask.ask(y, z, given, lemmas.BOUNDARY_UPDATE)
            if independent:
                boundaries[y] &= ~(1 << z)
                boundaries[z] &= ~(1 << y)
            yield ev.BoundaryPairTested(x, y, z, w, sorted_tuple(given), independent)
        for y in members(changed):
            queue.changed(y)

    # -- lines 20 to 22 ----------------------------------------------------------------

    def _conclusion(self) -> Events:
        kept, dropped = collected_v_structures(self.learned, self.options.orientation)
        self.dropped = tuple(dropped)
        yield ev.VStructuresCollected(tuple(kept), self.dropped)
        steps, self.answer = meek_steps(pattern(self.names, self.learned.edges, kept))
        for step in steps:
            yield ev.EdgeDirected(step.rule, step.tail, step.head, step.because)
        yield ev.Finished()

    def result(self, *, complete: bool = True) -> Result:
        """Return what is known by now; `complete` says whether the run came to its end."""
        names = self.names
        graph = self.answer
        if graph is None:
            kept, _ = collected_v_structures(self.learned, self.options.orientation)
            graph = pattern(names, self.learned.edges, kept)
        return Result(
            algorithm=self.algorithm,
            options=self.options.to_jsonable(),
            essential_graph=graph,
            removal_order=tuple(names[x] for x in self.removal_order),
            boundaries={
                names[x]: frozenset(names[y] for y in members(mask))
                for x, mask in enumerate(self.started_from)
            },
            counts=self.tally.counts(),
            dead_ends=self.dead_ends,
            dropped=tuple((names[a], names[c], names[b]) for a, c, b in self.dropped),
            complete=complete and not self.stopped,
        )


def _checked(boundaries: Boundaries, names: tuple[Label, ...]) -> list[int]:
    """Return the boundaries as masks, or raise a GraphError that names what is wrong."""
    index = {name: i for i, name in enumerate(names)}
    masks = [0] * len(names)
    for name in names:
        if name not in boundaries:
            msg = f"boundaries has no entry for {name!r}; give one for every variable"
            raise GraphError(msg)
    for name, group in boundaries.items():
        for member in (name, *group):
            if member not in index:
                raise UnknownVariableError(member, names)
        masks[index[name]] = sum(1 << index[m] for m in set(group))
        if masks[index[name]] >> index[name] & 1:
            msg = f"{name!r} is in its own boundary; take it out"
            raise GraphError(msg)
    for x, mask in enumerate(masks):
        for y in members(mask):
            if not masks[y] >> x & 1:
                msg = (
                    f"boundaries is not symmetric: {names[y]!r} is in the boundary of "
                    f"{names[x]!r} but not the other way round"
                )
                raise GraphError(msg)
    return masks
