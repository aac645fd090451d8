"""Facts on numbers: sentences with amounts in them, each of which is counted again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from math import isclose
from typing import Any, Final

from marvel_widgets.assessment.facts import Case, Fact, Facts
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.boundary.discovery import Method, discover_boundaries
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.separation.facts import Labels, number_of_paths
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, listed

Number = int | float
Counter = Callable[..., Number]

# How an amount is counted: of a case, and of the numbers and names that say which amount it is.
AMOUNTS: Final[dict[str, Counter]] = {}


def amount(counter: Counter) -> Counter:
    """Register a way to count, under the name of its function."""
    AMOUNTS[counter.__name__] = counter
    return counter


@dataclass(frozen=True)
class Amount(Fact):
    """A number: of what, and how it is written."""

    of: str  # a key of AMOUNTS
    args: tuple[Any, ...]
    value: Number
    form: str = ","
    noun: str = ""
    nouns: str = ""

    def say(self) -> str:
        """Return the number, with its noun where it has one."""
        if self.noun:
            return counted(int(self.value), self.noun, self.nouns or f"{self.noun}s")
        return format(self.value, self.form)

    def holds(self, case: Case) -> bool:
        """Return whether it is counted so."""
        return isclose(AMOUNTS[self.of](case, *self.args), self.value, abs_tol=1e-9)


@dataclass(frozen=True)
class Stated(Fact):
    """A sentence with amounts, or other facts, in its braces. The text itself is a constant."""

    text: str
    parts: Facts

    def say(self) -> str:
        """Return the sentence."""
        return self.text.format(*(part.say() for part in self.parts))

    def holds(self, case: Case) -> bool:
        """Return whether each part is true."""
        return all(part.holds(case) for part in self.parts)


@dataclass(frozen=True)
class TooMany(Fact):
    """An answered number is too large, or too small."""

    answer: int
    many: bool

    def say(self) -> str:
        """Return which."""
        return f"{self.answer:,} is too {'many' if self.many else 'few'}."

    def holds(self, case: Case) -> bool:
        """Return whether it lies on that side of the solution."""
        differs = bool(case.answer != case.solution)
        return differs and case.answer == self.answer and (self.answer > case.solution) == self.many


@dataclass(frozen=True)
class OnlyWay(Fact):
    """The one way between two variables of a tree, and whether something known blocks it."""

    x: Label
    y: Label
    through: Labels
    given: Labels
    separated: bool

    def say(self) -> str:
        """Return the way and the answer of the test."""
        if not self.through:
            return f"An edge joins {self.x} and {self.y}: they are dependent whatever is given."
        inside = listed(map(str, self.through))
        known = f"{self.given[0]} is known" if self.separated else "none of it is known"
        verdict = "independent" if self.separated else "dependent"
        end = f"the two are {verdict} {given_names(self.given)}."
        return f"The way from {self.x} to {self.y} leads over {inside}, and {known}: {end}"

    def holds(self, case: Case) -> bool:
        """Return whether it is the only way, and the graph gives that answer."""
        walk, dag = (self.x, *self.through, self.y), case.graph
        joined = all(b in dag.neighbors(a) for a, b in pairwise(walk))
        alone = number_of_paths(dag, (self.x,), self.y) == 1
        answer = d_separated(dag, self.x, self.y, self.given)
        known = not self.separated or self.given[0] in self.through
        return joined and alone and known and answer == self.separated


# -- amounts ---------------------------------------------------------------------------------------


def asked(number: int) -> Amount:
    """Return a number that the question names, or the next smaller one."""
    return Amount("named", (number,), number)


@amount
def named(case: Case, number: int) -> int:  # noqa: ARG001
    """Return the number itself."""
    return number


@amount
def causes(case: Case, x: Label) -> int:
    """Return how many arrows point at a variable."""
    return sum(head == x for _, head in case.graph.edges)


@amount
def pairs(case: Case, variables: int) -> int:  # noqa: ARG001
    """Return how many pairs some variables make, listed."""
    return len(list(combinations(range(variables), 2)))


@amount
def subsets(case: Case, variables: int) -> int:  # noqa: ARG001
    """Return how many subsets some variables have: each in it or not."""
    return len(list(product((False, True), repeat=variables)))


@amount
def searches(case: Case, searched: int, candidates: int, proper: bool = False) -> Number:
    """Return how many tests as many searches make, each through all subsets of its candidates."""
    return searched * (subsets(case, candidates) - proper)


@amount
def statements(case: Case, variables: int) -> Number:
    """Return how many CI statements there are on some variables."""
    return pairs(case, variables) * subsets(case, variables - 2)


@amount
def discovery_tests(case: Case, method: Method) -> int:
    """Return how many tests a method of boundary discovery makes, by its log's sizes."""
    return sum(discover_boundaries(case.graph, method).counts.by_size.values())


@amount
def given_at_most(case: Case, method: Method) -> int:
    """Return how large the largest set is that a method of boundary discovery gives."""
    return max(discover_boundaries(case.graph, method).counts.by_size)


@amount
def tests_in_all(case: Case, algorithm: str) -> int:
    """Return how many entries the log of a run has."""
    return len(record(algorithm, case.graph).tests)


@amount
def tests_after(case: Case, algorithm: str) -> int:
    """Return how many entries the log of a run has after boundary discovery."""
    log = record(algorithm, case.graph).tests
    return sum(entry.purpose != BOUNDARY_DISCOVERY for entry in log)


@amount
def dependent_pairs(case: Case) -> int:
    """Return how many pairs are dependent given all others."""
    dag, every = case.graph, set(case.graph.nodes)
    found = combinations(dag.nodes, 2)
    return sum(not d_separated(dag, a, b, every - {a, b}) for a, b in found)


@amount
def variables(case: Case) -> int:
    """Return how many variables the graph has."""
    return len(case.graph.nodes)


@amount
def edges(case: Case) -> int:
    """Return how many edges the graph has."""
    return len(case.graph.edges)


@amount
def told_directions(case: Case) -> int:
    """Return how many edges have a direction in the essential graph."""
    return len(essential_graph(case.graph).directed)
