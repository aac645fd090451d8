"""When what is said in the lesson orientation is true."""

from functools import lru_cache
from itertools import combinations, product

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.registry import record
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
from tests.reference.dags import is_acyclic
from tests.truths import true_when


def unordered(*triples):
    """Return v-structures whose ends have no order."""
    return {(frozenset((a, b)), c) for a, c, b in triples}


def v_structures_of(edges):
    """Return the pairs of arrows that meet while no edge joins their ends."""
    joined = {frozenset(edge) for edge in edges}
    pairs = combinations(edges, 2)
    met = {(frozenset((a, b)), c) for (a, c), (b, d) in pairs if c == d}
    return {(ends, c) for ends, c in met if ends not in joined}


@lru_cache(maxsize=16)  # the facts on one graph ask for its class again and again
def members_of(edges):
    """Return all graphs of the Markov equivalence class: each way to direct the edges is tried."""
    return tuple(map(frozenset, _members(edges)))


def _members(edges):
    wanted = v_structures_of(edges)
    for turned in product((False, True), repeat=len(edges)):
        found = tuple((b, a) if t else (a, b) for (a, b), t in zip(edges, turned, strict=True))
        if v_structures_of(found) == wanted and is_acyclic(found):
            yield found


def follows(edges, known, rule, arrow):
    """Return whether one of Meek's rules directs an edge, given the arrows that are known."""
    a, b = arrow
    joined = {frozenset(edge) for edge in edges}
    nodes = {v for edge in edges for v in edge}
    if frozenset(arrow) not in joined or {arrow, (b, a)} & known:
        return False
    if rule == "R1":
        return any((c, a) in known and frozenset((c, b)) not in joined for c in nodes - {b})
    if rule == "R2":
        return any({(a, c), (c, b)} <= known for c in nodes)
    loose = [c for c in nodes if (c, b) in known and frozenset((a, c)) in joined]
    between = [c for c in loose if not {(a, c), (c, a)} & known]
    return rule == "R3" and any(frozenset(pair) not in joined for pair in combinations(between, 2))


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


@true_when(FalselyRead)
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
