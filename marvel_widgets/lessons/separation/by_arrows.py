"""Kin, boundaries and subsets as facts find them: by the arrows alone, and by trying all."""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations
from typing import Literal

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label

Kinship = Literal["child", "parent", "neighbor", "co-parent", "descendant"]


def kindred(dag: Dag, y: Label, kin: Kinship) -> frozenset[Label]:
    """Return the variables that are kin of one, read off the arrows."""
    above = {a for a, b in dag.edges if b == y}
    below = {b for a, b in dag.edges if a == y}
    mates = {a for a, b in dag.edges if b in below} - {y} - above - below
    later = below.union(*(kindred(dag, z, "descendant") for z in below))
    found = {"child": below, "parent": above, "neighbor": above | below}
    return frozenset({**found, "co-parent": mates, "descendant": later}[kin])


def members_of(dag: Dag, x: Label) -> frozenset[Label]:
    """Return a Markov boundary: the neighbors and the other parents of the children."""
    return kindred(dag, x, "neighbor") | kindred(dag, x, "co-parent")


def subsets(names: Iterable[Label]) -> Iterator[tuple[Label, ...]]:
    """Yield all subsets as the searches try them: by size, then by name."""
    ordered = sorted(names, key=str)
    for size in range(len(ordered) + 1):
        yield from combinations(ordered, size)


def proper_subsets(names: Iterable[Label]) -> list[tuple[Label, ...]]:
    """Return all subsets but the whole, in the order of `subsets`."""
    return [*subsets(names)][:-1]


def has_cycle(edges: Collection[tuple[Label, Label]]) -> bool:
    """Return whether taking away sinks, one after the other, gets stuck."""
    left = {*edges}
    while kept := {(a, b) for a, b in left if any(tail == b for tail, _ in left)}:
        if kept == left:
            return True
        left = kept
    return False


def in_order(dag: Dag, names: Iterable[Label]) -> tuple[Label, ...]:
    """Return names in the order of the graph."""
    return tuple(sorted(names, key=dag.position))
