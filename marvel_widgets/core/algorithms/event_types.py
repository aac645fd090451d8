"""All types of events by name, and events as plain values for a recorded run in a file."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from types import MappingProxyType, ModuleType
from typing import Any

from marvel_widgets._lazy import modules_of
from marvel_widgets.core.boundary import events as boundary_events
from marvel_widgets.core.boundary.events import Event


def named(modules: Iterable[ModuleType]) -> dict[str, type[Event]]:
    """Return the types of events in some modules by name, no name twice."""
    found: dict[str, type[Event]] = {}
    for module in modules:
        for name, kind in vars(module).items():
            if not isinstance(kind, type) or not issubclass(kind, Event) or kind is Event:
                continue
            if found.setdefault(name, kind) is not kind:
                msg = (
                    f"{kind.__module__} and {found[name].__module__} both have an event {name}; "
                    "rename one, since a recorded run in a file names its events"
                )
                raise TypeError(msg)
    return found


# Those of an algorithm are in a module beside it whose name ends in "events".
EVENTS: Mapping[str, type[Event]] = MappingProxyType(
    named([boundary_events, *modules_of("marvel_widgets.core.algorithms", "events")])
)


def event_to_jsonable(event: Event) -> dict[str, Any]:
    """Return an event as a mapping of plain values, its type under ``"event"``."""
    return {"event": type(event).__name__, **asdict(event)}


def event_from_jsonable(fields: dict[str, Any]) -> Event:
    """Return the event that `event_to_jsonable` wrote; lists become tuples again."""
    values = {name: as_tuples(value) for name, value in fields.items() if name != "event"}
    return EVENTS[fields["event"]](**values)


def as_tuples(value: Any) -> Any:
    """Return a value from JSON with tuples in place of its lists."""
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value
