"""What PC, grow-shrink, collider sets and MMPC share: a skeleton that loses edges, and an end.

Each begins with Markov boundaries, like MARVEL, and joins every variable to its boundary:
the moral graph. Then each takes away the edges that are none in its own way, finds
v-structures, and applies Meek's rules.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal, cast, get_args

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.contradictions import Conflicts, Settled, settled
from marvel_widgets.core.algorithms.rival_events import SkeletonStarted
from marvel_widgets.core.algorithms.run import Finds, Result
from marvel_widgets.core.algorithms.run_setup import EVENTS as BOUNDARY_EVENTS
from marvel_widgets.core.algorithms.run_setup import RunSetup
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.boundary.discovery import labelled
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.independence.coercion import check_choice, check_options

Events = Iterator[Event]
Start = Literal["moral", "complete"]
Triple = tuple[int, int, int]

SKELETON = "skeleton"
ORIENTATION = "orientation"


MORAL_START: tuple[type[Event], ...] = (*BOUNDARY_EVENTS, SkeletonStarted)
CONCLUSION: tuple[type[Event], ...] = (ev.VStructuresCollected, ev.EdgeDirected, ev.Finished)


class RivalWork(RunSetup):
    """The state that the rivals share.

    `choices` are the options as ``Literal`` types; the first name of each is the default, but
    that of `start` depends on the test.
    """

    algorithm = ""
    finds: ClassVar[Finds] = "essential graph"
    choices: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    def __init__(
        self,
        test: Any,
        boundaries: Boundaries | None = None,
        *,
        budget: int | None = None,
        **options: str | None,
    ) -> None:
        super().__init__(test, boundaries, budget)
        check_options(self.algorithm, options, self.choices)
        if options.get("start") is None:
            fits = "start" not in self.choices or boundaries is not None or self.source == "tc"
            options["start"] = "moral" if fits else "complete"
        self.start = str(options["start"])
        self.options = {
            name: options.get(name, get_args(kind)[0]) for name, kind in self.choices.items()
        }
        for name, kind in self.choices.items():
            check_choice(name, self.options[name], kind)
        p = len(self.names)
        self.walk = tuple(range(p))
        self.place: tuple[int, ...] | None = None  # of each variable in the walk; None: its number
        self.edges = [0] * p
        self.found: list[Triple] = []
        self.settled: Settled | None = None
        self.answer: Pdag | None = None

    def start_graph(self) -> Events:
        """Draw the moral graph, or the complete one; that one needs no boundaries."""
        if self.start == "moral":
            yield from self.find_boundaries()
            self.edges = list(self.boundaries)
        else:
            everyone = (1 << len(self.names)) - 1
            self.edges = [everyone & ~(1 << x) for x in range(len(self.names))]
        yield SkeletonStarted(self.start, tuple(tuple(members(mask)) for mask in self.edges))

    def walked(self, mask: int) -> list[int]:
        """Return the members of a mask in the order of the walk."""
        found = list(members(mask))
        if self.place is not None:
            found.sort(key=self.place.__getitem__)
        return found

    def pairs(self) -> list[tuple[int, int]]:
        """Return the edges x - y, x before y in the walk, in lexicographic order."""
        found, done = [], 0
        for x in self.walk:
            done |= 1 << x
            found += [(x, y) for y in self.walked(self.edges[x] & ~done)]
        return found

    def remove_edge(self, x: int, y: int) -> None:
        """Take the edge between x and y out of the skeleton."""
        self.edges[x] &= ~(1 << y)
        self.edges[y] &= ~(1 << x)

    def unshielded_triples(self) -> Iterator[Triple]:
        """Yield a - c - b, a before b and not adjacent, by c, then a, then b, as walked."""
        edges = self.edges
        for c in self.walk:
            later = edges[c]
            for a in self.walked(edges[c]):
                later &= ~(1 << a)
                for b in self.walked(later & ~edges[a]):
                    yield a, c, b

    def settle(self) -> Settled:
        """Settle contradictions between the v-structures found so far."""
        how = cast("Conflicts", self.options.get("conflicts", "keep-first"))
        return settled(self.found, self.edges, how)

    def conclude(self) -> Events:
        """Keep the v-structures that fit together, and apply Meek's rules."""
        self.settled = self.settle()
        yield from self.settled.events()
        steps, self.answer = self.settled.closed(self.names, self.edges)
        for step in steps:
            yield ev.EdgeDirected(step.rule, step.tail, step.head, step.because)
        yield ev.Finished()

    def result(self, *, complete: bool = True) -> Result:
        """Return what is known so far; `complete` says whether the run came to its end."""
        names = self.names
        end, graph = self.settled or Settled("keep-first", (), ()), self.answer
        if graph is None:
            graph = self.settle().pattern(names, self.edges)
        return Result(
            algorithm=self.algorithm,
            options={**self.options, "boundaries": self.source if self.start == "moral" else None},
            essential_graph=graph,
            removal_order=(),
            boundaries=labelled(names, self.boundaries),
            counts=self.tally.counts(),
            dropped=tuple((names[a], names[c], names[b]) for a, c, b in end.dropped),
            complete=complete,
            finds=self.finds,
        )
