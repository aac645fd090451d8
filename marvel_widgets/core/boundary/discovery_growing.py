"""Boundary discovery by growing and shrinking a set: GS, IAMB and Inter-IAMB.

All three keep one set for each variable x, let in what depends on x given the set, and take
out what does not depend on x given the rest of the set. They differ in who is let in next
and in when they shrink. Variables and candidates come in the order of their numbers, so
counts are reproducible.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Final

from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY, CountingTest

Growing = Generator[ev.Event, None, int]  # yields events, returns the set as a mask


def strongest_candidate(ask: CountingTest, x: int, given: int) -> int | None:
    """Return the variable outside `given` most strongly associated with x, or None.

    Every candidate is tested, one test each. Among those found dependent the one with the
    largest ``association(x, y, given)`` wins, where the test offers it; an oracle and a
    plain yes-or-no test have no degrees, and there the first one wins. Ties go to the
    smaller number. Asking for the association of a statement just tested is no new test.
    """
    degrees: Any = getattr(ask.test, "association", None)
    best, strength = None, 0.0
    for y in members(_others(ask, x) & ~given):
        if ask.ask(x, y, given, BOUNDARY_DISCOVERY):
            continue
        here = 0.0 if degrees is None else degrees(x, y, given)
        if best is None or here > strength:
            best, strength = y, here
    return best


def _others(ask: CountingTest, x: int) -> int:
    return ((1 << len(ask.names)) - 1) & ~(1 << x)


def _grow_shrink(ask: CountingTest, x: int) -> Growing:
    """Find a Markov boundary by grow-shrink (GS; Margaritis and Thrun 1999).

    Growing takes any variable that depends on x given the set so far; we go round the
    variables by number (our choice, the paper allows any order) until everyone outside has
    been tested against the set as it is. After a growth we go on with the next number.
    Shrinking is one pass by number.
    """
    found = 0
    tested = 0  # those tested against the set as it is
    after = 0  # we are past the variables before this number, in this round
    outside = _others(ask, x)
    while waiting := outside & ~found & ~tested:
        y = next(members(waiting >> after << after or waiting))
        after = y + 1
        if ask.ask(x, y, found, BOUNDARY_DISCOVERY):
            tested |= 1 << y
        else:
            found |= 1 << y
            tested = 0
            yield ev.Grown(x, y)
    return (yield from _shrunk(ask, x, found))


def _iamb(ask: CountingTest, x: int) -> Growing:
    """Find a Markov boundary by IAMB (Tsamardinos, Aliferis and Statnikov 2003).

    Each round tests every variable outside the set and lets in the most strongly
    associated of the dependent ones: see `strongest_candidate`. It shrinks once, when
    no variable is dependent any more. All boundaries of a clique of p cost p(p-1)(p+2)/2 tests,
    so the total is not quadratic in p.
    """
    found = 0
    while (y := strongest_candidate(ask, x, found)) is not None:
        found |= 1 << y
        yield ev.Grown(x, y)
    return (yield from _shrunk(ask, x, found))


def _inter_iamb(ask: CountingTest, x: int) -> Growing:
    """Find a Markov boundary by Inter-IAMB: IAMB that shrinks after each growth.

    Sets stay smaller than with IAMB. With true answers each round increases what the set
    tells about x, so it ends; wrong answers may lead in circles, and then the search for
    x stops with `GrowthRepeated`.
    """
    found = 0
    had = {found}
    while (y := strongest_candidate(ask, x, found)) is not None:
        found |= 1 << y
        yield ev.Grown(x, y)
        found = yield from _shrunk(ask, x, found)
        if found in had:
            yield ev.GrowthRepeated(x)
            break
        had.add(found)
    return found


def _shrunk(ask: CountingTest, x: int, found: int) -> Growing:
    """Remove, one at a time, each variable that is independent of x given the rest."""
    for y in members(found):
        rest = found & ~(1 << y)
        if ask.ask(x, y, rest, BOUNDARY_DISCOVERY):
            found = rest
            yield ev.Shrunk(x, y)
    return found


_FIND: Final[Mapping[str, Callable[[CountingTest, int], Growing]]] = {
    "gs": _grow_shrink,
    "iamb": _iamb,
    "inter-iamb": _inter_iamb,
}


def growing(ask: CountingTest, method: str) -> Iterator[ev.Event]:
    """Find all Markov boundaries, one after the other, by ``"gs"``, ``"iamb"`` or ``"inter-iamb"``.

    An event for each variable that comes in or goes out.
    """
    for x in range(len(ask.names)):
        yield ev.BoundaryStarted(x)
        found = yield from _FIND[method](ask, x)
        yield ev.BoundarySettled(x, tuple(members(found)))
