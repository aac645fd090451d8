"""Facts on removable variables: verdicts, conditions at a child, missing edges, what changes."""

from collections.abc import Iterator, Mapping
from typing import Any

from marvel_widgets.assessment.facts import Case, Facts, Role
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.separation.by_arrows import kindred
from marvel_widgets.lessons.separation.facts import Labels, is_described
from marvel_widgets.text import in_braces, listed

Edge = tuple[Label, Label]

# -- verdicts ------------------------------------------------------------------------------------


@kind(
    "{x} is not removable: {why}",
    "{x} is removable: both conditions hold at its {members:child|children} {members}.",
    "{x} is removable: it has no children.",
)
def Removable(case: Case, x: Label, removable: bool, members: Labels, why: Facts = ()) -> bool:
    """A variable is removable, or is not, with what a condition finds at its children."""
    whole = {*members} == kindred(case.graph, x, "child") and bool(why) != removable
    right = is_removable_by_definition(case.graph, x) == removable
    return whole and right and all(fact.holds(case) for fact in why)


@kind("Without {removed}, {pair} are separated {given:given}; with {removed} they are not.")
def Changes(case: Case, removed: Label, pair: Edge, given: Labels) -> bool:
    """A set separates a pair only once a variable has left."""
    after = d_separated(case.graph.without(removed), *pair, given)
    return after and not d_separated(case.graph, *pair, given)


@kind(
    "{pair} are not separated {given:given}, and this stays so without {removed}: the path "
    "{path:path} is open and does not visit {removed}.",
    "{pair} are separated {given:given}, with {removed} as without it.",
)
def SameWithout(case: Case, removed: Label, pair: Edge, given: Labels, path: Path | None) -> bool:
    """A removal leaves a d-separation as it is; where the two are connected, a path stays open."""
    smaller = case.graph.without(removed)
    verdicts = {d_separated(dag, *pair, given) for dag in (case.graph, smaller)}
    if path is None:
        return verdicts == {True}
    return verdicts == {False} and path.is_open and is_described(smaller, path, given)


# -- the conditions at a child -------------------------------------------------------------------


@kind("Condition {condition} {met:holds|fails} at {child}: {why}")
def AtChild(case: Case, x: Label, child: Label, condition: int, met: bool, why: Facts) -> bool:
    """A condition holds or fails at a child, with what it finds there."""
    there = child in kindred(case.graph, x, "child") and condition in (1, 2)
    fails = any(child == z for z, _ in _gaps(case.graph, x, condition))
    return there and fails != met and all(fact.holds(case) for fact in why)


def _joining(x: Label, child: Label, members: Labels, joined: bool) -> Mapping[Role, Any]:
    """Return what Condition 1 asks of the other neighbors of a variable, as roles."""
    pairs = tuple((v, child) for v in members)
    return {"subject": x, "place": child, "edge" if joined else "missing": pairs}


@kind(
    "{members} {joined:{members:is a neighbor|are neighbors} of {child}|{members:is a neighbor|"
    "are neighbors} of {x}, and no edge joins {members} to {child}}.",
    "{child} is the only neighbor of {x}: nothing to check.",
    draws=_joining,
)
def NeighborsAtChild(case: Case, x: Label, child: Label, members: Labels, joined: bool) -> bool:
    """Other neighbors of a variable are neighbors of its child, or are not: Condition 1."""
    others = kindred(case.graph, x, "neighbor") - {child}
    near = others & kindred(case.graph, child, "neighbor")
    named = set(members)
    return near == others == named if joined else bool(named) and named <= others - near


def _above(x: Label, child: Label, through: Labels, parents: tuple[Labels, ...]) -> str:
    if not through:
        return f"No child of {x} is a parent of {child}: nothing to check."
    pairs = zip(through, parents, strict=True)
    groups = listed(f"of {y} {in_braces(above)}" for y, above in pairs)
    return f"The parents {groups} are parents of {child}."


@kind(_above)
def ParentsAtChild(
    case: Case, x: Label, child: Label, through: Labels, parents: tuple[Labels, ...]
) -> bool:
    """All parents of the children that are parents of a child are parents of it: Condition 2."""
    dag, over = case.graph, kindred(case.graph, child, "parent")
    groups = zip(through, parents, strict=True)
    whole = all({*above} == kindred(dag, y, "parent") for y, above in groups)
    between = kindred(dag, x, "child") & over
    return set(through) == between and whole and all({*above} <= over for above in parents)


@kind(
    "{missing[0]} is a parent of {through}, a child of {x} and parent of {missing[1]}; "
    "{missing[0]} → {missing[1]} is missing."
)
def MissingArrow(case: Case, x: Label, through: Label | None, missing: Edge) -> bool:
    """An arrow is missing that Condition 2 asks for."""
    (a, z), y, edges = missing, through, set(case.graph.edges)
    asked = {(a, y), (x, y), (x, z), (y, z)} <= edges
    return asked and a != x and not {(a, z), (z, a)} & edges


def _no_reason(x: Label, pair: Edge, child: Label | None) -> str:
    head = f"Nothing asks for an edge between {pair[0]} and {pair[1]}:"
    if child is None:
        neither = f"neither {pair[0]} nor {pair[1]} is one"
        return f"{head} the conditions join others to a child of {x}, and {neither}."
    other = pair[1] if pair[0] == child else pair[0]
    why = f"{other} is no neighbor of {x}, and no parent of a child of {x}"
    return f"{head} {why} that is a parent of {child}."


@kind(_no_reason)
def NothingAsks(case: Case, x: Label, pair: Edge, child: Label | None) -> bool:
    """No condition asks for an edge between two variables: neither is a child, or one is."""
    asked = {frozenset(p) for c in (1, 2) for p in _asked(case.graph, x, c)}
    below = {*pair} & kindred(case.graph, x, "child")
    fits = not below if child is None else child in below
    return fits and x not in pair and frozenset(pair) not in asked


# -- by the arrows alone -------------------------------------------------------------------------


def _asked(dag: Dag, x: Label, condition: int) -> Iterator[Edge]:
    """Yield the pairs that a condition wants adjacent, the child first."""
    below = kindred(dag, x, "child")
    if condition == 1:
        yield from ((z, w) for z in below for w in kindred(dag, x, "neighbor") - {z})
    if condition == 2:
        between = ((z, y) for z in below for y in below & kindred(dag, z, "parent"))
        yield from ((z, a) for z, y in between for a in kindred(dag, y, "parent") - {x})


def _gaps(dag: Dag, x: Label, condition: int) -> list[Edge]:
    arrows = set(dag.edges)
    return [p for p in _asked(dag, x, condition) if not {p, p[::-1]} & arrows]
