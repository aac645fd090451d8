"""Facts on the searches of the lemmas: their sets in order, their tests, the pairs that break."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.removability.facts import Edge
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of, proper_subsets
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import counted, in_braces, listed


@dataclass(frozen=True)
class FirstSet(Fact):
    """A set is the first that separates, after so many others, or an earlier one separates too."""

    x: Label
    y: Label
    given: Labels
    earlier: int | None

    def say(self) -> str:
        """Return where the search stops."""
        if self.earlier is None:
            return f"{in_braces(self.given)} separates them, but an earlier set does so too."
        return f"The search stops there; {counted(self.earlier, 'earlier set')} did not separate."

    def holds(self, case: Case) -> bool:
        """Return whether so many sets are tried before, and what they do."""
        dag, (x, y) = case.graph, (self.x, self.y)
        tried = proper_subsets(members_of(dag, x) - {y})
        right = [s for s in tried if d_separated(dag, x, y, s)]
        place = next((n for n, s in enumerate(tried) if set(s) == set(self.given)), -1)
        same = case.answer["set"] == set(self.given)
        if self.earlier is None:
            return same and d_separated(dag, x, y, self.given) and set(right[0]) != set(self.given)
        return same and set(right[0]) == set(self.given) and place == self.earlier


@dataclass(frozen=True)
class NumberOfSet(Fact):
    """Which set has a number in the order in which they are tried; none for a number beyond."""

    x: Label
    y: Label
    number: int
    given: Labels | None

    def say(self) -> str:
        """Return the set."""
        head = "Number the sets as they are tried, {} is number 1"
        if self.given is None:
            return f"{head}: there is no {self.number}."
        return f"{head}: number {self.number} is {in_braces(self.given)}."

    def holds(self, case: Case) -> bool:
        """Return whether it is this one, and the answer has another set of that number."""
        tried = proper_subsets(members_of(case.graph, self.x) - {self.y})
        there = tried[self.number - 1] if 1 <= self.number <= len(tried) else None
        wrong = there is None or set(there) != case.answer["set"]
        return wrong and there == self.given and case.answer["tests"] == self.number


@dataclass(frozen=True)
class OffBy(Fact):
    """A number of tests of the neighbor lemma is too large, or too small."""

    x: Label
    y: Label
    number: int
    given: Labels | None
    sets: int

    def say(self) -> str:
        """Return why, at one member of the boundary."""
        if self.given is not None:
            apart = f"{in_braces(self.given)} separates {self.x} and {self.y}"
            return f"{self.number} are too many: {apart}, so no later set is tried."
        return (
            f"{self.number} are too few: nothing separates {self.x} and its neighbor {self.y}, so "
            f"each of the {self.sets} proper subsets is tried for {self.y} alone."
        )

    def holds(self, case: Case) -> bool:
        """Return whether a count of all tests says so, and the sets do this."""
        dag, found = case.graph, dict(_searches(case.graph, self.x))
        total = sum(tests for tests, _ in found.values())
        off = self.number > total if self.given is not None else self.number < total
        tests, separating = found[self.y]
        all_tried = self.given is not None or tests == self.sets
        near = (self.y in kindred(dag, self.x, "neighbor")) == (self.given is None)
        return off and all_tried and near and separating == self.given


@dataclass(frozen=True)
class LemmaCost(Fact):
    """The tests of the neighbor lemma: all sets for each neighbor, fewer for each co-parent."""

    x: Label
    neighbors: int
    sets: int
    members: Labels
    tests: tuple[int, ...]

    def say(self) -> str:
        """Return the numbers."""
        pairs = zip(self.members, self.tests, strict=True)
        spent = listed(f"{tests} for {t}" for t, tests in pairs)
        head = f"{self.neighbors} x {self.sets} for the neighbors"
        return f"{head}, and {spent}, where the search stops early."

    def holds(self, case: Case) -> bool:
        """Return whether a count of all tests says so, and they make the answer."""
        found = dict(_searches(case.graph, self.x))
        mates = kindred(case.graph, self.x, "co-parent")
        each = tuple(found[t][0] for t in self.members) == self.tests
        near = [tests for y, (tests, _) in found.items() if y not in mates]
        right = near == [self.sets] * self.neighbors and set(self.members) == mates
        return right and each and sum(tests for tests, _ in found.values()) == case.answer


@dataclass(frozen=True)
class AlwaysGiven(Fact):
    """One variable alone is in all sets that Condition 1 tries."""

    x: Label
    other: Label | None

    def say(self) -> str:
        """Return that it is, or that another one is not."""
        if self.other is None:
            return f"{self.x} is given in each of these tests, also where S is empty."
        return f"{{{self.x}}} is what is given where S is empty, and {self.other} is not in it."

    def holds(self, case: Case) -> bool:
        """Return whether the answer has it wrong."""
        named = case.answer["always"]
        return self.x not in named if self.other is None else self.other in named - {self.x}


@dataclass(frozen=True)
class FreeMembers(Fact):
    """How many variables may be in a set of Condition 1 or not, and not so many sets."""

    x: Label
    pair: Edge
    number: int
    wrong: int

    def say(self) -> str:
        """Return the number."""
        free = counted(self.number, "variable")
        return f"{free} may be in the set or not: not {self.wrong}."

    def holds(self, case: Case) -> bool:
        """Return whether so many are in the boundary beside the pair, and make another number."""
        rest = members_of(case.graph, self.x) - set(self.pair)
        sets = len(proper_subsets(rest)) + 1
        return len(rest) == self.number and case.answer["sets"] == self.wrong != sets


@dataclass(frozen=True)
class SetsTried(Fact):
    """Which sets Condition 1 tries for a pair."""

    x: Label
    pair: Edge

    def say(self) -> str:
        """Return of what they are made."""
        z, w = self.pair
        return f"The sets are S and {self.x}, for every S inside the boundary without {z} and {w}."

    def holds(self, case: Case) -> bool:
        """Return whether the answer is made of these."""
        rest = members_of(case.graph, self.x) - set(self.pair)
        right = {"always": {self.x}, "sometimes": rest, "sets": len(proper_subsets(rest)) + 1}
        return bool(case.answer == right)


@dataclass(frozen=True)
class ColliderGiven(Fact):
    """Two variables collide at one that each set of a condition contains."""

    x: Label
    pair: Edge
    blocker: Label

    def say(self) -> str:
        """Return the path."""
        (z, w), y = self.pair, self.blocker
        beside = "" if y == self.x else f", as it is beside {self.x}"
        return f"{z} → {y} ← {w}: the path is open as soon as {y} is given{beside}."

    def holds(self, case: Case) -> bool:
        """Return whether the arrows are there, and the answer names the pair."""
        arrows = {(end, self.blocker) for end in self.pair} <= set(case.graph.edges)
        below = self.blocker in {self.x, *kindred(case.graph, self.x, "child")}
        return arrows and below and frozenset(self.pair) in case.answer


@dataclass(frozen=True)
class Breaks(Fact):
    """A set that a condition allows separates a pair that the answer leaves out."""

    x: Label
    pair: Edge
    given: Labels
    through: Label | None

    def say(self) -> str:
        """Return the set."""
        z, w = self.pair
        if self.through is None:
            return f"{in_braces(self.given)} holds {self.x} and separates {z} and {w}."
        head = f"For {self.x} → {self.through} ← {w}: {in_braces(self.given)}"
        return f"{head} holds {self.x} and {self.through}, and separates {z} and {w}."

    def holds(self, case: Case) -> bool:
        """Return whether the set is allowed and separates the pair."""
        dag, x, y = case.graph, self.x, self.through
        inside = set(self.given) <= members_of(dag, x) | {x} and x in self.given
        if y is not None:
            inside = inside and y in self.given and {(x, y), (self.pair[1], y)} <= set(dag.edges)
        apart = d_separated(dag, *self.pair, self.given)
        return inside and apart and frozenset(self.pair) not in case.answer


@dataclass(frozen=True)
class NotAsked(Fact):
    """Condition 2 asks nothing about a pair of an answer."""

    x: Label
    pair: Edge

    def say(self) -> str:
        """Return that."""
        return f"Condition 2 asks nothing about {self.pair[0]} and {self.pair[1]}."

    def holds(self, case: Case) -> bool:
        """Return whether no v-structure at the variable asks about it."""
        dag, x = case.graph, self.x
        below, near = kindred(dag, x, "child"), kindred(dag, x, "neighbor")
        mates = ((t, y) for t in kindred(dag, x, "co-parent") for y in below)
        asked = {frozenset({t, z}) for t, y in mates if (t, y) in dag.edges for z in near - {y}}
        return frozenset(self.pair) in case.answer - asked


def _searches(dag: Dag, x: Label) -> Iterator[tuple[Label, tuple[int, Labels | None]]]:
    """Yield each member of a boundary with its tests and the first set that separates it."""
    for y in members_of(dag, x):
        tried = proper_subsets(members_of(dag, x) - {y})
        right = [n for n, s in enumerate(tried) if d_separated(dag, x, y, s)]
        yield y, (right[0] + 1, tried[right[0]]) if right else (len(tried), None)
