"""Exercises of notebook 06 on line 15: which pairs are tested, given what, and what changes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.exercise import (
    Builder,
    Exercise,
    Mistake,
    Slip,
    names_of,
    random_dag,
)
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.boundary.lemmas import smaller_boundary, update_search
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.replay.wording import braces
from marvel_widgets.text import counted, listed

Pair = frozenset[str]


def update_pairs(rng: random.Random) -> Exercise | None:
    """Ask which pairs are tested after a removal."""
    dag = random_dag(rng, 6, rng.randint(7, 9))
    x = _leaver(rng, dag)
    neighbors = dag.neighbors(x)
    if len(neighbors) != 3:
        return None
    solution = _pairs(neighbors)

    def witness(value: Iterable[Pair]) -> str:
        for pair in sorted(value, key=sorted):
            if x in pair:
                return f"{x} has left; no test asks about it."
            if pair - neighbors:
                return (
                    f"{min(pair - neighbors)} is not a neighbor of {x}, so it was no parent of {x}."
                )
        y, z = sorted(min(solution - set(value), key=sorted))
        return (
            f"{y} and {z} are two neighbors of {x}. MARVEL does not know whether {x} was their "
            "common child, so it tests them."
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
        reasons=f"Only parents of {x} can part; parents are neighbors, so each pair is tested.",
        hints=(
            f"{counted(len(solution), 'pair')} of {len(dag) - 1} remaining variables.",
            f"Which variables are adjacent to {x}?",
            "The two may have been parents of the one that left; directions are not known yet.",
        ),
        dag=dag,
    )


def update_set(rng: random.Random) -> Exercise | None:
    """Ask for the conditioning set of a test after a removal."""
    dag = random_dag(rng, 6, rng.randint(7, 10))
    x = _leaver(rng, dag)
    if len(dag.neighbors(x)) < 2:
        return None
    y, z = sorted(map(str, dag.neighbors(x)))[:2]
    sizes = {v: len(dag.markov_boundary(v)) for v in (y, z)}
    if sizes[y] == sizes[z]:
        return None
    i, j, k = map(dag.position, (x, y, z))
    w = smaller_boundary(dag.boundary_masks, j, k)
    mask = update_search(i, j, k, dag.boundary_masks[w]).forced
    smaller, given = str(dag.nodes[w]), frozenset(map(str, dag.labels(mask)))
    larger = y if smaller == z else z

    swapped = f"Perhaps swapped: this is the test with the boundary of {larger}, the larger one."

    def answer(whose: str, names: Iterable[Any]) -> dict[str, Any]:
        return {"whose": frozenset({whose}), "given": frozenset(map(str, names)) - {x, y, z}}

    def witness(value: Mapping[str, Any]) -> str:
        if value["whose"] != {smaller}:
            counts = listed(f"{v} {sizes[v]}" for v in (y, z))
            return f"The smaller boundary is used. Their sizes, {x} still in them: {counts}."
        for v in sorted(value["given"] & {x, y, z}):
            return f"{v} is {'gone' if v == x else 'one of the two'}: it is not given."
        extra = sorted(value["given"] ^ given)
        place = "is" if extra[0] in dag.markov_boundary(smaller) else "is not"
        return f"{extra[0]} {place} in the boundary of {smaller}."

    return Exercise(
        title="Given what?",
        question=(
            f"{x} passes and leaves. The first pair of line 15 is {y} and {z}. Whose boundary is "
            "used, and which variables are given in the test?"
        ),
        kind=Parts({"whose": Names((y, z)), "given": Names(names_of(dag))}),
        solution=answer(smaller, given),
        mistakes=(
            Mistake(answer(smaller, dag.neighbors(smaller)), "M7"),
            Mistake(answer(smaller, dag.nodes), "M8"),
            Mistake(answer(smaller, ()), "M28"),
        ),
        shows=witness,
        reasons=(
            f"The boundary of {smaller} is {braces(dag, dag.markov_boundary(smaller))}; {x}, "
            f"{y} and {z} are left out."
        ),
        hints=(
            f"{counted(len(given), 'variable is', 'variables are')} given.",
            f"Compare the boundaries of {y} and {z}.",
            "Either boundary would do; the smaller one makes the better test.",
        ),
        dag=dag,
        slips=(Slip(answer(larger, dag.markov_boundary(larger)), swapped),),
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

    def witness(value: Mapping[str, frozenset[str]]) -> str:
        v = next(v for v in asked if value[v] != truth[v])
        u = min(value[v] ^ truth[v])
        if u == x:
            return f"{x} has left; it is in no boundary."
        if u == v:
            return f"{v} is not in its own boundary."
        return _why(dag, after, x, v, u)

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
        reasons=f"{x} leaves every boundary, and two parents part where {x} alone held them.",
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


def _why(dag: Dag, after: Dag, x: str, v: str, u: str) -> str:
    """Return why u is, or is not, in the boundary of v after the removal of x."""
    if u in after.neighbors(v):
        return f"{u} and {v} are adjacent: they stay together."
    shared = sorted(map(str, after.children(v) & after.children(u)))
    if shared:
        return f"{u} and {v} have the common child {shared[0]}, which is still there."
    given = braces(after, after.markov_boundary(v))
    assert d_separated(after, v, u, after.markov_boundary(v))
    if x in dag.children(v) & dag.children(u):
        return f"Only {x} held {u} and {v} together; now {given} makes them independent."
    return f"{u} was not in the boundary of {v} before, and a removal adds nothing to it."


EXERCISES: Final[Mapping[str, Builder]] = MappingProxyType(
    {
        "update_pairs": update_pairs,
        "update_set": update_set,
        "boundaries_after": boundaries_after,
    }
)
