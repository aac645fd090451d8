"""Facts on the loose ends of the paper: sets that mislead, removals, lines 13 and 15."""

from typing import Literal

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.markov_boundary.facts import common
from marvel_widgets.lessons.orientation.by_hand import v_structures_of
from marvel_widgets.lessons.orientation.facts_printed import of_line_11
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of, subsets
from marvel_widgets.lessons.separation.facts import Labels, is_described
from marvel_widgets.text import in_braces

Pair = tuple[Label, Label]

# -- sets that mislead ---------------------------------------------------------------------------


def _separating(
    x: Label, y: Label, child: Label, given: Labels, path: Path | None, number: int
) -> str:
    named = in_braces(given) if given else "The empty set"
    head, pair = f"Set {number}" if number else named, f"{x} and {y}"
    if path is not None:
        return f"{head} does not separate {pair}: the path {path} is open."
    if child in given:
        at_once = f"so the lemma says at once: no v-structure at {child}."
        return f"{head} separates {pair}, but {child} is in it, {at_once}"
    return f"{head} separates {pair}, and {child} is not in it."


@kind(_separating)
def SetSeparates(
    case: Case, x: Label, y: Label, child: Label, given: Labels, path: Path | None, number: int = 0
) -> bool:
    """Whether a set separates a variable from a co-parent, and contains what may be a child."""
    if path is None:
        return d_separated(case.graph, x, y, given)
    return path.is_open and is_described(case.graph, path, given)


@kind(
    "It is not inside the boundary of {x}, which is {members:set}: no set inside that separates "
    "{pair}."
)
def NoneInside(case: Case, x: Label, pair: Pair, members: Labels, given: Labels) -> bool:
    """No set inside the boundary separates two variables, and a set is not inside it."""
    dag, tried = case.graph, subsets({x, *members} - {*pair})
    answered = _is_boundary(dag, x, members) and case.answer == {*given} > {*given} & {*members}
    return answered and not any(d_separated(dag, *pair, s) for s in tried)


# -- after removals ------------------------------------------------------------------------------


@kind(
    "{x} {there:is missing: {through}, a common child with {y}, is still there|shared {through} "
    "with {y}, which has left}.",
    "{x} and {y} have no common child.",
)
def SharedChildren(
    case: Case, x: Label, y: Label, through: Labels, removed: Labels, there: bool
) -> bool:
    """The common children of two variables, all of which have left, or one of which is there."""
    shared = {*common(case.graph, x, y)}
    left = shared - {*removed}
    fits = {*through} <= left if there else {*through} == shared and not left
    return fits and (x in case.answer) != there


@kind(
    "The boundary of {x} is now {members}; of these, {neighbors} "
    "{neighbors:is a neighbor|are neighbors}."
)
def BoundaryNow(case: Case, x: Label, removed: Labels, neighbors: Labels, members: Labels) -> bool:
    """The boundary of a variable after removals, and which of its members are neighbors."""
    later = case.graph.induced(set(case.graph.nodes) - {*removed})
    near = kindred(later, x, "neighbor") == {*neighbors}
    return near and _is_boundary(later, x, members)


# -- the printed run, and line 15 ----------------------------------------------------------------


@kind(
    "With this order the variables leave as {removed:row}, and line 13 draws {drawn:sorted}: line "
    "20 reads false v-structures with the arrows {false:sorted}.",
    "With this order the variables leave as {removed:row}, and line 20 reads nothing false.",
)
def RunInOrder(
    case: Case, order: Labels, removed: Labels, drawn: tuple[Pair, ...], false: tuple[Pair, ...]
) -> bool:
    """A run of the printed algorithm: in which order variables leave, what line 13 draws false."""
    dag = Dag(case.graph.edges, nodes=order)
    known, edges = of_line_11(dag), {*dag.edges}
    left = {e for e in edges if e not in known}
    later = {frozenset(edge): max(edge, key=removed.index) for edge in left}
    drawn_now = {e if e[0] == later[frozenset(e)] else e[::-1] for e in left}
    read = v_structures_of(drawn_now | edges - left) - v_structures_of(edges)
    arrows = {(end, c) for ends, c in read for end in ends}
    right = record("marvel", dag, orientation="printed").result.removal_order == removed
    return order == case.answer["order"] and right and (drawn_now, arrows) == ({*drawn}, {*false})


def _of_line_15(x: Label, through: Label, removed: Label, pair: Pair, kin: str) -> str:
    if kin:
        return f"{x} is missing: it is a {kin} of {through}, whose boundary line 15 takes."
    if x in (removed, *pair):
        role = "the one that leaves" if x == removed else "one of the pair"
        return f"{x} is {role}, so not given."
    return f"{x} is not in the boundary of {through}, which line 15 takes."


@kind(_of_line_15)
def InLineFifteen(
    case: Case,
    x: Label,
    through: Label,
    pair: Pair,
    removed: Label,
    kin: Literal["", "neighbor", "co-parent"],
) -> bool:
    """Why a variable is given in the test of line 15, and missing, or is not given."""
    dag, roles = case.graph, (removed, *pair)
    found = {k for k in ("neighbor", "co-parent") if x in kindred(dag, through, k)}
    taken = through == min(pair, key=lambda v: (len(members_of(dag, v)), v))
    right = found == {kin} and x not in roles if kin else not found or x in roles
    return taken and right and (x in case.answer) != bool(kin)


@kind(
    "The boundary of {through} has {sizes[0]} variables, that of {other} {sizes[1]}. Given it "
    "without {removed}, {pair[0]} and {pair[1]}, they {apart:part|stay together}."
)
def TakenBoundary(
    case: Case,
    through: Label,
    other: Label,
    sizes: tuple[int, int],
    pair: Pair,
    removed: Label,
    apart: bool,
) -> bool:
    """Which boundary line 15 takes, and what it finds."""
    dag, given = case.graph, members_of(case.graph, through) - {*pair, removed}
    counts = len(members_of(dag, through)), len(members_of(dag, other))
    whole = counts == sizes and {through, other} == {*pair}
    return whole and case.answer == given and d_separated(dag, *pair, given) == apart


# -- by going through all sets -------------------------------------------------------------------


def _is_boundary(dag: Dag, x: Label, members: Labels) -> bool:
    """Return whether a set separates a variable from all others, and none of it can be missing."""
    others = set(dag.nodes) - {x, *members}
    alone = all(d_separated(dag, x, v, members) for v in others)
    return alone and not any(d_separated(dag, x, v, {*members} - {v}) for v in members)
