"""Exercises on removable variables: which are, what is missing, what would change.

Each function draws one case; its solution and the typical mistakes are computed for it.
"""

import random
from collections.abc import Mapping
from typing import Any, Final

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.boundary.removability import explain_removability, removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.removability.beliefs import (
    BELIEVED,
    apart,
    apart_from_children,
    changes,
    missing_pairs,
    overlooks_descendants,
)
from marvel_widgets.lessons.removability.draws import (
    short_of_removable,
    with_a_leaver,
    with_a_trap_below,
)
from marvel_widgets.lessons.removability.exercises_repair import order, repair
from marvel_widgets.lessons.removability.facts import Changes
from marvel_widgets.lessons.removability.witnesses import (
    failures,
    in_order,
    misjudged,
    no_change,
    verdict_of,
    wrong_child,
    wrong_pair,
)
from marvel_widgets.lessons.separation.facts import PathState
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.text import counted, listed

PRINCIPLE: Final = (
    "X is removable when two things hold at each child Z of X. Condition 1: each neighbor of X "
    "is Z or a neighbor of Z. Condition 2: where a child of X is a parent of Z, all its parents "
    "are parents of Z."
)


def removable(rng: random.Random) -> Exercise | None:
    """Ask which variables are removable."""
    dag = random_dag(rng, 6, rng.randint(7, 9))
    solution = frozenset(removable_variables(dag))
    parents = in_order(dag, (v for v in solution if dag.children(v)))
    if not 2 <= len(solution) <= 4 or not parents:
        return None
    return Exercise(
        title="Which may leave?",
        question="Name all removable variables of this graph.",
        kind=Names(names_of(dag)),
        solution=solution,
        mistakes=tuple(
            Mistake(frozenset(v for v in dag if believed(dag, v)), belief)
            for belief, believed in BELIEVED.items()
        ),
        shows=lambda value: misjudged(dag, value, solution),
        reasons=tuple(fact for v in dag if v in solution for fact in verdict_of(dag, v)),
        hints=(
            f"There are {len(solution)} of them.",
            f"One of them has children: {parents[0]}.",
            PRINCIPLE,
        ),
        dag=dag,
    )


def at_children(rng: random.Random) -> Exercise | None:
    """Ask at which children of X each condition fails."""
    dag, x = with_a_leaver(rng, (8, 10))
    violations = explain_removability(dag, x).violations
    one = frozenset(z for p in missing_pairs(dag, x, 1) for z in p & dag.children(x))
    two = frozenset(v.child for v in violations if v.condition == 2)
    children = dag.children(x)
    if not one or not two or len(children) < 3:
        return None

    def answer(first: frozenset[Label], second: frozenset[Label]) -> dict[str, frozenset[Label]]:
        return {"Condition 1": first, "Condition 2": second}

    return Exercise(
        title=f"Where does Theorem 1 fail for {x}?",
        question=(
            f"{x} is not removable. Name the children of {x} at which Condition 1 fails, and those "
            "at which Condition 2 fails (the child that lacks an arrow)."
        ),
        kind=Parts({"Condition 1": Names(names_of(dag)), "Condition 2": Names(names_of(dag))}),
        solution=answer(one, two),
        mistakes=(
            Mistake(answer(one, frozenset()), "M6"),
            Mistake(answer(children, two), "M4"),
            Mistake(answer(children, children), "M4"),
        ),
        shows=lambda value: wrong_child(dag, x, {1: value["Condition 1"], 2: value["Condition 2"]}),
        reasons=failures(dag, x),
        hints=(
            f"Condition 1 fails at {len(one)} of the children, Condition 2 at {len(two)}.",
            f"The children of {x} are {listed(in_order(dag, children))}; Condition 2 fails at "
            f"{in_order(dag, two)[0]}.",
            PRINCIPLE,
        ),
        dag=dag,
        marks=asked(x),
    )


def missing(rng: random.Random) -> Exercise | None:
    """Ask which edges the two conditions miss."""
    dag, x = short_of_removable(rng)
    solution, one = missing_pairs(dag, x), missing_pairs(dag, x, 1)
    if not 2 <= len(solution) <= 4 or not one:
        return None
    first = explain_removability(dag, x).violations[0]
    return Exercise(
        title="Which edges are missing?",
        question=(
            f"{x} is not removable. Which pairs would have to be joined by an edge, but are not, "
            f"by the two conditions of Theorem 1 for {x}? Directions do not matter here."
        ),
        kind=Pairs(names_of(dag)),
        solution=solution,
        mistakes=(
            Mistake(one, "M6"),
            Mistake(solution | apart(dag, dag.neighbors(x)), "M24"),
            Mistake(apart(dag, dag.neighbors(x)), "M24"),
            Mistake(solution | apart_from_children(dag, x), "M7"),
        ),
        shows=lambda value: wrong_pair(dag, x, value),
        reasons=failures(dag, x),
        hints=(
            f"{counted(len(solution), 'pair')} are missing.",
            f"Look at the child {first.child}, and at Condition {first.condition}.",
            PRINCIPLE,
        ),
        dag=dag,
        marks=asked(x),
    )


def changed(rng: random.Random) -> Exercise | None:
    """Ask for a d-separation that changes when X is removed."""
    dag, x = with_a_trap_below(rng)
    found = explain_removability(dag, x).changed
    if found is None or not found.given:
        return None
    y, z, chosen = found.y, found.z, found.given
    everyone = frozenset(dag.nodes) - {x, y, z}
    if changes(dag, x, (y, z), everyone):
        return None
    overlooked = overlooks_descendants(dag, x, y, z)
    if overlooked in (None, everyone):
        return None

    def answer(inside: frozenset[Label] | None) -> dict[str, frozenset[Label] | None]:
        return {"pair": frozenset((y, z)), "given": inside}

    def kept(value: Mapping[str, frozenset[Label]]) -> Misconception:
        # a pair that is none is what the witness is about, whatever the set holds
        sound = len(value["pair"]) == 2 and x not in value["pair"]
        return "M25" if sound and x in value["given"] else ""

    def right(value: Mapping[str, frozenset[Label]]) -> bool:
        pair, inside = value["pair"], value["given"]
        sound = len(pair) == 2 and x not in pair | inside and not pair & inside
        return sound and changes(dag, x, pair, inside)

    return Exercise(
        title=f"What would change without {x}?",
        question=(
            f"{x} is not removable. Show it: give a pair of the others, and a set, such that the "
            f"set separates the pair without {x}, and does not separate it with {x} there."
        ),
        kind=Parts({"pair": Names(names_of(dag)), "given": Names(names_of(dag))}),
        solution=answer(chosen),
        mistakes=(
            Mistake(answer(chosen | {x}), "M25"),
            Mistake(answer(everyone), "M2"),
            Mistake(answer(overlooked), "M3"),
        ),
        shows=lambda value: no_change(dag, x, value["pair"], value["given"]),
        reasons=_why_changed(dag, x, answer(chosen)),
        hints=(
            f"A set of size {len(chosen)} will do.",
            f"Take two variables that Theorem 1 wants joined: {y} and {z}.",
            f"The later of the two is separated from the other, in the graph without {x}, by its "
            f"parents there. Then see whether a path through {x} is open.",
        ),
        dag=dag,
        marks=asked(x),
        accepts=right,
        explains=lambda value: _why_changed(dag, x, value),
        diagnose=kept,
    )


def _why_changed(dag: Dag, x: Label, value: Mapping[str, Any]) -> Facts:
    """Return what a removal changes for a pair, with a path that shows it is open before."""
    (y, z), given = in_order(dag, value["pair"]), tuple(in_order(dag, value["given"]))
    path = open_path(dag, y, z, given)
    assert path is not None  # with x there, the set does not separate them
    return Changes(x, (y, z), given), PathState(path, given)


EXERCISES: Final = by_name(
    at_children,
    missing,
    removable,
    changed,
    repair,
    order,
)
