"""Data as CI tests take it: columns with names, checked once, at the entrance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from math import inf
from numbers import Complex, Real
from typing import TYPE_CHECKING, Any

from marvel_widgets.core.graphs.construction import name_fault
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.shortening import shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

# Wider relative spans than this are variation, narrower ones rounding of a constant.
_ROUNDING = 1e-13
# Numbers taken together where the data are read: 512 KiB (measured by benchmarks/peers.py).
_BLOCK = 1 << 16


class DataError(ValueError):
    """Data that a test can't work with; the message names the place and the way out.

    Attributes
    ----------
    columns : tuple of Label
        The columns at fault; empty where it is the table as a whole.
    """

    def __init__(self, message: str, columns: Iterable[Label] = ()) -> None:
        self.columns = tuple(columns)
        super().__init__(message)


class SampleSizeError(DataError):
    """Too few samples for a conditioning set.

    Attributes
    ----------
    samples : int
        How many there are.
    needed : int
        How many the set takes.
    """

    def __init__(self, samples: int, size: int) -> None:
        self.samples = samples
        self.needed = size + 4
        super().__init__(
            f"a Fisher-Z test given {size} variables needs at least {self.needed} samples "
            f"(n - {size} - 3 > 0), and there are {samples}: add rows or drop columns; or, where "
            "the boundaries are to be found, hand them over with boundaries="
        )


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Numbers in named columns: the least that a DataFrame is.

    >>> import numpy as np
    >>> table = Table(("a", "b"), np.array([[1.0, 2.0], [3.0, 5.0]]))
    >>> table.columns, table.shape, np.asarray(table)[1].tolist()
    (('a', 'b'), (2, 2), [3.0, 5.0])
    """

    columns: tuple[Label, ...]
    values: Any

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self.values.shape
        return rows, columns

    def to_numpy(self) -> Any:
        """Return the values as an array of shape (n, p)."""
        return self.values

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy as np

        return np.array(self.values, dtype=dtype) if copy else np.asarray(self.values, dtype=dtype)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        n, p = self.shape
        return f"<Table: {n} rows, {p} columns>"


def read_columns(
    data: Any, names: Iterable[Label] | None = None
) -> tuple[tuple[Label, ...], NDArray[Any]]:
    """Return the names and the values of a table, whatever the values are."""
    import numpy as np

    framed = hasattr(data, "columns") and hasattr(data, "to_numpy")
    source = data.to_numpy() if framed else data
    values: NDArray[Any] = np.asarray(source) if hasattr(source, "dtype") else _as_objects(source)
    if values.ndim != 2:
        got = f"shape {values.shape}" if values.ndim else type(data).__name__
        msg = (
            f"data must be a table of shape (samples, variables); got {got}: give a "
            "two-dimensional array or a DataFrame; read_csv reads a file"
        )
        raise DataError(msg)
    if np.ma.is_masked(source):  # what is below a mask would count as a value
        msg = "values are masked, so they are missing: drop the rows with them, or fill them in"
        raise DataError(msg)
    p = values.shape[1]
    if names is None:
        names = data.columns if framed else range(p)
    if not isinstance(names, Iterable):
        msg = f"names must give a name for each column, such as ['x', 'y']; got {shown(names)}"
        raise DataError(msg)
    return _checked_names(tuple(names), p), values


def _as_objects(rows: Any) -> NDArray[Any]:
    """Return rows as a table of objects.

    Values stay what they are: numpy would turn 1 beside "a" into "1", and pairs into a third
    dimension.
    """
    import numpy as np

    if not (isinstance(rows, list | tuple) and rows and all(map(_is_row, rows))):
        return np.asarray(rows, dtype=object)
    p = len(rows[0])
    for at, row in enumerate(rows):
        if len(row) != p:
            msg = (
                "data must be a table of shape (samples, variables), its rows of one length: row 0 "
                f"has {p} values and row {at} has {len(row)} (counted from 0)"
            )
            raise DataError(msg)
    flat = np.fromiter((value for row in rows for value in row), object, len(rows) * p)
    return flat.reshape(len(rows), p)


def _is_row(row: Any) -> bool:
    return isinstance(row, list | tuple) or getattr(row, "ndim", None) == 1


def _checked_names(names: tuple[Label, ...], p: int) -> tuple[Label, ...]:
    if p < 2:
        msg = f"a CI test needs at least two variables, and the table has {p} column(s)"
        raise DataError(msg)
    if len(names) != p:
        some = shown(names)
        msg = f"the table has {p} columns and {len(names)} names {some}; give one for each"
        raise DataError(msg)
    seen: set[Label] = set()
    for name in names:
        if fault := name_fault(name):
            raise DataError(fault)
        if name in seen:
            msg = f"two columns are named {shown(name)}; rename one of them"
            raise DataError(msg, [name])
        seen.add(name)
    return names


def numeric_values(names: Sequence[Label], values: NDArray[Any]) -> FloatArray:
    """Return the values as finite floats."""
    import numpy as np

    if values.dtype.kind not in "biuf":
        values = np.column_stack(
            [_floats(name, values[:, at]) for at, name in enumerate(names)]
        ).astype(np.float64)
    with np.errstate(over="ignore"):  # a longer float may become infinite, and is named below
        numbers: FloatArray = values.astype(np.float64, copy=False)
    if not np.isfinite(numbers).all():
        row, column = map(int, np.argwhere(~np.isfinite(numbers))[0])
        msg = (
            f"column {shown(names[column])} has {numbers[row, column]} in row {row} (counted from "
            "0): "
            "drop the rows with missing or infinite values, or fill them in"
        )
        raise DataError(msg, [names[column]])
    return numbers


def _floats(name: Label, column: NDArray[Any]) -> list[float]:
    numbers = []
    for row, value in enumerate(column):
        number = _as_float(value)
        if number is None:
            raise _wrong_value(name, value, row, _way_out(value))
        if number == inf and value != inf:
            raise _wrong_value(name, value, row, "which is too large: take another unit")
        numbers.append(number)
    return numbers


def _wrong_value(name: Label, value: Any, row: int, words: str) -> DataError:
    place = f"column {shown(name)} has {shown(value)} in row {row} (counted from 0)"
    return DataError(f"{place}, {words}", [name])


def _way_out(value: Any) -> str:
    """Return what to do about a value that is not a number."""
    kind = type(value).__name__
    if value is None or kind in ("NAType", "NaTType"):
        return "so a value is missing: drop the rows with missing values, or fill them in"
    if isinstance(value, date | time | timedelta) or kind in ("datetime64", "timedelta64"):
        return (
            "which is a date or a time: drop the column, or put a number in its place, such as the "
            "days since the first"
        )
    way_out = "turn the column into numbers or drop it, or use GTest for categories"
    if isinstance(value, str):
        return f"which is text, not a number: {way_out}; read_csv reads numbers in files"
    return f"which is not a number: {way_out}"


def _as_float(value: Any) -> float | None:
    if isinstance(value, (str, bytes)):
        return None  # reading numbers out of text is left to those who read files
    if getattr(value, "ndim", 0):
        return None  # some versions of numpy make a number of an array that holds one
    if isinstance(value, Complex) and not isinstance(value, Real):
        return None
    try:
        return float(value)
    except OverflowError:  # a whole number or a fraction beyond 10**308
        return inf
    except (TypeError, ValueError):
        return None


def correlation_matrix(names: Sequence[Label], numbers: FloatArray) -> FloatArray:
    """Return the Pearson correlations of the columns.

    Columns are centered and scaled before they are multiplied, so that neither large
    offsets nor extreme units lose digits. Cost: n p**2, once.
    """
    import numpy as np

    top, bottom = numbers.max(axis=0), numbers.min(axis=0)
    largest = np.maximum(np.abs(top), np.abs(bottom))
    with np.errstate(over="ignore"):  # an infinite span is no constant
        flat = np.flatnonzero(top - bottom <= _ROUNDING * largest)
    if len(flat):
        at = int(flat[0])
        constant = f"is constant ({numbers[0, at]:g} in every row)"
        msg = f"column {shown(names[at])} {constant}, so nothing can depend on it: drop it"
        raise DataError(msg, [names[at]])
    products = _products_of_centered(numbers, largest)
    scale = np.sqrt(np.diag(products))
    correlation: FloatArray = products / scale / scale[:, None]
    return correlation


def _products_of_centered(numbers: FloatArray, largest: FloatArray) -> FloatArray:
    """Return the sums of products of the columns, scaled by `largest` and centered.

    In blocks of rows that stay in the processor's cache.
    """
    import numpy as np

    n, p = numbers.shape
    rows = max(1, _BLOCK // p)
    blocks = [slice(start, start + rows) for start in range(0, n, rows)]
    means = sum((numbers[block] / largest).sum(axis=0) for block in blocks) / n
    products = np.zeros((p, p))
    for block in blocks:
        scaled = numbers[block] / largest
        scaled -= means
        products += scaled.T @ scaled
    return products
