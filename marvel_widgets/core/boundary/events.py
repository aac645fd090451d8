"""What a run reports: the root of all events, and those of boundary discovery.

Small facts: no text, no color, no snapshot. Variables are numbers, sets are sorted tuples.
"""

from dataclasses import dataclass
from typing import ClassVar, dataclass_transform

Set = tuple[int, ...]


@dataclass_transform(frozen_default=True)
class Event:
    """The root of all events; `line` is the line of the algorithm's pseudo-code.

    What is derived from it is a frozen dataclass.
    """

    line: ClassVar[int] = 1

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


def events_of(module: str) -> tuple[type[Event], ...]:
    """Return the types of events that a module defines, in its order."""
    return tuple(kind for kind in Event.__subclasses__() if kind.__module__ == module)


class BoundaryFound(Event):
    """Total conditioning has tested x against all others: its Markov boundary is known."""

    x: int
    boundary: Set


class BoundaryStarted(Event):
    """The boundary of x is looked for, beginning with the empty set."""

    x: int


class Grown(Event):
    """y comes into the set of x: the two are dependent given the set so far."""

    x: int
    y: int


class Shrunk(Event):
    """y leaves the set of x again: the two are independent given the rest of it."""

    x: int
    y: int


class GrowthRepeated(Event):
    """Growing and shrinking came back to a set that x had before; the search stops there.

    Only wrong answers lead here: with true ones every round tells more about x.
    """

    x: int


class BoundarySettled(Event):
    """What is left after growing and shrinking is taken for the boundary of x."""

    x: int
    boundary: Set


class MadeSymmetric(Event):
    """Pairs (x, y) with y in the boundary of x only: let in both, or in neither.

    `rule` is ``"or"`` (in both) or ``"and"`` (in neither).
    """

    rule: str
    pairs: tuple[tuple[int, int], ...]
