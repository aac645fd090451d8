"""Moving through a film: to a place, by steps, and by itself."""

from __future__ import annotations

import asyncio
from typing import Protocol

import traitlets

from marvel_widgets.teaching.frames import LEVELS, Level


class HasPositions(Protocol):
    """What can be moved through."""

    last: int

    def next(self, position: int, level: Level) -> int:
        """Return where the next step goes."""

    def previous(self, position: int, level: Level) -> int:
        """Return where the step before began."""


class Moving(traitlets.HasTraits):
    """A model with a film and a position in it; a subclass sets `film`.

    Notes
    -----
    `_refuse` is told one sentence where something can't be done.
    """

    position = traitlets.Int(0)
    level = traitlets.Enum(LEVELS, "decision", help="How far a step goes.")
    playing = traitlets.Bool(False)
    speed = traitlets.Float(1.0, min=0.01, help="Steps a second while playing.")
    film: HasPositions
    _timer: asyncio.Task[None] | None = None

    def _refuse(self, said: str) -> None:
        raise NotImplementedError

    def seek(self, position: int) -> None:
        """Go to a position; beyond the ends, to the end."""
        self.position = max(0, min(int(position), self.film.last))

    def begin(self) -> None:
        """Go to the beginning."""
        self.seek(0)

    def end(self) -> None:
        """Go to the end."""
        self.seek(self.film.last)

    def step(self) -> None:
        """Go on by one test, decision or round."""
        self.seek(self.film.next(self.position, self.level))

    def back(self) -> None:
        """Go back by one test, decision or round."""
        self.seek(self.film.previous(self.position, self.level))

    def play(self) -> None:
        """Step on by itself until the end; needs a running event loop, as a notebook has."""
        if self.playing:
            return
        if self.position == self.film.last:
            self.begin()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._refuse("playing needs a running notebook; use step()")
            return
        self.playing = True
        self._timer = loop.create_task(self._play())

    async def _play(self) -> None:
        while self.playing and self.position < self.film.last:
            await asyncio.sleep(1 / self.speed)
            if self.playing:
                self.step()
        self.playing = False

    def pause(self) -> None:
        """Stop playing."""
        self.playing = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()
