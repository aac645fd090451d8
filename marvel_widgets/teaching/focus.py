"""Whom a frame speaks of: the variables asked about, and those given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

from marvel_widgets.algorithms import events as ev
from marvel_widgets.graphs.bits import members
from marvel_widgets.teaching.frames import Frame


@dataclass(frozen=True, slots=True)
class Focus:
    """The variables that a test or an event speaks of.

    Attributes
    ----------
    pair : tuple of int
        Those asked about.
    given : tuple of int
        The conditioning set.
    """

    pair: tuple[int, ...] = ()
    given: tuple[int, ...] = ()


@singledispatch
def focus(event: ev.Event | None) -> Focus:  # noqa: ARG001
    """Return whom an event speaks of; for most of them, nobody but the visited variable."""
    return Focus()


@focus.register
def _(event: ev.NeighborDecided) -> Focus:
    return Focus((event.x, event.y), event.separating_set or ())


@focus.register
def _(event: ev.PairDecided) -> Focus:
    return Focus((event.z, event.w), (*(event.separating_set or ()), event.x))


@focus.register
def _(event: ev.SeparatingSetRenewed) -> Focus:
    return Focus((event.x, event.t), event.separating_set or ())


@focus.register
def _(event: ev.VStructureDecided) -> Focus:
    return Focus((event.y, event.t), event.separating_set or ())


@focus.register
def _(event: ev.TripleDecided) -> Focus:
    return Focus((event.z, event.t), (*(event.separating_set or ()), event.x, event.y))


@focus.register
def _(event: ev.BoundaryPairTested) -> Focus:
    return Focus((event.y, event.z), event.given)


@focus.register
def _(event: ev.BoundaryFound) -> Focus:
    return Focus((event.x,), event.boundary)


@focus.register
def _(event: ev.EdgeDirected) -> Focus:
    return Focus((event.tail, event.head))


@focus.register
def _(event: ev.EdgeDecided | ev.LinkDecided | ev.TriangleDecided | ev.CandidateExcluded) -> Focus:
    return Focus((event.x, event.y), event.separating_set or ())


@focus.register
def _(event: ev.ColliderDecided) -> Focus:
    return Focus((event.a, event.b), event.separating_set)


@focus.register
def _(event: ev.ColliderTested) -> Focus:
    given = () if event.separating_set is None else (*event.separating_set, event.c)
    return Focus((event.a, event.b), given)


@focus.register
def _(event: ev.Grown | ev.Shrunk) -> Focus:
    return Focus((event.x, event.y))


@focus.register
def _(event: ev.BoundarySettled) -> Focus:
    return Focus((event.x,), event.boundary)


def looked_at(frame: Frame) -> Focus:
    """Return whom a frame speaks of: its test, or its event.

    Where a set has grown or shrunk, that set is given as well, as it was then.
    """
    test, event = frame.test, frame.event
    if test is not None:
        return Focus((test.x, test.y), test.given)
    if isinstance(event, ev.Grown | ev.Shrunk):
        given = frame.before.boundaries[event.x] & ~(1 << event.y)
        return Focus((event.x, event.y), tuple(members(given)))
    return focus(event)
