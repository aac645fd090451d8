"""What an algorithm is: one value, in the algorithm's own file, from which all others read.

Facts only: words, pseudo-code and colors are in `marvel_widgets.replay.presentation`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from marvel_widgets.core.algorithms.run import Finds, Result, Run
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY

StartsFrom = Literal["boundaries", "moral graph", "complete graph", "nothing"]


@dataclass(frozen=True, slots=True, eq=False)
class Algorithm:
    """An algorithm as a value.

    `purposes` are those of its tests beside boundary discovery, `events` all that it may yield.
    `published` holds the options under which it starts as it was published, where the default is
    another start. `removes`: variables leave one by one. `bounded`: the paper's upper bound speaks
    of it.
    """

    name: str
    function: Callable[..., Result]
    run: Callable[..., Run]
    starts_from: StartsFrom
    purposes: tuple[str, ...]
    events: tuple[type[Event], ...]
    finds: Finds = "essential graph"
    published: Mapping[str, str] = field(default_factory=dict)
    removes: bool = False
    bounded: bool = False

    def start(self, options: Mapping[str, Any] = MappingProxyType({})) -> StartsFrom:
        """Return what a run with some options starts from."""
        return "complete graph" if options.get("start") == "complete" else self.starts_from

    def needs_boundaries(self, options: Mapping[str, Any] = MappingProxyType({})) -> bool:
        """Return whether a run with some options is given the Markov boundaries, or finds them."""
        return self.start(options) not in ("complete graph", "nothing")

    def all_purposes(self, options: Mapping[str, Any] = MappingProxyType({})) -> tuple[str, ...]:
        """Return the purposes of the tests of a run with some options."""
        found = (BOUNDARY_DISCOVERY,) if self.needs_boundaries(options) else ()
        return (*found, *self.purposes)

    def is_right(self, found: Pdag, truth: Pdag) -> bool:
        """Return whether an answer is the truth, as far as this algorithm looks for it."""
        return found.skeleton == truth.skeleton if self.finds == "skeleton" else found == truth
