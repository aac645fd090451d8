"""PC's rule books, one for each variant: what a learner reads, and the parts put together."""

from types import MappingProxyType
from typing import Final

from marvel_widgets.core.algorithms.pc import Variant
from marvel_widgets.core.algorithms.rivals import SKELETON
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.pc import grading
from marvel_widgets.lessons.algorithm_game.pc.rules import known_of, rules_of
from marvel_widgets.lessons.algorithm_game.position import context_of
from marvel_widgets.lessons.algorithm_game.questions import GameQuestion
from marvel_widgets.lessons.algorithm_game.rule_book import Phase, RuleBook
from marvel_widgets.text import counted

_DUE: Final[dict[Phase, str]] = {
    "questions": "make a CI test, or say whether an edge leaves",
    "collect": "choose the v-structures",
    "direct": "direct an edge, or say that no rule fits",
    "done": "",
}
_NEXT: Final[dict[Phase, str]] = {
    "collect": "Line 6: the skeleton is found. Where does X → Z ← Y stand? X and Y are not joined, "
    "and Z is not in the set that separated them.",
    "direct": "Line 8: which edge does a Meek rule direct? Or does no rule fit any more?",
    "done": "Line 9: the run is over.",
}
_ANSWERS: Final = {SKELETON: ("Separated: the edge leaves", "None separates: it stays")}
_BUTTONS: Final = {
    "visit": ("Visit", ""),
    "holds": ("It holds", ""),
    "fails": ("It fails", ""),
    "known": ("Neighbors, separating sets and tests so far", ""),
}


def _next_words(game: Game) -> str:
    if game.phase != "questions":
        return _NEXT[game.phase]
    known = known_of(game)
    left = counted(len(game.questions()), "edge")
    if not known.level:
        return f"Line 5, level 0: {left} to decide. Are the two ends independent given nothing?"
    began = " Neighbors are those with which the level began." if known.stable else ""
    given = counted(known.level, "neighbor")
    return (
        f"Line 5, level {known.level}: {left} to decide. Does a set of {given} of one end separate "
        f"the two?{began}"
    )


def _question_words(game: Game, question: GameQuestion) -> str:
    a, b = (context_of(game).name(v) for v in question.key)
    return f"{a} - {b} at level {known_of(game).level}?"


def _table(game: Game) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    """Return for each variable its neighbors, and from which others which sets separate it."""
    context, known = context_of(game), known_of(game)
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
        rules=rules_of(variant),
        grade_own=grading.grade_own,
        no_test_due=grading.NO_TEST_DUE,
        wrong_pair=grading.wrong_pair,
        wrong_set=grading.wrong_set,
        belief_in_dependence=grading.belief_in_haste,
        belief_in_haste=grading.belief_in_haste,
        too_early=grading.TOO_EARLY,
        collected=grading.COLLECTED,
        why_a_fact=grading.why_a_fact,
        why_no_fact=grading.why_no_fact,
        belief_in_collection=grading.belief_in_collection,
        next_words=_next_words,
        due=_DUE,
        answers=_ANSWERS,
        question_words=_question_words,
        buttons=_BUTTONS,
        table=_table,
        undecided=lambda game: (question.pair for question in game.questions()),
    )


PC_BOOKS: Final = MappingProxyType({"original": _book("original"), "stable": _book("stable")})
