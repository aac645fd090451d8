"""Exercises of notebook P3: what a level takes away, and the builders of notebook 11 on levels."""

import random
from itertools import combinations
from typing import Final

from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, Slip, by_name, names_of
from marvel_widgets.assessment.facts import Facts, Principle, kind
from marvel_widgets.assessment.variable_answers import Pairs
from marvel_widgets.core.independence.gaussian import FisherZ
from marvel_widgets.experiments.linear_gaussian import LinearGaussian
from marvel_widgets.lessons.finite_samples.exercises import largest_set
from marvel_widgets.lessons.finite_samples.exercises_tables import two_levels, wrong_answers
from marvel_widgets.lessons.race.cohort import drawn_dag
from marvel_widgets.text import counted, rounded


def _at_level_0(x: str, y: str, p: float, alpha: float) -> str:
    above, ends = ("above", "leaves") if p > alpha else ("not above", "stays")
    return (
        f"{x} and {y} have p = {rounded(p, 2)} given nothing, {above} {alpha:g}: the edge "
        f"{x} - {y} {ends} at level 0."
    )


AtLevelZero = kind("x y p alpha", _at_level_0)

ABOVE: Final = Principle(
    "Level 0 gives nothing, and takes an edge away when its p-value is above alpha."
)


def left_at_alpha(rng: random.Random) -> Exercise | None:
    import numpy as np

    n, alpha = rng.choice((50, 100, 200)), rng.choice((0.1, 0.05, 0.01))
    dag, draw = drawn_dag(rng, 5, 2), np.random.default_rng(rng.randrange(2**32))
    names = names_of(dag)
    test = FisherZ(LinearGaussian.random(dag, draw).sample(n, draw), alpha, names=names)
    asked = {
        frozenset(pair): (test.p_value(*pair), test.p_value(*pair, {*names} - {*pair}))
        for pair in combinations(names, 2)
    }
    # Clear of the level, so that rounding changes no answer.
    if any(abs(p - alpha) < alpha / 20 for both in asked.values() for p in both):
        return None
    solution, given_all = (
        frozenset(pair for pair, both in asked.items() if both[column] > alpha) for column in (0, 1)
    )
    if not 3 <= len(solution) <= 7:
        return None
    lines = (
        f"{x} and {y}: p = {rounded(p, 2)} given nothing, {rounded(q, 2)} given the others"
        for (x, y), (p, q) in ((sorted(pair), both) for pair, both in asked.items())
    )

    def shows(value: frozenset[frozenset[str]]) -> Facts:
        x, y = min(map(sorted, value ^ solution))
        return (AtLevelZero(x, y, asked[frozenset((x, y))][0], alpha),)

    return Exercise(
        title="What leaves at this alpha?",
        question=(
            f"A table of {n} rows gave these p-values:\n" + "\n".join(lines) + "\nPC begins with "
            f"all edges. Which of them leave at level 0, at alpha = {alpha}?"
        ),
        kind=Pairs(names),
        solution=solution,
        believed=(
            (given_all, Belief.give_all),
            (solution | given_all, Belief.one_test_settles),
            (solution & given_all, Belief.never_stops),
            (frozenset(), Belief.no_level_0),
        ),
        slips=(
            Slip(frozenset(asked) - solution, "a small p-value says dependent: its edge stays"),
        ),
        shows=shows,
        reasons=(ABOVE,),
        count=f"{counted(len(solution), 'edge leaves', 'edges leave')}.",
        place=f"One of those that leave has the end {min(map(min, solution))}.",
        rule="Level 0 gives nothing: look at the first number of each line, and not at the second.",
        hidden=dag,
    )


EXERCISES: Final = by_name(left_at_alpha, wrong_answers, two_levels, largest_set)
