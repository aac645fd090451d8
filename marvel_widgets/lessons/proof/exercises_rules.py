"""Exercises on paths and sets of the proof of Theorem 1: its rule, and what is lost."""

import random
from collections.abc import Mapping
from typing import Final

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import (
    Exercise,
    Mistake,
    names_of,
    random_dag,
)
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path, all_paths
from marvel_widgets.lessons.proof.witnesses import separator_error
from marvel_widgets.lessons.removability.facts import Changes
from marvel_widgets.lessons.removability.witnesses import in_order
from marvel_widgets.lessons.separation.facts import PathState
from marvel_widgets.text import counted
from marvel_widgets.theory.only_if_direction import missing_separators

RULE: Final = (
    "By the proof's rule a collider is open when it or a descendant is in S or is an end of the "
    "path; any other vertex is open when it is not in S."
)

Sets = Mapping[str, frozenset[Label]]


def separator(rng: random.Random) -> Exercise | None:
    """Ask for the separating set that is lost where Condition 2 fails."""
    dag = random_dag(rng, 6, rng.randint(8, 10))
    x = rng.choice(dag.nodes)
    found = next((m for m in missing_separators(dag, x) if m.violation.condition == 2), None)
    if found is None or found.pair[0] in dag.neighbors(x):  # else Condition 1 fails as well
        return None
    u, z = found.pair
    y = found.violation.through
    route = frozenset(found.open_route.names)
    everyone = frozenset(dag.nodes) - {x, u, z}
    smaller = dag.without(x)

    def open_paths(value: Sets) -> list[Path]:
        paths = all_paths(dag, u, z, value["S"], limit=200).paths
        return [path for path in paths if path.is_open and {*path.names} == value["path"]]

    def right(value: Sets) -> bool:
        inside = value["S"]
        lost = not inside & {x, u, z} and d_separated(smaller, u, z, inside)
        return lost and bool(open_paths(value))

    def why(value: Sets) -> Facts:
        given = tuple(in_order(dag, value["S"]))
        return Changes(x, (u, z), given), PathState(open_paths(value)[0], given)

    if right({"S": everyone, "path": route}):
        return None
    return Exercise(
        title="The separating set that is lost",
        question=(
            f"Condition 2 fails for {x}: {u} → {y} and {y} → {z} are there, {u} → {z} is missing. "
            f'Give under "S" a set that separates {u} and {z} in H, the graph without {x}, and '
            f'under "path" the variables of a path between {u} and {z} that S leaves open in G; '
            "none of them if there is no such path."
        ),
        kind=Parts({"S": Names(names_of(dag)), "path": Names(names_of(dag))}),
        solution={"S": found.given, "path": route},
        mistakes=(
            Mistake({"S": found.given | {x}, "path": route}, "M25"),
            Mistake({"S": everyone, "path": route}, "M2"),
            Mistake({"S": found.given, "path": frozenset()}, "M23"),
        ),
        shows=lambda value: separator_error(dag, x, (u, z), value["S"], value["path"]),
        reasons=why({"S": found.given, "path": route}),
        hints=(
            f"A set of size {len(found.given)} will do, and a path of "
            f"{counted(len(route), 'variable')}.",
            f"Look at {y}: it has to be in S. What does that do to the path through {x}?",
            "In H, the parents of the later of the two separate it from the other.",
        ),
        dag=dag,
        accepts=right,
        explains=why,
        diagnose=lambda value: "M25" if x in value["S"] else "",
    )
