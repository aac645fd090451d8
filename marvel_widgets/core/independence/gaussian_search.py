"""What the Gaussian tests share: single tests, subset searches and total conditioning."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from math import comb

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.lanes import LanePlan, suspects_at_once
from marvel_widgets.core.independence.partial_correlation import CLOSED_FORMS, Correlations
from marvel_widgets.core.independence.protocol import indices
from marvel_widgets.core.independence.subset_scan import (
    Block,
    Bounds,
    Start,
    Suspect,
    by_first_item,
    suspects,
)
from marvel_widgets.core.independence.table import few_rows

# While no set is larger, closed forms one by one beat shared eliminations; from this many subsets
# on, arrays beat plain floats (measured by benchmarks/fisher_z.py).
_SMALL_SETS = 4
_LANES_PAY_FROM = 32
# Sizes are taken together up to this many subsets; a larger size is split up.
_MOST_LANES = 4096


class GaussianSearch(ABC):
    """A CI test that decides on the size of a partial correlation.

    A subclass says what the size means: `_is_independent` and `bounds`.
    """

    def __init__(self, correlations: Correlations) -> None:
        self.correlations = correlations
        self.names: tuple[Label, ...] = correlations.names
        self._rows = correlations.rows
        self._total: tuple[int, ...] | None = None

    @abstractmethod
    def _is_independent(self, r: float, size: int) -> bool: ...

    @abstractmethod
    def bounds(self, size: int) -> Bounds:
        """Return which squared correlations are clear, for a set of some size."""

    @property
    @abstractmethod
    def largest_set(self) -> int:
        """The size of the largest set that can be tested."""

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

        Cost: see `marvel_widgets.core.independence.subset_scan` for few subsets and
        `marvel_widgets.core.independence.lanes` for many.
        """
        x, y, candidates, forced, _, _, _ = search
        items, fixed = list(members(candidates)), list(members(forced)) if forced else []
        k = len(items)
        if k <= 1 or k + len(fixed) <= _SMALL_SETS:
            return self._few(x, y, items, fixed, search.sizes, limit)
        tests = 0
        scan = _Scan(self, x, y, items, fixed)
        for least, most in scan.groups(search.sizes):
            if tests == limit:
                return None, tests
            for position, subset, sure in scan.suspects(least, most):
                if limit is not None and tests + position >= limit:
                    return None, limit
                if sure or self.independent(x, y, forced | subset):
                    return subset, tests + position + 1
            tests += sum(comb(k, count) for count in range(least, most + 1))
            if limit is not None and tests > limit:
                return None, limit
        return None, tests

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
        if self._total is None:
            self._total = self._total_conditioning()
        return self._total

    def _total_conditioning(self) -> tuple[int, ...]:
        import numpy as np

        p = len(self.names)
        if p < 2:
            return (0,) * p
        if self.largest_set < p - 2:
            rows, hint = self.largest_set + 4, "; or hand them over with boundaries="
            raise few_rows(rows, p, hint)
        low, high = self.bounds(p - 2)
        partial, error = self.correlations.precision()
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


class _Scan:
    """The subsets of one search, sizes taken together where that is faster."""

    def __init__(
        self, test: GaussianSearch, x: int, y: int, items: list[int], forced: list[int]
    ) -> None:
        self.test = test
        self.x, self.y = x, y
        self.items = items
        self.forced = forced
        self._start: Start | None = None

    def groups(self, sizes: range) -> Iterator[tuple[int, int]]:
        """Yield (least, most) size of the subsets that are evaluated together."""
        least = sizes.start
        while least < sizes.stop:
            most = self._most_with(least, sizes.stop - 1) if least > 2 else least
            yield least, most
            least = most + 1

    def _most_with(self, least: int, last: int) -> int:
        """Return up to which size the lanes have room; none but the first may lack samples."""
        k, most = len(self.items), least
        last = min(last, self.test.largest_set - len(self.forced))
        together = comb(k, least)
        while most < last and together + comb(k, most + 1) <= _MOST_LANES:
            most += 1
            together += comb(k, most)
        return most if together >= _LANES_PAY_FROM else least

    def suspects(self, least: int, most: int) -> Iterator[Suspect]:
        """Return the subsets of some sizes that are not clearly dependent, in order."""
        fixed = len(self.forced)
        bounds = [self.test.bounds(fixed + size) for size in range(least, most + 1)]
        if self._start is None:
            rows = self.test.correlations.rows
            self._start = Start(rows, self.x, self.y, self.items, self.forced)
        block = self._start.block if most < 2 else self._start.with_covariances()
        return self._in_block(block, least, bounds)

    def _in_block(self, block: Block, least: int, bounds: Sequence[Bounds]) -> Iterator[Suspect]:
        if len(bounds) == 1 and (least <= 2 or block.weak):
            return suspects(block, least, bounds[0])
        k, most = len(block.items), least + len(bounds) - 1
        subsets = sum(comb(k, size) for size in range(least, most + 1))
        if block.weak or subsets < _LANES_PAY_FROM:
            return _one_size_after_another(block, least, bounds)
        if subsets <= _MOST_LANES:
            return suspects_at_once(block, self._plan(k, least, most), bounds)
        # a size with more subsets than there are lanes is split up
        return by_first_item(block, least, partial(self._in_block, least=least - 1, bounds=bounds))

    def _plan(self, candidates: int, least: int, most: int) -> LanePlan:
        plans = self.test.correlations.plans
        key = candidates, least, most
        plan: LanePlan | None = plans.get(key)
        if plan is None:
            plan = plans[key] = LanePlan.make(*key)
        return plan


def _one_size_after_another(
    block: Block, least: int, bounds: Sequence[Bounds]
) -> Iterator[Suspect]:
    before = 0
    for size, limits in enumerate(bounds, least):
        for position, subset, sure in suspects(block, size, limits):
            yield Suspect(before + position, subset, sure)
        before += comb(len(block.items), size)
