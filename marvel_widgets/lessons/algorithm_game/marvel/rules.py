"""The rules of the game of Algorithm 1: what is open, what follows automatically.

Everything here is a function of `Knowledge`; the order is the canonical one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.events import Event, Set
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.algorithm_game.marvel.knowledge import Knowledge
from marvel_widgets.lessons.algorithm_game.questions import (
    RENEWED,
    GameQuestion,
    neighbor_question,
    pair_question,
    triple_question,
    update_question,
    v_structure_question,
)


def open_questions(known: Knowledge) -> Iterator[GameQuestion]:
    """Yield the open questions of the present phase in the canonical order."""
    state = known.state
    if known.updates:
        x = state.removal_order[-1]
        yield from (update_question(x, y, z, state.boundaries) for y, z in known.updates)
    elif not known.in_visit or known.broken is not None:
        return
    elif not known.split:
        yield from _neighbor_questions(known)
    elif state.condition_one is None:
        yield from _pair_questions(known)
    elif not known.searched:
        yield from _v_structure_questions(known)
    else:
        yield from _triple_questions(known)


def _neighbor_questions(known: Knowledge) -> Iterator[GameQuestion]:
    decided = (known.state.neighbors or 0) | (known.state.co_parents or 0)
    for y in members(known.boundary & ~decided):
        yield neighbor_question(known.visited, y, known.boundary)


def _pair_questions(known: Knowledge) -> Iterator[GameQuestion]:
    for z, w in _pairs_left(known):
        if (known.visited, z, w) not in known.pairs:
            yield pair_question(known.visited, z, w, known.boundary)


def _pairs_left(known: Knowledge) -> list[tuple[int, int]]:
    pairs = lemmas.pairs_of(known.neighbor_mask)
    return [pair for pair in pairs if (lemmas.CONDITION_ONE, pair) not in known.judged]


def _v_structure_questions(known: Knowledge) -> Iterator[GameQuestion]:
    x, boundary = known.visited, known.boundary
    for t in members(known.co_parent_mask):
        stored = known.separating.get((x, t))
        outside = stored is None or bool(stored & ~boundary)
        if outside and t not in known.renewed:
            yield neighbor_question(x, t, boundary, RENEWED)
            continue
        for y in members(known.neighbor_mask):
            if (lemmas.V_STRUCTURES, (y, t)) not in known.judged:
                yield v_structure_question(x, y, t, boundary, stored or 0)


def _triple_questions(known: Knowledge) -> Iterator[GameQuestion]:
    for y, t, z in _triples_left(known):
        if (known.visited, y, t, z) not in known.triples:
            yield triple_question(known.visited, y, t, z, known.boundary)


def _triples_left(known: Knowledge) -> list[tuple[int, int, int]]:
    triples = known.triples_to_test()
    return [t for t in triples if (lemmas.CONDITION_TWO, t) not in known.judged]


def next_by_itself(known: Knowledge) -> Event | None:
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
        return _split(known)
    if state.condition_one is None:
        return _pair_remembered(known)
    return _triple_remembered(known) if known.searched else _v_structures(known)


def _split(known: Knowledge) -> Event | None:
    x = known.visited
    reused = x in known.neighbors
    if not reused and any(_neighbor_questions(known)):
        return None
    neighbor_mask = known.neighbor_mask if reused else (known.state.neighbors or 0)
    co_parent_mask = known.boundary & ~neighbor_mask
    return ev.NeighborsKnown(
        x, tuple(members(neighbor_mask)), tuple(members(co_parent_mask)), reused
    )


def _pair_remembered(known: Knowledge) -> Event | None:
    """Return the remembered verdict that is next in order; or that Condition 1 holds."""
    x = known.visited
    left = _pairs_left(known)
    if not left:
        return ev.ConditionOneDecided(x, holds=True)
    if (x, *left[0]) not in known.pairs:
        return None
    return ev.PairDecided(x, *left[0], shown(known.pairs[x, *left[0]]), reused=True)


def _triple_remembered(known: Knowledge) -> Event | None:
    x = known.visited
    left = _triples_left(known)
    if not left or (x, *left[0]) not in known.triples:
        return None
    return ev.TripleDecided(x, *left[0], shown(known.triples[x, *left[0]]), reused=True)


def _v_structures(known: Knowledge) -> Event | None:
    x = known.visited
    reused = x in known.v_structures
    if reused:
        return ev.VStructuresKnown(x, known.present_v_structures(), reused)
    if any(_v_structure_questions(known)):
        return None
    found = tuple(
        (y, t)
        for t in members(known.co_parent_mask)
        for y in members(known.neighbor_mask)
        if known.judged[lemmas.V_STRUCTURES, (y, t)] is None
    )
    return ev.VStructuresKnown(x, found, reused)


def shown(mask: int | None) -> Set | None:
    """Return a set as the events show it."""
    return None if mask is None else tuple(members(mask))


def event_of(question: GameQuestion, known: Knowledge, separated: bool, used: int | None) -> Event:
    """Return the event of an answer to a question.

    `used` is the set that decided it, where one is known.
    """
    key = question.key
    found = shown((used or 0) & ~question.search.forced) if separated else None
    if question.purpose == lemmas.BOUNDARY_UPDATE:
        return _update_event(question, known, separated, used)
    x = known.visited
    if question.purpose == lemmas.NEIGHBORS:
        return ev.NeighborDecided(x, key[0], found)
    if question.purpose == RENEWED:
        nothing_kept = found is None and (x, key[0]) not in known.separating
        return ev.SeparatingSetRenewed(x, key[0], () if nothing_kept else found)
    if question.purpose == lemmas.CONDITION_ONE:
        return ev.PairDecided(x, key[0], key[1], found, reused=False)
    if question.purpose == lemmas.CONDITION_TWO:
        return ev.TripleDecided(x, key[0], key[1], key[2], found, reused=False)
    inside = question.settled and separated
    return ev.VStructureDecided(x, key[0], key[1], not separated, inside, None if inside else found)


def _update_event(
    question: GameQuestion, known: Knowledge, separated: bool, used: int | None
) -> Event:
    x, (y, z) = known.state.removal_order[-1], question.key
    smaller = lemmas.smaller_boundary(known.state.boundaries, y, z)
    given = question.search.forced
    if used is not None and used != given:  # the other boundary was used
        smaller, given = (z if smaller == y else y), used
    return ev.BoundaryPairTested(x, y, z, smaller, tuple(members(given)), separated)


def spared(events: Iterable[Event]) -> Iterator[tuple[Event, str, int]]:
    """Yield each event with the purpose and number of the searches that memory spared for it.

    >>> list(spared([ev.PairDecided(0, 1, 2, None, True)]))[0][1:]
    ('condition-1', 1)
    """
    neighbor_count = co_parent_count = 0
    for event in events:
        if isinstance(event, ev.NeighborsKnown):
            neighbor_count, co_parent_count = len(event.neighbors), len(event.co_parents)
        if not getattr(event, "reused", False):
            yield event, "", 0
        elif isinstance(event, ev.NeighborsKnown):
            yield event, lemmas.NEIGHBORS, neighbor_count + co_parent_count
        elif isinstance(event, ev.VStructuresKnown):
            yield event, lemmas.V_STRUCTURES, neighbor_count * co_parent_count
        else:
            condition_one = isinstance(event, ev.PairDecided)
            yield event, lemmas.CONDITION_ONE if condition_one else lemmas.CONDITION_TWO, 1
