"""Facts on one effect of several causes, whose names are listed in two orders."""

from typing import Literal

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.boundary.removability import is_removable_by_definition
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.markov_boundary.facts import common
from marvel_widgets.lessons.separation.by_arrows import members_of, proper_subsets
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.text import listed

Why = Literal[
    "shares a child", "not the whole", "ends at once", "one test", "all tried", "all but the whole"
]


def _both_sums(x: Label, members: Labels, proper: int) -> str:
    m = len(members)
    return (
        f"Each boundary has {m} members, so that the first of a list is visited first, and it is "
        f"removable. A cause tries the {proper} proper subsets of the other members for {x}, and "
        f"nothing is enough for each of {m - 1} co-parents: {proper} + {m - 1}. {x} tries {proper} "
        f"for each of {m} causes."
    )


@kind(_both_sums)
def CostsInBoth(case: Case, x: Label, members: Labels, proper: int) -> bool:
    """What the first visit costs, where a cause is listed first and where the effect is."""
    dag = case.graph
    sizes = {len(members_of(dag, v)) for v in dag.nodes} == {len(members)}
    may_leave = all(is_removable_by_definition(dag, v) for v in dag.nodes)
    of_x = {searched(dag, x, v)[0] for v in members} == {proper}
    of_causes = all(
        (searched(dag, v, x)[0], {searched(dag, v, w)[0] for w in members if w != v})
        == (proper, {1})
        for v in members
    )
    return sizes and may_leave and of_x and of_causes


def _before(x: Label, first: Label, y: Label | None, name: str) -> str:
    if y is None:
        return f"List {name}: no boundary is smaller than that of {first}, which is listed first."
    before = f"{first} stands before {y} in list {name}"
    if first == x:
        return (
            f"{before}, and the boundary of {y} is not smaller: beside {x} it contains the other "
            "causes, its co-parents."
        )
    child = "It has a child, and is removable all the same" if y == x else "It is removable"
    return (
        f"{before}, and its boundary is not larger. {child}: {x} is its only neighbor, so that no "
        "pair can break a condition."
    )


@kind(_before)
def LeavesFirst(
    case: Case, x: Label, first: Label, y: Label | None, name: str, order: Labels
) -> bool:
    """Why the first of a list leaves first, and not the one that was answered."""
    dag, sizes = case.graph, {v: len(members_of(case.graph, v)) for v in case.graph.nodes}
    named = y is None or (y != first and y in order)
    alone = first == x or dag.neighbors(first) == {x}
    may_leave = is_removable_by_definition(dag, first)
    return named and alone and may_leave and sizes[first] == min(sizes.values())


def _overlooked(x: Label, y: Label, others: Labels, why: Why, name: str, each: bool) -> str:
    other, first = listed(map(str, others)), others[0] if others else y
    tried = (
        f"No set separates {x} from {y}, so the search goes on from nothing given to each of "
        f"{other} alone, and to several of them."
    )
    words = {
        "shares a child": f"{x} and {first} have the common child {y}: {first} is in the boundary "
        f"of {x}, too, and a test has to tell it from a neighbor.",
        "not the whole": f"{x} and {y} are not tested given {other} together.",
        "ends at once": f"{x} and {first} are independent given nothing: their search ends with "
        "this test.",
        "one test": f"{first} is in the boundary of {x}, too: its search makes one test.",
        "all tried": tried,
        "all but the whole": f"{tried} All {len(others)} together are no proper subset.",
    }
    return f"List {name}. {words[why]}{' It is the same for each cause.' if each else ''}"


@kind(_overlooked)
def SearchOf(
    case: Case, x: Label, y: Label, others: Labels, why: Why, name: str, each: bool
) -> bool:
    """What the search for a set that separates two variables tries, in the neighbor lemma."""
    dag = case.graph
    whole = {*others} == members_of(dag, x) - {y}
    if why in ("not the whole", "all tried", "all but the whole"):
        return whole and searched(dag, x, y) == (2 ** len(others) - 1, False)
    return whole and searched(dag, x, others[0]) == (1, True) and y in common(dag, x, others[0])


def searched(dag: Dag, x: Label, y: Label) -> tuple[int, bool]:
    """Return how many tests the neighbor lemma makes for a pair, and whether one separates it."""
    sets = proper_subsets(members_of(dag, x) - {y})
    found = next((n for n, given in enumerate(sets, 1) if d_separated(dag, x, y, given)), 0)
    return found or len(sets), bool(found)
