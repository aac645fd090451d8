"""Exercises on what the upper bound says and counts, and on the rows of Table 1."""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Final

from marvel_widgets.assessment.answers import Number, Parts
from marvel_widgets.assessment.exercise import Exercise, Mistake
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.true_or_false import Statement, which_hold
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.upper_bound.counts import first_wrong
from marvel_widgets.lessons.upper_bound.facts import (
    Asked,
    AskedBy,
    Grows,
    OneEffect,
    Part,
    Question,
    ShareOf,
)
from marvel_widgets.theory.bounds import measure, upper_bound

AFTER_BOUNDARIES: Final = Principle(
    "The proposition begins with known boundaries; total conditioning adds C(p, 2)."
)
COUNTS_OF_BOTH: Final = Principle(
    "The upper bound counts the different questions after line 1, the lower bound those of the "
    "whole run. The order within a pair or a set makes no other question; another set does."
)


def growth(rng: random.Random) -> Exercise | None:
    """Ask which sentences on the bound, at drawn numbers, are true."""
    p, d = rng.randint(20, 60), rng.randint(3, 5)
    bound = upper_bound(p, d)
    factor, share, times = rng.choice((2, 4)), rng.choice((20, 50)), rng.choice(("once", "twice"))
    later = upper_bound(p, d + 1)
    within, doubles, every = (rng.random() < 0.5 for _ in range(3))
    thin = Dag([(i, d) for i in range(d)], nodes=range(p))  # one variable with d parents
    made = measure(thin).after_discovery
    part = Fraction(100 * p * comb(d, 2)) / bound
    statements = [
        Statement(
            f"With {2 * p} variables instead of {p}, the bound is exactly {factor} times as large.",
            upper_bound(2 * p, d) == factor * bound,
            (Principle("The number of variables is a factor of both terms."),),
        ),
        Statement(
            f"With in-degree {d + 1} instead of {d}, the bound "
            + ("more than doubles." if doubles else "grows by less than a half."),
            later > 2 * bound if doubles else later < Fraction(3, 2) * bound,
            (Grows(p, d, int(bound), int(later), float(later / bound)),),
            "M38",
        ),
        Statement(
            f"The update of the boundaries, p C(D, 2), is more than {share} % of the bound.",
            part > share,
            (ShareOf(p, d, p * comb(d, 2), int(bound), float(part)),),
        ),
        Statement(
            (
                "On every graph of this size MARVEL makes at least half of this number."
                if every
                else "On some graph of this size MARVEL makes less than a tenth of this number."
            ),
            made >= bound / 2 if every else made < bound / 10,
            (OneEffect(p, d, made, int(bound)),),
            "M14",
        ),
        Statement(
            "The tests that find the boundaries at the start "
            + ("are counted in this number." if within else "come on top of this number."),
            not within,
            (AFTER_BOUNDARIES,),
            "M41",
        ),
        Statement(
            f"A question that is asked in two rounds counts {times} in this number.",
            times == "once",
            (Principle("The bound counts different questions."),),
            "M40",
        ),
    ]
    if sum(statement.is_true for statement in statements) < 2:
        return None
    return which_hold(
        "What the bound says",
        f"For p = {p} variables and maximum in-degree {d} the upper bound is {int(bound):,}. "
        "Which of these sentences are true?",
        statements,
        "The bound is for the worst graph, it counts different questions after boundary "
        "discovery, and the in-degree stands in the exponent.",
        place="Two sentences ask what is counted, one asks what typical graphs cost; the others "
        "can be computed.",
    )


def counted_once(rng: random.Random) -> Exercise | None:
    """Ask how many of some questions count in each bound."""
    names = ("A", "B", "C", "D")
    first = [_question(rng, names) for _ in range(rng.randint(3, 4))]
    if len(set(first)) < len(first):
        return None  # total conditioning asks nothing twice
    later = [_question(rng, names) for _ in range(rng.randint(4, 5))]
    later += [rng.choice(later), rng.choice(first)]
    rng.shuffle(later)

    def both(count: Callable[[list[Any]], int]) -> dict[Part, int]:
        return {"upper": count(later), "lower": count([*first, *later])}

    def different(questions: list[Any]) -> int:
        return len({(pair, given) for pair, given in questions})

    solution = both(different)
    everything = different([*first, *later])
    again = next(q for i, q in enumerate(later) if q in later[:i])
    alone = [q for q in first if q not in later]

    lines = tuple(map(_asked, first)), tuple(map(_asked, later))

    def fact(part: Part, why: Asked, q: Any, other: Any = None) -> Facts:
        return (AskedBy(*_asked(q), why, _asked(other or q), part, *lines),)

    def shows(value: Mapping[Part, int]) -> Facts:
        part = first_wrong(value, solution)
        if part == "upper" and value[part] == everything >= value["lower"] and alone:
            return fact(part, "before", alone[0])
        if part == "lower" and value[part] == solution["upper"] and alone:
            return fact(part, "counts", alone[0])
        listed = later if part == "upper" else [*first, *later]
        same = [(a, b) for a, b in combinations(listed, 2) if a[0] == b[0] and a != b]
        if value[part] < solution[part] and same:
            return fact(part, "other set", *same[0])
        return fact(part, "again", again)

    return Exercise(
        title="What counts?",
        question=(
            "Line 1 of the run asks: "
            + "; ".join(_written(rng, q) for q in first)
            + ". The later lines ask: "
            + "; ".join(_written(rng, q) for q in later)
            + ". How many of all these questions does the upper bound count, how many does the "
            "lower bound count?"
        ),
        kind=Parts({"upper": Number(0, 25), "lower": Number(0, 25)}),
        solution=solution,
        mistakes=(
            Mistake(both(len), "M40"),
            Mistake({"upper": everything, "lower": everything}, "M41"),
            Mistake(both(lambda questions: len({pair for pair, _ in questions})), "M42"),
        ),
        shows=shows,
        reasons=(COUNTS_OF_BOTH,),
        hints=(
            f"{len(first) + len(later)} questions were asked, line 1 included.",
            "Look for pairs that are written the other way round.",
            "The upper bound begins when the boundaries are known, the lower bound at the start; "
            "both count different questions.",
        ),
    )


def _question(rng: random.Random, names: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    pair = rng.sample(names, 2)
    rest = [name for name in names if name not in pair]
    return frozenset(pair), frozenset(rng.sample(rest, rng.randint(0, 2)))


def _written(rng: random.Random, question: tuple[frozenset[str], frozenset[str]]) -> str:
    """Return a question with its pair and its set in any order."""
    pair, given = (rng.sample(sorted(group), len(group)) for group in question)
    return f"{pair[0]} and {pair[1]} given {{{', '.join(given)}}}"


def _asked(question: tuple[frozenset[str], frozenset[str]]) -> Question:
    (x, y), given = sorted(question[0]), sorted(question[1])
    return x, y, tuple(given)
