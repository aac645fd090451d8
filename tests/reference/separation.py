"""d-separation as the textbook defines it: every path, vertex by vertex."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise

from tests.reference.dags import Graph, descendants, neighbors

Set = frozenset[int]


def subsets(items: Set) -> Iterator[Set]:
    """Yield all subsets in the canonical order: by size, then lexicographic."""
    for size in range(len(items) + 1):
        yield from map(frozenset, combinations(sorted(items), size))


def paths(g: Graph, x: int, y: int) -> Iterator[tuple[int, ...]]:
    """Yield every path between x and y, directions ignored, no vertex twice."""

    def grow(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if path[-1] == y:
            yield path
            return
        for v in sorted(neighbors(g, path[-1])):
            if v not in path:
                yield from grow((*path, v))

    yield from grow((x,))


def is_collider(g: Graph, before: int, v: int, after: int) -> bool:
    return (before, v) in g.edges and (after, v) in g.edges


def role(g: Graph, before: int, v: int, after: int) -> str:
    if is_collider(g, before, v, after):
        return "collider"
    return "fork" if {(v, before), (v, after)} <= g.edges else "chain"


def is_open(g: Graph, path: tuple[int, ...], given: Set) -> bool:
    """Return whether no inner vertex of a path blocks it."""
    return all(
        lets_through(g, before, v, after, given)
        for before, v, after in zip(path, path[1:], path[2:], strict=False)
    )


def lets_through(g: Graph, before: int, v: int, after: int, given: Set) -> bool:
    """A collider does when it or a descendant is given; any other vertex when it is not."""
    if is_collider(g, before, v, after):
        return bool(descendants(g, v) & given)
    return v not in given


class PathSeparation:
    """A CI test: are all paths between x and y blocked? Remembers paths and answers."""

    def __init__(self, g: Graph) -> None:
        self.graph = g
        self._below = {v: self.openers(v) for v in g.vertices}
        self._patterns: dict[tuple[int, int], list[tuple[Set, list[Set]]]] = {}
        self._answers: dict[tuple[int, int, Set], bool] = {}

    def openers(self, v: int) -> Set:
        """Return what opens a collider when given."""
        return descendants(self.graph, v)

    def __call__(self, x: int, y: int, given: Set) -> bool:
        key = (min(x, y), max(x, y), given)
        if key not in self._answers:
            self._answers[key] = not any(
                not (plain & given) and all(below & given for below in colliders)
                for plain, colliders in self._inner_vertices(key[0], key[1])
            )
        return self._answers[key]

    def _inner_vertices(self, x: int, y: int) -> list[tuple[Set, list[Set]]]:
        """Return, for each path, its non-colliders and what opens each of its colliders."""
        if (x, y) not in self._patterns:
            self._patterns[x, y] = [self._pattern(path) for path in paths(self.graph, x, y)]
        return self._patterns[x, y]

    def _pattern(self, path: tuple[int, ...]) -> tuple[Set, list[Set]]:
        inner = list(zip(pairwise(path), path[2:], strict=False))
        meet = [v for (u, v), w in inner if is_collider(self.graph, u, v, w)]
        return frozenset(path[1:-1]) - set(meet), [self._below[v] for v in meet]


@lru_cache(maxsize=3000)
def separation(g: Graph) -> PathSeparation:
    return PathSeparation(g)


def statements(g: Graph) -> Iterator[tuple[int, int, Set]]:
    """Yield every (x, y, given), x < y."""
    for x, y in combinations(g.vertices, 2):
        for given in subsets(frozenset(g.vertices) - {x, y}):
            yield x, y, given


def first_separating(
    test, x: int, y: int, candidates: Set, forced: Set, *, proper: bool = False
) -> tuple[Set | None, int]:
    """Return the first subset that separates together with `forced`, and the tests asked."""
    asked = 0
    for subset in subsets(candidates):
        if proper and subset == candidates:
            break
        asked += 1
        if test(x, y, subset | forced):
            return subset, asked
    return None, asked
