"""Subsets and orders of names, as the searches try them."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label


def subsets(names: Iterable[Label]) -> Iterator[tuple[Label, ...]]:
    """Yield all subsets as the searches try them: by size, then by name."""
    ordered = sorted(names, key=str)
    for size in range(len(ordered) + 1):
        yield from combinations(ordered, size)


def in_order(dag: Dag, names: Iterable[Label]) -> tuple[Label, ...]:
    """Return names in the order of the graph."""
    return tuple(sorted(names, key=dag.position))
