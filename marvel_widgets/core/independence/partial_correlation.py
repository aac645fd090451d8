"""Partial correlations from one correlation matrix, one at a time.

`Correlations.partial` is the meaning of every answer of the Gaussian tests. Faster ways of
getting through many sets (`marvel_widgets.core.independence.subset_scan`) only sort out the
clear cases; what lies near a threshold is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.independence.correlation import DETERMINED

if TYPE_CHECKING:
    from marvel_widgets.core.independence.table import FloatArray


class Correlations:
    """A correlation matrix, and what is worked out from it; shared by tests at all levels."""

    def __init__(self, names: Sequence[Label], matrix: FloatArray) -> None:
        import numpy as np

        self.names: tuple[Label, ...] = tuple(names)
        correlation = np.clip((matrix + matrix.T) / 2, -1.0, 1.0)
        np.fill_diagonal(correlation, 1.0)
        self.matrix: FloatArray = correlation
        self.rows: list[list[float]] = correlation.tolist()
        self.singular_tests = 0

    def partial(self, x: int, y: int, given: Sequence[int]) -> float:
        """Return the partial correlation of x and y given a set, as a number from -1 to 1.

        The same to the last bit when x and y change places. Cost: closed forms in plain
        floats for up to three given variables (0.5 to 1.5 microseconds), from there on a
        Cholesky factor by LAPACK (10 microseconds, and k**3 / 6 operations for k of them).

        *Singular submatrices* are the linear functions among columns. A given variable that
        the others given determine is left out, which is the least-squares (pseudo-inverse)
        answer. When the set determines x or y, nothing is left of it to correlate and the
        result is 0. Each such test is counted in `singular_tests`.
        """
        if x > y:
            x, y = y, x
        if len(given) < len(CLOSED_FORMS):
            value = CLOSED_FORMS[len(given)](self.rows, x, y, *given)
        else:
            value = self._by_lapack([*given, x, y])
        if value is None:
            self.singular_tests += 1
            return self._by_least_squares([*given, x, y])
        return value

    def looked_at(self, x: int, y: int, given: Sequence[int]) -> tuple[float, bool]:
        """Return `partial`, and whether a submatrix was singular; not counted as a test."""
        before = self.singular_tests
        value = self.partial(x, y, given)
        is_singular = self.singular_tests > before
        self.singular_tests = before
        return value, is_singular

    def _by_lapack(self, order: list[int]) -> float | None:
        import numpy as np

        at = np.array(order)
        matrix = self.matrix[at[:, None], at]  # np.ix_ takes three times as long
        matrix[-1, -1] += DETERMINED  # so that x and y may be perfectly correlated given the rest
        try:
            factor = np.linalg.cholesky(matrix)
        except np.linalg.LinAlgError:
            return None
        *roots, last = factor.diagonal().tolist()
        cross = float(factor[-1, -2])
        variance = cross * cross + last * last - DETERMINED
        if min(roots) ** 2 <= DETERMINED or variance <= DETERMINED:
            return None
        return _bounded(cross / sqrt(variance))

    def _by_least_squares(self, order: list[int]) -> float:
        """Eliminate one given variable after the other, leaving the redundant ones out."""
        import numpy as np

        left = self.matrix[np.ix_(order, order)]
        while len(left) > 2:
            pivot, row = left[0, 0], left[0, 1:]
            left = left[1:, 1:]
            if pivot > DETERMINED:
                left = left - np.outer(row, row) / pivot
        (xx, xy), (_, yy) = left.tolist()
        return 0.0 if xx <= DETERMINED or yy <= DETERMINED else _bounded(xy / sqrt(xx * yy))

    @cached_property
    def precision(self) -> tuple[FloatArray, float]:
        """All partial correlations given all the rest, and a bound of their error.

        An infinite bound: the matrix is singular, and the first value means nothing. Cost: one
        matrix inversion.
        """
        import numpy as np

        try:
            inverse = np.linalg.inv(self.matrix)
        except np.linalg.LinAlgError:
            return self.matrix, np.inf
        size = float(np.abs(inverse).sum(axis=0).max())
        if not size < 1 / DETERMINED or np.diag(inverse).min() <= 0:
            return self.matrix, np.inf
        scale = np.sqrt(np.diag(inverse))
        partial = -(inverse + inverse.T) / 2 / scale / scale[:, None]
        # The error of an inverse is its size times the condition number, in units of rounding.
        condition = size * float(np.abs(self.matrix).sum(axis=0).max())
        return partial, max(1e-9, 1e-15 * condition * size)


def _given_one(rows: list[list[float]], x: int, y: int, s: int) -> float | None:
    row = rows[s]
    a, b = row[x], row[y]
    xx, yy = 1.0 - a * a, 1.0 - b * b
    if xx <= DETERMINED or yy <= DETERMINED:
        return None
    return _bounded((rows[x][y] - a * b) / sqrt(xx * yy))


def _given_two(rows: list[list[float]], x: int, y: int, s: int, t: int) -> float | None:
    first, second = rows[s], rows[t]
    a, b, c = first[x], first[y], first[t]
    pivot = 1.0 - c * c
    if pivot <= DETERMINED:
        return None
    d, e = second[x] - a * c, second[y] - b * c
    xx = 1.0 - a * a - d * d / pivot
    yy = 1.0 - b * b - e * e / pivot
    if xx <= DETERMINED or yy <= DETERMINED:
        return None
    return _bounded((rows[x][y] - a * b - d * e / pivot) / sqrt(xx * yy))


def _given_three(rows: list[list[float]], x: int, y: int, s: int, t: int, u: int) -> float | None:
    first, second, third = rows[s], rows[t], rows[u]
    a, b, c, d = first[x], first[y], first[t], first[u]
    pivot = 1.0 - c * c
    if pivot <= DETERMINED:
        return None
    e, f, g = second[x] - a * c, second[y] - b * c, second[u] - c * d
    last = 1.0 - d * d - g * g / pivot
    if last <= DETERMINED:
        return None
    h, i = third[x] - a * d - e * g / pivot, third[y] - b * d - f * g / pivot
    xx = 1.0 - a * a - e * e / pivot - h * h / last
    yy = 1.0 - b * b - f * f / pivot - i * i / last
    if xx <= DETERMINED or yy <= DETERMINED:
        return None
    return _bounded((rows[x][y] - a * b - e * f / pivot - h * i / last) / sqrt(xx * yy))


# For how many given variables there is a closed form, x before y, the given in order. Each
# returns None where `Correlations.partial` has to say what a singular submatrix means.
CLOSED_FORMS = (lambda rows, x, y: rows[x][y], _given_one, _given_two, _given_three)


def _bounded(value: float) -> float:
    if -1.0 <= value <= 1.0:  # nearly always; `max` and `min` take longer than the rest
        return value
    return 1.0 if value > 0 else -1.0
