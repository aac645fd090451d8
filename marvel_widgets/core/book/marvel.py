"""MARVEL on one page: Algorithm 1 of the paper with sets of names, to be read from top to bottom.

``ask(x, y, given)`` is a conditional independence (CI) test: true where x and y are independent
given a set of names. All that is learned comes from it. The comments have the paper's line numbers.

The engine, `marvel_widgets.core.algorithms.marvel`, makes these tests in this order with
``bookkeeping="none"``; ``tests/core/test_book.py`` holds the two together. By default it also
remembers what tests have told (Section 3.4), which saves tests and changes no answer; and it counts
and reports its steps. Here names are sorted, so that there is one order.
"""

from itertools import combinations


def marvel(ask, names):
    """Return the essential graph: its undirected edges, and its arrows. Algorithm 1."""
    boundaries = find_boundaries(ask, names)  # line 1
    edges, neighbors, found, around = set(), {}, [], []  # line 2
    while boundaries:  # lines 3 and 4: as long as variables remain
        order = sorted(boundaries, key=lambda x: (len(boundaries[x]), x))  # line 5
        for x in order:  # line 6
            neighbors[x], separating = find_neighbors(ask, x, boundaries[x])  # line 7
            edges |= {frozenset((x, y)) for y in neighbors[x]}  # line 8
            if condition_1(ask, x, neighbors[x], boundaries[x]):  # line 9
                pairs = find_v_structures(ask, x, neighbors[x], separating, boundaries[x])
                found += [(min(x, t), y, max(x, t)) for y, t in pairs]  # lines 10 and 11
                if condition_2(ask, x, neighbors[x], pairs, boundaries[x]):  # line 12
                    break  # line 16: x is removable
        else:  # the paper is silent: with right answers some variable is removable
            x = order[0]
        around += [(a, x, b) for a, b in combinations(sorted(neighbors[x]), 2)]  # line 13, repaired
        boundaries = update_boundaries(ask, x, boundaries, neighbors[x])  # lines 14 and 15
    arrows = arrows_of(edges, found + around)  # line 17, repaired: see there
    return meek(edges, arrows)  # lines 18 and 19


def sorted_names(names):
    """Return the names, sorted."""
    try:
        return sorted(names)
    except TypeError:
        msg = f"names that sort together are needed, such as texts alone; these do not: {names!r}"
        raise TypeError(msg) from None


def subsets(items, sizes=None):
    """Yield the subsets of a set, or those of some sizes: the small ones first."""
    for size in range(len(items) + 1) if sizes is None else sizes:
        yield from map(set, combinations(sorted(items), size))


def first_that_separates(ask, x, y, sets):
    """Return the first of the sets given which x and y are independent, or None."""
    for given in sets:
        if ask(x, y, given):
            return given
    return None


def find_boundaries(ask, names):
    """Return the Markov boundary of each variable, by total conditioning (Section 2.1).

    Two variables are in each other's boundary where they are dependent given all the others.
    """
    boundaries = {x: set() for x in sorted_names(names)}
    for x, y in combinations(boundaries, 2):
        if not ask(x, y, set(names) - {x, y}):
            boundaries[x].add(y)
            boundaries[y].add(x)
    return boundaries


def find_neighbors(ask, x, boundary):
    """Return the neighbors of x, and what separates each co-parent from x: the neighbor lemma.

    A member of the boundary is a neighbor where no proper subset of the others separates it from x.
    """
    neighbors, separating = set(), {}
    for y in sorted(boundary):
        others = boundary - {y}
        sizes = range(len(others))
        given = first_that_separates(ask, x, y, subsets(others, sizes))
        if given is None:
            neighbors.add(y)
        else:
            separating[y] = given
    return neighbors, separating


def condition_1(ask, x, neighbors, boundary):
    """Return whether x satisfies Condition 1 of Theorem 1.

    By its lemma: no set that holds x separates two neighbors of x.
    """
    for z, w in combinations(sorted(neighbors), 2):
        sets = (given | {x} for given in subsets(boundary - {z, w}))
        if first_that_separates(ask, z, w, sets) is not None:
            return False
    return True


def find_v_structures(ask, x, neighbors, separating, boundary):
    """Return the pairs (y, t) with x -> y <- t: the v-structure lemma.

    A neighbor y is a common child of x and a co-parent t where y is not in the set that separates
    x and t, and no subset of the boundary and x separates y and t: they are neighbors.
    """
    pairs = []
    for t in sorted(separating):
        for y in sorted(neighbors - separating[t]):
            sets = subsets((boundary | {x}) - {y, t})
            if first_that_separates(ask, y, t, sets) is None:
                pairs.append((y, t))
    return pairs


def condition_2(ask, x, neighbors, pairs, boundary):
    """Return whether x, which satisfies Condition 1, satisfies Condition 2 of Theorem 1 too.

    By its lemma: for each x -> y <- t, no set that holds x and y separates t from another neighbor.
    """
    for y, t in sorted(pairs):
        for z in sorted(neighbors - {y}):
            sets = (given | {x, y} for given in subsets(boundary - {y, t, z}))
            if first_that_separates(ask, z, t, sets) is not None:
                return False
    return True


def update_boundaries(ask, x, boundaries, neighbors):
    """Return the boundaries of the variables that remain when x has left (Section 3.3.1).

    Two neighbors of x leave each other's boundary where only x, their common child, joined them.
    """
    boundaries = {y: boundaries[y] - {x} for y in boundaries if y != x}
    for y, z in combinations(sorted(neighbors), 2):
        w = min(y, z, key=lambda v: (len(boundaries[v]), v))
        given = boundaries[w] - {y, z}
        if ask(y, z, given):
            boundaries[y].discard(z)
            boundaries[z].discard(y)
    return boundaries


def open_triples(edges):
    """Yield each (a, c, b) where c is a neighbor of a and of b, which are not neighbors."""
    for c in sorted(set().union(*edges)):
        around = sorted(y for edge in edges if c in edge for y in edge - {c})
        for a, b in combinations(around, 2):
            if frozenset((a, b)) not in edges:
                yield a, c, b


def arrows_of(edges, triples):
    """Return the arrows a -> c and b -> c of the triples (a, c, b) that are open in the end.

    Lines 13 and 17 as repaired in notebook 07. As printed, line 13 points all edges of c that are
    left at c, children's too, and line 17 may read a v-structure off an arrow that is the wrong way
    round. Here line 13 draws nothing. A triple counts where line 10 found it, or where a and b were
    there when c left: if they are not neighbors, Condition 1 makes both parents of c.
    Where wrong answers contradict each other, the first triple stands.
    """
    arrows, are_open = set(), set(open_triples(edges))
    for a, c, b in triples:
        if (a, c, b) in are_open and not {(c, a), (c, b)} & arrows:
            arrows |= {(a, c), (b, c)}
    return arrows


def meek(edges, arrows):
    """Return the undirected edges and the arrows when Meek's rules direct no further edge.

    Rule 4 is left out: it is needed only where arrows are known beside those of v-structures.
    """
    arrows, rules = set(arrows), (rule_1, rule_2, rule_3)
    while True:
        lines = [edge for edge in edges if not arrows & {tuple(edge), tuple(edge)[::-1]}]
        ways = [(a, b) for pair in sorted(map(sorted, lines)) for a, b in (pair, pair[::-1])]
        fits = [way for way in ways if any(rule(*way, edges, arrows) for rule in rules)]
        if not fits:
            return lines, sorted(arrows)
        arrows.add(fits[0])


def rule_1(a, b, edges, arrows):
    """c -> a - b, where c and b are not neighbors: else c -> a <- b would be a v-structure."""
    return any(frozenset((c, b)) not in edges for c, head in arrows if head == a and c != b)


def rule_2(a, b, edges, arrows):
    """a -> c -> b: the other direction would close a cycle."""
    return any((a, c) in arrows for c, head in arrows if head == b)


def rule_3(a, b, edges, arrows):
    """a - c -> b and a - d -> b, where c and d are not neighbors: else c -> a <- d, or a cycle."""
    tails = [c for c, head in arrows if head == b and frozenset((a, c)) in edges]
    tails = [c for c in tails if not {(a, c), (c, a)} & arrows]
    return any(frozenset(pair) not in edges for pair in combinations(tails, 2))
