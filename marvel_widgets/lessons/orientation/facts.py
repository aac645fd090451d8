"""Facts on directions: v-structures, Meek's rules, and the class of a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.orientation.arrows import collision
from marvel_widgets.lessons.orientation.by_hand import (
    Change,
    Edge,
    Edges,
    Triple,
    differs,
    follows,
    members_of,
    unordered,
    v_structures_of,
)
from marvel_widgets.lessons.separation.by_arrows import arrows_text
from marvel_widgets.text import counted, listed


@dataclass(frozen=True)
class VStructures(Fact):
    """All v-structures of the graph."""

    path: tuple[Triple, ...]

    def say(self) -> str:
        """Return them."""
        what = "The v-structure is" if len(self.path) == 1 else "The v-structures are"
        return f"{what} {listed(map(collision, self.path))}."

    def holds(self, case: Case) -> bool:
        """Return whether these are the pairs of arrows that meet without an edge between them."""
        return unordered(*self.path) == v_structures_of(case.graph.edges)


@dataclass(frozen=True)
class InVStructure(Fact):
    """Why an arrow is in no v-structure: it is not there, meets none, or its ends are joined."""

    edge: Edge
    members: tuple[Label, ...] | None = None  # the other parents; None: there is no such arrow

    def say(self) -> str:
        """Return why."""
        a, c = self.edge
        if self.members is None:
            return f"The graph has no arrow {a} → {c}."
        if not self.members:
            return f"{a} → {c} meets no other arrow: {c} has no other parent."
        return f"{a} → {c} is in none: an edge joins {a} to {listed(map(str, self.members))}."

    def holds(self, case: Case) -> bool:
        """Return whether the edges say so."""
        (a, c), edges = self.edge, {*case.graph.edges}
        others = {tail for tail, head in edges if head == c and tail != a}
        if self.members is None or self.edge not in edges:
            return self.members is None and self.edge not in edges
        return {*self.members} == others and all({(a, v), (v, a)} & edges for v in others)


@dataclass(frozen=True)
class IsVStructure(Fact):
    """Two arrows meet, and no edge joins their ends."""

    path: Triple

    def say(self) -> str:
        """Return that."""
        a, _, b = self.path
        return f"{collision(self.path)} is a v-structure: no edge joins {a} and {b}."

    def holds(self, case: Case) -> bool:
        """Return whether the edges say so."""
        return unordered(self.path) <= v_structures_of(case.graph.edges)


@dataclass(frozen=True)
class MeekAdds(Fact):
    """The arrows that Meek's rules add to those of the v-structures, in turn."""

    steps: tuple[tuple[str, Label, Label], ...]
    alone: bool = False

    def say(self) -> str:
        """Return them with their rules."""
        if not self.steps:
            return "No rule of Meek fits after that."
        forced = listed(f"{a} → {b} by {rule}" for rule, a, b in self.steps)
        return f"They are, in turn, {forced}." if self.alone else f"Meek's rules add {forced}."

    def holds(self, case: Case) -> bool:
        """Return whether each follows by its rule, and all are what the class has in common."""
        edges = case.graph.edges
        known = {(end, c) for ends, c in v_structures_of(edges) for end in ends}
        for rule, a, b in self.steps:
            if not follows(edges, known, rule, (a, b)):
                return False
            known.add((a, b))
        return known == frozenset.intersection(*members_of(edges))


@dataclass(frozen=True)
class PointsBothWays(Fact):
    """A graph of the class has an edge the other way round."""

    edge: Edge
    there: Edges

    def say(self) -> str:
        """Return that graph."""
        a, b = self.edge
        return (
            f"Not {a} → {b}: this graph is in the class, with {b} → {a}: {edge_list(self.there)}."
        )

    def holds(self, case: Case) -> bool:
        """Return whether it is in the class, and has it."""
        back = self.edge[::-1] in self.there
        return back and {*self.there} in members_of(case.graph.edges)


@dataclass(frozen=True)
class InEach(Fact):
    """An arrow that each graph of the class has, and the answer lacks."""

    edge: Edge
    number: int

    def say(self) -> str:
        """Return it, with the number of graphs."""
        a, b = self.edge
        every = f"each graph of the class has it ({counted(self.number, 'graph')})"
        return f"{a} → {b} is missing: {every}."

    def holds(self, case: Case) -> bool:
        """Return whether all ways to direct the edges within the class have it."""
        found = members_of(case.graph.edges)
        missing = self.edge not in case.answer
        return missing and len(found) == self.number and all(self.edge in m for m in found)


@dataclass(frozen=True)
class InLine20(Fact):
    """An arrow of a v-structure, which line 20 has before Meek's rules."""

    edge: Edge

    def say(self) -> str:
        """Return that."""
        return f"{arrows_text([self.edge])} is part of a v-structure, so line 20 has it already."

    def holds(self, case: Case) -> bool:
        """Return whether the edges say so."""
        tail, head = self.edge
        return any(tail in ends and head == c for ends, c in v_structures_of(case.graph.edges))


# -- Markov equivalence ----------------------------------------------------------------------------


@dataclass(frozen=True)
class LooseEdges(Fact):
    """The edges without a direction, and how many ways to direct them stay in the class."""

    pair: tuple[Edge, ...]
    number: int

    def say(self) -> str:
        """Return both."""
        lines = listed(f"{a} - {b}" for a, b in self.pair)
        return (
            f"The edges without a direction are {lines}; {self.number} of the "
            f"{1 << len(self.pair)} ways to direct them make neither a new v-structure nor a cycle."
        )

    def holds(self, case: Case) -> bool:
        """Return whether they point both ways in the class, which has so many graphs."""
        found = members_of(case.graph.edges)
        loose = {frozenset(e) for e in frozenset.union(*found) - frozenset.intersection(*found)}
        return len(found) == self.number and loose == {frozenset(e) for e in self.pair}


@dataclass(frozen=True)
class MoreThan(Fact):
    """Further graphs of the class, as many as an answer has; the first of them are written."""

    answer: int
    number: int
    there: tuple[Edges, ...]

    def say(self) -> str:
        """Return them."""
        texts = listed(f"“{edge_list(edges)}”" for edges in self.there)
        some = "among others " if self.number > len(self.there) else ""
        return f"There are more than {self.answer}: besides the graph itself, {some}{texts}."

    def holds(self, case: Case) -> bool:
        """Return whether they are in the class, and others than the graph."""
        found = members_of(case.graph.edges)
        others = [{*edges} for edges in self.there]
        new = all(edges in found and edges != {*case.graph.edges} for edges in others)
        return new and self.answer == case.answer < len(found) and self.number < len(found)


@dataclass(frozen=True)
class LeavesClass(Fact):
    """What happens to v-structures when some edges point in another way."""

    there: Edges
    edge: Edges
    change: Change
    path: Triple | None
    kind: Literal["size", "turn"]

    def say(self) -> str:
        """Return the arrows, and what they do."""
        why = changed_words(self.change, self.path, self.kind == "turn")
        if self.kind == "turn":
            return f"Not {arrows_text(self.edge)}: with it turned round, {why}."
        return f"There are fewer. Directed as {arrows_text(self.edge)}, {why}."

    def holds(self, case: Case) -> bool:
        """Return whether that graph has the same edges, and this difference."""
        edges, turned = {*case.graph.edges}, {e[::-1] for e in self.edge}
        expected = edges - {*self.edge} - turned
        expected |= {*self.edge} if self.kind == "size" else turned
        return {*self.there} == expected and differs(
            case.graph.edges, self.there, self.change, self.path
        )


@dataclass(frozen=True)
class MayTurn(Fact):
    """An edge that can be turned round within the class."""

    edge: Edge

    def say(self) -> str:
        """Return that."""
        return (
            f"{arrows_text([self.edge])} turned round leaves the edges and the v-structures as "
            "they are."
        )

    def holds(self, case: Case) -> bool:
        """Return whether the graph with it is in the class."""
        turned = {*case.graph.edges} - {self.edge} | {self.edge[::-1]}
        return turned in members_of(case.graph.edges)


@dataclass(frozen=True)
class GraphIs(Fact):
    """Whether a listed graph is Markov equivalent to that of the picture, and why."""

    number: int
    there: Edges
    change: Change | None
    path: Triple | None

    def say(self) -> str:
        """Return that."""
        if self.change is not None:
            why = changed_words(self.change, self.path, True)
            return f"Graph {self.number} is not equivalent: {why}."
        more = self.path and f" {collision(self.path)} is none, since its ends are joined."
        return (
            f"Graph {self.number} is equivalent: its v-structures are those of the picture."
            f"{more or ''}"
        )

    def holds(self, case: Case) -> bool:
        """Return whether the v-structures differ so; and whether the answer has it otherwise."""
        equivalent = self.change is None
        if (self.number in case.answer) == equivalent:
            return False
        if self.change is not None:
            return differs(case.graph.edges, self.there, self.change, self.path)
        same = v_structures_of(self.there) == v_structures_of(case.graph.edges)
        a, c, b = self.path or (None, None, None)
        meets = self.path is None or {(a, c), (b, c)} <= {*self.there}
        return (
            same
            and meets
            and (self.path is None or not unordered(self.path) & v_structures_of(self.there))
        )


def changed_words(change: Change, path: Triple | None, closes: bool) -> str:
    """Return what another graph has, lacks, or is.

    >>> changed_words("new", ("A", "B", "C"), True)
    'it has the v-structure A → B ← C, which is not here'
    """
    if change == "cycle" or path is None:
        return "it closes a cycle" if closes else "there is a cycle"
    if change == "new":
        return f"it has the v-structure {collision(path)}, which is not here"
    return f"it lacks the v-structure {collision(path)}"


def edge_list(edges: Edges) -> str:
    """Return arrows as a graph is written.

    >>> edge_list((("B", "C"), ("A", "C")))
    'A -> C; B -> C'
    """
    return "; ".join(f"{a} -> {b}" for a, b in sorted(edges, key=str))
