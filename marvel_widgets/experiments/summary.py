"""Averages over the repetitions of a point, as the paper's figures and tables give them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

from marvel_widgets.experiments.rows import OVER_BUDGET, Row
from marvel_widgets.replay.presentation import PRESENTATIONS

MEASURES: Final = ("performed", "distinct", "asc", "f1", "precision", "recall", "seconds")
_POINT = ("panel", "network", "p", "in_degree", "density", "n")
_EVEN_WHEN_STOPPED = ("performed", "distinct", "asc", "seconds")


@dataclass(frozen=True, slots=True)
class Average:
    """One algorithm at one point."""

    point: Row
    algorithm: str
    removal_alpha: str | None
    runs: int
    stopped: int
    values: dict[str, list[float]]

    @property
    def label(self) -> str:
        """How the algorithm is named on screen."""
        return label(self.algorithm, self.removal_alpha)

    @property
    def is_na(self) -> bool:
        """Whether most runs ran out of their budget: the paper's NA."""
        return 2 * self.stopped > self.runs

    def mean(self, measure: str) -> float | None:
        """Return the mean; None where no run has a value.

        Where runs were stopped, their counts and times stand for what they had done, so
        the mean is a lower bound.
        """
        values = self.values[measure]
        return fmean(values) if values else None

    def half_width(self, measure: str, level: float = 0.8) -> float:
        """Return half the width of the normal interval of the mean; 0 for a single run.

        The mean plus or minus ``z s / sqrt(k)``, z = 1.28 for 80 %, s the standard deviation
        of the k runs.
        """
        values = self.values[measure]
        if len(values) < 2:
            return 0.0
        return NormalDist().inv_cdf((1 + level) / 2) * stdev(values) / sqrt(len(values))


def label(algorithm: str, removal_alpha: str | None = None) -> str:
    """Return how an algorithm is named on screen."""
    name = PRESENTATIONS[algorithm].short if algorithm in PRESENTATIONS else algorithm
    return name if removal_alpha is None else f"{name} {removal_alpha}"


def averages(rows: Iterable[Row]) -> list[Average]:
    """Return one average for each point and algorithm, in the order of the rows.

    Examples
    --------
    >>> row = {"p": 5, "algorithm": "pc", "status": "done", "performed": 3}
    >>> (average,) = averages([row, row | {"performed": 5}])
    >>> average.mean("performed"), average.runs, average.mean("f1")
    (4.0, 2, None)
    """
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        place = tuple(row.get(name) for name in _POINT)
        groups.setdefault((*place, row["algorithm"], row.get("removal_alpha")), []).append(row)
    return [_average(group) for group in groups.values()]


def _average(group: Sequence[Row]) -> Average:
    first = group[0]
    done = [row for row in group if row["status"] != OVER_BUDGET]
    level = first.get("removal_alpha")
    values = {}
    for measure in MEASURES:
        found = (row.get(measure) for row in (group if measure in _EVEN_WHEN_STOPPED else done))
        values[measure] = [float(value) for value in found if value is not None]
    return Average(
        point={name: first.get(name) for name in _POINT},
        algorithm=str(first["algorithm"]),
        removal_alpha=None if level is None else str(level),
        runs=len(group),
        stopped=len(group) - len(done),
        values=values,
    )
