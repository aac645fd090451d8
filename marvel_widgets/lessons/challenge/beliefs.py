"""Which belief a wrong program acts on, by what it does and not by how it is written."""

from functools import lru_cache
from typing import Any, Final

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.challenge.calls import TRUSTED, Call, Caller
from marvel_widgets.lessons.challenge.hidden import classes
from marvel_widgets.lessons.challenge.tasks import TASKS
from marvel_widgets.lessons.challenge.typical import WRONG

COMPARED_TO: Final = 5  # variables: some typical programs go wrong on no smaller graph


def belief_behind(step: str, caller: Caller) -> Misconception:
    """Return the belief whose typical program does the same on every small graph.

    Programs that return the same may differ in what they ask; so both are compared first.
    """
    done = [
        (call.value, _statements(call)) for call in map(caller, *zip(*_small(step), strict=True))
    ]
    acts = [_behavior(step, at) for at in range(len(WRONG[step]))]
    for part in (slice(0, 2), slice(0, 1)):
        seen = [each[part] for each in done]
        same = {
            belief
            for (belief, _), typical in zip(WRONG[step], acts, strict=True)
            if seen == [each[part] for each in typical]
        }
        if len(same) == 1:
            return same.pop()
    return ""


def _statements(call: Call) -> frozenset[tuple[int, int, int]]:
    return frozenset((min(a.x, a.y), max(a.x, a.y), a.given) for a in call.asked)


@lru_cache(maxsize=64)
def _behavior(step: str, at: int) -> tuple[tuple[Any, Any], ...]:
    caller = Caller(TASKS[step], WRONG[step][at][1], TRUSTED)
    return tuple(
        (call.value, _statements(call)) for call in map(caller, *zip(*_small(step), strict=True))
    )


@lru_cache(maxsize=16)
def _small(step: str) -> tuple[tuple[Dag, Any], ...]:
    graphs = (dag for dag in classes() if len(dag) <= COMPARED_TO)
    return tuple((dag, case) for dag in graphs for case in TASKS[step].cases(dag))
