"""Facts on the lemmas: what the sets of a search do, how many tests it makes, which pairs break."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from marvel_widgets.assessment.facts import Case, Fact, Facts, said
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of, proper_subsets, subsets
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import counted, in_braces


@dataclass(frozen=True)
class ToldApart(Fact):
    """A member of a boundary is a co-parent, since a set separates it, or else a neighbor."""

    x: Label
    y: Label
    given: Labels | None

    def say(self) -> str:
        """Return which of the two it is, and why."""
        if self.given is None:
            return f"No listed set makes {self.y} independent of {self.x}, so it is a neighbor."
        given = in_braces(self.given)
        return f"{self.y} is independent of {self.x} given {given}, so it is a co-parent."

    def holds(self, case: Case) -> bool:
        """Return whether the arrows say so, and the answer has it wrong."""
        dag, part = case.graph, "neighbors" if self.given is None else "co_parents"
        kin = self.y in kindred(dag, self.x, "neighbor" if self.given is None else "co-parent")
        sets = [*proper_subsets(members_of(dag, self.x) - {self.y})]
        separating = [s for s in sets if d_separated(dag, self.x, self.y, s)]
        named = not separating if self.given is None else self.given in separating
        wrong = self.y not in case.answer[part] or self.y in _other(case.answer, part)
        return kin and named and wrong


@dataclass(frozen=True)
class InBoundary(Fact):
    """A variable is in the Markov boundary of another one, or is not."""

    x: Label
    y: Label
    inside: bool

    def say(self) -> str:
        """Return that."""
        if self.x == self.y:
            return f"{self.y} is not in its own boundary."
        return f"{self.y} is {'' if self.inside else 'not '}in the Markov boundary of {self.x}."

    def holds(self, case: Case) -> bool:
        """Return whether the arrows say so, and an answer that is a boundary does not."""
        named: Any = case.answer.get(self.x) if isinstance(case.answer, Mapping) else case.answer
        is_boundary = isinstance(named, frozenset) and all(isinstance(v, str) for v in named)
        right = (self.y in members_of(case.graph, self.x)) == self.inside
        return right and not (is_boundary and (self.y in named) == self.inside)


@dataclass(frozen=True)
class CommonChild(Fact):
    """A variable is a child of another one and of a co-parent, or is not."""

    x: Label
    y: Label
    true: bool

    def say(self) -> str:
        """Return that."""
        verb = "is" if self.true else "is not"
        return (
            f"{self.y} {verb} a child of {self.x} and of a co-parent: look at the arrows into it."
        )

    def holds(self, case: Case) -> bool:
        """Return whether the arrows say so."""
        dag, mates = case.graph, kindred(case.graph, self.x, "co-parent")
        below = self.y in kindred(dag, self.x, "child")
        return (below and bool(kindred(dag, self.y, "parent") & mates)) == self.true


@dataclass(frozen=True)
class PairsOfNeighbors(Fact):
    """How many pairs the neighbors of a variable make, and not as many as an answer says."""

    x: Label
    neighbors: int
    pairs: int
    wrong: int

    def say(self) -> str:
        """Return both numbers."""
        pairs = counted(self.pairs, "pair")
        return f"{counted(self.neighbors, 'neighbor')} make {pairs}, not {self.wrong}."

    def holds(self, case: Case) -> bool:
        """Return whether these are the numbers, by counting."""
        near = kindred(case.graph, self.x, "neighbor")
        right = (len(near), len([*combinations(near, 2)])) == (self.neighbors, self.pairs)
        return right and case.answer["pairs"] == self.wrong != self.pairs


@dataclass(frozen=True)
class BoundarySize(Fact):
    """How large a boundary is, beside the maximum in-degree."""

    x: Label
    number: int
    most: int

    def say(self) -> str:
        """Return both numbers."""
        size = f"The boundary of {self.x} has {self.number} members"
        return f"{size}, the maximum in-degree is {self.most}."

    def holds(self, case: Case) -> bool:
        """Return whether these are the numbers, and the answer has the variable wrong."""
        dag = case.graph
        most = max(len(kindred(dag, v, "parent")) for v in dag.nodes)
        right = (len(members_of(dag, self.x)), most) == (self.number, self.most)
        return right and (self.x in case.answer["too_large"]) != (self.number > self.most)


@dataclass(frozen=True)
class OfAnswer(Fact):
    """Facts on the graph that an answer gives by its arrows."""

    names: Labels
    there: Facts

    def say(self) -> str:
        """Return them."""
        return said(self.there)

    def holds(self, case: Case) -> bool:
        """Return whether they are true of it."""
        dag = Dag(sorted(case.answer), nodes=self.names)
        return all(fact.holds(replace(case, dag=dag)) for fact in self.there)


@dataclass(frozen=True)
class SeenWithCoParent(Fact):
    """What stored and separating sets say of a neighbor and a co-parent: v-structures."""

    x: Label
    y: Label
    child: Label
    stored: Labels
    given: Labels | None

    def say(self) -> str:
        """Return whether it is a common child, and why."""
        z, t = self.child, self.y
        if z in self.stored:
            return f"{z} is in the separating set, so it is no common child."
        if self.given is None:
            return f"{z} is outside the separating set, and no set separates it from {t}."
        first = in_braces(self.given) if self.given else "the empty set"
        return f"{z}: {first} separates it from {t}, so it is not adjacent to {t}."

    def holds(self, case: Case) -> bool:
        """Return whether the sets do so, and the answer has the variable wrong."""
        dag, x, t, z = case.graph, self.x, self.y, self.child
        stored = d_separated(dag, x, t, self.stored)
        tried = subsets((members_of(dag, x) | {x}) - {t, z})
        first = next((s for s in tried if d_separated(dag, z, t, s)), None)
        common = {(x, z), (t, z)} <= set(dag.edges)
        fits = z in self.stored or first == self.given
        return (
            stored
            and fits
            and common == (z not in self.stored and self.given is None)
            and (z in case.answer) != common
        )


# -- by the arrows alone -------------------------------------------------------------------------


def _other(answer: dict[str, frozenset[Label]], part: str) -> frozenset[Label]:
    return answer["co_parents" if part == "neighbors" else "neighbors"]
