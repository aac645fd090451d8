"""Whether a right answer was earned: the answers of the tests must leave no other.

A program that is right on every graph would say the same on a graph that answers the same. Where
there is such a graph with another truth, this one has known more than it asked.
"""

from functools import lru_cache
from typing import Any, Final

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.challenge.calls import Call
from marvel_widgets.lessons.challenge.tasks import Case, Task
from marvel_widgets.theory.adversary import Answer
from marvel_widgets.theory.consistent_dags import MOST_VARIABLES, ConsistentDags

PROVED_TO: Final = MOST_VARIABLES  # variables; beyond, all DAGs are too many to go through


@lru_cache(maxsize=8)
def _all_graphs(p: int) -> ConsistentDags:
    return ConsistentDags(tuple("ABCD"[:p]), p - 1)


@lru_cache(maxsize=100_000)  # the same few graphs are rivals again and again
def _arguments(task: Task, dag: Dag, case: Case) -> Any:
    """Return the arguments of a case; None where a graph has no such case."""
    return task.arguments(dag, case) if case in task.cases(dag) else None


def other_graph(task: Task, call: Call) -> Dag | None:
    """Return a graph that gives the same arguments and answers and has another truth."""
    p = len(call.dag)
    if not task.asks or not 2 <= p <= PROVED_TO:
        return None
    names = call.dag.nodes
    answers = [
        Answer(names[a.x], names[a.y], call.dag.labels(a.given), a.independent) for a in call.asked
    ]
    arguments = task.arguments(call.dag, call.case)
    for rival in _all_graphs(p).left(answers):
        same = _arguments(task, rival, call.case) == arguments
        if same and not task.is_right(rival, call.case, call.value):
            return rival
    return None
