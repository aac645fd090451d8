"""Facts on directions: v-structures, Meek's rules, and the class of a graph."""

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import FORMS, kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.orientation.arrows import centers, collision
from marvel_widgets.lessons.orientation.by_hand import (
    Change,
    Edge,
    Edges,
    Triple,
    differs,
    follows,
    members_of,
    unordered,
    v_structures_of,
)
from marvel_widgets.text import listed

FORMS.update(
    met=collision, centers=centers, all_met=lambda triples: listed(map(collision, triples))
)


@kind("The {path:v-structure is|v-structures are} {path:all_met}.")
def VStructures(case: Case, path: tuple[Triple, ...]) -> bool:
    """All v-structures of the graph: arrows that meet without an edge between them."""
    return unordered(*path) == v_structures_of(case.graph.edges)


def _in_none(edge: Edge, members: tuple[Label, ...] | None) -> str:
    a, c = edge
    if members is None:
        return f"The graph has no arrow {a} → {c}."
    if not members:
        return f"{a} → {c} meets no other arrow: {c} has no other parent."
    return f"{a} → {c} is in none: an edge joins {a} to {listed(map(str, members))}."


@kind(_in_none)
def InVStructure(case: Case, edge: Edge, members: tuple[Label, ...] | None = None) -> bool:
    """Why an arrow is in no v-structure: its other parents are joined; None: it is not there."""
    (a, c), edges = edge, {*case.graph.edges}
    others = {tail for tail, head in edges if head == c and tail != a}
    if members is None or edge not in edges:
        return members is None and edge not in edges
    return {*members} == others and all({(a, v), (v, a)} & edges for v in others)


@kind("{path:met} is a v-structure: no edge joins {path[0]} and {path[2]}.")
def IsVStructure(case: Case, path: Triple) -> bool:
    """Two arrows meet, and no edge joins their ends."""
    return unordered(path) <= v_structures_of(case.graph.edges)


def _added(steps: tuple[tuple[str, Label, Label], ...], alone: bool) -> str:
    if not steps:
        return "No rule of Meek fits after that."
    forced = listed(f"{a} → {b} by {rule}" for rule, a, b in steps)
    return f"They are, in turn, {forced}." if alone else f"Meek's rules add {forced}."


@kind(_added)
def MeekAdds(case: Case, steps: tuple[tuple[str, Label, Label], ...], alone: bool = False) -> bool:
    """The arrows that Meek's rules add in turn: all that the class has in common."""
    edges = case.graph.edges
    known = {(end, c) for ends, c in v_structures_of(edges) for end in ends}
    for rule, a, b in steps:
        if not follows(edges, known, rule, (a, b)):
            return False
        known.add((a, b))
    return known == frozenset.intersection(*members_of(edges))


@kind("Not {edge:arrow}: this graph is in the class, with {edge[1]} → {edge[0]}: {there:graph}.")
def PointsBothWays(case: Case, edge: Edge, there: Edges) -> bool:
    """A graph of the class has an edge the other way round."""
    return edge[::-1] in there and {*there} in members_of(case.graph.edges)


@kind("{edge:arrow} is missing: each graph of the class has it ({number:# graph}).")
def InEach(case: Case, edge: Edge, number: int) -> bool:
    """An arrow that each graph of the class has, and the answer lacks."""
    found = members_of(case.graph.edges)
    missing = edge not in case.answer
    return missing and len(found) == number and all(edge in member for member in found)


@kind(
    "{edge:arrow} is {inside:part of a v-structure, so line 20 has it already|in no v-structure of "
    "the graph}."
)
def PartOfV(case: Case, edge: Edge, inside: bool) -> bool:
    """An arrow of a v-structure, which line 20 has before Meek's rules; or an arrow of none."""
    found = v_structures_of(case.graph.edges)
    return any(edge[0] in ends and edge[1] == c for ends, c in found) == inside


# -- Markov equivalence ----------------------------------------------------------------------------


def _leaving(edge: Edge, change: Change, path: Triple | None) -> str:
    what = "it closes a cycle"
    if change != "cycle" and path is not None:
        it = f"the v-structure {collision(path)}"
        what = f"it has {it}, which is not here" if change == "new" else f"it lacks {it}"
    return f"Not {edge[0]} → {edge[1]}: with it turned round, {what}."


@kind(_leaving)
def LeavesClass(case: Case, there: Edges, edge: Edge, change: Change, path: Triple | None) -> bool:
    """What happens to v-structures when an edge is turned round."""
    expected = {*case.graph.edges} - {edge} | {edge[::-1]}
    return {*there} == expected and differs(case.graph.edges, there, change, path)


@kind("{edge:arrow} turned round leaves the edges and the v-structures as they are.")
def MayTurn(case: Case, edge: Edge) -> bool:
    """An edge that can be turned round within the class."""
    return {*case.graph.edges} - {edge} | {edge[::-1]} in members_of(case.graph.edges)


def edge_list(edges: Edges) -> str:
    """Return arrows as a graph is written."""
    return "; ".join(f"{a} -> {b}" for a, b in sorted(edges, key=str))


FORMS["graph"] = edge_list
