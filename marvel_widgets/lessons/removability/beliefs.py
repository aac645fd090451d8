"""What is right, and what holders of mistaken beliefs would answer, about removable variables.

Everything is computed for the graph at hand; `removability.py` asks the questions.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Final

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.boundary.removability import (
    condition_one_holds,
    explain_removability,
    is_removable,
)
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.separation import d_separated
from marvel_widgets.core.graphs.witness import Path, all_paths

Arrow = tuple[Label, Label]
Pair = frozenset[Label]
Removable = Callable[[Dag, Label], bool]


def passes_condition_one(dag: Dag, x: Label) -> bool:
    """Return whether Condition 1 holds: to M6, that is all (Theorem 1)."""
    return condition_one_holds(dag, dag.position(x))


def missing_pairs(dag: Dag, x: Label, condition: int | None = None) -> frozenset[Pair]:
    """Return the pairs, not adjacent, that a condition of Theorem 1, or either, wants adjacent."""
    violations = explain_removability(dag, x).violations
    return frozenset(frozenset(v.missing) for v in violations if condition in (None, v.condition))


def apart(dag: Dag, names: Iterable[Label]) -> frozenset[Pair]:
    """Return the pairs of a set that no edge joins: to M24, all these are missing."""
    pairs = combinations(sorted(names, key=dag.position), 2)
    return frozenset(frozenset((a, b)) for a, b in pairs if b not in dag.neighbors(a))


def _has_smallest_boundary(dag: Dag, x: Label) -> bool:
    return len(dag.markov_boundary(x)) == min(len(dag.markov_boundary(v)) for v in dag.nodes)


# Which variables holders of a belief take for removable.
BELIEVED: Final[Mapping[Misconception, Removable]] = {
    "M4": lambda dag, x: not dag.children(x),
    "M5": _has_smallest_boundary,
    "M6": passes_condition_one,
    "M24": lambda dag, x: not apart(dag, dag.neighbors(x)),
}


def apart_from_children(dag: Dag, x: Label) -> frozenset[Pair]:
    """Return Condition 1 with the Markov boundary in place of the neighbors, the error of M7."""
    children = dag.children(x)
    return frozenset(p for p in apart(dag, dag.markov_boundary(x)) if p & children)


# -- adding edges --------------------------------------------------------------------------


def with_arrows(dag: Dag, arrows: Iterable[Arrow]) -> Dag | None:
    """Return the graph with more edges; None where an edge exists already or a cycle closes."""
    added = list(arrows)
    if any(b in dag.neighbors(a) for a, b in added):
        return None
    try:
        return Dag([*dag.edges, *added], nodes=dag.nodes)
    except GraphError:
        return None


def is_repaired(dag: Dag, x: Label, arrows: Iterable[Arrow]) -> bool:
    """Return whether x is removable once the arrows were added."""
    graph = with_arrows(dag, arrows)
    return graph is not None and is_removable(graph, x)


def fewest_repairs(dag: Dag, x: Label, most: int = 3) -> tuple[frozenset[Arrow], ...]:
    """Return the smallest sets of arrows that make x removable; none if it needs more than most.

    Both ways of each pair that no edge joins are tried, x left out: an edge at x only brings
    demands. A pair that is missing now has to be joined in the end, so these are taken first.
    """
    needed = missing_pairs(dag, x)
    others = apart(dag, frozenset(dag.nodes) - {x}) - needed
    for size in range(len(needed), most + 1):
        found = [
            arrows
            for more in combinations(sorted(others, key=sorted), size - len(needed))
            for arrows in directions([*needed, *more])
            if is_repaired(dag, x, arrows)
        ]
        if found:
            return tuple(sorted(found, key=sorted))
    return ()


def directions(pairs: Iterable[Pair]) -> list[frozenset[Arrow]]:
    """Return all ways to point a set of pairs."""
    ways: list[frozenset[Arrow]] = [frozenset()]
    for pair in pairs:
        a, b = sorted(pair, key=str)
        ways = [way | {arrow} for way in ways for arrow in ((a, b), (b, a))]
    return ways


# -- what changes --------------------------------------------------------------------------


def changes(dag: Dag, x: Label, pair: Iterable[Label], given: Iterable[Label]) -> bool:
    """Return whether a d-separation over the others is another one without x."""
    y, z = pair
    return d_separated(dag, y, z, given) != d_separated(dag.without(x), y, z, given)


def opens_at_colliders_only(path: Path) -> bool:
    """Return whether a path is open under M3, by which a collider must be given itself."""
    return all(v.given if v.role == "collider" else v.is_open for v in path.vertices)


def overlooks_descendants(dag: Dag, x: Label, y: Label, z: Label) -> frozenset[Label] | None:
    """Return a set that separates y and z without x to M3 alone; None if there is none."""
    smaller = dag.without(x)
    rest = [v for v in smaller if v not in (y, z)]
    for size in range(1, len(rest) + 1):
        for given in combinations(rest, size):
            paths = all_paths(smaller, y, z, given).paths
            if any(p.is_open for p in paths) and not any(map(opens_at_colliders_only, paths)):
                return frozenset(given)
    return None


# -- orders --------------------------------------------------------------------------------


def first_failure(dag: Dag, order: Iterable[Label]) -> tuple[Label, Dag] | None:
    """Return the first variable of an order that is not removable, and its graph; None if none."""
    left = dag
    for name in order:
        if not is_removable(left, name):
            return name, left
        left = left.without(name)
    return None


def count_orders(dag: Dag) -> int:
    """Return in how many orders all variables can be removed, each removable at its turn."""
    known: dict[frozenset[Label], int] = {frozenset(): 1}

    def count(left: Dag) -> int:
        names = frozenset(left.nodes)
        if names not in known:
            known[names] = sum(count(left.without(v)) for v in left if is_removable(left, v))
        return known[names]

    return count(dag)


def by_boundary(dag: Dag) -> tuple[Label, ...]:
    """Return the variables by the size of their boundary, ties in the order of the graph."""
    return tuple(sorted(dag, key=lambda v: len(dag.markov_boundary(v))))


def always_the_first(dag: Dag) -> tuple[Label, ...]:
    """Return the order of M9: the smallest boundary of the moment leaves, without a look."""
    order: list[Label] = []
    left = dag
    while len(left):
        order.append(by_boundary(left)[0])
        left = left.without(order[-1])
    return tuple(order)
