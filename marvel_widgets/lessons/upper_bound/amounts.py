"""What sentences on bounds are made of: names that are found again, and rankings."""

from collections.abc import Mapping
from itertools import chain
from typing import Final

from marvel_widgets.assessment.facts import kind
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import in_braces, listed

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


def _names(members: Labels, form: str) -> str:
    names = list(map(str, members))
    forms = {"and": listed(names), "{}": in_braces(names), ";": "; ".join(names)}
    return forms[form] if names else "none"


Found = kind("of args members form='and'", _names)  # of what: a key of NAMES_OF


def _ranked(of: str, names: tuple[str, ...], numbers: tuple[float, ...]) -> str:
    rows = zip(names, numbers, strict=True)
    return RANKINGS[of][len(names) == 2].format(*chain(*rows))


# Of what: a key of RANKINGS, and of AMOUNTS. All in the right order, or two in that of an answer.
Ranking = kind("of names numbers", _ranked)
