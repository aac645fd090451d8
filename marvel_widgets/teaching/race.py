"""The race: several algorithms on one DAG, on one clock of CI tests."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from marvel_widgets.algorithms.registry import ALGORITHMS, record
from marvel_widgets.algorithms.run import Trace
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.equivalence import essential_graph
from marvel_widgets.graphs.errors import GraphError
from marvel_widgets.graphs.pdag import Pdag
from marvel_widgets.independence.counting import BudgetExceededError
from marvel_widgets.teaching.frames import Film
from marvel_widgets.teaching.race_counts import RunCounts
from marvel_widgets.teaching.race_standing import Place, Standing, State
from marvel_widgets.teaching.replay import PlayerState

Given = Literal["given", "found"]

# The paper calls an algorithm failed after so many CI tests (table: experiment).
PAPER_BUDGET: Final = 150_000
# A budget keeps the log in memory: a million tests are enough to see the point.
LARGEST_BUDGET: Final = 1_000_000


@dataclass(frozen=True)
class Racer:
    """One algorithm's recorded run.

    Attributes
    ----------
    algorithm : str
        A name of `ALGORITHMS`.
    trace : Trace
    film : Film
    counts : RunCounts
    right : bool or None
        Whether the final graph is the essential graph of the DAG; for MMPC, which gives no
        directions, whether it has its skeleton. None where the budget stopped the run.
    """

    algorithm: str
    trace: Trace
    film: Film
    counts: RunCounts
    right: bool | None

    @property
    def total(self) -> int:
        """CI tests of the whole run, or up to where the budget stopped it."""
        return self.counts.total

    @property
    def complete(self) -> bool:
        """Whether the run came to its end."""
        return self.trace.result.complete


@dataclass(frozen=True)
class Race:
    """Recorded runs on one DAG, on one clock.

    Attributes
    ----------
    dag : Dag
    racers : tuple of Racer
        In the order in which they were asked for.
    boundaries : {"given", "found"}
        Whether all start from the true Markov boundaries, or each finds them by total
        conditioning first; then the clock and the budget count those tests too.
    budget : int
        The CI tests that each may perform.
    truth : Pdag
        The essential graph of the DAG.
    """

    dag: Dag
    racers: tuple[Racer, ...]
    boundaries: Given
    budget: int
    truth: Pdag

    @property
    def last(self) -> int:
        """The tick at which the slowest is done."""
        return max(racer.total for racer in self.racers)

    @property
    def slowest(self) -> Racer:
        """The racer with the most tests; the first of several."""
        return max(self.racers, key=lambda racer: racer.total)

    def racer(self, algorithm: str) -> Racer:
        """Return a racer by its name.

        Raises
        ------
        ValueError
            It is not in this race.
        """
        for racer in self.racers:
            if racer.algorithm == algorithm:
                return racer
        msg = f"{algorithm!r} is not in this race of {', '.join(r.algorithm for r in self.racers)}"
        raise ValueError(msg)

    def standing(self, tick: int) -> tuple[Standing, ...]:
        """Return where each racer is when so many tests may have been performed.

        Parameters
        ----------
        tick : int
            From 0, where nobody has tested anything (but who needs no test is done), to `last`.
        """
        return tuple(_standing(racer, tick) for racer in self.racers)

    def known(self, racer: Racer, tick: int) -> PlayerState:
        """Return what a racer knows at a tick, decisions without a further test included."""
        film = racer.film
        return film.frame(film.position_after_tests(tick)).state

    def ranking(self, *, distinct: bool = False) -> tuple[Place, ...]:
        """Return the final places: fewest tests first, ties together.

        Parameters
        ----------
        distinct : bool
            Count distinct tests instead of performed ones. Cost: one pass over all tests,
            the first time.
        """
        rows = [
            (not r.complete, r.counts.distinct(r.total) if distinct else r.total, r.algorithm)
            for r in self.racers
        ]
        order = sorted(row[:2] for row in rows)
        places: list[Place] = []
        for stopped, tests in dict.fromkeys(order):
            who = tuple(name for *row, name in rows if row == [stopped, tests])
            places.append(Place(order.index((stopped, tests)) + 1, who, tests, not stopped))
        return tuple(places)

    def next_decision(self, tick: int) -> int:
        """Return the next tick at which the slowest decides something; the last where none is."""
        ticks = [step.tests for step in self.slowest.trace.steps]
        at = bisect_right(ticks, tick)
        return ticks[at] if at < len(ticks) else self.last

    def previous_decision(self, tick: int) -> int:
        """Return the tick before at which the slowest decides something; 0 where none is."""
        ticks = [step.tests for step in self.slowest.trace.steps]
        at = bisect_left(ticks, tick)
        return ticks[at - 1] if at else 0


def _standing(racer: Racer, tick: int) -> Standing:
    tests = max(0, min(tick, racer.total))
    state: State = "running"
    if tests == racer.total:
        state = "finished" if racer.complete else "stopped"
    counts = racer.counts
    return Standing(
        racer.algorithm,
        tests,
        racer.total,
        state,
        counts.discovery(tests),
        counts.by_size(tests),
    )


def race(
    dag: Dag,
    algorithms: Iterable[str] = tuple(ALGORITHMS),
    *,
    boundaries: Given = "given",
    budget: int = PAPER_BUDGET,
) -> Race:
    """Let algorithms learn the same DAG from the same oracle, and record them.

    Parameters
    ----------
    dag : Dag
        Its d-separation oracle answers every test.
    algorithms : iterable of str
        Names of `ALGORITHMS`, each once.
    boundaries : {"given", "found"}
        Whether everybody starts from the true Markov boundaries, or finds them by total
        conditioning first; in the second case those tests count too.
    budget : int
        How many CI tests each may perform.

    Returns
    -------
    Race

    Raises
    ------
    GraphError
        The graph has no variables.
    ValueError
        An algorithm is unknown or named twice, none is named, or an option makes no sense.

    Notes
    -----
    Tests are *performed* tests, one by one in the canonical order; `RunCounts.distinct` has
    the distinct ones. Cost: the runs themselves; the budget limits each of them.

    Examples
    --------
    >>> star = race(Dag("C -> A; C -> B; C -> D; C -> E"), ["marvel", "pc"])
    >>> [(s.algorithm, s.tests, s.total, s.state) for s in star.standing(5)]
    [('marvel', 0, 0, 'finished'), ('pc', 5, 32, 'running')]
    """
    names = list(algorithms)
    if not dag.nodes:
        msg = "the graph has no variables; write at least one, such as A -> B"
        raise GraphError(msg)
    if not names or len(set(names)) < len(names):
        msg = f"a race needs algorithms, each named once; it was given {names}"
        raise ValueError(msg)
    if boundaries not in ("given", "found"):
        msg = f"boundaries is 'given' or 'found', not {boundaries!r}"
        raise ValueError(msg)
    _check_budget(budget)
    truth = essential_graph(dag)
    racers = tuple(_run(dag, name, boundaries, budget, truth) for name in names)
    return Race(dag, racers, boundaries, budget, truth)


def _check_budget(wanted: int) -> None:
    budget: Any = wanted  # what a user wrote, whatever its type
    if not isinstance(budget, int) or not 1 <= budget <= LARGEST_BUDGET:
        msg = f"a race's budget is a number of tests from 1 to {LARGEST_BUDGET:,}, not {budget!r}"
        raise ValueError(msg)


def _run(dag: Dag, name: str, boundaries: Given, budget: int, truth: Pdag) -> Racer:
    given = None
    if boundaries == "given":
        given = {v: dag.markov_boundary(v) for v in dag.nodes}
    right: bool | None = None
    try:
        trace = record(name, dag, given, budget=budget)
    except BudgetExceededError as error:
        trace = error.partial
    else:
        right = is_right(trace, truth)
    return Racer(name, trace, Film(trace), RunCounts(trace.tests), right)


def is_right(trace: Trace, truth: Pdag) -> bool:
    """Return whether a whole run's answer is the truth: of MMPC, its skeleton.

    Parameters
    ----------
    trace : Trace
    truth : Pdag
        The essential graph.

    Examples
    --------
    >>> dag = Dag("X -> Y <- T")
    >>> is_right(record("mmpc", dag), essential_graph(dag))
    True
    """
    found = trace.result.essential_graph
    if trace.result.algorithm == "mmpc":
        return found.skeleton == truth.skeleton
    return found == truth
