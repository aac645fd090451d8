"""The paper's figures and tables again, in a setting that a class runs in seconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.experiments.cells import run_cell
from marvel_widgets.experiments.comparison import place_of
from marvel_widgets.experiments.designs import Design, Point, design
from marvel_widgets.experiments.plots import PANELS, panel_chart
from marvel_widgets.experiments.printed import PRINTED
from marvel_widgets.experiments.rows import Row
from marvel_widgets.experiments.summary import Average, averages
from marvel_widgets.pictures.charts.chart import Chart
from marvel_widgets.pictures.charts.svg import chart_svg
from marvel_widgets.text import aligned

_MOST: Final = {"a": 5, "b": 0.2, "c": 20, "d": 40}
"""Where a panel ends in class: beyond, a rival's run takes a second."""
_MOST_RANDOM: Final = 60
"""Where Table 2 ends in class: beyond, most runs of GS are stopped by the budget."""


@dataclass(frozen=True, slots=True)
class ChartFigure:
    """A chart that a notebook shows as SVG, and a terminal as its numbers."""

    chart: Chart

    def _repr_svg_(self) -> str:
        return chart_svg(self.chart)

    def __repr__(self) -> str:
        return self.chart.description


def class_design(
    experiment: str, repetitions: int, seed: int = 0, panels: str | None = None
) -> Design:
    """Return a design with the cheaper points of an experiment, for a class.

    Its cells are cells of ``marvel-widgets experiment NAME --full`` with the same seed.

    Parameters
    ----------
    experiment : {"fig3", "scenario1", "scenario2", "scenario3"}
    repetitions : int
        At most the paper's 20.
    seed : int
    panels : str, optional
        Of Figure 3 these rows alone, such as "ad".

    Raises
    ------
    ValueError
        The experiment is unknown (ExperimentError), or the repetitions are out of range.

    Examples
    --------
    >>> small = class_design("scenario2", 3)
    >>> [point.p for point in small.points], len(list(small.cells()))
    ([50, 60], 6)
    """
    whole = design(experiment, full=True, seed=seed)
    if not 1 <= repetitions <= whole.repetitions:
        msg = f"repetitions must be from 1 to {whole.repetitions}; got {shown(repetitions)}"
        raise ValueError(msg)
    quick = design(experiment, seed=seed)
    points = whole.points if experiment == "fig3" else quick.points
    if panels is not None:
        points = tuple(point for point in points if point.panel and point.panel in panels)
    return replace(quick, points=tuple(filter(_is_cheap, points)), repetitions=repetitions)


def _is_cheap(point: Point) -> bool:
    if point.panel is None:
        return point.network is not None or point.p <= _MOST_RANDOM
    along = getattr(point, PANELS[point.panel][0])
    return bool(along <= _MOST[point.panel]) and (point.panel, along) != ("d", 30)


def class_rows(chosen: Design) -> list[Row]:
    """Return the rows of a design, cell after cell in this process.

    Examples
    --------
    >>> small = Design("fig3", (Point(6, panel="d", in_degree=2),), 2)
    >>> len(class_rows(small))
    10
    """
    return [row for cell in chosen.cells() for row in run_cell(cell, chosen.seed, chosen.budget)]


def figure_3(rows: Sequence[Row], panel: str, measure: str = "performed") -> ChartFigure:
    """Return one half of a panel of Figure 3: tests, or the mean size of their sets.

    Whiskers are 80 % normal intervals of the means; where the in-degree is fixed, the upper
    bound of Section 4 is a further line.

    Parameters
    ----------
    rows : sequence of Row
        Of the experiment "fig3".
    panel : {"a", "b", "c", "d"}
    measure : {"performed", "asc"}

    Raises
    ------
    ValueError
        There is no such panel or measure.
    """
    return ChartFigure(panel_chart(rows, panel, measure))


def intervals_table(rows: Sequence[Row], measure: str = "performed") -> str:
    """Return the means of Figure 3 or 4 with half of their 80 % intervals, as a text table.

    ``>``: some runs were stopped by the budget, so that the mean is larger; ``NA``: most were.

    Parameters
    ----------
    rows : sequence of Row
        Of the experiments "fig3" or "scenario1".
    measure : {"performed", "asc", "f1"}

    Examples
    --------
    >>> small = Design("fig3", (Point(6, panel="d", in_degree=2),), 2)
    >>> intervals_table(class_rows(small)).split()[:5]
    ['MARVEL', 'PC', 'GS', 'CS', 'MMPC']
    """
    table: dict[str, dict[str, str]] = {}
    for average in averages(rows):
        digits = {"performed": 0, "asc": 2}.get(measure, 3)
        name = average.label.removeprefix("MARVEL as ").replace("printed", "as printed")
        entry = _ours(average, measure, digits).replace(" ", "")  # seven columns fit a page
        table.setdefault(_place(average), {})[name] = entry
    names = list(next(iter(table.values()), {}))
    return aligned([("", *names), *((place, *line.values()) for place, line in table.items())])


def _place(average: Average) -> str:
    point = average.point
    if point["panel"] is None:
        return f"{str(point['network']).removesuffix('-paper')} {point['n']:,}"
    column, words, _ = PANELS[str(point["panel"])]
    return f"({point['panel']}) {words.removeprefix('maximum ')} {point[column]}"


def beside_printed(experiment: str, rows: Sequence[Row]) -> str:
    """Return our means with their 80 % intervals beside the printed ones, as a text table.

    Columns: tests and half of their interval, then what the paper prints; the same for the
    mean set size (ASC) and F1. ``>``: some runs were stopped by the budget, so that the mean
    is larger; ``NA``: most were.

    Parameters
    ----------
    experiment : {"scenario2", "scenario3"}
    rows : sequence of Row

    Raises
    ------
    ValueError
        The paper prints no table of this experiment.
    """
    if experiment not in PRINTED:
        msg = f"the paper has no table of {shown(experiment)}; choose one of {', '.join(PRINTED)}"
        raise ValueError(msg)
    head = ("", "", "tests", "printed", "ASC", "printed", "F1", "printed")
    body = [_row(experiment, average) for average in averages(rows)]
    return aligned([head, *body], left=2)


def _row(experiment: str, average: Average) -> tuple[str, ...]:
    place = place_of(average)
    entry = PRINTED[experiment].get((average.algorithm, place))
    cells = [f"p={place}" if isinstance(place, int) else place.removesuffix("-paper")]
    cells.append(average.label)
    for measure, digits in (("performed", 0), ("asc", 2), ("f1", 2)):
        cells.append(_ours(average, measure, digits))
        cells.append("NA" if entry is None else f"{getattr(entry, measure):,.{digits}f}")
    return tuple(cells)


def _ours(average: Average, measure: str, digits: int) -> str:
    mean = average.mean(measure)
    if mean is None or average.is_na:
        return "NA"
    sign = ">" if average.stopped and measure == "performed" else ""
    return f"{sign}{mean:,.{digits}f} ± {average.half_width(measure):,.{digits}f}"
