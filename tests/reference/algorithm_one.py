"""Algorithm 1 of the paper, line by line, one CI test after the other.

The order of everything is the canonical one: variables by (boundary size, index), subsets
by size, then lexicographic. Where the paper is loose, the comment says what is read into it.
"""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

from tests.reference.dags import Edge
from tests.reference.equivalence import Mixed, meek_closure, pattern
from tests.reference.separation import Set, subsets

Test = Callable[[int, int, Set], bool]


class Query(NamedTuple):
    x: int
    y: int
    given: Set
    independent: bool
    purpose: str


class Round(NamedTuple):
    boundaries: dict[int, Set]
    visited: list[int]


class AlgorithmOne:
    """One run.

    `bookkeeping` is "none", "paper" or "full", `orientation` "recorded" or "printed".
    """

    def __init__(
        self,
        vertices: Iterable[int],
        test: Test,
        *,
        bookkeeping: str = "full",
        orientation: str = "recorded",
    ) -> None:
        self.vertices = tuple(vertices)
        self.test = test
        self.bookkeeping = bookkeeping
        self.orientation = orientation
        self.queries: list[Query] = []
        self.mb: dict[int, set[int]] = {}
        self.remaining = set(self.vertices)
        self.edges: set[frozenset[int]] = set()  # the learned graph: all edges, and
        self.arrows: set[Edge] = set()  # the directed ones among them
        self.found: set[tuple[frozenset[int], int]] = set()  # v-structures of line 10
        self.left: list[tuple[int, Set]] = []  # each removed variable and its neighbors then
        self.removal_order: list[int] = []
        self.dead_ends = 0
        self.rounds: list[Round] = []  # what each iteration began with and whom it visited
        self.separators: dict[tuple[int, int], Set] = {}
        self.known_neighbors: dict[int, Set] = {}
        self.known_v_structures: dict[int, list[tuple[int, int]]] = {}
        self.passed: set[tuple[int, ...]] = set()
        self.failed: set[tuple[int, ...]] = set()

    # -- asking -----------------------------------------------------------------------

    def ask(self, x: int, y: int, given: Set, purpose: str) -> bool:
        answer = self.test(x, y, given)
        self.queries.append(Query(x, y, given, answer, purpose))
        return answer

    def separator(self, x, y, candidates, forced, purpose, *, proper=False) -> Set | None:
        for subset in subsets(frozenset(candidates)):
            if proper and subset == candidates:
                return None
            if self.ask(x, y, subset | frozenset(forced), purpose):
                return subset
        return None

    def after_boundaries(self) -> list[tuple[frozenset[int], Set]]:
        """Return what was asked after boundary discovery: pairs and sets."""
        asked = (q for q in self.queries if q.purpose != "boundary-discovery")
        return [(frozenset((q.x, q.y)), q.given) for q in asked]

    # -- the pseudo-code --------------------------------------------------------------

    def run(self) -> "AlgorithmOne":
        self.find_boundaries()  # line 1, by total conditioning
        for _ in self.vertices:  # line 4
            order = sorted(self.remaining, key=lambda v: (len(self.mb[v]), v))  # line 5
            self.rounds.append(Round({v: frozenset(self.mb[v]) for v in order}, []))
            removable = next((x for x in order if self.visited(x)), None)  # line 6
            if removable is None:  # the paper is silent: the smallest boundary leaves
                self.dead_ends += 1
                removable = order[0]
            self.remove(removable)
        return self

    def find_boundaries(self) -> None:
        self.mb = {x: set() for x in self.vertices}
        everything = frozenset(self.vertices)
        for x, y in combinations(self.vertices, 2):
            if not self.ask(x, y, everything - {x, y}, "boundary-discovery"):
                self.mb[x].add(y)
                self.mb[y].add(x)

    def visited(self, x: int) -> bool:
        self.rounds[-1].visited.append(x)
        return self.is_removable(x)

    def is_removable(self, x: int) -> bool:
        if self.bookkeeping == "none":
            self.forget(x)
        if x not in self.known_neighbors:
            self.find_neighbors(x)  # lines 7 and 8
        if not self.condition_one(x):  # line 9
            return False
        if x not in self.known_v_structures:
            self.find_v_structures(x)  # lines 10 and 11
        return self.condition_two(x)  # line 12

    def forget(self, x: int) -> None:
        self.known_neighbors.pop(x, None)
        self.known_v_structures.pop(x, None)
        self.passed = {key for key in self.passed if key[0] != x}
        self.failed = {key for key in self.failed if key[0] != x}

    # -- lines 7 and 8 ----------------------------------------------------------------

    def find_neighbors(self, x: int) -> None:
        near = set()
        for y in sorted(self.mb[x]):
            found = self.neighbor_separator(x, y)
            if found is None:
                near.add(y)
            else:
                self.separators[x, y] = found
        self.known_neighbors[x] = frozenset(near)
        self.edges |= {frozenset((x, y)) for y in near}

    def neighbor_separator(self, x: int, y: int) -> Set | None:
        """The strict inclusion is as printed."""
        return self.separator(x, y, self.mb[x] - {y}, (), "neighbors", proper=True)

    def near(self, x: int) -> list[int]:
        """Return N_X without the variables that have left the boundary."""
        return sorted(self.known_neighbors[x] & self.mb[x])

    def co_parents(self, x: int) -> list[int]:
        """Read as: the present boundary minus the neighbors."""
        return sorted(self.mb[x] - self.known_neighbors[x])

    # -- line 9 -----------------------------------------------------------------------

    def condition_one(self, x: int) -> bool:
        return all(self.pair_passes(x, z, w) for z, w in combinations(self.near(x), 2))

    def pair_passes(self, x: int, z: int, w: int) -> bool:
        rest = self.mb[x] - {z, w}
        return self.judged((x, z, w), lambda: self.separator(z, w, rest, {x}, "condition-1"))

    def judged(self, key: tuple[int, ...], search: Callable[[], Set | None]) -> bool:
        """Return whether a search finds nothing; remembered as the bookkeeping says."""
        if key in self.passed:
            return True
        if key in self.failed:
            return False
        passes = search() is None
        if passes:
            self.passed.add(key)
        elif self.bookkeeping == "full":
            self.failed.add(key)
        return passes

    # -- lines 10 and 11 --------------------------------------------------------------

    def find_v_structures(self, x: int) -> None:
        self.known_v_structures[x] = [
            (y, t)
            for t in self.co_parents(x)
            for stored in [self.stored_separator(x, t)]
            for y in self.near(x)
            if self.is_v_structure(x, y, t, stored)
        ]
        for y, t in self.known_v_structures[x]:
            self.found.add((frozenset((x, t)), y))
            for tail in (x, t):
                if (y, tail) not in self.arrows:
                    self.arrows.add((tail, y))

    def stored_separator(self, x: int, t: int) -> Set:
        """Searched again when it is not inside the present boundary."""
        if not self.separators[x, t] <= self.mb[x]:
            found = self.neighbor_separator(x, t)
            if found is not None:
                self.separators[x, t] = found
        return self.separators[x, t]

    def is_v_structure(self, x: int, y: int, t: int, stored: Set) -> bool:
        if y in stored:
            return False
        rest = (self.mb[x] | {x}) - {y, t}
        return self.separator(y, t, rest, (), "v-structures") is None

    # -- line 12 ----------------------------------------------------------------------

    def condition_two(self, x: int) -> bool:
        present = [
            (y, t)
            for y, t in sorted(self.known_v_structures[x])
            if y in self.near(x) and t in self.co_parents(x)
        ]
        return all(
            self.triple_passes(x, y, t, z) for y, t in present for z in self.near(x) if z != y
        )

    def triple_passes(self, x: int, y: int, t: int, z: int) -> bool:
        rest = self.mb[x] - {z, y, t}
        return self.judged((x, y, t, z), lambda: self.separator(z, t, rest, {x, y}, "condition-2"))

    # -- lines 13 to 15 ---------------------------------------------------------------

    def remove(self, x: int) -> None:
        if self.orientation == "printed":
            for edge in self.edges:
                for y in edge - {x} if x in edge else ():
                    if not {(x, y), (y, x)} & self.arrows:
                        self.arrows.add((y, x))
        near = self.near(x)
        self.left.append((x, frozenset(near)))
        self.removal_order.append(x)
        self.remaining.discard(x)
        for y in self.mb[x]:
            self.mb[y].discard(x)
        for y, z in combinations(near, 2):
            self.update_pair(x, y, z)

    def update_pair(self, x: int, y: int, z: int) -> None:
        w = min((y, z), key=lambda v: (len(self.mb[v]), v))
        if self.ask(y, z, frozenset(self.mb[w] - {x, y, z}), "boundary-update"):
            self.mb[y].discard(z)
            self.mb[z].discard(y)

    # -- lines 17 to 19 ---------------------------------------------------------------

    @property
    def skeleton(self) -> frozenset[frozenset[int]]:
        return frozenset(self.edges)

    def v_structures(self) -> frozenset[tuple[frozenset[int], int]]:
        return self.read_off_arrows() if self.orientation == "printed" else self.facts()

    def read_off_arrows(self) -> frozenset[tuple[frozenset[int], int]]:
        return frozenset(
            (frozenset((a, b)), c)
            for c in self.vertices
            for a, b in combinations(self.vertices, 2)
            if (a, c) in self.arrows and (b, c) in self.arrows
            if frozenset((a, b)) not in self.edges
        )

    def facts(self) -> frozenset[tuple[frozenset[int], int]]:
        """Found by line 10, or both ends still there when the collider left."""
        return frozenset(self.found | self.departures())

    def departures(self) -> set[tuple[frozenset[int], int]]:
        return {
            (frozenset((a, b)), c)
            for c, near in self.left
            for a, b in combinations(sorted(near), 2)
            if frozenset((a, b)) not in self.edges
        }

    def essential_graph(self) -> Mixed:
        return meek_closure(pattern(self.skeleton, self.v_structures()))
