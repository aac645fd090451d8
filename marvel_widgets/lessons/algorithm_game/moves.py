"""The moves of a learner who runs an algorithm by hand.

Variables are numbers, sets are sorted tuples, as in the events of a run.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from itertools import repeat
from typing import Any, get_args

from marvel_widgets.core.graphs.shortening import shown

Triple = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Visit:
    """x is the next variable to look at."""

    x: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A CI test: are x and y independent given a set?"""

    x: int
    y: int
    given: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Judge:
    """The answer to an open question: does an allowed set separate its pair?"""

    purpose: str
    key: tuple[int, ...]
    separated: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on what was checked: true or false."""

    holds: bool


@dataclass(frozen=True, slots=True)
class Collect:
    """These are the v-structures (a, collider, b), a < b."""

    v_structures: tuple[Triple, ...]


@dataclass(frozen=True, slots=True)
class Direct:
    """A Meek rule turns ``tail - head`` into ``tail -> head``."""

    tail: int
    head: int


@dataclass(frozen=True, slots=True)
class Finish:
    """No rule fits any more, the graph is returned."""


Move = Visit | Ask | Judge | Verdict | Collect | Direct | Finish
_KINDS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Move)}


def move_to_jsonable(move: Move) -> list[Any]:
    """Return a move as a list of plain values, its kind first."""
    return [type(move).__name__.lower(), *astuple(move)]


def move_from_jsonable(values: Any) -> Move:
    if not isinstance(values, Sequence) or isinstance(values, str) or not values:
        msg = f"a move must be a list that starts with its kind; got {shown(values)}"
        raise ValueError(msg)
    kind = _KINDS.get(values[0]) if isinstance(values[0], str) else None
    if kind is None or len(values) != len(fields(kind)) + 1:
        msg = f"{shown(values)} is not a move; the kinds are {', '.join(_KINDS)}"
        raise ValueError(msg)
    move: Move = kind(*map(_as_tuples, values[1:]))
    if not all(_fits(getattr(move, part.name), part.type) for part in fields(kind)):
        msg = f"{shown(values)} is not a move: its values are invalid"
        raise ValueError(msg)
    return move


def _fits(value: Any, wanted: Any) -> bool:
    """Return whether a value is of a type, whole tuples of it, and no number is negative."""
    each = get_args(wanted)
    if each:
        inside = repeat(each[0]) if each[-1] is ... else each
        whole = isinstance(value, tuple) and (each[-1] is ... or len(value) == len(each))
        return whole and all(map(_fits, value, inside))
    return type(value) is wanted and (wanted is not int or value >= 0)


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
