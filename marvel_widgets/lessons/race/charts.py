"""A race as charts: the tests so far, and the sizes of their conditioning sets."""

from typing import Final, Literal

from marvel_widgets.lessons.race.runs import Race
from marvel_widgets.lessons.race.standing import racer_title
from marvel_widgets.lessons.race.words import mean_word, state_word
from marvel_widgets.pictures.charts.chart import SERIES_STYLES, BarChart, Bars

Scale = Literal["log", "linear"]

_WIDTH: Final = 410  # in px: two of them beside each other on a page


def counts_chart(race: Race, tick: int, scale: Scale = "log") -> BarChart:
    """Return the tests of each racer so far; the axis shows nothing of what comes later."""
    standings = race.standing(tick)
    return BarChart(
        "Tests by now",
        "CI tests (logarithmic)" if scale == "log" else "CI tests",
        tuple(f"{racer_title(s.algorithm)}, {state_word(s)}" for s in standings),
        (Bars("by now", tuple(s.tests for s in standings)),),
        log=scale == "log",
        width=_WIDTH,
    )


def sizes_chart(race: Race, tick: int, scale: Scale = "log") -> BarChart:
    """Return the tests so far by the size of their conditioning set, a stack for each racer."""
    standings = race.standing(tick)
    shares = scale == "log"
    unit = "% of its own tests" if shares else "CI tests"
    largest = max((size for s in standings for size in s.by_size), default=0)
    bars = []
    for low, high in size_groups(largest):
        sizes = range(low, high + 1)
        values: list[float] = [sum(s.by_size.get(n, 0) for n in sizes) for s in standings]
        if shares:
            whole = [max(1, sum(s.by_size.values())) for s in standings]
            values = [100 * n / of for n, of in zip(values, whole, strict=True)]
        name = f"{low} given" if low == high else f"{low} to {high} given"
        bars.append(Bars(name, tuple(values)))
    return BarChart(
        "By now, by size of the set",
        unit,
        tuple(f"{racer_title(s.algorithm)}, mean {mean_word(s)}" for s in standings),
        tuple(bars),
        stacked=True,
        width=_WIDTH,
    )


def size_groups(largest: int) -> tuple[tuple[int, int], ...]:
    """Return the ranges of set sizes that a chart distinguishes: each size, or a few together."""
    step = -(-(largest + 1) // len(SERIES_STYLES))
    lows = range(0, largest + 1, step)
    return tuple((low, min(low + step - 1, largest)) for low in lows)
