"""Several runs of boundary discovery side by side on one clock.

The sentences and tables are in :mod:`marvel_widgets.lessons.markov_boundary.steps`.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, Literal, get_args

from marvel_widgets.core.algorithms.boundary_run import record_boundaries
from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.boundary.discovery import Method
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.coercion import as_ci_test
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.replay.film import Film, Frame
from marvel_widgets.replay.wording import RunContext, given_words

Clock = Literal["test", "decision", "variable"]
CLOCKS: tuple[Clock, ...] = get_args(Clock)
# Beyond this a run is no longer something to step through.
STEP_LIMIT = 5_000


@dataclass(frozen=True, slots=True)
class Lane:
    """What one method knows at one tick."""

    film: Film
    frame: Frame
    x: int | None
    inside: tuple[int, ...]
    outside: tuple[int, ...]
    tested: int | None
    known: int
    sizes: dict[int, int]
    false_answers: int
    flaw: str

    @property
    def method(self) -> str:
        """``"tc"``, ``"gs"``, ``"iamb"`` or ``"inter-iamb"``."""
        return self.film.context.algorithm

    @property
    def finished(self) -> bool:
        return self.frame.position == self.film.last


class Lanes:
    """Films of boundary discovery with one common clock.

    A tick is one CI test, one decision, or one variable whose set is settled, in every lane
    at once; a lane that has come to its end waits there.
    """

    def __init__(self, films: Iterable[Film], truth: Dag | None = None) -> None:
        self.films = tuple(films)
        if not self.films:
            msg = "no method is chosen; choose at least one"
            raise ValueError(msg)
        self.names = self.films[0].trace.names
        fits = truth is not None and set(truth.nodes) == set(self.names)
        self.truth = truth if fits else None
        self._positions = {clock: [_ticks(film, clock) for film in self.films] for clock in CLOCKS}
        self._false = [self._false_so_far(film) for film in self.films]
        # pictures, sentences and tables ask one after the other
        self.at = lru_cache(maxsize=1)(self._at)

    # -- the clock -------------------------------------------------------------------------

    def last(self, clock: Clock) -> int:
        """Return the tick at which every lane is at its end."""
        return max(map(len, self._positions[clock])) - 1

    def position(self, lane: int, clock: Clock, tick: int) -> int:
        ticks = self._positions[clock][lane]
        return ticks[max(0, min(tick, len(ticks) - 1))]

    def converted(self, clock: Clock, tick: int, other: Clock) -> int:
        """Return the tick of another clock at which the longest lane is as far, or less."""
        longest = max(range(len(self.films)), key=lambda lane: self.films[lane].last)
        position = self.position(longest, clock, tick)
        if tick >= self.last(clock):
            return self.last(other)
        return bisect_right(self._positions[other][longest], position) - 1

    def settled(self, x: Label) -> int:
        """Return the tick of the clock "variable" at which every lane has settled x."""
        return self.names.index(x) + 1

    # -- what is there ---------------------------------------------------------------------

    def _at(self, clock: Clock, tick: int) -> tuple[Lane, ...]:
        return tuple(self._lane(lane, clock, tick) for lane in range(len(self.films)))

    def _lane(self, lane: int, clock: Clock, tick: int) -> Lane:
        film = self.films[lane]
        frame = film.frame(self.position(lane, clock, tick))
        x, tested = _pair_in_focus(frame)
        inside = 0 if x is None else _set_so_far(film, frame, x)
        others = (1 << len(self.names)) - 1
        for taken in (x, tested):
            others &= ~(0 if taken is None else 1 << taken)
        return Lane(
            film,
            frame,
            x,
            tuple(members(inside & others)),
            tuple(members(others & ~inside)) if x is not None else (),
            tested,
            frame.state.boundaries_known.bit_count(),
            film.counters(frame.position).by_size,
            self._false[lane][frame.tests_done],
            self._flaw(frame),
        )

    # -- the truth -------------------------------------------------------------------------

    def _false_so_far(self, film: Film) -> list[int]:
        """Return for each number of tests how many of their answers were false."""
        if self.truth is None or film.dag is not None:
            return [0] * (len(film.trace.tests) + 1)
        return [0, *accumulate(self._is_false(test) for test in film.trace.tests)]

    def _is_false(self, test: TestRecord) -> bool:
        assert self.truth is not None  # only asked where it is known
        given = [self.names[i] for i in test.given]
        true = d_separated(self.truth, self.names[test.x], self.names[test.y], given)
        return test.independent != true

    def _flaw(self, frame: Frame) -> str:
        if self.truth is None:
            return ""
        event, context = frame.event, RunContext(self.names)
        if frame.test is not None and self._is_false(frame.test):
            pair = f"{context.name(frame.test.x)} and {context.name(frame.test.y)}"
            how = "d-connected" if frame.test.independent else "d-separated"
            given = given_words(context, frame.test.given)
            return f"False: in the graph {pair} are {how} {given}."
        if isinstance(event, ev.BoundaryFound | ev.BoundarySettled):
            true = self.truth.markov_boundary(self.names[event.x])
            right = [i for i, name in enumerate(self.names) if name in true]
            if tuple(right) != event.boundary:
                x = context.name(event.x)
                return f"False: in the graph Mb({x}) = {context.some(right)}."
        return ""


def boundary_lanes(
    test: Any, methods: Iterable[Method], truth: Dag | None = None, *, limit: int = STEP_LIMIT
) -> Lanes:
    """Run boundary discovery by several methods, to be compared side by side."""
    asked = as_ci_test(test)
    dag = asked.dag if isinstance(asked, DSeparation) else None
    films = []
    for method in methods:
        try:
            trace = record_boundaries(asked, method, budget=limit)
        except BudgetExceededError as error:
            trace = error.partial
        films.append(Film(trace, dag))
    return Lanes(films, truth if dag is None else dag)


def _ticks(film: Film, clock: Clock) -> list[int]:
    """Return the positions of a film at the ticks of a clock."""
    ticks = [0]  # nothing has happened yet
    if clock == "test":
        tests = range(1, len(film.trace.tests) + 1)
        return ticks + [film.position_after_tests(n) for n in tests]
    while ticks[-1] < film.last:
        ticks.append(film.next(ticks[-1], "decision" if clock == "decision" else "round"))
    return ticks


def _pair_in_focus(frame: Frame) -> tuple[int | None, int | None]:
    """Return the variable whose set a frame is about, and the one that is tested with it."""
    if frame.test is not None:
        return frame.test.x, frame.test.y
    event = frame.event
    if isinstance(event, ev.Grown | ev.Shrunk | ev.BoundaryFound | ev.BoundarySettled):
        return event.x, None
    return frame.state.visiting, None


def _set_so_far(film: Film, frame: Frame, x: int) -> int:
    """Return the set of x; for total conditioning also what its tests have found for x so far.

    It concludes at the end of a row of tests, and tests no pair twice: the pairs of x with
    those before it were in their rows.
    """
    sets = frame.state.boundaries
    if film.context.algorithm != "tc" or frame.test is None:
        return sets[x]
    found = [y for y, mask in enumerate(sets) if mask >> x & 1]
    for number in range(frame.tests_done - 1, -1, -1):
        test = film.trace.tests[number]
        if test.x != x:
            break
        if not test.independent:
            found.append(test.y)
    return sets[x] | mask_of(found)
