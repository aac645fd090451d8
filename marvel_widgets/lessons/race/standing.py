"""The place of a racer at a tick of the clock, and the places in the end."""

from dataclasses import dataclass
from typing import Literal

from marvel_widgets.core.algorithms.registry import DESCRIBED
from marvel_widgets.replay.option_words import algorithm_name

State = Literal["running", "finished", "stopped"]


def racer_title(name: str) -> str:
    """Return a racer's name as people write it; a function of your own has the name you gave it."""
    return algorithm_name(name) if name in DESCRIBED else name


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a racer is at a tick of the clock: what has happened by then, and nothing later."""

    algorithm: str
    tests: int
    state: State
    place: int | None
    discovery: int
    by_size: dict[int, int]

    @property
    def mean_size(self) -> float | None:
        """Mean set size of the tests so far after boundary discovery; None before the first."""
        tests = sum(self.by_size.values())
        return sum(size * n for size, n in self.by_size.items()) / tests if tests else None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A place in the ranking, shared by those with equally many tests."""

    rank: int
    algorithms: tuple[str, ...]
    tests: int
    finished: bool
