"""Exercises of notebook 06 on line 15: which pairs are tested, given what, and what changes."""

import random
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, Final

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import (
    Exercise,
    Mistake,
    names_of,
    random_dag,
)
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.algorithm_game.facts import TwoNeighbors
from marvel_widgets.lessons.lemmas.facts import InBoundary
from marvel_widgets.lessons.markov_boundary.facts import Shares
from marvel_widgets.lessons.removability.facts_answers import Kin, Leaves, Without
from marvel_widgets.lessons.removability.witnesses import in_order
from marvel_widgets.lessons.separation.facts import Adjacent
from marvel_widgets.text import counted, listed

HOLDS_NO_MORE: Final = Principle("A common child that has left holds nothing together.")
LEAVES_EVERY_BOUNDARY: Final = Principle(
    "The one that leaves is in no boundary any more, and two parents part where it alone held them."
)
ONLY_PARENTS_PART: Final = Principle(
    "Only parents of the one that leaves can part; parents are neighbors, so each pair is tested."
)
Pair = frozenset[str]


def update_pairs(rng: random.Random) -> Exercise | None:
    """Ask which pairs are tested after a removal."""
    dag = random_dag(rng, 6, rng.randint(7, 9))
    x = _leaver(rng, dag)
    neighbors = dag.neighbors(x)
    if len(neighbors) != 3:
        return None
    solution = _pairs(neighbors)

    def witness(value: frozenset[Pair]) -> Facts:
        for pair in sorted(value, key=sorted):
            if x in pair:
                return Leaves(x), Principle("No test asks about it any more.")
            for v in sorted(pair - neighbors):
                return Kin(v, "neighbor", x, False), ONLY_PARENTS_PART
        y, z = sorted(min(solution - value, key=sorted))
        return TwoNeighbors(x, (y, z)), Principle(
            "MARVEL does not know whether it was their common child, so it tests them."
        )

    return Exercise(
        title="Which pairs are tested?",
        question=(
            f"{x} passes and leaves. Which pairs does line 15 test, to see whether they stay in "
            "each other's boundary?"
        ),
        kind=Pairs(names_of(dag)),
        solution=solution,
        mistakes=(
            Mistake(frozenset(), "M11"),
            Mistake(_pairs(dag.parents(x)), "M1"),
            Mistake(_pairs(dag.markov_boundary(x)), "M7"),
        ),
        shows=witness,
        reasons=(ONLY_PARENTS_PART,),
        hints=(
            f"{counted(len(solution), 'pair')} of {len(dag) - 1} remaining variables.",
            f"Which variables are adjacent to {x}?",
            "The two may have been parents of the one that left; directions are not known yet.",
        ),
        dag=dag,
    )


def boundaries_after(rng: random.Random) -> Exercise | None:
    """Ask for the boundaries after a removal."""
    dag = random_dag(rng, 6, rng.randint(6, 9))
    x = _leaver(rng, dag)
    after = dag.without(x)
    asked = sorted(map(str, dag.neighbors(x)))
    if len(asked) not in (2, 3):
        return None
    truth = {v: frozenset(map(str, after.markov_boundary(v))) for v in asked}
    cut = {v: frozenset(map(str, dag.markov_boundary(v))) - {x} for v in asked}
    parted = {v: cut[v] - ((set(asked) - {v}) - set(dag.neighbors(v))) for v in asked}
    near = {v: frozenset(map(str, after.neighbors(v))) for v in asked}

    def witness(value: Mapping[str, frozenset[str]]) -> Facts:
        v = next(v for v in asked if value[v] != truth[v])
        return boundary_after(dag, (x,), v, min(value[v] ^ truth[v]))

    return Exercise(
        title="The boundaries afterwards",
        question=(
            f"{x} passes and leaves. Which Markov boundaries do its neighbors, {listed(asked)}, "
            "have afterwards?"
        ),
        kind=Parts({v: Names(names_of(dag)) for v in asked}),
        solution=truth,
        mistakes=(
            Mistake(cut, "M11"),
            Mistake(parted, "M16"),
            Mistake(near, "M7"),
        ),
        shows=witness,
        reasons=(LEAVES_EVERY_BOUNDARY,),
        hints=(
            f"{listed(f'{v} has {len(truth[v])}' for v in asked)}.",
            f"Which neighbors of {x} are not adjacent to each other?",
            "Two that are not adjacent stay together when they have another common child.",
        ),
        dag=dag,
    )


def _leaver(rng: random.Random, dag: Dag) -> str:
    return str(rng.choice(removable_variables(dag)))


def _pairs(names: Iterable[Any]) -> frozenset[Pair]:
    return frozenset(frozenset(map(str, pair)) for pair in combinations(names, 2))


def boundary_after(dag: Dag, removed: tuple[str, ...], v: str, u: str) -> Facts:
    """Return why u is, or is not, in the boundary of v after some have left."""
    if u in removed:
        return Leaves(u, removed), Principle("What has left is in no boundary.")
    if u == v:
        return (InBoundary(v, v, False),)
    after = dag.induced(set(dag) - set(removed))
    now = u in after.markov_boundary(v)
    there = Without(removed, (InBoundary(v, u, now), *(_shares(after, v, u) if now else ())))
    if now:
        return (there,)
    if u in dag.markov_boundary(v):
        return there, *_shares(dag, v, u), HOLDS_NO_MORE
    return there, Principle("A removal adds nothing to a boundary.")


def _shares(dag: Dag, v: str, u: str) -> Facts:
    if u in dag.neighbors(v):
        return (Adjacent((u, v)),)
    return (Shares(u, v, False, tuple(in_order(dag, dag.children(v) & dag.children(u)))),)
