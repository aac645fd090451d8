"""Facts on what an answer names: other graphs, kinship, the parts of a pair, a set, an order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any, Final, Literal

from marvel_widgets.assessment.facts import Case, Fact, Facts, said
from marvel_widgets.core.boundary.removability import is_removable, is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.facts import Edge
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import listed

Kinship = Literal["child", "parent", "neighbor", "co-parent", "descendant"]
_ARTICLE: Final = {True: "a", False: "no"}

# -- facts on another graph ----------------------------------------------------------------------


@dataclass(frozen=True)
class Without(Fact):
    """Facts on the graph that is left when some variables have been removed."""

    removed: Labels
    there: Facts

    def say(self) -> str:
        """Return them, and which have left."""
        have = "has" if len(self.removed) == 1 else "have"
        return f"After {listed(map(str, self.removed))} {have} left, {said(self.there)}"

    def holds(self, case: Case) -> bool:
        """Return whether they are true of that graph."""
        left = case.graph.induced(set(case.graph.nodes) - set(self.removed))
        there = len(left) + len(self.removed) == len(case.graph)
        return there and all(fact.holds(replace(case, dag=left)) for fact in self.there)


@dataclass(frozen=True)
class With(Fact):
    """Facts on the graph with more arrows."""

    arrows: tuple[Edge, ...]
    there: Facts

    def say(self) -> str:
        """Return them, with the arrows."""
        return f"With {_arrows(self.arrows) or 'nothing added'}, {said(self.there)}"

    def holds(self, case: Case) -> bool:
        """Return whether they are true of that graph."""
        dag = case.graph
        larger = Dag([*dag.edges, *self.arrows], nodes=dag.nodes)
        return all(fact.holds(replace(case, dag=larger)) for fact in self.there)


@dataclass(frozen=True)
class Cycle(Fact):
    """With more arrows there is a cycle."""

    arrows: tuple[Edge, ...]

    def say(self) -> str:
        """Return that."""
        return f"With {_arrows(self.arrows)} there is a cycle: no DAG any more."

    def holds(self, case: Case) -> bool:
        """Return whether taking away sinks, one after the other, gets stuck."""
        edges = {*(() if case.dag is None else case.dag.edges), *self.arrows}
        while kept := {(a, b) for a, b in edges if any(b == tail for tail, _ in edges)}:
            if kept == edges:
                return True
            edges = kept
        return False


# -- facts on an answer --------------------------------------------------------------------------


@dataclass(frozen=True)
class Repairs(Fact):
    """The arrows of an answer make a variable removable; they are the fewest, or too many."""

    x: Label
    added: int
    fewest: int

    def say(self) -> str:
        """Return whether fewer would do."""
        if self.added == self.fewest:
            return f"Then both conditions hold for {self.x}, and fewer arrows do not suffice."
        return f"{self.x} is removable then, but {self.fewest} will do, and you add {self.added}."

    def holds(self, case: Case) -> bool:
        """Return whether they do, and the fewest are so many, by trying all there are."""
        dag, x = case.graph, self.x
        done = Dag([*dag.edges, *case.answer], nodes=dag.nodes)
        right = is_removable_by_definition(done, x) and len(case.answer) == self.added
        return right and next(s for s in range(9) if _repairable(dag, x, s)) == self.fewest


@dataclass(frozen=True)
class RemovableInTurn(Fact):
    """The variables of an answer can leave in its order."""

    def say(self) -> str:
        """Return that."""
        return "Each of them is removable in what is left when its turn comes."

    def holds(self, case: Case) -> bool:
        """Return whether each is removable by the definition at its turn."""
        order = case.answer
        left = [case.graph.induced(order[at:]) for at in range(len(order))]
        return all(map(is_removable_by_definition, left, order))


@dataclass(frozen=True)
class BeginsWith(Fact):
    """An order does not begin as it has to."""

    x: Label

    def say(self) -> str:
        """Return how it has to begin."""
        return f"The order has to begin with {self.x}."

    def holds(self, case: Case) -> bool:
        """Return whether it begins with another variable."""
        return bool(case.answer[0] != self.x)


@dataclass(frozen=True)
class Kin(Fact):
    """A variable is a child, parent, ... of another one, or is not."""

    x: Label
    kin: Kinship
    y: Label
    true: bool

    def say(self) -> str:
        """Return that."""
        whose = "itself" if self.x == self.y else self.y
        return f"{self.x} is {_ARTICLE[self.true]} {self.kin} of {whose}."

    def holds(self, case: Case) -> bool:
        """Return whether the arrows say so."""
        return (self.x in kindred(case.graph, self.y, self.kin)) == self.true


@dataclass(frozen=True)
class Leaves(Fact):
    """An answer names, as one of the others, a variable that leaves, or one of those that have."""

    x: Label
    removed: Labels = ()

    def say(self) -> str:
        """Return that it leaves, or has left."""
        return f"{self.x} has left." if self.removed else f"{self.x} leaves."

    def holds(self, case: Case) -> bool:
        """Return whether the answer names it, and those before it could leave in their order."""
        left, able = case.graph, not self.removed or self.x in self.removed
        for name in self.removed:
            able = able and is_removable_by_definition(left, name)
            left = left.without(name)
        return able and self.x in case.graph and self.x in named_in(case.answer)


@dataclass(frozen=True)
class InPairAndSet(Fact):
    """The set of an answer contains one of the pair."""

    x: Label
    pair: Edge

    def say(self) -> str:
        """Return which."""
        return f"{self.x} is in the pair and in the set."

    def holds(self, case: Case) -> bool:
        """Return whether it is in both."""
        pair = case.answer.get("pair", frozenset(self.pair))
        return pair == set(self.pair) and self.x in pair and self.x in _set_of(case.answer)


# -- by the arrows alone -------------------------------------------------------------------------


def named_in(answer: Any) -> frozenset[Label]:
    """Return all variables that an answer names, in whichever part.

    >>> sorted(named_in({"pair": frozenset("AB"), "arrows": frozenset({("C", "D")})}))
    ['A', 'B', 'C', 'D']
    """
    if isinstance(answer, Mapping):
        return named_in(tuple(answer.values()))
    if isinstance(answer, frozenset | tuple):
        return frozenset(name for part in answer for name in named_in(part))
    return frozenset({answer})


def kindred(dag: Dag, y: Label, kin: Kinship) -> frozenset[Label]:
    """Return the variables that are kin of one, read off the arrows.

    >>> [sorted(kindred(Dag("A -> B <- C"), "A", kin)) for kin in ("child", "co-parent")]
    [['B'], ['C']]
    """
    above = {a for a, b in dag.edges if b == y}
    below = {b for a, b in dag.edges if a == y}
    mates = {a for a, b in dag.edges if b in below} - {y} - above - below
    later = below.union(*(kindred(dag, z, "descendant") for z in below))
    found = {"child": below, "parent": above, "neighbor": above | below}
    return frozenset({**found, "co-parent": mates, "descendant": later}[kin])


def _repairable(dag: Dag, x: Label, size: int) -> bool:
    """Return whether so many new arrows can make a variable removable."""
    joined = {frozenset(edge) for edge in dag.edges}
    free = [p for p in permutations(set(dag.nodes) - {x}, 2) if frozenset(p) not in joined]
    more = (arrows for arrows in combinations(free, size) if not Cycle(arrows).holds(Case(dag)))
    return any(is_removable(Dag([*dag.edges, *arrows], nodes=dag.nodes), x) for arrows in more)


def _arrows(arrows: Iterable[Edge]) -> str:
    return listed(f"{a} → {b}" for a, b in arrows)


def _set_of(answer: Mapping[str, Any]) -> frozenset[Label]:
    found = [answer[part] for part in ("given", "S", "set", "sometimes") if part in answer]
    return frozenset().union(*found)
