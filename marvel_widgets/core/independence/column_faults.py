"""What can be wrong with the columns of a table, each as a sentence: which, where, what to do.

Arrays, DataFrames and files go through the same checks. A sentence says what can be done to the
table itself; which options of a caller do it is a hint apart (see `DataError`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, time, timedelta
from math import inf, isfinite, isnan
from numbers import Complex, Real
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence import correlation
from marvel_widgets.core.independence.table import DataError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from marvel_widgets.core.independence.table import FloatArray

MISSING: Final = frozenset(
    {"", "na", "n/a", "n.a.", "nan", "none", "null", "missing", "?", ".", "-", "--", "#n/a", "<na>"}
)
"""What is in a cell that is empty, in small letters."""

MOST_FAULTS: Final = 8  # told at once
MOST_CODES: Final = 5  # so many different texts are categories
_DATE: Final = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ]\S.*)?"  # 2024-03-01, with or without a time
    r"|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}( \S.*)?"  # 1.3.2024
    r"|\d{1,2}:\d{2}(:\S*)?"  # 12:30
)
_DIGITS: Final = frozenset("0123456789")
_IN_NUMBERS: Final = _DIGITS | frozenset(".,' %$€£\u00a0\u202f")
_SAID: Final = {
    "missing": "has no value {}: fill it in, or leave out such rows or the column",
    "date": "holds dates or times {}: leave it out, or put a number in their place, such as the "
    "days since the first",
    "dressed": "writes numbers with a comma or another mark {}: write them bare, with a point, as "
    "1234.5",
    "quoted": "holds numbers as text {}: turn them into numbers",
    "infinite": "has a number without end {}: correct it, or leave its row out",
    "large": "has a number that is too large {}: take another unit",
    "text": "holds text {}, which is not a number: correct it, or leave the column out",
    "two texts": "holds text {}: write 0 for {} and 1 for {}, or leave it out",
    "categories": "holds text {}, {many} different texts: leave it out",
    "other": "has values that are not numbers {}: correct them, or leave the column out",
}


class Fault(NamedTuple):
    """What is wrong, with which columns, and the options of `read_csv` that do something."""

    columns: tuple[Label, ...]
    says: str
    options: Mapping[str, Any]


def refuse(faults: Sequence[Fault], hint: str = "") -> None:
    """Raise a DataError that names the faults, where there are any."""
    if not faults:
        return
    says = faults[0].says
    if len(faults) > 1:
        lines = [f"- {fault.says}." for fault in faults[:MOST_FAULTS]]
        if len(faults) > MOST_FAULTS:
            lines.append(f"- and {len(faults) - MOST_FAULTS} more of the kind.")
        says = "\n".join(["This table can't be used yet:", *lines])
        hint = hint and f"\n{hint[0].upper()}{hint[1:]}."
    elif hint:
        hint = f"; {hint}"
    raise DataError(says, dict.fromkeys(name for fault in faults for name in fault.columns), hint)


# -- cells -----------------------------------------------------------------------------------------


def numbers_of(
    name: Label,
    values: Sequence[Any],
    read: Callable[[Any], float | None],
    lines: Sequence[int] = (),
) -> tuple[list[Any], list[Fault]]:
    """Return the cells of a column as numbers, and at most one fault of a kind."""
    numbers = [read(value) for value in values]
    kinds: dict[str, list[int]] = {}
    for at, number in enumerate(numbers):
        if number is None or not isfinite(number):
            kinds.setdefault(_kind(values[at], number), []).append(at)
    texts = sorted({values[at] for at in kinds.get("text", ())})
    whole = sum(len(kinds.get(kind, ())) for kind in ("text", "missing")) == len(values)
    if whole and 1 < len(texts) <= MOST_CODES:
        kinds["two texts" if len(texts) == 2 else "categories"] = kinds.pop("text")
    return numbers, [
        cells_fault(name, kind, found, values, lines, texts) for kind, found in kinds.items()
    ]


def cells_fault(
    name: Label,
    kind: str,
    found: Sequence[int],
    values: Sequence[Any],
    lines: Sequence[int] = (),
    texts: Sequence[str] = (),
) -> Fault:
    """Return the sentence on the cells of one kind in a column."""
    at = found[0]
    place = f"in line {lines[at]}" if lines else f"in row {at}, counted from 0"
    place += f", and {len(found) - 1} more" if len(found) > 1 else ""
    if kind != "missing":
        place = f"({shown(values[at])} {place})"
    says = _SAID[kind].format(place, *map(shown, texts), many=len(texts))
    options: dict[str, Any] = {}
    if kind == "missing":
        options["missing"] = "drop"
    elif kind == "two texts":
        options["codes"] = {name: {text: at for at, text in enumerate(texts)}}
    elif kind in ("text", "date", "categories"):
        options["drop"] = name
    if kind == "categories":
        options["kind"] = "categories"
    return Fault((name,), f"column {shown(name)} {says}", options)


def _kind(value: Any, number: float | None) -> str:
    """Return what a value is that is not a finite number."""
    if isinstance(value, str):
        return _kind_of_text(value.strip())
    name = type(value).__name__
    if value is None or name in ("NAType", "NaTType") or (number is not None and isnan(number)):
        return "missing"
    if isinstance(value, date | time | timedelta) or name in ("datetime64", "timedelta64"):
        return "date"
    if number is None:
        return "other"
    return "infinite" if abs(value) == inf else "large"


def _kind_of_text(text: str) -> str:
    if text.lower() in MISSING:
        return "missing"
    if _DATE.fullmatch(text):
        return "date"
    try:
        number = float("text" if "_" in text else text)  # Python's own way to write thousands
    except ValueError:
        bare = {*text.lstrip("+-")}
        return "dressed" if bare <= _IN_NUMBERS and bare & _DIGITS else "text"
    if isnan(number):
        return "missing"
    return "quoted" if isfinite(number) else "infinite"


# -- values in arrays and DataFrames ---------------------------------------------------------------


def numeric_values(names: Sequence[Label], values: NDArray[Any]) -> FloatArray:
    """Return the values as finite floats."""
    import numpy as np

    if values.dtype.kind in "biuf":
        with np.errstate(all="ignore"):  # a longer float may become infinite, and is named below
            numbers: FloatArray = values.astype(np.float64, copy=False)
            finite = isfinite(numbers.sum()) or bool(np.isfinite(numbers).all())
        if finite:
            return numbers
        values = numbers
    read = [numbers_of(n, values[:, at].tolist(), _as_float) for at, n in enumerate(names)]
    faults = [fault for _, found in read for fault in found]
    categories = any(fault.options.keys() & {"codes", "kind"} for fault in faults)
    refuse(faults, "for categories there is GTest" if categories else "")
    return np.column_stack([column for column, _ in read]).astype(np.float64)


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


# -- columns of numbers ----------------------------------------------------------------------------


def checked_correlations(
    names: Sequence[Label], numbers: FloatArray
) -> tuple[FloatArray, list[Fault]]:
    """Return the correlations, and the columns that are constant or determined by others.

    With no more rows than columns each column is a sum of others; then pairs alone are looked at.
    """
    matrix, flat = correlation.correlation_matrix(numbers)
    faults = [constant_fault(names[at], f"{numbers[0, at]:g}") for at in flat]
    varied = [name for at, name in enumerate(names) if at not in {*flat}]
    rows, columns = numbers.shape
    found = correlation.determined(matrix, pairs=rows <= columns)
    return matrix, faults + [determined_fault(varied, one) for one in found]


def constant_fault(name: Label, value: str) -> Fault:
    """Return the sentence on a column that has one value."""
    says = f"is constant ({value} in every row), so nothing can depend on it: leave it out"
    return Fault((name,), f"column {shown(name)} {says}", {"drop": name})


def determined_fault(names: Sequence[Label], found: correlation.Determined) -> Fault:
    """Return the sentence on a column that is a weighted sum of others."""
    name, by = names[found.column], [names[v] for v in found.by]
    *most, last = map(shown, by)
    if most:
        told = f"{', '.join(most)} and {last}"
        if len(most) >= MOST_FAULTS:
            told = f"{', '.join(most[:3])} and {len(most) - 2} others"
        says = (
            f"column {shown(name)} is a weighted sum of {told}, so these tell all about it: leave "
            "one of them out"
        )
    else:
        how = "the same" if found.weights[0] > 0 else "opposite"
        says = (
            f"columns {last} and {shown(name)} are {how} up to scale, so each tells all about the "
            "other: leave one out"
        )
    return Fault((*by, name), says, {"drop": name})
