"""What models share: refusing what is entered, moving through a run by itself or by steps."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol

import traitlets

from marvel_widgets.replay.export.reels import Steppable
from marvel_widgets.replay.film import LEVELS

Input = ParamSpec("Input")


class Refusing(traitlets.HasTraits):
    """A model whose actions return whether they worked: one that is refused changes `error` alone.

    That is a sentence; what a learner enters never raises.
    """

    error = traitlets.Unicode("", help="What was wrong with the last input; empty if nothing.")
    error_field: Any = traitlets.Unicode("", help="Where it was entered.")

    def _refuse(self, message: str, where: str) -> bool:
        with self.hold_trait_notifications():
            self.error_field = where
            self.error = message
        return False

    def _accept(self, made: Any) -> object:
        """Show what an action has made."""
        raise NotImplementedError


def refusing(
    where: str,
) -> Callable[[Callable[Concatenate[Any, Input], Any]], Callable[Concatenate[Any, Input], bool]]:
    """Make an action of a method that raises where it can't do what is asked of it.

    What the method returns goes to `_accept`; the action returns whether it worked.
    """

    def action(
        method: Callable[Concatenate[Any, Input], Any],
    ) -> Callable[Concatenate[Any, Input], bool]:
        @wraps(method)
        def tried(model: Any, /, *args: Input.args, **kwargs: Input.kwargs) -> bool:
            try:
                made = method(model, *args, **kwargs)
            except (ValueError, TypeError) as error:
                model._refuse(str(error), where)
                return False
            model._accept(made)
            return True

        return tried

    return action


class HasPositions(Steppable, Protocol):
    """What can be moved through, back too."""

    def previous(self, position: int, level: Any, /) -> int:
        """Return where the step before began."""


@dataclass(frozen=True, slots=True)
class Ticks:
    """Positions that are steps, each of them; with none but 0 there is nowhere to go."""

    last: int = 0

    def next(self, position: int, _level: Any, /) -> int:
        """Return the position after."""
        return min(position + 1, self.last)

    def previous(self, position: int, _level: Any, /) -> int:
        """Return the position before."""
        return max(position - 1, 0)


class Moving(Refusing):
    """A model with a film and a position in it; a subclass has `film`.

    It steps on by itself after a click, and never before.
    """

    playing = traitlets.Bool(False)
    speed = traitlets.Float(1.0, min=0.01, help="Steps a second while playing.")
    error_field: Any = traitlets.Enum(("transport",), "transport", help="Where it was entered.")
    _timer: asyncio.Task[None] | None = None
    position = traitlets.Int(0, help="The position in the film.")
    level: Any = traitlets.Enum(LEVELS, "decision", help="How far a step goes.")
    waits: int | None = None  # where a question has to be answered before it goes on

    if TYPE_CHECKING:

        @property
        def film(self) -> HasPositions:
            """What is moved through."""

    @property
    def levels(self) -> tuple[str, ...]:
        """How far a step may go."""
        trait: Any = self.traits()["level"]
        return tuple(trait.values)

    @property
    def marks(self) -> Sequence[tuple[int, str] | tuple[int, str, str]]:
        """Positions worth a mark, each with its words, and a name to write below it."""
        return ()

    @property
    def shown(self) -> int:
        """The position that may be seen."""
        return self.position

    @property
    def offered(self) -> int:
        """The last position that the seek bar offers; less where the length is a secret."""
        return self.film.last

    @property
    def at_end(self) -> bool:
        """Whether the position is the last."""
        return self.position >= self.film.last

    @property
    def reach(self) -> int:
        """How far it may go now: to the end, or to where a question waits."""
        return self.film.last if self.waits is None else min(self.waits, self.film.last)

    @property
    def halted(self) -> bool:
        """Whether there is no step from here, at the end or before an answer."""
        return self.position >= self.reach

    def choose_level(self, level: Any) -> None:
        """Choose how far a step goes."""
        self.level = level

    def seek(self, position: int) -> None:
        """Go to a position; beyond the ends, to the end."""
        self.position = max(0, min(int(position), self.reach))

    def begin(self) -> None:
        """Go to the beginning."""
        self.seek(0)

    def end(self) -> None:
        """Go to the end."""
        self.seek(self.film.last)

    def step(self) -> None:
        """Go on by one step of the level."""
        self.seek(self.film.next(self.position, self.level))

    def back(self) -> None:
        """Go back by one step of the level."""
        self.seek(self.film.previous(self.position, self.level))

    def play(self) -> None:
        """Step on by itself until the end; needs a running event loop, as a notebook has."""
        if self.playing:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._refuse("playing needs a running notebook; use step()", "transport")
            return
        if self.at_end:
            self.begin()
        self.playing = True
        self._timer = loop.create_task(self._play())

    async def _play(self) -> None:
        while self.playing and not self.halted:
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
