"""PC's rule books, one for each variant: rules, grades, and what a learner reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, cast

from marvel_widgets.assessment.beliefs import Belief, Believed
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
from marvel_widgets.lessons.algorithm_game.game import (
    Game,
    GameQuestion,
    Grade,
    Knowledge,
    Phase,
    RuleBook,
    impossible,
)
from marvel_widgets.lessons.algorithm_game.moves import Triple
from marvel_widgets.replay.fold import advance, initial_state
from marvel_widgets.text import counted

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
        pairs = pairs_of((1 << len(self.state.edges)) - 1)
        return [(x, y) for x, y in pairs if self.state.edges[x] >> y & 1]

    def is_joined(self, x: int, y: int) -> bool:  # noqa: ARG002
        """Return False: an edge of PC is one that nothing has taken away yet."""
        return False


def _known_of(game: Game) -> PcKnowledge:
    return cast("PcKnowledge", game.known)


def _known_after(event: Event, known: PcKnowledge) -> PcKnowledge:
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


def _opening(dag: Dag) -> Iterator[tuple[list[TestRecord], Event]]:
    """Yield the complete graph, which takes no test."""
    p = len(dag)
    everyone = tuple(tuple(y for y in range(p) if y != x) for x in range(p))
    yield [], ev.SkeletonStarted("complete", everyone)


def _open_questions(known: PcKnowledge) -> Iterator[GameQuestion]:
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


def _next_by_itself(known: PcKnowledge) -> Event | None:
    """Return the next level, once this one is over and while a variable has neighbors enough."""
    if known.collected or next(_open_questions(known), None) is not None:
        return None
    size = 0 if known.state.level is None else known.level + 1
    enough = any(mask.bit_count() > size for mask in known.state.edges)
    return ev.LevelStarted(size) if enough else None


def _phase(known: PcKnowledge) -> Phase:
    return "collect" if next(_open_questions(known), None) is None else "questions"


def _event_of(
    question: GameQuestion, known: PcKnowledge, separated: bool, used: int | None
) -> Event:
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


def _wrong_pair(game: Game, x: int, y: int) -> str:
    """Return why no question is about two variables."""
    context, known = game.context, _known_of(game)
    a, b = context.name(x), context.name(y)
    if (x, y) in known.separating:
        found = context.mask(known.separating[x, y])
        return (
            f"{a} and {b} are settled: {found} separates them, and their edge has left. PC tests "
            "the pairs that an edge joins."
        )
    if (x, y) in known.decided:
        return (
            f"This level is over for {a} and {b}: no set of size {known.level} separates them. The "
            "pair comes again at the next level, if one of the two has neighbors enough."
        )
    others = counted(known.level, "other neighbor")
    return f"Neither {a} nor {b} has {others}, so this level has no set for the two."


def _wrong_set(game: Game, question: GameQuestion, given: int) -> Grade:
    """Return the grade of a test whose set the level does not allow."""
    context, known = game.context, _known_of(game)
    (x, y), size, level = question.pair, given.bit_count(), known.level
    if size == len(game.dag) - 2 and size > max(level, 1):
        return impossible(
            f"To give all the other variables is one set of many, and the last: level {level} "
            f"gives {counted(level, 'variable')}.",
            Belief.give_all,
        )
    if size > level == 0:
        text = "Level 0 comes first: it gives nothing, for every pair."
        return impossible(text, Belief.no_level_0)
    if size > level:
        sets = f"sets contain {counted(level, 'variable')} now."
        return impossible(f"Level {level} comes before level {size}: {sets}", Belief.more_blocks)
    if size < level:
        return impossible(f"Level {size} is over: sets contain {counted(level, 'variable')} now.")
    one, other = known.near(x, y), known.near(y, x)
    a, b = context.name(x), context.name(y)
    strange = given & ~(one | other)
    if strange:
        now = "when this level began" if known.stable else "any more"
        text = f"{context.mask(strange)}: no edge to {a} or to {b} {now}, so it is in no set."
        return impossible(text, Belief.gone_edges_lend)
    return impossible(
        f"A set comes from the neighbors of one end: {context.mask(one)} of {a}, or "
        f"{context.mask(other)} of {b}; {context.mask(given)} mixes the two."
    )


def belief_in_haste(game: Game, question: GameQuestion) -> Believed:
    """Return the belief behind "none separates" where only the sets of one end were tried."""
    if question.second is None:
        return ""
    known, pair = _known_of(game), question.pair
    sides = (known.near(*pair), known.near(*reversed(pair)))
    tried = game.tried(question)
    done = [
        all(given in tried for given in Search(*pair, side, 0, SKELETON, False, known.level).sets())
        for side in sides
    ]
    return Belief.one_end if any(done) else ""


def _triple_words(game: Game, triple: Triple, text: str) -> str:
    """Return words on a triple a - c - b, with the set that separated a and b."""
    a, c, b = map(game.context.name, triple)
    found = game.context.mask(_known_of(game).separating.get((triple[0], triple[2]), 0))
    return text.format(a=a, b=b, c=c, found=found)


def belief_in_collection(game: Game, chosen: set[Triple]) -> Believed:
    """Return the belief behind a false choice: adjacency alone, or the set turned around."""
    right = set(facts(_known_of(game)))
    if not chosen - right:
        return ""
    return Belief.in_set_collides if right and not chosen & right else Belief.all_collide


_NEXT: Final[dict[Phase, str]] = {
    "collect": "Line 6: the skeleton is found. Where does X → Z ← Y stand? X and Y are not joined, "
    "and Z is not in the set that separated them.",
    "direct": "Line 8: which edge does a Meek rule direct? Or does no rule fit any more?",
    "done": "Line 9: the run is over.",
}


def _next_words(game: Game) -> str:
    if game.phase != "questions":
        return _NEXT[game.phase]
    known = _known_of(game)
    left = counted(len(game.questions()), "edge")
    if not known.level:
        asks = "Each edge is tested: are its ends independent given nothing?"
        return f"Line 5, level 0: {left} to decide. {asks}"
    began = " Neighbors are those with which the level began." if known.stable else ""
    given = counted(known.level, "neighbor")
    return (
        f"Line 5, level {known.level}: {left} to decide. Does a set of {given} of one end separate "
        f"the two?{began}"
    )


def _question_words(game: Game, question: GameQuestion) -> str:
    a, b = (game.context.name(v) for v in question.key)
    level = _known_of(game).level
    sets = f"a set of {counted(level, 'neighbor')}" if level else "the empty set"
    return f"Does {sets} separate {a} and {b}?"


def _table(game: Game) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    """Return for each variable its neighbors, and from which others which sets separate it."""
    context, known = game.context, _known_of(game)
    rows: list[tuple[str, ...]] = []
    for x in range(len(game.dag)):
        apart = (
            f"{context.name(z if y == x else y)} given {context.mask(found)}"
            for (y, z), found in sorted(known.separating.items())
            if x in (y, z)
        )
        began = context.mask(known.at_level_start[x]) if known.at_level_start else ""
        cells = context.mask(known.state.edges[x]), began if known.stable else ""
        rows.append((context.name(x), *(c for c in cells if c), "; ".join(apart)))
    began_head = ("when the level began",) if known.stable and known.at_level_start else ()
    return "Neighbors now", ("variable", "neighbors", *began_head, "separated from"), rows


def _book(variant: Variant) -> RuleBook[Game]:
    return RuleBook(
        name=f"pc-{variant}",
        algorithm=PC.name,
        options={"variant": variant, "start": "complete"},
        known_at_start=lambda p: PcKnowledge(initial_state(p), stable=variant == "stable"),
        known_after=_known_after,
        opening=_opening,
        phase=_phase,
        round_of=lambda known: known.level,
        open_questions=_open_questions,
        next_by_itself=_next_by_itself,
        event_of=_event_of,
        collecting=collecting,
        facts=facts,
        spared={ev.EdgeDecided: SKELETON},  # the neighbors of one end are all among the other's
        repeats=False,
        grade_own=lambda *_: impossible("PC visits no variable: it tests pairs, level by level."),
        no_test_due={
            "collect": "The skeleton is found. PC asks no test any more.",
            "direct": "The skeleton is found. PC asks no test any more.",
            "done": "The run is over.",
        },
        wrong_pair=_wrong_pair,
        wrong_set=_wrong_set,
        belief_in_dependence=belief_in_haste,
        belief_in_haste=belief_in_haste,
        too_early={
            "collect": impossible(
                "The v-structures come after the last level: while the levels run, edges only "
                "leave."
            ),
            "direct": impossible(
                "Meek's rules come last, after the v-structures.", Belief.early_meek
            ),
            "finish": impossible(
                "The run is not over: a level or the choice of v-structures is left."
            ),
        },
        collected="These are all: elsewhere the middle variable is in the set that separated the "
        "two ends.",
        why_a_fact=partial(_triple_words, text="{found} separated {a} and {b}, without {c}"),
        why_no_fact=partial(_triple_words, text="{c} is in {found}, which separated {a} and {b}"),
        belief_in_collection=belief_in_collection,
        next_words=_next_words,
        answers={SKELETON: ("Separated: the edge leaves", "None separates: it stays")},
        question_words=_question_words,
        buttons={
            "visit": ("Visit", ""),
            "holds": ("It holds", ""),
            "fails": ("It fails", ""),
            "known": ("Neighbors, separating sets and tests so far", ""),
        },
        table=_table,
        undecided=lambda game: (question.pair for question in game.questions()),
    )


PC_BOOKS: Final = {"original": _book("original"), "stable": _book("stable")}
