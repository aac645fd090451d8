"""What can be wrong with a column of a data file, each as a sentence: which, where, what to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from marvel_widgets.core.graphs.shortening import shown

if TYPE_CHECKING:
    from marvel_widgets.core.independence.table import FloatArray

MISSING: Final = frozenset(
    {"", "na", "n/a", "nan", "none", "null", "missing", "?", ".", "-", "#n/a"}
)
"""What is in a cell that is empty, in small letters."""

MOST_CODES: Final = 5  # so many different texts are categories for which numbers can be proposed
# Far below the rounding of measured columns, far above that of floats (share of the variation).
_DETERMINED: Final = 1e-10
_ROUNDING: Final = 1e-13  # as `table.correlation_matrix`
_DATE: Final = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ]\S.*)?"  # 2024-03-01, with or without a time
    r"|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}( \S.*)?"  # 1.3.2024
    r"|\d{1,2}:\d{2}(:\S*)?"  # 12:30
)
_COMMA: Final = re.compile(r"[-+]?\d+,\d+")


@dataclass(frozen=True, slots=True)
class Cell:
    """A value as it is written in the file."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and with which columns."""

    columns: tuple[str, ...]
    says: str


def is_missing(text: str) -> bool:
    """Return whether a cell is empty, or says so."""
    return text.strip().lower() in MISSING


def number_in(text: str) -> float | None:
    """Return the number in a cell; None if it is not a finite number."""
    if "_" in text:  # Python's own way to write thousands
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None


def cell_faults(name: str, cells: Sequence[Cell], codes: Mapping[str, float]) -> list[Fault]:
    """Return what keeps the cells of a column from being numbers: at most one fault of a kind."""
    odd = [cell for cell in cells if cell.text not in codes and number_in(cell.text) is None]
    kinds: dict[str, list[Cell]] = {}
    for cell in odd:
        kinds.setdefault(_kind(cell.text), []).append(cell)
    return [Fault((name,), _said(kind, name, found, cells)) for kind, found in kinds.items()]


def missing_fault(name: str, lines: Sequence[int]) -> Fault:
    """Return the sentence on cells that are empty."""
    where = f"in line {lines[0]}{_more(len(lines))}"
    return Fault(
        (name,),
        f"column {shown(name)} has no value {where}: fill it in, leave such rows out with "
        f"missing='drop', or the column with drop=[{shown(name)}]",
    )


def _kind(text: str) -> str:
    if _DATE.fullmatch(text):
        return "date"
    if _COMMA.fullmatch(text):
        return "comma"
    try:
        float(text)
    except ValueError:
        return "text"
    return "text" if "_" in text else "infinite"


def _said(kind: str, name: str, found: Sequence[Cell], cells: Sequence[Cell]) -> str:
    column, first = f"column {shown(name)}", found[0]
    where = f"({shown(first.text)} in line {first.line}{_more(len(found))})"
    out = f"leave it out with drop=[{shown(name)}]"
    if kind == "date":
        return (
            f"{column} holds dates or times {where}: {out}, or put a number in their place, such "
            "as the days since the first"
        )
    if kind == "comma":
        return f"{column} writes numbers with a comma {where}: write them with a point, as 2.5"
    if kind == "infinite":
        return f"{column} has a number without end {where}: correct it, or leave its row out"
    texts = sorted({cell.text for cell in found})
    if len(found) == len(cells) and len(texts) <= MOST_CODES:
        proposed = {text: at for at, text in enumerate(texts)}
        if len(texts) == 2:
            return f"{column} holds text {where}: {out}, or give numbers for it with codes=" + str(
                {name: proposed}
            )
        return (
            f"{column} holds text {where}, {counted(len(texts), 'different text')}: {out}, or read "
            "all columns as categories with kind='categories', for GTest"
        )
    return f"{column} holds text {where}, which is not a number: {out}, or correct the cells"


def _more(found: int) -> str:
    return f", and {found - 1} more" if found > 1 else ""


def counted(n: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _listed(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def table_faults(names: Sequence[str], numbers: FloatArray) -> list[Fault]:
    """Return what is wrong with columns of numbers: too few rows, constant, or collinear."""
    n, p = numbers.shape
    if n < p + 2:
        return [
            Fault(
                (),
                f"{counted(n, 'row')} {'is' if n == 1 else 'are'} too few for "
                f"{counted(p, 'variable')}: to find their boundaries takes at least {p + 2} rows; "
                "add rows, or leave columns out with drop=[...]",
            )
        ]
    flat = [at for at in range(p) if _is_constant(numbers[:, at])]
    faults = [
        Fault(
            (names[at],),
            f"column {shown(names[at])} is constant ({numbers[0, at]:g} in every row), so nothing "
            f"can depend on it: leave it out with drop=[{shown(names[at])}]",
        )
        for at in flat
    ]
    same = {*flat}
    rest = [at for at in range(p) if at not in same]
    return faults + _told_by_others([names[at] for at in rest], numbers[:, rest])


def _is_constant(column: FloatArray) -> bool:
    top, bottom = float(column.max()), float(column.min())
    return top - bottom <= _ROUNDING * max(abs(top), abs(bottom))


def _told_by_others(names: Sequence[str], numbers: FloatArray) -> list[Fault]:
    """Return a fault for each column that is a weighted sum of earlier ones."""
    import numpy as np

    n, p = numbers.shape
    scaled = (numbers - numbers.mean(axis=0)) / numbers.std(axis=0)
    # A triangle, p by p, whose columns have the same lengths and angles.
    triangle: Any = np.linalg.qr(scaled, mode="r")
    if not p or float((np.diag(triangle) ** 2).min()) / n > _DETERMINED:
        return []  # the diagonal is what each column has beyond those before it
    faults: list[Fault] = []
    free: list[int] = []
    basis, sums = np.zeros((p, p)), np.zeros((p, p))  # triangle[:, free] = basis @ sums
    for at in range(p):
        k, column = len(free), triangle[: at + 1, at]
        earlier = basis[: at + 1, :k]  # nothing below: the column has zeros there
        weights = earlier.T @ column
        rest = column - earlier @ weights
        again = earlier.T @ rest  # what rounding left of them
        rest, weights = rest - earlier @ again, weights + again
        length = float(np.linalg.norm(rest))
        if k and length * length / n <= _DETERMINED:
            told = np.linalg.solve(sums[:k, :k], weights)
            used = [names[v] for v, w in zip(free, told, strict=True) if abs(w) > 1e-6]
            faults.append(_told_fault(names[at], used))
            continue
        basis[: at + 1, k], sums[:k, k], sums[k, k] = rest / length, weights, length
        free.append(at)
    return faults


def _told_fault(name: str, by: Sequence[str]) -> Fault:
    columns = (*by, name)
    named = _listed(shown(column) for column in columns)
    if len(by) == 1:
        says = (
            f"columns {named} are the same up to scale, so each tells all about the other: leave "
            f"one out, such as drop=[{shown(name)}]"
        )
    else:
        says = (
            f"column {shown(name)} is a weighted sum of {_listed(shown(c) for c in by)}, so these "
            f"tell all about it: leave one of them out, such as drop=[{shown(name)}]"
        )
    return Fault(columns, says)


def message(faults: Iterable[Fault], most: int = 8) -> str:
    """Return the sentences of faults as one text, a line for each."""
    found = list(faults)
    if len(found) == 1:
        return found[0].says
    said = [f"- {fault.says}." for fault in found[:most]]
    if len(found) > most:
        said.append(f"- and {len(found) - most} more of the kind.")
    return "\n".join(["This table can't be used yet:", *said])
