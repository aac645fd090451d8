"""Facts on the lemmas: what the sets of a search do, how many tests it makes, which pairs break."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from marvel_widgets.assessment.facts import Case, Facts
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of, proper_subsets
from marvel_widgets.lessons.separation.facts import Labels


@kind(
    "{y} is independent of {x} given {given:set}, so it is a co-parent.",
    "No listed set makes {y} independent of {x}, so it is a neighbor.",
)
def ToldApart(case: Case, x: Label, y: Label, given: Labels | None) -> bool:
    """A member of a boundary is a co-parent, since a set separates it, or else a neighbor."""
    parts = ("neighbors", "co_parents")
    part, other = parts if given is None else parts[::-1]
    kin = y in kindred(case.graph, x, "neighbor" if given is None else "co-parent")
    sets = proper_subsets(members_of(case.graph, x) - {y})
    separating = [s for s in sets if d_separated(case.graph, x, y, s)]
    named = not separating if given is None else given in separating
    return kin and named and (y not in case.answer[part] or y in case.answer[other])


def _is_inside(x: Label, y: Label, inside: bool) -> str:
    if x == y:
        return f"{y} is not in its own boundary."
    return f"{y} is {'' if inside else 'not '}in the Markov boundary of {x}."


@kind(_is_inside)
def InBoundary(case: Case, x: Label, y: Label, inside: bool) -> bool:
    """A variable is in the Markov boundary of another one, or is not; a boundary has it wrong."""
    named: Any = case.answer.get(x) if isinstance(case.answer, Mapping) else case.answer
    is_boundary = isinstance(named, frozenset) and all(isinstance(v, str) for v in named)
    right = (y in members_of(case.graph, x)) == inside
    return right and not (is_boundary and (y in named) == inside)


@kind("{y} {true:is|is not} a child of {x} and of a co-parent: look at the arrows into it.")
def CommonChild(case: Case, x: Label, y: Label, true: bool) -> bool:
    """A variable is a child of another one and of a co-parent, or is not."""
    mates = kindred(case.graph, x, "co-parent")
    below = y in kindred(case.graph, x, "child")
    return (below and bool(kindred(case.graph, y, "parent") & mates)) == true


@kind("{neighbors:# neighbor} make {pairs:# pair}, not {wrong}.")
def PairsOfNeighbors(case: Case, x: Label, neighbors: int, pairs: int, wrong: int) -> bool:
    """How many pairs the neighbors of a variable make, and not as many as an answer says."""
    near = kindred(case.graph, x, "neighbor")
    right = (len(near), len([*combinations(near, 2)])) == (neighbors, pairs)
    return right and case.answer["pairs"] == wrong != pairs


@kind("The boundary of {x} has {number} members, the maximum in-degree is {most}.")
def BoundarySize(case: Case, x: Label, number: int, most: int) -> bool:
    """How large a boundary is, beside the maximum in-degree; the answer has it wrong."""
    largest = max(len(kindred(case.graph, v, "parent")) for v in case.graph.nodes)
    right = (len(members_of(case.graph, x)), largest) == (number, most)
    return right and (x in case.answer["too_large"]) != (number > most)


@kind("{there}")
def OfAnswer(case: Case, names: Labels, there: Facts) -> bool:
    """Facts on the graph that an answer gives by its arrows."""
    dag = Dag(sorted(case.answer), nodes=names)
    return all(fact.holds(replace(case, dag=dag)) for fact in there)
