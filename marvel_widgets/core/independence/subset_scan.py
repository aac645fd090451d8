"""Which subsets of a set might separate two variables: partial correlations by the thousand.

All subsets of several sizes at once, in numpy arrays. One lane for each subset: taking the
candidates in turn, every lane splits into one that leaves the candidate out and one that eliminates
it. All subsets share the eliminations of their common beginnings.

`suspects` reports the subsets that are not clearly dependent: the clearly independent, and the
doubtful, which `marvel_widgets.core.independence.partial_correlation` must decide. So rounding
never changes an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from marvel_widgets.core.graphs.bits import mask_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from marvel_widgets.core.independence.table import FloatArray

# Below these shares of variance the plain formulas lose digits, and all is doubtful. Above, they
# are right to 1e-11, a thousandth of `MARGIN`.
WEAK_PIVOT = 1e-3
WEAK_PRODUCT = 1e-4
# Correlations this near to a critical value are doubtful.
MARGIN = 1e-8
# Sizes are taken together up to this many subsets; a larger size is split up.
MOST_LANES = 4096


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


class Block(NamedTuple):
    """The covariances of some candidates and, last, of x and y, given what is eliminated."""

    items: Sequence[int]
    covariances: FloatArray
    weak: bool = False

    def given(self, at: int) -> Block:
        """Return the block of the items after one, given that one."""
        pivot, row = self.covariances[at, at], self.covariances[at, at + 1 :]
        left = self.covariances[at + 1 :, at + 1 :] - row[:, None] * (row / max(pivot, WEAK_PIVOT))
        return Block(self.items[at + 1 :], left, self.weak or bool(pivot < WEAK_PIVOT))


def suspects(block: Block, least: int, bounds: Sequence[Bounds]) -> Iterator[Suspect]:
    """Yield the subsets that are not clearly dependent, in the canonical order.

    Their sizes begin with `least`; there are bounds for each. Cost: about four numbers for each
    subset, in six array operations for each candidate.
    """
    items, most = block.items, least + len(bounds) - 1
    k = len(items)
    if sum(comb(k, size) for size in range(least, most + 1)) <= MOST_LANES:
        yield from _suspects_at_once(block, _plan(k, least, most), bounds)
        return
    before = 0
    for at in range(k - least + 1):
        for position, subset, sure in suspects(block.given(at), least - 1, bounds):
            yield Suspect(before + position, 1 << items[at] | subset, sure)
        before += comb(k - at - 1, least - 1)


class _Plan(NamedTuple):
    """How the lanes split, for a number of candidates and a range of sizes."""

    steps: list[tuple[Any, Any]]
    order: Any
    subsets: list[tuple[int, ...]]
    sizes: Any


@lru_cache(128)
def _plan(candidates: int, least: int, most: int) -> _Plan:
    import numpy as np

    lanes: list[tuple[int, ...]] = [()]
    steps = []
    for at in range(candidates):
        after = candidates - at - 1
        stay = [i for i, lane in enumerate(lanes) if len(lane) + after >= least]
        take = [i for i, lane in enumerate(lanes) if len(lane) < most]
        steps.append((np.array(stay, np.intp), np.array(take, np.intp)))
        lanes = [lanes[i] for i in stay] + [(*lanes[i], at) for i in take]
    order = sorted(range(len(lanes)), key=lambda i: (len(lanes[i]), lanes[i]))
    subsets = [lanes[i] for i in order]
    sizes = np.array([len(subset) - least for subset in subsets], np.intp)
    return _Plan(steps, np.array(order, np.intp), subsets, sizes)


def _suspects_at_once(block: Block, plan: _Plan, bounds: Sequence[Bounds]) -> Iterator[Suspect]:
    import numpy as np

    squares, products, doubtful = _eliminated(block, plan)
    low, high = np.array(bounds).T[:, plan.sizes]
    doubtful |= products < WEAK_PRODUCT
    suspect = doubtful | (squares < high * products)
    sure = ~doubtful & (squares < low * products)
    for position in np.flatnonzero(suspect).tolist():
        subset = mask_of(block.items[i] for i in plan.subsets[position])
        yield Suspect(position, subset, bool(sure[position]))


def _eliminated(block: Block, plan: _Plan) -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    """Return covariance squared, product of variances and doubt, for each subset in order."""
    import numpy as np

    lanes = block.covariances[:, :, None]
    weak = np.array([block.weak])
    for stay, take in plan.steps:
        rest = lanes[1:, 1:]
        pivots = lanes[0, 0].take(take)
        row = lanes[0, 1:].take(take, axis=1)
        thin = pivots < WEAK_PIVOT
        steps = row / np.maximum(pivots, WEAK_PIVOT)
        lanes = np.empty((*rest.shape[:2], len(stay) + len(take)))
        rest.take(stay, axis=2, out=lanes[:, :, : len(stay)], mode="clip")
        lanes[:, :, len(stay) :] = rest.take(take, axis=2) - row[:, None] * steps
        weak = np.concatenate([weak[stay], weak[take] | thin])
    xx, xy, yy = lanes[0, 0], lanes[0, 1], lanes[1, 1]
    order = plan.order
    return (xy * xy)[order], (xx * yy)[order], weak[order]
