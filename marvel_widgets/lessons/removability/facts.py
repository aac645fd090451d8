"""Facts on removable variables: verdicts, conditions at a child, missing edges, what changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from marvel_widgets.assessment.facts import Case, Fact, Facts, said
from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.separation.facts import Labels, is_described
from marvel_widgets.replay.wording import given_names, path_words
from marvel_widgets.text import listed

Edge = tuple[Label, Label]

# -- verdicts ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Removable(Fact):
    """A variable is removable, or is not, with what a condition finds at its children."""

    x: Label
    removable: bool
    members: Labels
    why: Facts = ()

    def say(self) -> str:
        """Return the verdict and its reason."""
        if not self.removable:
            return f"{self.x} is not removable: {said(self.why)}"
        noun = "child" if len(self.members) == 1 else "children"
        why = f"both conditions hold at its {noun} {listed(map(str, self.members))}"
        return f"{self.x} is removable: {why if self.members else 'it has no children'}."

    def holds(self, case: Case) -> bool:
        """Return whether the removal changes no d-separation, or some."""
        whole = self.members == _children(case.graph, self.x) and bool(self.why) != self.removable
        right = is_removable_by_definition(case.graph, self.x) == self.removable
        return whole and right and all(fact.holds(case) for fact in self.why)


@dataclass(frozen=True)
class Changes(Fact):
    """A set separates a pair only once a variable has left."""

    removed: Label
    pair: Edge
    given: Labels

    def say(self) -> str:
        """Return the d-separation, with the variable and without it."""
        x, (y, z) = self.removed, self.pair
        given = given_names(self.given)
        return f"Without {x}, {y} and {z} are separated {given}; with {x} they are not."

    def holds(self, case: Case) -> bool:
        """Return whether both graphs say so."""
        smaller = case.graph.without(self.removed)
        after = d_separated(smaller, *self.pair, self.given)
        return after and not d_separated(case.graph, *self.pair, self.given)


@dataclass(frozen=True)
class SameWithout(Fact):
    """A removal leaves a d-separation as it is; where the two are connected, a path stays open."""

    removed: Label
    pair: Edge
    given: Labels
    path: Path | None

    def say(self) -> str:
        """Return the d-separation, and the path that stays."""
        x, (y, z), given = self.removed, self.pair, given_names(self.given)
        if self.path is None:
            return f"{y} and {z} are separated {given}, with {x} as without it."
        return (
            f"{y} and {z} are not separated {given}, and this stays so without {x}: "
            f"the path {path_words(self.path)} is open and does not visit {x}."
        )

    def holds(self, case: Case) -> bool:
        """Return whether both graphs say the same, and the path is as described."""
        smaller, path = case.graph.without(self.removed), self.path
        verdicts = {d_separated(dag, *self.pair, self.given) for dag in (case.graph, smaller)}
        if path is None:
            return verdicts == {True}
        return verdicts == {False} and path.is_open and is_described(smaller, path, self.given)


# -- the conditions at a child -------------------------------------------------------------------


@dataclass(frozen=True)
class Satisfies(Fact):
    """A condition of Theorem 1 holds for a variable, or fails."""

    x: Label
    condition: int
    met: bool

    def say(self) -> str:
        """Return that."""
        return f"Condition {self.condition} {_does(self.met)} for {self.x}."

    def holds(self, case: Case) -> bool:
        """Return whether all pairs that the condition asks for are adjacent, or not all."""
        gaps = _gaps(case.graph, self.x, self.condition)
        return bool(gaps) != self.met and self.condition in (1, 2)


@dataclass(frozen=True)
class AtChild(Fact):
    """A condition holds or fails at a child, with what it finds there."""

    x: Label
    child: Label
    condition: int
    met: bool
    why: Facts

    def say(self) -> str:
        """Return the verdict and what was found."""
        head = f"Condition {self.condition} {_does(self.met)} at {self.child}"
        return f"{head}: {said(self.why)}"

    def holds(self, case: Case) -> bool:
        """Return whether the pairs that the condition asks for at this child are adjacent."""
        gaps = _gaps(case.graph, self.x, self.condition)
        there = self.child in _children(case.graph, self.x) and self.condition in (1, 2)
        fails = any(self.child == z for z, _ in gaps)
        return there and fails != self.met and all(fact.holds(case) for fact in self.why)


@dataclass(frozen=True)
class NeighborsAtChild(Fact):
    """Other neighbors of a variable are neighbors of its child, or are not: Condition 1."""

    x: Label
    child: Label
    members: Labels
    joined: bool

    def say(self) -> str:
        """Return which they are."""
        names, z, one = listed(map(str, self.members)), self.child, len(self.members) == 1
        if not self.members:
            return f"{z} is the only neighbor of {self.x}: nothing to check."
        if self.joined:
            return f"{names} {'is a neighbor' if one else 'are all neighbors'} of {z}."
        are = "is a neighbor" if one else "are neighbors"
        return f"{names} {are} of {self.x}, and no edge joins {names} to {z}."

    def holds(self, case: Case) -> bool:
        """Return whether they are neighbors of both, all there are, or of the variable alone."""
        others = _neighbors(case.graph, self.x) - {self.child}
        near = others & _neighbors(case.graph, self.child)
        named = set(self.members)
        return near == others == named if self.joined else bool(named) and named <= others - near


@dataclass(frozen=True)
class ParentsAtChild(Fact):
    """All parents of the children that are parents of a child are parents of it: Condition 2."""

    x: Label
    child: Label
    through: Labels
    parents: tuple[Labels, ...]

    def say(self) -> str:
        """Return which they are."""
        if not self.through:
            return f"No child of {self.x} is a parent of {self.child}: nothing to check."
        pairs = zip(self.through, self.parents, strict=True)
        groups = listed(f"of {y} {{{', '.join(map(str, above))}}}" for y, above in pairs)
        return f"The parents {groups} are parents of {self.child}."

    def holds(self, case: Case) -> bool:
        """Return whether these are all between the two, with all their parents."""
        dag, z = case.graph, self.child
        between = {y for y in _children(dag, self.x) if (y, z) in dag.edges}
        groups = zip(self.through, self.parents, strict=True)
        whole = all(set(above) == {a for a, b in dag.edges if b == y} for y, above in groups)
        arrows = all((a, z) in dag.edges for above in self.parents for a in above)
        return set(self.through) == between and whole and arrows


@dataclass(frozen=True)
class MissingArrow(Fact):
    """An arrow is missing that Condition 2 asks for."""

    x: Label
    through: Label | None
    missing: Edge

    def say(self) -> str:
        """Return which, and what asks for it."""
        (a, z), y = self.missing, self.through
        return (
            f"{a} is a parent of {y}, a child of {self.x} and parent of {z}; {a} → {z} is missing."
        )

    def holds(self, case: Case) -> bool:
        """Return whether the arrows that ask for it are there, and it is not."""
        (a, z), y, edges = self.missing, self.through, set(case.graph.edges)
        asked = {(a, y), (self.x, y), (self.x, z), (y, z)} <= edges
        return asked and a != self.x and not {(a, z), (z, a)} & edges


@dataclass(frozen=True)
class NothingAsks(Fact):
    """No condition asks for an edge between two variables: neither is a child, or one is."""

    x: Label
    pair: Edge
    child: Label | None

    def say(self) -> str:
        """Return why."""
        (a, b), x, z = self.pair, self.x, self.child
        head = f"Nothing asks for an edge between {a} and {b}:"
        if z is None:
            return f"{head} the conditions join others to a child of {x}, and neither is one."
        other = b if a == z else a
        why = f"{other} is no neighbor of {x}, and no parent of a child of {x}"
        return f"{head} {why} that is a parent of {z}."

    def holds(self, case: Case) -> bool:
        """Return whether the pair is none that a condition asks for."""
        dag, x = case.graph, self.x
        asked = {frozenset(p) for c in (1, 2) for p in _asked(dag, x, c)}
        below = set(self.pair) & set(_children(dag, x))
        fits = not below if self.child is None else self.child in below
        return fits and x not in self.pair and frozenset(self.pair) not in asked


# -- by the arrows alone -------------------------------------------------------------------------


def _children(dag: Dag, x: Label) -> Labels:
    return tuple(v for v in dag.nodes if (x, v) in dag.edges)


def _neighbors(dag: Dag, x: Label) -> set[Label]:
    return {a if b == x else b for a, b in dag.edges if x in (a, b)}


def _asked(dag: Dag, x: Label, condition: int) -> Iterator[Edge]:
    """Yield the pairs that a condition wants adjacent, the child first."""
    below, arrows = _children(dag, x), set(dag.edges)
    if condition == 1:
        yield from ((z, w) for z in below for w in _neighbors(dag, x) - {z})
    if condition == 2:
        between = ((z, y) for z in below for y in below if (y, z) in arrows)
        yield from ((z, a) for z, y in between for a, b in arrows if b == y and a != x)


def _gaps(dag: Dag, x: Label, condition: int) -> list[Edge]:
    arrows = set(dag.edges)
    return [p for p in _asked(dag, x, condition) if not {p, p[::-1]} & arrows]


def _does(met: bool) -> str:
    return "holds" if met else "fails"
