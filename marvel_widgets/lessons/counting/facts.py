"""Facts on numbers: sentences with amounts in them, each of which is counted again."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from math import isclose
from typing import Any, Final

from marvel_widgets.assessment.facts import Case, Fact, Facts
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
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
        if self.noun:
            return counted(int(self.value), self.noun, self.nouns or f"{self.noun}s")
        return format(self.value, self.form)

    def holds(self, case: Case) -> bool:
        return isclose(AMOUNTS[self.of](case, *self.args), self.value, abs_tol=1e-9)


@dataclass(frozen=True)
class Stated(Fact):
    """A sentence with amounts, or other facts, in its braces. The text itself is a constant."""

    text: str
    parts: Facts

    def say(self) -> str:
        return self.text.format(*(part.say() for part in self.parts))

    def holds(self, case: Case) -> bool:
        return all(part.holds(case) for part in self.parts)


@kind("{answer:,} is too {many:many|few}.")
def TooMany(case: Case, answer: int, many: bool) -> bool:
    """An answered number is on that side of the solution."""
    return bool(answer == case.answer != case.solution) and (answer > case.solution) == many


def off_from(solution: int, *facts: Fact) -> Callable[[int], Facts]:
    """Return the witness of a wrong number: its side, and facts without the right one."""
    return lambda value: (TooMany(value, value > solution), *facts)


def _way(x: Label, y: Label, through: Labels, given: Labels, separated: bool) -> str:
    if not through:
        return f"An edge joins {x} and {y}: they are dependent whatever is given."
    known = f"{given[0]} is known" if separated else "none of it is known"
    end = f"the two are {'in' if separated else ''}dependent {given_names(given)}."
    return f"The way from {x} to {y} leads over {listed(map(str, through))}, and {known}: {end}"


@kind(_way)
def OnlyWay(
    case: Case, x: Label, y: Label, through: Labels, given: Labels, separated: bool
) -> bool:
    """The one way between two variables of a tree, and whether something known blocks it."""
    dag = case.graph
    joined = all(b in dag.neighbors(a) for a, b in pairwise((x, *through, y)))
    alone = number_of_paths(dag, (x,), y) == 1
    known = not separated or given[0] in through
    return joined and alone and known and d_separated(dag, x, y, given) == separated


# -- amounts ---------------------------------------------------------------------------------------


def asked(number: int) -> Amount:
    """Return a number that the question names, or the next smaller one."""
    return Amount("named", (number,), number)


@amount
def named(case: Case, number: int) -> int:
    """Return the number itself."""
    return number


@amount
def pairs(case: Case, variables: int) -> int:
    """Return how many pairs some variables make, listed."""
    return len(list(combinations(range(variables), 2)))


@amount
def subsets(case: Case, variables: int) -> int:
    """Return how many subsets some variables have: each in it or not."""
    return len(list(product((False, True), repeat=variables)))
