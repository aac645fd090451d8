"""Exercises of notebook 07: which arrows tests determine, which the printed rules only claim."""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, Final

from marvel_widgets.assessment.exercise import (
    Builder,
    Exercise,
    Mistake,
    names_of,
    random_dag,
)
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import (
    equivalent_dags,
    essential_graph,
    meek_steps,
    pattern,
)
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.orientation.arrows import (
    Arrow,
    Triple,
    arrows_of,
    arrows_text,
    centers,
    closed_from,
    collision,
    collisions,
    written,
)
from marvel_widgets.lessons.orientation.exercises_class import class_size, equivalent, turn
from marvel_widgets.lessons.orientation.exercises_printed import (
    departures,
    line_13,
    line_20,
)
from marvel_widgets.text import counted, listed


def v_structures(rng: random.Random) -> Exercise | None:
    """Ask for the arrows of all v-structures of a graph."""
    dag = random_dag(rng, 6, rng.choice([7, 8]))
    found = dag.v_structures()
    solution = arrows_of(found)
    given_something = [t for t in found if not d_separated(dag, t[0], t[2])]
    if not 2 <= len(found) <= 5:
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
        shows=lambda value: _v_structure_witness(dag, value),
        reasons=_v_structures_text(found),
        hints=(
            f"There are {len(found)} v-structures.",
            f"Look at {centers(found)}.",
            "Two parents of one variable make a v-structure exactly when no edge joins them.",
        ),
        dag=dag,
    )


def _v_structures_text(found: Sequence[Triple]) -> str:
    what = "The v-structure is" if len(found) == 1 else "The v-structures are"
    return f"{what} {listed(map(collision, found))}."


def _v_structure_witness(dag: Dag, value: frozenset[Arrow]) -> str:
    found = dag.v_structures()
    for a, c in sorted(value - arrows_of(found)):
        if (a, c) not in dag.edges:
            return f"The graph has no arrow {a} → {c}."
        others = sorted(map(str, dag.parents(c) - {a}))
        if not others:
            return f"{a} → {c} meets no other arrow: {c} has no other parent."
        return f"{a} → {c} is in none: an edge joins {a} to {listed(others)}."
    missing = arrows_of(found) - value
    triple = next(t for t in found if arrows_of([t]) & missing)
    return f"{collision(triple)} is a v-structure: no edge joins {triple[0]} and {triple[2]}."


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
        shows=lambda value: _class_witness(dag, value, solution),
        reasons=_directed_because(dag),
        hints=(
            f"{counted(len(solution), 'edge')} of {dag.edge_count} are directed.",
            f"Begin with the arrows that meet at {centers(found)}.",
            "Then direct what would otherwise make a new v-structure or a cycle.",
        ),
        dag=dag,
    )


def _directed_because(dag: Dag) -> str:
    found, steps = dag.v_structures(), _steps(dag)
    text = _v_structures_text(found)
    if not steps:
        return f"{text} No rule of Meek fits after that."
    forced = listed(f"{a} → {b} by {rule}" for rule, a, b in steps)
    return f"{text} Meek's rules add {forced}."


def _steps(dag: Dag) -> list[tuple[str, Any, Any]]:
    numbers = [tuple(map(dag.position, triple)) for triple in dag.v_structures()]
    start = pattern(dag.nodes, dag.adjacency_masks, [(a, c, b) for a, c, b in numbers])
    steps, _ = meek_steps(start)
    return [(step.rule, dag.nodes[step.tail], dag.nodes[step.head]) for step in steps]


def _class_witness(dag: Dag, value: frozenset[Arrow], solution: frozenset[Arrow]) -> str:
    for a, b in sorted(value - solution):
        if b not in dag.neighbors(a):
            return f"No edge joins {a} and {b}."
        other = next(g for g in equivalent_dags(dag) if (b, a) in g.edges)
        return f"Not {a} → {b}: this graph is in the class, with {b} → {a}: {written(other)}."
    a, b = min(solution - value)
    number = counted(sum(1 for _ in equivalent_dags(dag)), "graph")
    return f"{a} → {b} is missing: each graph of the class has it ({number})."


def meek(rng: random.Random) -> Exercise | None:
    """Ask which arrows Meek's rules add to those of the v-structures."""
    dag = random_dag(rng, 6, rng.choice([6, 7, 8]))
    found, steps = dag.v_structures(), _steps(dag)
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
        shows=lambda value: _meek_witness(dag, value, solution),
        reasons=f"They are, in turn, {listed(f'{a} → {b} by {rule}' for rule, a, b in steps)}.",
        hints=(
            f"There are {len(steps)}.",
            f"Look at the edges of {listed(sorted({str(b) for _, b in solution}))} first.",
            "A direction is forced when the other one would make a new v-structure or a cycle.",
        ),
        dag=dag,
    )


def _meek_witness(dag: Dag, value: frozenset[Arrow], solution: frozenset[Arrow]) -> str:
    in_v = arrows_of(dag.v_structures())
    known = sorted(value & in_v)
    if known:
        return f"{arrows_text(known[:1])} is part of a v-structure, so line 20 has it already."
    return _class_witness(dag, value | in_v, solution | in_v)


EXERCISES: Final = MappingProxyType[str, Builder](
    {
        "v_structures": v_structures,
        "directed": directed,
        "meek": meek,
        "class_size": class_size,
        "turn": turn,
        "equivalent": equivalent,
        "line_13": line_13,
        "line_20": line_20,
        "departures": departures,
    }
)
