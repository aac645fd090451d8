"""Exercises of notebook 11: what finitely many samples do to tests, runs and scores."""

from math import atanh
from random import Random
from statistics import NormalDist
from typing import Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.exercise import Exercise, by_name
from marvel_widgets.assessment.facts import Fact
from marvel_widgets.lessons.finite_samples.exercises_cancellation import cancelling
from marvel_widgets.lessons.finite_samples.exercises_runs import dead_end, first_wrong
from marvel_widgets.lessons.finite_samples.exercises_scores import rank_accuracy, scores
from marvel_widgets.lessons.finite_samples.exercises_tables import two_levels, wrong_answers
from marvel_widgets.lessons.finite_samples.facts import FalseAlarms
from marvel_widgets.lessons.finite_samples.facts_numbers import Statistic
from marvel_widgets.lessons.race.cohort import different_mistakes, drawn_dag


def false_alarms(rng: Random) -> Exercise | None:
    """Ask for the expected number of false dependences of total conditioning."""
    level = 0.2
    dag = drawn_dag(rng, 11, 2)
    pairs = len(dag) * (len(dag) - 1) // 2
    linked = sum(len(dag.markov_boundary(v)) for v in dag.nodes) // 2
    if (pairs - linked) % 5 or dag.edge_count % 5:
        return None
    solution = (pairs - linked) // 5
    mistakes = different_mistakes(
        [((pairs - dag.edge_count) // 5, "M7"), (pairs // 5, "M47"), (pairs - linked, "M14")],
        solution,
    )
    parts = pairs, linked, pairs - linked
    return Exercise(
        title="False alarms",
        question=(
            f"Total conditioning asks about each of the {pairs} pairs once, given all other "
            f"variables. At level {level}, how many false dependences do we expect in this graph?"
        ),
        kind=Number(0, 60),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: (FalseAlarms(*parts, value, right=False),),
        reasons=(FalseAlarms(*parts, solution, right=True),),
        hints=(
            "Fewer than a fifth of all pairs.",
            f"{dag.edge_count} pairs are adjacent; count the co-parents as well.",
            "Only an independent pair can be a false dependence; each is with probability alpha.",
        ),
        dag=dag,
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


EXERCISES: Final = by_name(
    wrong_answers,
    two_levels,
    false_alarms,
    largest_set,
    first_wrong,
    dead_end,
    scores,
    rank_accuracy,
    cancelling,
)
