"""Exercises on the lower bound: count the adversary's cells, and combine both examples."""

import random
from collections.abc import Mapping
from math import comb
from typing import Final

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake, by_name
from marvel_widgets.assessment.facts import Fact, Principle
from marvel_widgets.lessons.counting.facts import Amount, Stated, asked
from marvel_widgets.lessons.lower_bound.exercises_claims import consistent, scope
from marvel_widgets.lessons.lower_bound.exercises_duel import open_pairs, rival, unasked
from marvel_widgets.lessons.lower_bound.facts import CellsOfExample, Part, Spent
from marvel_widgets.lessons.upper_bound.counts import all_sets, first_wrong, one_for_each
from marvel_widgets.text import counted
from marvel_widgets.theory.bounds import lower_bound_clusters, lower_bound_empty
from marvel_widgets.theory.examples import Example
from marvel_widgets.theory.graph_costs import Measured, measure

EMPTY: Final = (
    "The empty graph of Example 2 has C({}, 2) = {} pairs: with {} tests one of them is never "
    "asked about."
)
LARGER: Final = Principle("The larger of both numbers is the bound.")
NOT_THE_SUM: Final = Principle(
    "The proof does not show the sum: its examples are two graphs, and the worse of them needs the "
    "larger number. The sum is at most twice that, so Omega may add."
)
WORST: Final = Principle(
    "The worst graph is the one that asks for more, not for less and not for both."
)


def cells(rng: random.Random) -> Exercise | None:
    """Ask how many cells the adversary protects in Example 1."""
    d = rng.randint(3, 5)
    p = rng.randint(2 * (d + 1), 4 * (d + 1) + 2)
    solution = _cells(p, d, all_sets(d - 1))
    return Exercise(
        title="Count the cells",
        question=(
            f"The adversary plays Example 1 with p = {p} variables and d = {d}. How many clusters "
            "does it make, how many pairs within a cluster are there, in all clusters together, "
            "and how many cells, each of which has to be asked?"
        ),
        kind=Parts({key: Number(0, 3000) for key in solution}),
        solution=solution,
        mistakes=(
            Mistake(_cells(p, d, one_for_each(d - 1)), "M38"),
            Mistake(_cells(p, d, all_sets(d + 1)), "M39"),
            Mistake(_cells(p, d, 1), "M42"),
        ),
        shows=lambda value: (_counted(p, d, first_wrong(value, solution)),),
        reasons=(_counted(p, d, "all"),),
        hints=(
            f"{counted(p % (d + 1), 'variable')} left over, in no cluster.",
            "A cluster has one variable more than the in-degree, and all its pairs are joined.",
            "A cell is a pair of one cluster together with a subset of the rest of that cluster.",
        ),
    )


def _cells(p: int, d: int, each: int) -> dict[Part, int]:
    """Return the answer of a learner who counts so many cells for each pair."""
    pairs = p // (d + 1) * comb(d + 1, 2)
    return {"clusters": p // (d + 1), "pairs": pairs, "cells": pairs * each}


def _counted(p: int, d: int, part: Part) -> Fact:
    found = _cells(p, d, all_sets(d - 1))
    return CellsOfExample(p, d, found["clusters"], found["pairs"], found["cells"], part)


def combine(rng: random.Random) -> Exercise | None:
    """Ask for the numbers of tests of both examples, and for the theorem's bound."""
    d = rng.randint(3, 4)
    p = rng.randint(2 * (d + 1), 16)
    first, second = lower_bound_clusters(p, d), lower_bound_empty(p)
    solution = _both(first, second)
    spent = measure(Example("cliques", p, d).graph)
    return Exercise(
        title="Both examples together",
        question=(
            f"For p = {p} and maximum in-degree at most {d}: how many tests does Example 1 ask "
            "for, how many Example 2, and what is the lower bound on the worst graph that the two "
            "show together?"
        ),
        kind=Parts({key: Number(0, 1000) for key in solution}),
        solution=solution,
        mistakes=(
            Mistake(_both(_cells(p, d, one_for_each(d - 1))["cells"], second), "M38"),
            Mistake(_both(_cells(p, d, 1)["cells"], second), "M42"),
            Mistake(_both(spent.after_discovery, 0), "M41"),
        ),
        shows=lambda value: (_miscounted(p, d, spent, value, first_wrong(value, solution)),),
        reasons=(_counted(p, d, "all"), _of_empty(p), LARGER),
        hints=(
            f"Example 1 makes {p // (d + 1)} clusters.",
            "Example 2 asks for one test for each pair, boundary discovery included.",
            "Both examples are graphs of this size. The worst graph costs at least as much as "
            "either of them.",
        ),
    )


def _both(first: int, second: int) -> dict[str, int]:
    return {"example 1": first, "example 2": second, "bound": max(first, second)}


def _of_empty(p: int) -> Stated:
    pairs = lower_bound_empty(p)
    return Stated(EMPTY, (asked(p), Amount("pairs", (p,), pairs), asked(pairs - 1)))


def _miscounted(p: int, d: int, spent: Measured, value: Mapping[str, int], wrong: str) -> Fact:
    """Return what shows that the first wrong part is wrong."""
    if value["example 1"] == spent.after_discovery:
        return Spent(p, d, spent.after_discovery, spent.everything)
    if wrong == "example 1":
        return _counted(p, d, "cells")
    if wrong == "example 2":
        return _of_empty(p)
    return NOT_THE_SUM if value["bound"] == value["example 1"] + value["example 2"] else WORST


EXERCISES: Final = by_name(cells, unasked, rival, consistent, open_pairs, combine, scope)
