"""Facts on directions: v-structures, Meek's rules, and the class of a graph."""

from marvel_widgets.assessment.kinds import FORMS, kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.orientation.arrows import centers, collision
from marvel_widgets.lessons.orientation.by_hand import (
    Change,
    Edge,
    Edges,
    Triple,
)
from marvel_widgets.text import listed

FORMS.update(
    met=collision, centers=centers, all_met=lambda triples: listed(map(collision, triples))
)


VStructures = kind("path", "The {path:v-structure is|v-structures are} {path:all_met}.")


def _in_none(edge: Edge, members: tuple[Label, ...] | None) -> str:
    a, c = edge
    if members is None:
        return f"The graph has no arrow {a} → {c}."
    if not members:
        return f"{a} → {c} meets no other arrow: {c} has no other parent."
    return f"{a} → {c} is in none: an edge joins {a} to {listed(map(str, members))}."


InVStructure = kind("edge members=None", _in_none)


IsVStructure = kind("path", "{path:met} is a v-structure: no edge joins {path[0]} and {path[2]}.")


def _added(steps: tuple[tuple[str, Label, Label], ...], alone: bool) -> str:
    if not steps:
        return "No rule of Meek fits after that."
    forced = listed(f"{a} → {b} by {rule}" for rule, a, b in steps)
    return f"They are, in turn, {forced}." if alone else f"Meek's rules add {forced}."


MeekAdds = kind("steps alone=False", _added)


PointsBothWays = kind(
    "edge there",
    "Not {edge:arrow}: this graph is in the class, with {edge[1]} → {edge[0]}: {there:graph}.",
)


InEach = kind(
    "edge number", "{edge:arrow} is missing: each graph of the class has it ({number:# graph})."
)


PartOfV = kind(
    "edge inside",
    "{edge:arrow} is {inside:part of a v-structure, so line 20 has it already|in no v-structure of "
    "the graph}.",
)


# -- Markov equivalence ----------------------------------------------------------------------------


def _leaving(edge: Edge, change: Change, path: Triple | None) -> str:
    what = "it closes a cycle"
    if change != "cycle" and path is not None:
        it = f"the v-structure {collision(path)}"
        what = f"it has {it}, which is not here" if change == "new" else f"it lacks {it}"
    return f"Not {edge[0]} → {edge[1]}: with it turned round, {what}."


LeavesClass = kind("there edge change path", _leaving)


MayTurn = kind(
    "edge", "{edge:arrow} turned round leaves the edges and the v-structures as they are."
)


def edge_list(edges: Edges) -> str:
    """Return arrows as a graph is written."""
    return "; ".join(f"{a} -> {b}" for a, b in sorted(edges, key=str))


FORMS["graph"] = edge_list
