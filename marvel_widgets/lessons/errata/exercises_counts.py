"""Exercises of notebook E on numbers of tests: what each number counts."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final, NamedTuple

from marvel_widgets.assessment.answers import Number, Parts, Statements
from marvel_widgets.assessment.exercise import Exercise, Mistake, names_of, random_dag
from marvel_widgets.assessment.facts import Fact, Principle
from marvel_widgets.assessment.true_or_false import of_one
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.boundary.by_tests import neighborhood, separating_set
from marvel_widgets.core.boundary.removability import removable_variables
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.errata.facts_counts import (
    AskedTwice,
    RunAndBounds,
    Triples,
    TwoSearches,
)
from marvel_widgets.lessons.orientation.arrows import written
from marvel_widgets.lessons.separation.by_arrows import subsets
from marvel_widgets.lessons.upper_bound.counts import letters
from marvel_widgets.text import counted, listed
from marvel_widgets.theory.bounds import lower_bound, upper_bound

FULL_SET: Final = Principle(
    "Only the search for a neighbor comes to the full set; that for a co-parent stops before it."
)
EACH_ALGORITHM: Final = Principle(
    "The lower bound holds for each algorithm on its worst graph, PC's too."
)
WORST_GRAPH: Final = Principle(
    "The lower bound speaks of the worst graph of this size, not of this one."
)


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
        shows=lambda _: (_two_searches(dag, x),),
        reasons=(_two_searches(dag, x), FULL_SET),
        hints=(
            f"{size} variables are looked at: {counted(len(neighbors), 'neighbor')} and "
            f"{counted(size - len(neighbors), 'co-parent')}.",
            f"For each of {listed(sorted(map(str, boundary)))}, subsets of the others are tried.",
            "For a neighbor all subsets are tried; for a co-parent they are up to the first that "
            "separates, and the empty set counts.",
        ),
        dag=dag,
    )


def _tests_without_the_empty_set(dag: Dag, x: Any, y: Any, rest: frozenset[Any]) -> int:
    number = 0
    for chosen in subsets(rest):
        if chosen:
            number += 1
            if d_separated(dag, x, y, chosen):
                break
    return number


def _two_searches(dag: Dag, x: Any) -> Fact:
    """Return the numbers of tests for one neighbor and for one co-parent."""
    boundary = dag.markov_boundary(x)
    pair = letters(dag.neighbors(x))[0], letters(dag.co_parents(x))[0]
    every, first = (separating_set(dag, x, v, boundary - {v}).tests for v in pair)
    return TwoSearches(x, pair, (every, first))


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
            _triples(dag, x) if value["performed"] != performed else _asked_twice(dag, x),
        ),
        reasons=(_triples(dag, x, performed - distinct),),
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
        for chosen in subsets(boundary - {z, y, t})
        if len(chosen) >= smallest
    ]
    return len(tests), len(set(tests))


def _triples(dag: Dag, x: Any, repeated: int = 0) -> Fact:
    searches = list(_searches(dag, x))
    return Triples(x, searches[0], len(searches), 1 << len(dag.markov_boundary(x)) - 3, repeated)


def _asked_twice(dag: Dag, x: Any) -> Fact:
    """Return a statement that is tested twice; there is one wherever two searches share Z, T."""
    (first, t, z), (second, *_) = next(
        pair for pair in combinations(_searches(dag, x), 2) if pair[0][1:] == pair[1][1:]
    )
    return AskedTwice(x, (z, t), (first, second))


def like_with_like(rng: random.Random) -> Exercise | None:
    """Ask which comparisons of a run with the bounds are true."""
    dag = random_dag(rng, 5, rng.choice([7, 8, 9]))
    p, d = len(dag), dag.max_in_degree
    trace = record("marvel", dag)
    after = trace.result.counts.after_boundaries
    different = trace.tests.distinct(without=BOUNDARY_DISCOVERY)
    least, most = lower_bound(p, d), upper_bound(p, d)
    numbers = RunAndBounds(p, d, (float(most), least), (len(trace.tests), after, different))
    claims = [
        Claim("After the boundaries, some statement is tested twice.", after > different, numbers,
              "M37"),
        Claim("After the boundaries, the run performs fewer tests than the lower bound.",
              after < least, numbers),
        Claim("The boundaries included, the run performs fewer tests than the lower bound.",
              len(trace.tests) < least, numbers),
        Claim("After the boundaries, the run performs more than half of the upper bound.",
              after > most / 2, numbers, "M14"),
        Claim("On some graph with this p and at most this in-degree, PC needs as many tests as "
              "the lower bound says.", True, EACH_ALGORITHM, "M15"),
        Claim("The lower bound says that no algorithm can do with fewer tests on this graph.",
              False, WORST_GRAPH),
    ]  # fmt: skip
    rng.shuffle(claims)
    solution = frozenset(n for n, claim in enumerate(claims, start=1) if claim.holds)
    if after == different or after > most / 2:
        return None
    kind = Statements([claim.text for claim in claims])
    return Exercise(
        title="Like with like",
        question=(
            "MARVEL runs on this graph with the oracle, ties broken by the alphabet, with our full "
            "bookkeeping. Which of these sentences are true? Ask the library: "
            f'record("marvel", Dag("{written(dag)}", nodes="{"".join(names_of(dag))}")).'
        ),
        kind=kind,
        solution=solution,
        mistakes=tuple(
            Mistake(solution ^ {n}, claim.belief)
            for n, claim in enumerate(claims, start=1)
            if claim.belief
        ),
        shows=of_one(kind, solution, [(claim.why,) for claim in claims].__getitem__),
        reasons=(numbers,),
        hints=(
            f"{len(solution)} of the 6 are true.",
            f"Compare with upper_bound({p}, {d}) and lower_bound({p}, {d}).",
            "The upper bound counts what comes after the boundaries; the lower bound counts all, "
            "for each algorithm, on the worst graph of this size.",
        ),
        dag=dag,
    )


class Claim(NamedTuple):
    """A sentence, whether it holds, what shows it, and the belief against it."""

    text: str
    holds: bool
    why: Fact
    belief: str = ""
