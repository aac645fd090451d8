"""Data as CI tests take it: columns with names, checked once, at the entrance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from marvel_widgets.core.graphs.construction import name_fault
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.shortening import shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]


class DataError(ValueError):
    """Data that a test can't work with; the message names the place and the way out.

    Attributes
    ----------
    columns : tuple of Label
        The columns at fault; empty where it is the table as a whole.
    says : str
        The message without the options of a function: what an app shows.
    """

    def __init__(self, says: str, columns: Iterable[Label] = (), hint: str = "") -> None:
        self.columns = tuple(columns)
        self.says = says
        super().__init__(says + hint)


class SampleSizeError(DataError):
    """Too few samples for a conditioning set.

    Attributes
    ----------
    samples : int
        How many there are.
    needed : int
        How many the set takes.
    """

    def __init__(self, samples: int, size: int, says: str = "", hint: str = "") -> None:
        self.samples = samples
        self.needed = size + 4
        says = says or (
            f"a Fisher-Z test given {size} variables needs at least {self.needed} samples "
            f"(n - {size} - 3 > 0), and there are {samples}: add rows or leave columns out"
        )
        super().__init__(says, (), hint)


def few_rows(rows: int, columns: int, hint: str = "") -> SampleSizeError:
    """Return what to raise where a table has too few rows to find boundaries."""
    says = (
        f"{rows} {'row is' if rows == 1 else 'rows are'} too few for {columns} variables: to find "
        f"their boundaries takes at least {columns + 2} rows; add rows, or leave columns out"
    )
    return SampleSizeError(rows, columns - 2, says, hint)


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

    if not (
        isinstance(rows, list | tuple)
        and rows
        and all(isinstance(row, list | tuple) or getattr(row, "ndim", None) == 1 for row in rows)
    ):
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


def _checked_names(names: tuple[Label, ...], p: int) -> tuple[Label, ...]:
    if p < 2:
        msg = f"the table has {p} column{'s' * (p != 1)}: a CI test needs at least two"
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
            msg = f"two columns are named {shown(name)}: rename one of them"
            raise DataError(msg, [name])
        seen.add(name)
    return names
