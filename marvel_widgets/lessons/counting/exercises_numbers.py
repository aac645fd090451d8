"""Exercises with a number of CI tests as the answer, most of them about a star."""

from collections.abc import Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.exercise import Exercise, Slip, typical_mistakes
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.boundary.by_tests import separating_set
from marvel_widgets.core.boundary.discovery import discover_boundaries
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount, Stated, asked, off_from
from marvel_widgets.lessons.separation.beliefs import named

MOST: Final = 1_000_000  # the range of an answer, in tests
LONGEST_ROW: Final = 8  # arms of a star that are drawn beside each other
SMALLER: Final = Principle("Count a smaller case.")
NO_EMPTY_SET: Final = "Perhaps the empty set was left out: nothing given is a test, too."


def star(arms: int) -> Dag:
    """Return a star: one cause X and its effects A, B, C, ..."""
    leaves = [chr(ord("A") + i) for i in range(arms)]
    return Dag([("X", leaf) for leaf in leaves], nodes=["X", *leaves])


def _count(
    title: str,
    question: str,
    solution: int,
    believed: Iterable[tuple[int, Misconception]],
    reasons: Facts,
    small: Principle,
    hints: tuple[str, str, str],
    dag: Dag | None = None,
    overlooked: Mapping[int, str] = MappingProxyType({}),
) -> Exercise | None:
    """Return an exercise on a number of tests; `small` describes a smaller case."""
    if solution in overlooked:
        return None
    return Exercise(
        title=title,
        question=question,
        kind=Number(0, MOST),
        solution=solution,
        mistakes=typical_mistakes(believed, lambda n: n == solution or n in overlooked),
        shows=off_from(solution, SMALLER, small),
        reasons=reasons,
        hints=hints,
        dag=dag,
        slips=tuple(Slip(answer, words) for answer, words in overlooked.items()),
    )


def all_pairs(rng: Random) -> Exercise | None:
    """Ask how many tests total conditioning makes."""
    dag = star(rng.randint(7, 15))
    p = len(dag)
    pairs = discover_boundaries(dag, "tc").counts.performed
    return _count(
        "Total conditioning",
        f"We have measured {p} variables. How many tests does total conditioning make?",
        pairs,
        [(p * (p - 1), "M18"), (p, "M22"), (pairs * 2 ** (p - 2), "M29")],
        (
            Stated(
                "There is one test for each pair: {} x {} / 2 = {}.",
                (asked(p), asked(p - 1), Amount("pairs", (p,), pairs)),
            ),
        ),
        Principle("3 variables A, B, C have the pairs A - B, A - C and B - C, so 3 tests."),
        (
            "Fewer than 200.",
            f"The first variable is in {p - 1} pairs. How many new ones does the second bring?",
            "One test for each pair, given all the others.",
        ),
    )


def one_edge(rng: Random) -> Exercise | None:
    """Ask how many sets a search tries before it accepts one edge of a star."""
    arms = rng.randint(4, LONGEST_ROW)
    dag = star(arms)
    leaves = named(dag.children("X"), dag)
    tests = separating_set(dag, "X", leaves[0], leaves[1:]).tests
    return _count(
        "One edge of a star",
        (
            f"PC still believes in all {arms} edges of this star. To keep the edge between X and "
            f"{leaves[0]}, it tries all sets of the {arms - 1} other arms, and none separates. "
            "How many tests is that?"
        ),
        tests,
        [(arms - 1, "M38"), (1, "M42"), (4 * tests, "M39")],
        (
            Stated(
                "{} variables have 2 to the power {} = {} subsets, one test each.",
                (asked(arms - 1), asked(arms - 1), Amount("subsets", (arms - 1,), tests)),
            ),
        ),
        Principle("With 2 other arms B and C the sets are {}, {B}, {C} and {B, C}, so 4 tests."),
        (
            "A power of 2.",
            f"Each of {leaves[1]} to {leaves[-1]} is in the set or not.",
            "Each set of candidates is one test, the empty one too.",
        ),
        dag,
        {
            tests - 1: NO_EMPTY_SET,
            2 * tests: _one_too_many(arms, leaves[0]),
            tests // 2: f"{tests // 2} is 2 to the power {arms - 2}: {arms - 1} arms are left.",
        },
    )


def _one_too_many(arms: int, leaf: str) -> str:
    """Return what is behind twice the right number: an exponent, or each test counted twice."""
    return (
        f"2 to the power {arms} has one arm too many: perhaps {leaf} itself was counted "
        f"among the {arms - 1} others, or each test twice."
    )
