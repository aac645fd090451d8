"""Markov boundary discovery as a recorded run, so that it can be stepped through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from marvel_widgets.core.algorithms.run import Result, Trace, record_run
from marvel_widgets.core.algorithms.run_setup import RunSetup
from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.boundary.discovery import (
    Method,
    Symmetry,
    boundary_events,
    check_methods,
    labelled,
)
from marvel_widgets.core.graphs.bits import transposed
from marvel_widgets.core.graphs.pdag import Pdag


def record_boundaries(
    test: Any, method: Method | None = None, *, symmetry: Symmetry = "or", budget: int | None = None
) -> Trace:
    """Find all Markov boundaries and keep every event and every CI test.

    Parameters
    ----------
    test, method, symmetry
        As `markov_boundaries` takes them.
    budget : int, optional
        The most CI tests allowed.

    Returns
    -------
    Trace
        ``trace.result.algorithm`` is the method, ``trace.result.boundaries`` what
        `markov_boundaries` returns. ``trace.result.essential_graph`` is not an essential graph
        but joins each variable to its boundary without directions: with an oracle, the moral
        graph.

    Raises
    ------
    BudgetExceededError
        The budget was used up; the trace up to there is in `.partial`.
    ValueError
        A method or a rule is unknown, or the budget is not a number of tests.

    Notes
    -----
    As `record` keeps a run: `marvel_widgets.replay.film.Film` shows both.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> trace = record_boundaries(Dag("X -> Y <- T; Y -> Z"), "gs")
    >>> sorted(trace.result.boundaries["X"]), len(trace.tests), len(trace.steps)
    (['T', 'Y'], 23, 18)
    >>> print(trace.result.essential_graph)
    X - Y; X - T; Y - T; Y - Z
    """
    return record_run(BoundaryRun(test, method, symmetry=symmetry, budget=budget))


class BoundaryRun(RunSetup):
    """Boundary discovery at work. Parameters: as `record_boundaries`."""

    def __init__(
        self,
        test: Any,
        method: Method | None = None,
        *,
        symmetry: Symmetry = "or",
        budget: int | None = None,
    ) -> None:
        check_methods(method, symmetry)
        super().__init__(test, method, budget)
        self.algorithm: Any = self.source
        self.symmetry: Symmetry = symmetry

    def events(self) -> Iterator[ev.Event]:
        """Discovery, yielding each decision when it is made."""
        return boundary_events(self.ask, self.boundaries, self.algorithm, self.symmetry)

    def result(self, *, complete: bool = True) -> Result:
        """Return what is known so far; `complete` says whether the run came to its end."""
        names = self.names
        both = zip(self.boundaries, transposed(self.boundaries), strict=True)
        joined = tuple(one | other for one, other in both)
        return Result(
            algorithm=self.algorithm,
            options={"symmetry": self.symmetry},
            finds="moral graph",
            essential_graph=Pdag.from_masks(names, (0,) * len(names), joined),
            removal_order=(),
            boundaries=labelled(names, self.boundaries),
            counts=self.tally.counts(),
            complete=complete,
        )
