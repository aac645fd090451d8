"""The presentations by name; each is registered by its own file."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType, ModuleType

from marvel_widgets._lazy import modules_of
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.replay.presentations.presentation import Presentation


def presentations_in(modules: Iterable[ModuleType]) -> Mapping[str, Presentation]:
    """Return the presentations that some modules hold by name, no name twice."""
    found: dict[str, Presentation] = {}
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, Presentation) and found.setdefault(value.name, value) is not value:
                msg = f"{value.name} has two presentations, the second in {module.__name__}"
                raise TypeError(msg)
    return MappingProxyType(found)


PRESENTATIONS: Mapping[str, Presentation] = presentations_in(
    modules_of("marvel_widgets.replay.presentations")
)


def presentation_of(name: str) -> Presentation:
    """Return the presentation of an algorithm or a method of boundary discovery."""
    if name not in PRESENTATIONS:
        msg = f"{shown(name)} has no presentation; add a module with one to {__package__}"
        raise TypeError(msg)
    return PRESENTATIONS[name]
