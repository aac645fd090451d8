"""The hidden graphs of a challenge, by size, so that what shows a fault is small."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final

from marvel_widgets._data import text_of
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.gallery import gallery

LETTERS: Final = "ABCDEFGHI"
LARGEST: Final = 5  # variables; of all Markov equivalence classes up to there is one graph there
ORDERS: Final = 4  # of the names of each of them: the order decides where a method begins
DRAWN: Final = 30  # with 6 to 8 variables, after the known hard ones
# Here no small sets do: only sets of three, four and five separate A and the last but one; the
# others need four for Condition 1 at A, for its v-structures, for those of its Condition 2, and
# for Condition 2. A child of nearly all makes the boundaries large, so that A is judged first, in
# the order of their sizes as in that of the names.
SMALL_SETS_FAIL: Final = (
    "A -> {B C D} -> E; {A B C D E} -> F",
    "A -> {B C D E} -> F; {A B C D E F} -> G",
    "A -> {B C D E F} -> G; {A B C D E F G} -> H",
    "{A E F G H} -> {C D}; {A C D E F G H} -> B",
    "A -> C; {E F G H} -> {C D}; {A C D E F G H} -> B",
    "A -> {C D}; C -> D; {F G H I} -> {D E}; {A C D E F G H I} -> B",
    "{A E} -> D -> C; A -> C; {F G H I} -> {C E}; {C D E F G H I} -> B",
)


@lru_cache
def classes() -> tuple[Dag, ...]:
    """Return a DAG of each Markov equivalence class, up to renaming, by variables, then edges."""
    lines = map(str.split, text_of("lessons/challenge/classes.txt").splitlines())
    return tuple(
        Dag(
            [(LETTERS[int(edge[0])], LETTERS[int(edge[1])]) for edge in edges],
            nodes=LETTERS[: int(p)],
        )
        for p, *edges in lines
    )


def hidden_graphs() -> Iterator[Dag]:
    """Yield the small classes in several orders of names, the known hard graphs, drawn ones."""
    rng = Random("hidden graphs of ")
    for dag in classes():
        yield from _in_orders(dag, ORDERS, rng)
    for dag in hard_graphs():
        yield from _in_orders(dag, 2, rng)
    for _ in range(DRAWN):
        p = rng.choice((6, 7, 8))
        drawn = Dag.random_erdos_renyi(p, rng, m=rng.randint(p - 1, 2 * p))
        yield Dag.from_parent_masks(drawn.parent_masks, LETTERS[:p])


def hard_graphs() -> tuple[Dag, ...]:
    """Return the gallery's graphs of 6 to 8 variables, and those on which small sets do not do.

    For each family of tests there is one on which sets of at most one, two or three go wrong.
    """
    found = [dag for dag in gallery.values() if LARGEST < len(dag) < len(LETTERS)]
    found += [Dag(text, nodes=sorted({*text} & {*LETTERS})) for text in SMALL_SETS_FAIL]
    return tuple(
        Dag.from_parent_masks(dag.parent_masks, LETTERS[: len(dag)])
        for dag in sorted(found, key=lambda dag: (len(dag), dag.edge_count))
    )


def _in_orders(dag: Dag, orders: int, rng: Random) -> Iterator[Dag]:
    p = len(dag)
    ways = [tuple(range(p)), tuple(range(p))[::-1]]
    ways += [tuple(rng.sample(range(p), p)) for _ in range(orders - 2)]
    for way in dict.fromkeys(ways):
        name = {node: LETTERS[at] for node, at in zip(dag.nodes, way, strict=True)}
        yield Dag([(name[tail], name[head]) for tail, head in dag.edges], nodes=LETTERS[:p])


def without_parts(dag: Dag) -> Iterator[Dag]:
    """Yield the graphs with one variable less, then those with one edge less."""
    yield from (dag.without(x) for x in dag.nodes if len(dag) > 1)
    for gone in dag.edges:
        yield Dag([edge for edge in dag.edges if edge != gone], nodes=dag.nodes)
