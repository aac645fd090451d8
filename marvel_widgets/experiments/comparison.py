"""The averages as text: tables beside the paper's numbers, and sentences on the differences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from marvel_widgets.core.algorithms.marvel import MARVEL
from marvel_widgets.experiments.printed import PRINTED, Column, Printed
from marvel_widgets.experiments.rows import Row
from marvel_widgets.experiments.summary import Average, averages
from marvel_widgets.text import aligned

_HEAD: Final = ("", "tests", "distinct", "ASC", "F1", "precision", "recall", "seconds")
_ORACLE: Final = (
    "The oracle answers, boundaries are given: all counts are after boundary discovery."
)
_DATA: Final = "Counts and seconds are after boundary discovery by total conditioning."

_BESIDE: Final = (
    "ours | printed; the printed seconds are those of another machine. A printed mean is random, "
    "too: were the programs the same, it would lie in our 80 % interval at about 64 % of the "
    "points."
)

_STOPPED: Final = (
    "> some runs were stopped by their budget, so the mean is larger; NA: most were, and it says "
    "what was done."
)


def report(experiment: str, rows: Sequence[Row]) -> str:
    """Return the table of an experiment, and what it says, as text."""
    found = averages(rows)
    printed = PRINTED.get(experiment, {})
    lines = [_line(average, printed) for average in found]
    parts = [aligned([_HEAD, *lines]), _ORACLE if experiment == "fig3" else _DATA]
    signs = [_BESIDE] if printed else []
    signs += [_STOPPED] if any(average.stopped for average in found) else []
    parts += [" ".join(signs)] if signs else []
    if printed:
        parts += differences(found, printed)
    else:
        parts += [order_sentence(found)]
    return "\n".join(parts)


def place_of(average: Average) -> Column:
    """Return the column of a printed table that a point belongs to: a network, or p."""
    network, p = average.point["network"], average.point["p"]
    return str(network) if network is not None else int(p or 0)


def _where(average: Average) -> str:
    point = average.point
    parts = [f"({point['panel']})"] if point["panel"] is not None else []
    parts.append(str(point["network"]) if point["network"] is not None else f"p={point['p']}")
    for name, sign in (("in_degree", "in-degree "), ("density", "density "), ("n", "n=")):
        if point[name] is not None:
            parts.append(f"{sign}{point[name]}")
    return " ".join(parts)


def _line(
    average: Average, printed: Mapping[tuple[str, Column], Printed | None]
) -> tuple[str, ...]:
    key = average.algorithm, place_of(average)
    known, entry = key in printed, printed.get(key)
    cells = [f"{_where(average)}  {average.label}"]
    for measure, digits in (
        ("performed", 0), ("distinct", 0), ("asc", 2), ("f1", 2), ("precision", 2),
        ("recall", 2), ("seconds", 3),
    ):  # fmt: skip
        ours = _ours(average, measure, digits)
        theirs = ""
        if known and measure != "distinct":
            theirs = " | NA" if entry is None else f" | {getattr(entry, measure):,.{digits}f}"
        cells.append(ours + theirs)
    return tuple(cells)


def _ours(average: Average, measure: str, digits: int) -> str:
    mean = average.mean(measure)
    if mean is None:
        return "NA"
    number = f"{mean:,.{digits}f}"
    if not average.stopped or measure in ("f1", "precision", "recall", "asc"):
        return number
    return f"NA ({number})" if average.is_na else f">{number}"


def differences(
    found: Iterable[Average], printed: Mapping[tuple[str, Column], Printed | None]
) -> list[str]:
    """Return one sentence for each algorithm on how it differs from the printed numbers."""
    groups: dict[str, list[tuple[Average, Printed | None]]] = {}
    for average in found:
        key = average.algorithm, place_of(average)
        if key in printed:
            groups.setdefault(average.label, []).append((average, printed[key]))
    return [_sentence(name, pairs) for name, pairs in groups.items()]


def _sentence(name: str, pairs: Sequence[tuple[Average, Printed | None]]) -> str:
    both = [(a, e) for a, e in pairs if e is not None and not a.stopped]
    parts = []
    if both:
        ratios = [(a.mean("performed") or 0) / e.performed for a, e in both]
        parts.append(f"{_range(ratios)} times the printed number of tests")
        away = [(a, abs((a.mean("performed") or 0.0) - e.performed)) for a, e in both]
        within = sum(1 for a, gap in away if gap <= a.half_width("performed"))
        parts.append(f"within our 80 % interval at {within} of {len(both)} points")
        for measure in ("asc", "f1"):
            gaps = [(a.mean(measure) or 0) - getattr(e, measure) for a, e in both]
            parts.append(f"{measure.upper()} {_range(gaps, sign=True)}")
    stopped = sum(1 for a, _ in pairs if a.stopped)
    if stopped:
        parts.append(f"stopped by the budget at {stopped} of {len(pairs)} points")
    na = [a for a, e in pairs if e is None]
    if na:
        ours = sum(1 for a in na if not a.stopped)
        parts.append(f"printed NA at {len(na)}, of which ours finished {ours}")
    return f"{name}: {', '.join(parts)}."


def _range(values: Sequence[float], *, sign: bool = False) -> str:
    ends = sorted({f"{value:{'+' if sign else ''}.2f}" for value in (min(values), max(values))})
    return " to ".join(sorted(ends, key=float))


def order_sentence(found: Iterable[Average]) -> str:
    """Return at how many points MARVEL made the fewest tests, with the smallest sets."""
    points: dict[str, list[Average]] = {}
    for average in found:
        if average.removal_alpha in (None, "0.7"):
            points.setdefault(_where(average), []).append(average)
    fewest = sum(1 for group in points.values() if _is_least(group, "performed"))
    smallest = sum(1 for group in points.values() if _is_least(group, "asc"))
    return (
        f"MARVEL makes the fewest tests at {fewest} of {len(points)} points, and has the smallest "
        f"mean set at {smallest} (against those that finished: sets grow as a search goes on)."
    )


def _is_least(group: Sequence[Average], measure: str) -> bool:
    """Return whether MARVEL is below all others.

    A run that was stopped has made more tests than it says, but its sets were still small.
    """
    own = next(a for a in group if a.algorithm == MARVEL.name)
    rest = [
        a.mean(measure) or 0.0
        for a in group
        if a is not own and not (a.stopped and measure == "asc")
    ]
    return not own.stopped and all((own.mean(measure) or 0.0) <= value for value in rest)
