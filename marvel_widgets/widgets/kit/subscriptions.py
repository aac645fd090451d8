"""Observers of a longer-lived model: detached on close, suspended while not displayed.

Apps may share a graph. A closed app costs an edit nothing, and neither does an app whose cell was
run again, until a page displays it. A throttled observer follows a burst of edits by its last one.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

import traitlets

from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.widget_tree import subtree

# After a throttled handler that took t seconds, its next call waits for THROTTLE * t seconds.
THROTTLE: Final = 2


@dataclass(eq=False, slots=True)
class _Observer:
    """A handler of changes of some traits, with their values at its last call."""

    subject: traitlets.HasTraits
    names: tuple[str, ...]
    handler: Callable[[], object]
    throttled: bool
    notify: Callable[[Any], None]
    handled: list[Any] = field(default_factory=list)

    def values(self) -> list[Any]:
        return [getattr(self.subject, name) for name in self.names]

    def is_due(self) -> bool:
        """Return whether a trait has changed since the last call."""
        # graphs that are equal may still differ in the order of their variables
        return any(
            old is not value and (old != value or not isinstance(value, str | int))
            for old, value in zip(self.handled, self.values(), strict=True)
        )


class Subscriptions:
    """The observers that one object has on models that outlive it."""

    def __init__(self) -> None:
        self._observers: list[_Observer] = []
        self._suspended = self._flushing = self._pending = False
        self._idle_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def observe(
        self,
        subject: traitlets.HasTraits,
        handler: Callable[[], object],
        names: str | Iterable[str],
        *,
        throttled: bool = False,
    ) -> None:
        """Call a handler after each change of some traits."""

        def notify(_change: Any) -> None:
            if not observer.is_due():
                return  # handled with another trait of the same change
            busy = self._timer is not None or monotonic() < self._idle_at
            if throttled and busy and handles_page_message():
                self._pending = True
                if self._timer is None:
                    delay = max(0.0, self._idle_at - monotonic())
                    self._timer = asyncio.get_running_loop().call_later(delay, self._timed_flush)
            elif self._pending:
                self.flush()
            else:
                self._call(observer)

        traits = (names,) if isinstance(names, str) else tuple(names)
        observer = _Observer(subject, traits, handler, throttled, notify)
        observer.handled = observer.values()
        self._observers.append(observer)
        subject.observe(notify, list(traits))

    def detach(self) -> None:
        """Remove all observers."""
        self._unobserve()
        self._observers = []
        self._pending = False

    def suspend(self) -> None:
        """Stop observing until `resume`; `flush` still applies what has changed."""
        if not self._suspended:
            self._unobserve()
            self._suspended = self._pending = True

    def resume(self) -> None:
        """Apply pending changes and observe again."""
        if self._suspended:
            self.flush()
            self._suspended = self._pending = False
            for observer in self._observers:
                observer.subject.observe(observer.notify, list(observer.names))

    def flush(self) -> None:
        """Apply pending changes now."""
        if not self._pending or self._flushing:
            return
        self._flushing = True
        self._cancel_timer()
        self._pending = self._suspended
        try:
            for observer in self._observers:
                if observer.is_due():
                    self._call(observer)
        finally:
            self._flushing = False

    def _unobserve(self) -> None:
        self._cancel_timer()
        if not self._suspended:
            for observer in self._observers:
                observer.subject.unobserve(observer.notify, list(observer.names))

    def _call(self, observer: _Observer) -> None:
        observer.handled = observer.values()
        begun = monotonic()
        observer.handler()
        if observer.throttled:
            now = monotonic()
            self._idle_at = now + THROTTLE * (now - begun)

    def _timed_flush(self) -> None:
        self._timer = None
        self.flush()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def handles_page_message() -> bool:
    """Return whether the kernel is handling a message from a page, not running a cell."""
    ipython: Any = sys.modules.get("IPython")
    kernel = getattr(ipython and ipython.get_ipython(), "kernel", None)
    get_parent = getattr(kernel, "get_parent", None)
    # without the channel's name: the kernel in the browser takes none
    message: dict[str, Any] = {} if get_parent is None else get_parent()
    return bool(message.get("header", {}).get("msg_type") == "comm_msg")


class Subscriber:
    """An object that observes longer-lived models."""

    @property
    def subscriptions(self) -> Subscriptions:
        """Its observers on longer-lived models."""
        found: Subscriptions = self.__dict__.setdefault("_subscriptions", Subscriptions())
        return found


class SubscribedWidget(Subscriber):
    """A mixin, named before the widget's own class, that detaches the observers on close."""

    def close(self) -> None:
        """Close the widget and detach its observers; the model keeps its other views."""
        self.subscriptions.detach()
        super().close()  # type: ignore[misc]  # that of the widget


def subscriptions_of(thing: object) -> Iterator[Subscriptions]:
    """Yield the subscriptions of a model, or of a widget and everything in it."""
    for part in subtree(thing) if isinstance(thing, w.Widget) else [thing]:
        if isinstance(part, Subscriber):
            yield part.subscriptions


def detach(model: object) -> None:
    """Remove a model's observers on longer-lived models."""
    for subscriptions in subscriptions_of(model):
        subscriptions.detach()
