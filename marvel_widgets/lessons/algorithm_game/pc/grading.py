"""Grades for what a learner of PC does: which pair, which set, which colliders."""

from typing import Final

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.algorithms.rivals import SKELETON
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.grade import Grade, impossible
from marvel_widgets.lessons.algorithm_game.moves import Move, Triple
from marvel_widgets.lessons.algorithm_game.pc import rules
from marvel_widgets.lessons.algorithm_game.pc.rules import known_of
from marvel_widgets.lessons.algorithm_game.position import context_of
from marvel_widgets.lessons.algorithm_game.questions import GameQuestion
from marvel_widgets.lessons.algorithm_game.rule_book import Phase
from marvel_widgets.text import counted

NO_TEST_DUE: Final[dict[Phase, str]] = {
    "collect": "The skeleton is found. PC asks no test any more.",
    "direct": "The skeleton is found. PC asks no test any more.",
    "done": "The run is over.",
}
COLLECTED: Final = (
    "These are all: elsewhere the middle variable is in the set that separated the two ends."
)
_LEVELS_FIRST: Final = "while the levels run, edges only leave"
TOO_EARLY: Final = {
    "collect": impossible(f"The v-structures come after the last level: {_LEVELS_FIRST}."),
    "direct": impossible("Meek's rules come last, after the v-structures.", "M68"),
    "finish": impossible("The run is not over: a level or the choice of v-structures is left."),
}


def grade_own(_game: Game, _move: Move, _reveal: bool) -> Grade:
    """Return what a visit or a verdict is worth."""
    return impossible("PC visits no variable: it tests pairs, level by level.")


def wrong_pair(game: Game, x: int, y: int) -> str:
    """Return why no question is about two variables."""
    context, known = context_of(game), known_of(game)
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


def wrong_set(game: Game, question: GameQuestion, given: int) -> Grade:
    """Return the grade of a test whose set the level does not allow."""
    context, known = context_of(game), known_of(game)
    (x, y), size, level = question.pair, given.bit_count(), known.level
    if size > level:
        return _too_large(game, size)
    if size < level:
        return impossible(f"Level {size} is over: sets contain {counted(level, 'variable')} now.")
    one, other = known.near(x, y), known.near(y, x)
    a, b = context.name(x), context.name(y)
    strange = given & ~(one | other)
    if strange:
        now = "when this level began" if known.stable else "any more"
        text = f"{context.mask(strange)}: no edge to {a} or to {b} {now}, so it is in no set."
        return impossible(text, "M70")
    return impossible(
        f"A set comes from the neighbors of one end: {context.mask(one)} of {a}, or "
        f"{context.mask(other)} of {b}; {context.mask(given)} mixes the two."
    )


def _too_large(game: Game, size: int) -> Grade:
    """Name what a set leaves out: the empty set, a level, or all levels at once."""
    level = known_of(game).level
    if size == len(game.dag) - 2 and size > 1:
        return impossible(
            f"To give all the other variables is one set of many, and the last: level {level} "
            f"gives {counted(level, 'variable')}.",
            "M8",
        )
    if not level:
        return impossible("Level 0 comes first: it gives nothing, for every pair.", "M64")
    text = (
        f"Level {level} comes before level {size}: sets contain {counted(level, 'variable')} now."
    )
    return impossible(text, "M2")


def belief_in_haste(game: Game, question: GameQuestion) -> Misconception:
    """Return the belief behind "none separates" where only the sets of one end were tried."""
    if question.second is None:
        return ""
    known, pair = known_of(game), question.pair
    sides = (known.near(*pair), known.near(*reversed(pair)))
    tried = game.tried(question)
    done = [
        all(given in tried for given in Search(*pair, side, 0, SKELETON, False, known.level).sets())
        for side in sides
    ]
    return "M65" if any(done) else ""


def why_a_fact(game: Game, triple: Triple) -> str:
    """Return why a triple is a v-structure."""
    (a, c, b), context = triple, context_of(game)
    found = context.mask(known_of(game).separating.get((a, b), 0))
    return f"{found} separated {context.name(a)} and {context.name(b)}, without {context.name(c)}"


def why_no_fact(game: Game, triple: Triple) -> str:
    """Return why a triple is not a v-structure."""
    (a, c, b), context = triple, context_of(game)
    found = context.mask(known_of(game).separating.get((a, b), 0))
    ends = f"{context.name(a)} and {context.name(b)}"
    return f"{context.name(c)} is in {found}, which separated {ends}"


def belief_in_collection(game: Game, chosen: set[Triple]) -> Misconception:
    """Return the belief behind a false choice: adjacency alone, or the set turned around."""
    facts = set(rules.facts(known_of(game)))
    if not chosen - facts:
        return ""
    return "M69" if facts and not chosen & facts else "M67"
