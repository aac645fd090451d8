"""Exercises on the upper bound: count by family, find the worst split, read the bound."""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake, by_name, random_dag
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.lessons.counting.facts import Amount, Stated, asked
from marvel_widgets.lessons.markov_boundary.facts import Shares
from marvel_widgets.lessons.upper_bound.counts import (
    FAMILIES,
    Sets,
    all_pairs,
    all_sets,
    by_family,
    first_wrong,
    letters,
    one_for_each,
    worst,
)
from marvel_widgets.lessons.upper_bound.exercises_order import order_of_names
from marvel_widgets.lessons.upper_bound.exercises_readings import counted_once, growth, rows
from marvel_widgets.lessons.upper_bound.facts import (
    BothNeighbors,
    BoundAtBoth,
    ConditionAlone,
    NeighborPairs,
    ProperToo,
    SetsOfAPair,
    SizesOf,
    WorstSplit,
)
from marvel_widgets.theory.anatomy import TERMS, overall_upper_bound, proper_term, term
from marvel_widgets.theory.bounds import upper_bound

MOST: Final = 2000  # of a random guess
CO_PARENTS_COUNT: Final = Principle(
    "So there are v-structures to look for, and the boundary is more than the neighbors."
)
FIRST_TERM: Final = Principle(
    "In all of MARVEL that makes at most p C(D, 2), the bound's first term."
)
NO_SPLIT: Final = "A boundary of {0} members has from 0 to {0} neighbors, not {1}."
NOT_WORST: Final = "With {} and {} each variable costs {}. Another split makes more."
NO_IN_DEGREE: Final = "With {} variables an in-degree is from 0 to {}."
TOO_MUCH: Final = "With in-degree {} the bound is {}, more than we can afford."
AFFORDED: Final = "With in-degree {} the bound is {}, and we can afford that."
ADDED: Final = (
    "You added {} tests that find the boundaries. Here they are known, and the bound begins after "
    "them."
)
BEGIN: Final = "The in-degree is right. Compute p C(D, 2) first: {} times {}."


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


def update(rng: random.Random) -> Exercise | None:
    """Ask which pairs line 15 tests after a removal."""
    dag = random_dag(rng, 7, 9)
    x = rng.choice(dag.nodes)
    neighbors, parents = dag.neighbors(x), dag.parents(x)
    if len(parents) < 2 or len(neighbors) == len(parents) or not is_removable(dag, x):
        return None
    solution = all_pairs(neighbors)

    def shows(value: frozenset[frozenset[str]]) -> Facts:
        missing = solution - value
        a, b = sorted(min(missing or value - solution, key=sorted))
        return (BothNeighbors(x, (a, b), bool(missing)),)

    n = len(neighbors)
    return Exercise(
        title=f"After {x} has left",
        question=(
            f"{x} is removable and leaves. Which pairs are tested in line 15, when the boundaries "
            "are brought up to date?"
        ),
        kind=Pairs(letters(dag.nodes)),
        solution=solution,
        mistakes=(
            Mistake(frozenset(), "M11"),
            Mistake(all_pairs(dag.markov_boundary(x)), "M7"),
            Mistake(solution - all_pairs(parents), "M16"),
        ),
        shows=shows,
        reasons=(NeighborPairs(x, n, letters(neighbors), comb(n, 2)), FIRST_TERM),
        hints=(
            f"There are {comb(n, 2)} of them.",
            f"Look at the neighbors of {x}, not at all of its boundary.",
            f"Two variables may be held together by {x} alone when {x} is their common child. "
            "Which neighbors are parents is not yet known, so each pair of neighbors is tested.",
        ),
        dag=dag,
    )


def split(rng: random.Random) -> Exercise | None:
    """Ask for the split of a boundary that costs most, and for its cost."""
    d = rng.choice((5, 7, 8, 9, 10, 12))  # at 6 and 11 two splits are the worst together
    p = rng.randint(d + 1, 40)

    def answer(found: tuple[int, int]) -> dict[str, int]:
        return {"neighbors": found[0], "tests": p * found[1]}

    def counted_with(sets: Sets, ends: int = 0) -> dict[str, int]:
        return answer(worst(d, lambda n, m: sum(by_family(n, m, sets, ends))))

    solution = answer(worst(d, lambda n, m: sum(term(name, n, m) for name in TERMS[:-1])))
    n = solution["neighbors"]

    def shows(value: Mapping[str, int]) -> Facts:
        claimed = value["neighbors"]
        if not 0 <= claimed <= d:
            outside = Amount("outside", (0, d, "neighbors"), claimed, "")
            return (Stated(NO_SPLIT, (asked(d), outside)),)
        if claimed != n:
            parts = (claimed, "neighbor"), (d - claimed, "co-parent")
            found = (Amount("named", (size,), size, noun=noun) for size, noun in parts)
            two = claimed, d - claimed
            return (Stated(NOT_WORST, (*found, Amount("not_worst", two, sum(by_family(*two))))),)
        two_alone = value["tests"] == p * sum(by_family(n, d - n)[:3])
        number, pairs = (2, n * (d - n)) if two_alone else (1, comb(n, 2))
        return (ConditionAlone(number, pairs, d - 2, 1 << (d - 2), p),)

    return Exercise(
        title=f"The worst split of {d}",
        question=(
            f"There are p = {p} variables, and the boundary of each has D = {d} members. Which "
            "number of neighbors among the D makes the counts of the four families the largest "
            "(not rounded up, without updates), and how many tests do they allow for all "
            f"{p} variables together? You may let a program try them all."
        ),
        kind=Parts({"neighbors": Number(0, 25), "tests": Number(0, 50 * MOST)}),
        solution=solution,
        mistakes=(
            Mistake(answer((d, sum(by_family(d, 0)))), "M7"),
            Mistake(answer(worst(d, lambda n, m: sum(by_family(n, m)[:3]))), "M6"),
            Mistake(counted_with(one_for_each), "M38"),
            Mistake(counted_with(all_sets, 2), "M39"),
        ),
        shows=shows,
        reasons=(WorstSplit(n, d - n, solution["tests"] // p, 0.6 * d),),
        hints=(
            f"There are {d + 1} splits to compare.",
            "Look near 0.6 D.",
            "V-structures and Condition 2 want M N large, Condition 1 wants N large: the worst is "
            "a compromise, with more neighbors than co-parents.",
        ),
    )


def budget(rng: random.Random) -> Exercise | None:
    """Ask up to which in-degree the bound guarantees a budget."""
    p, d = rng.randint(40, 100), rng.randint(3, 6)
    least, most = int(upper_bound(p, d)), int(overall_upper_bound(p, d))
    allowed = rng.randint(least // 50 + 1, most // 50) * 50

    def believed(sets: Sets, ends: int = 0) -> Callable[[int], int]:
        def bound(k: int) -> int:
            return p * (comb(k, 2) + worst(k, lambda n, m: sum(by_family(n, m, sets, ends)))[1])

        return bound

    def largest(bound: Callable[[int], Fraction | int]) -> dict[str, int]:
        last = max((k for k in range(p) if bound(k) <= allowed), default=0)
        return {"in-degree": last, "bound": int(bound(last))}

    solution = largest(lambda k: upper_bound(p, k))
    d = solution["in-degree"]

    def shows(value: Mapping[str, int]) -> Facts:
        claimed = value["in-degree"]
        if not 0 <= claimed < p:
            outside = Amount("outside", (0, p - 1, "in-degree"), claimed)
            return (Stated(NO_IN_DEGREE, (asked(p), asked(p - 1), outside)),)
        if value["bound"] == int(overall_upper_bound(p, claimed)):
            return (Stated(ADDED, (Amount("pairs", (p,), comb(p, 2)),)),)
        if claimed == d:
            return (Stated(BEGIN, (asked(p), Amount("pairs", (d,), comb(d, 2), ""))),)
        shown = claimed if claimed > d else claimed + 1
        bound = int(upper_bound(p, shown))
        fits = Amount("fits", (shown,), bound <= allowed)
        parts = asked(shown), Amount("bound", (p, shown), bound), fits
        return (Stated(AFFORDED if fits.value else TOO_MUCH, parts),)

    return Exercise(
        title="A budget of questions",
        question=(
            f"There are p = {p} variables, their boundaries are known, and we can afford "
            f"{allowed:,} different CI tests more. What is the largest maximum in-degree for which "
            "the printed upper bound promises that MARVEL needs no more? Give the bound at this "
            "in-degree as well; drop the digits after the point."
        ),
        kind=Parts({"in-degree": Number(0, 40), "bound": Number(0, 50 * MOST)}),
        solution=solution,
        mistakes=(
            Mistake(largest(believed(one_for_each)), "M38"),
            Mistake(largest(believed(all_sets, 2)), "M39"),
            Mistake(largest(lambda k: overall_upper_bound(p, k)), "M41"),
        ),
        shows=shows,
        reasons=(BoundAtBoth(p, d, solution["bound"], d + 1, int(upper_bound(p, d + 1))),),
        hints=(
            "The in-degree is a small number: 2 to the in-degree stands in the bound.",
            "Try upper_bound(p, d) with one d after the other.",
            "The largest d that fits is the one before the first that does not. What it has cost "
            "to find the boundaries is not in the bound.",
        ),
    )


EXERCISES: Final = by_name(
    families, update, split, budget, growth, counted_once, rows, order_of_names
)
