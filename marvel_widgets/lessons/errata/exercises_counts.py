"""Exercises of notebook E on numbers of tests: what each number counts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

from marvel_widgets.assessment.answers import Number, Parts, Statements
from marvel_widgets.assessment.exercise import Exercise, Mistake, names_of, random_dag
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.boundary.by_tests import neighborhood, separating_set
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.orientation.arrows import written
from marvel_widgets.text import counted, listed
from marvel_widgets.theory.bounds import lower_bound, upper_bound


def neighbor_tests(rng: random.Random) -> Exercise | None:
    """Ask what the strict inclusion of the neighbor lemma saves."""
    dag = random_dag(rng, 6, 7)
    x = rng.choice(names_of(dag))
    boundary, neighbors = dag.markov_boundary(x), dag.neighbors(x)
    size = len(boundary)
    if size not in (3, 4) or len(neighbors) == size:
        return None
    others = {y: boundary - {y} for y in sorted(map(str, boundary))}
    proper = neighborhood(dag, x).tests
    plain = sum(separating_set(dag, x, y, rest).tests for y, rest in others.items())
    nonempty = {y: _tests_without_the_empty_set(dag, x, y, rest) for y, rest in others.items()}
    without_empty = sum(nonempty.values())
    each = "The neighbor" if len(neighbors) == 1 else f"Each of the {len(neighbors)} neighbors"
    return Exercise(
        title="What the strict inclusion saves",
        question=(
            f"The boundary of {x} is known. Line 7 tells its neighbors from its co-parents, "
            "searching each time by size and then by the alphabet, and stopping at the first "
            "set that separates. How many tests does it perform with proper subsets, as printed, "
            "and how many with plain subsets?"
        ),
        kind=Parts({"proper": Number(0, 60), "plain": Number(0, 60)}),
        solution={"proper": proper, "plain": plain},
        mistakes=(
            Mistake({"proper": without_empty - len(neighbors), "plain": without_empty}, "M17"),
            Mistake({"proper": size, "plain": size}, "M8"),
            Mistake({"proper": size << size - 1, "plain": size << size - 1}, "M14"),
        ),
        shows=lambda _: _neighbor_witness(dag, x),
        reasons=(
            f"{each} costs {(1 << size - 1) - 1} proper subsets, and one more with the full set; "
            "the search for a co-parent stops before the full set."
        ),
        hints=(
            f"{size} variables are looked at: {counted(len(neighbors), 'neighbor')} and "
            f"{counted(size - len(neighbors), 'co-parent')}.",
            f"For each of {listed(sorted(map(str, boundary)))}, subsets of the others are tried.",
            "For a neighbor all subsets are tried; for a co-parent they are up to the first that "
            "separates, and the empty set counts.",
        ),
        dag=dag,
    )


def _subsets(items: frozenset[Any]) -> Iterator[tuple[Any, ...]]:
    some = sorted(items)
    return chain.from_iterable(combinations(some, size) for size in range(len(some) + 1))


def _tests_without_the_empty_set(dag: Dag, x: Any, y: Any, rest: frozenset[Any]) -> int:
    number = 0
    for chosen in _subsets(rest):
        if chosen:
            number += 1
            if d_separated(dag, x, y, chosen):
                break
    return number


def _neighbor_witness(dag: Dag, x: Any) -> str:
    """Return the numbers of tests for one neighbor and for one co-parent."""
    boundary = dag.markov_boundary(x)
    y = min(map(str, dag.neighbors(x)))
    t = min(map(str, dag.co_parents(x)))
    every = separating_set(dag, x, y, boundary - {y}).tests
    first = separating_set(dag, x, t, boundary - {t}).tests
    return (
        f"For {y}, a neighbor, all {every} subsets are tried, {every - 1} of them proper; for {t}, "
        f"a co-parent, test number {first} separates."
    )


def condition_two_counts(rng: random.Random) -> Exercise | None:
    """Ask how many tests Condition 2 performs, and how many of them are different."""
    dag = random_dag(rng, 6, rng.choice([10, 11, 12]))
    found = [
        x for x in sorted(map(str, removable_variables(dag))) if len(list(_searches(dag, x))) > 2
    ]
    if not found:
        return None
    x = rng.choice(found)
    performed, distinct = _counts(dag, x)
    neighbor_count, co_parent_count = len(dag.neighbors(x)), len(dag.co_parents(x))
    bound = neighbor_count * co_parent_count << (neighbor_count + co_parent_count - 2)
    no_empty = _counts(dag, x, smallest=1)
    if performed < distinct + 4:
        return None
    return Exercise(
        title="Condition 2 repeats itself",
        question=(
            f"{x} is removable. How many tests does line 12 perform for it, and how many different "
            "statements are among them? A statement is a pair with the set that is given. Nothing "
            "is remembered from earlier."
        ),
        kind=Parts({"performed": Number(0, 100), "distinct": Number(0, 100)}),
        solution={"performed": performed, "distinct": distinct},
        mistakes=(
            Mistake({"performed": distinct, "distinct": distinct}, "M37"),
            Mistake({"performed": bound, "distinct": bound}, "M14"),
            Mistake({"performed": no_empty[0], "distinct": no_empty[1]}, "M17"),
        ),
        shows=lambda value: (
            _searches_told(dag, x) if value["performed"] != performed else _repeat_told(dag, x)
        ),
        reasons=(
            f"{_searches_told(dag, x)} Of these {performed} tests, {performed - distinct} ask what "
            "was asked before."
        ),
        hints=(
            f"The boundary of {x} has {neighbor_count + co_parent_count} variables.",
            f"The co-parents of {x}: {listed(sorted(map(str, dag.co_parents(x))))}.",
            f"Count the triples Y, T, Z with {x} → Y ← T and another neighbor Z; then ask which "
            "of their sets, with Y in them, are the same for two Y.",
        ),
        dag=dag,
    )


def _searches(dag: Dag, x: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield Y, T, Z for each search of Condition 2."""
    for y in sorted(map(str, dag.children(x))):
        for t in sorted(map(str, dag.co_parents(x) & dag.parents(y))):
            for z in sorted(map(str, dag.neighbors(x) - {y})):
                yield y, t, z


def _counts(dag: Dag, x: Any, smallest: int = 0) -> tuple[int, int]:
    """Return how many tests Condition 2 performs for a removable variable, and how many differ."""
    boundary = dag.markov_boundary(x)
    tests = [
        (frozenset((z, t)), frozenset((x, y, *chosen)))
        for y, t, z in _searches(dag, x)
        for chosen in _subsets(boundary - {z, y, t})
        if len(chosen) >= smallest
    ]
    return len(tests), len(set(tests))


def _searches_told(dag: Dag, x: Any) -> str:
    searches = list(_searches(dag, x))
    y, t, z = searches[0]
    each = 1 << (len(dag.markov_boundary(x)) - 3)
    return (
        f"There are {len(searches)} triples, the first Y = {y}, T = {t}, Z = {z}, with "
        f"{counted(each, 'set')} each."
    )


def _repeat_told(dag: Dag, x: Any) -> str:
    """Return a statement that is tested twice; there is one wherever two searches share Z, T."""
    first, second = next(
        pair for pair in combinations(_searches(dag, x), 2) if pair[0][1:] == pair[1][1:]
    )
    _, t, z = first
    given = listed(sorted(map(str, {x, first[0], second[0]})))
    return (
        f"{z} and {t} are tested given {given} for Y = {first[0]}, and once more for "
        f"Y = {second[0]}."
    )


def like_with_like(rng: random.Random) -> Exercise | None:
    """Ask which comparisons of a run with the bounds are true."""
    dag = random_dag(rng, 5, rng.choice([7, 8, 9]))
    p, d = len(dag), dag.max_in_degree
    trace = record("marvel", dag)
    after = [t for t in trace.tests if t.purpose != "boundary-discovery"]
    different = len({(frozenset((t.x, t.y)), t.given) for t in after})
    least, most = lower_bound(p, d), upper_bound(p, d)
    facts = [
        ("After the boundaries, some statement is tested twice.", len(after) > different, "M37",
         ""),
        ("After the boundaries, the run performs fewer tests than the lower bound.",
         len(after) < least, "", ""),
        ("The boundaries included, the run performs fewer tests than the lower bound.",
         len(trace.tests) < least, "", ""),
        ("After the boundaries, the run performs more than half of the upper bound.",
         len(after) > most / 2, "M14", ""),
        ("On some graph with this p and at most this in-degree, PC needs as many tests as the "
         "lower bound says.",
         True, "M15", " The lower bound holds for each algorithm on its worst graph, PC's too."),
        ("The lower bound says that no algorithm can do with fewer tests on this graph.",
         False, "", " The lower bound speaks of the worst graph of this size, not of this one."),
    ]  # fmt: skip
    rng.shuffle(facts)
    solution = frozenset(n for n, fact in enumerate(facts, start=1) if fact[1])
    if len(after) == different or len(after) > most / 2:
        return None
    numbers = (
        f"With p = {p} and in-degree {d} the upper bound is {float(most):g}, the lower bound "
        f"{least}. The run performs {len(trace.tests)} tests, {len(after)} of them after the "
        f"boundaries, and these are {different} different ones."
    )
    return Exercise(
        title="Like with like",
        question=(
            "MARVEL runs on this graph with the oracle, ties broken by the alphabet, with our full "
            "bookkeeping. Which of these sentences are true? Ask the library: "
            f'record("marvel", Dag("{written(dag)}", nodes="{"".join(names_of(dag))}")).'
        ),
        kind=Statements([sentence for sentence, *_ in facts]),
        solution=solution,
        mistakes=tuple(
            Mistake(solution ^ {n}, fact[2]) for n, fact in enumerate(facts, start=1) if fact[2]
        ),
        shows=lambda value: _comparison_witness(facts, value ^ solution, numbers),
        reasons=numbers,
        hints=(
            f"{len(solution)} of the 6 are true.",
            f"Compare with upper_bound({p}, {d}) and lower_bound({p}, {d}).",
            "The upper bound counts what comes after the boundaries; the lower bound counts all, "
            "for each algorithm, on the worst graph of this size.",
        ),
        dag=dag,
    )


def _comparison_witness(facts: list[Any], wrong: frozenset[int], numbers: str) -> str:
    n = min(wrong)
    _, holds, _, why = facts[n - 1]
    return f"Sentence {n} is {'true' if holds else 'not true'}.{why or ' ' + numbers}"
