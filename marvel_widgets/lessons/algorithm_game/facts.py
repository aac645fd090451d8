"""Facts on MARVEL's rounds: the line of a round, what leaves, what stays, what is known."""

from collections.abc import Mapping
from itertools import combinations
from typing import Literal

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.removability.facts import Edge
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import listed

FirstVisit = Literal["passed", "failed", "unasked"]

# -- the line of a round -------------------------------------------------------------------------


@kind("{x} comes before {y}.")
def ComesBefore(case: Case, x: Label, y: Label) -> bool:
    """A variable is visited before another one, which an answer has before it."""
    order = case.answer["order"] if isinstance(case.answer, Mapping) else case.answer
    return _place(case.graph, x) < _place(case.graph, y) and order.index(y) < order.index(x)


def _sizes(members: Labels, sizes: tuple[int, ...]) -> str:
    pairs = zip(members, sizes, strict=True)
    return f"Boundary sizes: {listed(f'{v} {size}' for v, size in pairs)}; ties by name."


@kind(_sizes)
def BoundarySizes(case: Case, members: Labels, sizes: tuple[int, ...]) -> bool:
    """How large the boundaries of some variables are."""
    return tuple(len(members_of(case.graph, v)) for v in members) == sizes


@kind(
    "{x} is {first:the first in the line that passes both conditions"
    "|removable, but another one before it in the line is so as well}."
)
def InLine(case: Case, x: Label, first: bool) -> bool:
    """A removable variable is the first of the line that is, or another one is before it."""
    dag = case.graph
    able = [v for v in dag.nodes if is_removable_by_definition(dag, v)]
    is_first = min(able, key=lambda v: _place(dag, v)) == x
    return x in case.answer["leaves"] and x in able and first == is_first


# -- what stays, and what is known ---------------------------------------------------------------


@kind("{pair} are two neighbors of {x}.")
def TwoNeighbors(case: Case, x: Label, pair: Edge) -> bool:
    """An answer leaves out two neighbors of a variable: no part of it has the pair."""
    near = set(pair) <= kindred(case.graph, x, "neighbor")
    parts = case.answer.values() if isinstance(case.answer, Mapping) else [case.answer]
    return near and not any(frozenset(pair) in part for part in parts)


def _at_first(pair: Edge, found: FirstVisit) -> str:
    words = {
        "passed": "passed at the first visit, and a passed pair never fails later.",
        "failed": "failed at the first visit, and a failed pair may pass later.",
        "unasked": "were not decided at the first visit, which ended before them.",
    }
    return f"{pair[0]} and {pair[1]} {words[found]}"


@kind(_at_first)
def AtFirstVisit(case: Case, x: Label, removed: Labels, pair: Edge, found: FirstVisit) -> bool:
    """What the first visit, which ended at a failed pair, found for a pair of neighbors."""
    state = first_visit(_left(case.graph, removed), x)[frozenset(pair)]
    part = "asked" if found == "passed" else "reused"
    return state == found and frozenset(pair) in case.answer[part]


# -- by the arrows alone -------------------------------------------------------------------------


def first_visit(dag: Dag, x: Label) -> dict[frozenset[Label], FirstVisit]:
    """Return what a visit finds for each pair of neighbors, in order, when all is unknown."""
    found: dict[frozenset[Label], FirstVisit] = {}
    failed = False
    for pair in combinations(sorted(kindred(dag, x, "neighbor"), key=str), 2):
        joined = pair[0] in kindred(dag, pair[1], "neighbor")
        passes = joined or set(pair) <= kindred(dag, x, "parent")
        found[frozenset(pair)] = "unasked" if failed else "passed" if passes else "failed"
        failed = failed or not passes
    return found


def _place(dag: Dag, x: Label) -> tuple[int, str]:
    return len(members_of(dag, x)), str(x)


def _left(dag: Dag, removed: Labels) -> Dag:
    return dag.induced(set(dag.nodes) - set(removed))
