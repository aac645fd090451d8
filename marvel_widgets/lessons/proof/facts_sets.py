"""Facts on the proof of Theorem 1 that no single path decides: conditions, openers, descendants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import all_paths
from marvel_widgets.lessons.proof.facts import is_open_path
from marvel_widgets.lessons.separation.by_arrows import kindred
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, listed


@dataclass(frozen=True)
class Opener(Fact):
    """A variable opens the collider of an answer, or does not, and the answer has it wrong."""

    x: Label
    blocker: Label
    given: Labels
    ends: Labels
    opens: bool

    def say(self) -> str:
        """Return why."""
        t, x = self.x, self.blocker
        if t not in (*self.given, *self.ends):
            return f"{t} is neither in S nor an end of P."
        if not self.opens:
            return f"{x} does not lead down to {t}, so {t} does not open it."
        place = "is in S" if t in self.given else "is an end of P"
        return f"{t} {place}, and {x} leads down to it: it opens {x}."

    def holds(self, case: Case) -> bool:
        """Return whether it is there, at or below the collider."""
        below = self.x in {self.blocker, *kindred(case.graph, self.blocker, "descendant")}
        right = (below and self.x in (*self.given, *self.ends)) == self.opens
        return right and (self.x in case.answer["T"]) != self.opens


@dataclass(frozen=True)
class TakesPlace(Fact):
    """A child takes the place of a collider: open where an opener is at or below it."""

    child: Label
    removed: Label
    openers: Labels
    below: Labels

    def say(self) -> str:
        """Return what is at or below it."""
        w, below = self.child, listed(map(str, self.below))
        if self.below:
            of = f"{w} is a child of {self.removed} too"
            return f"{of}, and at or below it is {below}: P' would be open."
        return (
            f"{w} would be a collider of P', and neither {w} nor a descendant of it is "
            f"among {{{', '.join(map(str, self.openers))}}}: P' would be blocked."
        )

    def holds(self, case: Case) -> bool:
        """Return whether these openers are there, and the answer has the child wrong."""
        dag, w = case.graph, self.child
        found = {w, *kindred(dag, w, "descendant")} & set(self.openers)
        right = set(self.below) == found and (self.removed, w) in dag.edges
        return right and (w in case.answer["W"]) != bool(found)


@dataclass(frozen=True)
class Loses(Fact):
    """A variable loses descendants by a removal."""

    x: Label
    removed: Label
    members: Labels

    def say(self) -> str:
        """Return which."""
        return f"{self.x} loses {listed(map(str, self.members))}."

    def holds(self, case: Case) -> bool:
        """Return whether it loses just these."""
        return dict(_lost(case.graph, self.removed))[self.x] == set(self.members) != set()


@dataclass(frozen=True)
class NoOpenPathOn(Fact):
    """No path on exactly these variables is open."""

    x: Label
    y: Label
    members: Labels
    given: Labels

    def say(self) -> str:
        """Return that."""
        names = ", ".join(map(str, self.members))
        return f"No path on exactly {{{names}}} is open in G {given_names(self.given)}."

    def holds(self, case: Case) -> bool:
        """Return whether none is, by trying each order of the variables."""
        orders = permutations(set(self.members) - {self.x, self.y})
        paths = ((self.x, *order, self.y) for order in orders)
        whole = {self.x, self.y} <= set(self.members) == case.answer["path"]
        is_open = any(is_open_path(case.graph, path, self.given) for path in paths)
        return set(self.members) == case.answer["path"] and not (whole and is_open)


@dataclass(frozen=True)
class OpenByTextbook(Fact):
    """How many paths the textbook's rule calls open."""

    x: Label
    y: Label
    given: Labels
    number: int

    def say(self) -> str:
        """Return the number."""
        return f"By the textbook's rule, {counted(self.number, 'path is', 'paths are')} open."

    def holds(self, case: Case) -> bool:
        """Return whether so many paths between the two are open."""
        paths = all_paths(case.graph, self.x, self.y, self.given).paths
        return sum(is_open_path(case.graph, p.names, self.given) for p in paths) == self.number


def _lost(dag: Dag, x: Label) -> Iterator[tuple[Label, frozenset[Label]]]:
    """Yield the other variables with the descendants that they lose by a removal."""
    smaller = dag.without(x)
    for v in smaller.nodes:
        before = kindred(dag, v, "descendant") - {x}
        yield v, before - kindred(smaller, v, "descendant")
