"""Names of a package that are imported when they are first asked for (PEP 562).

A package lists its names once, as imports under ``if TYPE_CHECKING:``. Type checkers and readers
see them there; here the same lines are read to find out where each name lives. So
``from marvel_widgets import marvel`` loads what `marvel` needs and nothing else.
"""

import ast
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def homes_of(source: str) -> Mapping[str, str]:
    """Return the module of each name that a package's source imports for type checkers.

    A star stands for the names of another such package.
    """
    homes: dict[str, str] = {}
    for block in ast.parse(source).body:
        if isinstance(block, ast.If) and getattr(block.test, "id", "") == "TYPE_CHECKING":
            for statement in block.body:
                if isinstance(statement, ast.ImportFrom):
                    homes |= _homes(statement.module or "", statement.names)
    return homes


def _homes(module: str, names: Iterable[ast.alias]) -> Mapping[str, str]:
    if [alias.name for alias in names] == ["*"]:
        return homes_of(_source(module))
    return {alias.asname or alias.name: module for alias in names}


def _source(package: str) -> str:
    spec = find_spec(package)
    loader: Any = None if spec is None else spec.loader
    return str(loader.get_source(package))


def lazy(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package."""
    homes = homes_of(_source(package))
    names = sorted(homes)

    def load(name: str) -> Any:
        if name not in homes:
            msg = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(msg)
        home = import_module(homes[name])
        if not hasattr(home, name):  # a module, such as `networks`
            import_module(f"{homes[name]}.{name}")
        found = getattr(home, name)
        setattr(import_module(package), name, found)  # the next time, no question is asked
        return found

    return load, lambda: names, names


def not_installed(extra: str, *modules: str) -> str:
    """Return how to install those of some modules that are missing; empty where none is."""
    missing = [module for module in modules if find_spec(module) is None]
    if not missing:
        return ""
    pip = f'"{sys.executable}" -m pip install "marvel-widgets[{extra}]"'
    return f"{', '.join(missing)} cannot be found; install with\n  {pip}"


class NotYet:
    """Placeholder for a package not imported yet: no object is an instance of its classes."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        module = sys.modules.get(self._name)
        return type(self) if module is None else getattr(module, attribute)


def import_light(module: str, **packages: str) -> None:
    """Import a module without packages that it imports only to ask what something is.

    ipycytoscape asks whether it is given a graph of networkx or a frame of pandas: they take three
    quarters of the processor's time of the first cell with an app, and half of its memory.
    """
    if module in sys.modules:
        return
    missing = [name for name in packages.values() if name not in sys.modules]
    sys.modules.update(dict.fromkeys(missing))  # type: ignore[arg-type]  # how Python says none
    try:
        loaded = import_module(module)
    finally:
        for name in missing:
            del sys.modules[name]
    for name, package in packages.items():
        setattr(loaded, name, NotYet(package))
