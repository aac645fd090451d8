"""Exercises of notebook 05: what each family of CI tests proves, and what it costs.

Those on the neighbor lemma are here; the others in `exercises_conditions`, `exercises_gaps`.
"""

import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake, by_name, names_of, random_dag
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.variable_answers import Names
from marvel_widgets.core.boundary.by_tests import neighborhood, separating_set
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.lemmas import exercises_conditions as lemma_conditions
from marvel_widgets.lessons.lemmas import exercises_gaps as lemma_gaps
from marvel_widgets.lessons.lemmas.facts import InBoundary, ToldApart
from marvel_widgets.lessons.lemmas.facts_searches import LemmaCost, OffBy
from marvel_widgets.lessons.removability.facts_answers import Kin
from marvel_widgets.replay.wording import braces
from marvel_widgets.text import counted

NOT_BOTH: Final = Principle("No neighbor is a co-parent.")
NEITHER: Final = Principle("Neighbors and co-parents are members of the boundary.")
SEPARATED_ARE: Final = Principle(
    "A member that some set separates from the variable is a co-parent; others are not."
)
Tried = tuple[tuple[str, ...], bool]  # a set, and whether it separates


def told_apart(rng: random.Random) -> Exercise | None:
    """Ask for neighbors and co-parents, from the answers of the tests alone."""
    dag = random_dag(rng, 6, rng.randint(6, 9))
    x = str(rng.choice(dag.nodes))
    boundary = _boundary(dag, x)
    if len(boundary) != 4:
        return None
    tried = {y: list(_tried(dag, x, y, boundary)) for y in boundary}
    near = frozenset(map(str, neighborhood(dag, x, boundary).neighbors))

    def split(neighbors: frozenset[str]) -> dict[str, Any]:
        return {"neighbors": neighbors, "co_parents": frozenset(boundary) - neighbors}

    def without(names: Iterator[str]) -> dict[str, Any]:
        return split(frozenset(names))

    first = {y: next((s for s, separates in tried[y] if separates), None) for y in boundary}

    def witness(value: Mapping[str, Any]) -> Facts:
        for y in boundary:
            if y not in value["neighbors" if first[y] is None else "co_parents"]:
                return (ToldApart(x, y, first[y]),)
        named = value["neighbors"] | value["co_parents"]
        for y in sorted(named - set(boundary)):
            return InBoundary(x, y, False), NEITHER
        y = min(value["neighbors"] & value["co_parents"])
        return Kin(y, "neighbor" if first[y] is None else "co-parent", x, True), NOT_BOTH

    return Exercise(
        title="Told apart by tests",
        question=(
            f"The graph is hidden. The Markov boundary of {x} is {braces(dag, boundary)}. Which "
            f"members are neighbors of {x}, which co-parents? The tests of {x} with each of them "
            "have answered:\n" + "\n".join(_answers_words(dag, y, tried[y]) for y in boundary)
        ),
        kind=Parts({"neighbors": Names(names_of(dag)), "co_parents": Names(names_of(dag))}),
        solution=split(near),
        mistakes=(
            Mistake(split(frozenset(boundary)), "M8"),
            Mistake(without(y for y in boundary if not tried[y][0][1]), "M28"),
            Mistake(without(y for y in boundary if not any(s and i for s, i in tried[y])), "M17"),
        ),
        shows=witness,
        reasons=(SEPARATED_ARE,),
        hints=(
            f"There are {len(near)} neighbors.",
            f"Begin with the line of {boundary[0]}: does any set make it independent of {x}?",
            "A member is a neighbor when no proper subset of the rest of the boundary separates.",
        ),
        hidden=dag,
    )


def neighbor_tests(rng: random.Random) -> Exercise | None:
    """Ask how many tests the neighbor lemma makes for one variable."""
    dag = random_dag(rng, 6, rng.randint(6, 9))
    x = str(rng.choice(dag.nodes))
    boundary = _boundary(dag, x)
    if len(boundary) not in (3, 4) or len(dag.co_parents(x)) not in (1, 2):
        return None
    found = neighborhood(dag, x, boundary)
    size = len(boundary)
    most = (1 << size - 1) - 1
    near = min(map(str, found.neighbors))  # there is a child, as there is a co-parent
    co_parents = sorted(map(str, found.co_parents))
    costs = {y: separating_set(dag, x, y, set(boundary) - {y}) for y in co_parents}
    spent = tuple(costs[t].tests for t in co_parents)

    def witness(value: int) -> Facts:
        if value <= found.tests:
            return (OffBy(x, near, value, None, most),)
        t = min(costs, key=lambda y: costs[y].tests)
        return (OffBy(x, t, value, tuple(sorted(map(str, costs[t].found or ()))), most),)

    return Exercise(
        title="How many tests?",
        question=(
            f"The Markov boundary of {x} is {braces(dag, boundary)}. How many tests does the "
            f"neighbor lemma make for {x} in all? For each member it tries the "
            "proper subsets of the rest, by size, then in alphabetical order."
        ),
        kind=Number(0, 40),
        solution=found.tests,
        mistakes=(
            Mistake(size << size - 1, "M14"),
            Mistake(size * most, "M29"),
            Mistake(size, "M8"),
        ),
        shows=witness,
        reasons=(LemmaCost(x, len(found.neighbors), most, tuple(co_parents), spent),),
        hints=(
            f"For {counted(len(found.neighbors), 'member')} all proper subsets are tried.",
            f"Look for the first set that separates {x} and {co_parents[0]}.",
            "A search stops at the first set that separates; without one it tries all.",
        ),
        dag=dag,
    )


def _boundary(dag: Dag, x: str) -> tuple[str, ...]:
    return tuple(sorted(map(str, dag.markov_boundary(x))))


def _tried(dag: Dag, x: str, y: str, boundary: tuple[str, ...]) -> Iterator[Tried]:
    """Yield the proper subsets of the rest of a boundary, and whether they separate."""
    rest = [v for v in boundary if v != y]
    for size in range(len(rest)):
        for subset in combinations(rest, size):
            yield subset, d_separated(dag, x, y, subset)


def _answers_words(dag: Dag, y: str, tried: list[Tried]) -> str:
    """Return what the tests say of a member of the boundary, as a line of a table."""
    sets: dict[bool, list[str]] = {False: [], True: []}
    for subset, separates in tried:
        sets[separates].append(braces(dag, subset))
    lines = [
        f"{'in' if separates else ''}dependent given {', '.join(sets[separates])}"
        for separates in sets
        if sets[separates]
    ]
    return f"{y}: {'; '.join(lines)}."


EXERCISES: Final = by_name(
    lemma_gaps.by_lemmas,
    told_apart,
    neighbor_tests,
    lemma_conditions.condition_one_pairs,
    lemma_conditions.condition_two_pairs,
    lemma_gaps.counterexample,
    lemma_gaps.boundary_sizes,
    lemma_gaps.misleading_set,
)
