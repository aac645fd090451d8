"""Runs: an algorithm drained to its result, or recorded event by event and test by test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import Label, walk
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.independence import counting
from marvel_widgets.core.independence.log import TestLog

Finds = Literal["essential graph", "skeleton", "moral graph"]


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """What a run found.

    Attributes
    ----------
    algorithm : str
    options : Mapping of str to Any
        The named choices it ran with.
    essential_graph : Pdag
        The answer. Where `complete` is false: what was learned so far, Meek's rules not
        applied.
    removal_order : tuple of Label
        The variables in the order in which they left.
    boundaries : Mapping of Label to frozenset of Label
        The Markov boundaries that the run started from; in a run that was stopped while
        looking for them, those found by then.
    counts : Counts
        See `marvel_widgets.core.independence.counting`.
    dead_ends : int
        Iterations in which no variable passed; 0 with an oracle.
    dropped : tuple of (a, collider, b)
        V-structures that contradict others or the skeleton; empty with an oracle.
    separating_sets : Mapping of frozenset of Label to frozenset of Label
        For each pair whose edge left, the set that separated it; of PC, otherwise empty.
    conflicts : tuple of (a, b)
        Edges that v-structures direct both ways, so that they have two heads; in
        `essential_graph` they have no direction. Of ``pc(..., conflicts="mark")``.
    complete : bool
        False when the run was stopped, by its budget or by a dead end.
    finds : {"essential graph", "skeleton", "moral graph"}
        What `essential_graph` is meant to be: the skeleton of MMPC, the moral graph of
        `record_boundaries`.
    """

    algorithm: str
    options: Mapping[str, Any]
    essential_graph: Pdag
    removal_order: tuple[Label, ...]
    boundaries: Mapping[Label, frozenset[Label]]
    counts: counting.Counts
    dead_ends: int = 0
    dropped: tuple[tuple[Label, Label, Label], ...] = ()
    complete: bool = True
    separating_sets: Mapping[frozenset[Label], frozenset[Label]] = field(default_factory=dict)
    conflicts: tuple[tuple[Label, Label], ...] = ()
    finds: Finds = "essential graph"

    def __repr__(self) -> str:
        found = f"{self.essential_graph!r}, {self.counts.performed:,} CI tests"
        told = f"{self.algorithm}: {found}{'' if self.complete else ', stopped'}"
        return f"<Result of {'. '.join([told, *self.doubts])}>"

    @property
    def is_essential_graph(self) -> bool:
        """Whether the answer is the essential graph of some DAG; on data it need not be.

        Cost: as `essential_graph`, and less for an answer that no DAG has.
        """
        dag = None if self.conflicts else self.essential_graph.extension()
        return dag is not None and essential_graph(dag) == self.essential_graph

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why the answer is in doubt, in sentences; `repr` and the apps show them.

        Five in a hundred tests or more said nothing, or the answer is no essential graph.
        """
        found = []
        undecided, performed = self.counts.undecided, self.counts.performed
        if 20 * undecided >= performed > 0:
            way_out = "Take more samples, or fewer categories."
            if self.options.get("boundaries") == "tc":
                way_out = "Start from the complete graph, or take boundaries by IAMB."
            found.append(
                f"{undecided:,} of {performed:,} tests had no degree of freedom left and count as "
                f"independent: a missing edge means nothing here. {way_out}"
            )
        is_meant = self.complete and self.finds == "essential graph"
        if is_meant and not self.is_essential_graph:
            is_printed = self.options.get("orientation") == "printed"
            found.append(
                f"{self._why_not()}. {'The printed rule or some' if is_printed else 'Some'} tests "
                "erred, or the table is not as the method assumes; trust the edges before the "
                "arrows."
            )
        return tuple(found)

    def _why_not(self) -> str:
        graph = self.essential_graph
        if self.conflicts:
            pairs = ", ".join(f"{a} - {b}" for a, b in self.conflicts)
            return f"No DAG has this answer: v-structures direct {pairs} both ways"
        if cycle := graph.cycle():
            return f"No DAG has this answer: {walk(cycle)} is a cycle"
        if graph.extension() is None:
            return "No DAG has these arrows and no further v-structure"
        return "The essential graph of a DAG with these arrows is another one"

    @property
    def skeleton(self) -> frozenset[frozenset[Label]]:
        """The edges found, directions forgotten."""
        return self.essential_graph.skeleton


class Run(Protocol):
    """An algorithm at work: a stream of events, and the result when it is drained."""

    algorithm: str
    names: tuple[Label, ...]
    tally: counting.Tally
    ask: counting.CountingTest

    def events(self) -> Iterator[Event]:
        """Run, yielding each decision when it is made."""

    def result(self, *, complete: bool = True) -> Result:
        """Return what is known so far."""


class Step(NamedTuple):
    """An event, and how many CI tests had been done when it was reported."""

    event: Event
    tests: int


@dataclass(frozen=True, slots=True, repr=False)
class Trace:
    """A recorded run.

    Attributes
    ----------
    names : tuple of Label
        Number i in events and tests is ``names[i]``.
    steps : tuple of Step
        All events, in order.
    tests : TestLog
        All CI tests, in order. Step k was preceded by the tests from ``steps[k-1].tests``
        to ``steps[k].tests``. A run stopped by its budget may end with tests that no event
        followed.
    result : Result
        The same as the run without recording returns, with ``counts.distinct`` known.

    Examples
    --------
    >>> from marvel_widgets import Dag, marvel, record
    >>> trace = record(marvel, Dag("X -> Y <- T; Y -> Z"))
    >>> trace
    <Trace of marvel: 4 variables, 40 steps, 10 CI tests>
    >>> len(trace.tests), trace.steps[-1].tests, trace.result.counts.after_boundaries
    (10, 10, 4)
    """

    names: tuple[Label, ...]
    steps: tuple[Step, ...]
    tests: TestLog
    result: Result

    def __repr__(self) -> str:
        size = f"{len(self.names):,} variables, {len(self.steps):,} steps"
        stopped = "" if self.result.complete else ", stopped"
        return f"<Trace of {self.result.algorithm}: {size}, {len(self.tests):,} CI tests{stopped}>"

    def ledger(self) -> list[dict[str, Any]]:
        """Return the tests as rows with labels, for a table.

        Columns: number (from 1), x, y, given, independent, purpose; p_value and alpha, the
        level at which it was asked (None for an oracle); fallback, see `TestRecord`.
        """
        names = self.names
        return [
            {
                "number": test.number + 1,
                "x": names[test.x],
                "y": names[test.y],
                "given": tuple(names[i] for i in test.given),
                "independent": test.independent,
                "purpose": test.purpose,
                "p_value": test.p_value,
                "alpha": test.alpha,
                "fallback": test.fallback,
            }
            for test in self.tests
        ]


def drain(run: Run) -> Result:
    """Run to the end and return the result; events are dropped."""
    try:
        for _ in run.events():
            pass
    except counting.BudgetExceededError as error:
        error.partial = run.result(complete=False)
        raise
    return run.result()


def record_run(run: Run) -> Trace:
    """Run to the end and return everything that happened."""
    steps: list[Step] = []
    tally = run.tally
    log = TestLog(test=run.ask.test) if tally.log is None else tally.log
    tally.log = log
    try:
        for event in run.events():
            steps.append(Step(event, tally.performed))
    except counting.BudgetExceededError as error:
        error.partial = Trace(run.names, tuple(steps), log, run.result(complete=False))
        raise
    return Trace(run.names, tuple(steps), log, run.result())
