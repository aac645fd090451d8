"""Exercises on CI tests: what one of them shows, and what their number means."""

from collections.abc import Callable, Iterable
from itertools import combinations
from random import Random
from typing import Any, Final

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.exercise import Exercise, by_name, names_of, typical_mistakes
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.assessment.true_or_false import Statement, of_one, which_hold
from marvel_widgets.core.algorithms.marvel import marvel
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.counting.exercises_numbers import (
    LONGEST_ROW,
    all_pairs,
    all_statements,
    one_edge,
    proper_subsets,
    star,
    turned_arrows,
    whole_star,
)
from marvel_widgets.lessons.counting.facts import Amount, OnlyWay, Stated
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted

EACH_PAIR: Final = "Total conditioning makes one test for each pair: {} tests."
ALL_BUT_TWO: Final = "Total conditioning gives all but the two that are tested: {} variables."
AN_ARM: Final = "MARVEL makes {} tests after the boundaries: that of an arm holds X alone."
EACH_EDGE: Final = "For each of {} edges PC tries all {} sets of the other arms."
IN_ALL: Final = "MARVEL makes {} tests on this graph, the boundaries included."
DIRECTIONS: Final = (
    "The answers tell {} of {} directions: with any arm as the first cause, they would be the same."
)
LARGE_SETS_ERR: Final = Principle(
    "On data one test that errs is enough, and tests with large sets err more often."
)
Believed = Iterable[tuple[Any, Misconception]]


# -- what a test says -----------------------------------------------------------------------


def reading_tests(rng: Random) -> Exercise | None:
    """Ask which CI statements hold in a small tree of causes and effects."""
    dag = _tree(rng)
    asked = rng.sample(_queries(dag), 6)

    def those(independent: Callable[[str, str, tuple[str, ...]], bool]) -> frozenset[int]:
        return frozenset(i for i, query in enumerate(asked, start=1) if independent(*query))

    solution = those(lambda a, b, given: d_separated(dag, a, b, given))
    believed: Believed = [
        (those(lambda a, b, _: b not in dag.neighbors(a)), "M42"),
        (those(lambda _a, _b, given: bool(given)), "M2"),
        (those(lambda a, b, given: not _follows(dag, a, b, given)), "M19"),
    ]
    if not 2 <= len(solution) <= 4:
        return None
    kind = Statements([f"{a} and {b} are independent {given_names(s)}." for a, b, s in asked])
    return Exercise(
        title="What does a CI test say?",
        question="Which of these statements are true?",
        kind=kind,
        solution=solution,
        mistakes=typical_mistakes(believed, solution.__eq__),
        shows=of_one(kind, solution, lambda n: _answer(dag, *asked[n])),
        reasons=_answer(dag, *asked[min(solution) - 1]),
        hints=(
            f"{counted(len(solution), 'statement is', 'statements are')} true.",
            f"Number {min(solution)} is among them.",
            "Two variables are dependent as long as no variable on the way between them is known.",
        ),
        dag=dag,
    )


def _tree(rng: Random) -> Dag:
    """Return a tree in which each variable but the first has one cause."""
    names = rng.sample("ABCDE", 5)
    edges = [(rng.choice(names[:i]), names[i]) for i in range(1, 5)]
    return Dag(edges, nodes=sorted(names))


def _queries(dag: Dag) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return all questions with at most one variable given."""
    names = names_of(dag)
    return [
        (a, b, given)
        for a, b in combinations(names, 2)
        for given in [(), *((c,) for c in names if c not in (a, b))]
    ]


def _follows(dag: Dag, a: str, b: str, given: tuple[str, ...]) -> bool:
    """Return whether the path between two variables is directed, and open given the set."""
    path = all_paths(dag, a, b, given).paths[0]
    return len(set(path.arrows)) == 1 and path.is_open


def _answer(dag: Dag, a: str, b: str, given: tuple[str, ...]) -> Facts:
    """Return the result of a test and the reason, without the terms of the next notebook."""
    path = all_paths(dag, a, b, given).paths[0]
    return (OnlyWay(a, b, path.names[1:-1], given, not path.is_open),)


# -- what the numbers mean ------------------------------------------------------------------


def what_counts(rng: Random) -> Exercise | None:
    """Ask which statements on the runs of MARVEL and PC on a star are true."""
    dag = star(rng.randint(4, LONGEST_ROW))
    return which_hold(
        "What the numbers say",
        "We learn this star with an oracle. Which of these statements are true?",
        rng.sample(_on_a_star(dag, rng), 6),
        "A number of tests belongs to one method on one graph.",
        dag,
    )


def _on_a_star(dag: Dag, rng: Random) -> list[Statement]:
    """Return statements, some with a right number and some with a wrong one."""
    p, arms = len(dag), len(dag) - 1
    result = marvel(dag)
    pairs, after = p * arms // 2, result.counts.after_boundaries
    searched = arms * 2 ** (arms - 1)
    claimed, pc_told = rng.choice((pairs, 2 * pairs)), rng.choice((searched, arms * (arms - 1)))
    directed = len(result.essential_graph.directed)
    sets = Amount("subsets", (arms - 1,), 2 ** (arms - 1), "")
    return [
        Statement(
            f"Total conditioning makes {claimed:,} tests.",
            claimed == result.counts.by_purpose[BOUNDARY_DISCOVERY],
            (Stated(EACH_PAIR, (Amount("discovery_tests", ("tc",), pairs),)),),
            "M18",
        ),
        Statement(
            f"Each test of total conditioning has {p - 2} variables given.",
            True,
            (Stated(ALL_BUT_TWO, (Amount("given_at_most", ("tc",), p - 2),)),),
        ),
        Statement(
            "Once the boundaries are known, MARVEL makes no more tests.",
            after == 0,
            (Stated(AN_ARM, (Amount("tests_after", ("marvel",), after),)),),
        ),
        Statement(
            f"Once the boundaries are known, PC makes {pc_told:,} more tests.",
            pc_told == searched,
            (Stated(EACH_EDGE, (Amount("edges", (), arms), sets)),),
            "M38",
        ),
        Statement(
            f"Every method needs {searched:,} tests or more on every graph with {p} variables.",
            False,
            (Stated(IN_ALL, (Amount("tests_in_all", ("marvel",), pairs + after),)),),
            "M14",
        ),
        Statement(
            "On data, the method that makes fewer tests always errs less.",
            False,
            (LARGE_SETS_ERR,),
            "M12",
        ),
        Statement(
            f"The answers to the tests tell the direction of all {arms} arrows.",
            directed == arms,
            (
                Stated(
                    DIRECTIONS,
                    (Amount("told_directions", (), directed), Amount("edges", (), arms)),
                ),
            ),
            "M1",
        ),
    ]


EXERCISES: Final = by_name(
    all_pairs,
    one_edge,
    whole_star,
    reading_tests,
    proper_subsets,
    all_statements,
    turned_arrows,
    what_counts,
)
