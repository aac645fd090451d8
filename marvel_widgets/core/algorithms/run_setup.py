"""How every algorithm begins: a counting test, and Markov boundaries to start from."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary.boundary_input import Boundaries, boundary_masks
from marvel_widgets.core.boundary.discovery import Method, boundary_events, fitting_method
from marvel_widgets.core.boundary.events import Event, events_of
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.independence.coercion import as_ci_test, check_choice
from marvel_widgets.core.independence.counting import CountingTest, Tally

EVENTS: tuple[type[Event], ...] = (ev.BoundariesGiven, *events_of(Event.__module__))
"""What `RunSetup.find_boundaries` yields."""


class RunSetup:
    """A run that begins with the Markov boundaries; `source` says where they come from."""

    def __init__(self, test: Any, boundaries: Boundaries | None, budget: Any) -> None:
        self.ask = CountingTest(as_ci_test(test), Tally(budget=budget))
        self.tally = self.ask.tally
        self.names = self.ask.names
        self.boundaries = [0] * len(self.names)
        self.source: Method | Literal["given"] = fitting_method(self.ask.test)
        if isinstance(boundaries, Mapping):
            self.source, self.given = "given", boundary_masks(boundaries, self.names)
        elif boundaries is not None:
            check_choice("boundaries", boundaries, Method)
            self.source = boundaries

    def find_boundaries(self) -> Iterator[Event]:
        """Take the given boundaries, or find them."""
        if self.source != "given":
            yield from boundary_events(self.ask, self.boundaries, self.source)
        else:
            self.boundaries[:] = self.given
            yield ev.BoundariesGiven(tuple(tuple(members(mask)) for mask in self.given))
