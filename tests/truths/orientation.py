"""When what is said in the lesson orientation is true."""

from marvel_widgets.lessons.orientation.exercises import (
    FalselyRead,
    InEach,
    InVStructure,
    IsVStructure,
    LeavesClass,
    MayTurn,
    MeekAdds,
    NotKept,
    PartOfV,
    PointsBothWays,
    VStructures,
)
from tests.reference import equivalence
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.checks import named_graph
from tests.reference.dags import Graph, is_acyclic, v_structures
from tests.reference.separation import separation
from tests.truths import true_when


def unordered(*triples):
    """Return v-structures whose ends have no order."""
    return {(frozenset((a, b)), c) for a, c, b in triples}


def v_structures_of(edges):
    return v_structures(Graph(tuple({v for edge in edges for v in edge}), frozenset(edges)))


def fits(edges, known, rule, arrow):
    """Return whether one of Meek's rules directs an edge, given the arrows that are known."""
    lines = {frozenset(e) for e in edges} - {frozenset(e) for e in known}
    return arrow in equivalence.fitting(known, lines, rule.removeprefix("R"))


def differs(edges, there, change, path):
    """Return whether another graph with these edges has a cycle, or this v-structure changed."""
    if {frozenset(e) for e in edges} != {frozenset(e) for e in there}:
        return False
    if change == "cycle" or path is None:
        return change == "cycle" and path is None and not is_acyclic(there)
    (met,) = unordered(path)
    ours, theirs = met in v_structures_of(edges), met in v_structures_of(there)
    return (ours, theirs) == ((False, True) if change == "new" else (True, False))


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
        if not fits(edges, known, rule, (a, b)):
            return False
        known.add((a, b))
    return known == equivalence.essential_graph(named_graph(case.graph))[0]


@true_when(PointsBothWays)
def _(case, edge, there):
    return edge[::-1] in there and {*there} in equivalence.members(named_graph(case.graph))


@true_when(InEach)
def _(case, edge, number):
    found = equivalence.members(named_graph(case.graph))
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
    turned = {*case.graph.edges} - {edge} | {edge[::-1]}
    return turned in equivalence.members(named_graph(case.graph))


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


@true_when(FalselyRead)
def _(case, path, missing):
    read = v_structures_of(drawn_arrows(case.graph)) - v_structures_of(case.graph.edges)
    if not missing:
        return unordered(*path) == read
    left_out = {*missing} <= {(end, c) for a, c, b in path for end in (a, b)}
    return unordered(*path) <= read and left_out and not {*missing} & case.answer


def drawn_arrows(dag):
    """Return all arrows of lines 11 and 13."""
    g = named_graph(dag)
    return AlgorithmOne(g.vertices, separation(g), orientation="printed").run().arrows
