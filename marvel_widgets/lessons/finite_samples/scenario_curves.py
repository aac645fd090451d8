"""Scenario 1 for one network: its cells, step by step, and the curves that they make."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Final

from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.experiments.cells import cell_steps
from marvel_widgets.experiments.designs import Cell, Point
from marvel_widgets.experiments.plots import curve_lines
from marvel_widgets.experiments.rows import Row
from marvel_widgets.experiments.summary import averages
from marvel_widgets.pictures.charts.chart import LineChart
from marvel_widgets.text import counted

TIMES: Final = (5, 15, 50)
"""Samples for each variable, as in the quick design of the experiments."""
MOST_CELLS: Final = 200


@dataclass(frozen=True, slots=True)
class Curves:
    """What is asked for."""

    network: str = "insurance-paper"
    times: tuple[int, ...] = TIMES
    repetitions: int = 3
    seed: int = 0

    def __post_init__(self) -> None:
        networks.info(self.network)
        if not self.times or min(self.times) < 2:
            msg = (
                "times must be numbers of samples for each variable, "
                f"at least 2; got {shown(self.times)}"
            )
            raise ValueError(msg)
        if not 1 <= self.repetitions <= MOST_CELLS // len(self.times):
            msg = (
                f"repetitions must be an integer from 1 to {MOST_CELLS // len(self.times)}; "
                f"got {shown(self.repetitions)}"
            )
            raise ValueError(msg)
        if self.seed < 0:
            msg = f"seed must be a non-negative integer; got {shown(self.seed)}"
            raise ValueError(msg)

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells: those of ``marvel-widgets experiment scenario1`` where it has them."""
        p = networks.size(self.network)
        return tuple(
            Cell("scenario1", Point(p, network=self.network, n=times * p), repetition)
            for repetition in range(self.repetitions)
            for times in self.times
        )


def curve_steps(curves: Curves) -> Generator[list[Row] | None, None, None]:
    """Run the cells: yield None after every event, and the rows of a cell when it is done."""
    for cell in curves.cells():
        rows = yield from cell_steps(cell, curves.seed)
        yield rows


def curve_charts(rows: Sequence[Row], network: str) -> tuple[LineChart, LineChart]:
    """Return F1 against n, and CI tests after boundary discovery against n.

    Whiskers: 80 % intervals of the means, as in the paper's figures. Where every run of a
    point ran out of its budget there is no F1.
    """
    found = averages(rows)
    return (
        LineChart(
            f"F1 of the skeleton, {network}",
            "samples n",
            "F1",
            curve_lines(found, "n", "f1"),
            log_x=True,
            from_zero=False,
            width=560,
        ),
        LineChart(
            f"CI tests after boundary discovery, {network}",
            "samples n",
            "CI tests",
            curve_lines(found, "n", "performed"),
            log_x=True,
            log_y=True,
            width=560,
        ),
    )


def curve_words(rows: Sequence[Row]) -> list[str]:
    """Return what the curves say at their largest n, and that fewer tests prove nothing."""
    found = averages(rows)
    if not found:
        return []
    most = max(int(str(average.point["n"])) for average in found)
    here = [a for a in found if a.point["n"] == most and a.mean("f1") is not None]
    stopped = [a.label for a in found if a.stopped]
    curve_lines = []
    if here:
        few = min(here, key=lambda a: a.mean("performed") or 0.0)
        best = max(here, key=lambda a: a.mean("f1") or 0.0)
        f1, best_f1 = few.mean("f1") or 0.0, best.mean("f1") or 0.0
        start = (
            f"At {counted(most, 'sample')}, {few.label} makes the fewest tests, "
            f"{few.mean('performed') or 0:,.0f} on average, with F1 {f1:.3f}"
        )
        if best_f1 > f1:
            curve_lines.append(
                f"{start}; the best F1 is {best_f1:.3f}, of {best.label}, with "
                f"{best.mean('performed') or 0:,.0f} tests. The fewest tests are not the most "
                "accurate ones here."
            )
        else:
            curve_lines.append(f"{start}, the best one here.")
    if stopped:
        names = ", ".join(dict.fromkeys(stopped))
        curve_lines.append(f"Some runs ran out of their budget and have no F1: {names}.")
    return curve_lines
