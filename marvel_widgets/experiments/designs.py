"""What the paper's experiments run on: the points of each figure and table, and their seeds.

An experiment is a list of cells. A cell is one repetition at one point (a random graph, or
a network with data); it draws from its own seed, which depends on nothing but the experiment,
the point, the number of the repetition and the root seed. So its rows are the same whatever
ran before it, beside it, or on another machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.experiments.errors import ExperimentError

if TYPE_CHECKING:
    import numpy as np

PAPER_BUDGET: Final = 150_000
"""More CI tests than this: the paper prints NA."""

EXPERIMENTS: Final = ("fig3", "scenario1", "scenario2", "scenario3")


@dataclass(frozen=True, slots=True)
class Point:
    """A place on an axis of a figure, or a column of a table."""

    p: int
    panel: str | None = None
    network: str | None = None
    in_degree: int | None = None
    density: float | None = None
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One repetition at one point of an experiment."""

    experiment: str
    point: Point
    repetition: int

    @property
    def key(self) -> str:
        """The cell's name; no two cells share one."""
        return json.dumps([self.experiment, *asdict(self.point).values(), self.repetition])

    def rng(self, seed: int) -> np.random.Generator:
        """Return the only source of randomness of this cell."""
        import numpy as np

        digest = int.from_bytes(sha256(self.key.encode()).digest()[:16], "big")
        return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(digest,)))


@dataclass(frozen=True, slots=True)
class Design:
    """An experiment: its points, how often each is repeated, and what all cells share."""

    experiment: str
    points: tuple[Point, ...]
    repetitions: int
    seed: int = 0
    budget: int | None = PAPER_BUDGET

    def cells(self) -> Iterator[Cell]:
        """Yield the cells, in the order of the table."""
        for point in self.points:
            for repetition in range(self.repetitions):
                yield Cell(self.experiment, point, repetition)


def design(
    experiment: str, *, full: bool = False, seed: int = 0, budget: int | None = PAPER_BUDGET
) -> Design:
    """Return the design of one of the paper's experiments.

    Parameters
    ----------
    experiment : {"fig3", "scenario1", "scenario2", "scenario3"}
        Figure 3, Figure 4 (Scenario 1), Table 2 (Scenario 2), Table 3 (Scenario 3).
    full : bool
        All points with the paper's 20 repetitions; otherwise a selection for about a minute.
    seed : int
        The root of all seeds.
    budget : int or None
        The most CI tests of one run; more is an NA, as in the paper's tables.

    Raises
    ------
    ExperimentError
        The experiment is unknown, or a number is out of range.

    Examples
    --------
    >>> tables = design("scenario2", full=True)
    >>> [point.p for point in tables.points], tables.repetitions
    ([50, 60, 70, 80, 90, 100, 150, 200], 20)
    """
    if experiment not in EXPERIMENTS:
        msg = f"there is no experiment {shown(experiment)}; choose one of {', '.join(EXPERIMENTS)}"
        raise ExperimentError(msg)
    for name, value, least in (("seed", seed, 0), ("budget", budget, 1)):
        if value is not None and value < least:
            msg = f"{name} must be an integer of at least {least}; got {value}"
            raise ExperimentError(msg)
    points = tuple(_points(experiment, full))
    return Design(experiment, points, 20 if full else _QUICK, seed, budget)


_QUICK: Final = 5  # repetitions

# How many variables; the structures that the paper ran on.
NETWORK_SIZES: Final = {
    "insurance-paper": 27, "mildew": 35, "alarm-paper": 37, "barley": 48, "win95pts-paper": 76,
    "diabetes-paper": 104,
}  # fmt: skip


def _points(experiment: str, full: bool) -> Iterator[Point]:
    """Yield the points of an experiment. The paper's figures have no axes: the ranges are ours."""
    match experiment:
        case "fig3":  # four pairs of panels
            for degree in (2, 3, 4, 5, 6, 7) if full else (2, 3, 4, 5, 6):
                yield Point(25, panel="a", in_degree=degree)
            for density in (0.05, 0.1, 0.15, 0.2, 0.25, 0.3) if full else (0.1, 0.2, 0.3):
                yield Point(25, panel="b", density=density)
            for p in (10, 15, 20, 25, 30) if full else (10, 20, 30):
                yield Point(p, panel="c", density=0.25)
            for p in (10, 20, 30, 40, 50, 60) if full else (10, 20, 40):
                yield Point(p, panel="d", in_degree=5)
        case "scenario1":  # F1, tests and time against n
            for network in ("insurance-paper", "mildew", "barley", "win95pts-paper"):
                p = NETWORK_SIZES[network]
                for times in (5, 10, 15, 25, 50, 100) if full else (5, 15, 50):
                    yield Point(p, network=network, n=times * p)
        case "scenario2":  # Table 2: n = 50p, fixed maximum in-degree 4
            for p in (50, 60, 70, 80, 90, 100, 150, 200) if full else (50, 60, 100):
                yield Point(p, in_degree=4, n=50 * p)
        case _:  # Table 3: n = 15p; few and small, always all
            for network, p in NETWORK_SIZES.items():
                yield Point(p, network=network, n=15 * p)
