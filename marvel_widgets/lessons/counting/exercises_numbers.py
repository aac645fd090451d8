"""Exercises with a number of CI tests as the answer, most of them about a star."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from math import comb
from random import Random
from types import MappingProxyType
from typing import Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.exercise import Exercise, Slip, typical_mistakes
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.boundary.by_tests import neighborhood, separating_set
from marvel_widgets.core.boundary.discovery import discover_boundaries
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
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


def _one_too_many(arms: int, leaf: str, edges: str = "") -> str:
    """Return what is behind twice the right number: an exponent, or each test counted twice."""
    return (
        f"{edges}2 to the power {arms} has one arm too many: perhaps {leaf} itself was counted "
        f"among the {arms - 1} others, or each test twice."
    )


def whole_star(rng: Random) -> Exercise | None:
    """Ask how many tests PC makes on a star with known boundaries."""
    arms = rng.randint(3, LONGEST_ROW)
    dag = star(arms)
    leaves = named(dag.children("X"), dag)
    tests = sum(
        separating_set(dag, "X", leaf, [other for other in leaves if other != leaf]).tests
        for leaf in leaves
    )
    return _count(
        "All edges of a star",
        (
            f"The boundaries of this star with {arms} arms are known. How many more tests does PC "
            "make, if for each edge it tries all sets of the other arms?"
        ),
        tests,
        [(arms * (arms - 1), "M38"), (arms, "M42"), (4 * tests, "M39")],
        (
            Stated(
                "{} edges with 2 to the power {} = {} tests each: {}.",
                (
                    Amount("edges", (), arms),
                    asked(arms - 1),
                    Amount("subsets", (arms - 1,), 2 ** (arms - 1)),
                    Amount("searches", (arms, arms - 1), tests),
                ),
            ),
        ),
        Principle("With 2 arms A and B there are 2 edges, each with 2 sets, so 4 tests."),
        (
            "The number of edges times a power of 2.",
            f"How many sets does it try for the edge between X and {leaves[0]}?",
            "Each edge has its own search, and each search tries every set.",
        ),
        dag,
        {
            tests - arms: NO_EMPTY_SET,
            2 * tests: _one_too_many(arms, "the arm of the edge", f"{arms} times "),
            tests // arms: f"That is the search for one edge, and the star has {arms}.",
        },
    )


def proper_subsets(rng: Random) -> Exercise | None:
    """Ask how many tests the neighbor lemma needs for the center of a star."""
    arms = rng.randint(3, LONGEST_ROW)
    dag = star(arms)
    tests = neighborhood(dag, "X", dag.children("X")).tests
    every = arms * 2 ** (arms - 1)
    return _count(
        "Proper subsets",
        (
            f"MARVEL visits the arms first. Had it begun with X, whose boundary holds all {arms} "
            "arms, it would try, for each arm, all proper subsets of the other arms. How many "
            "tests would that be?"
        ),
        tests,
        [(arms * (arms - 1), "M38"), (arms, "M42"), (2 * tests, "M18"), (4 * every, "M39")],
        (
            Stated(
                "{} arms, each with all subsets of the {} others but the whole: {}.",
                (
                    Amount("edges", (), arms),
                    asked(arms - 1),
                    Amount("searches", (arms, arms - 1, True), tests),
                ),
            ),
        ),
        Principle(
            "With 2 arms A and B, each arm has the one proper subset {} of the other, so 2 tests."
        ),
        (
            f"The number of arms times an odd number, {arms} times something.",
            "Write down the subsets for one arm, then leave out the largest.",
            "A proper subset is any subset but the whole; the empty set is one.",
        ),
        dag,
        {
            every: "Perhaps the whole set was counted, too: it is no proper subset of itself.",
            tests - arms: NO_EMPTY_SET,
            # of three arms as many as there are edges, which a belief answers
            **({tests // arms: f"That is for one arm, and there are {arms}."} if arms > 3 else {}),
        },
    )


def all_statements(rng: Random) -> Exercise | None:
    """Ask how many different CI tests there are."""
    p = rng.randint(4, 11)
    tests = sum(1 for _ in combinations(range(p), 2)) * 2 ** (p - 2)
    return _count(
        "All tests that there are",
        (
            f"We ask every CI test about {p} variables once: each pair, given each set of "
            "the others. How many tests is that?"
        ),
        tests,
        [(2 * tests, "M18"), (comb(p, 2) * (p - 2), "M38"), (comb(p, 2), "M42")],
        (
            Stated(
                "{} pairs, and 2 to the power {} = {} sets for each.",
                (
                    Amount("pairs", (p,), comb(p, 2)),
                    asked(p - 2),
                    Amount("subsets", (p - 2,), 2 ** (p - 2)),
                ),
            ),
        ),
        Principle("3 variables have 3 pairs, each given {} or the third variable, so 6 tests."),
        (
            "The number of pairs times a power of 2.",
            f"Take one pair: how many subsets do the {p - 2} others have?",
            "A test has two variables in no order, and a set of the others that may be empty.",
        ),
        overlooked={
            tests - comb(p, 2): NO_EMPTY_SET,
            4 * tests: "Perhaps the two variables of the test were counted among the others.",
        },
    )


def turned_arrows(rng: Random) -> Exercise | None:
    """Ask how many pairs total conditioning finds dependent when arrows are reversed."""
    causes, effects = rng.randint(2, 6), rng.randint(2, 6)
    names = [chr(ord("A") + i) for i in range(causes + effects)]
    edges = [(name, "X") for name in names[:causes]] + [("X", name) for name in names[causes:]]
    dag = Dag(edges, nodes=["X", *names])
    found = discover_boundaries(dag, "tc").boundaries
    pairs = sum(map(len, found.values())) // 2
    depending = sum(not d_separated(dag, a, b) for a, b in combinations(dag.nodes, 2))
    return _count(
        "Arrows turned around",
        (
            f"In this star, {causes} arrows are turned around: {', '.join(names[:causes])} are "
            "causes of X. For how many pairs does total conditioning answer that they are "
            "dependent given all others?"
        ),
        pairs,
        [(len(names), "M7"), (depending, "M21"), (2 * pairs, "M18")],
        (
            Stated(
                "{} pairs are edges, and the {} causes share the effect X: {}.",
                (
                    Amount("edges", (), len(names)),
                    Amount("causes", ("X",), causes),
                    Amount("pairs", (causes,), comb(causes, 2), noun="more pair"),
                ),
            ),
        ),
        Principle(
            "A and B are causes of X, C is an effect. A - X, B - X, C - X and A - B, so 4 pairs."
        ),
        (
            "More than there are edges.",
            f"What about {names[0]} and {names[1]}, given X?",
            "Two causes of one effect are in each other's boundary. Two effects of one cause are "
            "not.",
        ),
        dag,
    )
