"""A second question on what data can show, for a placement test."""

import random
from math import atanh, sqrt
from statistics import NormalDist
from typing import Final

from marvel_widgets.assessment.exercise import Exercise, by_name
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.true_or_false import Statement, one_of, which_hold
from marvel_widgets.lessons.counting.facts import Amount, Stated, asked

_NORMAL: Final = NormalDist()
DEPENDENT: Final = Principle(
    "Of dependent pairs a test misses the more, the fewer samples it has; the level alone does not "
    "say how many."
)
FEW_SAMPLES: Final = Principle(
    "With few samples a dependence can stay below what the test notices."
)
INDEPENDENT: Final = Principle(
    "A test of an independent pair is wrong with probability alpha, whatever the samples."
)
P_VALUES: Final = "The p-values are {} and {}: each given variable costs one sample."
INSIDE: Final = (
    "The interval says how well the mean is known; about {} % of {} single runs lie in it."
)
SOME_ERR: Final = Principle(
    "Every DAG has a removable variable, so some test has answered wrongly."
)


def what_data_tell(rng: random.Random) -> Exercise | None:
    """Ask which sentences on tests with data are true."""
    statements = [
        _given_variables(rng),
        _interval(rng),
        _dead_end(rng),
        _large_p(rng),
        _dependent_pairs(rng),
        _independent_pairs(rng),
    ]
    if len({s.is_true for s in statements[:-1]}) < 2:
        return None
    rng.shuffle(statements)
    return which_hold(
        "What data tell",
        "Which sentences are true?",
        statements,
        "Alpha speaks of pairs that are independent, an interval of the mean, and a run on data "
        "of its tests; none of them speaks of the truth about one pair.",
    )


def p_value(n: int, given: int, r: float) -> float:
    """Return the p-value of Fisher-Z, two-sided."""
    return 2 * (1 - _NORMAL.cdf(sqrt(n - given - 3) * atanh(r)))


def share_inside(runs: int, level: float = 0.8) -> float:
    """Return which share of normally distributed runs the interval of their mean holds."""
    half = _NORMAL.inv_cdf((1 + level) / 2) / sqrt(runs)
    return 2 * _NORMAL.cdf(half) - 1


def _given_variables(rng: random.Random) -> Statement:
    n, r = rng.randrange(20, 40), rng.choice([0.3, 0.4, 0.5])
    few, many = rng.choice([1, 2]), rng.choice([8, 10, 12])
    text = (
        f"In {n} samples, Fisher-Z finds the partial correlation {r} with {few} given "
        f"{'variable' if few == 1 else 'variables'}, and {r} again with {many}: {{}}."
    )
    p = (Amount("p_value", (n, size, r), p_value(n, size, r), ".3g") for size in (few, many))
    versions = "the two p-values are equal", "the second p-value is larger"
    return one_of(rng, text, versions, False, (Stated(P_VALUES, tuple(p)),), "M45")


def _interval(rng: random.Random) -> Statement:
    runs = rng.choice([10, 20, 30, 50])
    inside = Amount("percent_inside", (runs,), round(100 * share_inside(runs)))
    versions = (
        "about 80 % of the runs lie in it",
        "fewer than 60 % of the runs lie in it, as a rule",
    )
    text = f"{runs} runs that are normally distributed have a mean with its 80 % interval: {{}}."
    return one_of(rng, text, versions, False, (Stated(INSIDE, (inside, asked(runs))),), "M46")


def _dead_end(rng: random.Random) -> Statement:
    left = rng.randrange(4, 9)
    text = f"On data, {left} variables are left, and none of them passes: then {{}}."
    versions = (
        "no variable is removable in the true graph of these",
        "some test has answered wrongly",
    )
    return one_of(rng, text, versions, False, (SOME_ERR,), "M48")


def _large_p(rng: random.Random) -> Statement:
    p, n = rng.choice([0.12, 0.2, 0.34]), rng.choice([30, 50, 80])
    text = f"A test with {n} samples gives p = {p}, above its level 0.05: {{}}."
    versions = (
        "this proves that the two variables are independent",
        "the two variables may be dependent",
    )
    return one_of(rng, text, versions, False, (FEW_SAMPLES,), "M13")


def _dependent_pairs(rng: random.Random) -> Statement:
    tests, percent = rng.choice([100, 200, 400]), rng.choice([1, 5, 10])
    return Statement(
        f"In {tests} tests of dependent pairs at level {percent / 100:g}, "
        f"{tests * percent // 100} answers are wrong on average, however many samples there are.",
        False,
        (DEPENDENT,),
        "M47",
    )


def _independent_pairs(rng: random.Random) -> Statement:
    tests, percent = rng.choice([100, 200, 400]), rng.choice([1, 5, 10])
    expected = tests * percent // 100
    text = (
        f"In {tests} tests of independent pairs at level {percent / 100:g}, "
        "{} answers are wrong on average."
    )
    return one_of(rng, text, (f"{expected}", f"{2 * expected}"), True, (INDEPENDENT,))


SECOND_QUESTIONS: Final = by_name(what_data_tell)
