"""PC, grow-shrink, collider sets and MMPC written down plainly, one CI test after the other.

Each begins with the boundaries by total conditioning. The order of everything is the
canonical one: pairs lexicographic, sets by size, then lexicographic.
"""

from collections.abc import Callable, Iterable
from itertools import combinations

from tests.reference import published_pc
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.equivalence import Mixed, meek_closure, pattern
from tests.reference.separation import Set, subsets

Test = Callable[[int, int, Set], bool]
Query = tuple[int, int, Set, bool, str]


class Rival:
    def __init__(self, vertices: Iterable[int], test: Test) -> None:
        self.vertices = tuple(vertices)
        self.test = test
        self.queries: list[Query] = []
        self.near: dict[int, set[int]] = {x: set() for x in self.vertices}
        self.boundaries: dict[int, Set] = {}
        self.colliders: list[tuple[Set, int]] = []

    def ask(self, x: int, y: int, given: Set, purpose: str) -> bool:
        answer = self.test(x, y, given)
        self.queries.append((x, y, given, answer, purpose))
        return answer

    def run(self) -> "Rival":
        everything = frozenset(self.vertices)
        for x, y in combinations(self.vertices, 2):
            if not self.ask(x, y, everything - {x, y}, "boundary-discovery"):
                self.near[x].add(y)
                self.near[y].add(x)
        self.boundaries = {x: frozenset(group) for x, group in self.near.items()}
        self.work()
        return self

    def work(self) -> None:
        raise NotImplementedError

    def pairs(self) -> list[tuple[int, int]]:
        return [(x, y) for x, y in combinations(self.vertices, 2) if y in self.near[x]]

    def part(self, x: int, y: int) -> None:
        self.near[x].discard(y)
        self.near[y].discard(x)

    def unshielded(self) -> list[tuple[int, int, int]]:
        return [
            (a, c, b)
            for c in self.vertices
            for a, b in combinations(sorted(self.near[c]), 2)
            if b not in self.near[a]
        ]

    def skeleton(self) -> Set:
        return frozenset(frozenset((x, y)) for x, y in self.pairs())

    def graph(self) -> Mixed:
        return meek_closure(pattern(self.skeleton(), self.colliders))


class Pc(Rival):
    """As it is published, from the moral graph on instead of the complete one."""

    stable = False

    def work(self) -> None:
        def ask(*query):
            return self.ask(*query, "skeleton")

        order = self.vertices
        near, kept, _ = published_pc.skeleton(order, ask, self.near, stable=self.stable)
        self.near = {x: set(group) for x, group in near.items()}
        triples = published_pc.colliders(order, near, kept)
        self.colliders = [(frozenset((a, b)), c) for a, c, b in triples]


class StablePc(Pc):
    stable = True


class GrowShrink(Rival):
    def work(self) -> None:
        for x, y in self.pairs():
            within = self.smaller(self.boundaries[x] - {y}, self.boundaries[y] - {x})
            if any(self.ask(x, y, s, "skeleton") for s in subsets(within)):
                self.part(x, y)
        for a, c, b in self.unshielded():
            within = self.smaller(self.boundaries[a] - {b, c}, self.boundaries[b] - {a, c})
            given = self.always_given(c)
            if not any(self.ask(a, b, s | given, "orientation") for s in subsets(within)):
                self.colliders.append((frozenset((a, b)), c))

    def smaller(self, one: Set, other: Set) -> Set:
        return one if len(one) <= len(other) else other

    def always_given(self, c: int) -> Set:
        return frozenset((c,))


class ColliderSets(Rival):
    def work(self) -> None:
        moral = self.boundaries
        apart, directives = [], []
        for x, y in self.pairs():
            corners = moral[x] & moral[y]
            found = self.separator(x, y, corners) if corners else None
            if found is not None:
                apart.append((x, y))
                directives += [(x, z, y) for z in sorted(corners - found)]
        for x, y in apart:
            self.part(x, y)
        for x, z, y in directives:
            if {x, y} <= self.near[z]:
                self.colliders.append((frozenset((x, y)), z))

    def separator(self, x: int, y: int, corners: Set) -> Set | None:
        one, other = (self.boundaries[v] - corners - {x, y} for v in (x, y))
        base = one if len(one) <= len(other) else other
        for chosen in subsets(corners):
            if self.ask(x, y, base | chosen, "skeleton"):
                return base | chosen
            doubtful = self.doubtful(base, corners - chosen, x, y)
            for kept in subsets(doubtful):
                if kept != doubtful and self.ask(x, y, base - doubtful | kept | chosen, "skeleton"):
                    return base - doubtful | kept | chosen
        return None

    def doubtful(self, base: Set, sources: Set, x: int, y: int) -> Set:
        reached, last = set(sources), set()
        while reached != last:
            last = set(reached)
            reached |= {w for v in last for w in self.boundaries[v]} - {x, y}
        return base & frozenset(reached)


class Mmpc(Rival):
    def work(self) -> None:
        found = {x: self.candidates(x) for x in self.vertices}
        for x, y in combinations(self.vertices, 2):
            if not self.keeps(y in found[x], x in found[y]):
                self.part(x, y)

    def keeps(self, one: bool, other: bool) -> bool:
        return one and other

    def candidates(self, x: int) -> Set:
        waiting, chosen = set(self.boundaries[x]), []
        while waiting:
            newest = frozenset(chosen[-1:])
            for y in sorted(waiting):
                older = frozenset(chosen[:-1])
                if any(self.ask(x, y, s | newest, "skeleton") for s in subsets(older)):
                    waiting.remove(y)
            if waiting:
                chosen.append(min(waiting))
                waiting.remove(chosen[-1])
        return self.backward(x, frozenset(chosen))

    def backward(self, x: int, chosen: Set) -> Set:
        for y in sorted(chosen):
            if any(self.ask(x, y, s, "skeleton") for s in subsets(chosen - {y})):
                chosen = chosen - {y}
        return chosen


# The five of the paper, by the package's names.
TRANSCRIPTIONS = {
    "marvel": AlgorithmOne,
    "pc": Pc,
    "grow_shrink": GrowShrink,
    "collider_set": ColliderSets,
    "mmpc": Mmpc,
}
