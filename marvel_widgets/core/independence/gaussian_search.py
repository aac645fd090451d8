"""What the Gaussian tests share: single tests, subset searches and total conditioning."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import combinations
from math import comb

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.partial_correlation import CLOSED_FORMS, Correlations
from marvel_widgets.core.independence.protocol import indices
from marvel_widgets.core.independence.subset_scan import MOST_LANES, Block, Bounds, suspects
from marvel_widgets.core.independence.table import few_rows

# From this many subsets on, arrays beat single tests (measured by benchmarks/fisher_z.py).
_LANES_PAY_FROM = 16


class GaussianSearch:
    """A CI test that decides on the size of a partial correlation.

    A subclass says what the size means: `_is_independent`, `bounds`, between which squared
    correlations it takes a closer look, and `largest_set`, the largest that can be tested.
    """

    _is_independent: Callable[[float, int], bool]
    bounds: Callable[[int], Bounds]
    largest_set: int

    def __init__(self, correlations: Correlations) -> None:
        self.correlations = correlations
        self.names: tuple[Label, ...] = correlations.names
        self._rows = correlations.rows

    @property
    def singular_tests(self) -> int:
        """Tests so far, at any level, that met a singular submatrix and used the fallback.

        See `Correlations.partial`. Samples in which a column is a linear function of others are
        refused, so that this counts what comes near to it, and exact covariances.
        """
        return self.correlations.singular_tests

    def __call__(self, x: Label, y: Label, given: Iterable[Label] = ()) -> bool:
        """Return whether x and y are judged independent given a set; errors as `p_value`."""
        return self.independent(*indices(self.names, x, y, given))

    def partial_correlation(self, x: Label, y: Label, given: Iterable[Label] = ()) -> float:
        """Return the partial correlation of x and y given a set; errors as `p_value`."""
        return self._partial(*indices(self.names, x, y, given))

    def _partial(self, x: int, y: int, given: int) -> float:
        return self.correlations.partial(x, y, list(members(given)))

    def independent(self, x: int, y: int, given: int) -> bool:
        """Return whether x and y are judged independent given a set, as numbers and masks."""
        size = given.bit_count()
        low, high = self.bounds(size)
        r = self.correlations.partial(x, y, list(members(given))) if given else self._rows[x][y]
        if r * r > high:
            return False
        return r * r < low or self._is_independent(abs(r), size)

    # -- searches ----------------------------------------------------------------------

    def first_separating(self, search: Search, limit: int | None = None) -> tuple[int | None, int]:
        """Return the first separating subset and the tests a one-by-one search makes.

        Cost: see `marvel_widgets.core.independence.subset_scan` for many subsets.
        """
        x, y, candidates, forced, _, _, _ = search
        items, fixed = list(members(candidates)), list(members(forced)) if forced else []
        if len(items) + len(fixed) <= len(CLOSED_FORMS):  # most searches
            return self._few(x, y, items, fixed, search.sizes, limit)
        block: Block | None = None
        tests = 0
        for sizes, lanes in self._groups(len(items), len(fixed), search.sizes):
            left = None if limit is None else limit - tests
            if lanes < _LANES_PAY_FROM:
                found, tried = self._few(x, y, items, fixed, sizes, left)
            else:
                block = block or self._block(x, y, items, fixed)
                found, tried = self._many(block, x, y, forced, sizes, left)
            tests += tried
            if found is not None or tests == limit:
                return found, tests
        return None, tests

    def _groups(self, k: int, fixed: int, sizes: range) -> Iterator[tuple[range, int]]:
        """Yield the sizes that are searched together, and the lanes that they take.

        None while closed forms are at hand. Of some sizes in lanes none but the first may lack
        samples.
        """
        least = min(sizes.stop, max(sizes.start, len(CLOSED_FORMS) - fixed))
        yield range(sizes.start, least), 0
        while least < sizes.stop:
            last = min(sizes.stop - 1, self.largest_set - fixed)
            most, lanes = least, comb(k, least)
            while most < last and lanes + comb(k, most + 1) <= MOST_LANES:
                most += 1
                lanes += comb(k, most)
            yield range(least, most + 1), lanes
            least = most + 1

    def _block(self, x: int, y: int, items: list[int], fixed: list[int]) -> Block:
        places = [*fixed, *items, x, y]
        block = Block([*fixed, *items], self.correlations.matrix[:, places][places])
        for _ in fixed:
            block = block.given(0)
        return block

    def _many(
        self, block: Block, x: int, y: int, forced: int, sizes: range, limit: int | None
    ) -> tuple[int | None, int]:
        """Search some sizes at once."""
        fixed = forced.bit_count()
        bounds = [self.bounds(fixed + size) for size in sizes]
        for position, subset, sure in suspects(block, sizes.start, bounds):
            if limit is not None and position >= limit:
                return None, limit
            if sure or self.independent(x, y, forced | subset):
                return subset, position + 1
        tests = sum(comb(len(block.items), size) for size in sizes)
        return None, tests if limit is None else min(tests, limit)

    def _few(
        self, x: int, y: int, items: list[int], fixed: list[int], sizes: range, limit: int | None
    ) -> tuple[int | None, int]:
        """Search one by one, with as little around each test as can be."""
        rows, partial = self._rows, self.correlations.partial
        x, y = (x, y) if x < y else (y, x)
        tests = 0
        for size in sizes:
            if tests == limit:
                break
            given_size = len(fixed) + size
            low, high = self.bounds(given_size)
            closed = CLOSED_FORMS[given_size] if given_size < len(CLOSED_FORMS) else None
            for subset in combinations(items, size):
                if tests == limit:
                    return None, tests
                tests += 1
                given = sorted((*fixed, *subset)) if fixed else subset
                r = closed(rows, x, y, *given) if closed else None
                if r is None:
                    r = partial(x, y, given)
                square = r * r
                if square < low or (square <= high and self._is_independent(abs(r), given_size)):
                    return mask_of(subset), tests
        return None, tests

    def total_conditioning(self) -> tuple[int, ...]:
        """Return, for each variable, the others dependent on it given all the rest.

        The same as p(p-1)/2 tests. Cost: one matrix inversion; where that is singular, or a
        value is too near to the threshold, the tests one by one.
        """
        return self._total

    @cached_property
    def _total(self) -> tuple[int, ...]:
        import numpy as np

        p = len(self.names)
        if p < 2:
            return (0,) * p
        if self.largest_set < p - 2:
            rows, hint = self.largest_set + 4, "; or hand them over with boundaries="
            raise few_rows(rows, p, hint)
        low, high = self.bounds(p - 2)
        partial, error = self.correlations.precision
        margin = 3 * error
        squares = partial**2
        dependent = squares > high + margin
        doubtful = np.triu(~dependent & ~(squares < low - margin), 1)
        everything = (1 << p) - 1
        for x, y in np.argwhere(doubtful).tolist():
            rest = everything & ~(1 << x | 1 << y)
            dependent[x, y] = dependent[y, x] = not self.independent(x, y, rest)
        np.fill_diagonal(dependent, val=False)
        return tuple(mask_of(np.flatnonzero(row).tolist()) for row in dependent)
