"""When what is said in the lesson separation is true."""

import re
from itertools import pairwise

from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.separation.by_arrows import subsets
from marvel_widgets.lessons.separation.facts import (
    Adjacent,
    NeverSeparated,
    NoPath,
    OthersBlocked,
    PathState,
    Separates,
    VertexState,
)
from tests.truths import holds, true_when


@true_when(Separates)
def _(case, x, y, given, separated):
    return d_separated(case.graph, x, y, given) == separated


@true_when(PathState)
def _(case, path, given):
    return is_described(case.graph, path, given)


@true_when(VertexState)
def _(case, path, given, blocker):
    return blocker in path.names[1:-1] and is_described(case.graph, path, given)


@true_when(OthersBlocked)
def _(case, x, y, given, number):
    apart = d_separated(case.graph, x, y, given)
    return apart and number_of_paths(case.graph, (x,), y) == number + 1


@true_when(NoPath)
def _(case, x, y):
    return number_of_paths(case.graph, (x,), y) == 0


@true_when(Adjacent)
def _(case, edge, adjacent):
    return ({edge, edge[::-1]} & set(case.graph.edges) != set()) == adjacent


@true_when(NeverSeparated)
def _(case, edge):
    """An edge that the answer names in vain, or that the question is about."""
    named = isinstance(case.answer, frozenset) and frozenset(edge) in case.answer - case.solution
    asked = re.search(f"{edge[0]}(,| and) {edge[1]}", " ".join(case.asked))
    return holds(Adjacent(edge), case) and (named or asked is not None)


def is_described(dag, path, given, also=()):
    """Return whether a path is one of the graph, with the role and the state of each variable.

    Members of `also` open colliders, as those given do, and block nothing.
    """
    into = {"->": lambda a, b: (a, b), "<-": lambda a, b: (b, a)}
    steps = zip(pairwise(path.names), path.arrows, strict=True)
    there = all(into[arrow](*pair) in dag.edges for pair, arrow in steps)
    simple = len(set(path.names)) == len(path.names)
    ends = all(vertex.role == "end" for vertex in (path.vertices[0], path.vertices[-1]))
    inner = zip(path.vertices[1:-1], pairwise(path.arrows), strict=True)
    so = (_is_so(dag, v, arrows, given, also) for v, arrows in inner)
    return there and simple and ends and all(so)


def _is_so(dag, vertex, arrows, given, also):
    role = {("->", "<-"): "collider", ("<-", "->"): "fork"}.get(arrows, "chain")
    is_given = vertex.name in given
    if (vertex.role, vertex.given) != (role, is_given):
        return False
    if role != "collider":
        return vertex.is_open != is_given
    openers = {*given, *also} & {vertex.name, *dag.descendants(vertex.name)}
    return vertex.is_open == bool(openers) and (not openers or vertex.opened_by in openers)


def number_of_paths(dag, walk, y):
    """Return how many paths lead on from a walk to a variable, whatever is given."""
    if walk[-1] == y:
        return 1
    return sum(number_of_paths(dag, (*walk, v), y) for v in dag.neighbors(walk[-1]) - set(walk))


def kindred(dag, y, kin):
    """Return the variables that are kin of one, read off the arrows."""
    above = {a for a, b in dag.edges if b == y}
    below = {b for a, b in dag.edges if a == y}
    mates = {a for a, b in dag.edges if b in below} - {y} - above - below
    later = below.union(*(kindred(dag, z, "descendant") for z in below))
    found = {"child": below, "parent": above, "neighbor": above | below}
    return frozenset({**found, "co-parent": mates, "descendant": later}[kin])


def members_of(dag, x):
    """Return a Markov boundary: the neighbors and the other parents of the children."""
    return kindred(dag, x, "neighbor") | kindred(dag, x, "co-parent")


def proper_subsets(names):
    """Return all subsets but the whole, in the order of `subsets`."""
    return [*subsets(names)][:-1]
