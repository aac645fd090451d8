"""A race as charts: tests so far and in all, and how large their conditioning sets are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from marvel_widgets.teaching.chart import SERIES_STYLES, BarChart, Bars, Limit
from marvel_widgets.teaching.option_words import algorithm_name
from marvel_widgets.teaching.race import Race
from marvel_widgets.teaching.race_words import mean_word

Scale = Literal["log", "linear"]

# On a linear axis a budget much longer than all bars would leave them no length.
_BUDGET_SHOWN: Final = 3
_WIDTH: Final = 410  # in px: two of them beside each other on a page


def totals_chart(race: Race, tick: int, scale: Scale = "log") -> BarChart:
    """Return the performed tests of each racer, by now and in its whole run.

    Parameters
    ----------
    race : Race
    tick : int
    scale : {"log", "linear"}
        On a linear axis the budget is left out where it would dwarf the bars.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.teaching.race import race
    >>> chart = totals_chart(race(Dag("C -> A; C -> B; C -> D"), ["marvel", "pc"]), 5)
    >>> chart.categories, [bars.values for bars in chart.bars], chart.limits[0].value
    (('MARVEL', 'PC'), [(0, 5), (0, 12)], 150000)
    """
    standings = race.standing(tick)
    log = scale == "log"
    shown = log or race.budget <= _BUDGET_SHOWN * max(1, race.last)
    axis = "CI tests (logarithmic)" if log else "CI tests"
    return BarChart(
        "Tests by now and in the whole run",
        axis,
        tuple(algorithm_name(s.algorithm) for s in standings),
        (
            Bars("by now", tuple(s.tests for s in standings)),
            Bars("whole run", tuple(s.total for s in standings)),
        ),
        log=log,
        limits=(Limit("budget", race.budget),) if shown else (),
        width=_WIDTH,
    )


def sizes_chart(race: Race, tick: int, scale: Scale = "log") -> BarChart:
    """Return the tests by now by the size of their conditioning set, a stack for each racer.

    Parameters
    ----------
    race : Race
    tick : int
    scale : {"log", "linear"}
        Boundary discovery is left out. "linear": how many tests. "log": which share of each
        racer's own tests, in percent, since lengths on a logarithmic axis do not add up.

    Examples
    --------
    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.teaching.race import race
    >>> chart = sizes_chart(race(Dag("C -> A; C -> B; C -> D"), ["pc"]), 5, "linear")
    >>> chart.categories, [(bars.name, bars.values) for bars in chart.bars]
    (('PC, mean 0.40',), [('0 given', (3,)), ('1 given', (2,)), ('2 given', (0,))])
    """
    standings = race.standing(tick)
    shares = scale == "log"
    unit = "% of its own tests" if shares else "CI tests"
    largest = max((size for r in race.racers for size in r.counts.by_size(r.total)), default=0)
    bars = []
    for low, high in size_groups(largest):
        values: list[float] = [_within(s.by_size, low, high) for s in standings]
        if shares:
            whole = [max(1, sum(s.by_size.values())) for s in standings]
            values = [100 * n / of for n, of in zip(values, whole, strict=True)]
        bars.append(Bars(_group_name(low, high), tuple(values)))
    return BarChart(
        "By now, by size of the set",
        unit,
        tuple(f"{algorithm_name(s.algorithm)}, mean {mean_word(s)}" for s in standings),
        tuple(bars),
        stacked=True,
        width=_WIDTH,
    )


def size_groups(largest: int) -> tuple[tuple[int, int], ...]:
    """Return the ranges of set sizes that a chart tells apart: each size, or a few together.

    Parameters
    ----------
    largest : int

    Examples
    --------
    >>> size_groups(2), size_groups(12)[:2]
    (((0, 0), (1, 1), (2, 2)), ((0, 1), (2, 3)))
    """
    step = -(-(largest + 1) // len(SERIES_STYLES))
    lows = range(0, largest + 1, step)
    return tuple((low, min(low + step - 1, largest)) for low in lows)


def _group_name(low: int, high: int) -> str:
    return f"{low} given" if low == high else f"{low} to {high} given"


def _within(by_size: Mapping[int, int], low: int, high: int) -> int:
    return sum(n for size, n in by_size.items() if low <= size <= high)
