"""The steps that notebook 12 asks for and the pages do not have as they are."""

from marvel_widgets.core.book.marvel import (
    condition_1,
    condition_2,
    find_neighbors,
    find_v_structures,
    first_that_separates,
    meek,
    open_triples,
    subsets,
)
from marvel_widgets.core.book.pc import find_skeleton


def separate(ask, x, y, candidates):
    """Return a set of the candidates that separates x and y, or None."""
    return first_that_separates(ask, x, y, subsets(candidates))


def neighbors(ask, x, boundary):
    """Return the neighbors of x."""
    return find_neighbors(ask, x, boundary)[0]


def removable(ask, x, boundary):
    """Return whether x is removable: Theorem 1."""
    near, separating = find_neighbors(ask, x, boundary)
    if not condition_1(ask, x, near, boundary):
        return False
    pairs = find_v_structures(ask, x, near, separating, boundary)
    return condition_2(ask, x, near, pairs, boundary)


def skeleton(ask, names):
    """Return the edges: the first half of PC."""
    return find_skeleton(ask, names)[0]


def v_structures(edges, sets):
    """Return the v-structures: the second half of PC, before the rules."""
    return {(a, c, b) for a, c, b in open_triples(edges) if c not in sets[frozenset((a, b))]}


def complete(pattern):
    """Return what the rules of Meek make of a pattern."""
    return meek({*pattern.undirected, *map(frozenset, pattern.directed)}, pattern.directed)
