"""Facts on the printed run: the order of removals, the arrows of lines 11 and 13, line 20."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.orientation.arrows import collision
from marvel_widgets.lessons.orientation.by_hand import (
    Edge,
    Edges,
    Triple,
    unordered,
    v_structures_of,
)
from marvel_widgets.lessons.separation.by_arrows import arrows_text
from marvel_widgets.text import listed


@dataclass(frozen=True)
class DrawnBy13(Fact):
    """What line 13 does with an edge: draws it wrong, right, the other way, or not at all."""

    edge: Edge
    why: Literal["wrong", "true", "other way", "line 11"]

    def say(self) -> str:
        """Return that, with which of the two leaves first."""
        a, b = self.edge
        if self.why == "true":
            return f"{a} → {b} is drawn by line 13, and it is true."
        if self.why == "line 11":
            return f"Line 11 had directed the edge of {a} and {b} before."
        if self.why == "other way":
            return f"{a} leaves before {b}, so line 13 draws {b} → {a}."
        truth = f"the true graph has {b} → {a}"
        return f"{b} leaves before {a}, so line 13 draws {a} → {b}; {truth}."

    def holds(self, case: Case) -> bool:
        """Return whether the order of the repaired run and the arrows of line 11 say so."""
        (a, b), edges = self.edge, {*case.graph.edges}
        before, ends = before_of(case.graph), {self.edge, self.edge[::-1]}
        if not ends & edges:
            return False
        if ends & of_line_11(case.graph):
            return self.why == "line 11"
        if self.why == "other way":
            return before(a, b)
        return before(b, a) and (self.edge in edges) == (self.why == "true")


@dataclass(frozen=True)
class OrderAnd13(Fact):
    """The order of removals, all arrows of line 13, and those that are wrong."""

    order: tuple[Label, ...]
    drawn: Edges
    wrong: Edges

    def say(self) -> str:
        """Return them."""
        return (
            f"They leave in the order {', '.join(map(str, self.order))}. Line 13 draws "
            f"{arrows_text(self.drawn)}; in the true graph {arrows_text(self.wrong)} stand the "
            "other way round."
        )

    def holds(self, case: Case) -> bool:
        """Return whether each edge that line 11 leaves points at what leaves first."""
        edges, before = {*case.graph.edges}, before_of(case.graph)
        known = of_line_11(case.graph)
        left = {e for e in edges if not {e, e[::-1]} & known}
        drawn = {(a, b) if before(b, a) else (b, a) for a, b in left}
        order = record("marvel", case.graph).result.removal_order
        return (self.order, {*self.drawn}, {*self.wrong}) == (order, drawn, drawn - edges)


@dataclass(frozen=True)
class NotKept(Fact):
    """An arrow in none of the false pairs of line 20: not drawn, shielded, or in a true one."""

    edge: Edge
    path: Triple | None = None
    drawn: bool = True

    def say(self) -> str:
        """Return why."""
        a, b = self.edge
        if not self.drawn:
            return f"No line draws {a} → {b}."
        if self.path is None:
            return f"{a} → {b} is in no pair that line 20 keeps: an edge joins {a} to the others."
        return f"{collision(self.path)} is a v-structure of the true graph."

    def holds(self, case: Case) -> bool:
        """Return whether the drawn arrows and the true edges say so."""
        drawn = drawn_arrows(case.graph)
        if not self.drawn or self.edge not in drawn:
            return self.drawn == (self.edge in drawn)
        joined = {frozenset(edge) for edge in case.graph.edges}
        a, b = self.edge
        others = {end for end, head in drawn if head == b and end != a}
        if self.path is None:
            return all(frozenset((a, end)) in joined for end in others)
        return a in self.path and unordered(self.path) <= v_structures_of(case.graph.edges)


@dataclass(frozen=True)
class FalseIn20(Fact):
    """V-structures that line 20 reads and the true graph lacks; of one, what was left out."""

    path: tuple[Triple, ...]
    missing: Edges = ()

    def say(self) -> str:
        """Return them."""
        if not self.missing:
            read = listed(map(collision, self.path))
            return f"Line 20 reads {read}, which the true graph denies."
        ((a, _, b),) = self.path
        verb = "is" if len(self.missing) == 1 else "are"
        return (
            f"{arrows_text(self.missing)} {verb} missing: line 20 reads "
            f"{collision(self.path[0])}, since no edge joins {a} and {b}, and the true graph does "
            "not have this v-structure."
        )

    def holds(self, case: Case) -> bool:
        """Return whether they are in the drawn arrows and not in the true ones."""
        drawn = {*drawn_arrows(case.graph)}
        read = v_structures_of(tuple(drawn)) - v_structures_of(case.graph.edges)
        if not self.missing:
            return unordered(*self.path) == read
        left_out = {*self.missing} <= {(end, c) for a, c, b in self.path for end in (a, b)}
        return unordered(*self.path) <= read and left_out and not {*self.missing} & case.answer


@dataclass(frozen=True)
class FirstOf(Fact):
    """Which of the three of a v-structure leaves first, and what has to find it therefore."""

    path: Triple
    removed: Label

    def say(self) -> str:
        """Return that."""
        found = f"Of {collision(self.path)}, {self.removed} leaves first,"
        if self.removed == self.path[1]:
            return f"{found} with both ends still there."
        return f"{found} so line 10 has to find it."

    def holds(self, case: Case) -> bool:
        """Return whether it is one, and which leaves first."""
        before, others = before_of(case.graph), {*self.path} - {self.removed}
        there = unordered(self.path) <= v_structures_of(case.graph.edges)
        return there and self.removed in self.path and all(before(self.removed, v) for v in others)


@dataclass(frozen=True)
class NoPartOf(Fact):
    """An arrow that is in no v-structure of the graph."""

    edge: Edge

    def say(self) -> str:
        """Return that."""
        return f"{arrows_text([self.edge])} is in no v-structure of the graph."

    def holds(self, case: Case) -> bool:
        """Return whether none has it."""
        tail, head = self.edge
        met = v_structures_of(case.graph.edges)
        return not any(tail in ends and head == c for ends, c in met)


@dataclass(frozen=True)
class ToldByLeaving(Fact):
    """The v-structures whose collider leaves before both ends."""

    path: tuple[Triple, ...]

    def say(self) -> str:
        """Return them, and what finds the others."""
        centers = listed(sorted({str(c) for _, c, _ in self.path}))
        return (
            f"As {centers} left, both ends were still there: "
            f"{listed(map(collision, self.path))}. The others were found by line 10 before."
        )

    def holds(self, case: Case) -> bool:
        """Return whether these are all such ones."""
        before = before_of(case.graph)
        found = v_structures_of(case.graph.edges)
        told = {(ends, c) for ends, c in found if all(before(c, end) for end in ends)}
        return unordered(*self.path) == told


# -- of the repaired run, whose removals are the same ----------------------------------------------


def before_of(dag: Dag) -> Callable[[Label, Label], bool]:
    """Return whether one variable leaves before another, as a function of the two."""
    order = record("marvel", dag).result.removal_order
    return lambda a, b: order.index(a) < order.index(b)


def of_line_11(dag: Dag) -> set[Edge]:
    """Return the arrows of the v-structures that line 10 finds."""
    found = set()
    for step in record("marvel", dag).steps:
        if isinstance(step.event, ev.VStructuresKnown):
            names, x = dag.nodes, step.event.x
            found |= {(names[end], names[y]) for y, t in step.event.v_structures for end in (x, t)}
    return found


def drawn_arrows(dag: Dag) -> set[Edge]:
    """Return all arrows of lines 11 and 13."""
    known, before = of_line_11(dag), before_of(dag)
    left = {e for e in dag.edges if not {e, e[::-1]} & known}
    return known | {(a, b) if before(b, a) else (b, a) for a, b in left}
