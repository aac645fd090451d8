"""Facts on answers from data: which are wrong in the true graph, and what is true there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.moral import moral_certificate
from marvel_widgets.lessons.separation.facts import OPPOSITE, Labels
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import listed, rounded


@dataclass(frozen=True)
class DataAnswer(Fact):
    """What a test on data says at a level, and whether the graph says the same."""

    number: int
    x: Label
    y: Label
    given: Labels
    p: float
    level: float
    separated: bool

    @property
    def independent(self) -> bool:
        """Whether the answer is independent."""
        return self.p > self.level

    @property
    def right(self) -> bool:
        """Whether the answer is that of the graph."""
        return self.independent == self.separated

    def say(self) -> str:
        truth = "d-separated" if self.separated else OPPOSITE["d-separated"]
        return (
            f"Test {self.number} is {'right' if self.right else 'wrong'}: {self.x} and {self.y} "
            f"{given_names(self.given)} have p = {rounded(self.p, 2)}, so at level "
            f"{rounded(self.level, 2)} the data say "
            f"{'independent' if self.independent else 'dependent'}; in the graph they are {truth}."
        )

    def holds(self, case: Case) -> bool:
        found = moral_certificate(case.graph, self.x, self.y, self.given)
        return found.separated == self.separated


@dataclass(frozen=True)
class AnswersBefore(Fact):
    """Whether all answers before a test are right."""

    number: int
    tests: tuple[DataAnswer, ...]  # those before it
    right: bool

    def say(self) -> str:
        if self.right:
            return "The answers before it are right."
        return (
            f"There is a wrong answer before test {self.number}: look at tests 1 to "
            f"{self.number - 1}."
        )

    def holds(self, case: Case) -> bool:
        whole = [test.number for test in self.tests] == [*range(1, self.number)]
        true = all(test.holds(case) for test in self.tests)
        right = all(test.right for test in self.tests)
        return whole and true and right == self.right and case.answer == self.number


@dataclass(frozen=True)
class InLedger(Fact):
    """A number that no test of a ledger has."""

    number: int
    last: int

    def say(self) -> str:
        return f"The ledger shows the tests 1 to {self.last}, not {self.number}."

    def holds(self, case: Case) -> bool:
        return case.answer == self.number and self.number not in range(1, self.last + 1)


@dataclass(frozen=True)
class ErrorKinds(Fact):
    """The wrong answers of a table, by their kind."""

    wrong: tuple[DataAnswer, ...]

    def say(self) -> str:
        one, other = (_numbers(t for t in self.wrong if t.separated == s) for s in (True, False))
        return f"False dependence: {one}. False independence: {other}."

    def holds(self, case: Case) -> bool:
        named = {str(test.number) for test in self.wrong} == case.answer
        return named and all(test.holds(case) and not test.right for test in self.wrong)


@dataclass(frozen=True)
class LevelChanges(Fact):
    """The answers that are wrong at one of two levels only."""

    cured: tuple[DataAnswer, ...]  # at the larger level
    fresh: tuple[DataAnswer, ...]  # at the smaller one

    def say(self) -> str:
        return (
            f"The smaller level cures {_numbers(self.cured)}, false dependence, and makes "
            f"{_numbers(self.fresh)} wrong, false independence."
        )

    def holds(self, case: Case) -> bool:
        high, low = case.answer.values()
        sides = (self.cured, high - low, True), (self.fresh, low - high, False)
        return all(
            {str(test.number) for test in tests} == numbers
            and all(t.holds(case) and not t.right and t.separated == apart for t in tests)
            for tests, numbers, apart in sides
        )


@dataclass(frozen=True)
class FalseAlarms(Fact):
    """How many of all pairs total conditioning finds dependent by mistake, on average."""

    pairs: int
    linked: int
    expected: int
    right: bool

    def say(self) -> str:
        if self.right:
            others = self.pairs - self.linked
            return f"0.2 times the {others} pairs that are not in each other's boundary."
        return (
            f"{self.linked} of the {self.pairs} pairs are in each other's boundary: they are "
            "dependent, and no answer about them can be false dependence. Of the others, one in "
            f"five is, on average: not {self.expected}."
        )

    def holds(self, case: Case) -> bool:
        dag, pairs = case.graph, list(combinations(case.graph.nodes, 2))
        apart = [moral_certificate(dag, *p, {*dag.nodes} - {*p}).separated for p in pairs]
        found = len(pairs), apart.count(False), 5 * self.expected == apart.count(True)
        right = found == (self.pairs, self.linked, self.right)
        return right and case.answer == self.expected


@dataclass(frozen=True)
class RemovableAre(Fact):
    """All variables that are removable."""

    members: Labels

    def say(self) -> str:
        return f"Removable are {in_braces(self.members)}."

    def holds(self, case: Case) -> bool:
        return removable(case.graph) == set(self.members)


def in_braces(names: Iterable[Label]) -> str:
    """Return a set in words.

    >>> in_braces("AB"), in_braces("")
    ('{A, B}', 'none')
    """
    inside = ", ".join(map(str, names))
    return f"{{{inside}}}" if inside else "none"


def removable(dag: Dag) -> set[Label]:
    """Return the removable variables, by the definition.

    >>> sorted(removable(Dag("A -> B -> C")))
    ['A', 'C']
    """
    return {v for v in dag.nodes if is_removable_by_definition(dag, v)}


def _numbers(tests: Iterable[DataAnswer]) -> str:
    return listed(str(test.number) for test in tests)
