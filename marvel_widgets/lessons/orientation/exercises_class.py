"""Exercises of notebook 07 on Markov equivalence: how many graphs, which edges may turn."""

import random
from collections.abc import Iterable
from itertools import islice, product
from operator import ne
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Statements
from marvel_widgets.assessment.exercise import (
    CoincidenceError,
    Exercise,
    Mistake,
    names_of,
    random_dag,
)
from marvel_widgets.assessment.facts import Fact, Facts, Principle
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import (
    equivalent_dags,
    essential_graph,
    is_markov_equivalent,
)
from marvel_widgets.core.graphs.errors import CycleError
from marvel_widgets.lessons.orientation.arrows import (
    Arrow,
    arrows_of,
    centers,
    collisions,
    difference,
    joined,
    written,
)
from marvel_widgets.lessons.orientation.by_hand import Change, Edges, Triple
from marvel_widgets.lessons.orientation.facts import (
    GraphIs,
    LeavesClass,
    LooseEdges,
    MayTurn,
    MoreThan,
)
from marvel_widgets.lessons.separation.facts import Adjacent
from marvel_widgets.text import counted, listed

TURNED_ALONE: Final = Principle(
    "Each other edge, turned alone, makes or breaks a v-structure or closes a cycle."
)
SAME_EDGES: Final = Principle("These have its edges, directions left aside, and its v-structures.")
_MOST_MEMBERS = 200
_MOST_SHOWN = 3  # graphs that a witness writes out


def class_size(rng: random.Random) -> Exercise | None:
    """Ask how many DAGs an equivalence class has."""
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    essential = essential_graph(dag)
    lines = sorted(sorted(map(str, pair)) for pair in essential.undirected)
    found = list(islice(equivalent_dags(dag), _MOST_MEMBERS))
    if not 3 <= len(found) <= 24 or not essential.directed:
        return None
    outside = dag.edge_count - len(arrows_of(dag.v_structures()))
    return Exercise(
        title="How many graphs fit?",
        question=(
            "How many DAGs are Markov equivalent to this one, itself included? "
            "So many graphs no test can tell apart."
        ),
        kind=Number(1, 60),
        solution=len(found),
        mistakes=(
            Mistake(1 << len(lines), "M34"),
            Mistake(1 << outside, "M33"),
            Mistake(1, "M1"),
        ),
        shows=lambda value: _of_size(dag, found, value),
        reasons=(LooseEdges(tuple((a, b) for a, b in lines), len(found)),),
        hints=(
            f"{counted(len(lines), 'edge')} of the essential graph "
            f"{'has' if len(lines) == 1 else 'have'} no direction.",
            f"They join {listed(sorted({end for pair in lines for end in pair}))}.",
            "Try each way to direct them, and leave out new v-structures and cycles.",
        ),
        dag=dag,
    )


def _of_size(dag: Dag, found: list[Dag], value: int) -> Facts:
    if value < len(found):
        shown = [g.edges for g in found if g != dag][: max(value, 1)]
        return (MoreThan(value, len(shown), tuple(shown[:_MOST_SHOWN])),)
    return (_outside(dag),)


def _outside(dag: Dag) -> Fact:
    """Return directions of the undirected edges that leave the class, and why they do."""
    loose = {frozenset(pair) for pair in essential_graph(dag).undirected}
    lines = sorted(tuple(sorted(map(str, pair))) for pair in loose)
    kept: list[Arrow] = [arrow for arrow in dag.edges if frozenset(arrow) not in loose]
    for turns in product((False, True), repeat=len(lines)):
        arrows = [(b, a) if t else (a, b) for (a, b), t in zip(lines, turns, strict=True)]
        change = _change(dag, (*kept, *arrows))
        if change is not None:
            return LeavesClass((*kept, *arrows), tuple(sorted(arrows)), *change, "size")
    msg = f"each way to direct {lines} is in the class"
    raise CoincidenceError(msg)


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
    return None if change is None else LeavesClass(edges, (arrow,), *change, "turn")


def _of_turn(dag: Dag, value: frozenset[Any], solution: frozenset[Any]) -> Facts:
    edges = {frozenset(arrow): arrow for arrow in dag.edges}
    for a, b in sorted(map(sorted, value - solution)):
        arrow = edges.get(frozenset((a, b)))
        turned = None if arrow is None else _turned(dag, arrow)
        return (Adjacent((a, b), False) if turned is None else turned,)
    return (MayTurn(min(edges[pair] for pair in solution - value)),)


def equivalent(rng: random.Random) -> Exercise | None:
    """Ask which of six graphs are Markov equivalent to a graph."""
    dag = random_dag(rng, 5, rng.choice([5, 6]))
    others = [dag.edges, *filter(None, (_redirected(dag, rng) for _ in range(40)))]
    drawn = rng.sample(others, 6) if len(others) > 6 else []
    # compared as edges: most draws end here, and a graph costs more than its edges
    if dag.edges not in drawn or len(set(drawn)) < 6:
        return None
    chosen = [Dag(edges, nodes=dag.nodes) for edges in drawn]
    solution = _numbers(chosen, lambda g: is_markov_equivalent(dag, g))
    if not 2 <= len(solution) <= 4:
        return None
    essential = essential_graph(dag)
    kind = Statements([written(g) for g in chosen])
    return Exercise(
        title="Which graphs look alike?",
        question="Which of these graphs are Markov equivalent to the one in the picture?",
        kind=kind,
        solution=solution,
        mistakes=(
            Mistake(_numbers(chosen, lambda g: g == dag), "M1"),
            Mistake(_numbers(chosen, lambda g: essential.directed <= set(g.edges)), "M34"),
            Mistake(_numbers(chosen, lambda g: _meetings(g) == _meetings(dag)), "M16"),
        ),
        shows=lambda value: _of_graph(dag, chosen, kind.told_of(value, solution)),
        reasons=(SAME_EDGES,),
        hints=(
            f"There are {len(solution)}.",
            f"Compare the v-structures at {centers(t for g in chosen for t in g.v_structures())}.",
            "Equivalent means: the same edges without directions, and the same v-structures.",
        ),
        dag=dag,
    )


def _redirected(dag: Dag, rng: random.Random) -> tuple[Arrow, ...] | None:
    """Return the edges directed along a random order, if one to three of them turn round."""
    rank = {name: i for i, name in enumerate(rng.sample(dag.nodes, len(dag)))}
    edges = tuple((a, b) if rank[a] < rank[b] else (b, a) for a, b in dag.edges)
    differ = sum(map(ne, edges, dag.edges))
    return edges if 1 <= differ <= 3 else None


def _numbers(graphs: Iterable[Dag], holds: Any) -> frozenset[int]:
    return frozenset(n for n, graph in enumerate(graphs, start=1) if holds(graph))


def _meetings(dag: Dag) -> frozenset[Any]:
    """Return all pairs of parents, adjacent or not, with their child."""
    return frozenset((frozenset((a, b)), c) for a, c, b in collisions(dag.edges))


def _of_graph(dag: Dag, graphs: list[Dag], number: int) -> Facts:
    other = graphs[number - 1]
    change = difference(dag, other)
    if change is not None:
        return (GraphIs(number, other.edges, *change),)
    shielded = [t for t in collisions(other.edges) if joined(dag, t)]
    return (GraphIs(number, other.edges, None, shielded[0] if shielded else None),)
