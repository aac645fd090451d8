"""The exercise of notebook 10 on means of several runs: what does an 80 % interval say?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.lessons.race.cohort import (
    NAMES,
    different_mistakes,
    drawn_dag,
    half_width,
    in_order,
    performed,
    recorded,
)
from marvel_widgets.text import counted, listed
from marvel_widgets.theory.bounds import upper_bound

Ranking = tuple[str, ...]


def intervals(rng: Random) -> Exercise | None:
    """Read means and 80 % intervals of five graphs: what do they say, and what not?"""
    runs = [performed(recorded(drawn_dag(rng, 7, 2))) for _ in range(5)]
    values = {name: [run[name] for run in runs] for name in NAMES}
    means = {name: fmean(numbers) for name, numbers in values.items()}
    half = {name: half_width(numbers) for name, numbers in values.items()}
    compared = rng.choice([("MARVEL", "CS"), ("PC", "GS"), ("CS", "PC")])
    shown = rng.choice(("PC", "GS", "MMPC"))
    bound = float(upper_bound(7, 2))
    facts = [
        _overlap(compared, means, half),
        _inside(shown, values[shown], means[shown], half[shown], rng),
        _each_order(runs, in_order(means), rng),
        _always_fewer(compared[1], values),
        _twice(bound, means["MARVEL"], rng),
        _wider(rng),
    ]
    solution = frozenset(i for i, fact in enumerate(facts, 1) if fact.holds)
    wrong = [(solution ^ {i}, f.belief) for i, f in enumerate(facts, 1) if f.belief]
    mistakes = different_mistakes(wrong, solution)
    if len(mistakes) < 3:
        return None
    return Exercise(
        title="What an interval says",
        question=(
            "Five random graphs with 7 variables; tests after the boundaries:\n"
            + "\n".join(
                f"{name}: {', '.join(f'{v:.0f}' for v in values[name])}; "
                f"mean {means[name]:.1f}, 80 % interval {means[name] - half[name]:.1f} to "
                f"{means[name] + half[name]:.1f}."
                for name in NAMES
            )
            + f"\nThe upper bound is {bound:.1f}. Which sentences are true?"
        ),
        kind=Statements(tuple(fact.sentence for fact in facts)),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: _statement_witness(facts, min(value ^ solution)),
        reasons=" ".join(fact.seen for fact in facts),
        hints=(
            f"{counted(len(solution), 'sentence')} {'is' if len(solution) == 1 else 'are'} true.",
            f"Sentence 2: look for the runs of {shown} between the ends of its interval.",
            "The interval is 1.28 standard errors to either side: it says how well the mean is "
            "known, and shrinks with the root of the number of graphs.",
        ),
    )


class Fact(NamedTuple):
    """A sentence on the table, whether it holds, what shows it, and the belief against it."""

    sentence: str
    holds: bool
    seen: str
    belief: str = ""


def _overlap(
    compared: tuple[str, str], means: Mapping[str, float], half: Mapping[str, float]
) -> Fact:
    one, other = sorted(compared, key=means.__getitem__)
    top, bottom = means[one] + half[one], means[other] - half[other]
    seen = f"The interval of {one} ends at {top:.1f}, that of {other} begins at {bottom:.1f}."
    sentence = f"The intervals of {compared[0]} and {compared[1]} do not overlap."
    return Fact(sentence, top < bottom, seen)


def _inside(shown: str, values: Sequence[float], mean: float, half: float, rng: Random) -> Fact:
    """M46 takes the interval for one that contains 80 % of the runs."""
    inside = sum(abs(v - mean) <= half for v in values)
    seen = f"{inside} of the 5 runs of {shown} lie from {mean - half:.1f} to {mean + half:.1f}."
    if rng.random() < 0.5:
        sentence = f"4 or 5 of the 5 runs of {shown} lie in the interval of its mean."
        return Fact(sentence, inside >= 4, seen, "" if inside >= 4 else "M46")
    sentence = f"2 or more of the 5 runs of {shown} lie outside the interval of its mean."
    return Fact(sentence, inside <= 3, seen, "M46" if inside <= 3 else "")


def _each_order(runs: Sequence[dict[str, float]], ranking: Ranking, rng: Random) -> Fact:
    """M44 takes the order of the means for the order on each graph."""
    other = next((i for i, run in enumerate(runs, 1) if in_order(run) != ranking), 0)
    if not other:
        seen = f"The order is {listed(ranking)} on each graph."
        return Fact("The order of the means is the order on each of the five graphs.", True, seen)
    seen = (
        f"The order of the means is {listed(ranking)}, but on graph {other} it is "
        f"{listed(in_order(runs[other - 1]))}."
    )
    if rng.random() < 0.5:
        sentence = "The order of the means is the order on each of the five graphs."
        return Fact(sentence, False, seen, "M44")
    return Fact(
        "On at least one of the five graphs the order is not that of the means.", True, seen, "M44"
    )


def _always_fewer(other: str, values: Mapping[str, Sequence[float]]) -> Fact:
    pairs = list(zip(values["MARVEL"], values[other], strict=True))
    seen = f"MARVEL and {other}: {listed(f'{a:.0f} and {b:.0f}' for a, b in pairs)}."
    sentence = f"On each of the five graphs MARVEL performs fewer tests than {other}."
    return Fact(sentence, all(a < b for a, b in pairs), seen)


def _twice(bound: float, mean: float, rng: Random) -> Fact:
    """M14 takes the bound for what a run costs."""
    less = bound < 2 * mean
    seen = f"Twice MARVEL's mean is {2 * mean:.1f}, and the bound is {bound:.1f}."
    if rng.random() < 0.5:
        sentence = "The upper bound is less than twice MARVEL's mean."
        return Fact(sentence, less, seen, "" if less else "M14")
    sentence = "The upper bound is at least twice MARVEL's mean."
    return Fact(sentence, not less, seen, "" if less else "M14")


def _wider(rng: Random) -> Fact:
    """Four times as many graphs halve an interval."""
    half = rng.random() < 0.5
    width = "half" if half else "a quarter"
    sentence = f"With the same spread, 20 graphs would make each interval {width} as wide."
    seen = "The width goes with one over the root of the number of graphs, and 20 is 4 times 5."
    return Fact(sentence, half, seen)


def _statement_witness(facts: Sequence[Fact], number: int) -> str:
    fact = facts[number - 1]
    return f"Sentence {number} is {'true' if fact.holds else 'not true'}. {fact.seen}"
