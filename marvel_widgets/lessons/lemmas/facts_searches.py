"""Facts on the searches of the lemmas: their sets in order, their tests, the pairs that break."""

from collections.abc import Iterator

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.removability.facts import Edge
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of, proper_subsets, subsets
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import listed


@kind(
    "The search stops there; {earlier:# earlier set} did not separate.",
    "{given:set} separates them, but an earlier set does so too.",
)
def FirstSet(case: Case, x: Label, y: Label, given: Labels, earlier: int | None) -> bool:
    """A set is the first that separates, after so many others, or an earlier one separates too."""
    tried = [set(s) for s in proper_subsets(members_of(case.graph, x) - {y})]
    right = [n for n, s in enumerate(tried) if d_separated(case.graph, x, y, s)]
    place = tried.index({*given}) if {*given} in tried else -1
    if earlier is None:
        apart = d_separated(case.graph, x, y, given)
        return case.answer["set"] == {*given} and apart and right[0] != place
    return case.answer["set"] == {*given} and right[0] == place == earlier


@kind(
    "Number the sets as they are tried, {{}} is number 1: number {number} is {given:set}.",
    "Number the sets as they are tried, {{}} is number 1: there is no {number}.",
)
def NumberOfSet(case: Case, x: Label, y: Label, number: int, given: Labels | None) -> bool:
    """Which set has a number in the order in which they are tried; none for a number beyond."""
    tried = proper_subsets(members_of(case.graph, x) - {y})
    there = tried[number - 1] if 1 <= number <= len(tried) else None
    wrong = there is None or set(there) != case.answer["set"]
    return wrong and there == given and bool(case.answer["tests"] == number)


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


@kind(
    "{{{x}}} is what is given where S is empty, and {other} is not in it.",
    "{x} is given in each of these tests, also where S is empty.",
)
def AlwaysGiven(case: Case, x: Label, other: Label | None) -> bool:
    """One variable alone is in all sets that Condition 1 tries, which the answer has wrong."""
    named = case.answer["always"]
    return x not in named if other is None else other in named - {x}


@kind("{number:# variable} may be in the set or not: not {wrong}.")
def FreeMembers(case: Case, x: Label, pair: Edge, number: int, wrong: int) -> bool:
    """How many variables may be in a set of Condition 1 or not, and not so many sets."""
    rest = members_of(case.graph, x) - set(pair)
    return len(rest) == number and case.answer["sets"] == wrong != len([*subsets(rest)])


@kind("The sets are S and {x}, for every S inside the boundary without {pair}.")
def SetsTried(case: Case, x: Label, pair: Edge) -> bool:
    """Which sets Condition 1 tries for a pair; the answer is made of these."""
    rest = members_of(case.graph, x) - set(pair)
    right = {"always": {x}, "sometimes": rest, "sets": len([*subsets(rest)])}
    return bool(case.answer == right)


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
