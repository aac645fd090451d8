"""The CI test for categories: the G-test (likelihood ratio)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, ClassVar

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.column_faults import cells_fault, constant_fault, refuse
from marvel_widgets.core.independence.gaussian import checked_alpha
from marvel_widgets.core.independence.p_values import Measurement
from marvel_widgets.core.independence.protocol import indices, search_one_by_one
from marvel_widgets.core.independence.table import DataError, read_columns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    IntArray = NDArray[np.int64]
    FloatArray = NDArray[np.float64]

# Strata are renumbered before a table of counts would have more cells than this.
_MOST_CELLS = 1 << 20
_FEWEST_ROWS = 20  # from which on a column of different values is no column of categories


class GTest:
    """The G-test of discrete data.

    Parameters
    ----------
    data : array_like of shape (n, p), or DataFrame
        One row for each sample; values are categories: numbers, text, anything hashable. Values
        that Python calls equal are one category, as 1, 1.0 and True; 1 and the text "1" are two.
    alpha : float, optional
        Independent means ``p_value > alpha``. Left out: 2 / p**2, as for `FisherZ`.
    names : iterable of Label, optional
        One name for each column; an array without names gets ``0..p-1``.

    Attributes
    ----------
    names : tuple of Label
    alpha : float
    samples : int
    categories : tuple of tuple
        The categories of each variable, in the order of first appearance.

    Raises
    ------
    DataError
        The table has fewer than two columns, no rows, a missing value, a constant column, or one
        in which each row has another value.

    Notes
    -----
    *Strata* are the samples that agree on the given set. Within each, expected counts E come
    from its own margins. The statistic is ``2 sum O ln(O / E)`` over the cells of all strata.

    *Degrees of freedom*: (rows - 1)(columns - 1) summed over the strata, where only rows and
    columns count that hold a sample of that stratum. An *empty cell* with non-empty margins
    counts, and adds 0 to G. This is what a chi-square test of each stratum's table without
    its empty rows and columns gives, added up.

    No degree of freedom left: the data say nothing about the statement, the p-value is 1,
    the answer "independent", and `undecided_tests` counts it. Large sets lead there soon:
    given all other variables, hardly two samples agree. So boundaries are found by IAMB and
    not by total conditioning unless you say so, PC and MMPC start from the complete graph, and
    MARVEL has a budget.

    Cost: distinct rows are counted once; a test runs once through these.

    Examples
    --------
    >>> from itertools import product
    >>> rows = [(a, b, a ^ b) for a, b in product((0, 1), repeat=2)] * 20
    >>> test = GTest(rows, names="abc")
    >>> test("a", "c"), test("a", "c", given={"b"})
    (True, False)
    """

    fits_total_conditioning: ClassVar = False

    def __init__(
        self, data: Any, alpha: float | None = None, *, names: Iterable[Label] | None = None
    ) -> None:
        import numpy as np

        self.names, values = read_columns(data, names)
        if not len(values):
            msg = "the table has no rows"
            raise DataError(msg)
        coded = [coded_column(n, values[:, at]) for at, n in enumerate(self.names)]
        self.categories: tuple[tuple[Any, ...], ...] = tuple(found for _, found in coded)
        self.samples = len(values)
        rows, counts = np.unique(
            np.column_stack([codes for codes, _ in coded]), axis=0, return_counts=True
        )
        self._columns: list[IntArray] = [np.ascontiguousarray(column) for column in rows.T]
        self._counts: FloatArray = counts.astype(np.float64)
        self._undecided: Counter[str] = Counter()  # one for all levels
        self.alpha = checked_alpha(2 / len(self.names) ** 2 if alpha is None else alpha)

    def __repr__(self) -> str:
        return f"<GTest: {self.samples} samples, {len(self.names)} variables, alpha={self.alpha:g}>"

    def at_level(self, alpha: float) -> GTest:
        """Return the same test at another level; both share the counts of the data."""
        other = GTest.__new__(GTest)
        vars(other).update(vars(self), alpha=checked_alpha(alpha))
        return other

    @property
    def undecided_tests(self) -> int:
        """Tests so far, at any level, that had no degree of freedom."""
        return self._undecided.total()

    def __call__(self, x: Label, y: Label, given: Iterable[Label] = ()) -> bool:
        """Return whether x and y are judged independent given a set; errors as `p_value`."""
        return self.independent(*indices(self.names, x, y, given))

    def p_value(self, x: Label, y: Label, given: Iterable[Label] = ()) -> float:
        """Return the p-value of "x and y are independent given the set".

        Raises
        ------
        UnknownVariableError, GraphError
            As `marvel_widgets.d_separated`.

        Examples
        --------
        >>> test = GTest([["a", 0]] * 8 + [["b", 1]] * 6 + [["a", 1]] * 4)
        >>> round(test.p_value(0, 1), 4)
        0.0021
        """
        return _tail(*self.statistic_and_freedom(x, y, given))

    def measured(self, x: int, y: int, given: int) -> Measurement:
        """Return the p-value as `Measurement` says; ``"undecided"``: no degree of freedom."""
        value, freedom = self._measure(x, y, given)
        return Measurement(_tail(value, freedom), "" if freedom else "undecided")

    def statistic_and_freedom(
        self, x: Label, y: Label, given: Iterable[Label] = ()
    ) -> tuple[float, int]:
        """Return the statistic and its degrees of freedom."""
        return self._measure(*indices(self.names, x, y, given))

    def independent(self, x: int, y: int, given: int) -> bool:
        """Return whether x and y are judged independent given a set, as numbers and masks."""
        value, freedom = self._measure(x, y, given)
        if not freedom:
            self._undecided["tests"] += 1
        return _tail(value, freedom) > self.alpha

    def association(self, x: int, y: int, given: int) -> float:
        """Return the normal score of the p-value: the larger, the smaller the p-value.

        By the formula of Wilson and Hilferty (1931), so that it still ranks where p-values
        are too small to be told from 0. Without a degree of freedom: minus infinity.
        Variables are numbers, the set a mask; IAMB and MMPC rank candidates by it.
        """
        value, freedom = self._measure(x, y, given)
        if not freedom:
            return -inf
        spread = 2 / (9 * freedom)
        return float(((value / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))

    first_separating = search_one_by_one

    def _measure(self, x: int, y: int, given: int) -> tuple[float, int]:
        import numpy as np

        if x > y:
            x, y = y, x
        across, down = len(self.categories[x]), len(self.categories[y])
        strata, number = self._strata(list(members(given)), across * down)
        cells = (strata * across + self._columns[x]) * down + self._columns[y]
        cells_held = np.bincount(cells, self._counts, number * across * down)
        table = cells_held.astype(np.float64).reshape(number, across, down)
        return _statistic(table)

    def _strata(self, given: Sequence[int], cells: int) -> tuple[IntArray, int]:
        """Return each distinct row's stratum, and how many strata there may be."""
        import numpy as np

        strata = np.zeros(len(self._counts), np.int64)
        number = 1
        for s in given:
            categories = len(self.categories[s])
            strata = strata * categories + self._columns[s]
            number *= categories
            if number * cells > _MOST_CELLS or number > 4 * len(strata):
                found, strata = np.unique(strata, return_inverse=True)
                strata, number = strata.reshape(-1), len(found)
        return strata, number


def _statistic(observed: FloatArray) -> tuple[float, int]:
    """Return the statistic and the degrees of freedom of tables of shape (strata, x, y)."""
    import numpy as np

    rows, columns = observed.sum(axis=2), observed.sum(axis=1)
    totals = rows.sum(axis=1)
    freedom = ((rows > 0).sum(axis=1) - 1) * ((columns > 0).sum(axis=1) - 1)
    expected = rows[:, :, None] * columns[:, None, :] / np.maximum(totals, 1)[:, None, None]
    held = observed > 0
    counts = observed[held]
    value = 2 * float((counts * np.log(counts / expected[held])).sum())
    return max(value, 0.0), int(freedom[totals > 0].sum())


def _tail(value: float, freedom: int) -> float:
    """Return the chi-square distribution's probability of more than a value."""
    if not freedom:
        return 1.0
    from scipy.special import gammaincc

    return float(gammaincc(freedom / 2, value / 2))


def coded_column(name: Label, column: NDArray[Any]) -> tuple[list[int], tuple[Any, ...]]:
    """Return a column as numbers from 0, and the categories they stand for."""
    places: dict[Any, int] = {}
    codes = []
    values = column.tolist()
    if gone := [row for row, value in enumerate(values) if _is_missing(value)]:
        refuse([cells_fault(name, "missing", gone, values)])
    for row, value in enumerate(values):
        try:
            codes.append(places.setdefault(value, len(places)))
        except TypeError:
            msg = f"column {shown(name)} has {shown(value)} in row {row}, which can't be a category"
            raise DataError(msg, [name]) from None
    if len(places) == len(codes) >= _FEWEST_ROWS:
        msg = (
            f"column {shown(name)} has another value in each of {len(codes):,} rows, so no test "
            "can see a dependence: put values into groups; for numbers there is FisherZ"
        )
        raise DataError(msg, [name])
    if len(places) == 1:
        refuse([constant_fault(name, shown(values[0]))])
    return codes, tuple(places)


def _is_missing(value: Any) -> bool:
    """NaN and NaT differ from themselves; pandas' NA and some decimals can't even say so."""
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError, ArithmeticError):
        return True
