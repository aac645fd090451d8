"""DAGs as plain edge lists, and all of them."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from random import Random
from typing import NamedTuple

Edge = tuple[int, int]
# for what the checks of one graph look up again and again
remembered = lru_cache(maxsize=20_000)


class Graph(NamedTuple):
    vertices: tuple[int, ...]
    edges: frozenset[Edge]

    def __str__(self) -> str:
        return f"p{len(self.vertices)} " + " ".join(f"{u}->{v}" for u, v in sorted(self.edges))


def graph(p: int, pairs: str = "") -> Graph:
    """Return a graph of vertices 0..p-1 from digit pairs: ``"02 12"`` is 0->2, 1->2."""
    edges = frozenset((int(a), int(b)) for a, b in pairs.split())
    return Graph(tuple(range(p)), edges)


def arrows(p: int, text: str) -> Graph:
    """Return a graph from arrows: ``"0->2 1->12"``."""
    edges = (word.split("->") for word in text.split())
    return Graph(tuple(range(p)), frozenset((int(a), int(b)) for a, b in edges))


def all_dags(p: int) -> Iterator[Graph]:
    """Yield every labelled DAG: each pair has no edge, one way, or the other."""
    pairs = list(combinations(range(p), 2))
    for choice in product((None, False, True), repeat=len(pairs)):
        edges = frozenset(
            (v, u) if turned else (u, v)
            for (u, v), turned in zip(pairs, choice, strict=True)
            if turned is not None
        )
        if is_acyclic(edges):
            yield Graph(tuple(range(p)), edges)


def small_dags(largest: int = 4) -> Iterator[Graph]:
    """Yield every labelled DAG with 1 to `largest` vertices."""
    for p in range(1, largest + 1):
        yield from all_dags(p)


@cache
def one_of_each_shape(largest: int = 4) -> tuple[Graph, ...]:
    """Return one DAG of all that differ in the numbers of their vertices alone: 40 of the 572.

    Each has drawn numbers, so that edges do not all run from the smaller one.
    """
    drawn, found = Random(largest), []
    seen: set[Graph] = set()
    for g in small_dags(largest):
        if g not in seen:
            alike = [
                Graph(g.vertices, renumbered(g, order).edges) for order in permutations(g.vertices)
            ]
            seen.update(alike)
            found.append(drawn.choice(alike))
    return tuple(found)


def renumbered(g: Graph, order: tuple[int, ...]) -> Graph:
    """Return a graph of 0, 1, ... with others in their place, in this order."""
    return Graph(tuple(order), frozenset((order[u], order[v]) for u, v in g.edges))


def is_acyclic(edges: frozenset[Edge]) -> bool:
    """Take away vertices without parents until none is left, or none can be taken."""
    left = set(edges)
    while left:
        heads = {v for _, v in left}
        kept = {(u, v) for u, v in left if u in heads}
        if len(kept) == len(left):
            return False
        left = kept
    return True


@remembered
def parents(g: Graph, v: int) -> frozenset[int]:
    return frozenset(a for a, b in g.edges if b == v)


@remembered
def children(g: Graph, v: int) -> frozenset[int]:
    return frozenset(b for a, b in g.edges if a == v)


@remembered
def neighbors(g: Graph, v: int) -> frozenset[int]:
    return parents(g, v) | children(g, v)


@remembered
def descendants(g: Graph, v: int) -> frozenset[int]:
    """Return v and everything that a directed path from v leads to."""
    found = {v}
    while True:
        more = {b for a, b in g.edges if a in found} - found
        if not more:
            return frozenset(found)
        found |= more


def ancestors(g: Graph, v: int) -> frozenset[int]:
    """Return v and everything from which a directed path leads to v."""
    return frozenset(u for u in g.vertices if v in descendants(g, u))


def without(g: Graph, x: int) -> Graph:
    kept = tuple(v for v in g.vertices if v != x)
    return Graph(kept, frozenset(edge for edge in g.edges if x not in edge))


def skeleton(g: Graph) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, g.edges))


def v_structures(g: Graph) -> frozenset[tuple[frozenset[int], int]]:
    """Return ({a, b}, c) for a -> c <- b with a and b not adjacent."""
    near = skeleton(g)
    return frozenset(
        (frozenset((a, b)), c)
        for c in g.vertices
        for a, b in combinations(sorted(parents(g, c)), 2)
        if frozenset((a, b)) not in near
    )


@remembered
def co_parents(g: Graph, x: int) -> frozenset[int]:
    """Return the variables that share a child with x and are not its neighbors."""
    shared = frozenset(t for y in children(g, x) for t in parents(g, y))
    return shared - neighbors(g, x) - {x}


def max_in_degree(g: Graph) -> int:
    return max((len(parents(g, v)) for v in g.vertices), default=0)
