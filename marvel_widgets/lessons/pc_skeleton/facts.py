"""Facts on PC's levels: which sets are tried for a pair, and what an order of the names changes."""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.lessons.counting.facts import amount
from marvel_widgets.lessons.pc_skeleton.by_hand import ByHand, Tested, by_hand
from marvel_widgets.lessons.separation.facts import Labels
from marvel_widgets.replay.wording import given_names
from marvel_widgets.text import in_braces

Edge = tuple[Label, Label]


@kind("No single variable separates {x} and {y}.")
def NoneAlone(case: Case, x: Label, y: Label) -> bool:
    """No set of one variable separates two that the empty set does not separate either."""
    others = [(), *((z,) for z in case.graph.nodes if z not in (x, y))]
    return not any(d_separated(case.graph, x, y, given) for given in others)


def _tried(x: Label, y: Label, given: Labels, through: Label | None) -> str:
    if through is None:
        return f"{in_braces(given)} is not tried: neither {x} nor {y} has all of it as neighbors."
    return f"{in_braces(given)} is tried: all of it are neighbors of {through}."


@kind(_tried)
def TriedFor(case: Case, x: Label, y: Label, given: Labels, through: Label | None) -> bool:
    """Whether a set comes from the neighbors of one end, as the question lists them."""
    near = listed_neighbors(case)
    whole = [end for end in (x, y) if {*given} <= near[str(end)]]
    return through in whole if whole else through is None


def _both(x: Label, y: Label, sizes: tuple[int, int, int], number: int) -> str:
    one, other, both = sizes
    return (
        f"The neighbors of {x} have {one} sets of this size, those of {y} {other}; {both} of them "
        f"{'comes' if both == 1 else 'come'} from either end: {one} + {other} - {both} = {number}."
    )


@kind(_both)
def SetsOfBoth(
    case: Case, x: Label, y: Label, size: int, sizes: tuple[int, int, int], number: int
) -> bool:
    """How many sets of a size the two ends have, how many in common, and how many in all."""
    near = listed_neighbors(case)
    one, other = ({*combinations(sorted(near[str(end)] - {x, y}), size)} for end in (x, y))
    return sizes == (len(one), len(other), len(one & other)) and number == len(one | other)


def _in_order(order: Labels, edge: Edge, given: Labels | None) -> str:
    a, b = edge
    row = ", ".join(map(str, order))
    if given is None:
        return (
            f"In the order {row} the edge {a} - {b} stays: when its turn comes, no set of "
            "neighbors of one end separates the two."
        )
    return f"In the order {row} the edge {a} - {b} leaves, {given_names(given)}."


@kind(_in_order)
def LeavesInOrder(case: Case, order: Labels, edge: Edge, given: Labels | None) -> bool:
    """What becomes of an edge when PC goes through the variables in an order, by the answers."""
    kept = from_answers(case.asked, tuple(map(str, order))).kept.get(frozenset(map(str, edge)))
    return kept is None if given is None else kept == frozenset(map(str, given))


def _asks(x: Label, y: Label, given: Labels, tested: bool, before: Labels | None) -> str:
    asked = f"{x} and {y} {given_names(given)}"
    if tested:
        why = "all of it are neighbors of one of the two" if given else "as it does every pair"
        return f"PC tests {asked}: {why}."
    if before is not None:
        return f"PC does not test {asked}: the edge has left before, {given_names(before)}."
    return f"PC does not test {asked}: neither has all of it as neighbors when their turn comes."


@kind(_asks)
def PcTests(
    case: Case, x: Label, y: Label, given: Labels, tested: bool, before: Labels | None
) -> bool:
    """Whether a run of PC makes a test, or which set of that size or a smaller one came first."""
    run, pair = on_graph(case), frozenset((str(x), str(y)))
    kept = run.kept.get(pair)
    early = kept is not None and len(kept) <= len(given)
    told = before is None if tested or not early else frozenset(map(str, before or ())) == kept
    return told and ((pair, frozenset(map(str, given))) in run.asked) == tested


@amount
def pc_tests(case: Case, backward: bool) -> int:
    """Return how many different tests PC makes in the order of the names, or the opposite one."""
    return len({*on_graph(case, backward=backward).asked})


# -- by the question alone -------------------------------------------------------------------------


def listed_neighbors(case: Case) -> dict[str, set[str]]:
    """Return the neighbors that a question lists, a line for each variable."""
    lines = (re.fullmatch(r"(\w): (.*)", line) for line in case.asked)
    return {found[1]: set(re.findall(r"\w+", found[2])) for found in lines if found}


def listed_sets(lines: Iterable[str]) -> Iterator[Tested]:
    """Yield the pairs that a question lists, each with the set that separates it."""
    for line in lines:
        if found := re.fullmatch(r"(\w) and (\w) given (?:nothing|\{(.*)\})", line):
            yield frozenset(found.groups()[:2]), frozenset(re.findall(r"\w", found[3] or ""))


def from_answers(lines: tuple[str, ...], order: tuple[str, ...]) -> ByHand:
    """Run PC on the independences that a question lists, and no others."""
    said = {*listed_sets(lines)}
    return by_hand(order, lambda x, y, given: (frozenset((x, y)), given) in said)


def on_graph(case: Case, *, backward: bool = False) -> ByHand:
    """Run PC by hand on the graph of the question."""
    names = tuple(map(str, case.graph.nodes))
    order = names[::-1] if backward else names
    return by_hand(order, lambda x, y, given: d_separated(case.graph, x, y, given))
