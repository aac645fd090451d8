"""Facts on the proof of Theorem 1 that no single path decides: conditions, openers, descendants."""

from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.facts import Labels


def _opens(x: Label, blocker: Label, given: Labels, ends: Labels, opens: bool) -> str:
    if x not in (*given, *ends):
        return f"{x} is neither in S nor an end of P."
    if not opens:
        return f"{blocker} does not lead down to {x}, so {x} does not open it."
    place = "is in S" if x in given else "is an end of P"
    return f"{x} {place}, and {blocker} leads down to it: it opens {blocker}."


Opener = kind("x blocker given ends opens", _opens)


TakesPlace = kind(
    "child removed openers below",
    "{child} is a child of {removed} too, and at or below it is {below}: P' would be open.",
    "{child} would be a collider of P', and neither {child} nor a descendant of it is among "
    "{openers:set}: P' would be blocked.",
)


NoOpenPathOn = kind(
    "x y members given", "No path on exactly {members:set} is open in G {given:given}."
)
