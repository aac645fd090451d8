"""Which subsets of a set might separate two variables: partial correlations by the thousand.

A `Block` holds what is left of two variables and some candidates once others are
eliminated. `suspects` runs through its subsets of one size and reports those that are not
clearly dependent: the clearly independent, and the doubtful, which
`marvel_widgets.core.independence.partial_correlation` must decide. So rounding never changes an
answer. Plain floats: for a few subsets they are faster than arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from math import comb
from typing import NamedTuple

from marvel_widgets.core.graphs.bits import mask_of

# Below these shares of variance the plain formulas lose digits, and all is doubtful. Above, they
# are right to 1e-11, a thousandth of `MARGIN`.
WEAK_PIVOT = 1e-3
WEAK_PRODUCT = 1e-4
# Correlations this near to a critical value are doubtful.
MARGIN = 1e-8


class Bounds(NamedTuple):
    """Squared correlations below `low` are clearly independent, above `high` dependent."""

    low: float
    high: float

    @classmethod
    def around(cls, critical: float) -> Bounds:
        """Return the bounds about a critical correlation."""
        return cls(max(critical - MARGIN, 0.0) ** 2, (critical + MARGIN) ** 2)


class Suspect(NamedTuple):
    """A subset that is not clearly dependent."""

    position: int
    subset: int
    sure: bool


class Block:
    """The covariances of x, y and some candidates, given what is eliminated."""

    __slots__ = ("covariances", "items", "variances", "weak", "xs", "xx", "xy", "ys", "yy")

    def __init__(
        self,
        items: list[int],
        xs: list[float],
        ys: list[float],
        variances: list[float],
        covariances: list[list[float]],
        ends: tuple[float, float, float],
    ) -> None:
        self.items = items
        self.xs = xs
        self.ys = ys
        self.variances = variances
        self.covariances = covariances
        self.xx, self.xy, self.yy = ends
        self.weak = self.xx * self.yy < WEAK_PRODUCT or min(variances, default=1.0) < WEAK_PIVOT

    def given(self, at: int) -> Block:
        """Return the block of the items after one, given that one."""
        later = at + 1
        row = self.covariances[at]
        pivot = self.variances[at]
        a, b = self.xs[at] / pivot, self.ys[at] / pivot
        steps = [c / pivot for c in row]
        return Block(
            self.items[later:],
            [v - a * c for v, c in zip(self.xs[later:], row, strict=True)],
            [v - b * c for v, c in zip(self.ys[later:], row, strict=True)],
            [v - s * c for v, s, c in zip(self.variances[later:], steps, row, strict=True)],
            [
                [v - s * c for v, c in zip(rest, row[i:], strict=True)]
                for i, (s, rest) in enumerate(zip(steps, self.covariances[later:], strict=True), 1)
            ],
            (self.xx - a * self.xs[at], self.xy - a * self.ys[at], self.yy - b * self.ys[at]),
        )


class Start:
    """The block that a search starts from; covariances among candidates only when needed."""

    def __init__(
        self, rows: list[list[float]], x: int, y: int, items: list[int], forced: list[int]
    ) -> None:
        self._rows = rows
        self._columns = [*forced, x, y, *items]
        self._eliminated: list[tuple[float, list[float]]] = []
        self._first = len(forced) + 2
        weak = False
        for at in range(len(forced)):
            row = self._residual(at)
            weak = weak or row[0] < WEAK_PIVOT
            self._eliminated.append((max(row[0], WEAK_PIVOT), [0.0] * at + row))
        xx, xy, *xs = self._residual(self._first - 2)
        yy, *ys = self._residual(self._first - 1)
        self.block = Block(items, xs, ys, self._variances(len(items)), [], (xx, xy, yy))
        self.block.weak = self.block.weak or weak

    def with_covariances(self) -> Block:
        """Return the block with the covariances among the candidates."""
        block = self.block
        if not block.covariances:
            block.covariances = [
                self._residual(self._first + i)[1:] for i in range(len(block.items))
            ]
        return block

    def _variances(self, k: int) -> list[float]:
        variances = [1.0] * k
        for pivot, row in self._eliminated:
            items = row[self._first :]
            variances = [v - c * c / pivot for v, c in zip(variances, items, strict=True)]
        return variances

    def _residual(self, at: int) -> list[float]:
        """Return a column's covariances with itself and those after it."""
        source = self._rows[self._columns[at]]
        residual = [source[column] for column in self._columns[at:]]
        for pivot, row in self._eliminated:
            factor = row[at] / pivot
            residual = [v - factor * c for v, c in zip(residual, row[at:], strict=True)]
        return residual


def suspects(block: Block, size: int, bounds: Bounds) -> Iterator[Suspect]:
    """Return the subsets of a size that are not clearly dependent, in lexicographic order."""
    if block.weak:
        subsets = enumerate(combinations(block.items, size))
        return (Suspect(position, mask_of(subset), sure=False) for position, subset in subsets)
    if size == 0:
        found, product = block.xy**2, block.xx * block.yy
        if found >= bounds.high * product:
            return iter(())
        return iter((Suspect(0, 0, found < bounds.low * product),))
    if size == 1:
        return _suspect_items(block, bounds)
    if size == 2:
        return _suspect_pairs(block, bounds)
    return by_first_item(block, size, partial(suspects, size=size - 1, bounds=bounds))


def by_first_item(
    block: Block, size: int, find: Callable[[Block], Iterator[Suspect]]
) -> Iterator[Suspect]:
    """Yield what `find` finds of the other items, for each first item of a subset of a size."""
    before = 0
    k = len(block.items)
    for at in range(k - size + 1):
        bit = 1 << block.items[at]
        for position, subset, sure in find(block.given(at)):
            yield Suspect(before + position, bit | subset, sure)
        before += comb(k - at - 1, size - 1)


def _suspect_items(block: Block, bounds: Bounds) -> Iterator[Suspect]:
    xx, xy, yy, high = block.xx, block.xy, block.yy, bounds.high
    for at, (a, b, pivot) in enumerate(zip(block.xs, block.ys, block.variances, strict=True)):
        share = a / pivot
        left = xy - share * b
        product = (xx - share * a) * (yy - b * b / pivot)
        if left * left < high * product or product < WEAK_PRODUCT:
            sure = left * left < bounds.low * product and product >= WEAK_PRODUCT
            yield Suspect(at, 1 << block.items[at], sure)


def _suspect_pairs(block: Block, bounds: Bounds) -> Iterator[Suspect]:
    low, high = bounds
    position = 0
    for at, row in enumerate(block.covariances[:-1]):
        pivot, xs, ys = block.variances[at], block.xs[at], block.ys[at]
        a, b = xs / pivot, ys / pivot
        xx, xy, yy = block.xx - a * xs, block.xy - a * ys, block.yy - b * ys
        columns = zip(
            block.xs[at + 1 :], block.ys[at + 1 :], block.variances[at + 1 :], row, strict=True
        )
        for other, (x, y, before, c) in enumerate(columns, at + 1):
            variance = before - c * c / pivot
            u, v = x - a * c, y - b * c
            share = u / variance if variance > WEAK_PIVOT else 0.0
            left = xy - share * v
            product = (xx - share * u) * (yy - v * v / variance) if variance > WEAK_PIVOT else 0.0
            if left * left < high * product or product < WEAK_PRODUCT:
                sure = left * left < low * product and product >= WEAK_PRODUCT
                yield Suspect(position, 1 << block.items[at] | 1 << block.items[other], sure)
            position += 1
