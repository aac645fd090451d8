"""What a learner who runs Algorithm 1 knows, beside what every game knows.

This is the memory of Section 3.4 of the paper, from which the open questions follow.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.contradictions import collected_v_structures
from marvel_widgets.core.algorithms.memory import Learned
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.events import BoundaryFound, Event, Set
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.lessons.algorithm_game.knowledge import Knowledge
from marvel_widgets.lessons.algorithm_game.moves import Triple
from marvel_widgets.replay.fold import advance, initial_state

Key = tuple[int, ...]
Judged = tuple[str, Key]  # the purpose and the key of a question


@dataclass(frozen=True, slots=True)
class MarvelKnowledge(Knowledge):
    """What is known at one point of a game of MARVEL."""

    neighbors: Mapping[int, int] = field(default_factory=dict)
    separating: Mapping[tuple[int, int], int] = field(default_factory=dict)
    v_structures: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    pairs: Mapping[Key, int | None] = field(default_factory=dict)
    triples: Mapping[Key, int | None] = field(default_factory=dict)
    judged: Mapping[Judged, int | None] = field(default_factory=dict)
    split: bool = False
    searched: bool = False
    renewed: tuple[int, ...] = ()
    updates: tuple[tuple[int, int], ...] = ()
    departures: tuple[tuple[int, int], ...] = ()

    @classmethod
    def at_start(cls, p: int) -> Self:
        """Return what is known before anything has happened."""
        return cls(initial_state(p))

    @property
    def in_visit(self) -> bool:
        """Whether a variable is visited whose verdict is still open."""
        state = self.state
        if state.visiting is None or not state.remaining >> state.visiting & 1:
            return False
        return state.condition_one is not False and state.condition_two is None

    @property
    def visited(self) -> int:
        """The visited variable; raises outside a visit."""
        x = self.state.visiting
        if x is None:
            msg = "no variable is visited at this point"
            raise ValueError(msg)
        return x

    @property
    def boundary(self) -> int:
        """The present boundary of the visited variable."""
        return self.state.boundaries[self.visited]

    @property
    def neighbor_mask(self) -> int:
        """The present neighbors of the visited variable."""
        return self.neighbors.get(self.visited, 0) & self.boundary

    @property
    def co_parent_mask(self) -> int:
        """Its present co-parents: boundary minus neighbors."""
        return self.boundary & ~self.neighbors.get(self.visited, 0)

    @property
    def broken(self) -> Judged | None:
        """The pair or triple that broke a condition in this visit."""
        conditions = (lemmas.CONDITION_ONE, lemmas.CONDITION_TWO)
        return next(
            (q for q, s in self.judged.items() if q[0] in conditions and s is not None), None
        )

    def present_v_structures(self) -> tuple[tuple[int, int], ...]:
        """Return those of the visited variable whose three members are still there."""
        neighbor_mask, co_parent_mask = self.neighbor_mask, self.co_parent_mask
        found = self.v_structures.get(self.visited, ())
        return tuple((y, t) for y, t in found if neighbor_mask >> y & 1 and co_parent_mask >> t & 1)

    def triples_to_test(self) -> list[Triple]:
        """Return (y, t, z) of Condition 2 in order."""
        return [
            (y, t, z)
            for y, t in sorted(self.present_v_structures())
            for z in members(self.neighbor_mask & ~(1 << y))
        ]

    def to_visit(self) -> tuple[int, ...]:
        """Return the variables that line 6 may still visit this round, in the order of line 5."""
        gone = {*self.state.passed_over, self.state.visiting}
        return tuple(x for x in self.state.order() if x not in gone)

    def facts(self) -> tuple[Triple, ...]:
        """Return the v-structures that line 20 keeps, with the repaired rule."""
        triples = {
            (min(x, t), y, max(x, t)): None
            for x, found in self.v_structures.items()
            for y, t in found
        }
        learned = Learned(list(self.state.edges), [], triples, list(self.departures))
        return tuple(collected_v_structures(learned, "recorded")[0])


def known_after(event: Event, known: MarvelKnowledge) -> MarvelKnowledge:
    """Return what is known after one more event."""
    changes = _REMEMBERED[type(event)](event, known)
    return replace(known, state=advance(event, known.state), **changes)


def _separating(known: MarvelKnowledge, x: int, y: int, found: Set | None) -> dict[str, Any]:
    return {} if found is None else {"separating": {**known.separating, (x, y): mask_of(found)}}


def _condition_one(event: ev.PairDecided, known: MarvelKnowledge) -> dict[str, Any]:
    key, found = (event.z, event.w), _mask(event.separating_set)
    pairs = {**known.pairs, (event.x, *key): found}
    return {"pairs": pairs, **_judged(known, lemmas.CONDITION_ONE, key, found)}


def _condition_two(event: ev.TripleDecided, known: MarvelKnowledge) -> dict[str, Any]:
    key, found = (event.y, event.t, event.z), _mask(event.separating_set)
    triples = {**known.triples, (event.x, *key): found}
    return {"triples": triples, **_judged(known, lemmas.CONDITION_TWO, key, found)}


def _v_structure(event: ev.VStructureDecided, known: MarvelKnowledge) -> dict[str, Any]:
    found = None if event.found else mask_of(event.separating_set or ())
    return _judged(known, lemmas.V_STRUCTURES, (event.y, event.t), found)


def _removed(event: ev.Removed, known: MarvelKnowledge) -> dict[str, Any]:
    mask = mask_of(event.neighbors)
    departures = (*known.departures, (event.x, mask))
    return {"updates": tuple(pairs_of(mask)), "departures": departures}


def _judged(known: MarvelKnowledge, purpose: str, key: Key, found: int | None) -> dict[str, Any]:
    return {"judged": {**known.judged, (purpose, key): found}}


def _unless_reused(event: Any, name: str, old: Mapping[int, Any], new: Any) -> dict[str, Any]:
    return {} if event.reused else {name: {**old, event.x: new}}


def _mask(found: Set | None) -> int | None:
    return None if found is None else mask_of(found)


# What an event leaves to be remembered: the attributes that change.
_REMEMBERED: Final[dict[type[Event], Callable[[Any, MarvelKnowledge], dict[str, Any]]]] = {
    **dict.fromkeys(
        (ev.BoundariesGiven, BoundaryFound, ev.RoundStarted, ev.ConditionOneDecided,
         ev.ConditionTwoDecided, ev.NoneRemovable, ev.EdgeDirected, ev.Finished),
        lambda *_: {},
    ),
    ev.Visited: lambda *_: {"judged": {}, "renewed": (), "split": False, "searched": False},
    ev.NeighborDecided: lambda e, known: _separating(known, e.x, e.y, e.separating_set),
    ev.NeighborsKnown: lambda e, known: {
        "split": True,
        **_unless_reused(e, "neighbors", known.neighbors, mask_of(e.neighbors)),
    },
    ev.PairDecided: _condition_one,
    ev.SeparatingSetRenewed: lambda e, known: {
        "renewed": (*known.renewed, e.t),
        **_separating(known, e.x, e.t, e.separating_set),
    },
    ev.VStructureDecided: _v_structure,
    ev.VStructuresKnown: lambda e, known: {
        "searched": True,
        **_unless_reused(e, "v_structures", known.v_structures, e.v_structures),
    },
    ev.TripleDecided: _condition_two,
    ev.Removed: _removed,
    ev.BoundaryPairTested: lambda e, known: {
        "updates": tuple(pair for pair in known.updates if pair != (e.y, e.z))
    },
    ev.VStructuresCollected: lambda *_: {"collected": True},
}  # fmt: skip
