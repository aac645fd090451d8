"""When what is said in the lesson proof is true."""

from dataclasses import replace
from itertools import pairwise, permutations

from marvel_widgets.lessons.proof.exercises import (
    InPlace,
    JudgedPath,
    LeftOut,
    NoOpenPathOn,
    NotOn,
    Opener,
    OtherPath,
    TakesPlace,
)
from tests.reference import paths
from tests.reference.checks import named_graph
from tests.truths import holds, true_when
from tests.truths.removability import named_in
from tests.truths.separation import is_described, kindred


@true_when(JudgedPath)
def _(case, path, given, blocker):
    path, ends = path, (path.names[0], path.names[-1])
    named = path.is_open if blocker is None else blocker in path.names[1:-1]
    return named and is_described(case.graph, path, given, ends)


@true_when(InPlace)
def _(case, place, removed, there):
    return holds(there, replace(case, dag=case.graph.without(removed)))


@true_when(NotOn)
def _(case, x, path, inner):
    return x in named_in(case.answer) and x not in (path.names[1:-1] if inner else path.names)


@true_when(OtherPath)
def _(case, path, removed, given):
    made = _made(case.graph, path, removed, given)
    return made is not None and set(made) != case.answer


@true_when(LeftOut)
def _(case, path, removed, through, given):
    made = _made(case.graph, path, removed, given)
    left = tuple(v for v in path.names if v not in (removed, through))
    beside = {removed, through} in [{*pair} for pair in pairwise(path.names)]
    first = [v for v in path.names if v != removed]
    there = all(b in kindred(case.graph, a, "neighbor") for a, b in pairwise(first))
    return beside and there and through in given and made == left


def is_open_path(dag, names, given, rule="textbook"):
    """Return whether names in this order are a path, and nothing on it blocks."""
    g = named_graph(dag)
    return paths.is_path(g, names) and paths.is_open(g, names, frozenset(given), rule)


def _made(dag, path, x, given):
    """Return the path of H that the proof makes: without x, then without a neighbor of it."""
    at, smaller = path.names.index(x), dag.without(x)
    ends = (path.names[0], path.names[-1])
    for more in ((), path.names[at - 1 : at], path.names[at + 1 : at + 2]):
        left = tuple(v for v in path.names if v != x and v not in more)
        if ends == (left[0], left[-1]) and is_open_path(smaller, left, given, "paper"):
            return left
    return None


@true_when(Opener)
def _(case, x, blocker, given, ends, opens):
    below = x in {blocker, *kindred(case.graph, blocker, "descendant")}
    right = (below and x in (*given, *ends)) == opens
    return right and (x in case.answer["T"]) != opens


@true_when(TakesPlace)
def _(case, child, removed, openers, below):
    found = {child, *kindred(case.graph, child, "descendant")} & set(openers)
    right = set(below) == found and (removed, child) in case.graph.edges
    return right and (child in case.answer["W"]) != bool(found)


@true_when(NoOpenPathOn)
def _(case, x, y, members, given):
    orders = permutations(set(members) - {x, y})
    whole = {x, y} <= set(members) == case.answer["path"]
    is_open = any(is_open_path(case.graph, (x, *order, y), given) for order in orders)
    return set(members) == case.answer["path"] and not (whole and is_open)
