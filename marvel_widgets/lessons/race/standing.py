"""Where a racer stands at a tick of the clock, and the places in the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["running", "finished", "stopped"]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a racer is at a tick of the clock: what has happened by then, and nothing later.

    Attributes
    ----------
    algorithm : str
    tests : int
        CI tests performed by now; the clock counts these.
    state : {"running", "finished", "stopped"}
        "stopped": by the budget.
    place : int or None
        From 1, shared by those with equally many tests; None but for a racer that has finished.
    discovery : int
        How many of `tests` found the boundaries; 0 where they are given.
    by_size : dict of int to int
        Tests by now of each conditioning-set size, boundary discovery left out.

    Examples
    --------
    >>> Standing("pc", 5, "running", None, 0, {0: 4, 1: 1}).mean_size
    0.2
    """

    algorithm: str
    tests: int
    state: State
    place: int | None
    discovery: int
    by_size: dict[int, int]

    @property
    def mean_size(self) -> float | None:
        """Mean set size of the tests by now after boundary discovery; None before the first."""
        tests = sum(self.by_size.values())
        return sum(size * n for size, n in self.by_size.items()) / tests if tests else None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A place in the ranking, shared by those with equally many tests.

    Attributes
    ----------
    rank : int
        From 1; after a tie of two comes the next but one.
    algorithms : tuple of str
    tests : int
    finished : bool
        Those that the budget stopped share the last place.
    """

    rank: int
    algorithms: tuple[str, ...]
    tests: int
    finished: bool
