"""Facts on PC's second half: what a kept set says of a triple, where v-structures contradict."""

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.orientation.exercises import collision
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import in_braces

Triple = tuple[Label, Label, Label]


def _set_says(path: Triple, given: Labels, collider: bool) -> str:
    a, c, b = path
    if collider:
        return f"{a} and {b} left {given_names(given)}, and {c} is not given: {collision(path)}."
    return f"{a} and {b} left given {in_braces(given)}, and {c} is in it: not {collision(path)}."


SetSays = kind("path given collider", _set_says)


InNoTriple = kind(
    "edge",
    "{edge:arrow} is in no v-structure: each other neighbor of {edge[1]} is joined to {edge[0]}.",
)


NotLeft = kind("edge", "No edge {edge[0]} - {edge[1]} is left.")


Contradict = kind(
    "path other pair backward=False",
    "{path:met} is read first, then {other:met}: they direct {pair[0]} - {pair[1]} both ways.",
)
