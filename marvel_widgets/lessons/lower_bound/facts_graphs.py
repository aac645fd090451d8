"""Facts on the adversary's graphs: which H a question concerns, and which graphs give answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.moral import moral_certificate
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.separation.facts import Labels, Separates, is_described
from marvel_widgets.lessons.upper_bound.counts import pairs_words, sorted_braces, subsets

Pair = tuple[Label, Label]
Answers = tuple[Separates, ...]  # questions, each with its answer


@dataclass(frozen=True)
class CellOfQuestion(Fact):
    """The cell of a question in a duel on one cluster: there is none, it was asked, or is left."""

    pair: Pair
    given: Labels
    members: Labels
    asked: Answers  # about some pairs; all cells of the others were asked
    state: Literal["none", "asked", "left"]

    def say(self) -> str:
        pair, given = pairs_words([map(str, self.pair)]), sorted_braces(self.given)
        if self.state == "none":
            return f"{pair} given {given}: the pair is in no common cluster, and no H of the " + (
                "proof joins it."
            )
        cell = sorted_braces(set(self.given) & set(self.members))
        if self.state == "asked":
            return (
                f"{pair} given {given} is a question of the cell {pair} with {cell}, and that cell "
                "was asked: what lies outside of the cluster makes no difference."
            )
        return (
            f"The cell {pair} with {cell} is the only one left. In H the pair is not joined, and "
            f"{cell} is what separates it."
        )

    def holds(self, case: Case) -> bool:
        told = {frozenset((a.x, a.y)) for a in self.asked}
        every = [
            (frozenset(pair), hidden(self.members, pair, group))
            for pair in combinations(self.members, 2)
            for group in subsets(map(str, {*self.members} - {*pair}))
        ]
        apart = [h for _, h in every if separated_in(h, *self.pair, self.given)]
        agree = [h for pair, h in every if pair in told and _gives(h, *self.asked)]
        question = {"pair": {frozenset(self.pair)}, "given": {*self.given}}
        return (
            case.answer == question
            and {
                "none": len(apart) == len(every),
                "asked": len(apart) == 1 and apart != agree,
                "left": len(apart) == 1 and apart == agree,
            }[self.state]
        )


@dataclass(frozen=True)
class OneSeparator(Fact):
    """Which set alone separates the pair that H does not join, in a causal order."""

    x: Label
    y: Label
    given: Labels
    wanted: Labels
    members: Labels  # the order

    def say(self) -> str:
        found, pair = sorted_braces(self.given), f"{self.x} and {self.y}"
        if self.given != self.wanted:
            return (
                f"In this order {pair} are independent given {found}, not given "
                f"{sorted_braces(self.wanted)}."
            )
        rest = sorted_braces({*self.members} - {self.x, self.y, *self.given})
        return (
            f"In the order {', '.join(map(str, self.members))} the variables of {found} come "
            "first, so each of them is a common cause that must be given. Those of "
            f"{rest} come last: common effects, which open a path when they are given."
        )

    def holds(self, case: Case) -> bool:
        # in the order of the answer, in which all but the pair are joined
        h = [e for e in combinations(case.answer, 2) if {*e} != {self.x, self.y}]
        rest = {*case.answer} - {self.x, self.y}
        found = [
            set(g) for g in subsets(map(str, rest)) if separated_in(h, self.x, self.y, tuple(g))
        ]
        causes = {a for a in rest if {(a, self.x), (a, self.y)} <= {*h}}
        as_said = causes == {*self.given} or self.given != self.wanted
        return found == [{*self.given}] and as_said and case.answer == self.members


# -- graphs and answers ----------------------------------------------------------------------------


@dataclass(frozen=True)
class GraphAnswers(Fact):
    """Whether a graph gives all answers, or which of them not."""

    number: int
    graph: tuple[Pair, ...]
    answers: Answers
    agrees: bool

    def say(self) -> str:
        if self.agrees:
            return f"Graph {self.number} gives all {len(self.answers)} answers."
        words = [answer_word(separated) for separated in (False, True)]
        wrong, right = words if self.answers[0].separated else words[::-1]
        return f"In graph {self.number} {asked(self.answers[0])} are {wrong}, not {right}."

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        return _gives(self.graph, *self.answers) == self.agrees


@dataclass(frozen=True)
class DependentThere(Fact):
    """Two variables that are dependent in a graph in which no edge joins them."""

    graph: tuple[Pair, ...]
    answer: Separates
    path: Path

    def say(self) -> str:
        return f"{asked(self.answer)} are dependent there: the path {self.path} is open."

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        ends = {self.path.names[0], self.path.names[-1]}
        long = len(self.path.names) > 2 and ends == {self.answer.x, self.answer.y}
        described = is_described(Dag(self.graph), self.path, self.answer.given)
        return long and described and self.path.is_open


@dataclass(frozen=True)
class SingleEdge(Fact):
    """Whether the graph with one edge alone gives all answers."""

    edge: Pair
    answers: Answers
    agrees: bool

    def say(self) -> str:
        pair = pairs_words([map(str, self.edge)])
        if self.agrees:
            return (
                f"The graph with the edge {pair} alone agrees with every answer: this pair was "
                "never asked about."
            )
        return (
            f"{pair} was asked given {sorted_braces(self.answers[0].given)}, and the answer was "
            "independent. With an edge between the two, no set would make them independent."
        )

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        return _gives([self.edge], *self.answers) == self.agrees


# -- by definition ---------------------------------------------------------------------------------


def hidden(members: Labels, pair: Iterable[Label], first: Iterable[Label]) -> tuple[Pair, ...]:
    """Return the edges of H in a cluster: some variables come first, then the pair, then the rest.

    >>> hidden("ABC", "AB", "C")
    (('C', 'A'), ('C', 'B'))
    """
    x, y = pair
    before = sorted(first, key=members.index)
    order = [*before, x, y, *(v for v in members if v not in {*before, x, y})]
    return tuple(edge for edge in combinations(order, 2) if edge != (x, y))


def separated_in(graph: Iterable[Pair], x: Label, y: Label, given: Labels = ()) -> bool:
    """Return whether edges leave two variables separated, by the moral graph.

    >>> separated_in([("A", "B"), ("B", "C")], "A", "C", ("B",))
    True
    """
    edges = list(graph)
    names = dict.fromkeys((x, y, *given, *(v for edge in edges for v in edge)))
    return moral_certificate(Dag(edges, nodes=list(names)), x, y, given).separated


def _gives(graph: Iterable[Pair], *answers: Separates) -> bool:
    edges = list(graph)
    return all(separated_in(edges, a.x, a.y, a.given) == a.separated for a in answers)


def asked(answer: Separates) -> str:
    """Return a question.

    >>> asked(Separates("A", "B", ("D", "C"), True))
    'A and B given {C, D}'
    """
    return f"{answer.x} and {answer.y} given {sorted_braces(answer.given)}"


def answer_word(separated: bool) -> str:
    """Return an answer.

    >>> answer_word(True)
    'independent'
    """
    return "independent" if separated else "dependent"
