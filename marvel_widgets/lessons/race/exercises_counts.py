"""Exercises of notebook 10 that read counts: of tests, set sizes, a ledger, several runs."""

from itertools import combinations, pairwise
from random import Random
from typing import Final

from marvel_widgets.assessment.answers import Number
from marvel_widgets.assessment.exercise import Exercise
from marvel_widgets.assessment.facts import Facts, Principle
from marvel_widgets.assessment.variable_answers import Order
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount, Stated, asked
from marvel_widgets.lessons.race.cohort import (
    CALLED,
    NAMES,
    as_text,
    different_mistakes,
    drawn_dag,
    in_order,
    mean_size,
    performed,
    ranked_mistakes,
    recorded,
    sizes_words,
)
from marvel_widgets.lessons.upper_bound.amounts import Ranking
from marvel_widgets.replay.wording import given_names
from marvel_widgets.theory.bounds import upper_bound

WORKED = Dag("X -> Y <- T; Y -> Z")
"""The graph of the worked example in the notebook."""

LEDGER_SHOWN = 20
"""Tests of a ledger that a learner is asked to read."""

MORE_OF_THESE: Final = Principle("Look for more of these.")
NOTHING_GIVEN: Final = Principle("Given nothing is a question as well.")
SAME: Final = "Test {} asks what test {} asked."
TWO: Final = "Tests {} and {} are about the same pair with different sets: two questions."
REPEATS: Final = (
    "{} tests were performed, and {} of them repeat an earlier one: MMPC looks at a pair again "
    "backwards, and from its other end."
)

PairAndSet = tuple[frozenset[int], tuple[int, ...]]


def fewest_tests(rng: Random) -> Exercise | None:
    """Ask to rank the five algorithms by performed tests; the truth is counted in recorded runs."""
    dag = drawn_dag(rng, 7, rng.choice((2, 3)))
    runs = recorded(dag)
    tests = performed(runs)
    if len(set(tests.values())) < len(NAMES):
        return None
    solution = in_order(tests)
    bound = {**tests, "MARVEL": float(upper_bound(len(dag), dag.max_in_degree))}
    sizes = {name: mean_size(trace) for name, trace in runs.items()}
    mistakes = ranked_mistakes(
        [(bound, "M14"), (sizes, "M43"), (performed(recorded(WORKED)), "M44")], solution
    )
    return Exercise(
        title="Fewest tests",
        question=(
            f"{as_text(dag)} All five get its true Markov boundaries. Put MARVEL, PC, GS, CS "
            "and MMPC in order by the CI tests that our runs of them perform, the fewest first. "
            "Race them, or record each run and read its counts."
        ),
        kind=Order(NAMES, first="least", called=CALLED),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: _out_of_order(value, tests, "tests"),
        reasons=(Ranking("tests", solution, tuple(sorted(tests.values()))),),
        hints=(
            f"The fewest tests are {min(tests.values()):.0f}, the most {max(tests.values()):.0f}.",
            f"{solution[1]} comes second.",
            "A search stops at its first independence, so bounds do not tell the order: count.",
        ),
        dag=dag,
    )


def _out_of_order(value: tuple[str, ...], numbers: dict[str, float], of: str) -> Facts:
    """Return two entries of a ranking in the wrong order."""
    turned = (p for p in combinations(value, 2) if numbers[p[0]] > numbers[p[1]])
    pair = next(turned)
    return (Ranking(of, pair, tuple(numbers[name] for name in pair)),)


def smallest_sets(rng: Random) -> Exercise | None:
    """Ask to rank the five algorithms by mean set size, from a table of tests by size."""
    dag = drawn_dag(rng, 7, rng.choice((2, 3)))
    runs = recorded(dag)
    sizes = {name: mean_size(trace) for name, trace in runs.items()}
    ordered = sorted(sizes.values())
    if min(b - a for a, b in pairwise(ordered)) < 0.02:
        return None
    solution = in_order(sizes)
    worked = {name: mean_size(trace) for name, trace in recorded(WORKED).items()}
    filled = {name: _mean_of_filled(trace) for name, trace in runs.items()}
    mistakes = ranked_mistakes(
        [(performed(runs), "M43"), (worked, "M44"), (filled, "M17")], solution
    )
    return Exercise(
        title="Smallest sets",
        question=(
            "Five runs on the graph made these tests after the boundaries:\n"
            + "\n".join(f"{name}: {sizes_words(trace)}." for name, trace in runs.items())
            + "\nPut the five in order by the mean size of their sets, the smallest first."
        ),
        kind=Order(NAMES, first="least", called=CALLED),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: _out_of_order(value, sizes, "mean"),
        reasons=(Ranking("mean", solution, tuple(ordered)),),
        hints=(
            f"The means go from {ordered[0]:.2f} to {ordered[-1]:.2f}.",
            f"{solution[1]} comes second.",
            "Multiply each size by its tests, add up, and divide by the number of tests.",
        ),
        dag=dag,
    )


def _mean_of_filled(trace: Trace) -> float:
    """Return the mean size of the sets in which something is given."""
    sizes = trace.result.counts.by_size_after_boundaries
    given = sum(size * n for size, n in sizes.items())
    return given / max(sum(n for size, n in sizes.items() if size), 1)


def repeats(rng: Random) -> Exercise | None:
    """Ask for the number of distinct tests in the ledger of a short MMPC run."""
    dag = drawn_dag(rng, 4, 2)
    tests = list(recorded(dag, ["MMPC"])["MMPC"].tests[:LEDGER_SHOWN])
    keys = [(frozenset((t.x, t.y)), t.given) for t in tests]
    solution = len(set(keys))
    turned = len({(t.x, t.y, t.given) for t in tests})
    pairs = len({pair for pair, _ in keys})
    filled = len({key for key in keys if key[1]})
    mistakes = different_mistakes([(turned, "M18"), (pairs, "M8"), (filled, "M17")], solution)
    first = next(i for i, key in enumerate(keys) if key in keys[:i])
    lines = [
        f"{i}. {dag.nodes[t.x]} and {dag.nodes[t.y]} {given_names(dag.nodes[v] for v in t.given)}"
        for i, t in enumerate(tests, 1)
    ]
    earlier = Amount("asked_by", (first + 1,), keys.index(keys[first]) + 1)
    again = Stated(SAME, (asked(first + 1), earlier))
    return Exercise(
        title="Asked again",
        question=(
            f"An MMPC run performs these {len(tests)} tests first:\n"
            + "\n".join(lines)
            + "\nHow many of them are distinct?"
        ),
        kind=Number(0, 40),
        solution=solution,
        mistakes=mistakes,
        shows=lambda value: (again, MORE_OF_THESE) if value > solution else _two_questions(keys),
        reasons=(
            Stated(
                REPEATS,
                (
                    asked(len(tests)),
                    Amount("repeated", (len(tests),), len(tests) - solution),
                ),
            ),
        ),
        hints=(
            f"{len(tests)} are performed.",
            again.say(),
            "A question is an unordered pair with the set that is given; an empty set is a set.",
        ),
        dag=dag,
    )


def _two_questions(keys: list[PairAndSet]) -> Facts:
    """Return two tests of one pair that are different questions, by their numbers."""
    for (i, one), (j, other) in combinations(enumerate(keys, 1), 2):
        if one[0] == other[0] and one[1] != other[1]:
            return Stated(TWO, (asked(i), Amount("other_set", (i,), j))), NOTHING_GIVEN
    return ()
