"""Facts on the proof of Theorem 1: paths by its rule, what opens a collider, what is left out.

G is the whole graph, H the graph without the variable that leaves, P a path through it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.proof.words import state_words
from marvel_widgets.lessons.removability.facts_answers import named_in
from marvel_widgets.lessons.separation.by_arrows import kindred
from marvel_widgets.lessons.separation.facts import Labels, is_described
from marvel_widgets.replay.wording import path_words

Place = Literal["", "P in G: ", "P' in H: ", "In H, "]


@dataclass(frozen=True)
class JudgedPath(Fact):
    """A path is open by the proof's rule, or a variable on it blocks it, or does not."""

    path: Path
    given: Labels
    blocker: Label | None = None

    def say(self) -> str:
        """Return the state of the variable, or that of the path, with the reason."""
        path = self.path
        inner = {v.name: v for v in path.vertices[1:-1]}
        if self.blocker is None:
            why = "; ".join(state_words(v, path) for v in inner.values())
            return f"{path_words(path)} is open: {why or 'one edge, nothing between'}."
        vertex = inner[self.blocker]
        verb = "does not block" if vertex.is_open else "blocks"
        return f"{vertex.name} {verb} {path_words(path)}: {state_words(vertex, path)}."

    def holds(self, case: Case) -> bool:
        """Return whether the path is there, with each variable of it as the rule has it."""
        path, ends = self.path, (self.path.names[0], self.path.names[-1])
        named = path.is_open if self.blocker is None else self.blocker in path.names[1:-1]
        return named and is_described(case.graph, path, self.given, ends)


@dataclass(frozen=True)
class InPlace(Fact):
    """A fact on the graph, or on the graph without a variable, which part of an answer is about."""

    place: Place
    removed: Labels
    there: Fact

    def say(self) -> str:
        """Return it, with the place before it."""
        return f"{self.place}{self.there.say()}"

    def holds(self, case: Case) -> bool:
        """Return whether it is true there, and says what that part of the answer has wrong."""
        left = case.graph.induced(set(case.graph.nodes) - set(self.removed))
        part = self.place.removesuffix(": ")
        answer = case.answer[part] if part in ("P in G", "P' in H") else case.answer
        fits = self.place == "" or (self.place == "P in G: ") == (not self.removed)
        return fits and self._corrects(answer) and self.there.holds(replace(case, dag=left))

    def _corrects(self, answer: frozenset[Label]) -> bool:
        there = self.there
        if ":" not in self.place or not isinstance(there, JudgedPath) or there.blocker is None:
            return True
        vertex = next(v for v in there.path.vertices if v.name == there.blocker)
        return vertex.is_open == (there.blocker in answer)


@dataclass(frozen=True)
class NumberedPath(Fact):
    """A numbered path that the answer judged wrong."""

    number: int
    there: JudgedPath

    def say(self) -> str:
        """Return its state."""
        return f"Path {self.number}: {self.there.say()}"

    def holds(self, case: Case) -> bool:
        """Return whether it is so, and the answer has it the other way round."""
        return self.there.holds(case) and (self.number in case.answer) != self.there.path.is_open


@dataclass(frozen=True)
class NotOn(Fact):
    """A variable of the answer is not on a path, or not between its ends."""

    x: Label
    path: Path
    inner: bool

    def say(self) -> str:
        """Return that."""
        if self.inner:
            return f"{self.x} is no inner vertex of {path_words(self.path)}."
        return f"{self.x} is not on P."

    def holds(self, case: Case) -> bool:
        """Return whether it is not there."""
        names = self.path.names[1:-1] if self.inner else self.path.names
        return self.x in named_in(case.answer) and self.x not in names


@dataclass(frozen=True)
class OtherPath(Fact):
    """The path of an answer is not the one that the proof makes of P."""

    path: Path
    removed: Label
    given: Labels

    def say(self) -> str:
        """Return that."""
        return "It is not the path that the proof makes."

    def holds(self, case: Case) -> bool:
        """Return whether another one is the first that is open of those the proof tries."""
        made = _made(case.graph, self.path, self.removed, self.given)
        return made is not None and set(made) != case.answer


@dataclass(frozen=True)
class LeftOut(Fact):
    """Why the proof leaves out a variable, and then a given neighbor of it, from P."""

    path: Path
    removed: Label
    through: Label
    given: Labels

    def say(self) -> str:
        """Return the conditions."""
        x, near = self.removed, self.through
        return f"{x} goes, by Condition 1; then {near}, which S holds, by Condition 2."

    def holds(self, case: Case) -> bool:
        """Return whether the two were neighbors on P, and edges close both gaps."""
        made = _made(case.graph, self.path, self.removed, self.given)
        left = tuple(v for v in self.path.names if v not in (self.removed, self.through))
        side_by_side = {frozenset(pair) for pair in pairwise(self.path.names)}
        beside = frozenset({self.removed, self.through}) in side_by_side
        first = [v for v in self.path.names if v != self.removed]
        there = all(b in kindred(case.graph, a, "neighbor") for a, b in pairwise(first))
        return beside and there and self.through in self.given and made == left


@dataclass(frozen=True)
class JudgedAnew(Fact):
    """A variable has another role once its neighbor on the path is left out."""

    blocker: Label
    path: Path
    shorter: Path
    removed: Label
    given: Labels

    def say(self) -> str:
        """Return both roles."""
        roles = [
            next(v.role for v in path.vertices if v.name == self.blocker)
            for path in (self.path, self.shorter)
        ]
        return f"{self.blocker} is judged anew: it is a {roles[0]} of P and a {roles[1]} of P'."

    def holds(self, case: Case) -> bool:
        """Return whether both paths are as they are described."""
        whole = JudgedPath(self.path, self.given, self.blocker).holds(case)
        smaller = replace(case, dag=case.graph.without(self.removed))
        left = tuple(v for v in self.path.names if v != self.removed)
        shorter = JudgedPath(self.shorter, self.given, self.blocker).holds(smaller)
        return whole and shorter and left == self.shorter.names != self.path.names


# -- by the arrows alone -------------------------------------------------------------------------


def is_open_path(dag: Dag, names: Labels, given: Labels, ends: Labels = ()) -> bool:
    """Return whether names in this order are a path, and nothing on it blocks.

    >>> dag = Dag("A -> C <- D -> B; C -> B")
    >>> is_open_path(dag, "ACDB", ""), is_open_path(dag, "ACDB", "", "AB")
    (False, True)
    """
    edges = set(dag.edges)
    if not all({(a, b), (b, a)} & edges for a, b in pairwise(names)):
        return False
    for a, v, b in zip(names, names[1:], names[2:], strict=False):
        if {(a, v), (b, v)} <= edges:
            if not {v, *kindred(dag, v, "descendant")} & {*given, *ends}:
                return False
        elif v in given:
            return False
    return True


def _made(dag: Dag, path: Path, x: Label, given: Labels) -> Labels | None:
    """Return the path of H that the proof makes: without x, then without a neighbor of it."""
    at, smaller = path.names.index(x), dag.without(x)
    ends = (path.names[0], path.names[-1])
    for more in ((), path.names[at - 1 : at], path.names[at + 1 : at + 2]):
        left = tuple(v for v in path.names if v != x and v not in more)
        if ends == (left[0], left[-1]) and is_open_path(smaller, left, given, ends):
            return left
    return None
