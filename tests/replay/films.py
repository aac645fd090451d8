"""Runs to look at: all small DAGs under all options, larger random ones, noisy tests."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from random import Random
from typing import Any, TypeVar

from marvel_widgets import ALGORITHMS, Dag, DSeparation, FunctionTest, record, record_boundaries
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.replay.film import Film
from tests.reference.checks import dag_of
from tests.reference.dags import small_dags

T = TypeVar("T")
RIVALS = [name for name in ALGORITHMS if name != "marvel"]
OPTIONS = [
    {"bookkeeping": bookkeeping, "orientation": orientation}
    for bookkeeping, orientation in product(("full", "paper", "none"), ("recorded", "printed"))
]


def dealt_out(dags: Iterable[T], options: dict[str, str], every: int) -> list[T]:
    """Return one in so many, from another one on for other options: no DAG is left out by all."""
    return list(dags)[OPTIONS.index(options) % every :: every]


def small() -> Iterator[Dag]:
    """Yield every labelled DAG with 1 to 4 vertices."""
    return map(dag_of, small_dags(4))


@lru_cache
def larger(count: int = 24, most: int = 12, seed: int = 0) -> tuple[Dag, ...]:
    """Return random DAGs of 5 to `most` variables, sparse and dense, named V0, V1, ..."""
    rng = Random(seed)
    found = []
    for at in range(count):
        p = 5 + at % (most - 4)
        dag = Dag.random_fixed_in_degree(p, rng.choice((2, 3, 4)), rng)
        found.append(renamed(dag, [f"V{i}" for i in range(p)]))
    return tuple(found)


def renamed(dag: Dag, names: list[str]) -> Dag:
    return Dag.from_parent_masks(dag.parent_masks, names)


# Where Condition 2 fails at a visit, and where earlier verdicts on it are used again.
RARE = (
    "{V0 V1 V2 V3 V4}; V0 -> {V3 V4}; V1 -> {V0 V3}; V2 -> {V0 V4}; V4 -> V3",
    "{V0 V1 V2 V3 V4}; V0 -> {V1 V2}; V1 -> V4; V2 -> {V1 V4}; V3 -> {V2 V4}",
    "{V0 V1 V2 V3 V4}; V0 -> {V1 V2 V4}; V1 -> V2; V3 -> {V2 V4}; V4 -> {V1 V2}",
    "{V0 V1 V2 V3 V4 V5}; V0 -> {V1 V4}; V1 -> V4; V2 -> V4; V3 -> {V0 V1}; V5 -> {V0 V4}",
    # a stored separating set is searched again
    "{V0 V1 V2 V3 V4 V5 V6}; V0 -> {V4 V6}; V1 -> {V5 V6}; V2 -> {V0 V3 V4 V5}; "
    "V3 -> {V1 V4 V6}; V5 -> V4; V6 -> V4",
)


def rare() -> Iterator[Dag]:
    return map(Dag, RARE)


def gallery_dags(most: int) -> Iterator[tuple[str, Dag]]:
    """Yield the DAGs of the gallery with at most so many variables."""
    return ((name, dag) for name, dag in gallery.items() if len(dag) <= most)


def film_of(dag: Dag, **options: Any) -> Film:
    return Film(record("marvel", dag, **options), dag)


@cache
def chance(statement: str) -> float:
    return Random(statement).random()


def noisy(dag: Dag, rate: float, seed: int) -> FunctionTest:
    """Return a test of which each answer is wrong with some probability, for good."""
    oracle = DSeparation(dag)

    def answer(x, y, given):
        pair = sorted((x, y), key=dag.position)
        statement = f"{seed} {pair} {sorted(given, key=dag.position)}"
        return oracle(x, y, given) != (chance(statement) < rate)

    return FunctionTest(dag.nodes, answer)


def noisy_traces(count: int, rate: float = 0.12, **options: Any) -> Iterator[Trace]:
    for seed, dag in enumerate(larger(count, most=8, seed=7)):
        yield record("marvel", noisy(dag, rate, seed), **options)


def others() -> Iterator[Film]:
    """Yield runs of the rivals and of boundary discovery, with an oracle and with noise."""
    for seed, dag in enumerate([Dag("X -> Y <- T; Y -> Z"), larger(1, seed=3)[0]]):
        test = noisy(dag, 0.12, seed)
        for name in RIVALS:
            yield Film(record(name, dag), dag)
            yield Film(record(name, test))
        for method in METHODS:
            yield Film(record_boundaries(dag, method), dag)
            yield Film(record_boundaries(test, method))
