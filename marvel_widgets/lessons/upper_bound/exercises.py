"""Exercises on the upper bound: count by family, find the worst split, read the bound."""

import random
from collections.abc import Mapping
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake, by_name, random_dag
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.lessons.markov_boundary.exercises import Shares
from marvel_widgets.lessons.upper_bound.counts import (
    FAMILIES,
    all_sets,
    by_family,
    first_wrong,
    letters,
    one_for_each,
)
from marvel_widgets.lessons.upper_bound.exercises_readings import counted_once, growth
from marvel_widgets.lessons.upper_bound.facts import (
    ProperToo,
    SetsOfAPair,
    SizesOf,
)
from marvel_widgets.theory.bounds import TERMS, proper_term, term

MOST: Final = 2000  # of a random guess
CO_PARENTS_COUNT: Final = Principle(
    "So there are v-structures to look for, and the boundary is more than the neighbors."
)


def families(rng: random.Random) -> Exercise | None:
    """Ask what one variable of a graph may cost, family by family."""
    dag = random_dag(rng, 8, 14)
    x = rng.choice(dag.nodes)
    neighbors, apart = dag.neighbors(x), dag.co_parents(x)
    n, m = len(neighbors), len(apart)
    # removable, or MARVEL may never visit it with so large a boundary
    if n < 2 or not m or not 4 <= n + m <= 6 or not is_removable(dag, x):
        return None
    solution = dict(zip(FAMILIES, (term(purpose, n, m) for purpose in TERMS[:-1]), strict=True))
    by_the_lemma = {**solution, "neighbors": proper_term(n, m)}  # what a run may ask

    def believed(*counts: Any) -> dict[str, int]:
        return dict(zip(FAMILIES, by_family(*counts), strict=True))

    y, z = letters(neighbors)[:2]
    t = letters(apart)[0]
    searches = {"neighbors": (x, y), "v-structures": (y, t), "condition 1": (y, z)}

    def shows(value: Mapping[str, int]) -> Facts:
        lemma = value["neighbors"] == by_the_lemma["neighbors"]
        family = first_wrong(value, by_the_lemma if lemma else solution)
        if not value["v-structures"]:
            shared = tuple(v for v in dag.nodes if v in dag.children(x) & dag.children(t))
            return Shares(x, t, False, shared), CO_PARENTS_COUNT
        pair = searches.get(family, (z, t))
        free = neighbors | apart if family != "v-structures" else neighbors | apart | {x}
        return (SetsOfAPair(x, family, value[family], pair, letters(free - {*pair})),)

    return Exercise(
        title=f"What may {x} cost?",
        accepts=lambda value: value in (solution, by_the_lemma),
        rights=lambda: (solution, by_the_lemma),
        question=(
            f"{x} is removable. Read its neighbors and co-parents from the graph. How many CI "
            f"tests may a visit of {x} cost at most, by the counts of the proof: to tell neighbors "
            "from co-parents, to find the v-structures, for Condition 1, for Condition 2?"
        ),
        kind=Parts({family: Number(0, MOST) for family in FAMILIES}),
        solution=solution,
        mistakes=(
            Mistake(believed(n, 0), "M7"),
            Mistake(believed(n, m, one_for_each), "M38"),
            Mistake(believed(n, m, all_sets, 2), "M39"),
        ),
        shows=shows,
        reasons=(
            SizesOf(x, n, m, n + m),
            ProperToo(n + m, by_the_lemma["neighbors"], solution["neighbors"]),
        ),
        hints=(
            f"The boundary of {x} has {n + m} members.",
            f"The neighbors are joined to {x}; co-parents share a child with {x}.",
            "Each family is a number of pairs times a number of subsets: those of what is left "
            "when the pair is taken out.",
        ),
        dag=dag,
    )


EXERCISES: Final = by_name(families, growth, counted_once)
