"""When what is said in the lesson orientation is true."""

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.lessons.orientation.by_hand import (
    differs,
    follows,
    members_of,
    unordered,
    v_structures_of,
)
from marvel_widgets.lessons.orientation.facts import (
    InEach,
    InVStructure,
    IsVStructure,
    LeavesClass,
    MayTurn,
    MeekAdds,
    PartOfV,
    PointsBothWays,
    VStructures,
)
from marvel_widgets.lessons.orientation.facts_printed import FalseIn20, NotKept
from tests.truths import true_when


@true_when(VStructures)
def _(case, path):
    return unordered(*path) == v_structures_of(case.graph.edges)


@true_when(InVStructure)
def _(case, edge, members):
    (a, c), edges = edge, {*case.graph.edges}
    others = {tail for tail, head in edges if head == c and tail != a}
    if members is None or edge not in edges:
        return members is None and edge not in edges
    return {*members} == others and all({(a, v), (v, a)} & edges for v in others)


@true_when(IsVStructure)
def _(case, path):
    return unordered(path) <= v_structures_of(case.graph.edges)


@true_when(MeekAdds)
def _(case, steps, alone):
    edges = case.graph.edges
    known = {(end, c) for ends, c in v_structures_of(edges) for end in ends}
    for rule, a, b in steps:
        if not follows(edges, known, rule, (a, b)):
            return False
        known.add((a, b))
    return known == frozenset.intersection(*members_of(edges))


@true_when(PointsBothWays)
def _(case, edge, there):
    return edge[::-1] in there and {*there} in members_of(case.graph.edges)


@true_when(InEach)
def _(case, edge, number):
    found = members_of(case.graph.edges)
    missing = edge not in case.answer
    return missing and len(found) == number and all(edge in member for member in found)


@true_when(PartOfV)
def _(case, edge, inside):
    found = v_structures_of(case.graph.edges)
    return any(edge[0] in ends and edge[1] == c for ends, c in found) == inside


@true_when(LeavesClass)
def _(case, there, edge, change, path):
    expected = {*case.graph.edges} - {edge} | {edge[::-1]}
    return {*there} == expected and differs(case.graph.edges, there, change, path)


@true_when(MayTurn)
def _(case, edge):
    return {*case.graph.edges} - {edge} | {edge[::-1]} in members_of(case.graph.edges)


@true_when(NotKept)
def _(case, edge, path, drawn):
    arrows = drawn_arrows(case.graph)
    if not drawn or edge not in arrows:
        return drawn == (edge in arrows)
    if path is not None:
        return edge[0] in path and unordered(path) <= v_structures_of(case.graph.edges)
    joined = {frozenset(e) for e in case.graph.edges}
    others = {end for end, head in arrows if head == edge[1] and end != edge[0]}
    return all(frozenset((edge[0], end)) in joined for end in others)


@true_when(FalseIn20)
def _(case, path, missing):
    read = v_structures_of(drawn_arrows(case.graph)) - v_structures_of(case.graph.edges)
    if not missing:
        return unordered(*path) == read
    left_out = {*missing} <= {(end, c) for a, c, b in path for end in (a, b)}
    return unordered(*path) <= read and left_out and not {*missing} & case.answer


def before_of(dag):
    """Return whether one variable leaves before another, as a function of the two."""
    order = record("marvel", dag).result.removal_order
    return lambda a, b: order.index(a) < order.index(b)


def of_line_11(dag):
    """Return the arrows of the v-structures that line 10 finds."""
    found = set()
    for step in record("marvel", dag).steps:
        if isinstance(step.event, ev.VStructuresKnown):
            names, x = dag.nodes, step.event.x
            found |= {(names[end], names[y]) for y, t in step.event.v_structures for end in (x, t)}
    return found


def drawn_arrows(dag):
    """Return all arrows of lines 11 and 13."""
    known, before = of_line_11(dag), before_of(dag)
    left = {e for e in dag.edges if not {e, e[::-1]} & known}
    return known | {(a, b) if before(b, a) else (b, a) for a, b in left}
