"""Adjacency matrices as a DAG takes them: lists, arrays, sparse arrays and DataFrames, checked."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Number
from typing import TYPE_CHECKING, Any

from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.shortening import shortened, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def read_adjacency(
    matrix: Any, names: Sequence[Label] | None = None
) -> tuple[list[Label], list[Edge]]:
    """Return the variables and the edges of a square matrix; a number other than 0 is an edge."""
    framed = all(hasattr(matrix, name) for name in ("columns", "index", "to_numpy"))
    array = _array(matrix.to_numpy() if framed else matrix)
    if len(array.shape) != 2 or array.shape[0] != array.shape[1]:
        msg = f"an adjacency matrix must be square; got shape {array.shape}"
        raise GraphError(msg)
    p = int(array.shape[0])
    labels = _checked_names(_frame_names(matrix) if framed else None, names, p)
    _check_numbers(array, labels)
    tails, heads = array.nonzero()[:2]
    return labels, [(labels[int(i)], labels[int(j)]) for i, j in zip(tails, heads, strict=True)]


def _array(matrix: Any) -> Any:
    import numpy as np

    if hasattr(matrix, "nonzero") and hasattr(matrix, "shape"):
        return matrix
    try:
        # as objects: numpy would make text of a number that stands beside text
        values = np.asarray(matrix, dtype=object)
    except ValueError as error:
        raise GraphError(_ragged(matrix)) from error
    if values.ndim == 1 and len(set(_lengths(values))) > 1:
        raise GraphError(_ragged(matrix))
    return values


def _ragged(matrix: Any) -> str:
    lengths = _lengths(matrix)
    at = next((at for at, length in enumerate(lengths) if length != lengths[0]), 0)
    return (
        f"an adjacency matrix has rows of one length; row 0 has {lengths[0]} values and row {at} "
        f"has {lengths[at]} (counted from 0)"
    )


def _lengths(rows: Any) -> list[int]:
    return [len(row) if hasattr(row, "__len__") else 0 for row in rows]


def _frame_names(frame: Any) -> list[Label]:
    """Return the names of the columns, where those of the rows say the same or nothing."""
    columns, rows = list(frame.columns), list(frame.index)
    if rows not in (columns, list(range(len(rows)))):
        msg = (
            f"the columns of this frame are {shown(columns)} and its rows {shown(rows)}: put both "
            "in one order, frame.loc[frame.columns], or give a plain array and names="
        )
        raise GraphError(msg)
    return columns


def _checked_names(found: list[Label] | None, names: Any, p: int) -> list[Label]:
    if names is None:
        return list(range(p)) if found is None else found
    try:
        labels = list(names)
    except TypeError:
        msg = f"names must give a name for each row, such as ['X', 'Y']; got {shown(names)}"
        raise GraphError(msg) from None
    if len(labels) != p:
        msg = f"{len(labels)} names were given for {p} rows; give one for each"
        raise GraphError(msg)
    return labels


def _check_numbers(array: Any, labels: Sequence[Label]) -> None:
    """Refuse text, missing values and infinities: ``"0"`` and NaN are not zero."""
    import numpy as np

    if array.dtype.kind in "biu":
        return
    if isinstance(array, np.ndarray):
        place = _first_no_number(array)
        value = None if place is None else array[place]
    else:  # sparse: only what is not zero is stored
        stored = array.tocoo()
        at = _first_no_number(stored.data)
        place = at and (int(stored.row[at[0]]), int(stored.col[at[0]]))
        value = at and stored.data[at]
    if place is None:
        return
    msg = (
        f"the adjacency matrix has {shown(_plain(value))} from {shortened(labels[place[0]])} to "
        f"{shortened(labels[place[1]])}, which is not a number: write 1 for an edge and 0 for none"
    )
    raise GraphError(msg)


def _first_no_number(values: NDArray[Any]) -> tuple[int, ...] | None:
    """Return the first place without a finite number."""
    import numpy as np

    if values.dtype.kind in "fc":
        wrong: NDArray[np.bool_] = ~np.isfinite(values)
    else:
        flat = [not _is_number(value) for value in values.ravel().tolist()]
        wrong = np.array(flat, dtype=bool).reshape(values.shape)
    places = np.argwhere(wrong)
    return tuple(map(int, places[0])) if len(places) else None


def _is_number(value: Any) -> bool:
    plain = _plain(value)
    try:  # a number minus itself is 0, unless it is infinite or missing
        return isinstance(plain, Number) and bool(plain - plain == 0)  # type: ignore[operator]
    except ArithmeticError:
        return False


def _plain(value: Any) -> Any:
    """Return a number of numpy as one of Python."""
    import numpy as np

    return value.item() if isinstance(value, np.generic) else value
