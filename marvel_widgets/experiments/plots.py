"""The paper's Figures 3 and 4: a chart for each panel, its lines labelled below it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.experiments.designs import PAPER_BUDGET
from marvel_widgets.experiments.errors import ExperimentError, told
from marvel_widgets.experiments.rows import Row
from marvel_widgets.experiments.summary import Average, averages
from marvel_widgets.pictures.charts.chart import Limit, LineChart, Series
from marvel_widgets.pictures.charts.svg import charts_svg
from marvel_widgets.theory.bounds import upper_bound
from marvel_widgets.writing.whole import write

PLOT_SUFFIX: Final = ".svg"

# Of each panel of Figure 3: what runs along its axis, and what is fixed.
PANELS: Final = {
    "a": ("in_degree", "maximum in-degree", "p = 25"),
    "b": ("density", "density", "p = 25"),
    "c": ("p", "variables p", "density 0.25"),
    "d": ("p", "variables p", "maximum in-degree 5"),
}
# Of each network of Figure 4: what is drawn, and what stands beside its axis.
_MEASURES: Final = {
    "performed": ("CI tests after boundary discovery", "CI tests"),
    "seconds": ("Seconds", "seconds"),
    "f1": ("F1 of the skeleton", "F1"),
}
_FIGURES: Final = {"fig3": "Figure 3", "scenario1": "Figure 4"}


def save_plot(experiment: str, rows: Iterable[Row], path: Path) -> None:
    """Draw an experiment and write it as SVG; equal rows give equal files."""
    text = draw_plot(experiment, rows)
    with told(path):
        write(path, text.encode())


def check_drawn(experiment: str) -> None:
    """Raise where the paper has a table of an experiment, and no figure."""
    if experiment not in _FIGURES:
        msg = f"{experiment} is a table of the paper; a plot shows {' or '.join(_FIGURES)}"
        raise ExperimentError(msg)


def draw_plot(experiment: str, rows: Iterable[Row]) -> str:
    """Return the figure of an experiment as SVG: a row for each panel, or for each network.

    Whiskers are 80 % normal intervals of the means: plus or minus 1.28 standard deviations
    divided by the root of the number of runs.
    """
    check_drawn(experiment)
    found = list(rows)
    if experiment == "fig3":
        panels = [name for name in PANELS if any(row["panel"] == name for row in found)]
        charts = [[panel_chart(found, name, m) for m in ("performed", "asc")] for name in panels]
    else:
        names = dict.fromkeys(str(row["network"]) for row in found)
        charts = [[network_chart(found, name, m) for m in _MEASURES] for name in names]
    return charts_svg(charts, _FIGURES[experiment])


def panel_chart(rows: Iterable[Row], panel: str, measure: str) -> LineChart:
    """Return one half of a panel of Figure 3: tests, or the mean size of their sets."""
    if panel not in PANELS or measure not in ("performed", "asc"):
        msg = f"there is no {shown(measure)} of panel {shown(panel)}; panels are a, b, c, d"
        raise ValueError(msg)
    column, words, fixed = PANELS[panel]
    found = averages(row for row in rows if row["panel"] == panel)
    series = list(_curve_lines(found, column, measure))
    tests = measure == "performed"
    if tests:
        series += _bounds(found, column)
    stopped = any(average.stopped for average in found)
    return LineChart(
        f"Figure 3 ({panel}), {fixed}",
        words,
        "CI tests after the boundaries" if tests else "mean size of the sets",
        tuple(series),
        log_y=tests,
        limits=(Limit("runs are stopped here", PAPER_BUDGET),) if tests and stopped else (),
    )


def network_chart(rows: Iterable[Row], network: str, measure: str) -> LineChart:
    """Return one chart of Figure 4: the means of a measure by n, a line for each algorithm."""
    if measure not in _MEASURES:
        msg = f"there is no {shown(measure)} of a network; measures are {', '.join(_MEASURES)}"
        raise ValueError(msg)
    words, axis = _MEASURES[measure]
    return LineChart(
        f"{words}, {network}",
        "samples n",
        axis,
        _curve_lines(averages(row for row in rows if row["network"] == network), "n", measure),
        log_x=True,
        log_y=measure != "f1",
        from_zero=False,
    )


def _curve_lines(found: Iterable[Average], column: str, measure: str) -> tuple[Series, ...]:
    """Return one line for each algorithm: its means, and their 80 % intervals as whiskers."""
    groups: dict[str, list[Average]] = {}
    for average in found:
        groups.setdefault(average.label, []).append(average)
    return tuple(_line(name, group, column, measure) for name, group in groups.items())


def _line(name: str, group: Iterable[Average], column: str, measure: str) -> Series:
    points: list[tuple[float, float]] = []
    spread: list[tuple[float, float]] = []
    for average in sorted(group, key=lambda a: float(a.point[column] or 0)):
        mean, half = average.mean(measure), average.half_width(measure)
        if mean is not None:
            points.append((float(average.point[column] or 0), mean))
            low = mean - half if measure == "f1" else max(mean - half, mean / 10)  # logarithmic
            spread.append((low, mean + half))
    return Series(name, tuple(points), spread=tuple(spread))


def _bounds(found: Iterable[Average], column: str) -> list[Series]:
    points = {
        float(a.point[column] or 0): float(
            upper_bound(int(a.point["p"] or 0), int(a.point["in_degree"]))
        )
        for a in found
        if a.point["in_degree"] is not None
    }
    return [Series("upper bound", tuple(sorted(points.items())))] if points else []
