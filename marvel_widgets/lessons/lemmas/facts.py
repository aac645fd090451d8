"""Facts on the lemmas: what the sets of a search do, how many tests it makes, which pairs break."""

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import in_braces

ToldApart = kind(
    "x y given",
    "{y} is independent of {x} given {given:set}, so it is a co-parent.",
    "No listed set makes {y} independent of {x}, so it is a neighbor.",
)


def _is_inside(x: Label, y: Label, inside: bool) -> str:
    if x == y:
        return f"{y} is not in its own boundary."
    return f"{y} is {'' if inside else 'not '}in the Markov boundary of {x}."


InBoundary = kind("x y inside", _is_inside)


CommonChild = kind(
    "x y true",
    "{y} {true:is|is not} a child of {x} and of a co-parent: look at the arrows into it.",
)


PairsOfNeighbors = kind(
    "x neighbors pairs wrong", "{neighbors:# neighbor} make {pairs:# pair}, not {wrong}."
)


BoundarySize = kind(
    "x number most", "The boundary of {x} has {number} members, the maximum in-degree is {most}."
)


OfAnswer = kind("names there", "{there}")


def _separating(x: Label, y: Label, child: Label, given: Labels, path: Path | None) -> str:
    named = in_braces(given) if given else "The empty set"
    pair = f"{x} and {y}"
    if path is not None:
        return f"{named} does not separate {pair}: the path {path} is open."
    if child in given:
        at_once = f"so the lemma says at once: no v-structure at {child}."
        return f"{named} separates {pair}, but {child} is in it, {at_once}"
    return f"{named} separates {pair}, and {child} is not in it."


SetSeparates = kind("x y child given path", _separating)


NoneInside = kind(
    "x pair members given",
    "It is not inside the boundary of {x}, which is {members:set}: no set inside that separates "
    "{pair}.",
)
