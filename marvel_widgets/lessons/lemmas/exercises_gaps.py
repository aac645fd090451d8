"""Exercises of notebook 05 on all lemmas: the worked case, counterexamples, the boundary size."""

import random
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, pairwise
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake, names_of, random_dag
from marvel_widgets.assessment.facts import Fact, Facts, Principle
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.variable_answers import Names, Pairs
from marvel_widgets.core.boundary.by_tests import (
    neighborhood,
    separating_set,
    v_structures_as_parent,
)
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import CycleError
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.lemmas.facts import (
    BoundarySize,
    CommonChild,
    InBoundary,
    NoneInside,
    OfAnswer,
    PairsOfNeighbors,
    SetSeparates,
    ToldApart,
)
from marvel_widgets.lessons.removability.facts_answers import Cycle, Kin
from marvel_widgets.lessons.removability.witnesses import verdict_of
from marvel_widgets.lessons.separation.facts import Adjacent, Separates
from marvel_widgets.replay.wording import braces
from marvel_widgets.theory.counterexamples import v_structure_breaks

AGAINST_LARGE_ONES: Final = Principle(
    "The lemma speaks against boundaries of more members than the maximum in-degree, never for a "
    "small one."
)
CLAIM_HOLDS: Final = Principle("So the claim is right here.")
CO_PARENTS_ARE: Final = Principle("Co-parents are its members but the neighbors.")
NEIGHBORS_ARE_NOT: Final = Principle("No neighbor is a co-parent.")
ONE_FAMILY: Final = Principle(
    "Each gap is one family of tests: neighbors, v-structures, pairs of neighbors."
)
_LETTERS: Final = 5  # of the exercise on a counterexample
_MOST_RIGHT: Final = 3  # sets that mislead: with more, a guess would be lucky too often
NO_ENDS: Final = Principle("A set that separates two variables contains neither of them.")


def by_lemmas(rng: random.Random) -> Exercise | None:
    """Ask for the gaps of the worked example on another graph."""
    dag = random_dag(rng, 6, rng.randint(7, 9))
    x = str(rng.choice(dag.nodes))
    boundary = frozenset(map(str, dag.markov_boundary(x)))
    if len(boundary) != 4:
        return None
    found = neighborhood(dag, x, boundary)
    near, stored = frozenset(map(str, found.neighbors)), found.separating_sets
    common = frozenset(str(y) for _, y, _ in v_structures_as_parent(dag, x, boundary))
    if len(near) < 2 or not common:
        return None

    def answer(neighbors: frozenset[str], children: Iterable[str]) -> dict[str, Any]:
        return {
            "neighbors": neighbors,
            "co_parents": boundary - neighbors,
            "common_children": frozenset(children),
            "pairs": len(list(combinations(neighbors, 2))),
        }

    dependent = frozenset(y for y in boundary if not d_separated(dag, x, y))
    shared = (y for y in common if dag.parents(y) & (boundary - dependent))
    solution = answer(near, common)

    def witness(value: Mapping[str, Any]) -> Facts:
        for y in sorted(value["neighbors"] ^ near):
            if y not in near and y in boundary:
                return (ToldApart(x, y, tuple(sorted(map(str, stored[y])))),)
            return (Kin(y, "neighbor", x, y in near),)
        for y in sorted(value["co_parents"] ^ (boundary - near)):
            if y in near:
                return Kin(y, "neighbor", x, True), NEIGHBORS_ARE_NOT
            return InBoundary(x, y, y in boundary), CO_PARENTS_ARE
        for y in sorted(value["common_children"] ^ common):
            return (CommonChild(x, y, y in common),)
        return (PairsOfNeighbors(x, len(near), solution["pairs"], value["pairs"]),)

    return Exercise(
        title="The same, with gaps",
        question=(
            f"The Markov boundary of {x} is {braces(dag, boundary)}. Into which neighbors and "
            "which co-parents does the neighbor lemma split it? Which neighbors does the "
            f"v-structure lemma find to be common children of {x} and a co-parent? How many pairs "
            "of neighbors does Condition 1 ask about, if none of them fails?"
        ),
        kind=Parts(
            {
                "neighbors": Names(names_of(dag)),
                "co_parents": Names(names_of(dag)),
                "common_children": Names(names_of(dag)),
                "pairs": Number(0, 20),
            }
        ),
        solution=solution,
        mistakes=(
            Mistake(
                answer(near, (y for y in near if any(y not in s for s in stored.values()))), "M31"
            ),
            Mistake(answer(boundary, ()), "M7"),
            Mistake(answer(dependent, shared), "M28"),
        ),
        shows=witness,
        reasons=(ONE_FAMILY,),
        hints=(
            f"There are {len(near)} neighbors.",
            f"Begin with the arrows at {x}; the rest of the boundary comes by a common child.",
            "A common child has an arrow from both; a set of n neighbors has n(n-1)/2 pairs.",
        ),
        dag=dag,
    )


def counterexample(rng: random.Random) -> Exercise | None:
    """Ask for a graph on which a single test gives wrong neighbors; many graphs are right."""
    names = sorted(rng.sample("ABCDEFGH", _LETTERS))
    x, y, a, b, _ = rng.sample(names, _LETTERS)
    solution = frozenset({(x, a), (a, y), (x, b), (y, b)})
    judge = _judge_of(names, x, y)
    dependent = Separates(x, y, (), False, "independent")
    claim = Adjacent((x, y), False), InBoundary(x, y, True), dependent

    def witness(value: Iterable[tuple[str, str]]) -> Facts:
        return judge(value)[1]

    def diagnose(value: Iterable[tuple[str, str]]) -> Misconception:
        return judge(value)[0]

    return Exercise(
        title="Break the single test",
        question=(
            "Somebody claims: a member of a Markov boundary is a neighbor exactly when it is "
            f"dependent given nothing. Prove them wrong: write the arrows of a graph with the "
            f"variables {', '.join(names)} in which {y} is in the Markov boundary of {x}, not "
            f"adjacent to {x}, and still dependent on it given nothing."
        ),
        kind=Pairs(names, directed=True),
        solution=solution,
        mistakes=(
            Mistake(frozenset({(x, a), (y, a)}), "M16"),
            Mistake(frozenset({(x, y)}), "M7"),
            Mistake(frozenset({(x, a), (a, y)}), "M21"),
        ),
        shows=witness,
        reasons=(OfAnswer(tuple(names), claim),),
        hints=(
            "Four arrows are enough.",
            f"Give {x} and {y} a common child first; what else do they need?",
            "A co-parent is in the boundary; a common cause or a chain makes two dependent.",
        ),
        accepts=lambda value: judge(value)[1] == (),
        diagnose=diagnose,
    )


def boundary_sizes(rng: random.Random) -> Exercise | None:
    """Ask which variables have too large a boundary to be removable, and which are removable."""
    dag = random_dag(rng, 6, rng.randint(6, 9))
    sizes = {str(v): len(dag.markov_boundary(v)) for v in dag}
    most = dag.max_in_degree
    large = frozenset(v for v, size in sizes.items() if size > most)
    removable = frozenset(map(str, removable_variables(dag)))
    first = min(sizes, key=lambda v: (sizes[v], v))
    if not large or first in removable:
        return None
    near = frozenset(str(v) for v in dag if len(dag.neighbors(v)) > most)

    def answer(leave: Iterable[str], out: frozenset[str] = large) -> dict[str, Any]:
        return {"too_large": out, "removable": frozenset(leave)}

    def witness(value: Mapping[str, Any]) -> Facts:
        for v in sorted(value["too_large"] ^ large):
            return (BoundarySize(v, sizes[v], most),)
        return verdict_of(dag, min(value["removable"] ^ removable))

    return Exercise(
        title="Too large, and which may leave",
        question=(
            "Which variables does the boundary-size lemma rule out without a test, "
            "and which variables are removable?"
        ),
        kind=Parts({"too_large": Names(names_of(dag)), "removable": Names(names_of(dag))}),
        solution=answer(removable),
        mistakes=(
            Mistake(answer(sizes.keys() - large), "M5"),
            Mistake(answer(v for v in sizes if not dag.children(v)), "M4"),
            Mistake(answer({first}), "M9"),
            Mistake(answer(removable, near), "M7"),
        ),
        shows=witness,
        reasons=(AGAINST_LARGE_ONES,),
        hints=(
            f"The lemma rules out {len(large)} of 6; {len(removable)} are removable.",
            f"Count the parents of each variable first: the most are {most}.",
            "Too large means not removable; small enough means that we have to test.",
        ),
        dag=dag,
    )


def _judge_of(
    names: list[str], x: str, y: str
) -> Callable[[Iterable[tuple[str, str]]], tuple[Misconception, Facts]]:
    """Return the belief behind an answer, and what is wrong with it; nothing if right."""

    def judge(arrows: Iterable[tuple[str, str]]) -> tuple[Misconception, Facts]:
        try:
            dag = Dag(sorted(arrows), nodes=names)
        except CycleError as error:
            return "", (Cycle(tuple(pairwise(map(str, error.cycle)))),)
        if y in dag.neighbors(x):
            return "M7", _on_it(Adjacent((x, y)))
        if y not in dag.markov_boundary(x):
            return "M21", _on_it(InBoundary(x, y, False))
        if d_separated(dag, x, y):
            return "M16", (*_on_it(Separates(x, y, (), True, "independent")), CLAIM_HOLDS)
        return "", ()

    def _on_it(fact: Fact) -> Facts:
        return (OfAnswer(tuple(names), (fact,)),)

    return judge


def misleading_set(rng: random.Random) -> Exercise | None:
    """Ask for a separating set outside the boundary that misleads the lemma on v-structures."""
    dag = random_dag(rng, 6, rng.choice([7, 8]))
    broken = next(v_structure_breaks(dag, "set-in-boundary"), None)
    if broken is None:
        return None
    x, t, y = (dag.nodes[place] for _, place in broken.roles)
    right = {
        frozenset(dag.nodes[i] for i in found.separating_set or ())
        for found in v_structure_breaks(dag, "set-in-boundary")
        if found.roles == broken.roles
    }
    boundary = dag.markov_boundary(x)
    inside = separating_set(dag, x, t, boundary - {t}).found or frozenset()
    if len(right) > _MOST_RIGHT:
        return None
    solution = min(right, key=lambda chosen: (len(chosen), sorted(map(str, chosen))))

    def misleads(value: frozenset[Any]) -> Facts:
        none = NoneInside(x, (y, t), _letters(boundary), _letters(value))
        return SetSeparates(x, t, y, _letters(value), None), none

    return Exercise(
        title="A set that misleads",
        question=(
            f"{t} is a co-parent of {x}, and {y} is a neighbor of {x}, but no common child of "
            f"{x} and {t}. Give a set that separates {x} and {t} and with which the lemma on "
            f"v-structures, as printed, says {x} → {y} ← {t} all the same."
        ),
        kind=Names(names_of(dag)),
        solution=solution,
        mistakes=(
            Mistake(inside, "M35"),
            Mistake(frozenset(dag.nodes) - {x, t, y}, "M2"),
            Mistake(frozenset(dag.nodes) - {x, t}, "M8"),
        ),
        shows=lambda value: _why_not(dag, (x, y, t), value),
        reasons=misleads(solution),
        hints=(
            f"The smallest such set has {min(map(len, right))} of the {len(dag)} variables.",
            f"Look at what is outside the boundary of {x}, on a path from {y} to {t}.",
            f"It has to block each path from {x} to {t} without {y} and without a common child.",
        ),
        dag=dag,
        accepts=lambda value: value in right,
        explains=misleads,
    )


def _why_not(dag: Dag, roles: tuple[Any, Any, Any], value: frozenset[Any]) -> Facts:
    x, y, t = roles
    if value & {x, t}:
        return (NO_ENDS,)
    return (SetSeparates(x, t, y, _letters(value), open_path(dag, x, t, value)),)


def _letters(names: Iterable[Any]) -> tuple[str, ...]:
    return tuple(sorted(map(str, names)))
