"""CI tests: what one of them shows, how many there are, and what their number means."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import Exercise, Slip, by_name, first_letters, names_of
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.true_or_false import ticked
from marvel_widgets.core.algorithms.boundary_run import record_boundaries
from marvel_widgets.core.boundary.by_tests import separating_set
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.lessons.counting.facts import Amount, OnlyWay, Stated, as_named, off_from
from marvel_widgets.lessons.separation.by_arrows import in_order
from marvel_widgets.replay.wording import given_names

MOST: Final = 1_000_000  # the range of an answer, in tests
LONGEST_ROW: Final = 8  # arms of a star that are drawn beside each other
SMALLER: Final = Principle("Count a smaller case.")


def star(arms: int) -> Dag:
    """Return a star: one cause X and its effects A, B, C, ..."""
    leaves = [chr(ord("A") + i) for i in range(arms)]
    return Dag([("X", leaf) for leaf in leaves], nodes=["X", *leaves])


def all_pairs(rng: Random) -> Exercise | None:
    dag = star(rng.randint(7, 15))
    p = len(dag)
    pairs = record_boundaries(dag, "tc").result.counts.performed
    small = Principle("3 variables A, B, C have the pairs A - B, A - C and B - C, so 3 tests.")
    return Exercise(
        title="Total conditioning",
        question=f"We have measured {p} variables. How many tests does total conditioning make?",
        kind=Number(0, MOST),
        solution=pairs,
        believed=(
            (p * (p - 1), Belief.ordered_pairs),
            (p, Belief.one_test_each),
            (pairs * 2 ** (p - 2), Belief.never_stops),
        ),
        shows=off_from(pairs, SMALLER, small),
        reasons=(
            Stated(
                "There is one test for each pair: {} x {} / 2 = {}.",
                (as_named(p), as_named(p - 1), Amount("pairs", (p,), pairs)),
            ),
        ),
        count="Fewer than 200.",
        place=f"The first variable is in {p - 1} pairs. How many new ones does the second bring?",
        rule="One test for each pair, given all the others.",
    )


def one_edge(rng: Random) -> Exercise | None:
    arms = rng.randint(4, LONGEST_ROW)
    dag = star(arms)
    leaves = in_order(dag, dag.children("X"))
    tests = separating_set(dag, "X", leaves[0], leaves[1:]).tests
    slips = {
        tests - 1: "Perhaps the empty set was left out: nothing given is a test, too.",
        2 * tests: f"2 to the power {arms} has one arm too many: perhaps {leaves[0]} itself was "
        f"counted among the {arms - 1} others, or each test twice.",
        tests // 2: f"{tests // 2} is 2 to the power {arms - 2}: {arms - 1} arms are left.",
    }
    small = Principle("With 2 other arms B and C the sets are {}, {B}, {C} and {B, C}, so 4 tests.")
    return Exercise(
        title="One edge of a star",
        question=(
            f"PC still believes in all {arms} edges of this star. To keep the edge between X and "
            f"{leaves[0]}, it tries all sets of the {arms - 1} other arms, and none separates. "
            "How many tests is that?"
        ),
        kind=Number(0, MOST),
        solution=tests,
        believed=(
            (arms - 1, Belief.m_sets),
            (1, Belief.one_test_settles),
            (4 * tests, Belief.pair_given),
        ),
        shows=off_from(tests, SMALLER, small),
        reasons=(
            Stated(
                "{} variables have 2 to the power {} = {} subsets, one test each.",
                (as_named(arms - 1), as_named(arms - 1), Amount("subsets", (arms - 1,), tests)),
            ),
        ),
        count="A power of 2.",
        place=f"Each of {leaves[1]} to {leaves[-1]} is in the set or not.",
        rule="Each set of candidates is one test, the empty one too.",
        dag=dag,
        slips=tuple(Slip(answer, words) for answer, words in slips.items()),
    )


def reading_tests(rng: Random) -> Exercise | None:
    names = rng.sample(first_letters(rng, 5), 5)
    edges = [(rng.choice(names[:i]), names[i]) for i in range(1, 5)]
    dag = Dag(edges, nodes=sorted(names))  # each variable but the first has one cause
    queries = [
        (a, b, given)
        for a, b in combinations(names_of(dag), 2)
        for given in [(), *((c,) for c in names_of(dag) if c not in (a, b))]
    ]
    asked = rng.sample(queries, 6)

    def those(independent: Callable[[str, str, tuple[str, ...]], bool]) -> frozenset[int]:
        return frozenset(i for i, query in enumerate(asked, start=1) if independent(*query))

    solution = those(lambda a, b, given: d_separated(dag, a, b, given))
    if not 2 <= len(solution) <= 4:
        return None
    return ticked(
        [f"{a} and {b} are independent {given_names(s)}." for a, b, s in asked],
        solution,
        lambda n: _answer(dag, *asked[n]),
        title="What does a CI test say?",
        question="Which of these statements are true?",
        believed=(
            (those(lambda a, b, _: b not in dag.neighbors(a)), Belief.one_test_settles),
            (those(lambda _a, _b, given: bool(given)), Belief.more_blocks),
            (those(lambda a, b, given: not _follows(dag, a, b, given)), Belief.along_arrows),
        ),
        reasons=_answer(dag, *asked[min(solution) - 1]),
        rule="Two variables are dependent as long as no variable on the way between them is known.",
        dag=dag,
    )


def _follows(dag: Dag, a: str, b: str, given: tuple[str, ...]) -> bool:
    """Return whether the path between two variables is directed, and open given the set."""
    path = all_paths(dag, a, b, given).paths[0]
    return len(set(path.arrows)) == 1 and path.is_open


def _answer(dag: Dag, a: str, b: str, given: tuple[str, ...]) -> Facts:
    """Return the result of a test and the reason, without the terms of the next notebook."""
    path = all_paths(dag, a, b, given).paths[0]
    return (OnlyWay(a, b, path.names[1:-1], given, not path.is_open),)


EXERCISES: Final = by_name(all_pairs, one_edge, reading_tests)
