"""Facts on removable variables: verdicts, conditions at a child, missing edges, what changes."""

from collections.abc import Mapping
from typing import Any

from marvel_widgets.assessment.facts import Role
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import in_braces, listed

Edge = tuple[Label, Label]

# -- verdicts ------------------------------------------------------------------------------------


Removable = kind(
    "x removable members why=()",
    "{x} is not removable: {why}",
    "{x} is removable: both conditions hold at its {members:child|children} {members}.",
    "{x} is removable: it has no children.",
)


Changes = kind(
    "removed pair given",
    "Without {removed}, {pair} are separated {given:given}; with {removed} they are not.",
)


SameWithout = kind(
    "removed pair given path",
    "{pair} are not separated {given:given}, and this stays so without {removed}: the path "
    "{path:path} is open and does not visit {removed}.",
    "{pair} are separated {given:given}, with {removed} as without it.",
)


# -- the conditions at a child -------------------------------------------------------------------


AtChild = kind(
    "x child condition met why", "Condition {condition} {met:holds|fails} at {child}: {why}"
)


def _joining(x: Label, child: Label, members: Labels, joined: bool) -> Mapping[Role, Any]:
    """Return what Condition 1 asks of the other neighbors of a variable, as roles."""
    pairs = tuple((v, child) for v in members)
    return {"subject": x, "place": child, "edge" if joined else "missing": pairs}


NeighborsAtChild = kind(
    "x child members joined",
    "{members} {joined:{members:is a neighbor|are neighbors} of {child}|{members:is a neighbor|"
    "are neighbors} of {x}, and no edge joins {members} to {child}}.",
    "{child} is the only neighbor of {x}: nothing to check.",
    draws=_joining,
)


def _above(x: Label, child: Label, through: Labels, parents: tuple[Labels, ...]) -> str:
    if not through:
        return f"No child of {x} is a parent of {child}: nothing to check."
    pairs = zip(through, parents, strict=True)
    groups = listed(f"of {y} {in_braces(above)}" for y, above in pairs)
    return f"The parents {groups} are parents of {child}."


ParentsAtChild = kind("x child through parents", _above)


MissingArrow = kind(
    "x through missing",
    "{missing[0]} is a parent of {through}, a child of {x} and parent of {missing[1]}; "
    "{missing[0]} → {missing[1]} is missing.",
)


def _no_reason(x: Label, pair: Edge, child: Label | None) -> str:
    head = f"Nothing asks for an edge between {pair[0]} and {pair[1]}:"
    if child is None:
        neither = f"neither {pair[0]} nor {pair[1]} is one"
        return f"{head} the conditions join others to a child of {x}, and {neither}."
    other = pair[1] if pair[0] == child else pair[0]
    why = f"{other} is no neighbor of {x}, and no parent of a child of {x}"
    return f"{head} {why} that is a parent of {child}."


NothingAsks = kind("x pair child", _no_reason)
