"""Markov equivalence by enumerating all members; Meek's rules as they are drawn."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, permutations, product

from tests.reference.dags import Edge, Graph, is_acyclic, skeleton, v_structures

Pair = frozenset[int]
Mixed = tuple[frozenset[Edge], frozenset[Pair]]  # directed, undirected edges


Colliders = frozenset[tuple[Pair, int]]  # v-structures ({a, b}, c)


def members(g: Graph) -> tuple[frozenset[Edge], ...]:
    """Return the edge sets of all DAGs with the skeleton and v-structures of g."""
    return members_of(g.vertices, skeleton(g), v_structures(g))


@lru_cache(maxsize=10_000)
def members_of(
    vertices: tuple[int, ...], pairs: frozenset[Pair], colliders: Colliders
) -> tuple[frozenset[Edge], ...]:
    """Return the edge sets of all DAGs with this skeleton and these v-structures; may be none."""
    known = pattern(pairs, colliders)[0]  # in each member, or it had not these v-structures
    return tuple(
        edges
        for edges in orientations(pairs, known)
        if v_structures(Graph(vertices, edges)) == colliders
    )


def orientations(
    pairs: frozenset[Pair], known: frozenset[Edge] = frozenset()
) -> Iterable[frozenset[Edge]]:
    """Yield every acyclic way to direct a skeleton in which some arrows are known."""
    lines = sorted(tuple(sorted(pair)) for pair in pairs - skeleton_of(known))
    for turned in product((False, True), repeat=len(lines)):
        edges = known | {(b, a) if t else (a, b) for (a, b), t in zip(lines, turned, strict=True)}
        if is_acyclic(edges):
            yield edges


def skeleton_of(edges: Iterable[Edge]) -> frozenset[Pair]:
    return frozenset(map(frozenset, edges))


def agreed(graphs: Iterable[frozenset[Edge]]) -> Mixed:
    """Return what all graphs of one skeleton agree on as arrows, the rest as lines."""
    graphs = list(graphs)
    directed = frozenset.intersection(*graphs)
    return directed, skeleton_of(graphs[0] - directed)


def essential_graph(g: Graph) -> Mixed:
    """Return the directed and undirected edges of the essential graph."""
    return agreed(members(g))


def pattern(pairs: frozenset[Pair], colliders: Iterable[tuple[Pair, int]]) -> Mixed:
    """Return a skeleton with the arrows of v-structures ({a, b}, c)."""
    directed = frozenset((tail, c) for ends, c in colliders for tail in ends)
    return directed, pairs - skeleton_of(directed)


def meek_closure(mixed: Mixed, rules: str = "1234") -> Mixed:
    """Apply Meek's rules one edge at a time, starting over after each."""
    directed, lines = set(mixed[0]), set(mixed[1])
    while True:
        step = next(fitting(directed, lines, rules), None)
        if step is None:
            return frozenset(directed), frozenset(lines)
        directed.add(step)
        lines.remove(frozenset(step))


def fitting(directed: set[Edge], lines: set[Pair], rules: str):
    near = {frozenset(e) for e in directed} | lines
    vertices = sorted({v for pair in near for v in pair})

    def apart(u: int, v: int) -> bool:
        return u != v and frozenset((u, v)) not in near

    def line(u: int, v: int) -> bool:
        return frozenset((u, v)) in lines

    for a, b in permutations(vertices, 2):
        if not line(a, b):
            continue
        others = [v for v in vertices if v not in (a, b)]
        if "1" in rules and any((c, a) in directed and apart(c, b) for c in others):
            yield a, b
        if "2" in rules and any((a, c) in directed and (c, b) in directed for c in others):
            yield a, b
        if "3" in rules and any(
            line(a, c) and line(a, d) and (c, b) in directed and (d, b) in directed and apart(c, d)
            for c, d in combinations(others, 2)
        ):
            yield a, b
        if "4" in rules and any(
            line(a, c)
            and (c, d) in directed
            and (d, b) in directed
            and frozenset((a, d)) in near
            and apart(c, b)
            for c, d in permutations(others, 2)
        ):
            yield a, b
