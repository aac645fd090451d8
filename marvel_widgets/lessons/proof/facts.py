"""Facts on the proof of Theorem 1: paths by its rule, what opens a collider, what is left out.

G is the whole graph, H the graph without the variable that leaves, P a path through it.
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.proof.words import state_words
from marvel_widgets.lessons.removability.facts_answers import named_in
from marvel_widgets.lessons.separation.by_arrows import kindred
from marvel_widgets.lessons.separation.facts import Labels, is_described
from marvel_widgets.replay.wording import path_words

Place = Literal["", "In H, "]


@dataclass(frozen=True)
class JudgedPath(Fact):
    """A path is open by the proof's rule, or a variable on it blocks it, or does not."""

    path: Path
    given: Labels
    blocker: Label | None = None

    def say(self) -> str:
        path = self.path
        inner = {v.name: v for v in path.vertices[1:-1]}
        if self.blocker is None:
            why = "; ".join(state_words(v, path) for v in inner.values())
            return f"{path_words(path)} is open: {why or 'one edge, nothing between'}."
        vertex = inner[self.blocker]
        verb = "does not block" if vertex.is_open else "blocks"
        return f"{vertex.name} {verb} {path_words(path)}: {state_words(vertex, path)}."

    def holds(self, case: Case) -> bool:
        path, ends = self.path, (self.path.names[0], self.path.names[-1])
        named = path.is_open if self.blocker is None else self.blocker in path.names[1:-1]
        return named and is_described(case.graph, path, self.given, ends)


@kind("{place}{there}")
def InPlace(case: Case, place: Place, removed: Label, there: Fact) -> bool:
    """A fact on the graph without a variable."""
    return there.holds(replace(case, dag=case.graph.without(removed)))


@kind("{x} is {inner:no inner vertex of {path:path}|not on P}.")
def NotOn(case: Case, x: Label, path: Path, inner: bool) -> bool:
    """A variable of the answer is not on a path, or not between its ends."""
    return x in named_in(case.answer) and x not in (path.names[1:-1] if inner else path.names)


@kind("It is not the path that the proof makes.")
def OtherPath(case: Case, path: Path, removed: Label, given: Labels) -> bool:
    """The proof makes another path of P than that of an answer: the first open one it tries."""
    made = _made(case.graph, path, removed, given)
    return made is not None and set(made) != case.answer


@kind("{removed} goes, by Condition 1; then {through}, which S holds, by Condition 2.")
def LeftOut(case: Case, path: Path, removed: Label, through: Label, given: Labels) -> bool:
    """Why the proof leaves out a variable, and then a given neighbor of it, from P."""
    made = _made(case.graph, path, removed, given)
    left = tuple(v for v in path.names if v not in (removed, through))
    beside = {removed, through} in [{*pair} for pair in pairwise(path.names)]
    first = [v for v in path.names if v != removed]
    there = all(b in kindred(case.graph, a, "neighbor") for a, b in pairwise(first))
    return beside and there and through in given and made == left


# -- by the arrows alone -------------------------------------------------------------------------


def is_open_path(dag: Dag, names: Labels, given: Labels, ends: Labels = ()) -> bool:
    """Return whether names in this order are a path, and nothing on it blocks."""
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
