"""What sentences on bounds are made of: amounts, names that are found again, and rankings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import isclose
from typing import Any, Final, Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import in_braces, listed

# How names are found: as a list where their order counts. Of a case, and of what says which.
NAMES_OF: Final[dict[str, Callable[..., list[str] | set[str]]]] = {}
# A ranking of five, and two that an answer has the other way round: each name before its number.
RANKINGS: Final[Mapping[str, tuple[str, str]]] = {
    "tests": (
        "Performed tests: {} {:.0f}, {} {:.0f}, {} {:.0f}, {} {:.0f} and {} {:.0f}.",
        "{0} stands before {2}, but {0} performs {1:,.0f} tests and {2} {3:,.0f} tests.",
    ),
    "mean": (
        "Means: {} {:.2f}, {} {:.2f}, {} {:.2f}, {} {:.2f} and {} {:.2f}.",
        "{0} stands before {2}, but {0} has mean {1:.2f} and {2} {3:.2f}.",
    ),
    "f1": (
        "F1: {} {:.3f}, {} {:.3f}, {} {:.3f}, {} {:.3f} and {} {:.3f}.",
        "{0} comes before {2}, but its F1 is {1:.3f} and that of {2} {3:.3f}.",
    ),
}


@dataclass(frozen=True)
class Found(Fact):
    """Names: of what, and how they are written."""

    of: str  # a key of NAMES_OF
    args: tuple[Any, ...]
    members: Labels
    form: Literal["and", "{}", ";"] = "and"

    def say(self) -> str:
        """Return the names."""
        names = list(map(str, self.members))
        forms = {"and": listed(names), "{}": in_braces(names), ";": "; ".join(names)}
        return forms[self.form] if names else "none"

    def holds(self, case: Case) -> bool:
        """Return whether they are found again; in this order, where they are a list."""
        found = NAMES_OF[self.of](case, *self.args)
        return found == type(found)(map(str, self.members))


@dataclass(frozen=True)
class Ranking(Fact):
    """Names with their numbers: all in the right order, or two in the order of an answer."""

    of: str  # a key of RANKINGS, and of AMOUNTS
    names: tuple[str, ...]
    numbers: tuple[float, ...]

    def say(self) -> str:
        """Return each name with its number."""
        rows = zip(self.names, self.numbers, strict=True)
        return RANKINGS[self.of][len(self.names) == 2].format(*chain(*rows))

    def holds(self, case: Case) -> bool:
        """Return whether the numbers are counted so, and the answer has two of them wrong."""
        found = [AMOUNTS[self.of](case, name) for name in self.names]
        right = all(map(lambda a, b: isclose(a, b, abs_tol=1e-9), found, self.numbers))
        ordered = found == sorted(found, reverse=self.of == "f1")
        answer = case.answer["order"] if isinstance(case.answer, Mapping) else case.answer
        answered = [name for name in answer if name in self.names] == [*self.names]
        return right and answered and ordered == (len(self.names) > 2)


def closed_form(p: int, max_in_degree: int) -> Fraction:
    """Return the upper bound, as the split into 0.6 D neighbors and 0.4 D co-parents gives it."""
    d = max_in_degree
    n, m, quarter = Fraction(6 * d, 10), Fraction(4 * d, 10), Fraction(1 << d, 4)
    removability = quarter * (2 * d + 3 * m * n + n * n / 2)
    return p * (Fraction(d * (d - 1), 2) + removability)


def different_after(dag: Dag) -> int:
    """Return how many different questions MARVEL asks after boundary discovery."""
    log = record("marvel", dag).tests
    return len({(frozenset((t.x, t.y)), t.given) for t in log if t.purpose != BOUNDARY_DISCOVERY})


AMOUNTS.update(
    # the upper bound
    bound_exactly=lambda _, p, d: float(closed_form(p, d)),
    # the answer, if it is outside of what is possible, or else -1
    outside=lambda case, first, last: -1 if first <= case.answer <= last else case.answer,
)
