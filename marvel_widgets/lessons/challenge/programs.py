"""Makers of a right program for each step, and of wrong ones that differ from it in one thing."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Program = Callable[..., Any]
Edges = set[frozenset[Any]]


def _subsets(items: Iterable[Any], sizes: Iterable[int]) -> Iterator[set[Any]]:
    names = sorted(items)
    for size in sizes:
        yield from map(set, combinations(names, size))


def _separating(
    ask: Program, x: Any, y: Any, among: set[Any], *, forced: Iterable[Any] = (), sizes: Any = None
) -> set[Any] | None:
    sizes = range(len(among) + 1) if sizes is None else sizes
    with_forced = (s.union(forced) for s in _subsets(among, sizes))
    return next((s for s in with_forced if ask(x, y, s)), None)


def separate(sizes: Callable[[int], Any]) -> Program:
    """Return a search over the sets of some sizes, given the number of candidates."""

    def search(ask: Program, x: Any, y: Any, candidates: set[Any]) -> set[Any] | None:
        return _separating(ask, x, y, candidates, sizes=sizes(len(candidates)))

    return search


def boundaries(given: str = "rest") -> Program:
    """Return total conditioning, or what takes the marginal test for it."""

    def find(ask: Program, names: tuple[Any, ...]) -> dict[Any, set[Any]]:
        rest = set(names) if given == "rest" else set()
        return {x: {y for y in names if y != x and not ask(x, y, rest - {x, y})} for x in names}

    return find


def neighbors(sizes: Callable[[int], Any]) -> Program:
    """Return the neighbors' search over the sets of some sizes, given the others' number."""

    def find(ask: Program, x: Any, boundary: set[Any]) -> set[Any]:
        def apart(y: Any) -> bool:
            others = boundary - {y}
            return _separating(ask, x, y, others, sizes=sizes(len(others))) is not None

        return {y for y in boundary if not apart(y)}

    return find


def _split(ask: Program, x: Any, boundary: set[Any]) -> tuple[set[Any], dict[Any, set[Any]]]:
    found = {
        y: _separating(ask, x, y, boundary - {y}, sizes=range(len(boundary) - 1))
        for y in sorted(boundary)
    }
    near = {y for y, s in found.items() if s is None}
    return near, {t: s for t, s in found.items() if s is not None}


@dataclass(frozen=True)
class Removability:
    """Conditions 1 and 2 by their tests; what is switched off makes a wrong one."""

    one: bool = True
    two: bool = True
    with_x: bool = True
    with_y: bool = True
    read_sets: bool = True

    def first(self, ask: Program, x: Any, boundary: set[Any], near: set[Any]) -> bool:
        """Return whether Condition 1 holds, as this program sees it."""
        forced = {x} if self.with_x else set()
        pairs = combinations(sorted(near), 2)
        return not self.one or all(
            _separating(ask, z, w, boundary - {z, w}, forced=forced) is None for z, w in pairs
        )

    def colliders(
        self, ask: Program, x: Any, boundary: set[Any], near: set[Any], apart: dict[Any, set[Any]]
    ) -> list[tuple[Any, Any]]:
        """Return the pairs (y, t) with x -> y <- t, as this program sees them."""
        return [
            (y, t)
            for t, s in apart.items()
            for y in sorted(near)
            if (y not in s or not self.read_sets)
            and _separating(ask, y, t, (boundary | {x}) - {y, t}) is None
        ]

    def second(
        self, ask: Program, x: Any, boundary: set[Any], near: set[Any], found: list[tuple[Any, Any]]
    ) -> bool:
        """Return whether Condition 2 holds, as this program sees it."""
        return not self.two or all(
            _separating(ask, t, z, boundary - {z, y, t}, forced={x, y} if self.with_y else {x})
            is None
            for y, t in found
            for z in sorted(near - {y})
        )

    def holds(self, ask: Program, x: Any, boundary: set[Any]) -> bool:
        """Return whether x is removable, as this program sees it."""
        near, apart = _split(ask, x, boundary)
        if not self.first(ask, x, boundary, near):
            return False
        if not self.two:
            return True
        found = self.colliders(ask, x, boundary, near, apart)
        return self.second(ask, x, boundary, near, found)


def removable(test: Removability = Removability()) -> Program:
    """Return the test of Theorem 1 by these tests."""

    def judge(ask: Program, x: Any, boundary: set[Any]) -> bool:
        return test.holds(ask, x, boundary)

    return judge


def small(_: Program, __: Any, boundary: set[Any]) -> bool:
    """Call what has a small boundary removable."""
    return len(boundary) <= 2


def update(given: str = "boundary", sides: int = 2) -> Program:
    """Return the update of boundaries: what its tests are given, and whether both sides part."""

    def after(
        ask: Program, x: Any, boundaries: dict[Any, set[Any]], near: set[Any]
    ) -> dict[Any, set[Any]]:
        new = {y: boundaries[y] - {x} for y in boundaries if y != x}
        for y, z in combinations(sorted(near), 2) if given else ():
            one = min((y, z), key=lambda v: (len(new[v]), v))
            more = {"boundary": new[one], "with x": new[one] | {x}, "nothing": set()}[given]
            if ask(y, z, more - {y, z}):
                new[y].discard(z)
                new[z] -= {y} if sides == 2 else set()
        return new

    return after


def _unshielded(names: Iterable[Any], edges: Edges) -> Iterator[tuple[Any, Any, Any]]:
    for c in names:
        around = sorted(v for v in names if frozenset((v, c)) in edges and v != c)
        for a, b in combinations(around, 2):
            if frozenset((a, b)) not in edges:
                yield a, c, b


def directed(
    names: Iterable[Any], edges: Edges, colliders: Iterable[tuple[Any, Any, Any]], rules: int = 3
) -> tuple[list[tuple[Any, ...]], list[tuple[Any, Any]]]:
    """Return the undirected and the directed edges after the first of Meek's rules."""
    arrows = {(end, c) for a, c, b in colliders for end in (a, b)}
    lines = {edge for edge in edges if not any(set(arrow) == edge for arrow in arrows)}

    def joined(a: Any, b: Any) -> bool:
        return frozenset((a, b)) in edges

    def points(a: Any, b: Any) -> bool:
        middle = [c for c in names if frozenset((a, c)) in lines and (c, b) in arrows]
        return (
            any((c, a) in arrows and not joined(c, b) for c in names if c != b)
            or (rules > 1 and any((a, c) in arrows and (c, b) in arrows for c in names))
            or (rules > 2 and any(not joined(c, d) for c, d in combinations(middle, 2)))
        )

    found = rules > 0
    while found:
        ways = [
            way for edge in sorted(lines, key=sorted) for way in (sorted(edge), sorted(edge)[::-1])
        ]
        way = next(((a, b) for a, b in ways if points(a, b)), None)
        found = way is not None
        if way is not None:
            arrows.add(way)
            lines.discard(frozenset(way))
    return [tuple(sorted(edge)) for edge in lines], sorted(arrows)


def marvel(
    test: Removability = Removability(),
    after: Program = update(),  # noqa: B008 - a function
    rules: int = 3,
    keep: str = "all",
    first: bool = False,
) -> Program:
    """Return MARVEL; `keep` says which triples count as v-structures, `first` tests nothing."""

    def learn(ask: Program, names: tuple[Any, ...]) -> object:
        sets = boundaries()(ask, names)
        edges: Edges = set()
        colliders: set[tuple[Any, Any, Any]] = set()
        gone: list[tuple[Any, set[Any]]] = []
        while sets:
            x, near, found = _next(ask, sets, test, edges, first=first)
            colliders |= set(found)
            gone.append((x, near))
            sets = after(ask, x, sets, near)
        if keep != "found":
            colliders |= {(a, x, b) for x, near in gone for a, b in combinations(sorted(near), 2)}
            colliders = {c for c in colliders if frozenset((c[0], c[2])) not in edges}
        if keep == "open":
            colliders = set(_unshielded(names, edges))
        return directed(names, edges, colliders, rules)

    return learn


def _next(
    ask: Program, sets: dict[Any, set[Any]], test: Removability, edges: Edges, *, first: bool
) -> tuple[Any, set[Any], list[tuple[Any, Any, Any]]]:
    seen: list[tuple[Any, Any, Any]] = []
    x: Any = None
    near: set[Any] = set()
    for x in sorted(sets, key=lambda v: (len(sets[v]), v)):
        near, apart = _split(ask, x, sets[x])
        edges |= {frozenset((x, y)) for y in near}
        holds = first or test.first(ask, x, sets[x], near)
        found = test.colliders(ask, x, sets[x], near, apart) if holds else []
        seen += [(min(x, t), y, max(x, t)) for y, t in found]
        if first or (holds and test.second(ask, x, sets[x], near, found)):
            break
    return x, near, seen


def pc(
    sides: int = 2, sizes: Callable[[int], Any] = range, keep: str = "sets", rules: int = 3
) -> Program:
    """Return PC from the complete graph: from which ends, which sizes, which colliders."""

    def learn(ask: Program, names: tuple[Any, ...]) -> object:
        edges, sets = pc_skeleton(ask, names, sides, sizes)
        colliders = [
            (a, c, b)
            for a, c, b in _unshielded(names, edges)
            if keep == "open" or c not in sets.get(frozenset((a, b)), ())
        ]
        return directed(names, edges, colliders, rules)

    return learn


def pc_skeleton(
    ask: Program, names: tuple[Any, ...], sides: int = 2, sizes: Callable[[int], Any] = range
) -> tuple[Edges, dict[frozenset[Any], set[Any]]]:
    """Return the skeleton by PC and the sets that separated."""
    edges: Edges = {frozenset(pair) for pair in combinations(names, 2)}
    sets: dict[frozenset[Any], set[Any]] = {}
    for size in sizes(len(names) - 1):
        for a, b in combinations(names, 2):
            for x, y in ((a, b), (b, a))[:sides]:
                pair = frozenset((a, b))
                around = {w for w in names if w not in (x, y) and frozenset((x, w)) in edges}
                found = _separating(ask, a, b, around, sizes=[size]) if pair in edges else None
                if found is not None:
                    edges.discard(pair)
                    sets[pair] = found
    return edges, sets


def skeleton(sides: int = 2, sizes: Callable[[int], Any] = range) -> Program:
    """Return PC's skeleton alone."""
    return lambda ask, names: pc_skeleton(ask, names, sides, sizes)[0]


def v_structures(
    skeleton: Edges, sets: dict[frozenset[Any], set[Any]], *, read: bool = True
) -> object:
    """Return the v-structures by the sets that separated, or all open triples."""
    names = sorted({name for edge in skeleton for name in edge})
    found = _unshielded(names, skeleton)
    return {(a, c, b) for a, c, b in found if not read or c not in sets[frozenset((a, b))]}


def meek(rules: int) -> Program:
    """Return the closure under the first of Meek's rules."""

    def complete(pattern: Any) -> object:
        edges = {*pattern.undirected, *map(frozenset, pattern.directed)}
        return directed(pattern.nodes, edges, [(a, c, a) for a, c in pattern.directed], rules)

    return complete
