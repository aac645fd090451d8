"""All types of events by name."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType, ModuleType

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
                    "rename one: what reads a run goes by these names"
                )
                raise TypeError(msg)
    return found


# Those of an algorithm are in a module beside it whose name ends in "events".
EVENTS: Mapping[str, type[Event]] = MappingProxyType(
    named([boundary_events, *modules_of("marvel_widgets.core.algorithms", "events")])
)
