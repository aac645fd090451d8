"""The tellings by name; each is registered by its own file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType, ModuleType

from marvel_widgets._lazy import modules_of
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.replay.tellings.telling import Telling


def tellings_in(modules: Iterable[ModuleType]) -> Mapping[str, Telling]:
    """Return the tellings that some modules hold by name, no name twice."""
    found: dict[str, Telling] = {}
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, Telling) and found.setdefault(value.name, value) is not value:
                msg = f"{value.name} is told twice, the second time in {module.__name__}"
                raise TypeError(msg)
    return MappingProxyType(found)


TELLINGS: Mapping[str, Telling] = tellings_in(modules_of("marvel_widgets.replay.tellings"))


def telling_of(name: str) -> Telling:
    """Return how an algorithm, or a method of boundary discovery, is told.

    >>> telling_of("grow_shrink").title, telling_of("tc").title
    ('Grow-shrink', 'Total conditioning')
    """
    if name not in TELLINGS:
        msg = (
            f"{shown(name)} has no telling; add a module with one to marvel_widgets.replay.tellings"
        )
        raise TypeError(msg)
    return TELLINGS[name]
