"""When what is said in the lesson removability is true."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, permutations

from marvel_widgets.core.boundary.removability import is_removable, is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.removability.exercises import (
    AtChild,
    BeginsWith,
    Changes,
    Cycle,
    InPairAndSet,
    Kin,
    Leaves,
    NothingAsks,
    Removable,
    RemovableInTurn,
    Repairs,
    SameWithout,
    With,
    Without,
)
from marvel_widgets.lessons.removability.view import MissingArrow, NeighborsAtChild, ParentsAtChild
from tests.reference.dags import is_acyclic
from tests.truths import holds, true_when
from tests.truths.separation import is_described, kindred


@true_when(Removable)
def _(case, x, removable, members, why):
    whole = {*members} == kindred(case.graph, x, "child") and bool(why) != removable
    right = is_removable_by_definition(case.graph, x) == removable
    fails = not any(getattr(fact, "joined", type(fact) is ParentsAtChild) for fact in why)
    return whole and right and fails and all(holds(fact, case) for fact in why)


@true_when(Changes)
def _(case, removed, pair, given):
    after = d_separated(case.graph.without(removed), *pair, given)
    return after and not d_separated(case.graph, *pair, given)


@true_when(SameWithout)
def _(case, removed, pair, given, path):
    smaller = case.graph.without(removed)
    verdicts = {d_separated(dag, *pair, given) for dag in (case.graph, smaller)}
    if path is None:
        return verdicts == {True}
    return verdicts == {False} and path.is_open and is_described(smaller, path, given)


@true_when(AtChild)
def _(case, x, child, condition, met, why):
    there = child in kindred(case.graph, x, "child") and condition in (1, 2)
    fails = any(child == z for z, _ in _gaps(case.graph, x, condition))
    return there and fails != met and all(holds(fact, case) for fact in why)


@true_when(NeighborsAtChild)
def _(case, x, child, members, joined):
    others = kindred(case.graph, x, "neighbor") - {child}
    near = others & kindred(case.graph, child, "neighbor")
    named = set(members)
    return near == others == named if joined else bool(named) and named <= others - near


@true_when(ParentsAtChild)
def _(case, x, child, through, parents):
    dag, over = case.graph, kindred(case.graph, child, "parent")
    groups = zip(through, parents, strict=True)
    whole = all({*above} == kindred(dag, y, "parent") for y, above in groups)
    between = kindred(dag, x, "child") & over
    return set(through) == between and whole and all({*above} <= over for above in parents)


@true_when(MissingArrow)
def _(case, x, through, missing):
    (a, z), y, edges = missing, through, set(case.graph.edges)
    asked = {(a, y), (x, y), (x, z), (y, z)} <= edges
    return asked and a != x and not {(a, z), (z, a)} & edges


@true_when(NothingAsks)
def _(case, x, pair, child):
    asked = {frozenset(p) for c in (1, 2) for p in _asked(case.graph, x, c)}
    below = {*pair} & kindred(case.graph, x, "child")
    fits = not below if child is None else child in below
    return fits and x not in pair and frozenset(pair) not in asked


def _asked(dag, x, condition):
    """Yield the pairs that a condition wants adjacent, the child first."""
    below = kindred(dag, x, "child")
    if condition == 1:
        yield from ((z, w) for z in below for w in kindred(dag, x, "neighbor") - {z})
    if condition == 2:
        between = ((z, y) for z in below for y in below & kindred(dag, z, "parent"))
        yield from ((z, a) for z, y in between for a in kindred(dag, y, "parent") - {x})


def _gaps(dag, x, condition):
    arrows = set(dag.edges)
    return [p for p in _asked(dag, x, condition) if not {p, p[::-1]} & arrows]


@true_when(Without)
def _(case, removed, there):
    left = case.graph.induced(set(case.graph.nodes) - set(removed))
    known = len(left) + len(removed) == len(case.graph)
    return known and all(holds(fact, replace(case, dag=left)) for fact in there)


@true_when(With)
def _(case, arrows, there):
    larger = Dag([*case.graph.edges, *arrows], nodes=case.graph.nodes)
    return all(holds(fact, replace(case, dag=larger)) for fact in there)


@true_when(Cycle)
def _(case, arrows):
    return not is_acyclic([*(() if case.dag is None else case.dag.edges), *arrows])


@true_when(Repairs)
def _(case, x, added, fewest):
    dag = case.graph
    done = Dag([*dag.edges, *case.answer], nodes=dag.nodes)
    right = is_removable_by_definition(done, x) and len(case.answer) == added
    return right and next(s for s in range(9) if _repairable(dag, x, s)) == fewest


@true_when(RemovableInTurn)
def _(case):
    order = case.answer
    left = [case.graph.induced(order[at:]) for at in range(len(order))]
    return all(map(is_removable_by_definition, left, order))


@true_when(BeginsWith)
def _(case, x):
    return bool(case.answer[0] != x)


@true_when(Kin)
def _(case, x, kin, y, true):
    return (x in kindred(case.graph, y, kin)) == true


@true_when(Leaves)
def _(case, x, removed):
    left, able = case.graph, not removed or x in removed
    for name in removed:
        able = able and is_removable_by_definition(left, name)
        left = left.without(name)
    return able and x in case.graph and x in named_in(case.answer)


@true_when(InPairAndSet)
def _(case, x, pair):
    named = case.answer.get("pair", frozenset(pair))
    return named == set(pair) and x in named and x in _set_of(case.answer)


def named_in(answer):
    """Return all variables that an answer names, in whichever part."""
    if isinstance(answer, Mapping):
        return named_in(tuple(answer.values()))
    if isinstance(answer, frozenset | tuple):
        return frozenset(name for part in answer for name in named_in(part))
    return frozenset({answer})


def _repairable(dag, x, size):
    """Return whether so many new arrows can make a variable removable."""
    joined = {frozenset(edge) for edge in dag.edges}
    free = [p for p in permutations(set(dag.nodes) - {x}, 2) if frozenset(p) not in joined]
    more = (arrows for arrows in combinations(free, size) if is_acyclic([*dag.edges, *arrows]))
    return any(is_removable(Dag([*dag.edges, *arrows], nodes=dag.nodes), x) for arrows in more)


def _set_of(answer):
    found = [answer[part] for part in ("given", "S", "set", "sometimes") if part in answer]
    return frozenset().union(*found)
