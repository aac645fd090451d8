"""A search for a separating set as a value: a pair, and the sets to try."""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple

from marvel_widgets.core.graphs.bits import mask_of, members


class Search(NamedTuple):
    """Does `forced`, together with some subset of `candidates`, separate x and y?

    A named tuple, since a run makes one for each of its searches.
    """

    x: int
    y: int
    candidates: int
    forced: int = 0
    purpose: str = ""
    proper: bool = False
    size: int | None = None

    @property
    def sizes(self) -> range:
        """The sizes of the subsets of the candidates that are tried."""
        _, _, candidates, _, _, proper, size = self
        stop = candidates.bit_count() + 1 - proper
        return range(stop) if size is None else range(size, min(size + 1, stop))

    @property
    def total(self) -> int:
        """How many sets there are: the tests of a search that finds nothing."""
        _, _, candidates, _, _, proper, size = self
        k = candidates.bit_count()
        if size is None:
            return (1 << k) - proper
        return 0 if proper and size == k else comb(k, size)

    def subsets(self) -> Iterator[int]:
        """Yield the subsets of the candidates, without `forced`, in the canonical order."""
        items = list(members(self.candidates))
        for size in self.sizes:
            yield from map(mask_of, combinations(items, size))

    def sets(self) -> Iterator[int]:
        """Return the sets to try, `forced` included, in the canonical order."""
        return map(self.forced.__or__, self.subsets())

    def allows(self, given: int) -> bool:
        """Return whether a set is one of those to try."""
        _, _, candidates, forced, *_ = self
        if forced & ~given or given & ~(forced | candidates):
            return False
        return (given & ~forced).bit_count() in self.sizes
