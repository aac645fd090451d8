"""Exercises of notebook 11: what finitely many samples do to tests, runs and scores."""

from math import atanh, sqrt
from random import Random
from statistics import NormalDist
from typing import Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.exercise import Exercise, by_name
from marvel_widgets.assessment.facts import Fact, Principle
from marvel_widgets.assessment.true_or_false import Statement, one_of, which_hold
from marvel_widgets.lessons.counting.facts import Amount, Stated, asked
from marvel_widgets.lessons.finite_samples.exercises_cancellation import cancelling
from marvel_widgets.lessons.finite_samples.exercises_runs import dead_end, first_wrong
from marvel_widgets.lessons.finite_samples.exercises_scores import rank_accuracy
from marvel_widgets.lessons.finite_samples.exercises_tables import two_levels, wrong_answers
from marvel_widgets.lessons.finite_samples.facts_numbers import Statistic
from marvel_widgets.lessons.race.cohort import different_mistakes

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


def largest_set(rng: Random) -> Exercise | None:
    """Ask how many given variables Fisher-Z allows with few samples."""
    n, alpha = rng.randrange(24, 44), rng.choice((0.01, 0.05))
    r = rng.choice((0.4, 0.5, 0.6))
    z, needed = critical(alpha), (critical(alpha) / atanh(r)) ** 2
    solution = int(n - 3 - needed)
    mistakes = different_mistakes(
        [(n - 4, "M45"), (0, "M2"), (int(n - 3 - (critical(2 * alpha) / atanh(r)) ** 2), "M47")],
        solution,
    )
    if solution < 2 or not 0.05 < (n - 3 - needed) % 1 < 0.95:
        return None
    return Exercise(
        title="Room for given variables",
        question=(
            f"X and Y depend on each other: in {n} samples their partial correlation is {r}, "
            f"whatever is given. With s given variables Fisher-Z takes the root of n - s - 3, "
            f"times {atanh(r):.3f}, which is artanh({r}); at level {alpha} it says dependent when "
            f"that is above {z:.3f}. What is the largest s at which it still says dependent?"
        ),
        kind=Number(0, 45),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: (_statistic(n, value if value > solution else value + 1, r, alpha),),
        reasons=tuple(_statistic(n, size, r, alpha) for size in (solution, solution + 1)),
        hints=(
            f"It is below {n - 4}, where the formula would still have a number.",
            f"Square {z:.3f} / {atanh(r):.3f} first.",
            "Each given variable costs one sample.",
        ),
    )


def _statistic(n: int, size: int, r: float, alpha: float) -> Fact:
    root = max(0, n - size - 3) ** 0.5
    return Statistic(n, size, r, alpha, (root, root * atanh(r), critical(alpha)))


def critical(alpha: float) -> float:
    """Return the critical value of the Fisher-Z statistic, two-sided."""
    return NormalDist().inv_cdf(1 - alpha / 2)


def what_data_tell(rng: Random) -> Exercise | None:
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
    return 2 * (1 - NormalDist().cdf(sqrt(n - given - 3) * atanh(r)))


def share_inside(runs: int, level: float = 0.8) -> float:
    """Return which share of normally distributed runs the interval of their mean holds."""
    half = NormalDist().inv_cdf((1 + level) / 2) / sqrt(runs)
    return 2 * NormalDist().cdf(half) - 1


def _given_variables(rng: Random) -> Statement:
    n, r = rng.randrange(20, 40), rng.choice([0.3, 0.4, 0.5])
    few, many = rng.choice([1, 2]), rng.choice([8, 10, 12])
    text = (
        f"In {n} samples, Fisher-Z finds the partial correlation {r} with {few} given "
        f"{'variable' if few == 1 else 'variables'}, and {r} again with {many}: {{}}."
    )
    p = (Amount("p_value", (n, size, r), p_value(n, size, r), ".3g") for size in (few, many))
    versions = "the two p-values are equal", "the second p-value is larger"
    return one_of(rng, text, versions, False, (Stated(P_VALUES, tuple(p)),), "M45")


def _interval(rng: Random) -> Statement:
    runs = rng.choice([10, 20, 30, 50])
    inside = Amount("percent_inside", (runs,), round(100 * share_inside(runs)))
    versions = (
        "about 80 % of the runs lie in it",
        "fewer than 60 % of the runs lie in it, as a rule",
    )
    text = f"{runs} runs that are normally distributed have a mean with its 80 % interval: {{}}."
    return one_of(rng, text, versions, False, (Stated(INSIDE, (inside, asked(runs))),), "M46")


def _dead_end(rng: Random) -> Statement:
    left = rng.randrange(4, 9)
    text = f"On data, {left} variables are left, and none of them passes: then {{}}."
    versions = (
        "no variable is removable in the true graph of these",
        "some test has answered wrongly",
    )
    return one_of(rng, text, versions, False, (SOME_ERR,), "M48")


def _large_p(rng: Random) -> Statement:
    p, n = rng.choice([0.12, 0.2, 0.34]), rng.choice([30, 50, 80])
    text = f"A test with {n} samples gives p = {p}, above its level 0.05: {{}}."
    versions = (
        "this proves that the two variables are independent",
        "the two variables may be dependent",
    )
    return one_of(rng, text, versions, False, (FEW_SAMPLES,), "M13")


def _dependent_pairs(rng: Random) -> Statement:
    tests, percent = rng.choice([100, 200, 400]), rng.choice([1, 5, 10])
    return Statement(
        f"In {tests} tests of dependent pairs at level {percent / 100:g}, "
        f"{tests * percent // 100} answers are wrong on average, however many samples there are.",
        False,
        (DEPENDENT,),
        "M47",
    )


def _independent_pairs(rng: Random) -> Statement:
    tests, percent = rng.choice([100, 200, 400]), rng.choice([1, 5, 10])
    expected = tests * percent // 100
    text = (
        f"In {tests} tests of independent pairs at level {percent / 100:g}, "
        "{} answers are wrong on average."
    )
    return one_of(rng, text, (f"{expected}", f"{2 * expected}"), True, (INDEPENDENT,))


EXERCISES: Final = by_name(
    wrong_answers,
    two_levels,
    largest_set,
    first_wrong,
    dead_end,
    rank_accuracy,
    cancelling,
    what_data_tell,
)
