"""The rules of the game of Algorithm 1: what is open, what follows automatically.

Everything here is a function of `MarvelKnowledge`; the order is the canonical one.
"""

from collections.abc import Iterator, Sequence

from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.marvel import MARVEL, MarvelRun
from marvel_widgets.core.algorithms.options import MarvelOptions
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.events import Event, Set
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.log import TestLog, TestRecord
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.lessons.algorithm_game.marvel.knowledge import MarvelKnowledge, known_after
from marvel_widgets.lessons.algorithm_game.moves import Move, Verdict, Visit
from marvel_widgets.lessons.algorithm_game.questions import GameQuestion
from marvel_widgets.lessons.algorithm_game.rule_book import Phase, Rules

RENEWED = "renewed"  # line 10: a stored set left the boundary and is looked for again


def neighbor_question(
    x: int, y: int, boundary: int, purpose: str = lemmas.NEIGHBORS
) -> GameQuestion:
    """Return "is y a co-parent of x?" (the neighbor lemma)."""
    return GameQuestion(purpose, (y,), lemmas.neighbor_search(x, y, boundary))


def v_structure_question(x: int, y: int, t: int, boundary: int, stored: int) -> GameQuestion:
    """Return "is there no edge y - t?", else x -> y <- t (the v-structure lemma)."""
    search = lemmas.v_structure_search(x, y, t, boundary)
    return GameQuestion(lemmas.V_STRUCTURES, (y, t), search, settled=bool(stored >> y & 1))


def update_question(x: int, y: int, z: int, boundaries: Sequence[int]) -> GameQuestion:
    """Return the question whether y and z leave each other's boundary."""
    smaller = lemmas.smaller_boundary(boundaries, y, z)
    owner = z if smaller == y else y
    search, other = (lemmas.update_search(x, y, z, boundaries[v]) for v in (smaller, owner))
    return GameQuestion(lemmas.BOUNDARY_UPDATE, (y, z), search, other=other.forced)


def open_questions(known: MarvelKnowledge) -> Iterator[GameQuestion]:
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


def _neighbor_questions(known: MarvelKnowledge) -> Iterator[GameQuestion]:
    decided = (known.state.neighbors or 0) | (known.state.co_parents or 0)
    for y in members(known.boundary & ~decided):
        yield neighbor_question(known.visited, y, known.boundary)


def _pair_questions(known: MarvelKnowledge) -> Iterator[GameQuestion]:
    for z, w in _pairs_left(known):
        if (known.visited, z, w) not in known.pairs:
            search = lemmas.condition_one_search(known.visited, z, w, known.boundary)
            yield GameQuestion(lemmas.CONDITION_ONE, (z, w), search)


def _pairs_left(known: MarvelKnowledge) -> list[tuple[int, int]]:
    pairs = lemmas.pairs_of(known.neighbor_mask)
    return [pair for pair in pairs if (lemmas.CONDITION_ONE, pair) not in known.judged]


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
                yield v_structure_question(x, y, t, boundary, stored or 0)


def _triple_questions(known: MarvelKnowledge) -> Iterator[GameQuestion]:
    for y, t, z in _triples_left(known):
        if (known.visited, y, t, z) not in known.triples:
            search = lemmas.condition_two_search(known.visited, y, t, z, known.boundary)
            yield GameQuestion(lemmas.CONDITION_TWO, (y, t, z), search)


def _triples_left(known: MarvelKnowledge) -> list[tuple[int, int, int]]:
    triples = known.triples_to_test()
    return [t for t in triples if (lemmas.CONDITION_TWO, t) not in known.judged]


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
        return _split(known)
    if state.condition_one is None:
        return _pair_remembered(known)
    return _triple_remembered(known) if known.searched else _v_structures(known)


def _split(known: MarvelKnowledge) -> Event | None:
    x = known.visited
    reused = x in known.neighbors
    if not reused and any(_neighbor_questions(known)):
        return None
    neighbor_mask = known.neighbor_mask if reused else (known.state.neighbors or 0)
    co_parent_mask = known.boundary & ~neighbor_mask
    return ev.NeighborsKnown(
        x, tuple(members(neighbor_mask)), tuple(members(co_parent_mask)), reused
    )


def _pair_remembered(known: MarvelKnowledge) -> Event | None:
    """Return the remembered verdict that is next in order; or that Condition 1 holds."""
    x = known.visited
    left = _pairs_left(known)
    if not left:
        return ev.ConditionOneDecided(x, holds=True)
    if (x, *left[0]) not in known.pairs:
        return None
    return ev.PairDecided(x, *left[0], shown(known.pairs[x, *left[0]]), reused=True)


def _triple_remembered(known: MarvelKnowledge) -> Event | None:
    x = known.visited
    left = _triples_left(known)
    if not left or (x, *left[0]) not in known.triples:
        return None
    return ev.TripleDecided(x, *left[0], shown(known.triples[x, *left[0]]), reused=True)


def _v_structures(known: MarvelKnowledge) -> Event | None:
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


def event_of(
    question: GameQuestion, known: MarvelKnowledge, separated: bool, used: int | None
) -> Event:
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
    question: GameQuestion, known: MarvelKnowledge, separated: bool, used: int | None
) -> Event:
    x, (y, z) = known.state.removal_order[-1], question.key
    smaller = lemmas.smaller_boundary(known.state.boundaries, y, z)
    given = question.search.forced
    if used is not None and used != given:  # the other boundary was used
        smaller, given = (z if smaller == y else y), used
    return ev.BoundaryPairTested(x, y, z, smaller, tuple(members(given)), separated)


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
    """Return the events of a visit or a verdict."""
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
    yield from _passed_over(known)


def _passed_over(known: MarvelKnowledge) -> Iterator[Event]:
    """Remove the variable of smallest boundary when all were visited (wrong answers only)."""
    if known.to_visit():
        return
    chosen = known.state.order()[0]
    none = ev.NoneRemovable(chosen)
    yield none
    yield ev.Removed(chosen, tuple(members(known_after(none, known).neighbor_mask)), ())


def opening(dag: Dag) -> Iterator[tuple[list[TestRecord], Event]]:
    """Yield what finds the Markov boundaries, by total conditioning."""
    run = MarvelRun(DSeparation(dag))
    run.tally.log = TestLog()
    done = 0
    for event in run.find_boundaries():
        tests = list(run.tally.log)
        yield tests[done:], event
        done = len(tests)


RULES = Rules(
    algorithm=MARVEL.name,
    options=MarvelOptions().to_jsonable(),
    known_at_start=MarvelKnowledge.at_start,
    known_after=known_after,
    opening=opening,
    phase=phase,
    round_of=round_of,
    open_questions=open_questions,
    next_by_itself=next_by_itself,
    event_of=event_of,
    own_events=own_events,
    own_move=own_move,
    collecting=lambda triples, _: (ev.VStructuresCollected(triples, ()),),
    facts=MarvelKnowledge.facts,
    spared={
        ev.NeighborsKnown: lemmas.NEIGHBORS,
        ev.PairDecided: lemmas.CONDITION_ONE,
        ev.VStructuresKnown: lemmas.V_STRUCTURES,
        ev.TripleDecided: lemmas.CONDITION_TWO,
    },
)
