"""Markov boundaries and removability from their definitions."""

from collections.abc import Iterator
from functools import lru_cache

from tests.reference.dags import Graph, children, neighbors, parents, remembered, without
from tests.reference.separation import Set, separation, statements, subsets


@lru_cache(maxsize=10_000)
def markov_boundary(g: Graph, x: int) -> Set:
    """Return the smallest set given which x is separated from all the others."""
    test = separation(g)
    others = frozenset(g.vertices) - {x}
    return next(
        group for group in subsets(others) if all(test(x, y, group) for y in sorted(others - group))
    )


def changed_statements(g: Graph, x: int) -> Iterator[tuple[int, int, Set, bool]]:
    """Yield the d-separations over the others that differ in g and in g without x."""
    smaller = without(g, x)
    before, after = separation(g), separation(smaller)
    for y, z, given in statements(smaller):
        if before(y, z, given) != after(y, z, given):
            yield y, z, given, before(y, z, given)


@remembered
def is_removable_by_definition(g: Graph, x: int) -> bool:
    return next(changed_statements(g, x), None) is None


def condition_one_gaps(g: Graph, x: int) -> set[frozenset[int]]:
    """Return the pairs that Condition 1 of Theorem 1 wants adjacent and that are not."""
    return {
        frozenset((w, z)) for z in children(g, x) for w in neighbors(g, x) - {z} - neighbors(g, z)
    }


def condition_two_gaps(g: Graph, x: int) -> set[frozenset[int]]:
    """Return the pairs (parent T of Y, child Z) that Condition 2 wants joined as T -> Z."""
    return {
        frozenset((t, z))
        for z in children(g, x)
        for y in children(g, x) & parents(g, z)
        for t in parents(g, y) - parents(g, z)
    }


def is_removable_by_theorem(g: Graph, x: int) -> bool:
    return not condition_one_gaps(g, x) and not condition_two_gaps(g, x)
