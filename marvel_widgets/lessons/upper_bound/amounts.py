"""What sentences on bounds are made of: amounts, names that are found again, and rankings."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, Literal

from marvel_widgets.assessment.facts import Fact
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import in_braces, listed

# How names are found: as a list where their order counts. Of a case, and of what says which.
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
