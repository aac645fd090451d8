"""How long an exercise took: the time before each answer or hint, from what was done before it."""

from collections.abc import Callable
from time import monotonic
from typing import Final

PAUSE: Final = 15 * 60  # seconds; nobody knows how much of a longer time was work


class Clock:
    """Says how long ago the last thing was done; a pause counts as nothing."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now, self._last = now, now()

    def tick(self) -> int:
        """Return the seconds since the last tick, and begin again."""
        before, self._last = self._last, self._now()
        passed = round(self._last - before)
        return passed if passed <= PAUSE else 0


CLOCK: Final = Clock()  # of this kernel: whoever shows a question or judges an answer lets it tick
