"""Subsets and orders of names, as the searches try them."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, TypeVar

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label

Name = TypeVar("Name", bound=Label)


def letters(names: Iterable[Label]) -> tuple[str, ...]:
    """Return names as text, in alphabetical order."""
    return tuple(sorted(map(str, names)))


def subsets(names: Iterable[Name]) -> Iterator[tuple[Name, ...]]:
    """Yield all subsets as the searches try them: by size, then by name."""
    ordered = sorted(names, key=str)
    for size in range(len(ordered) + 1):
        yield from combinations(ordered, size)


def in_order(dag: Dag, names: Iterable[Name]) -> tuple[Name, ...]:
    """Return names in the order of the graph."""
    return tuple(sorted(names, key=dag.position))


def errors(value: frozenset[Any], solution: frozenset[Any]) -> frozenset[Any]:
    """Return what a verdict may be about: what was chosen wrongly.

    Only where nothing was, what was left out: naming that first would give it away.
    """
    return value - solution or solution - value
