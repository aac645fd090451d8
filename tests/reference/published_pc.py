"""PC as Spirtes, Glymour and Scheines (2000) print it, in names and sets, one test at a time.

Steps A to C of their Section 5.4.2; `stable` is Algorithm 4.1 of Colombo and Maathuis (2014). The
text leaves open in which order pairs and sets are selected. Here: edges lexicographic in the order
of the variables, each from its earlier end first, sets lexicographic; and the later end is not
searched where all its neighbors are neighbors of the earlier one, since its sets were tried. With
`links`, the neighbors of each variable, it begins with these edges and not with all.
"""

from itertools import combinations


def skeleton(order, independent, links=None, *, stable=False):
    """Return the adjacencies, the separating sets, and the tests asked (x, y, set, answer)."""
    links = links or dict.fromkeys(order, order)
    adjacencies = {x: [y for y in order if y != x and y in links[x]] for x in order}  # A.
    sepset, asked = {}, []
    n = 0
    while any(len(adjacencies[x]) - 1 >= n for x in order):  # B.
        as_it_was = {x: list(adjacencies[x]) for x in order}
        for x, y in list(combinations(order, 2)):
            if y not in adjacencies[x]:
                continue
            near = as_it_was if stable else adjacencies
            for s in _selected(near, x, y, n):
                answer = independent(x, y, frozenset(s))
                asked.append((x, y, frozenset(s), answer))
                if answer:
                    adjacencies[x].remove(y)
                    adjacencies[y].remove(x)
                    sepset[x, y] = sepset[y, x] = frozenset(s)
                    break
        n += 1
    return adjacencies, sepset, asked


def _selected(near, x, y, n):
    """Return the subsets of cardinality n, from the adjacencies of x and then from those of y."""
    from_x = [v for v in near[x] if v != y]
    from_y = [v for v in near[y] if v != x]
    ends = [from_x] if n == 0 or set(from_y) <= set(from_x) else [from_x, from_y]
    return [s for end in ends for s in combinations(end, n)]


def colliders(order, adjacencies, sepset):
    """Return the triples of step C: y between x and z, which a set without y has separated."""
    return [
        (x, y, z)
        for y in order
        for x, z in combinations([v for v in order if v in adjacencies[y]], 2)
        if z not in adjacencies[x] and y not in sepset.get((x, z), (y,))
    ]


def oriented(order, adjacencies, triples, conflicts):
    """Return the matrix of marks after step C, as pcalg keeps it.

    1 and 1: a line. 1 at (x, y) and 0 at (y, x): x -> y. 2 and 2: two heads.
    """
    marks = {(x, y): int(y in adjacencies[x]) for x in order for y in order}
    for x, y, z in triples:
        ends = (x, z)
        if conflicts == "keep-first" and any(marks[end, y] == 0 for end in ends):
            continue
        for end in ends:
            if conflicts == "mark" and marks[end, y] != 1:
                marks[end, y] = marks[y, end] = 2
            else:
                marks[end, y], marks[y, end] = 1, 0
    return marks
