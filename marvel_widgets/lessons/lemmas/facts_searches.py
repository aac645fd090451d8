"""Facts on the searches of the lemmas: their sets in order, their tests, the pairs that break."""

from collections.abc import Iterator

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.removability.facts import Edge
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of, proper_subsets
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import listed


@kind(
    "{number} are too many: {given:set} separates {x} and {y}, so no later set is tried.",
    "{number} are too few: nothing separates {x} and its neighbor {y}, so each of the {sets} "
    "proper subsets is tried for {y} alone.",
)
def OffBy(case: Case, x: Label, y: Label, number: int, given: Labels | None, sets: int) -> bool:
    """A number of tests of the neighbor lemma is too large, or too small: why, at one member."""
    found = dict(_searches(case.graph, x))
    total = sum(tests for tests, _ in found.values())
    off = number > total if given is not None else number < total
    tests, separating = found[y]
    all_tried = given is not None or tests == sets
    near = (y in kindred(case.graph, x, "neighbor")) == (given is None)
    return off and all_tried and near and separating == given


def _spent(neighbors: int, sets: int, members: Labels, tests: tuple[int, ...]) -> str:
    spent = listed(f"{n} for {t}" for t, n in zip(members, tests, strict=True))
    return f"{neighbors} x {sets} for the neighbors, and {spent}, where the search stops early."


@kind(_spent)
def LemmaCost(
    case: Case, x: Label, neighbors: int, sets: int, members: Labels, tests: tuple[int, ...]
) -> bool:
    """The tests of the neighbor lemma: all sets for each neighbor, fewer for each co-parent."""
    found = dict(_searches(case.graph, x))
    mates = kindred(case.graph, x, "co-parent")
    each = tuple(found[t][0] for t in members) == tests
    near = [tests for y, (tests, _) in found.items() if y not in mates]
    right = near == [sets] * neighbors and set(members) == mates
    return right and each and sum(tests for tests, _ in found.values()) == case.answer


def _colliding(x: Label, pair: Edge, blocker: Label) -> str:
    beside = "" if blocker == x else f", as it is beside {x}"
    path = f"{pair[0]} → {blocker} ← {pair[1]}"
    return f"{path}: the path is open as soon as {blocker} is given{beside}."


@kind(_colliding)
def ColliderGiven(case: Case, x: Label, pair: Edge, blocker: Label) -> bool:
    """Two variables collide at one that each set of a condition contains; the answer has them."""
    arrows = {(end, blocker) for end in pair} <= set(case.graph.edges)
    below = blocker in {x, *kindred(case.graph, x, "child")}
    return arrows and below and frozenset(pair) in case.answer


@kind(
    "For {x} → {through} ← {pair[1]}: {given:set} holds {x} and {through}, and separates {pair}.",
    "{given:set} holds {x} and separates {pair}.",
)
def Breaks(case: Case, x: Label, pair: Edge, given: Labels, through: Label | None) -> bool:
    """A set that a condition allows separates a pair that the answer leaves out."""
    inside = set(given) <= members_of(case.graph, x) | {x} and x in given
    if through is not None:
        arrows = {(x, through), (pair[1], through)}
        inside = inside and through in given and arrows <= set(case.graph.edges)
    return inside and d_separated(case.graph, *pair, given) and frozenset(pair) not in case.answer


@kind("Condition 2 asks nothing about {pair}.")
def NotAsked(case: Case, x: Label, pair: Edge) -> bool:
    """Condition 2 asks nothing about a pair of an answer: no v-structure at the variable does."""
    dag = case.graph
    below, near = kindred(dag, x, "child"), kindred(dag, x, "neighbor")
    mates = ((t, y) for t in kindred(dag, x, "co-parent") for y in below)
    asked = {frozenset({t, z}) for t, y in mates if (t, y) in dag.edges for z in near - {y}}
    return frozenset(pair) in case.answer - asked


def _searches(dag: Dag, x: Label) -> Iterator[tuple[Label, tuple[int, Labels | None]]]:
    """Yield each member of a boundary with its tests and the first set that separates it."""
    for y in members_of(dag, x):
        tried = proper_subsets(members_of(dag, x) - {y})
        right = [n for n, s in enumerate(tried) if d_separated(dag, x, y, s)]
        yield y, (right[0] + 1, tried[right[0]]) if right else (len(tried), None)
