"""Facts on one effect of several causes, whose names are listed in two orders."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.markov_boundary.facts import common, role_in
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import listed

Why = Literal[
    "shares a child", "not the whole", "ends at once", "one test", "all tried", "all but the whole"
]


@dataclass(frozen=True)
class CostsInBoth(Fact):
    """What the first visit costs, where a cause is listed first and where the effect is."""

    x: Label
    members: Labels
    proper: int

    def say(self) -> str:
        m = len(self.members)
        return (
            f"Each boundary has {m} members, so that the first of a list is visited first, and it "
            f"is removable. A cause tries the {self.proper} proper subsets of the other members "
            f"for {self.x}, and nothing is enough for each of {m - 1} co-parents: {self.proper} + "
            f"{m - 1}. {self.x} tries {self.proper} for each of {m} causes."
        )

    def holds(self, case: Case) -> bool:
        dag, x = case.graph, self.x
        sizes = {len(members_of(dag, v)) for v in dag.nodes} == {len(self.members)}
        may_leave = all(is_removable_by_definition(dag, v) for v in dag.nodes)
        of_x = {searched(dag, x, v)[0] for v in self.members} == {self.proper}
        of_causes = all(
            (searched(dag, v, x)[0], {searched(dag, v, w)[0] for w in self.members if w != v})
            == (self.proper, {1})
            for v in self.members
        )
        return sizes and may_leave and of_x and of_causes


@dataclass(frozen=True)
class LeavesFirst(Fact):
    """Why the first of a list leaves first, and not the one that was answered."""

    x: Label
    first: Label
    y: Label | None
    name: str
    order: Labels

    def say(self) -> str:
        if self.y is None:
            return (
                f"List {self.name}: no boundary is smaller than that of {self.first}, which is "
                "listed first."
            )
        before = f"{self.first} stands before {self.y} in list {self.name}"
        if self.first == self.x:
            return (
                f"{before}, and the boundary of {self.y} is not smaller: beside {self.x} it "
                "contains the other causes, its co-parents."
            )
        child = (
            "It has a child, and is removable all the same"
            if self.y == self.x
            else "It is removable"
        )
        return (
            f"{before}, and its boundary is not larger. {child}: {self.x} is its only neighbor, so "
            "that no pair can break a condition."
        )

    def holds(self, case: Case) -> bool:
        dag, sizes = case.graph, {v: len(members_of(case.graph, v)) for v in case.graph.nodes}
        named = self.y is None or (self.y != self.first and self.y in self.order)
        alone = self.first == self.x or dag.neighbors(self.first) == {self.x}
        may_leave = is_removable_by_definition(dag, self.first)
        return named and alone and may_leave and sizes[self.first] == min(sizes.values())


@dataclass(frozen=True)
class SearchOf(Fact):
    """What the search for a set that separates two variables tries, in the neighbor lemma."""

    x: Label
    y: Label
    others: Labels
    why: Why
    name: str
    each: bool = False

    def say(self) -> str:
        x, other = self.x, listed(map(str, self.others))
        first = self.others[0] if self.others else self.y
        tried = (
            f"No set separates {x} from {self.y}, so the search goes on from nothing given to each "
            f"of {other} alone, and to several of them."
        )
        words = {
            "shares a child": f"{x} and {first} have the common child {self.y}: {first} is in the "
            f"boundary of {x}, too, and a test has to tell it from a neighbor.",
            "not the whole": f"{x} and {self.y} are not tested given {other} together.",
            "ends at once": f"{x} and {first} are independent given nothing: their search ends "
            "with this test.",
            "one test": f"{first} is in the boundary of {x}, too: its search makes one test.",
            "all tried": tried,
            "all but the whole": f"{tried} All {len(self.others)} together are no proper subset.",
        }
        end = " It is the same for each cause." if self.each else ""
        return f"List {self.name}. {words[self.why]}{end}"

    def holds(self, case: Case) -> bool:
        dag, x = case.graph, self.x
        whole = {*self.others} == members_of(dag, x) - {self.y}
        if self.why in ("not the whole", "all tried", "all but the whole"):
            tests, found = searched(dag, x, self.y)
            return whole and not found and tests == 2 ** len(self.others) - 1
        first = self.others[0]
        at_once = searched(dag, x, first) == (1, True)
        return whole and at_once and self.y in common(dag, x, first)


# -- done by hand ----------------------------------------------------------------------------------


def members_of(dag: Dag, x: Label) -> set[Label]:
    """Return the boundary of a variable, by its edges."""
    return {v for v in dag.nodes if role_in(dag, x, v)[0] != "outside"}


def searched(dag: Dag, x: Label, y: Label) -> tuple[int, bool]:
    """Return how many tests the neighbor lemma makes for a pair, and whether one separates it.

    >>> dag = Dag("A -> X; B -> X; C -> X")
    >>> searched(dag, "A", "X"), searched(dag, "A", "B")
    ((3, False), (1, True))
    """
    rest, tests = sorted(members_of(dag, x) - {y}, key=dag.position), 0
    for size in range(len(rest)):
        for given in combinations(rest, size):
            tests += 1
            if d_separated(dag, x, y, given):
                return tests, True
    return tests, False
