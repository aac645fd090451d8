"""When what is said in the lesson algorithm_game is true."""

from collections.abc import Mapping
from itertools import combinations

from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.algorithm_game.exercises import (
    AtFirstVisit,
    BoundarySizes,
    ComesBefore,
    FirstVisit,
    InLine,
    TwoNeighbors,
)
from tests.truths import true_when
from tests.truths.separation import kindred, members_of


@true_when(ComesBefore)
def _(case, x, y):
    order = case.answer["order"] if isinstance(case.answer, Mapping) else case.answer
    return _place(case.graph, x) < _place(case.graph, y) and order.index(y) < order.index(x)


@true_when(BoundarySizes)
def _(case, members, sizes):
    return tuple(len(members_of(case.graph, v)) for v in members) == sizes


@true_when(InLine)
def _(case, x, first):
    dag = case.graph
    able = [v for v in dag.nodes if is_removable_by_definition(dag, v)]
    is_first = min(able, key=lambda v: _place(dag, v)) == x
    return x in case.answer["leaves"] and x in able and first == is_first


@true_when(TwoNeighbors)
def _(case, x, pair):
    near = set(pair) <= kindred(case.graph, x, "neighbor")
    parts = case.answer.values() if isinstance(case.answer, Mapping) else [case.answer]
    return near and not any(frozenset(pair) in part for part in parts)


@true_when(AtFirstVisit)
def _(case, x, removed, pair, found):
    state = first_visit(_left(case.graph, removed), x)[frozenset(pair)]
    part = "asked" if found == "passed" else "reused"
    return state == found and frozenset(pair) in case.answer[part]


def first_visit(dag, x):
    """Return what a visit finds for each pair of neighbors, in order, when all is unknown."""
    found: dict[frozenset[Label], FirstVisit] = {}
    failed = False
    for pair in combinations(sorted(kindred(dag, x, "neighbor"), key=str), 2):
        joined = pair[0] in kindred(dag, pair[1], "neighbor")
        passes = joined or set(pair) <= kindred(dag, x, "parent")
        found[frozenset(pair)] = "unasked" if failed else "passed" if passes else "failed"
        failed = failed or not passes
    return found


def _place(dag, x):
    return len(members_of(dag, x)), str(x)


def _left(dag, removed):
    return dag.induced(set(dag.nodes) - set(removed))
