"""The rules of the game of Algorithm 1: what is known, what is open, what follows automatically.

What is known is the memory of Section 3.4 of the paper; all the rest is a function of it. The order
is the canonical one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.contradictions import collected_v_structures
from marvel_widgets.core.algorithms.marvel import MarvelRun
from marvel_widgets.core.algorithms.memory import Learned
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.events import Event, Set
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.log import TestLog, TestRecord
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.lessons.algorithm_game.game import GameQuestion, Knowledge, Phase
from marvel_widgets.lessons.algorithm_game.moves import Move, Triple, Verdict, Visit
from marvel_widgets.replay.fold import advance

Key = tuple[int, ...]
Judged = tuple[str, Key]  # the purpose and the key of a question


@dataclass(frozen=True, slots=True)
class MarvelKnowledge(Knowledge):
    """What is known at one point of a game of MARVEL."""

    neighbors: Mapping[int, int] = field(default_factory=dict)
    separating: Mapping[tuple[int, int], int] = field(default_factory=dict)
    v_structures: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    remembered: Mapping[Judged, int | None] = field(default_factory=dict)  # with x before the key
    judged: Mapping[Judged, int | None] = field(default_factory=dict)
    split: bool = False
    searched: bool = False
    renewed: tuple[int, ...] = ()
    updates: tuple[tuple[int, int], ...] = ()
    departures: tuple[tuple[int, int], ...] = ()

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
        failed = (q for q, s in self.judged.items() if q[0] in CONDITIONS and s is not None)
        return next(failed, None)

    def present_v_structures(self) -> tuple[tuple[int, int], ...]:
        """Return those of the visited variable whose three members are still there."""
        neighbor_mask, co_parent_mask = self.neighbor_mask, self.co_parent_mask
        found = self.v_structures.get(self.visited, ())
        return tuple((y, t) for y, t in found if neighbor_mask >> y & 1 and co_parent_mask >> t & 1)

    def to_visit(self) -> tuple[int, ...]:
        """Return the variables that line 6 may still visit this round, in the order of line 5."""
        gone = {*self.state.passed_over, self.state.visiting}
        return tuple(x for x in self.state.order() if x not in gone)

    def facts(self) -> tuple[Triple, ...]:
        """Return the v-structures that line 17 keeps, with the repaired rule."""
        triples = {
            (min(x, t), y, max(x, t)): None
            for x, found in self.v_structures.items()
            for y, t in found
        }
        learned = Learned(list(self.state.edges), [], triples, list(self.departures))
        return tuple(collected_v_structures(learned, "recorded")[0])


def known_after(event: Event, known: MarvelKnowledge) -> MarvelKnowledge:
    known = replace(known, state=advance(event, known.state))
    match event:
        case ev.Visited():
            return replace(known, judged={}, renewed=(), split=False, searched=False)
        case ev.NeighborDecided(x, y, found):
            return _separated(known, x, y, found)
        case ev.NeighborsKnown(x, near, _, reused):
            kept = known.neighbors if reused else {**known.neighbors, x: mask_of(near)}
            return replace(known, split=True, neighbors=kept)
        case ev.PairDecided(x, z, w, found):
            return _checked(known, lemmas.CONDITION_ONE, x, (z, w), found)
        case ev.SeparatingSetRenewed(x, t, found):
            return _separated(replace(known, renewed=(*known.renewed, t)), x, t, found)
        case ev.VStructureDecided(_, y, t, is_one, _, found):
            return _judged(known, lemmas.V_STRUCTURES, (y, t), None if is_one else found or ())
        case ev.VStructuresKnown(x, collected, reused):
            found_at = known.v_structures if reused else {**known.v_structures, x: collected}
            return replace(known, searched=True, v_structures=found_at)
        case ev.TripleDecided(x, y, t, z, found):
            return _checked(known, lemmas.CONDITION_TWO, x, (y, t, z), found)
        case ev.Removed(x, near):
            mask = mask_of(near)
            left = (*known.departures, (x, mask))
            return replace(known, updates=tuple(pairs_of(mask)), departures=left)
        case ev.BoundaryPairTested(_, y, z):
            return replace(known, updates=tuple(pair for pair in known.updates if pair != (y, z)))
        case ev.VStructuresCollected():
            return replace(known, collected=True)
    return known


def _separated(known: MarvelKnowledge, x: int, y: int, found: Set | None) -> MarvelKnowledge:
    kept = {} if found is None else {(x, y): mask_of(found)}
    return replace(known, separating={**known.separating, **kept})


def _judged(known: MarvelKnowledge, purpose: str, key: Key, found: Set | None) -> MarvelKnowledge:
    mask = None if found is None else mask_of(found)
    return replace(known, judged={**known.judged, (purpose, key): mask})


def _checked(
    known: MarvelKnowledge, condition: str, x: int, key: Key, found: Set | None
) -> MarvelKnowledge:
    known = _judged(known, condition, key, found)
    kept = {**known.remembered, (condition, (x, *key)): known.judged[condition, key]}
    return replace(known, remembered=kept)


RENEWED = "renewed"  # line 10: a stored set left the boundary and is looked for again
# Of a condition: the search for a pair or a triple, and what it decides.
CONDITIONS: Final[Mapping[str, tuple[Callable[..., Search], Callable[..., Event]]]] = {
    lemmas.CONDITION_ONE: (lemmas.condition_one_search, ev.PairDecided),
    lemmas.CONDITION_TWO: (lemmas.condition_two_search, ev.TripleDecided),
}


def neighbor_question(
    x: int, y: int, boundary: int, purpose: str = lemmas.NEIGHBORS
) -> GameQuestion:
    """Return "is y a co-parent of x?" (the neighbor lemma)."""
    return GameQuestion(purpose, (y,), lemmas.neighbor_search(x, y, boundary))


def open_questions(known: MarvelKnowledge) -> Iterator[GameQuestion]:
    """Yield the open questions of the present phase in the canonical order."""
    state = known.state
    if known.updates:
        x, boundaries = state.removal_order[-1], state.boundaries
        for y, z in known.updates:
            smaller = lemmas.smaller_boundary(boundaries, y, z)
            ends = (smaller, z if smaller == y else y)
            search, other = (lemmas.update_search(x, y, z, boundaries[v]) for v in ends)
            yield GameQuestion(lemmas.BOUNDARY_UPDATE, (y, z), search, other=other.forced)
    elif not known.in_visit or known.broken is not None:
        return
    elif not known.split:
        yield from _neighbor_questions(known)
    elif state.condition_one is None:
        yield from _condition_questions(known, lemmas.CONDITION_ONE)
    elif not known.searched:
        yield from _v_structure_questions(known)
    else:
        yield from _condition_questions(known, lemmas.CONDITION_TWO)


def _neighbor_questions(known: MarvelKnowledge) -> Iterator[GameQuestion]:
    decided = (known.state.neighbors or 0) | (known.state.co_parents or 0)
    for y in members(known.boundary & ~decided):
        yield neighbor_question(known.visited, y, known.boundary)


def _condition_questions(known: MarvelKnowledge, condition: str) -> Iterator[GameQuestion]:
    for key in _left(known, condition):
        if (condition, (known.visited, *key)) not in known.remembered:
            search = CONDITIONS[condition][0](known.visited, *key, known.boundary)
            yield GameQuestion(condition, key, search)


def _left(known: MarvelKnowledge, condition: str) -> Iterator[Key]:
    """Yield the pairs of Condition 1, or the triples of Condition 2, that are not decided."""
    keys: Iterable[Key] = pairs_of(known.neighbor_mask)
    if condition == lemmas.CONDITION_TWO:
        keys = (
            (y, t, z)
            for y, t in sorted(known.present_v_structures())
            for z in members(known.neighbor_mask & ~(1 << y))
        )
    return (key for key in keys if (condition, key) not in known.judged)


def _v_structure_questions(known: MarvelKnowledge) -> Iterator[GameQuestion]:
    x, boundary = known.visited, known.boundary
    for t in members(known.co_parent_mask):
        stored = known.separating.get((x, t))
        outside = stored is None or bool(stored & ~boundary)
        if outside and t not in known.renewed:
            yield neighbor_question(x, t, boundary, RENEWED)
            continue
        for y in members(known.neighbor_mask):
            if (lemmas.V_STRUCTURES, (y, t)) not in known.judged:
                search = lemmas.v_structure_search(x, y, t, boundary)
                settled = bool((stored or 0) >> y & 1)
                yield GameQuestion(lemmas.V_STRUCTURES, (y, t), search, settled)


def next_by_itself(known: MarvelKnowledge) -> Event | None:
    """Return the next event that needs no decision, or None.

    A new round, what was remembered from earlier visits, and what sums up single answers.
    """
    state = known.state
    if known.updates or known.collected:
        return None
    if not known.in_visit:
        new_round = state.remaining and state.round == len(state.removal_order)
        return ev.RoundStarted(state.round + 1) if new_round else None
    if known.broken is not None:
        return None
    if not known.split:
        x = known.visited
        reused = x in known.neighbors
        if not reused and any(_neighbor_questions(known)):
            return None
        neighbor_mask = known.neighbor_mask if reused else (known.state.neighbors or 0)
        co_parent_mask = known.boundary & ~neighbor_mask
        return ev.NeighborsKnown(
            x, tuple(members(neighbor_mask)), tuple(members(co_parent_mask)), reused
        )
    if state.condition_one is None:
        return _remembered(known, lemmas.CONDITION_ONE)
    return _remembered(known, lemmas.CONDITION_TWO) if known.searched else _v_structures(known)


def _remembered(known: MarvelKnowledge, condition: str) -> Event | None:
    """Return the remembered verdict that is next in order; or that Condition 1 holds."""
    x, key = known.visited, next(_left(known, condition), None)
    if key is None:
        one = condition == lemmas.CONDITION_ONE
        return ev.ConditionOneDecided(x, holds=True) if one else None
    if (condition, (x, *key)) not in known.remembered:
        return None
    found = _shown(known.remembered[condition, (x, *key)])
    return CONDITIONS[condition][1](x, *key, found, reused=True)


def _v_structures(known: MarvelKnowledge) -> Event | None:
    x, found = known.visited, known.present_v_structures()
    reused = x in known.v_structures
    if not reused:
        if any(_v_structure_questions(known)):
            return None
        found = tuple(
            (y, t)
            for t in members(known.co_parent_mask)
            for y in members(known.neighbor_mask)
            if known.judged[lemmas.V_STRUCTURES, (y, t)] is None
        )
    return ev.VStructuresKnown(x, found, reused)


def _shown(mask: int | None) -> Set | None:
    return None if mask is None else tuple(members(mask))


def event_of(
    question: GameQuestion, known: MarvelKnowledge, separated: bool, used: int | None
) -> Event:
    """Return the event of an answer to a question.

    `used` is the set that decided it, where one is known.
    """
    purpose, key, forced = question.purpose, question.key, question.search.forced
    found = _shown((used or 0) & ~forced) if separated else None
    if purpose == lemmas.BOUNDARY_UPDATE:
        y, z = key
        smaller = lemmas.smaller_boundary(known.state.boundaries, y, z)
        if used is not None and used != forced:  # the other boundary was used
            smaller, forced = (z if smaller == y else y), used
        x = known.state.removal_order[-1]
        return ev.BoundaryPairTested(x, y, z, smaller, tuple(members(forced)), separated)
    x = known.visited
    if purpose == lemmas.NEIGHBORS:
        return ev.NeighborDecided(x, key[0], found)
    if purpose == RENEWED:
        nothing_kept = found is None and (x, key[0]) not in known.separating
        return ev.SeparatingSetRenewed(x, key[0], () if nothing_kept else found)
    if purpose in CONDITIONS:
        return CONDITIONS[purpose][1](x, *key, found, reused=False)
    inside = question.settled and separated
    return ev.VStructureDecided(x, key[0], key[1], not separated, inside, None if inside else found)


# -- phases, and the moves of MARVEL alone ---------------------------------------------------


def phase(known: MarvelKnowledge) -> Phase:
    """Return what kind of decision is next, before the end."""
    if known.updates:
        return "update"
    if not known.state.remaining:
        return "collect"
    if not known.in_visit:
        return "visit"
    open_now = next(open_questions(known), None)  # one is enough: this is asked often
    return "verdict" if open_now is None else "questions"


def round_of(known: MarvelKnowledge) -> int:
    """Return how many variables left in earlier rounds: a round ends with its updates."""
    return len(known.state.removal_order) - bool(known.updates)


def own_move(known: MarvelKnowledge) -> Move:
    """Return the visit or the verdict that is next in the canonical order."""
    return Visit(known.to_visit()[0]) if phase(known) == "visit" else Verdict(known.broken is None)


def own_events(move: Move, known: MarvelKnowledge) -> tuple[Event, ...]:
    match move:
        case Visit(x) if phase(known) == "visit" and x in known.to_visit():
            return (ev.Visited(x),)
        case Verdict(holds) if phase(known) in ("questions", "verdict"):
            return tuple(_verdict(holds, known))
    return ()


def _verdict(holds: bool, known: MarvelKnowledge) -> Iterator[Event]:
    if known.visited not in known.neighbors:
        msg = "line 7 comes first: which members of the boundary are neighbors?"
        raise ValueError(msg)
    x = known.visited
    decided: list[Event] = []
    if known.state.condition_one is None:
        decided.append(ev.ConditionOneDecided(x, holds))
    if holds or not decided:
        decided.append(ev.ConditionTwoDecided(x, holds))
    yield from decided
    if holds:
        yield ev.Removed(x, tuple(members(known.neighbor_mask)), ())
        return
    for event in decided:
        known = known_after(event, known)
    if not known.to_visit():  # all were visited, after wrong answers only: the first in line leaves
        none = ev.NoneRemovable(first := known.state.order()[0])
        yield none
        yield ev.Removed(first, tuple(members(known_after(none, known).neighbor_mask)), ())


def opening(dag: Dag) -> Iterator[tuple[list[TestRecord], Event]]:
    """Yield what finds the Markov boundaries, by total conditioning."""
    run = MarvelRun(DSeparation(dag))
    run.tally.log = TestLog()
    done = 0
    for event in run.find_boundaries():
        tests = list(run.tally.log)
        yield tests[done:], event
        done = len(tests)
