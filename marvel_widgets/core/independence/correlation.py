"""Pearson correlations without lost digits, and the columns that others determine."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from marvel_widgets.core.independence.table import FloatArray

# A variable with this share of its variance left, or less, is a linear function of the others.
# The correlations themselves are good to about 1e-15; columns of the paper's Diabetes, where noise
# drowns, come down to 2e-11.
DETERMINED: Final = 1e-12
# Wider relative spans than this are variation, narrower ones rounding of a constant.
_ROUNDING: Final = 1e-13
# Numbers taken together where the data are read: 512 KiB (measured by benchmarks/peers.py).
_BLOCK: Final = 1 << 16


class Determined(NamedTuple):
    """A column that is a weighted sum of others."""

    column: int
    by: list[int]
    weights: list[float]


def correlation_matrix(numbers: FloatArray) -> tuple[FloatArray, list[int]]:
    """Return the Pearson correlations of the columns that vary, and which columns don't.

    Columns are centered before anything else, and where squares would leave the range of floats,
    units change by powers of two: neither large offsets nor extreme units lose digits. The error
    is about 5e-16. Cost: n p**2, once.
    """
    import numpy as np

    flat: list[int] = []
    with np.errstate(all="ignore"):  # what leaves the range is taken again, in other units
        products = _products_of_centered(numbers)
        deviations = np.sqrt(np.diag(products))
        size = np.abs(numbers[0]) * np.sqrt(len(numbers))
        clear = (deviations > 1e-100) & (deviations < 1e100) & (deviations > 1e-12 * size)
    if not clear.all():
        _, power = np.frexp(np.abs(numbers).max(axis=0))
        numbers = np.ldexp(numbers, -power)
        top, bottom = numbers.max(axis=0), numbers.min(axis=0)
        varied = top - bottom > _ROUNDING * np.maximum(np.abs(top), np.abs(bottom))
        flat = np.flatnonzero(~varied).tolist()
        products = _products_of_centered(numbers[:, varied])
        deviations = np.sqrt(np.diag(products))
    correlation: FloatArray = products / (deviations * deviations[:, None])
    return correlation, flat


def _products_of_centered(numbers: FloatArray) -> FloatArray:
    """Return the sums of products of the centered columns.

    In blocks of rows that stay in the processor's cache, less the mean of a few rows; what that
    leaves of the mean is taken off the sums. Where it was no mean, once again with the true one.
    """
    import numpy as np

    n, p = numbers.shape
    rows = max(_BLOCK // max(p, 1), 2 * p)
    center = numbers[:: max(1, n // 64)].mean(axis=0)
    for _ in range(2):
        products, sums = np.zeros((p, p)), np.zeros(p)
        for start in range(0, n, rows):
            centered = numbers[start : start + rows] - center
            products += centered.T @ centered
            sums += np.ones(len(centered)) @ centered
        products -= np.outer(sums, sums / n)
        if (sums * sums <= n * np.diag(products)).all():
            break
        center = center + sums / n
    return products


def determined(correlation: FloatArray, *, pairs: bool = False) -> list[Determined]:
    """Return each column that is a weighted sum of earlier ones; of one alone where asked.

    Cost: one Cholesky factor by LAPACK; only where that finds one, p**3 for their names.
    """
    import numpy as np

    with suppress(np.linalg.LinAlgError):  # the diagonal is what columns have beyond earlier ones
        if not pairs and (np.diag(np.linalg.cholesky(correlation)) ** 2 > DETERMINED).all():
            return []
    found: list[Determined] = []
    free: list[int] = []
    left, factor = correlation.copy(), np.zeros_like(correlation)
    for at, row in enumerate(correlation):
        twin = np.flatnonzero(1.0 - row[:at] ** 2 <= DETERMINED)[:1]
        if len(twin):
            found.append(Determined(at, twin.tolist(), row[twin].tolist()))
        elif left[at, at] <= DETERMINED:
            weights = np.linalg.solve(factor[np.ix_(free, free)].T, factor[at, free])
            used = np.flatnonzero(np.abs(weights) > 1e-6)
            found.append(Determined(at, [free[v] for v in used], weights[used].tolist()))
        elif not pairs:
            factor[:, at] = left[:, at] / np.sqrt(left[at, at])
            left -= np.outer(factor[:, at], factor[:, at])
            free.append(at)
    return found
