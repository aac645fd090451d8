"""Exercises of notebook 06: Algorithm 1 by hand, the visits, the removals, what is reused.

`exercises_updates` has those on the boundaries afterwards, `exercises_memory` the one on reuse.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.variable_answers import Names, Order
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.algorithm_game import exercises_memory as marvel_memory
from marvel_widgets.lessons.algorithm_game import exercises_updates as marvel_updates
from marvel_widgets.lessons.algorithm_game.facts import (
    BoundarySizes,
    ComesBefore,
    InLine,
)
from marvel_widgets.lessons.removability.facts_answers import Without
from marvel_widgets.lessons.removability.witnesses import verdict_of
from marvel_widgets.text import counted

ONE_LEAVES: Final = Principle(
    "One variable leaves in each round: the first of the line that is removable."
)


def first_round(rng: random.Random) -> Exercise | None:
    """Ask for the order of the visits in the first round, and for the variable that is removed."""
    dag = random_dag(rng, 5, rng.randint(5, 7))
    order = _sorted_by(names_of(dag), lambda v: len(dag.markov_boundary(v)))
    by_neighbors = _sorted_by(names_of(dag), lambda v: len(dag.neighbors(v)))
    removable = removable_variables(dag)

    def answer(line: Iterable[str], leave: Callable[[str], bool]) -> dict[str, Any]:
        whole = tuple(line)
        return {"order": whole, "leaves": frozenset({next(filter(leave, whole))})}

    if order == names_of(dag):  # must not be right without a look at the boundaries
        return None
    solution = answer(order, lambda v: v in removable)
    (leaver,) = solution["leaves"]

    def witness(value: Mapping[str, Any]) -> Facts:
        for v, right in zip(value["order"], order, strict=True):
            if v != right:
                return _before(dag, right, v)
        wrong = sorted(value["leaves"] - {leaver})
        if wrong and wrong[0] not in removable:
            return verdict_of(dag, wrong[0])
        return (InLine(wrong[0], False),) if wrong else (ONE_LEAVES,)

    return Exercise(
        title="The first round",
        question=(
            "In which order does line 5 put the variables: by the size of their Markov boundary, "
            "ties by name? And which leaves in the first round?"
        ),
        kind=Parts({"order": Order(names_of(dag)), "leaves": Names(names_of(dag))}),
        solution=solution,
        mistakes=(
            Mistake(answer(order, lambda _: True), "M9"),
            Mistake(answer(order, lambda v: not dag.children(v)), "M4"),
            Mistake(answer(by_neighbors, lambda v: v in removable), "M7"),
        ),
        shows=witness,
        reasons=(InLine(leaver, True),),
        hints=(
            f"It is the visit number {order.index(leaver) + 1} that ends the round.",
            f"The boundary of {order[-1]} is the largest, or the last among the largest.",
            "The boundary holds parents, children and other parents of the children.",
        ),
        dag=dag,
    )


def removal_order(rng: random.Random) -> Exercise | None:
    """Ask for the order in which the variables are removed."""
    dag = random_dag(rng, 5, rng.randint(5, 7))
    solution = tuple(map(str, marvel(dag).removal_order))
    sizes = {str(v): len(dag.markov_boundary(v)) for v in dag}

    def without_children(left: Dag) -> list[Any]:
        return [v for v in left if not left.children(v)]

    def witness(value: tuple[str, ...]) -> Facts:
        at = next(n for n, v in enumerate(value) if v != solution[n])
        left = dag.induced(value[at:])
        why = verdict_of(left, value[at])
        if len(why) == 1:  # it is removable
            why = *verdict_of(left, solution[at]), *_before(left, solution[at], value[at])
        return (Without(value[:at], why),) if at else why

    return Exercise(
        title="Which leaves when?",
        question="In which order does MARVEL remove the variables? Ties are broken by name.",
        kind=Order(names_of(dag)),
        solution=solution,
        mistakes=(
            Mistake(_sorted_by(names_of(dag), sizes.__getitem__), "M9"),
            Mistake(_leaving(dag, without_children, fresh=True), "M4"),
            Mistake(_leaving(dag, removable_variables, fresh=False), "M11"),
        ),
        shows=witness,
        reasons=(Principle("In each round the first removable one of the sorted line leaves."),),
        hints=(
            f"{counted(len(removable_variables(dag)), 'variable')} could leave in the first round.",
            f"Begin with the boundary of {min(sizes, key=lambda v: (sizes[v], v))}.",
            "Sort anew in each round, by the boundaries in the graph that is left.",
        ),
        dag=dag,
    )


def _before(dag: Dag, x: str, y: str) -> Facts:
    """Return that x is visited before y, with the sizes that say so."""
    pair = tuple(sorted({x, y}))
    return ComesBefore(x, y), BoundarySizes(pair, tuple(len(dag.markov_boundary(v)) for v in pair))


# -- reading runs ------------------------------------------------------------------------------


def _sorted_by(names: Iterable[str], size: Callable[[str], int]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda v: (size(v), v)))


def _leaving(
    dag: Dag, may_leave: Callable[[Dag], Iterable[Any]], *, fresh: bool
) -> tuple[str, ...]:
    """Return the order of removals, always the first removable one; boundaries new, or only cut."""
    start = {v: dag.markov_boundary(v) for v in dag}
    left: list[str] = []
    while len(left) < len(start):
        rest = dag.induced(set(dag) - set(left))
        size = {v: len(rest.markov_boundary(v) if fresh else start[v] - set(left)) for v in rest}
        left.append(min(map(str, may_leave(rest)), key=lambda v: (size[v], v)))
    return tuple(left)


EXERCISES: Final = by_name(
    first_round,
    marvel_updates.update_pairs,
    marvel_updates.boundaries_after,
    removal_order,
    marvel_memory.second_visit,
)
