"""The hidden graphs of a challenge, by size, so that what shows a fault is small."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from marvel_widgets._data import text_of
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.gallery import gallery

LETTERS: Final = "ABCDEFGH"
LARGEST: Final = 5  # variables; of all Markov equivalence classes up to there is one graph there
ORDERS: Final = 4  # of the names of each of them: the order decides where a method begins
DRAWN: Final = 30  # with 6 to 8 variables, after the known hard ones


@lru_cache
def classes() -> tuple[Dag, ...]:
    """Return a DAG of each Markov equivalence class, up to renaming, by variables, then edges."""
    lines = text_of("lessons/challenge/classes.txt").splitlines()
    return tuple(_read(*line.split()) for line in lines)


def _read(p: str, *edges: str) -> Dag:
    names = LETTERS[: int(p)]
    ends = [tuple(map(int, edge)) for edge in edges]
    return Dag([(names[tail], names[head]) for tail, head in ends], nodes=names)


def hidden_graphs(seed: str) -> Iterator[Dag]:
    """Yield the small classes in several orders of names, the known hard graphs, drawn ones."""
    rng = Random(f"hidden graphs of {seed}")
    for dag in classes():
        yield from _in_orders(dag, ORDERS, rng)
    for dag in hard_graphs():
        yield from _in_orders(dag, 2, rng)
    for _ in range(DRAWN):
        p = rng.choice((6, 7, 8))
        drawn = Dag.random_erdos_renyi(p, rng, m=rng.randint(p - 1, 2 * p))
        yield Dag.from_parent_masks(drawn.parent_masks, LETTERS[:p])


def hard_graphs() -> tuple[Dag, ...]:
    """Return the gallery's graphs of 6 to 8 variables, and three that need large sets.

    Some fault shows on no smaller one.
    """
    found = [dag for dag in gallery.values() if LARGEST < len(dag) <= len(LETTERS)]
    found += [needs_a_set_of(size) for size in (3, 4, 5)]
    return tuple(
        Dag.from_parent_masks(dag.parent_masks, LETTERS[: len(dag)])
        for dag in sorted(found, key=lambda dag: (len(dag), dag.edge_count))
    )


def needs_a_set_of(size: int) -> Dag:
    """Return a graph of two variables with a child, which only all between them separate."""
    first, *between, last, child = range(size + 3)
    around = [edge for v in between for edge in ((first, v), (v, last))]
    return Dag([*around, (first, child), (last, child)], nodes=range(size + 3))


def _in_orders(dag: Dag, orders: int, rng: Random) -> Iterator[Dag]:
    p = len(dag)
    ways = [tuple(range(p)), tuple(range(p))[::-1]]
    ways += [tuple(rng.sample(range(p), p)) for _ in range(orders - 2)]
    yield from (_renumbered(dag, way) for way in dict.fromkeys(ways))


def _renumbered(dag: Dag, way: Sequence[int]) -> Dag:
    at = dict(zip(dag.nodes, way, strict=True))
    names = LETTERS[: len(dag)]
    return Dag([(names[at[tail]], names[at[head]]) for tail, head in dag.edges], nodes=names)


def without_parts(dag: Dag) -> Iterator[Dag]:
    """Yield the graphs with one variable less, then those with one edge less."""
    yield from (dag.without(x) for x in dag.nodes if len(dag) > 1)
    for gone in dag.edges:
        yield Dag([edge for edge in dag.edges if edge != gone], nodes=dag.nodes)
