"""A recorded run as a film: positions, seeking at three levels, and what is on each frame."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from threading import Lock
from typing import Literal, get_args

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.algorithms.run import Step, Trace
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.validation import check_dag
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.replay.explanations import Explanation, explain, explain_test
from marvel_widgets.replay.fold import PlayerState, advance, initial_state
from marvel_widgets.replay.presentation import Line
from marvel_widgets.replay.pseudocode import ITEMS, line_of
from marvel_widgets.replay.wording import Reason, RunContext, reason
from marvel_widgets.text import counted

Level = Literal["test", "decision", "round"]
LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True, slots=True)
class Frame:
    """One position of a run."""

    position: int
    state: PlayerState
    test: TestRecord | None
    event: Event | None
    explanation: Explanation
    reason: Reason | None
    tests_done: int
    before: PlayerState

    @property
    def path(self) -> Path | None:
        """The path that shows why its test comes out as it does, if there is one."""
        return None if self.reason is None else self.reason.path


@dataclass(frozen=True, slots=True)
class Counters:
    """The counts at one position."""

    by_purpose: dict[str, int]
    by_size: dict[int, int]
    performed: int
    after_boundaries: int
    reused: int


class Film:
    """A trace with positions.

    Every CI test and every event is one position: the tests of a search, then the decision
    they lead to. Position 0 is the beginning.

    A round of MARVEL ends when a variable leaves; one of boundary discovery or MMPC with the
    set of one variable, one of PC with a level, others with a phase (`Presentation.ends_round`).
    """

    def __init__(self, trace: Trace, dag: Dag | None = None, *, ahead: bool = True) -> None:
        if dag is not None:
            check_dag(dag)
        self.trace = trace
        self.dag = dag
        self._ahead = ahead
        algorithm, options = trace.result.algorithm, trace.result.options
        orientation = options.get("orientation", "recorded")
        needs = algorithm in METHODS or described_as(algorithm).needs_boundaries(options)
        method = algorithm if algorithm in METHODS else options.get("boundaries") or ""
        self.context = RunContext(
            trace.names, dag, orientation, algorithm, needs, method, trace.result.doubts
        )
        self._tests_before = [step.tests for step in trace.steps]
        self._event_positions = [n + i + 1 for i, n in enumerate(self._tests_before)]
        self.last = len(trace.tests) + len(trace.steps)
        self._states = [initial_state(len(trace.names))]  # before the first event, after it, ...
        self._folding = Lock()
        self._framed: Frame | None = None
        self._reused_after: list[int] = []

    def tells_all(self, position: int) -> bool:
        """Return whether the numbers of the whole run may be shown at a position."""
        return self._ahead or position >= self.last

    # -- finding positions ---------------------------------------------------------------

    def next(self, position: int, level: Level) -> int:
        """Return the next position of a level; the last one where there is none."""
        if level == "test":
            return min(position + 1, self.last)
        stops = self._stops(level)
        at = bisect_right(stops, position)
        return stops[at] if at < len(stops) else self.last

    def previous(self, position: int, level: Level) -> int:
        """Return the previous position of a level; 0 where there is none."""
        if level == "test":
            return max(position - 1, 0)
        stops = self._stops(level)
        at = bisect_left(stops, position)
        return stops[at - 1] if at else 0

    def _stops(self, level: Literal["decision", "round"]) -> list[int]:
        if level == "decision":
            return self._event_positions
        return [
            position
            for position, step in zip(self._event_positions, self.trace.steps, strict=True)
            if isinstance(step.event, self.context.presentation.ends_round)
        ]

    def removals(self) -> list[tuple[int, int]]:
        """Return the position and the variable of each removal."""
        return [
            (position, step.event.x)
            for position, step in zip(self._event_positions, self.trace.steps, strict=True)
            if isinstance(step.event, ev.Removed)
        ]

    def pseudocode(self) -> tuple[Line, ...]:
        """Return the algorithm of the run as numbered lines, worded as its options have it."""
        return self.context.presentation.pseudocode(self.trace.result.options)

    def lines(self) -> dict[int, list[int]]:
        """Return the positions of the events of each line of the pseudo-code."""
        found: dict[int, list[int]] = {}
        for position, step in zip(self._event_positions, self.trace.steps, strict=True):
            found.setdefault(line_of(step.event, self.context.algorithm), []).append(position)
        return found

    def next_of_line(self, position: int, line: int) -> int | None:
        """Return the next event of a line, from the start again after the last; or None."""
        stops = self.lines().get(line, [])
        return None if not stops else stops[bisect_right(stops, position) % len(stops)]

    def position_of_test(self, number: int) -> int:
        """Return the position of a CI test."""
        return number + bisect_right(self._tests_before, number) + 1

    def position_after_tests(self, tests: int) -> int:
        """Return the last position at which no more than so many CI tests had been done."""
        tests = max(0, min(tests, len(self.trace.tests)))
        return tests + bisect_right(self._tests_before, tests)

    # -- what is there -------------------------------------------------------------------

    def frame(self, position: int) -> Frame:
        """Return what is on a position; one outside the run counts as its nearest end."""
        position = max(0, min(position, self.last))
        frame = self._framed
        if frame is None or frame.position != position:  # a step asks for it four times
            frame = self._framed = self._new_frame(position)
        return frame

    def _new_frame(self, position: int) -> Frame:
        events = bisect_right(self._event_positions, position)
        tests = position - events
        if position == 0:
            state = self._state(0)
            return Frame(0, state, None, None, self._opening(), None, 0, state)
        if events and self._event_positions[events - 1] == position:
            before, event = self._state(events - 1), self.trace.steps[events - 1].event
            explanation = explain(event, before, self.context)
            state = self._state(events)
            return Frame(position, state, None, event, explanation, None, tests, before)
        state, test = self._state(events), self.trace.tests[tests - 1]
        why = None
        if self.dag is not None:
            why = reason(self.context, test.x, test.y, test.given, state.remaining)
        explanation = explain_test(test, state, self.context, why)
        return Frame(position, state, test, None, explanation, why, tests, state)

    def _opening(self) -> Explanation:
        tests = counted(len(self.trace.tests), "CI test")
        p = counted(len(self.trace.names), "variable")
        stopped = "" if self.trace.result.complete else " The run was stopped before its end."
        run = f" The run ahead makes {tests}." if self.tells_all(0) else ""
        text = f"{p}, nothing learned yet.{run}{stopped}"
        first = self.pseudocode()[0].number
        return Explanation(text, first, ITEMS[self.context.algorithm], "no test")

    def _state(self, events: int) -> PlayerState:
        return self.states(events)[events]

    def states(self, events: int) -> list[PlayerState]:
        """Return the states before the first event and after each, up to so many at least."""
        with self._folding:  # a kernel may answer the page in a second thread
            for step in self.trace.steps[len(self._states) - 1 : events]:
                self._states.append(advance(step.event, self._states[-1]))
        return self._states

    def counters(self, position: int) -> Counters:
        """Return the counts by purpose and by set size at a position."""
        position = max(0, min(position, self.last))
        events = bisect_right(self._event_positions, position)
        performed = position - events
        purposes, sizes = Counter[str](), Counter[int]()
        for (purpose, size), n in self.trace.tests.counted(performed).items():
            purposes[purpose] += n
            if self.context.is_discovery or purpose != BOUNDARY_DISCOVERY:
                sizes[size] += n
        after = performed - purposes[BOUNDARY_DISCOVERY]
        if not self._reused_after:
            self._reused_after = [0, *accumulate(skipped_searches(self.trace.steps))]
        reused = self._reused_after[events]
        return Counters(dict(purposes), dict(sorted(sizes.items())), performed, after, reused)

    def purposes(self, position: int) -> dict[str, int]:
        """Return the tests by purpose at a position, those of no test yet included."""
        whole = self.trace.tests.counted(len(self.trace.tests))
        none = dict.fromkeys((purpose for purpose, _ in whole), 0)
        return none | self.counters(position).by_purpose

    @cached_property
    def distinct(self) -> int:
        """Different statements of the whole run."""
        return self.trace.tests.distinct()

    @cached_property
    def distinct_after_boundaries(self) -> int:
        """Different statements of the whole run after boundary discovery; what is bounded."""
        return self.trace.tests.distinct(without=BOUNDARY_DISCOVERY)


def skipped_searches(steps: Iterable[Step]) -> Iterator[int]:
    """Yield for each step how many searches an earlier answer has made needless.

    Reused neighbors spare one search for each member of the boundary, reused v-structures
    one for each pair of a neighbor and a co-parent, a reused pair or triple one.
    """
    neighbor_count = co_parent_count = 0
    for event, _ in steps:
        if isinstance(event, ev.NeighborsKnown):
            neighbor_count, co_parent_count = len(event.neighbors), len(event.co_parents)
        if not getattr(event, "reused", False):
            yield 0
        elif isinstance(event, ev.NeighborsKnown):
            yield neighbor_count + co_parent_count
        elif isinstance(event, ev.VStructuresKnown):
            yield neighbor_count * co_parent_count
        else:
            yield 1
