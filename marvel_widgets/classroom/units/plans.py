"""The plans: units from PC and units on MARVEL, the workshop, and an exam on paper.

What they contain is in `plans.toml`, a table for each plan, but for the workshop's acts.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from marvel_widgets._data import tables
from marvel_widgets.classroom.units.parts import Home, Part, Plan
from marvel_widgets.classroom.workshop.acts import timetable

_WRITTEN: Final = tables("classroom/units/plans.toml")


def _plan(name: str) -> Plan:
    written = dict(_WRITTEN[name])
    home = tuple(Home(notebook, asked) for notebook, asked in written.pop("home", {}).items())
    parts = tuple(_parts(written.pop("parts"), 1))
    if then := written.pop("then", ""):
        parts += tuple(_parts(_WRITTEN[then]["parts"], written.pop("starts")))
    return Plan(parts=parts, home=home, **written)


def _parts(written: Iterable[Mapping[str, Any]], first: int) -> Iterator[Part]:
    """Yield parts whose meetings are counted from the first."""
    for part in written:
        meeting = part.get("meeting", 1) + first - 1
        yield Part(**{"notebooks": (), **part, "meeting": meeting})


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
