"""Facts on the proof of Theorem 1 that no single path decides: conditions, openers, descendants."""

from itertools import permutations

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.proof.facts import is_open_path
from marvel_widgets.lessons.separation.by_arrows import kindred
from marvel_widgets.lessons.separation.facts import Labels


def _opens(x: Label, blocker: Label, given: Labels, ends: Labels, opens: bool) -> str:
    if x not in (*given, *ends):
        return f"{x} is neither in S nor an end of P."
    if not opens:
        return f"{blocker} does not lead down to {x}, so {x} does not open it."
    place = "is in S" if x in given else "is an end of P"
    return f"{x} {place}, and {blocker} leads down to it: it opens {blocker}."


@kind(_opens)
def Opener(case: Case, x: Label, blocker: Label, given: Labels, ends: Labels, opens: bool) -> bool:
    """A variable opens the collider of an answer, or does not, and the answer has it wrong."""
    below = x in {blocker, *kindred(case.graph, blocker, "descendant")}
    right = (below and x in (*given, *ends)) == opens
    return right and (x in case.answer["T"]) != opens


@kind(
    "{child} is a child of {removed} too, and at or below it is {below}: P' would be open.",
    "{child} would be a collider of P', and neither {child} nor a descendant of it is among "
    "{openers:set}: P' would be blocked.",
)
def TakesPlace(case: Case, child: Label, removed: Label, openers: Labels, below: Labels) -> bool:
    """A child takes the place of a collider: open where an opener is at or below it."""
    found = {child, *kindred(case.graph, child, "descendant")} & set(openers)
    right = set(below) == found and (removed, child) in case.graph.edges
    return right and (child in case.answer["W"]) != bool(found)


@kind("No path on exactly {members:set} is open in G {given:given}.")
def NoOpenPathOn(case: Case, x: Label, y: Label, members: Labels, given: Labels) -> bool:
    """No path on exactly these variables is open, in whichever order."""
    orders = permutations(set(members) - {x, y})
    whole = {x, y} <= set(members) == case.answer["path"]
    is_open = any(is_open_path(case.graph, (x, *order, y), given) for order in orders)
    return set(members) == case.answer["path"] and not (whole and is_open)
