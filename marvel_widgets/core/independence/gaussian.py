"""CI tests for linear-Gaussian data: Fisher-Z from samples, and the limit of infinitely many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from decimal import Decimal
from math import atanh, erfc, inf, sqrt, tanh
from numbers import Real
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final, Self

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence import table
from marvel_widgets.core.independence.column_faults import (
    checked_correlations,
    determined_fault,
    numeric_values,
    refuse,
)
from marvel_widgets.core.independence.correlation import determined
from marvel_widgets.core.independence.gaussian_search import GaussianSearch
from marvel_widgets.core.independence.p_values import Measurement
from marvel_widgets.core.independence.partial_correlation import Correlations
from marvel_widgets.core.independence.protocol import indices
from marvel_widgets.core.independence.subset_scan import Bounds

if TYPE_CHECKING:
    from marvel_widgets.core.independence.table import FloatArray


_TOLERANCE: Final = 1e-8  # a partial correlation that counts as none, where there is no chance
_TOLERANCE_BOUNDS: Final = Bounds.around(_TOLERANCE)


class FisherZ(GaussianSearch):
    """The Fisher-Z test of linear-Gaussian data.

    Parameters
    ----------
    data : array_like of shape (n, p), or DataFrame
        One row for each sample. The names of a DataFrame's columns are kept.
    alpha : float, optional
        Significance level: independent means ``p_value > alpha``. Left out: 2 / p**2, as in
        the paper's experiments.
    names : iterable of Label, optional
        One name for each column; an array without names gets ``0..p-1``.

    Attributes
    ----------
    names : tuple of Label
    alpha : float
    samples : int

    Raises
    ------
    DataError
        The data can't be used: text, a missing or infinite value, a constant column, one that is
        a weighted sum of others, fewer than two columns or four rows. The sentences are those of
        `marvel_widgets.read_csv`.

    Notes
    -----
    With r the partial correlation of x and y given S, ``sqrt(n - |S| - 3) * atanh(r)`` is
    nearly standard normal under independence (Fisher 1924); the p-value is two-sided. The
    correlation matrix is computed once and the data are not touched again.

    A weighted sum leaves 1e-12 of a column's variance or less. With no more rows than columns
    every column is one, so that pairs of columns alone are compared.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> x = rng.normal(size=500)
    >>> y = x + rng.normal(size=500)
    >>> z = y + rng.normal(size=500)
    >>> test = FisherZ(np.column_stack([x, y, z]), alpha=0.01, names="xyz")
    >>> test("x", "z"), test("x", "z", given={"y"})
    (False, True)
    """

    def __init__(
        self, data: Any, alpha: float | None = None, *, names: Iterable[Label] | None = None
    ) -> None:
        found, values = table.read_columns(data, names)
        numbers = numeric_values(found, values)
        if len(numbers) < 4:
            raise table.few_rows(len(numbers), len(found))
        matrix, faults = checked_correlations(found, numbers)
        refuse(faults)
        super().__init__(Correlations(found, matrix))
        self.samples = len(numbers)
        self._set_level(2 / len(found) ** 2 if alpha is None else alpha)

    def _set_level(self, alpha: float) -> None:
        self.alpha = checked_alpha(alpha)
        self._bounds: dict[int, Bounds] = {}
        self.largest_set = min(self.samples - 4, len(self.names) - 2)

    def at_level(self, alpha: float) -> FisherZ:
        """Return the same test at another level; both share the correlation matrix."""
        other = FisherZ.__new__(FisherZ)
        GaussianSearch.__init__(other, self.correlations)
        other.samples = self.samples
        other._set_level(alpha)
        return other

    def __repr__(self) -> str:
        return (
            f"<FisherZ: {self.samples} samples, {len(self.names)} variables, alpha={self.alpha:g}>"
        )

    def p_value(self, x: Label, y: Label, given: Iterable[Label] = ()) -> float:
        """Return the p-value of "x and y are independent given the set".

        Raises
        ------
        UnknownVariableError, GraphError
            As `marvel_widgets.d_separated`.
        SampleSizeError
            ``n - |given| - 3`` is not positive.

        Examples
        --------
        >>> test = FisherZ([[1, 2], [2, 1], [3, 5], [4, 3], [5, 6]])
        >>> round(test.p_value(0, 1), 4)
        0.1564
        """
        i, j, mask = indices(self.names, x, y, given)
        return self._p_value(abs(self._partial(i, j, mask)), mask.bit_count())

    def measured(self, x: int, y: int, given: int) -> Measurement:
        """Return the p-value as `Measurement` says.

        A singular submatrix is named ``"singular"``; the look is not counted in
        `singular_tests`.
        """
        r, is_singular = self.correlations.looked_at(x, y, list(members(given)))
        p_value = self._p_value(abs(r), given.bit_count())
        return Measurement(p_value, "singular" if is_singular else "")

    def statistic(self, x: Label, y: Label, given: Iterable[Label] = ()) -> float:
        """Return ``sqrt(n - |given| - 3) * atanh(r)``; infinite for r = 1 or -1."""
        i, j, mask = indices(self.names, x, y, given)
        r = self._partial(i, j, mask)
        return self._scale(mask.bit_count()) * atanh(r) if abs(r) < 1 else r * inf

    def association(self, x: int, y: int, given: int) -> float:
        """Return the absolute statistic: the larger, the smaller the p-value.

        Variables are numbers, the set a mask; IAMB and MMPC rank candidates by it.
        """
        r = abs(self._partial(x, y, given))
        return self._scale(given.bit_count()) * atanh(r) if r < 1 else inf

    def _scale(self, size: int) -> float:
        freedom = self.samples - size - 3
        if freedom <= 0:
            raise table.SampleSizeError(self.samples, size)
        return sqrt(freedom)

    def _p_value(self, r: float, size: int) -> float:
        scale = self._scale(size)
        return erfc(scale * atanh(r) / sqrt(2)) if r < 1 else 0.0

    def _is_independent(self, r: float, size: int) -> bool:
        return self._p_value(r, size) > self.alpha

    def bounds(self, size: int) -> Bounds:
        """Return between which squared correlations a p-value must decide, for a set's size."""
        found = self._bounds.get(size)
        if found is None:
            critical = tanh(-NormalDist().inv_cdf(self.alpha / 2) / self._scale(size))
            found = self._bounds[size] = Bounds.around(critical)
        return found


class ExactGaussian(GaussianSearch):
    """The Gaussian test with infinitely many samples: the covariance matrix of a model.

    It is between the oracle and data: answers come from numbers, and none is wrong by
    chance. Unlike the oracle it sees cancellations, where paths of a model add up to zero.
    Independent means that the partial correlation is smaller than 1e-8.
    """

    def __init__(self, covariance: FloatArray, names: Sequence[Label]) -> None:
        scale = covariance.diagonal() ** 0.5
        correlation = numeric_values(names, covariance / scale / scale[:, None])
        refuse([determined_fault(names, one) for one in determined(correlation, pairs=True)])
        super().__init__(Correlations(names, correlation))
        self.largest_set = len(self.names) - 2

    def __repr__(self) -> str:
        return f"<ExactGaussian: {len(self.names)} variables>"

    def at_level(self, alpha: float) -> Self:  # noqa: ARG002 - nothing here is left to chance
        """Return this test: it has no significance level."""
        return self

    def association(self, x: int, y: int, given: int) -> float:
        """Return the absolute partial correlation; see `FisherZ.association`."""
        return abs(self._partial(x, y, given))

    def _is_independent(self, r: float, size: int) -> bool:  # noqa: ARG002 - as `FisherZ`
        return r < _TOLERANCE

    def bounds(self, size: int) -> Bounds:  # noqa: ARG002 - as `FisherZ`
        """Return between which squared correlations it takes a closer look."""
        return _TOLERANCE_BOUNDS


def checked_alpha(alpha: Any) -> float:
    """Return a significance level, or raise a ValueError."""
    number: Any = alpha if isinstance(alpha, Real | Decimal) else None  # as text is not
    with suppress(ArithmeticError):  # of a decimal that is no number
        if number is not None and 0 < number < 1:
            return float(alpha)
    msg = f"alpha must be a significance level between 0 and 1; got {shown(alpha)}"
    raise ValueError(msg)
