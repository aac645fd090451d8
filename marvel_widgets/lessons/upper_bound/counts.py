"""What the exercises on the bounds share: counts under a belief, and sentences with reasons."""

from collections.abc import Callable, Iterable, Mapping
from math import comb
from typing import Any, TypeVar

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.text import listed

FAMILIES = ("neighbors", "v-structures", "condition 1", "condition 2")
Key = TypeVar("Key", bound=str)
Sets = Callable[[int], int]  # how many conditioning sets some candidates have


def all_sets(candidates: int) -> int:
    """Return how many subsets some candidates have."""
    return 1 << candidates


def one_for_each(candidates: int) -> int:
    """Return how many sets a holder of M38 counts: one for each candidate."""
    return max(1, candidates)


def by_family(neighbors: int, co_parents: int, sets: Sets = all_sets, ends: int = 0) -> list[int]:
    """Return what one variable may cost by `FAMILIES`, when `sets` counts the subsets.

    So many `ends` of a pair are let into its conditioning sets: 2 for a holder of M39.
    """
    n, m = neighbors, co_parents
    d = n + m
    wide, narrow = sets(max(0, d - 1 + ends)), sets(max(0, d - 2 + ends))
    # of the pair X, Y only Y is in the boundary of X
    single = sets(max(0, d - 1 + min(ends, 1)))
    return [d * single, m * n * wide, comb(n, 2) * narrow, m * n * narrow]


def letters(names: Iterable[Label]) -> tuple[str, ...]:
    """Return names as text, in alphabetical order."""
    return tuple(sorted(map(str, names)))


def sorted_braces(given: Iterable[Label]) -> str:
    """Return a set in braces, in alphabetical order."""
    return "{" + ", ".join(letters(given)) + "}"


def first_wrong(value: Mapping[Any, Any], solution: Mapping[Key, Any]) -> Key:
    """Return the name of the first part of an answer that is wrong."""
    return next(key for key in solution if value[key] != solution[key])


def pairs_words(pairs: Iterable[Iterable[str]]) -> str:
    """Return pairs as words."""
    return listed(sorted(" - ".join(sorted(pair)) for pair in pairs))
