"""Which belief a wrong program acts on, by what it does and not by how it is written."""

from functools import lru_cache
from typing import Any, Final

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.challenge.calls import TRUSTED, Call, Caller
from marvel_widgets.lessons.challenge.changes import CHANGES, Change
from marvel_widgets.lessons.challenge.hidden import classes
from marvel_widgets.lessons.challenge.tasks import TASKS

COMPARED_TO: Final = 5  # variables: some typical programs go wrong on no smaller graph


def belief_behind(step: str, caller: Caller) -> Misconception:
    """Return the belief whose typical program does the same on every small graph.

    Programs that return the same may differ in what they ask; so both are compared first. It ends
    with the first graph on which no typical program is left: of most programs, a very small one.
    """
    like = {part: set(range(len(believed(step)))) for part in (2, 1)}
    for at, small in enumerate(_small(step)):
        did = _deed(caller(*small))
        for part, typical in like.items():
            typical -= {one for one in typical if _typical(step, one, at)[:part] != did[:part]}
        if not like[1]:  # whoever asks the same returns the same
            return ""
    for typical in like.values():
        beliefs = {believed(step)[one].belief for one in typical}
        if len(beliefs) == 1:
            return beliefs.pop()
    return ""


def believed(step: str) -> tuple[Change, ...]:
    """Return the changes of a step that a belief is behind."""
    return tuple(change for change in CHANGES[step] if change.belief)


def _deed(call: Call) -> tuple[Any, ...]:
    asked = frozenset((min(a.x, a.y), max(a.x, a.y), a.given) for a in call.asked)
    return call.value, asked


@lru_cache(maxsize=20_000)
def _typical(step: str, one: int, at: int) -> tuple[Any, ...]:
    """Return what a typical wrong program of a step returns and asks in one of the small cases."""
    return _deed(Caller(TASKS[step], believed(step)[one].program, TRUSTED)(*_small(step)[at]))


@lru_cache(maxsize=16)
def _small(step: str) -> tuple[tuple[Dag, Any], ...]:
    graphs = (dag for dag in classes() if len(dag) <= COMPARED_TO)
    return tuple((dag, case) for dag in graphs for case in TASKS[step].cases(dag))
