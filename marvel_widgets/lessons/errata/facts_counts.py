"""Facts on numbers of tests: the searches of lines 7 and 12, and a run beside the bounds."""

from collections.abc import Iterable, Iterator
from math import comb

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.errata.facts import Pair
from marvel_widgets.lessons.separation.by_arrows import kindred, members_of, subsets
from marvel_widgets.text import counted, listed


@kind(
    lambda pair, tests: (
        f"For {pair[0]}, a neighbor, all {tests[0]} subsets are tried, {tests[0] - 1} of them "
        f"proper; for {pair[1]}, a co-parent, test number {tests[1]} separates."
    )
)
def TwoSearches(case: Case, x: Label, pair: Pair, tests: tuple[int, int]) -> bool:
    """What the searches of line 7 cost for a neighbor and for a co-parent."""
    dag, around, (y, t) = case.graph, members_of(case.graph, x), pair
    spent = tuple(_tests_until_apart(dag, x, v, around - {v}) for v in pair)
    kin = y in kindred(dag, x, "neighbor") and t in kindred(dag, x, "co-parent")
    return kin and spent == tests


def _numbers(first: tuple[Label, Label, Label], searches: int, sets: int, repeated: int) -> str:
    y, t, z = first
    head = (
        f"There are {searches} triples, the first Y = {y}, T = {t}, Z = {z}, with "
        f"{counted(sets, 'set')} each."
    )
    again = f"Of these {searches * sets} tests, {repeated} ask what was asked before."
    return f"{head} {again}" if repeated else head


@kind(_numbers)
def Triples(
    case: Case,
    x: Label,
    first: tuple[Label, Label, Label],
    searches: int,
    sets: int,
    repeated: int = 0,
) -> bool:
    """How many searches Condition 2 makes, and how many of their tests ask again, if not 0."""
    found, around = list(_triples(case.graph, x)), members_of(case.graph, x)
    tests = [
        (frozenset((t, z)), frozenset({x, y, *chosen}))
        for y, t, z in found
        for chosen in subsets(around - {y, t, z})
    ]
    again = len(tests) - len({*tests})
    right = (len(found), len(tests)) == (searches, searches * sets)
    return first in found and right and repeated in (0, again)


def _twice(x: Label, pair: Pair, through: Pair) -> str:
    (z, t), (y, other) = pair, through
    given = listed(sorted(map(str, (x, y, other))))
    return f"{z} and {t} are tested given {given} for Y = {y}, and once more for Y = {other}."


@kind(_twice)
def AskedTwice(case: Case, x: Label, pair: Pair, through: Pair) -> bool:
    """A test of Condition 2 that two searches ask, each with the other's Y from the boundary."""
    found = set(_triples(case.graph, x))
    return len({*through}) == 2 and all((y, pair[1], pair[0]) in found for y in through)


@kind(
    "With p = {p} and in-degree {max_in_degree} the upper bound is {bounds[0]:g}, the lower bound "
    "{bounds[1]}. The run performs {tests[0]} tests, {tests[1]} of them after the boundaries, and "
    "these are {tests[2]} different ones."
)
def RunAndBounds(
    case: Case, p: int, max_in_degree: int, bounds: tuple[float, int], tests: tuple[int, int, int]
) -> bool:
    """The numbers of a run, of its different tests at last, beside both bounds."""
    d = max_in_degree
    above = [len(kindred(case.graph, v, "parent")) for v in case.graph.nodes]
    most = p * comb(d, 2) + p / 2 * d * (1 + 0.45 * d) * 2**d
    least = max(comb(p, 2), p // (d + 1) * comb(d + 1, 2) * 2 ** (d - 1))
    log = list(record("marvel", case.graph).tests)
    after = [(frozenset((t.x, t.y)), t.given) for t in log if t.purpose != BOUNDARY_DISCOVERY]
    found = len(log), len(after), len(set(after))
    same = (least, found, (p, d)) == (bounds[1], tests, (len(above), max(above)))
    return same and abs(most - bounds[0]) < 1e-6


def _tests_until_apart(dag: Dag, x: Label, y: Label, rest: Iterable[Label]) -> int:
    sets = list(subsets(rest))
    return next((n for n, s in enumerate(sets, start=1) if d_separated(dag, x, y, s)), len(sets))


def _triples(dag: Dag, x: Label) -> Iterator[tuple[Label, Label, Label]]:
    """Yield Y, T, Z with x -> Y <- T, T no neighbor, and another neighbor Z."""
    near, mates = kindred(dag, x, "neighbor"), kindred(dag, x, "co-parent")
    for y in kindred(dag, x, "child"):
        for t in mates & kindred(dag, y, "parent"):
            yield from ((y, t, z) for z in near - {y})
