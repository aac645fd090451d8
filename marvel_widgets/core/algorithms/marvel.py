"""MARVEL: Markov boundary-based recursive variable elimination (the paper's Algorithm 1).

`MarvelRun.events` is the pseudo-code, line by line; the lines that ask CI tests are the
methods of `marvel_widgets.core.algorithms.marvel_work`.
"""

from __future__ import annotations

from typing import Any, Final

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.contradictions import collected_v_structures
from marvel_widgets.core.algorithms.deduplication import DeduplicatingTest
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.event_types import named
from marvel_widgets.core.algorithms.marvel_work import (
    NOTHING_SPARED,
    Budget,
    Events,
    JudgingEvents,
    MarvelWork,
)
from marvel_widgets.core.algorithms.memory import Queue, VisitRecord
from marvel_widgets.core.algorithms.options import Bookkeeping, NoRemovable, Orientation
from marvel_widgets.core.algorithms.run import Result, drain
from marvel_widgets.core.algorithms.run_setup import EVENTS as BOUNDARY_EVENTS
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.graphs.equivalence import meek_steps
from marvel_widgets.core.graphs.pdag import Pdag, mask_pattern


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


class MarvelRun(MarvelWork):
    """MARVEL at work. Parameters: as `marvel`; ``bookkeeping="distinct"`` is a class of its own."""

    algorithm = "marvel"

    def __init__(self, test: Any, boundaries: Boundaries | None = None, **options: Any) -> None:
        super().__init__(test, boundaries, **options)
        self.dropped: tuple[tuple[int, int, int], ...] = ()
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
            self.memory.forget(x)
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
            options={**self.options.to_jsonable(), "boundaries": self.source},
            essential_graph=graph,
            removal_order=tuple(names[x] for x in self.removal_order),
            boundaries={
                names[x]: frozenset([names[y] for y in self.tuples[mask]])
                for x, mask in enumerate(self.started_from or self.boundaries)
            },
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
    events=(*BOUNDARY_EVENTS, *named([ev]).values()),
    paper_place=1,
    removes=True,
    bounded=True,
)
