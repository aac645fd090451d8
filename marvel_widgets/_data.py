"""The data that comes with the package, as text and as tables."""

import tomllib
from importlib.resources import files
from typing import Any


def bytes_of(place: str) -> bytes:
    """Return a file, by its place in the package."""
    return files("marvel_widgets").joinpath(place).read_bytes()


def text_of(place: str) -> str:
    """Return the text of a file, by its place in the package."""
    return files("marvel_widgets").joinpath(place).read_text(encoding="utf-8")


def tables(place: str) -> dict[str, Any]:
    """Return the tables of a TOML file, with tuples for lists."""
    found: dict[str, Any] = _frozen(tomllib.loads(text_of(place)))
    return found


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _frozen(inside) for key, inside in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
