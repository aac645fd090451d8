"""The rules of the game of PC from the complete graph, and what its learner remembers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from marvel_widgets.core.algorithms import rival_events as ev
from marvel_widgets.core.algorithms.events import VStructuresCollected
from marvel_widgets.core.algorithms.pc import PC, PcRun, Variant
from marvel_widgets.core.algorithms.rivals import SKELETON
from marvel_widgets.core.boundary.events import Event
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.log import TestRecord
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.knowledge import Knowledge
from marvel_widgets.lessons.algorithm_game.moves import Triple
from marvel_widgets.lessons.algorithm_game.questions import GameQuestion
from marvel_widgets.lessons.algorithm_game.rule_book import Phase, Rules
from marvel_widgets.replay.fold import advance, initial_state

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PcKnowledge(Knowledge):
    """What is known at one point of a game of PC."""

    stable: bool = False
    at_level_start: tuple[int, ...] = ()
    decided: frozenset[Pair] = frozenset()  # at this level
    separating: Mapping[Pair, int] = field(default_factory=dict)

    @property
    def level(self) -> int:
        """How many variables a conditioning set contains now."""
        return self.state.level or 0

    def near(self, x: int, y: int) -> int:
        """Return the neighbors of x other than y, of which sets are made."""
        edges = self.at_level_start if self.stable else self.state.edges
        return edges[x] & ~(1 << y)

    def edges(self) -> list[Pair]:
        """Return the edges that are left."""
        pairs = pairs_of((1 << len(self.state.edges)) - 1)
        return [(x, y) for x, y in pairs if self.state.edges[x] >> y & 1]

    def is_joined(self, x: int, y: int) -> bool:  # noqa: ARG002
        """Return False: an edge of PC is one that nothing has taken away yet."""
        return False


def known_of(game: Game) -> PcKnowledge:
    """Return what is known in a game of PC."""
    return cast("PcKnowledge", game.known)


def known_after(event: Event, known: PcKnowledge) -> PcKnowledge:
    """Return what is known after one more event."""
    known = replace(known, state=advance(event, known.state))
    match event:
        case ev.LevelStarted():
            return replace(known, at_level_start=known.state.edges, decided=frozenset())
        case ev.EdgeDecided(x, y, _, None):
            return replace(known, decided=known.decided | {(x, y)})
        case ev.EdgeDecided(x, y, _, found):
            kept = {**known.separating, (x, y): mask_of(found or ())}
            return replace(known, decided=known.decided | {(x, y)}, separating=kept)
        case VStructuresCollected():
            return replace(known, collected=True)
    return known


def opening(dag: Dag) -> Iterator[tuple[list[TestRecord], Event]]:
    """Yield the complete graph, which takes no test."""
    p = len(dag)
    everyone = tuple(tuple(y for y in range(p) if y != x) for x in range(p))
    yield [], ev.SkeletonStarted("complete", everyone)


def open_questions(known: PcKnowledge) -> Iterator[GameQuestion]:
    """Yield the edges that this level has not decided, where an end has neighbors enough."""
    if known.state.level is None or known.collected:
        return
    for x, y in known.edges():
        if (x, y) not in known.decided:
            sides = _sides(known, x, y)[0]
            if sides:
                searches = [Search(x, y, side, 0, SKELETON, False, known.level) for side in sides]
                yield GameQuestion(SKELETON, (x, y), searches[0], second=(*searches, None)[1])


def _sides(known: PcKnowledge, x: int, y: int) -> tuple[list[int], bool]:
    return PcRun.sides_to_search(known.near(x, y), known.near(y, x), known.level)


def next_by_itself(known: PcKnowledge) -> Event | None:
    """Return the next level, once this one is over and while a variable has neighbors enough."""
    if known.collected or next(open_questions(known), None) is not None:
        return None
    size = 0 if known.state.level is None else known.level + 1
    enough = any(mask.bit_count() > size for mask in known.state.edges)
    return ev.LevelStarted(size) if enough else None


def phase(known: PcKnowledge) -> Phase:
    """Return what kind of decision is next, before the end."""
    return "collect" if next(open_questions(known), None) is None else "questions"


def event_of(
    question: GameQuestion, known: PcKnowledge, separated: bool, used: int | None
) -> Event:
    """Return the event of an answer."""
    x, y = question.pair
    found = tuple(members(used or 0)) if separated else None
    return ev.EdgeDecided(x, y, known.level, found, _sides(known, x, y)[1])


def facts(known: PcKnowledge) -> tuple[Triple, ...]:
    """Return the triples whose middle is not in the set that separated the ends."""
    sets = known.separating
    return tuple((a, c, b) for a, c, b in known.unshielded() if not sets.get((a, b), 0) >> c & 1)


def collecting(triples: tuple[Triple, ...], known: PcKnowledge) -> tuple[Event, ...]:
    """Return what a choice of v-structures says of each triple, and the choice."""
    decided = (
        ev.ColliderDecided(
            a, c, b, (a, c, b) in triples, tuple(members(known.separating.get((a, b), 0)))
        )
        for a, c, b in known.unshielded()
    )
    return (*decided, VStructuresCollected(triples, ()))


def rules_of(variant: Variant) -> Rules:
    """Return the rules of a variant."""
    return Rules(
        algorithm=PC.name,
        options={"variant": variant, "start": "complete"},
        known_at_start=lambda p: PcKnowledge(initial_state(p), stable=variant == "stable"),
        known_after=known_after,
        opening=opening,
        phase=phase,
        round_of=lambda known: known.level,
        open_questions=open_questions,
        next_by_itself=next_by_itself,
        event_of=event_of,
        collecting=collecting,
        facts=facts,
        spared={ev.EdgeDecided: SKELETON},  # the neighbors of one end are all among the other's
        repeats=False,
    )
