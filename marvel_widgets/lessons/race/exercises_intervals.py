"""The exercise of notebook 10 on means of several runs: what does an 80 % interval say?"""

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Final

from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.true_or_false import Statement, one_of, which_hold
from marvel_widgets.lessons.counting.facts import Amount, Stated
from marvel_widgets.lessons.race.cohort import (
    NAMES,
    drawn_dag,
    half_width,
    in_order,
    performed,
    recorded,
)
from marvel_widgets.lessons.upper_bound.amounts import Found
from marvel_widgets.theory.bounds import upper_bound

Ranking = tuple[str, ...]
ROOT: Final = Principle(
    "The width goes with one over the root of the number of graphs, and 20 is 4 times 5."
)
TWICE: Final = "Twice MARVEL's mean is {}, and the bound is {}."
EACH: Final = (
    "The order of the means is the order on each of the five graphs.",
    "On at least one of the five graphs the order is not that of the means.",
)
SAME_ORDER: Final = "The order is {} on each graph."
OTHER_ORDER: Final = "The order of the means is {}, but on graph {} it is {}."
ENDS: Final = "The interval of {} ends at {}, that of {} begins at {}."
INSIDE: Final = "{} of the 5 runs of {} lie from {} to {}."
SIDE_BY_SIDE: Final = "MARVEL and {}: {} and {}, {} and {}, {} and {}, {} and {} and {} and {}."


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
        _overlap(compared, means, half),
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
    )


def _name(name: str) -> Found:
    return Found("has_row", (name,), (name,))


def _overlap(
    compared: tuple[str, str], means: Mapping[str, float], half: Mapping[str, float]
) -> Statement:
    one, other = sorted(compared, key=means.__getitem__)
    top, bottom = means[one] + half[one], means[other] - half[other]
    ends = (
        Amount("interval_end", (one, 1), top, ".1f"),
        Amount("interval_end", (other, 0), bottom, ".1f"),
    )
    sentence = f"The intervals of {compared[0]} and {compared[1]} do not overlap."
    seen = Stated(ENDS, (_name(one), ends[0], _name(other), ends[1]))
    return Statement(sentence, top < bottom, (seen,))


def _inside(
    shown: str, values: Sequence[float], mean: float, half: float, rng: Random
) -> Statement:
    """M46 takes the interval for one that contains 80 % of the runs."""
    inside = sum(abs(v - mean) <= half for v in values)
    ends = (
        Amount("interval_end", (shown, 0), mean - half, ".1f"),
        Amount("interval_end", (shown, 1), mean + half, ".1f"),
    )
    seen = Stated(INSIDE, (Amount("inside", (shown,), inside), _name(shown), *ends))
    versions = (
        f"4 or 5 of the 5 runs of {shown} lie in the interval of its mean.",
        f"2 or more of the 5 runs of {shown} lie outside the interval of its mean.",
    )
    return one_of(rng, "{}", versions, inside >= 4, (seen,), "" if inside >= 4 else "M46")


def _each_order(runs: Sequence[dict[str, float]], ranking: Ranking, rng: Random) -> Statement:
    """M44 takes the order of the means for the order on each graph."""
    orders = [Found("on_graph", (n,), in_order(run)) for n, run in enumerate(runs, 1)]
    means = Found("by_means", (), ranking)
    other = next((order for order in orders if order.members != ranking), None)
    if other is None:
        return Statement(EACH[0], True, (Stated(SAME_ORDER, (means, *orders)),))
    seen = Stated(OTHER_ORDER, (means, Amount("named", other.args, other.args[0]), other))
    return one_of(rng, "{}", EACH, False, (seen,), "M44")


def _always_fewer(other: str, values: Mapping[str, Sequence[float]]) -> Statement:
    pairs = list(zip(values["MARVEL"], values[other], strict=True))
    both = [(name, n) for n in range(5) for name in ("MARVEL", other)]
    seen = [Amount("run", each, values[each[0]][each[1]], ".0f") for each in both]
    sentence = f"On each of the five graphs MARVEL performs fewer tests than {other}."
    fewer = all(a < b for a, b in pairs)
    return Statement(sentence, fewer, (Stated(SIDE_BY_SIDE, (_name(other), *seen)),))


def _twice(runs: Sequence[float], rng: Random) -> Statement:
    """M14 takes the bound for what a run costs."""
    bound, mean = float(upper_bound(7, 2)), fmean(runs)
    less = bound < 2 * mean
    twice = Amount("twice", ("MARVEL",), 2 * mean, ".1f")
    seen = (Stated(TWICE, (twice, Amount("bound_exactly", (7, 2), bound, ".1f"))),)
    text = "The upper bound is {} twice MARVEL's mean."
    return one_of(rng, text, ("less than", "at least"), less, seen, "" if less else "M14")


def _wider(rng: Random) -> Statement:
    """Four times as many graphs halve an interval."""
    text = "With the same spread, 20 graphs would make each interval {} as wide."
    return one_of(rng, text, ("half", "a quarter"), True, (ROOT,))
