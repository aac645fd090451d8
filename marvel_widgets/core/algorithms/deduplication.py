"""A test that is asked nothing twice, and nothing that known edges answer."""

from __future__ import annotations

from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.counting import CountingTest, Tally
from marvel_widgets.core.independence.protocol import CITest

Pair = tuple[int, int]


class DeduplicatingTest(CountingTest):
    """A counting test for ``bookkeeping="distinct"``.

    A statement is a pair and a conditioning set. What is known already is no test, and no part
    of *reused* either, which counts whole searches: a statement asked before (at another level
    too, since its p-value is known); any statement about a known edge, which no set separates;
    a search where a set that separates the pair is known and is among those it would try. Each
    statement that is left is asked one by one.
    Cost: one entry for each test.
    """

    __slots__ = ("asked", "dependent", "edges", "own_total", "separated", "total")

    def __init__(
        self,
        test: CITest,
        tally: Tally,
        asked: dict[Pair, set[int]] | None = None,
        edges: list[int] | None = None,
    ) -> None:
        super().__init__(test, tally)
        self.asked: dict[Pair, set[int]] = {} if asked is None else asked
        self.edges = [0] * len(self.names) if edges is None else edges
        self.dependent: dict[Pair, set[int]] = {}
        self.separated: dict[Pair, list[int]] = {}
        self.total: dict[int, int] = {}  # x: the later variables that depend on it, given the rest
        self.own_total = True  # at this level, so that the answers are known as well

    def at_level(self, alpha: float | None) -> DeduplicatingTest:
        """Return the test at another level: other answers, the same statements and edges."""
        other = self.test if alpha is None else self.test.at_level(alpha)
        if other is self.test:
            return self
        leveled = DeduplicatingTest(other, self.tally, self.asked, self.edges)
        leveled.total, leveled.own_total = self.total, False
        return leveled

    def join(self, x: int, y: int) -> None:
        """Learn that an edge joins x and y."""
        self.edges[x] |= 1 << y
        self.edges[y] |= 1 << x

    def any_separator(self, x: int, y: int, boundary: int) -> int | None:
        """Return a set known to separate x and y, one inside a boundary if there is any."""
        sets = self.separated.get(_pair(x, y), ())
        return min(sets, key=lambda given: bool(given & ~boundary), default=None)

    def ask(self, x: int, y: int, given: int, purpose: str) -> bool:
        """Return whether x and y are independent given a set: at most one test."""
        if self.edges[x] >> y & 1:
            return False
        pair = _pair(x, y)
        if given in self.dependent.get(pair, ()) or given in self.separated.get(pair, ()):
            return given not in self.dependent.get(pair, ())
        in_total = pair[0] in self.total and given.bit_count() == len(self.names) - 2
        if in_total and self.own_total:
            answer = not self.total[pair[0]] >> pair[1] & 1
        elif in_total or given in self.asked.get(pair, ()):
            answer = self.test.independent(*pair, given)  # known at another level only
        else:
            answer = super().ask(*pair, given, purpose)
            self.asked.setdefault(pair, set()).add(given)
        if answer:
            self.separated.setdefault(pair, []).append(given)
        else:
            self.dependent.setdefault(pair, set()).add(given)
        return answer

    def search(self, search: Search) -> int | None:
        """Return a subset that, with what is forced, separates; a known one first."""
        x, y, _, forced, purpose, _, _ = search
        if self.edges[x] >> y & 1:
            return None
        known = next(filter(search.allows, self.separated.get(_pair(x, y), ())), None)
        if known is not None:
            return known & ~forced
        for subset in search.subsets():
            if self.ask(x, y, forced | subset, purpose):
                return subset
        return None

    def total_conditioning_row(self, x: int) -> int:
        """Return the variables after x that depend on it given all the rest."""
        self.total[x] = super().total_conditioning_row(x)
        return self.total[x]


def _pair(x: int, y: int) -> Pair:
    return (x, y) if x < y else (y, x)
