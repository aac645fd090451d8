"""When what is said in the lesson lemmas is true."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.lemmas.exercises import (
    BoundarySize,
    Breaks,
    ColliderGiven,
    CommonChild,
    InBoundary,
    LemmaCost,
    NoneInside,
    NotAsked,
    OfAnswer,
    OffBy,
    PairsOfNeighbors,
    SetSeparates,
    ToldApart,
)
from marvel_widgets.lessons.separation.by_arrows import subsets
from tests.truths import holds, true_when
from tests.truths.separation import is_described, kindred, members_of, proper_subsets


@true_when(ToldApart)
def _(case, x, y, given):
    parts = ("neighbors", "co-parents")
    part, other = parts if given is None else parts[::-1]
    kin = y in kindred(case.graph, x, "neighbor" if given is None else "co-parent")
    sets = proper_subsets(members_of(case.graph, x) - {y})
    separating = [s for s in sets if d_separated(case.graph, x, y, s)]
    named = not separating if given is None else given in separating
    return kin and named and (y not in case.answer[part] or y in case.answer[other])


@true_when(InBoundary)
def _(case, x, y, inside):
    named: Any = case.answer.get(x) if isinstance(case.answer, Mapping) else case.answer
    is_boundary = isinstance(named, frozenset) and all(isinstance(v, str) for v in named)
    right = (y in members_of(case.graph, x)) == inside
    return right and not (is_boundary and (y in named) == inside)


@true_when(CommonChild)
def _(case, x, y, true):
    mates = kindred(case.graph, x, "co-parent")
    below = y in kindred(case.graph, x, "child")
    return (below and bool(kindred(case.graph, y, "parent") & mates)) == true


@true_when(PairsOfNeighbors)
def _(case, x, neighbors, pairs, wrong):
    near = kindred(case.graph, x, "neighbor")
    right = (len(near), len([*combinations(near, 2)])) == (neighbors, pairs)
    return right and case.answer["pairs"] == wrong != pairs


@true_when(BoundarySize)
def _(case, x, number, most):
    largest = max(len(kindred(case.graph, v, "parent")) for v in case.graph.nodes)
    right = (len(members_of(case.graph, x)), largest) == (number, most)
    return right and (x in case.answer["too large"]) != (number > most)


@true_when(OfAnswer)
def _(case, names, there):
    dag = Dag(sorted(case.answer), nodes=names)
    return all(holds(fact, replace(case, dag=dag)) for fact in there)


@true_when(SetSeparates)
def _(case, x, y, child, given, path):
    if path is None:
        return d_separated(case.graph, x, y, given)
    return path.is_open and is_described(case.graph, path, given)


@true_when(NoneInside)
def _(case, x, pair, members, given):
    dag, tried = case.graph, subsets({x, *members} - {*pair})
    answered = members_of(dag, x) == {*members} and case.answer == {*given} > {*given} & {*members}
    return answered and not any(d_separated(dag, *pair, s) for s in tried)


@true_when(OffBy)
def _(case, x, y, number, given, sets):
    found = dict(_searches(case.graph, x))
    total = sum(tests for tests, _ in found.values())
    off = number > total if given is not None else number < total
    tests, separating = found[y]
    all_tried = given is not None or tests == sets
    near = (y in kindred(case.graph, x, "neighbor")) == (given is None)
    return off and all_tried and near and separating == given


@true_when(LemmaCost)
def _(case, x, neighbors, sets, members, tests):
    found = dict(_searches(case.graph, x))
    mates = kindred(case.graph, x, "co-parent")
    each = tuple(found[t][0] for t in members) == tests
    near = [tests for y, (tests, _) in found.items() if y not in mates]
    right = near == [sets] * neighbors and set(members) == mates
    return right and each and sum(tests for tests, _ in found.values()) == case.answer


@true_when(ColliderGiven)
def _(case, x, pair, blocker):
    arrows = {(end, blocker) for end in pair} <= set(case.graph.edges)
    below = blocker in {x, *kindred(case.graph, x, "child")}
    return arrows and below and frozenset(pair) in case.answer


@true_when(Breaks)
def _(case, x, pair, given, through):
    inside = set(given) <= members_of(case.graph, x) | {x} and x in given
    if through is not None:
        arrows = {(x, through), (pair[1], through)}
        inside = inside and through in given and arrows <= set(case.graph.edges)
    return inside and d_separated(case.graph, *pair, given) and frozenset(pair) not in case.answer


@true_when(NotAsked)
def _(case, x, pair):
    dag = case.graph
    below, near = kindred(dag, x, "child"), kindred(dag, x, "neighbor")
    mates = ((t, y) for t in kindred(dag, x, "co-parent") for y in below)
    asked = {frozenset({t, z}) for t, y in mates if (t, y) in dag.edges for z in near - {y}}
    return frozenset(pair) in case.answer - asked


def _searches(dag, x):
    """Yield each member of a boundary with its tests and the first set that separates it."""
    for y in members_of(dag, x):
        tried = proper_subsets(members_of(dag, x) - {y})
        right = [n for n, s in enumerate(tried) if d_separated(dag, x, y, s)]
        yield y, (right[0] + 1, tried[right[0]]) if right else (len(tried), None)
