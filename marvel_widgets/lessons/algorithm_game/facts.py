"""Facts on MARVEL's rounds: the line of a round, what leaves, what stays, what is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.facts import Edge
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import counted, listed

FirstVisit = Literal["passed", "failed", "unasked"]

# -- the line of a round -------------------------------------------------------------------------


@dataclass(frozen=True)
class ComesBefore(Fact):
    """A variable is visited before another one, which an answer has before it."""

    x: Label
    y: Label

    def say(self) -> str:
        return f"{self.x} comes before {self.y}."

    def holds(self, case: Case) -> bool:
        order = case.answer["order"] if isinstance(case.answer, Mapping) else case.answer
        right = _place(case.graph, self.x) < _place(case.graph, self.y)
        return right and order.index(self.y) < order.index(self.x)


@dataclass(frozen=True)
class BoundarySizes(Fact):
    """How large the boundaries of some variables are."""

    members: Labels
    sizes: tuple[int, ...]

    def say(self) -> str:
        pairs = zip(self.members, self.sizes, strict=True)
        sizes = listed(f"{v} {size}" for v, size in pairs)
        return f"Boundary sizes: {sizes}; ties by name."

    def holds(self, case: Case) -> bool:
        return tuple(len(members_of(case.graph, v)) for v in self.members) == self.sizes


@dataclass(frozen=True)
class InLine(Fact):
    """A removable variable is the first of the line that is, or another one is before it."""

    x: Label
    first: bool

    def say(self) -> str:
        if self.first:
            return f"{self.x} is the first in the line that passes both conditions."
        return f"{self.x} is removable, but another one before it in the line is so as well."

    def holds(self, case: Case) -> bool:
        dag = case.graph
        able = [v for v in dag.nodes if is_removable_by_definition(dag, v)]
        named = self.x in case.answer["leaves"]
        return (
            named
            and self.x in able
            and self.first == (min(able, key=lambda v: _place(dag, v)) == self.x)
        )


# -- what has left, and what stays ---------------------------------------------------------------


@dataclass(frozen=True)
class TwoNeighbors(Fact):
    """An answer leaves out two neighbors of a variable."""

    x: Label
    pair: Edge

    def say(self) -> str:
        return f"{self.pair[0]} and {self.pair[1]} are two neighbors of {self.x}."

    def holds(self, case: Case) -> bool:
        near = set(self.pair) <= kindred(case.graph, self.x, "neighbor")
        return near and not any(frozenset(self.pair) in part for part in _parts(case.answer))


# -- what is known -------------------------------------------------------------------------------


@dataclass(frozen=True)
class AtFirstVisit(Fact):
    """What the first visit, which ended at a failed pair, found for a pair of neighbors."""

    x: Label
    removed: Labels
    pair: Edge
    found: FirstVisit

    def say(self) -> str:
        words = f"{self.pair[0]} and {self.pair[1]}"
        if self.found == "passed":
            return f"{words} passed at the first visit, and a passed pair never fails later."
        if self.found == "failed":
            return f"{words} failed at the first visit, and a failed pair may pass later."
        return f"{words} were not decided at the first visit, which ended before them."

    def holds(self, case: Case) -> bool:
        states = first_visit(_left(case.graph, self.removed), self.x)
        part = "asked" if self.found == "passed" else "reused"
        pair = frozenset(self.pair)
        return states[pair] == self.found and pair in case.answer[part]


@dataclass(frozen=True)
class PairsKnown(Fact):
    """How many pairs of neighbors a variable has, and how many of them passed at the first visit.

    `earlier` had left at the first visit, `removed` have left now.
    """

    x: Label
    earlier: Labels
    removed: Labels
    pairs: int
    passed: int
    number: int

    def say(self) -> str:
        known = f"{counted(self.passed, 'pair')} of these passed at the first visit"
        left = self.pairs - self.passed
        verb = "is" if left == self.number else "is not"
        sums = f"{self.pairs} - {self.passed} {verb} {self.number}"
        return f"Now {self.x} has {counted(self.pairs, 'pair')} of neighbors, and {known}: {sums}."

    def holds(self, case: Case) -> bool:
        now = _left(case.graph, self.removed)
        pairs = {frozenset(p) for p in combinations(kindred(now, self.x, "neighbor"), 2)}
        states = first_visit(_left(case.graph, self.earlier), self.x)
        passed = [pair for pair in pairs if states[pair] == "passed"]
        counts = (len(pairs), len(passed)) == (self.pairs, self.passed)
        return counts and bool(case.answer == self.number)


@dataclass(frozen=True)
class LineThirteen(Fact):
    """Why the printed line 13 draws an arrow, or does not."""

    x: Label
    edge: Edge
    state: Literal["elsewhere", "leaving", "directed", "open"]

    def say(self) -> str:
        (tail, head), x = self.edge, self.x
        return {
            "elsewhere": f"Line 13 draws arrows at {x} only, not {tail} → {head}.",
            "leaving": f"Line 13 draws no arrow that leaves {x}, whatever the graph is.",
            "directed": f"{x} → {tail} has its direction from line 11, by a v-structure.",
            "open": f"{tail} - {x} has no direction yet.",
        }[self.state]

    def holds(self, case: Case) -> bool:
        dag, (tail, head), x = case.graph, self.edge, self.x
        mates = kindred(dag, x, "co-parent") & kindred(dag, tail, "parent")
        by_line_11 = tail in kindred(dag, x, "child") and bool(mates)
        found = "directed" if by_line_11 else "open"
        if x not in self.edge:
            found = "elsewhere"
        elif tail == x:
            found = "leaving"
        there = found in ("elsewhere", "leaving") or tail in kindred(dag, x, "neighbor")
        named = ((tail, head) in case.answer) == (found != "open")
        return there and named and found == self.state


# -- by the arrows alone -------------------------------------------------------------------------


def first_visit(dag: Dag, x: Label) -> dict[frozenset[Label], FirstVisit]:
    """Return what a visit finds for each pair of neighbors, in order, when all is unknown.

    >>> dag = Dag("A -> X <- B; X -> {C D}; A -> C")
    >>> [found for pair, found in first_visit(dag, "X").items()]
    ['passed', 'passed', 'failed', 'unasked', 'unasked', 'unasked']
    """
    found: dict[frozenset[Label], FirstVisit] = {}
    failed = False
    for pair in combinations(sorted(kindred(dag, x, "neighbor"), key=str), 2):
        joined = pair[0] in kindred(dag, pair[1], "neighbor")
        passes = joined or set(pair) <= kindred(dag, x, "parent")
        found[frozenset(pair)] = "unasked" if failed else "passed" if passes else "failed"
        failed = failed or not passes
    return found


def _place(dag: Dag, x: Label) -> tuple[int, str]:
    return len(members_of(dag, x)), str(x)


def _left(dag: Dag, removed: Labels) -> Dag:
    return dag.induced(set(dag.nodes) - set(removed))


def _parts(answer: Any) -> tuple[Any, ...]:
    return tuple(answer.values()) if isinstance(answer, Mapping) else (answer,)
