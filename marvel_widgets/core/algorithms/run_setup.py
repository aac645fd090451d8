"""How every algorithm begins: a counting test, and Markov boundaries to start from."""

from collections.abc import Iterator
from typing import Any

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary.discovery import total_conditioning
from marvel_widgets.core.boundary.events import BoundaryFound, Event
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.independence.coercion import as_ci_test
from marvel_widgets.core.independence.counting import CountingTest, Tally

EVENTS: tuple[type[Event], ...] = (ev.BoundariesGiven, BoundaryFound)
"""What `starting_boundaries` yields."""


def counting_test(test: Any, budget: Any) -> CountingTest:
    """Return a test that counts itself in a new tally."""
    return CountingTest(as_ci_test(test), Tally(budget=budget))


def starting_boundaries(
    ask: CountingTest, given: list[int] | None, boundaries: list[int]
) -> Iterator[Event]:
    """Fill `boundaries` with the given ones, or find them by total conditioning."""
    if given is not None:
        boundaries[:] = given
        yield ev.BoundariesGiven(tuple(tuple(members(mask)) for mask in given))
        return
    for x, boundary in total_conditioning(ask):
        boundaries[x] = boundary
        yield BoundaryFound(x, tuple(members(boundary)))
