"""PC on one page, from the complete graph, as Spirtes, Glymour and Scheines published it.

``ask(x, y, given)`` is a conditional independence test, as on the page of MARVEL, with which this
one shares the end: open triples, v-structures, Meek's rules. The comments have the line numbers of
the kit's pseudo-code, ``replay/presentation.py``. The engine, `marvel_widgets.core.algorithms.pc`,
makes these very tests in this order with ``start="complete"``.
"""

from itertools import combinations

from marvel_widgets.core.book.marvel import (
    arrows_of,
    first_that_separates,
    meek,
    open_triples,
    sorted_names,
    subsets,
)


def pc(ask, names):
    """Return the essential graph: its undirected edges, and its arrows."""
    edges, separating = find_skeleton(ask, names)  # lines 1 to 5
    arrows = arrows_of(edges, find_colliders(edges, separating))  # line 6
    return meek(edges, arrows)  # lines 7 to 9


def find_skeleton(ask, names):
    """Return the edges that no test takes away, and the set that separated each other pair."""
    edges = {frozenset(pair) for pair in combinations(names, 2)}  # lines 1 and 2
    separating = {}
    for size in range(len(names) - 1):  # line 3
        for a, b in combinations(sorted_names(names), 2):  # line 4
            given = first_that_separates(ask, a, b, sets_around(a, b, edges, size))  # line 5
            if given is not None:
                edges.discard(frozenset((a, b)))
                separating[a, b] = given
    return edges, separating


def sets_around(a, b, edges, size):
    """Yield the sets of some size, of the neighbors of a and then of b, that may separate the two.

    There is none where no edge joins them any more. The sets around b are left out where they are
    among those around a, and so were tried.
    """
    if frozenset((a, b)) in edges:
        near_a, near_b = ({v for e in edges if end in e for v in e} - {a, b} for end in (a, b))
        yield from subsets(near_a, [size])
        if size > 0 and not near_b <= near_a:
            yield from subsets(near_b, [size])


def find_colliders(edges, separating):
    """Return the open triples (a, c, b) whose middle is not in the set that separated the ends."""
    return [(a, c, b) for a, c, b in open_triples(edges) if c not in separating[a, b]]
