"""Exercises of notebook 05 on Conditions 1 and 2: which sets are tried, which pairs break."""

import random
from collections.abc import Iterable
from itertools import combinations
from typing import Any, Final

from marvel_widgets.assessment.exercise import Exercise, Mistake, names_of, random_dag
from marvel_widgets.assessment.facts import Fact, Facts, Principle
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.boundary.by_tests import separating_set
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.lemmas.facts_searches import (
    Breaks,
    ColliderGiven,
    NotAsked,
)
from marvel_widgets.lessons.removability.facts_answers import Kin
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.lessons.separation.facts import NeverSeparated
from marvel_widgets.text import counted
from marvel_widgets.theory.lemma_checks import LemmaCase, check_lemma, why_not_first

PAIR_SURVIVES: Final = Principle(
    "A pair survives when it is adjacent, or when the variable is a child of both."
)
Z_AND_T_SURVIVE: Final = Principle(
    "Z and T survive when they are adjacent, or when both are parents of Y."
)
Pair = frozenset[str]


def condition_one_pairs(rng: random.Random) -> Exercise | None:
    """Ask for the pairs of neighbors that break Condition 1."""
    dag = random_dag(rng, 6, rng.randint(7, 10))
    x = str(rng.choice(dag.nodes))
    cases = check_lemma(dag, "condition-1", x).cases
    parents, boundary = dag.parents(x), dag.markov_boundary(x)
    pairs = [_pair(case.roles) for case in cases]
    broken = {_pair(case.roles): case for case in cases if case.family.separable}
    if not broken or len(parents) < 2:
        return None

    def without_x(pair: Pair) -> bool:
        return _separable(dag, pair, boundary | {x})

    def witness(value: Iterable[Pair]) -> Facts:
        for pair in sorted(value, key=sorted):
            if pair not in broken:
                return (_no_separator(dag, x, pair),)
        z, w = sorted(min(broken.keys() - set(value), key=sorted))
        found = broken[frozenset({z, w})].family.separating_set or ()
        return (Breaks(x, (z, w), in_order(dag, found), None),)

    return Exercise(
        title="Where does Condition 1 break?",
        question=(
            f"Condition 1 breaks at a pair of neighbors of {x} when a set separates them that "
            f"holds {x} and else only variables from the boundary of {x} (the Condition 1 lemma). "
            "Name all pairs at which it breaks."
        ),
        kind=Pairs(names_of(dag)),
        solution=frozenset(broken),
        mistakes=(
            Mistake(frozenset(pair for pair in pairs if without_x(pair)), "M30"),
            Mistake(frozenset(map(_pair, combinations(parents, 2))), "M16"),
            Mistake(frozenset(p for p in pairs if _largest_separates(dag, x, p)), "M2"),
        ),
        shows=witness,
        reasons=(PAIR_SURVIVES,),
        hints=(
            f"{counted(len(broken), 'pair breaks', 'pairs break')} it.",
            f"Which neighbors of {x} are not adjacent to each other?",
            "Two parents collide at their child: no set that holds it separates them.",
        ),
        dag=dag,
    )


def condition_two_pairs(rng: random.Random) -> Exercise | None:
    """Ask for the pairs that break Condition 2."""
    dag = random_dag(rng, 6, rng.randint(7, 11))
    x = str(rng.choice(dag.nodes))
    if why_not_first(dag, "condition-2", x):
        return None
    cases = check_lemma(dag, "condition-2", x).cases
    broken = {_ends(case): case for case in cases if case.family.separable}
    asked = frozenset(_ends(case) for case in cases)
    if not broken:
        return None
    boundary, neighbors = dag.markov_boundary(x), dag.neighbors(x)
    apart = frozenset(pair for pair in asked if _separable(dag, pair, boundary | {x}))
    crossed = frozenset(
        frozenset({str(t), str(z)}) for t in boundary - neighbors for z in neighbors
    )

    def witness(value: Iterable[Pair]) -> Facts:
        for pair in sorted(value, key=sorted):
            if pair not in asked:
                a, b = sorted(pair)
                return (NotAsked(x, (a, b)),)
            if pair not in broken:
                return (_no_separator_two(dag, x, pair, cases),)
        missed = broken[min(broken.keys() - set(value), key=sorted)]
        t, y, z = map(str, missed.roles)
        return (Breaks(x, (z, t), in_order(dag, missed.family.separating_set or ()), y),)

    return Exercise(
        title="Where does Condition 2 break?",
        question=(
            f"{x} satisfies Condition 1. For {x} → Y ← T and another neighbor Z of {x}, the "
            f"tests of Condition 2 ask whether a set with {x} and Y separates Z and T. "
            "Name all pairs of a Z and a T that such a set separates."
        ),
        kind=Pairs(names_of(dag)),
        solution=frozenset(broken),
        mistakes=(
            Mistake(frozenset(), "M6"),
            Mistake(apart, "M30"),
            Mistake(crossed, "M7"),
        ),
        shows=witness,
        reasons=(Z_AND_T_SURVIVE,),
        hints=(
            f"{counted(len(broken), 'pair breaks', 'pairs break')} it.",
            f"Find the co-parents of {x} first, and the children that they share with {x}.",
            f"Which later child of {x} is not adjacent to a parent of an earlier one?",
        ),
        dag=dag,
    )


# -- pairs and reasons -------------------------------------------------------------------------


def _pair(roles: Iterable[object]) -> Pair:
    return frozenset(map(str, roles))


def _ends(case: LemmaCase) -> Pair:
    """Return the T and the Z of a case of Condition 2."""
    return frozenset({str(case.roles[0]), str(case.roles[2])})


def _separable(dag: Dag, pair: Pair, among: frozenset[Any]) -> bool:
    """Return whether a subset of the given variables, without the pair, separates the pair."""
    z, w = sorted(pair)
    return separating_set(dag, z, w, among - pair).found is not None


def _largest_separates(dag: Dag, x: str, pair: Pair) -> bool:
    """Return whether the largest set that Condition 1 tries separates a pair."""
    z, w = sorted(pair)
    return d_separated(dag, z, w, (dag.markov_boundary(x) | {x}) - pair)


def _no_separator(dag: Dag, x: str, pair: Pair) -> Fact:
    """Return why Condition 1 does not break at a pair."""
    z, w = sorted(pair)
    for v in (z, w):
        if v not in dag.neighbors(x):
            return Kin(v, "neighbor", x, False)
    if w in dag.neighbors(z):
        return NeverSeparated((z, w))
    return ColliderGiven(x, (z, w), x)


def _no_separator_two(dag: Dag, x: str, pair: Pair, cases: Iterable[LemmaCase]) -> Fact:
    """Return why Condition 2 does not break at a pair that it asks about."""
    t, y, z = next(map(str, case.roles) for case in cases if _ends(case) == pair)
    if z in dag.neighbors(t):
        return NeverSeparated((z, t))
    return ColliderGiven(x, (z, t), y)
