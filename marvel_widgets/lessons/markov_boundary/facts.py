"""Facts on Markov boundaries: which variable is in one and why, and the tests of grow-shrink."""

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.replay.wording import path_words
from marvel_widgets.text import listed

MemberIs = kind(
    "x y role through",
    "{y} is a {role} of {x}: both point at {through}.",
    "{y} is a {role} of {x}.",
)


def _without(x: Label, y: Label, path: Path | None) -> str:
    without = f"Without {y}:"
    if path is None:
        return f"{without} nothing is open, so it would not be needed."
    way, inner = path_words(path), path.names[1:-1]
    if not inner:
        return f"{without} {way} is an edge, and no set separates {x} and {y}."
    opened = f"is a child of {x} and has to be given, which opens {way}."
    return f"{without} {listed(map(str, inner))} {opened}"


Needed = kind("x y path given", _without)


Outside = kind(
    "x others brief=False", "{others} {brief:is outside|{others:is|are} not in the boundary}."
)


BoundaryIs = kind(
    "x members neighbors co_parents",
    "Mb({x}) = {{{members:row}}}: neighbors {neighbors:set} and co-parents {co_parents:set}.",
    "Mb({x}) = {{}}: {x} has no neighbor, so no co-parent either.",
)


Shares = kind(
    "x y adjacent through",
    "{adjacent:An edge joins {x} and {y}. They also share {through}, but a co-parent is no "
    "neighbor|No edge joins {x} and {y}, and both point at {through}}.",
    "{adjacent:An edge joins {x} and {y}|{y} shares no edge and no child with {x}}.",
)


# -- grow-shrink -----------------------------------------------------------------------------------


ComesIn = kind(
    "x y comes tests", "{y} {comes:comes in once a test says dependent|does not come in}: {tests}"
)


InShrinking = kind(
    "x y test", "In shrinking: {test}", "{y} never came in, so it is not thrown out."
)
