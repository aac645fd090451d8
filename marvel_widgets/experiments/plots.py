"""The figures: one line for each algorithm, with a band, labelled where it ends.

Needs matplotlib. Colors are those of Okabe and Ito; each is doubled by a marker and a dash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from marvel_widgets.experiments.errors import require
from marvel_widgets.experiments.rows import Row, write_atomically
from marvel_widgets.experiments.summary import Average, averages
from marvel_widgets.pictures.palette import INK, SKY_BLUE
from marvel_widgets.replay.presentations.presentation import Style
from marvel_widgets.replay.presentations.registry import presentation_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLOT_SUFFIX: Final = ".svg"

Bound = Callable[[int, int], Any]
"""A bound on the number of tests, from p and the maximum in-degree."""

_AS_PRINTED: Final = Style(SKY_BLUE, "X", (0, (5, 1)))  # MARVEL's second line
_NAMES: Final = {
    "performed": "CI tests", "asc": "mean set size", "f1": "F1", "seconds": "seconds",
    "in_degree": "maximum in-degree", "density": "density", "p": "variables p", "n": "samples n",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Panel:
    """What one pair of axes shows: a measure of some averages against a column."""

    title: str
    column: str
    measure: str
    averages: Sequence[Average]


def save_plot(
    experiment: str, rows: Iterable[Row], path: Path, *, bound: Bound | None = None
) -> None:
    """Draw an experiment and write it as SVG."""
    figure = draw(experiment, rows, bound=bound)
    from matplotlib import rc_context

    # Equal rows give equal files: no date, and names in the SVG that are not random.
    with rc_context({"svg.hashsalt": "marvel-widgets", "svg.fonttype": "path"}):
        write_atomically(path, lambda beside: figure.savefig(beside, metadata={"Date": None}))


def draw(experiment: str, rows: Iterable[Row], *, bound: Bound | None = None) -> Figure:
    """Return the figure of an experiment.

    Bands are 80 % normal intervals of the mean: plus or minus 1.28 standard deviations
    divided by the root of the number of runs. A hollow marker says that some runs were
    stopped by their budget: the mean number of tests is larger.
    """
    require("matplotlib")
    from matplotlib.figure import Figure

    panels, columns = _panels(experiment, averages(rows))
    lines = -(-len(panels) // columns)
    figure = Figure(figsize=(4.2 * columns, 3.1 * lines), layout="constrained")
    grid = figure.subplots(lines, columns, squeeze=False)
    for axes, panel in zip(grid.flat, panels, strict=True):
        shows_bound = experiment == "fig3" and panel.measure == "performed"
        _draw_panel(axes, panel, bound if shows_bound else None)
    figure.supxlabel(_caption(panels), fontsize=8, color=INK)
    return figure


def _caption(panels: Sequence[_Panel]) -> str:
    text = "Means with 80 % normal intervals."
    if any(average.stopped for panel in panels for average in panel.averages):
        text += " Hollow: some runs were stopped by their budget."
    return text


def _panels(experiment: str, found: Sequence[Average]) -> tuple[list[_Panel], int]:
    """Return the panels of an experiment, and the number of columns that they are arranged in."""
    if experiment == "fig3":
        columns = {"a": "in_degree", "b": "density", "c": "p", "d": "p"}
        fixed = {"a": "p = 25", "b": "p = 25", "c": "density 0.25", "d": "maximum in-degree 5"}
        return [
            _Panel(f"({name}) {fixed[name]}", column, measure, chosen)
            for name, column in columns.items()
            if (chosen := [a for a in found if a.point["panel"] == name])
            for measure in ("performed", "asc")
        ], 2
    if experiment == "scenario1":
        networks = dict.fromkeys(str(a.point["network"]) for a in found)
        return [
            _Panel(name, "n", measure, [a for a in found if a.point["network"] == name])
            for name in networks
            for measure in ("performed", "seconds", "f1")
        ], 3
    column = "p" if experiment == "scenario2" else "network"
    return [_Panel("", column, measure, found) for measure in ("performed", "asc", "f1")], 3


def _draw_panel(axes: Any, panel: _Panel, bound: Bound | None) -> None:
    lines: dict[str, list[Average]] = {}
    for average in panel.averages:
        lines.setdefault(average.label, []).append(average)
    places = list(dict.fromkeys(a.point[panel.column] for a in panel.averages))
    ends = [_draw_line(axes, panel, group, places) for group in lines.values()]
    if bound is not None:
        ends.append(_draw_bound(axes, panel, bound))
    if panel.measure in ("performed", "seconds"):
        axes.set_yscale("log")
    if panel.column == "network":
        axes.set_xticks(range(len(places)), [str(name).removesuffix("-paper") for name in places])
        axes.tick_params(axis="x", labelrotation=20)
    else:
        if panel.column == "n":
            axes.set_xscale("log")
            axes.minorticks_off()
        axes.set_xticks(places, [f"{place:,}" for place in places])
    axes.set_title(panel.title, fontsize=9, color=INK)
    axes.set_xlabel(_NAMES.get(panel.column, ""), fontsize=8)
    axes.set_ylabel(_NAMES[panel.measure], fontsize=8)
    axes.tick_params(which="both", labelsize=7)
    axes.spines[["top", "right"]].set_visible(False)
    _write_labels(axes, [end for end in ends if end is not None])


_End = tuple[float, float, str]
"""Where a line ends, and its name."""


def _draw_line(
    axes: Any, panel: _Panel, group: Sequence[Average], places: Sequence[Any]
) -> _End | None:
    shown = [(a, mean) for a in group if (mean := a.mean(panel.measure)) is not None]
    if not shown:
        return None
    numeric = panel.column != "network"
    xs: list[float] = [
        float(a.point[panel.column] or 0) if numeric else places.index(a.point[panel.column])
        for a, _ in shown
    ]
    name = shown[0][0].label
    color, marker, dash = _style(group[0])
    means = [mean for _, mean in shown]
    halves = [a.half_width(panel.measure) for a, _ in shown]
    # On a logarithmic axis a band can't reach 0.
    low = [max(m - h, m / 20) for m, h in zip(means, halves, strict=True)]
    high = [m + h for m, h in zip(means, halves, strict=True)]
    axes.fill_between(xs, low, high, color=color, alpha=0.2, linewidth=0)
    axes.plot(xs, means, color=color, linestyle=dash, linewidth=1.4)
    for x, mean, (average, _) in zip(xs, means, shown, strict=True):
        face = "white" if average.stopped else color
        axes.plot(x, mean, marker=marker, markersize=4, color=color, markerfacecolor=face)
    return xs[-1], means[-1], name


def _style(average: Average) -> Style:
    style = presentation_of(average.algorithm).style
    if style is None:
        msg = f"{average.algorithm} has no style: its presentation needs a color, a marker, a dash"
        raise ValueError(msg)
    return _AS_PRINTED if average.removal_alpha == "as printed" else style


def _draw_bound(axes: Any, panel: _Panel, bound: Bound) -> _End | None:
    """Draw the upper bound where the maximum in-degree is fixed."""
    points = {
        float(a.point[panel.column] or 0): (a.point["p"], a.point["in_degree"])
        for a in panel.averages
        if a.point["in_degree"] is not None
    }
    if not points:
        return None
    xs = list(points)
    ys = [float(bound(int(p or 0), int(d or 0))) for p, d in points.values()]
    axes.plot(xs, ys, color=INK, linewidth=1, linestyle=(0, (1, 3)))
    return xs[-1], ys[-1], "upper bound"


def _write_labels(axes: Any, ends: list[_End]) -> None:
    """Write each name beside the end of its line, moved apart where they would overlap."""
    axes.margins(x=0.05)
    axes.figure.canvas.draw()
    height = axes.bbox.height / axes.figure.dpi * 72  # in points
    to_points = axes.transData + axes.transAxes.inverted()
    spots = sorted((float(to_points.transform((x, y))[1]) * height, x, y, n) for x, y, n in ends)
    for (at, x, y, name), place in zip(spots, _apart([spot[0] for spot in spots]), strict=True):
        axes.annotate(
            name, (x, y), xytext=(8, place - at), textcoords="offset points", fontsize=7,
            color=INK, va="center", annotation_clip=False,
        )  # fmt: skip


def _apart(heights: Sequence[float], gap: float = 9.0) -> list[float]:
    """Return sorted heights moved apart, around where they are."""
    blocks: list[list[float]] = []
    for height in heights:
        blocks.append([height])
        while len(blocks) > 1 and _low(blocks[-1], gap) < _high(blocks[-2], gap) + gap:
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return [_low(block, gap) + i * gap for block in blocks for i in range(len(block))]


def _low(block: Sequence[float], gap: float) -> float:
    return sum(block) / len(block) - gap * (len(block) - 1) / 2


def _high(block: Sequence[float], gap: float) -> float:
    return sum(block) / len(block) + gap * (len(block) - 1) / 2
