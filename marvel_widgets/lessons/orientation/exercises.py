"""Exercises of notebook 07: which arrows tests determine, which the printed rules only claim."""

import random
from typing import Any, Final

from marvel_widgets.assessment.exercise import Exercise, Mistake, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import equivalent_dags, essential_graph, meek_steps
from marvel_widgets.core.graphs.pdag import pattern
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.orientation.arrows import (
    Arrow,
    arrows_of,
    centers,
    closed_from,
    collisions,
)
from marvel_widgets.lessons.orientation.exercises_class import turn
from marvel_widgets.lessons.orientation.exercises_printed import line_20
from marvel_widgets.lessons.orientation.facts import (
    InEach,
    InVStructure,
    IsVStructure,
    MeekAdds,
    PartOfV,
    PointsBothWays,
    VStructures,
)
from marvel_widgets.lessons.separation.facts import Adjacent
from marvel_widgets.text import counted, listed


def v_structures(rng: random.Random) -> Exercise | None:
    """Ask for the arrows of all v-structures of a graph."""
    dag = random_dag(rng, 6, rng.choice([7, 8]))
    found = dag.v_structures()
    solution = arrows_of(found)
    given_something = [t for t in found if not d_separated(dag, t[0], t[2])]
    one_less = [arrows_of(t for t in found if t != one) for one in found]  # a slip does so
    if not 2 <= len(found) <= 5 or arrows_of(given_something) in (frozenset(), *one_less):
        return None
    return Exercise(
        title="All v-structures",
        question=(
            "Which arrows belong to a v-structure of this graph? Name all of them, and no other."
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        mistakes=(
            Mistake(arrows_of(collisions(dag.edges)), "M16"),
            Mistake(arrows_of(given_something), "M17"),
            Mistake(frozenset(dag.edges), "M1"),
        ),
        shows=lambda value: _of_v_structures(dag, value),
        reasons=(VStructures(found),),
        hints=(
            f"There are {len(found)} v-structures.",
            f"Look at {centers(found)}.",
            "Two parents of one variable make a v-structure exactly when no edge joins them.",
        ),
        dag=dag,
    )


def _of_v_structures(dag: Dag, value: frozenset[Arrow]) -> Facts:
    found = dag.v_structures()
    for a, c in sorted(value - arrows_of(found)):
        there = (a, c) in dag.edges
        others = tuple(sorted(map(str, dag.parents(c) - {a}))) if there else None
        return (InVStructure((a, c), others),)
    missing = arrows_of(found) - value
    return (IsVStructure(next(t for t in found if arrows_of([t]) & missing)),)


def directed(rng: random.Random) -> Exercise | None:
    """Ask which edges of the essential graph have an arrow."""
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    found = dag.v_structures()
    essential = essential_graph(dag)
    if not found or not essential.undirected:
        return None
    solution = essential.directed
    return Exercise(
        title="Arrows of the essential graph",
        question=(
            "This is the true graph. Which edges have an arrow in its essential graph? "
            "Name the arrows."
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        mistakes=(
            Mistake(arrows_of(found), "M33"),
            Mistake(frozenset(dag.edges), "M1"),
            Mistake(closed_from(dag, collisions(dag.edges)).directed, "M16"),
        ),
        shows=lambda value: of_class(dag, value, solution),
        reasons=(VStructures(found), MeekAdds(tuple(forced_steps(dag)))),
        hints=(
            f"{counted(len(solution), 'edge')} of {dag.edge_count} are directed.",
            f"Begin with the arrows that meet at {centers(found)}.",
            "Then direct what would otherwise make a new v-structure or a cycle.",
        ),
        dag=dag,
    )


def forced_steps(dag: Dag) -> list[tuple[str, Any, Any]]:
    """Return what Meek's rules direct in turn, after the v-structures of a graph."""
    start = pattern(dag.nodes, dag.edges, dag.v_structures())
    steps, _ = meek_steps(start)
    return [(step.rule, dag.nodes[step.tail], dag.nodes[step.head]) for step in steps]


def of_class(dag: Dag, value: frozenset[Arrow], solution: frozenset[Arrow]) -> Facts:
    """Return a graph of the class that has an arrow the other way round, or a missing arrow."""
    for a, b in sorted(value - solution):
        if b not in dag.neighbors(a):
            return (Adjacent((a, b), False),)
        other = next(g for g in equivalent_dags(dag) if (b, a) in g.edges)
        return (PointsBothWays((a, b), other.edges),)
    return (InEach(min(solution - value), sum(1 for _ in equivalent_dags(dag))),)


def meek(rng: random.Random) -> Exercise | None:
    """Ask which arrows Meek's rules add to those of the v-structures."""
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    found, steps = dag.v_structures(), forced_steps(dag)
    if len(steps) < 2:
        return None
    in_v = arrows_of(found)
    solution = frozenset((a, b) for _, a, b in steps)
    wrongly = closed_from(dag, collisions(dag.edges)).directed - in_v
    return Exercise(
        title="What Meek's rules add",
        question=(
            "This is the true graph. Line 20 keeps its v-structures and no other arrow. "
            "Which arrows does line 21 add?"
        ),
        kind=Pairs(names_of(dag), directed=True),
        solution=solution,
        mistakes=(
            Mistake(frozenset(), "M33"),
            Mistake(frozenset(dag.edges) - in_v, "M1"),
            Mistake(wrongly, "M16"),
        ),
        shows=lambda value: _of_meek(dag, value, solution),
        reasons=(MeekAdds(tuple(steps), True),),
        hints=(
            f"There are {len(steps)}.",
            f"Look at the edges of {listed(sorted({str(b) for _, b in solution}))} first.",
            "A direction is forced when the other one would make a new v-structure or a cycle.",
        ),
        dag=dag,
    )


def _of_meek(dag: Dag, value: frozenset[Arrow], solution: frozenset[Arrow]) -> Facts:
    in_v = arrows_of(dag.v_structures())
    known = sorted(value & in_v)
    return (PartOfV(known[0], True),) if known else of_class(dag, value, solution)


EXERCISES: Final = by_name(
    v_structures,
    directed,
    meek,
    turn,
    line_20,
)
