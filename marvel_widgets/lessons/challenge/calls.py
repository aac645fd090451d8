"""One call of a learner's function on a hidden graph: what it asked, and what it returned."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from types import CodeType
from typing import Any, Final, NamedTuple

from marvel_widgets.core.algorithms import limits as lim
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import is_separated
from marvel_widgets.core.independence.protocol import indices
from marvel_widgets.lessons.challenge.tasks import Case, Task

Program = Callable[..., Any]
# For the kit's own programs: to count their lines takes longer than they do.
TRUSTED: Final = lim.Limits(lines=0)


class _Asked(NamedTuple):
    """A test that was asked: two variables and a mask of the given ones, the answer, from where."""

    x: int
    y: int
    given: int
    independent: bool
    place: tuple[CodeType, int] | None


@dataclass(frozen=True, slots=True)
class Call:
    """A call, read and judged."""

    dag: Dag
    case: Case
    asked: tuple[_Asked, ...]
    outcome: lim.Outcome
    value: Any
    right: bool

    @property
    def trouble(self) -> str:
        """What went wrong before there was an answer to judge."""
        return self.outcome.trouble


class Caller:
    """Calls one function on cases of one task."""

    def __init__(self, task: Task, function: Program, limits: lim.Limits) -> None:
        self.task, self.function, self.limits = task, function, limits
        self.own = lim.own_code(function) if limits.lines else frozenset()

    def __call__(self, dag: Dag, case: Case) -> Call:
        asked: list[_Asked] = []
        arguments = self.task.arguments(dag, case)  # made anew for each call
        before = deepcopy(arguments) if self.own else arguments
        given = (self._asking(dag, asked), *arguments) if self.task.asks else arguments
        outcome = lim.run_limited(
            self.function, given, self.limits, self.own, read=lambda it: self.task.read(it, dag)
        )
        if not outcome.trouble and arguments != before:
            msg = "it changed its arguments, which are still needed: work on copies of them"
            outcome = lim.Outcome(trouble=msg)
        right = not outcome.trouble and self.task.is_right(dag, case, outcome.value)
        return Call(dag, case, tuple(asked), outcome, outcome.value, right)

    def _asking(self, dag: Dag, asked: list[_Asked]) -> Program:
        names, most, own = dag.nodes, self.limits.tests, self.own

        def ask(x: Label, y: Label, given: Iterable[Label] = ()) -> bool:
            if len(asked) >= most:
                pairs = len(names) * (len(names) - 1) // 2
                msg = (
                    f"it asked more than {most:,} tests; {len(names)} variables have only "
                    f"{pairs * 2 ** (len(names) - 2):,} different ones"
                )
                raise lim.StopError(msg)
            i, j, mask = indices(names, x, y, given)
            answer = is_separated(dag, i, j, mask)
            asked.append(_Asked(i, j, mask, answer, lim.place_of_caller(own)))
            return answer

        return ask
