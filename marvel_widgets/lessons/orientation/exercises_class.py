"""Exercises of notebook 07 on Markov equivalence: how many graphs, which edges may turn."""

import random
from typing import Any, Final

from marvel_widgets.assessment.exercise import (
    Exercise,
    Mistake,
    names_of,
    random_dag,
)
from marvel_widgets.assessment.facts import Fact, Facts, Principle
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import (
    essential_graph,
)
from marvel_widgets.core.graphs.errors import CycleError
from marvel_widgets.lessons.orientation.arrows import (
    Arrow,
    arrows_of,
    difference,
)
from marvel_widgets.lessons.orientation.by_hand import Change, Edges, Triple
from marvel_widgets.lessons.orientation.facts import (
    LeavesClass,
    MayTurn,
)
from marvel_widgets.lessons.separation.facts import Adjacent
from marvel_widgets.text import listed

TURNED_ALONE: Final = Principle(
    "Each other edge, turned alone, makes or breaks a v-structure or closes a cycle."
)


def _change(dag: Dag, edges: Edges) -> tuple[Change, Triple | None] | None:
    """Return how a graph with the same edges differs; None where it is in the class."""
    try:
        other = Dag(edges, nodes=dag.nodes)
    except CycleError:
        return "cycle", None
    return difference(dag, other)


def turn(rng: random.Random) -> Exercise | None:
    """Ask which single edges can be reversed within the class."""
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    solution = frozenset(frozenset(arrow) for arrow in dag.edges if _turned(dag, arrow) is None)
    lines = essential_graph(dag).undirected
    if len(solution) < 2:
        return None
    ends = listed(sorted({str(end) for pair in solution for end in pair}))
    loose = frozenset(map(frozenset, set(dag.edges) - arrows_of(dag.v_structures())))
    return Exercise(
        title="Turn one edge",
        question=(
            "Turn one edge of this graph round and leave all others as they are. For which edges "
            "is the result a DAG of the same Markov equivalence class?"
        ),
        kind=Pairs(names_of(dag)),
        solution=solution,
        mistakes=(
            Mistake(lines, "M34"),
            Mistake(loose, "M33"),
            Mistake(frozenset(), "M1"),
        ),
        shows=lambda value: _of_turn(dag, value, solution),
        reasons=(TURNED_ALONE,),
        hints=(
            f"There are {len(solution)}.",
            f"Look among the edges of {ends}.",
            "Turn X → Y only where Y has the parents of X, and X besides, and no other.",
        ),
        dag=dag,
    )


def _turned(dag: Dag, arrow: Arrow) -> Fact | None:
    """Return what an arrow does that is turned round; None where the graph stays in the class."""
    edges = tuple((b, a) if (a, b) == arrow else (a, b) for a, b in dag.edges)
    change = _change(dag, edges)
    return None if change is None else LeavesClass(edges, arrow, *change)


def _of_turn(dag: Dag, value: frozenset[Any], solution: frozenset[Any]) -> Facts:
    edges = {frozenset(arrow): arrow for arrow in dag.edges}
    for a, b in sorted(map(sorted, value - solution)):
        arrow = edges.get(frozenset((a, b)))
        turned = None if arrow is None else _turned(dag, arrow)
        return (Adjacent((a, b), False) if turned is None else turned,)
    return (MayTurn(min(edges[pair] for pair in solution - value)),)
