"""Facts on MARVEL's rounds: the line of a round, what leaves, what stays, what is known."""

from typing import Literal

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.lessons.removability.facts import Edge
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import listed

FirstVisit = Literal["passed", "failed", "unasked"]

# -- the line of a round -------------------------------------------------------------------------


ComesBefore = kind("x y", "{x} comes before {y}.")


def _sizes(members: Labels, sizes: tuple[int, ...]) -> str:
    pairs = zip(members, sizes, strict=True)
    return f"Boundary sizes: {listed(f'{v} {size}' for v, size in pairs)}; ties by name."


BoundarySizes = kind("members sizes", _sizes)


InLine = kind(
    "x first",
    "{x} is {first:the first in the line that passes both conditions"
    "|removable, but another one before it in the line is so as well}.",
)


# -- what stays, and what is known ---------------------------------------------------------------


TwoNeighbors = kind("x pair", "{pair} are two neighbors of {x}.")


def _at_first(pair: Edge, found: FirstVisit) -> str:
    words = {
        "passed": "passed at the first visit, and a passed pair never fails later.",
        "failed": "failed at the first visit, and a failed pair may pass later.",
        "unasked": "were not decided at the first visit, which ended before them.",
    }
    return f"{pair[0]} and {pair[1]} {words[found]}"


AtFirstVisit = kind("x removed pair found", _at_first)
