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
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.separation.by_arrows import (
    kindred,
    members_of,
    proper_subsets,
    subsets,
)
from marvel_widgets.lessons.separation.facts import Labels, is_described
from marvel_widgets.text import in_braces


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


def _separating(x: Label, y: Label, child: Label, given: Labels, path: Path | None) -> str:
    named = in_braces(given) if given else "The empty set"
    pair = f"{x} and {y}"
    if path is not None:
        return f"{named} does not separate {pair}: the path {path} is open."
    if child in given:
        at_once = f"so the lemma says at once: no v-structure at {child}."
        return f"{named} separates {pair}, but {child} is in it, {at_once}"
    return f"{named} separates {pair}, and {child} is not in it."


@kind(_separating)
def SetSeparates(
    case: Case, x: Label, y: Label, child: Label, given: Labels, path: Path | None
) -> bool:
    """Whether a set separates a variable from a co-parent, and contains what may be a child."""
    if path is None:
        return d_separated(case.graph, x, y, given)
    return path.is_open and is_described(case.graph, path, given)


@kind(
    "It is not inside the boundary of {x}, which is {members:set}: no set inside that separates "
    "{pair}."
)
def NoneInside(
    case: Case, x: Label, pair: tuple[Label, Label], members: Labels, given: Labels
) -> bool:
    """No set inside the boundary separates two variables, and a set is not inside it."""
    dag, tried = case.graph, subsets({x, *members} - {*pair})
    answered = members_of(dag, x) == {*members} and case.answer == {*given} > {*given} & {*members}
    return answered and not any(d_separated(dag, *pair, s) for s in tried)
