"""The plans: units from PC and units on MARVEL, the workshop, and an exam on paper.

What they contain is in `plans.toml`, a table for each plan, but for the workshop's acts.
"""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from marvel_widgets.classroom.units.parts import Home, Part, Plan
from marvel_widgets.classroom.workshop.acts import timetable

_SOURCE: Final = files("marvel_widgets.classroom.units").joinpath("plans.toml")
_WRITTEN: Final = tomllib.loads(_SOURCE.read_text(encoding="utf-8"))


def _plan(name: str) -> Plan:
    written = dict(_WRITTEN[name])
    home = tuple(
        Home(notebook, tuple(asked)) for notebook, asked in written.pop("home", {}).items()
    )
    parts = tuple(_parts(written.pop("parts"), 1))
    if then := written.pop("then", ""):
        parts += tuple(_parts(_WRITTEN[then]["parts"], written.pop("starts")))
    return Plan(parts=parts, home=home, **_frozen(written))


def _parts(written: list[dict[str, Any]], first: int) -> Iterator[Part]:
    """Yield parts whose meetings are counted from the first."""
    for part in written:
        meeting = part.get("meeting", 1) + first - 1
        yield Part(**_frozen({"notebooks": [], **part, "meeting": meeting}))


def _frozen(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with tuples for all its lists."""
    return {key: _as_tuple(value) for key, value in table.items()}


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


UNITS: Final[Mapping[str, Plan]] = {
    **{name: _plan(name) for name in ("pc", "pc-marvel", "after-fci", "unit")},
    "workshop": timetable(),
}
_PLANS: Final = {**UNITS, "exam": _plan("exam")}


def plan(name: str) -> Plan:
    """Return a plan, which a notebook shows as a table.

    Raises
    ------
    ValueError
        There is no such plan.

    Examples
    --------
    >>> plan("workshop").minutes
    90
    >>> plan("unit").notebooks[-1]
    '11'
    """
    if name not in _PLANS:
        msg = f"there is no plan {name!r}; choose one of {', '.join(_PLANS)}"
        raise ValueError(msg)
    return _PLANS[name]
