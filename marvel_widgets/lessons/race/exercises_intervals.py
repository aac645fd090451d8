"""The exercise of notebook 10 on means of several runs: what does an 80 % interval say?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Final

from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.true_or_false import Statement, which_hold
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.race.cohort import (
    NAMES,
    drawn_dag,
    half_width,
    in_order,
    performed,
    recorded,
)
from marvel_widgets.lessons.race.facts_intervals import (
    Intervals,
    OrderOn,
    Row,
    RunsInside,
    SideBySide,
)
from marvel_widgets.theory.bounds import upper_bound

Ranking = tuple[str, ...]
ROOT: Final = Principle(
    "The width goes with one over the root of the number of graphs, and 20 is 4 times 5."
)
TWICE: Final = "Twice MARVEL's mean is {}, and the bound is {}."
ON_EACH: Final = "The order of the means is the order on each of the five graphs."


def intervals(rng: Random) -> Exercise | None:
    """Read means and 80 % intervals of five graphs: what do they say, and what not?"""
    runs = [performed(recorded(drawn_dag(rng, 7, 2))) for _ in range(5)]
    values = {name: [run[name] for run in runs] for name in NAMES}
    means = {name: fmean(numbers) for name, numbers in values.items()}
    half = {name: half_width(numbers) for name, numbers in values.items()}
    compared = rng.choice([("MARVEL", "CS"), ("PC", "GS"), ("CS", "PC")])
    shown = rng.choice(("PC", "GS", "MMPC"))
    bound = float(upper_bound(7, 2))
    statements = [
        _overlap(compared, values, means, half),
        _inside(shown, values[shown], means[shown], half[shown], rng),
        _each_order(runs, in_order(means), rng),
        _always_fewer(compared[1], values),
        _twice(values["MARVEL"], rng),
        _wider(rng),
    ]
    rows = "\n".join(
        f"{name}: {', '.join(f'{v:.0f}' for v in values[name])}; mean {means[name]:.1f}, 80 % "
        f"interval {means[name] - half[name]:.1f} to {means[name] + half[name]:.1f}."
        for name in NAMES
    )
    return which_hold(
        "What an interval says",
        "Five random graphs with 7 variables; tests after the boundaries:\n"
        f"{rows}\nThe upper bound is {bound:.1f}. Which sentences are true?",
        statements,
        "The interval is 1.28 standard errors to either side: it says how well the mean is "
        "known, and shrinks with the root of the number of graphs.",
        place=f"Sentence 2: look for the runs of {shown} between the ends of its interval.",
        numbered=True,
    )


def _overlap(
    compared: tuple[str, str],
    values: Mapping[str, Sequence[float]],
    means: Mapping[str, float],
    half: Mapping[str, float],
) -> Statement:
    one, other = sorted(compared, key=means.__getitem__)
    top, bottom = means[one] + half[one], means[other] - half[other]
    ends = (
        Amount("interval_end", (1, *values[one]), top, ".1f"),
        Amount("interval_end", (-1, *values[other]), bottom, ".1f"),
    )
    sentence = f"The intervals of {compared[0]} and {compared[1]} do not overlap."
    return Statement(sentence, top < bottom, (Intervals(one, other, ends),))


def _inside(
    shown: str, values: Sequence[float], mean: float, half: float, rng: Random
) -> Statement:
    """M46 takes the interval for one that contains 80 % of the runs."""
    inside = sum(abs(v - mean) <= half for v in values)
    seen = (RunsInside(shown, tuple(values), inside, mean - half, mean + half),)
    if rng.random() < 0.5:
        sentence = f"4 or 5 of the 5 runs of {shown} lie in the interval of its mean."
        return Statement(sentence, inside >= 4, seen, "" if inside >= 4 else "M46")
    sentence = f"2 or more of the 5 runs of {shown} lie outside the interval of its mean."
    return Statement(sentence, inside <= 3, seen, "M46" if inside <= 3 else "")


def _each_order(runs: Sequence[dict[str, float]], ranking: Ranking, rng: Random) -> Statement:
    """M44 takes the order of the means for the order on each graph."""
    other = next((i for i, run in enumerate(runs, 1) if in_order(run) != ranking), 0)
    table: tuple[Row, ...] = tuple((name, *(run[name] for run in runs)) for name in NAMES)
    if not other:
        seen = (OrderOn(ranking, 0, ranking, table),)
        return Statement(ON_EACH, True, seen)
    seen = (OrderOn(ranking, other, in_order(runs[other - 1]), table),)
    if rng.random() < 0.5:
        return Statement(ON_EACH, False, seen, "M44")
    return Statement(
        "On at least one of the five graphs the order is not that of the means.", True, seen, "M44"
    )


def _always_fewer(other: str, values: Mapping[str, Sequence[float]]) -> Statement:
    pairs = list(zip(values["MARVEL"], values[other], strict=True))
    seen = (SideBySide(other, tuple(pairs)),)
    sentence = f"On each of the five graphs MARVEL performs fewer tests than {other}."
    return Statement(sentence, all(a < b for a, b in pairs), seen)


def _twice(runs: Sequence[float], rng: Random) -> Statement:
    """M14 takes the bound for what a run costs."""
    bound, mean = float(upper_bound(7, 2)), fmean(runs)
    less = bound < 2 * mean
    twice = Amount("mean_of", tuple(2 * run for run in runs), 2 * mean, ".1f")
    seen = (Stated(TWICE, (twice, Amount("bound_exactly", (7, 2), bound, ".1f"))),)
    if rng.random() < 0.5:
        sentence = "The upper bound is less than twice MARVEL's mean."
        return Statement(sentence, less, seen, "" if less else "M14")
    sentence = "The upper bound is at least twice MARVEL's mean."
    return Statement(sentence, not less, seen, "" if less else "M14")


def _wider(rng: Random) -> Statement:
    """Four times as many graphs halve an interval."""
    half = rng.random() < 0.5
    width = "half" if half else "a quarter"
    sentence = f"With the same spread, 20 graphs would make each interval {width} as wide."
    return Statement(sentence, half, (ROOT,))
