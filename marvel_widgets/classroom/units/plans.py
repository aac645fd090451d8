"""The plans: units from PC and units on MARVEL, the workshop, and an exam on paper.

What they contain is in `plans.toml`, a table for each plan, but for the workshop's acts. A part
takes what it leaves out from the first one of its title there.
"""

from collections.abc import Mapping
from typing import Any, Final

from marvel_widgets._data import tables
from marvel_widgets.classroom.units.parts import Home, Part, Plan
from marvel_widgets.classroom.workshop.acts import timetable

_WRITTEN: Final = tables("classroom/units/plans.toml")


_PARTS: Final[dict[str, Mapping[str, Any]]] = {}
for _part in (part for table in _WRITTEN.values() for part in table.get("parts", ())):
    _PARTS.setdefault(_part["what"], _part)


def _plan(name: str) -> Plan:
    written = dict(_WRITTEN[name])
    home = tuple(Home(notebook, asked) for notebook, asked in written.pop("home", {}).items())
    parts = ({"notebooks": (), **_PARTS[part["what"]], **part} for part in written.pop("parts"))
    return Plan(parts=tuple(Part(**part) for part in parts), home=home, **written)


UNITS: Final[Mapping[str, Plan]] = {
    **{name: _plan(name) for name in ("pc", "pc-2", "pc-marvel", "after-fci", "unit")},
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
