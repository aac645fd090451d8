"""MMPC: the parents and children of each variable, one variable at a time."""

from __future__ import annotations

from collections.abc import Callable, Generator
from math import inf
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms import rival_events
from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.rivals import SKELETON, Events, RivalWork, Start
from marvel_widgets.core.algorithms.run import Result, drain
from marvel_widgets.core.algorithms.run_setup import EVENTS as BOUNDARY_EVENTS
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.boundary.discovery import one_sided
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.search import Search

Symmetry = Literal["and", "or"]


def mmpc(
    test: Any,
    boundaries: Boundaries | None = None,
    *,
    symmetry: Symmetry = "and",
    start: Start | None = None,
    budget: int | None = None,
) -> Result:
    """Learn a skeleton with max-min parents and children (MMPC).

    Parameters
    ----------
    test : CITest or Dag
        What answers CI questions; a DAG stands for its d-separation oracle.
    boundaries : mapping of Label to iterable of Label, or str, optional
        As `marvel` takes them. None are needed where `start` is ``"complete"``.
    symmetry : {"and", "or"}
        ``"and"`` keeps x - y only where each is found for the other: the correction of
        2006. ``"or"`` is the version of 2003, which may keep a descendant outside the set.
    start : {"moral", "complete"}, optional
        The variables considered for x: its boundary, or all, as published. Left out: all of a
        `GTest` without `boundaries`, the boundary otherwise.
    budget : int, optional
        The most CI tests allowed, boundary discovery included.

    Returns
    -------
    Result
        `essential_graph` has no directions: MMPC finds a skeleton. `removal_order` is
        empty.

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
    From Tsamardinos, Aliferis and Statnikov (2003) and Tsamardinos, Brown and Aliferis
    (2006): forward, each variable separated from x by a subset of the candidates is excluded
    for good, and among the rest the one with the largest least association becomes a
    candidate; only subsets with the newest candidate are new. Backward, a candidate that
    a subset of the others separates is excluded. Ours: a test without degrees (see
    `marvel_widgets.core.boundary.discovery_growing.strongest_candidate`) takes the smallest
    number; variables and subsets come in the canonical order.

    With an oracle and ``symmetry="and"`` the skeleton is right. Cost: exponential in the
    number of candidates.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> result = mmpc(Dag("X -> Y <- T; Y -> Z"))
    >>> print(result.essential_graph)
    X - Y; Y - T; Y - Z
    """
    return drain(MmpcRun(test, boundaries, symmetry=symmetry, start=start, budget=budget))


class MmpcRun(RivalWork):
    """MMPC at work. Parameters: as `mmpc`."""

    algorithm = "mmpc"
    finds = "skeleton"
    choices: ClassVar = MappingProxyType({"symmetry": Symmetry, "start": Start})

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.degrees: Callable[[int, int, int], float] | None = getattr(
            self.ask.test, "association", None
        )

    def events(self) -> Events:
        """MMPC, yielding each decision when it is made."""
        p = len(self.names)
        considered = [((1 << p) - 1) & ~(1 << x) for x in range(p)]
        if self.start == "moral":
            yield from self.find_boundaries()  # line 1
            considered = self.boundaries
        found = [0] * p
        for x in range(p):  # line 2
            yield rival_events.CandidatesStarted(x)  # line 3
            candidates = yield from self.forward(x, considered[x])  # lines 4 and 5
            found[x] = yield from self.backward(x, candidates)  # line 6
            for y in members(found[x]):
                self.edges[x] |= 1 << y
                self.edges[y] |= 1 << x
            yield rival_events.CandidatesKnown(x, tuple(members(found[x])))  # line 7
        pairs = one_sided(found)  # line 8
        if self.options["symmetry"] == "and":
            for x, y in pairs:
                self.remove_edge(x, y)
        yield rival_events.SkeletonCorrected(self.options["symmetry"], pairs)
        self.answer = self.result().essential_graph
        yield ev.Finished()  # line 9

    def forward(self, x: int, considered: int) -> Generator[Event, None, int]:
        """Let in one candidate after the other; return them as a mask."""
        candidates = newest = 0
        weakest: dict[int, float] = {}
        while considered:
            for y in members(considered):
                older = candidates & ~newest
                found = self.ask.search(Search(x, y, older, newest, SKELETON))
                if found is not None:
                    considered &= ~(1 << y)
                    separating = tuple(members(found | newest))
                    yield rival_events.CandidateExcluded(x, y, separating, False)
                else:
                    least = self.least_association(x, y, older, newest)
                    weakest[y] = min(weakest.get(y, inf), least)
            if not considered:
                break
            y = max(members(considered), key=lambda v: (weakest[v], -v))
            newest = 1 << y
            candidates |= newest
            considered &= ~newest
            yield rival_events.CandidateChosen(x, y)
        return candidates

    def least_association(self, x: int, y: int, older: int, newest: int) -> float:
        """Return the least association of x and y over the sets just tested; 0 without degrees."""
        degrees = self.degrees
        if degrees is None:
            return 0.0
        sets = Search(x, y, older, newest).sets()
        return min(degrees(x, y, given) for given in sets)

    def backward(self, x: int, candidates: int) -> Generator[Event, None, int]:
        """Take out the candidates that a set of the others separates."""
        for y in members(candidates):
            remaining = candidates & ~(1 << y)
            found = self.ask.search(Search(x, y, remaining, 0, SKELETON))
            if found is not None:
                candidates = remaining
                yield rival_events.CandidateExcluded(x, y, tuple(members(found)), True)
        return candidates


MMPC: Final = Algorithm(
    name=MmpcRun.algorithm,
    function=mmpc,
    run=MmpcRun,
    starts_from="boundaries",
    published={"start": "complete"},
    purposes=(SKELETON,),
    events=(
        *BOUNDARY_EVENTS,
        rival_events.CandidatesStarted,
        rival_events.CandidateExcluded,
        rival_events.CandidateChosen,
        rival_events.CandidatesKnown,
        rival_events.SkeletonCorrected,
        ev.Finished,
    ),
    finds=MmpcRun.finds,
)
