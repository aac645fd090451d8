"""The race: several algorithms on one DAG, on one clock of CI tests."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from marvel_widgets.core.algorithms.own import OWN, Program
from marvel_widgets.core.algorithms.own_events import ProgramStopped
from marvel_widgets.core.algorithms.registry import ALGORITHMS, DESCRIBED, described_as
from marvel_widgets.core.algorithms.rivals import Start
from marvel_widgets.core.algorithms.run import Trace, record_run
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.fold import PlayerState
from marvel_widgets.replay.option_words import algorithm_name

Given = Literal["given", "found", "own"]
State = Literal["running", "finished", "stopped"]

# The paper calls an algorithm failed after so many CI tests (table: experiment).
PAPER_BUDGET: Final = 150_000
# A budget keeps the log in memory: a million tests are enough to see the point.
LARGEST_BUDGET: Final = 1_000_000


def racer_title(name: str) -> str:
    """Return a racer's name as people write it; a function of your own has the name you gave it."""
    return algorithm_name(name) if name in DESCRIBED else name


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a racer is at a tick of the clock: what has happened by then, and nothing later."""

    algorithm: str
    tests: int
    state: State
    place: int | None
    discovery: int
    by_size: dict[int, int]

    @property
    def mean_size(self) -> float | None:
        """Mean set size of the tests so far after boundary discovery; None before the first."""
        tests = sum(self.by_size.values())
        return sum(size * n for size, n in self.by_size.items()) / tests if tests else None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A place in the ranking, shared by those with equally many tests."""

    rank: int
    algorithms: tuple[str, ...]
    tests: int
    finished: bool


@dataclass(frozen=True)
class Racer:
    """One algorithm's recorded run; `name` tells it from the others of its race."""

    name: str
    algorithm: str
    trace: Trace
    film: Film
    right: bool | None

    @property
    def needs_boundaries(self) -> bool:
        """Whether it started from the Markov boundaries, and not from the complete graph."""
        return self.film.context.needs_boundaries

    @property
    def total(self) -> int:
        """CI tests of the whole run, or up to where the budget stopped it."""
        return len(self.trace.tests)

    @property
    def complete(self) -> bool:
        return self.trace.result.complete

    def distinct(self, tests: int) -> int:
        """Return how many different statements the first tests are about."""
        tests = max(0, min(tests, self.total))
        return tests - bisect_left(self._repeats, tests)

    @cached_property
    def _repeats(self) -> list[int]:
        """The numbers of the tests that ask what was asked before, from 0."""
        seen: set[tuple[int, int, int]] = set()
        repeats: list[int] = []
        queries = (query for entry in self.trace.tests.entries for query in entry.queries())
        for number, (x, y, given, _) in enumerate(queries):
            statement = (x, y, given) if x < y else (y, x, given)
            if statement in seen:
                repeats.append(number)
            seen.add(statement)
        return repeats


@dataclass(frozen=True)
class Race:
    """Recorded runs on one DAG, on one clock."""

    dag: Dag
    racers: tuple[Racer, ...]
    boundaries: Given
    budget: int

    @property
    def last(self) -> int:
        """The tick at which the slowest is done."""
        return max(racer.total for racer in self.racers)

    @property
    def slowest(self) -> Racer:
        """The racer with the most tests; the first of several."""
        return max(self.racers, key=lambda racer: racer.total)

    def racer(self, name: str) -> Racer:
        """Return a racer by its name; ``"own"`` is the first function of your own."""
        for racer in self.racers:
            if name in (racer.name, racer.algorithm):
                return racer
        msg = f"{shown(name)} is not in this race of {', '.join(r.name for r in self.racers)}"
        raise ValueError(msg)

    def standing(self, tick: int) -> tuple[Standing, ...]:
        """Return where each racer is after so many tests: from 0, before the first, to `last`."""
        return tuple(self._standing(racer, tick) for racer in self.racers)

    def _standing(self, racer: Racer, tick: int) -> Standing:
        tests = max(0, min(tick, racer.total))
        state: State = "running"
        if tests == racer.total:
            state = "finished" if racer.complete else "stopped"
        place = self._places[racer.name] if state == "finished" else None
        counts = racer.film.counters(racer.film.position_after_tests(tests))
        discovery = counts.performed - counts.after_boundaries
        return Standing(racer.name, tests, state, place, discovery, counts.by_size)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: each.rank for each in self.ranking() for name in each.algorithms}

    def known(self, racer: Racer, tick: int) -> PlayerState:
        """Return what a racer knows at a tick, decisions without a further test included."""
        film = racer.film
        return film.frame(film.position_after_tests(tick)).state

    def ranking(self, *, distinct: bool = False) -> tuple[Ranked, ...]:
        """Return the final places: fewest tests first, ties together.

        With `distinct`, distinct tests are counted instead of performed ones, which costs one pass
        over all tests the first time.
        """
        rows = [
            (not r.complete, r.distinct(r.total) if distinct else r.total, r.name)
            for r in self.racers
        ]
        order = sorted(row[:2] for row in rows)
        places: list[Ranked] = []
        for stopped, tests in dict.fromkeys(order):
            who = tuple(name for *row, name in rows if row == [stopped, tests])
            places.append(Ranked(order.index((stopped, tests)) + 1, who, tests, not stopped))
        return tuple(places)

    def next(self, tick: int, level: str) -> int:
        """Return the tick after a step of a level.

        With ``"test"`` that is the next one, with ``"decision"`` that at which the slowest decides
        something; the last where none is.
        """
        if level == "test":
            return min(tick + 1, self.last)
        at = bisect_right(self._decisions, tick)
        return self._decisions[at] if at < len(self._decisions) else self.last

    def previous(self, tick: int, level: str) -> int:
        """Return the tick before it, likewise; 0 where none is."""
        at = bisect_left(self._decisions, tick)
        return max(tick - 1, 0) if level == "test" else self._decisions[at - 1] if at else 0

    @cached_property
    def _decisions(self) -> list[int]:
        return [step.tests for step in self.slowest.trace.steps]


def race(
    dag: Dag,
    algorithms: Iterable[str | Program] = tuple(ALGORITHMS),
    *,
    boundaries: Given = "given",
    budget: int = PAPER_BUDGET,
    start: Start = "moral",
) -> Race:
    """Let algorithms learn the same DAG from the same oracle, and record them.

    Parameters
    ----------
    dag : Dag
        Its d-separation oracle answers every test.
    algorithms : iterable of str or function
        Names of `algorithms`, each once, and functions of your own, as `record` takes them; a
        function races under its own name.
    boundaries : {"given", "found", "own"}
        Whether all that need Markov boundaries start from the true ones, or find them by
        total conditioning first, so that those tests count too. ``"own"`` counts all tests
        as well, and whatever was published with the complete graph starts from that.
    budget : int
        How many CI tests each may perform.
    start : {"moral", "complete"}
        ``"complete"``: PC and MMPC start from the complete graph, whatever `boundaries` is.

    Raises
    ------
    GraphError
        The graph has no variables.
    ValueError
        An algorithm is unknown, two have the same name, none is named, an option makes no sense,
        or a function of your own came to no answer.

    Notes
    -----
    Tests are *performed* tests, one by one in the canonical order; `Racer.distinct` has
    the distinct ones. Cost: the runs themselves; the budget limits each of them.

    Examples
    --------
    >>> star = race(Dag("C -> A; C -> B; C -> D; C -> E"), ["marvel", "pc"])
    >>> [(s.algorithm, s.tests, s.state, s.place) for s in star.standing(5)]
    [('marvel', 0, 'finished', 1), ('pc', 5, 'running', None)]
    """
    known = list(algorithms)
    check_race(dag, known, boundaries, budget, start)
    truth = essential_graph(dag)
    own = boundaries == "own" or start == "complete"
    racers = tuple(_run(dag, each, boundaries, budget, truth, own=own) for each in known)
    return Race(dag, racers, boundaries, budget)


def racer_name(algorithm: str | Program) -> str:
    """Return what an algorithm is called in a race: a function of your own as you called it."""
    known = described_as(algorithm).name
    if known != OWN or isinstance(algorithm, str):
        return known
    return (
        f"{algorithm.__name__} (yours)" if algorithm.__name__ in DESCRIBED else algorithm.__name__
    )


def check_race(
    dag: Dag,
    algorithms: Iterable[str | Program],
    boundaries: str,
    budget: int,
    start: str = "moral",
) -> None:
    """Raise what `race` would, without a run."""
    if not dag.nodes:
        msg = "the graph has no variables; write at least one, such as A -> B"
        raise GraphError(msg)
    names = [racer_name(each) for each in algorithms]
    if not names or len(set(names)) < len(names):
        msg = f"a race needs algorithms, each named once; got {shown(names)}"
        raise ValueError(msg)
    check_choice("boundaries", boundaries, Given)
    check_choice("start", start, Start)
    check_budget(budget)


def check_budget(wanted: int) -> None:
    """Raise ValueError for a budget that no race can have."""
    budget: Any = wanted  # what a user wrote, whatever its type
    if not isinstance(budget, int) or not 1 <= budget <= LARGEST_BUDGET:
        msg = (
            f"a race's budget must be a number of tests from 1 to {LARGEST_BUDGET:,}; "
            f"got {shown(budget)}"
        )
        raise ValueError(msg)


def _run(
    dag: Dag, racing: str | Program, boundaries: Given, budget: int, truth: Pdag, *, own: bool
) -> Racer:
    run, name = described_as(racing), racer_name(racing)
    options = run.published if own else {}
    given = None
    if boundaries == "given" and run.needs_boundaries(options):
        given = {v: dag.markov_boundary(v) for v in dag.nodes}
    right: bool | None = None
    try:
        trace = record_run(run.run(dag, given, budget=budget, **options))
    except BudgetExceededError as error:
        trace = error.partial
    else:
        if isinstance(stop := trace.steps[-1].event, ProgramStopped):
            msg = f"your own program came to no answer: in {name}, {stop.why}"
            raise ValueError(msg)  # noqa: TRY004 - the program is wrong, not a type
        right = is_right(trace, truth)
    return Racer(name, run.name, trace, Film(trace), right)


def is_right(trace: Trace, truth: Pdag) -> bool:
    """Return whether a whole run's answer is the truth: of MMPC, its skeleton."""
    result = trace.result
    return described_as(result.algorithm).is_right(result.essential_graph, truth)
