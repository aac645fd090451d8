"""Facts on numbers of tests: the searches of lines 7 and 12, and a run beside the bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import comb

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.errata.facts import Pair
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of, subsets
from marvel_widgets.text import counted, listed


@dataclass(frozen=True)
class TwoSearches(Fact):
    """What the searches of line 7 cost for a neighbor and for a co-parent."""

    x: Label
    pair: Pair
    tests: tuple[int, int]

    def say(self) -> str:
        """Return both."""
        (y, t), (every, first) = self.pair, self.tests
        return (
            f"For {y}, a neighbor, all {every} subsets are tried, {every - 1} of them proper; for "
            f"{t}, a co-parent, test number {first} separates."
        )

    def holds(self, case: Case) -> bool:
        """Return whether going through the subsets takes so many tests."""
        dag, around = case.graph, members_of(case.graph, self.x)
        tests = [_tests_until_apart(dag, self.x, v, around - {v}) for v in self.pair]
        y, t = self.pair
        kin = y in kindred(dag, self.x, "neighbor") and t in kindred(dag, self.x, "co-parent")
        return kin and (*tests,) == self.tests


@dataclass(frozen=True)
class Triples(Fact):
    """How many searches Condition 2 makes, and how many of their tests ask again."""

    x: Label
    first: tuple[Label, Label, Label]
    searches: int
    sets: int
    repeated: int = 0  # where 0, it is not said

    def say(self) -> str:
        """Return the numbers."""
        y, t, z = self.first
        head = (
            f"There are {self.searches} triples, the first Y = {y}, T = {t}, Z = {z}, with "
            f"{counted(self.sets, 'set')} each."
        )
        again = f"Of these {self.searches * self.sets} tests, {self.repeated} ask what was asked"
        return f"{head} {again} before." if self.repeated else head

    def holds(self, case: Case) -> bool:
        """Return whether a list of all tests is as long, and has so many repetitions."""
        dag, found = case.graph, list(_triples(case.graph, self.x))
        around = members_of(dag, self.x)
        tests = [
            (frozenset((t, z)), frozenset({self.x, y, *chosen}))
            for y, t, z in found
            for chosen in subsets(around - {y, t, z})
        ]
        numbers = len(found), self.searches * self.sets, self.repeated or len(tests) - len({*tests})
        lengths = self.searches, len(tests), len(tests) - len({*tests})
        return self.first in found and numbers == lengths


@dataclass(frozen=True)
class AskedTwice(Fact):
    """A test of Condition 2 that two searches ask."""

    x: Label
    pair: Pair
    through: Pair  # the two Y

    def say(self) -> str:
        """Return it, and for what it is asked."""
        (z, t), (y, other) = self.pair, self.through
        given = listed(sorted(map(str, (self.x, y, other))))
        return f"{z} and {t} are tested given {given} for Y = {y}, and once more for Y = {other}."

    def holds(self, case: Case) -> bool:
        """Return whether both Y have a search of this pair, and the other is in the boundary."""
        (z, t), found = self.pair, set(_triples(case.graph, self.x))
        return len({*self.through}) == 2 and all((y, t, z) in found for y in self.through)


@dataclass(frozen=True)
class RunAndBounds(Fact):
    """The numbers of a run beside both bounds."""

    p: int
    max_in_degree: int
    bounds: tuple[float, int]
    tests: tuple[int, int, int]  # all, after the boundaries, different ones

    def say(self) -> str:
        """Return them."""
        (most, least), (every, after, different) = self.bounds, self.tests
        return (
            f"With p = {self.p} and in-degree {self.max_in_degree} the upper bound is {most:g}, "
            f"the lower bound {least}. The run performs {every} tests, {after} of them after the "
            f"boundaries, and these are {different} different ones."
        )

    def holds(self, case: Case) -> bool:
        """Return whether the formulas of the paper and the log of a run give them."""
        p, d = self.p, self.max_in_degree
        above = [len(kindred(case.graph, v, "parent")) for v in case.graph.nodes]
        most = p * comb(d, 2) + p / 2 * d * (1 + 0.45 * d) * 2**d
        least = max(comb(p, 2), p // (d + 1) * comb(d + 1, 2) * 2 ** (d - 1))
        log = list(record("marvel", case.graph).tests)
        after = [(frozenset((t.x, t.y)), t.given) for t in log if t.purpose != BOUNDARY_DISCOVERY]
        tests = len(log), len(after), len(set(after))
        same = (least, tests, (p, d)) == (self.bounds[1], self.tests, (len(above), max(above)))
        return same and abs(most - self.bounds[0]) < 1e-6


def _tests_until_apart(dag: Dag, x: Label, y: Label, rest: Iterable[Label]) -> int:
    sets = list(subsets(rest))
    return next((n for n, s in enumerate(sets, start=1) if d_separated(dag, x, y, s)), len(sets))


def _triples(dag: Dag, x: Label) -> Iterator[tuple[Label, Label, Label]]:
    """Yield Y, T, Z with x -> Y <- T, T no neighbor, and another neighbor Z."""
    near, mates = kindred(dag, x, "neighbor"), kindred(dag, x, "co-parent")
    for y in kindred(dag, x, "child"):
        for t in mates & kindred(dag, y, "parent"):
            yield from ((y, t, z) for z in near - {y})
