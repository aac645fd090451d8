"""Charts as SVG text: the same for the same content, readable without color."""

from __future__ import annotations

from collections.abc import Sequence

from marvel_widgets.pictures.card import PAD, TITLE_SIZE, card
from marvel_widgets.pictures.charts.bars import bars_svg
from marvel_widgets.pictures.charts.chart import Chart, LineChart
from marvel_widgets.pictures.charts.lines import lines_svg
from marvel_widgets.pictures.marks import px, text_line
from marvel_widgets.pictures.palette import INK, printable
from marvel_widgets.pictures.wrapping import fitting


def chart_svg(chart: Chart, *, scale: float = 1.0) -> str:
    """Return a chart as one SVG element with a title and a description.

    Parameters
    ----------
    chart : LineChart or BarChart
    scale : float
        1.5 suits a projector.

    Returns
    -------
    str
        Well-formed XML whatever the names are; equal charts give equal text.

    Examples
    --------
    >>> from marvel_widgets.pictures.charts.chart import BarChart, Bars
    >>> "<desc>" in chart_svg(BarChart("Tests", "tests", ("pc",), (Bars("made", (3,)),)))
    True
    """
    body, height = _drawn(chart)
    size = (float(chart.width), height)
    return card(size, scale, printable(chart.title), chart.description, body)


def charts_svg(charts: Sequence[Sequence[Chart]], title: str) -> str:
    """Return charts in rows as one SVG element."""
    body: list[str] = []
    y = widest = 0.0
    for row in charts:
        x = lowest = 0.0
        for chart in row:
            drawn, height = _drawn(chart)
            body += [f'<g transform="translate({px(x)} {px(y)})">', *drawn, "</g>"]
            x, lowest = x + chart.width, max(lowest, height)
        y, widest = y + lowest, max(widest, x)
    words = " ".join(f"{chart.title}. {chart.description}" for row in charts for chart in row)
    return card((widest, y), 1.0, title, words, body)


def _drawn(chart: Chart) -> tuple[list[str], float]:
    """Return a chart with its title, and its height."""
    body, height = lines_svg(chart) if isinstance(chart, LineChart) else bars_svg(chart)
    title = text_line(
        fitting(chart.title, chart.width - 2 * PAD, TITLE_SIZE),
        PAD,
        PAD + TITLE_SIZE,
        INK,
        anchor="start",
        size=TITLE_SIZE,
        weight="bold",
    )
    return [title, *body], height
