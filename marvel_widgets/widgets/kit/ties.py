"""What hears a model that outlives it: let go when it is closed, at rest while nobody sees it.

A graph may be shared by several apps. What an app hears of it is a *tie*, so that a closed app
costs an edit nothing, one whose cell was run again costs nothing until it is looked at, and a
burst of edits from the page is followed to its end and not edit by edit.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

import traitlets

from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.closing import within

# Of the time in which edits come, following them takes at most a part: one in `SHARE` + 1.
SHARE: Final = 2


@dataclass(eq=False, slots=True)
class _Tie:
    """An observer, with what it knows of the traits that it observes."""

    subject: traitlets.HasTraits
    act: Callable[[Any], Any]
    names: tuple[str, ...]
    patient: bool
    heard: Callable[[Any], None]
    known: dict[str, Any]

    def values(self) -> dict[str, Any]:
        return {name: getattr(self.subject, name) for name in self.names}

    def change(self) -> Any:
        """Return what has changed since it was last known; None for nothing."""
        for name, value in self.values().items():
            old = self.known[name]
            # graphs that are equal may still differ in the order of their variables
            if old is not value and (old != value or not isinstance(value, str | int)):
                return traitlets.Bunch(
                    name=name, old=old, new=value, owner=self.subject, type="change"
                )
        return None


class Ties:
    """The observers of one object on models that outlive it.

    Examples
    --------
    >>> field, heard = w.IntText(), []
    >>> ties = Ties()
    >>> ties.hear(field, lambda change: heard.append(change.new), "value")
    >>> field.value = 1
    >>> ties.rest()
    >>> field.value = 2
    >>> field.value = 3
    >>> ties.wake()
    >>> ties.let_go()
    >>> field.value = 4
    >>> heard
    [1, 3]
    """

    def __init__(self) -> None:
        self._ties: list[_Tie] = []
        self._resting = self._catching_up = False
        self._free_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.behind = False

    def hear(
        self,
        subject: traitlets.HasTraits,
        act: Callable[[Any], Any],
        names: str | Iterable[str],
        *,
        patient: bool = False,
    ) -> None:
        """Call a function with each change of some traits."""

        def heard(change: Any) -> None:
            if tie.change() is None:
                return  # followed with another trait of the same change
            if tie.patient and self._is_to_wait():
                self._catch_up_later()
            elif self.behind:
                self.catch_up()
            else:
                self._follow(tie, change)

        asked = (names,) if isinstance(names, str) else tuple(names)
        tie = _Tie(subject, act, asked, patient, heard, {})
        tie.known = tie.values()
        self._ties.append(tie)
        subject.observe(heard, list(asked))

    def let_go(self) -> None:
        """Hear nothing any more."""
        self._stop_hearing()
        self._ties = []
        self.behind = False

    def rest(self) -> None:
        """Hear nothing until `wake`."""
        if self._resting:
            return
        self._stop_hearing()
        self._resting = self.behind = True

    def _stop_hearing(self) -> None:
        self._stop_timer()
        if not self._resting:
            for tie in self._ties:
                tie.subject.unobserve(tie.heard, list(tie.names))

    def wake(self) -> None:
        """Hear again; what has changed meanwhile is told now."""
        if not self._resting:
            return
        self.catch_up()
        self._resting = self.behind = False
        for tie in self._ties:
            tie.subject.observe(tie.heard, list(tie.names))

    def catch_up(self) -> None:
        """Follow what has changed and was not followed, for whoever looks now."""
        if not self.behind or self._catching_up:
            return
        self._catching_up = True
        self._stop_timer()
        self.behind = self._resting
        try:
            for tie in self._ties:
                change = tie.change()
                if change is not None:
                    self._follow(tie, change)
        finally:
            self._catching_up = False

    def _follow(self, tie: _Tie, change: Any) -> None:
        tie.known = tie.values()
        begun = monotonic()
        tie.act(change)
        if tie.patient:
            now = monotonic()
            self._free_at = now + SHARE * (now - begun)

    def _is_to_wait(self) -> bool:
        busy = self._timer is not None or monotonic() < self._free_at
        return busy and asked_by_page()

    def _catch_up_later(self) -> None:
        self.behind = True
        if self._timer is None:
            wait = max(0.0, self._free_at - monotonic())
            self._timer = asyncio.get_running_loop().call_later(wait, self._catch_up_now)

    def _catch_up_now(self) -> None:
        self._timer = None
        self.catch_up()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def asked_by_page() -> bool:
    """Return whether a message of a page is what is being answered, and no cell is running.

    A cell finds each of its edits followed at once.
    """
    ipython: Any = sys.modules.get("IPython")
    kernel = getattr(ipython and ipython.get_ipython(), "kernel", None)
    get_parent = getattr(kernel, "get_parent", None)
    # of this thread's channel: the kernel in the browser can't be asked about one by its name
    message: dict[str, Any] = {} if get_parent is None else get_parent()
    return bool(message.get("header", {}).get("msg_type") == "comm_msg")


class HasTies:
    """What has `ties`."""

    @property
    def ties(self) -> Ties:
        """What it hears of models that outlive it."""
        found: Ties = self.__dict__.setdefault("_ties", Ties())
        return found


class Tied(HasTies):
    """A widget, this class before its own, that lets go of what it hears when it is closed."""

    def close(self) -> None:
        """Close the widget and leave the model to its other views."""
        self.ties.let_go()
        super().close()  # type: ignore[misc]  # that of the widget


def tied_in(widget: w.Widget) -> Iterator[HasTies]:
    """Yield everything in a widget that has ties, itself included."""
    for part in within(widget):
        if isinstance(part, HasTies):
            yield part


def ties_of(model: object) -> Ties | None:
    """Return the ties of a model, or None where it has none."""
    return model.ties if isinstance(model, HasTies) else None


def let_go(model: object) -> None:
    """Let a model hear nothing any more of what outlives it."""
    ties = ties_of(model)
    if ties is not None:
        ties.let_go()
