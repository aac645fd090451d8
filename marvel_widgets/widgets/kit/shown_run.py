"""A run on the screen: one list says what a position shows, for the kernel and for the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from marvel_widgets.replay.told_once import stops_of
from marvel_widgets.text import readable
from marvel_widgets.widgets.kit.moving import Moving, Ticks
from marvel_widgets.widgets.kit.reel import Reel, Target
from marvel_widgets.widgets.kit.transport import Transport

Screen = Sequence[tuple[Target, Any]]


class ShownRun:
    """Show a run position by position, here and, by a reel, in the page by itself.

    An app calls `ship` for the run that it is at, and `show` for the position.
    """

    def __init__(
        self,
        model: Moving,
        transport: Transport,
        screen: Callable[[int], Screen],
        said: Callable[[int], str],
        draw: Callable[[int], object] = lambda _: None,
    ) -> None:
        self.model, self.transport = model, transport
        self.screen, self._words, self._draw = screen, said, draw
        self._run: object = None
        self._following = False
        self.reel = Reel()
        transport.children = (*transport.children, self.reel)
        model.observe(lambda change: self.reel.set_trait("playing", change.new), "playing")
        self.reel.observe(lambda change: self._follow(change.new), "position")
        self.reel.on_gone(model.pause)

    # -- what is shipped -------------------------------------------------------------------

    def ship(self, run: object, *, openly: bool = True) -> None:
        """Ship a run, unless the page has it already."""
        if self.model.film.last == 0 or self.transport.seek.disabled:
            openly = False
        if not openly:
            if self._run is not None:
                self._run = None
                self.reel.unload()
        elif run != self._run:
            self._run = run
            self._load()

    def _load(self) -> None:
        model, film = self.model, self.model.film
        words = self.transport.words
        self.reel.load(
            [target for target, _ in self._all(model.position)],
            self.values,
            film.last,
            {words[level]: stops_of(film, level) for level in _coarse(model)},
            model.position,
        )

    def values(self, position: int) -> list[Any]:
        """Return what the page sets at a position, in the order of the reel's targets."""
        return [value for _, value in self._all(position)]

    def said(self, position: int) -> str:
        """Return where a position is, in words."""
        return readable(self._words(position))

    def _all(self, position: int) -> list[tuple[Target, Any]]:
        """Return what a position sets, the transport's controls included."""
        values = self.transport.values(position, self.said(position))
        return [*self.screen(position), *zip(self.transport.targets, values, strict=True)]

    # -- showing ---------------------------------------------------------------------------

    def show(self, position: int) -> None:
        """Show a position; the page gets a message unless it is there already."""
        with self.reel.untold() if self._following else nullcontext():
            self._draw(position)
            for (widget, name), value in self.screen(position):
                widget.set_trait(name, value)
            self.transport.show(self.said(position))
        if not self._following and self.reel.last >= 0:
            self.reel.position = position

    def _follow(self, position: int) -> None:
        """Take over where the page is; what it shows already is set without a word to it."""
        if position == self.model.position:
            return
        self._following = True
        try:
            self.model.seek(position)
        finally:
            self._following = False


def _coarse(model: Moving) -> list[Any]:
    """Return the levels whose steps may pass over positions: all but the finest."""
    return [] if isinstance(model.film, Ticks) else list(model.levels[1:])
