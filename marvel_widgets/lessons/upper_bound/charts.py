"""The bounds as charts: against p or the in-degree, by split, and beside what a graph spends."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Final, Literal

from marvel_widgets.pictures.charts.chart import BarChart, Bars, Limit, LineChart, Number, Series
from marvel_widgets.replay.explanations import purpose_words
from marvel_widgets.theory import bounds

Across = Literal["p", "in-degree"]
FEWEST: Final = 2
MOST: Final = 60  # variables across a chart; or twice the p where one is
HIGHEST: Final = 12  # in-degree across a chart
LOG_FROM: Final = 200  # bars are compared on a logarithmic axis from this number on

_BOUNDS: Final[tuple[tuple[str, Callable[[int, int], Number]], ...]] = (
    ("MARVEL at most, after discovery", bounds.upper_bound),
    ("MARVEL at most, in all", bounds.overall_upper_bound),
    ("every algorithm at least, in all", bounds.lower_bound),
)


def bounds_chart(
    p: int, max_in_degree: int, across: Across = "p", found: bounds.Measured | None = None
) -> LineChart:
    bounds.upper_bound(p, max_in_degree)  # refuses numbers without sense
    if across == "p":
        sizes = range(max(FEWEST, max_in_degree + 1), max(MOST, 2 * p) + 1)
        xs = [(x, x, max_in_degree) for x in sizes]
        place, fixed, label = p, f"in-degree {max_in_degree}", "p, number of variables"
    else:
        xs = [(d, p, d) for d in range(1, min(p - 1, max(HIGHEST, max_in_degree)) + 1)]
        place, fixed, label = max_in_degree, f"p = {p}", "maximum in-degree"
    series = [
        Series(name, tuple((x, floor(bound(*size))) for x, *size in xs), markers=False)
        for name, bound in _BOUNDS
    ]
    if found is not None:
        own = found.sizes
        x, fits = own.p, own.max_in_degree == max_in_degree
        if across == "in-degree":
            x, fits = own.max_in_degree, own.p == p
        points = ("after discovery", found.after_discovery), ("in all", found.everything)
        series += [
            Series(f"your DAG, distinct {name}", ((x, tests),), joined=False)
            for name, tests in points
            if fits
        ]
    title = f"Both bounds at {fixed}"
    return LineChart(title, label, "CI tests", tuple(series), log_y=True, here=place, height=262)


def split_chart(max_in_degree: int, neighbors: int) -> BarChart:
    """Return the counts of the proof for one variable, a stack for each split of its boundary.

    Parameters
    ----------
    max_in_degree : int
        The size D of the boundary.
    neighbors : int
        The split that is marked.

    Raises
    ------
    ValueError, TypeError
        The numbers make no sense.

    Examples
    --------
    >>> chart = split_chart(5, 3)
    >>> chart.categories[3], [bars.values[3] for bars in chart.bars]
    ('▶ N = 3, M = 2', [80, 96, 24, 48, 3])
    """
    d = max_in_degree
    splits = [bounds.terms(d + 1, d, n) for n in range(d + 1)]
    bounds.terms(d + 1, d, neighbors)  # refuses one that is no split
    names = tuple(f"{'▶ ' if n == neighbors else ''}N = {n}, M = {d - n}" for n in range(d + 1))
    bars = tuple(
        Bars(purpose_words(name), tuple(split[name] // (d + 1) for split in splits))
        for name in bounds.TERMS
    )
    limit = Limit("upper bound for each variable", Fraction(bounds.upper_bound(d + 1, d), d + 1))
    title = f"Cost of a variable, boundary of {d}"
    return BarChart(title, "CI tests", names, bars, stacked=True, limits=(limit,))


def spending_chart(found: bounds.Measured) -> BarChart:
    """Return the distinct tests of a graph by purpose, beside what the proof allows.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.theory.bounds import measure
    >>> chart = spending_chart(measure(Dag("A -> B; A -> C; B -> C")))
    >>> [bars.values for bars in chart.bars]
    [(2, 0, 1, 0, 1), (5, 0, 1, 0, 1), (12, 6, 3, 3, 3)]
    """
    rows = found.rows
    log = max(row.largest for row in rows) > LOG_FROM
    return BarChart(
        "Your DAG: tests after discovery",
        "CI tests (log)" if log else "CI tests",
        tuple(purpose_words(row.purpose) for row in rows),
        (
            Bars("made", tuple(row.distinct for row in rows)),
            Bars("allowed with its own splits", tuple(row.own for row in rows)),
            Bars("allowed at the worst split", tuple(row.largest for row in rows)),
        ),
        log=log,
    )
