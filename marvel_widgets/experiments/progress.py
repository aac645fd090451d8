"""How far an experiment is: a bar on a terminal, a line now and then elsewhere."""

from collections.abc import Callable
from time import monotonic
from typing import Any, TextIO

from marvel_widgets.experiments.errors import require


class Bar:
    """A tqdm progress bar, for a terminal; called with (finished, total).

    Cells that were finished by an earlier run do not count for the speed.
    """

    def __init__(self, file: TextIO) -> None:
        require("tqdm")
        self.file = file
        self.bar: Any = None

    def __call__(self, finished: int, total: int) -> None:
        """Show that so many cells are finished."""
        from tqdm import tqdm

        if self.bar is None:
            self.bar = tqdm(total=total, initial=finished, unit=" cells", file=self.file)
        self.bar.update(finished - self.bar.n)

    def close(self) -> None:
        """Leave the bar as it is and go to a new line."""
        if self.bar is not None:
            self.bar.close()


class Lines:
    """One line at the start, at the end, and every few seconds between.

    >>> lines = Lines(print, seconds=60)
    >>> for finished in (1, 2, 3):
    ...     lines(finished, 3)
    1 of 3 cells finished
    3 of 3 cells finished
    """

    def __init__(self, write: Callable[[str], object], seconds: float = 5.0) -> None:
        self.write = write
        self.seconds = seconds
        self.last: float | None = None

    def __call__(self, finished: int, total: int) -> None:
        """Print it, unless something was printed just before."""
        now = monotonic()
        if self.last is None or finished == total or now - self.last >= self.seconds:
            self.last = now
            self.write(f"{finished:,} of {total:,} cells finished")

    def close(self) -> None:
        """Do nothing: every line is complete."""


def progress_on(file: TextIO) -> Bar | Lines:
    """Return a bar where `file` is a terminal, lines elsewhere."""
    if file.isatty():
        return Bar(file)
    return Lines(lambda line: print(line, file=file, flush=True))
