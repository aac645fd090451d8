"""All types of events by name, and events as plain values for a recorded run in a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from marvel_widgets.core.algorithms import events, rival_events
from marvel_widgets.core.boundary import events as boundary_events
from marvel_widgets.core.boundary.events import Event

EVENTS: Mapping[str, type[Event]] = MappingProxyType(
    {
        name: kind
        for module in (boundary_events, events, rival_events)
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
)


def event_to_jsonable(event: Event) -> dict[str, Any]:
    """Return an event as a mapping of plain values, its type under ``"event"``.

    Examples
    --------
    >>> event_to_jsonable(events.Visited(3))
    {'event': 'Visited', 'x': 3}
    """
    return {"event": type(event).__name__, **asdict(event)}


def event_from_jsonable(fields: dict[str, Any]) -> Event:
    """Return the event that `event_to_jsonable` wrote; lists become tuples again.

    Examples
    --------
    >>> event_from_jsonable({"event": "Visited", "x": 3})
    Visited(x=3)
    """
    values = {name: _tuples(value) for name, value in fields.items() if name != "event"}
    return EVENTS[fields["event"]](**values)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
