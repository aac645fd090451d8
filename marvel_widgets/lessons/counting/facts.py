"""Facts on numbers: sentences with amounts, names or rankings, which are counted again."""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Final

from marvel_widgets.assessment.facts import Fact, Facts, kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import counted, in_braces, listed

# How an amount is counted: of a case, and of the numbers and names that say which amount it is.


def _amount(value: int | float, form: str, noun: str, nouns: str) -> str:
    if noun:
        return counted(int(value), noun, nouns or f"{noun}s")
    return format(value, form)


# A number: of what, a key of AMOUNTS, and how it is written.
Amount = kind("of args value form=',' noun='' nouns=''", _amount)


def _stated(text: str, parts: Facts) -> str:
    return text.format(*(part.say() for part in parts))


# A sentence with amounts, or other facts, in its braces. The text itself is a constant.
Stated = kind("text parts", _stated)
TooMany = kind("answer many", "{answer:,} is too {many:many|few}.")


def off_from(solution: int, *facts: Fact) -> Callable[[int], Facts]:
    """Return the witness of a wrong number: its side, and facts without the right one."""
    return lambda value: (TooMany(value, value > solution), *facts)


def _way(x: Label, y: Label, through: Labels, given: Labels, separated: bool) -> str:
    if not through:
        return f"An edge joins {x} and {y}: they are dependent whatever is given."
    known = f"{given[0]} is known" if separated else "none of it is known"
    end = f"the two are {'in' if separated else ''}dependent {given_names(given)}."
    return f"The path from {x} to {y} goes through {listed(map(str, through))}, and {known}: {end}"


OnlyWay = kind("x y through given separated", _way)


# -- amounts ---------------------------------------------------------------------------------------


def as_named(number: int) -> Fact:
    """Return a number that the question names, or the next smaller one."""
    return Amount("named", (number,), number)


# -- names and rankings ---------------------------------------------------------------------------

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
