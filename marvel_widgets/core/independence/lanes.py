"""Partial correlations given all subsets of several sizes at once, in numpy arrays.

One lane for each subset: taking the candidates in turn, every lane splits into one that
leaves the candidate out and one that eliminates it. All subsets share the eliminations of
their common beginnings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.independence.subset_scan import (
    WEAK_PIVOT,
    WEAK_PRODUCT,
    Block,
    Bounds,
    Suspect,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LanePlan:
    """How the lanes split, for a number of candidates and a range of sizes."""

    steps: list[tuple[Any, Any]]
    order: Any
    subsets: list[tuple[int, ...]]
    sizes: Any

    @classmethod
    def make(cls, candidates: int, least: int, most: int) -> LanePlan:
        """Return the plan; cost: one tuple for each lane and step."""
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
        return cls(steps, np.array(order, np.intp), subsets, sizes)


def suspects_at_once(block: Block, plan: LanePlan, bounds: Sequence[Bounds]) -> Iterator[Suspect]:
    """Yield the subsets of a plan's sizes that are not clearly dependent, in canonical order.

    As `marvel_widgets.core.independence.subset_scan.suspects` size by size, with positions
    counted through all sizes. Cost: about four numbers for each subset, in six array
    operations for each candidate.
    """
    import numpy as np

    squares, products, doubtful = _eliminated(block, plan)
    low, high = np.array(bounds).T[:, plan.sizes]
    doubtful |= products < WEAK_PRODUCT
    suspect = doubtful | (squares < high * products)
    sure = ~doubtful & (squares < low * products)
    items = block.items
    for position in np.flatnonzero(suspect).tolist():
        subset = mask_of(items[i] for i in plan.subsets[position])
        yield Suspect(position, subset, bool(sure[position]))


def _eliminated(block: Block, plan: LanePlan) -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    """Return covariance squared, product of variances and doubt, for each subset in order."""
    import numpy as np

    lanes = _matrix(block)[:, :, None]
    weak = np.zeros(1, np.bool_)
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


def _matrix(block: Block) -> FloatArray:
    """Return the covariances of items, x and y; below the diagonal nothing is ever read."""
    import numpy as np

    k = len(block.items)
    matrix = np.zeros((k + 2, k + 2))
    rows = zip(block.variances, block.covariances, block.xs, block.ys, strict=True)
    upper = chain.from_iterable((v, *row, x, y) for v, row, x, y in rows)
    matrix[np.triu_indices(k + 2)] = [*upper, block.xx, block.xy, block.yy]
    return matrix
