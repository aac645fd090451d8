"""Grades for the CI tests that a learner makes, and for the answers drawn from them."""

from __future__ import annotations

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.grade import (
    Grade,
    context_of,
    cost_words,
    extra_tests,
    impossible,
    opening_belief,
    witness_of,
)
from marvel_widgets.lessons.algorithm_game.moves import Ask, Judge
from marvel_widgets.lessons.algorithm_game.questions import RENEWED, GameQuestion
from marvel_widgets.replay.wording import given_words
from marvel_widgets.text import counted

_NO_TEST_DUE = {
    "visit": "No test is due: line 6 first chooses the variable to look at.",
    "verdict": "No test is due: every question of this visit is answered, so the verdict is next.",
    "collect": "All variables have left. MARVEL asks no test any more.",
    "direct": "All variables have left. MARVEL asks no test any more.",
    "done": "The run is over.",
}


def grade_ask(game: Game, move: Ask) -> Grade:
    """Return the grade of a CI test."""
    p = len(game.dag)
    group = {move.x, move.y, *move.given}
    if len(group) < 2 + len(set(move.given)) or max(group) >= p:
        return impossible("A test needs two different variables, and neither of them in the set.")
    context = context_of(game)
    gone = [v for v in sorted(group) if not game.known.state.remaining >> v & 1]
    if gone and game.phase in ("visit", "questions", "verdict", "update"):
        return impossible(f"{context.name(gone[0])} has left; tests speak of those that remain.")
    if game.phase in _NO_TEST_DUE:
        return impossible(_NO_TEST_DUE[game.phase])
    pair = {move.x, move.y}
    about = [q for q in game.questions() if {*q.pair} == pair]
    if not about:
        return impossible(_wrong_pair(game, pair))
    given = mask_of(move.given)
    question = game.asking(move.x, move.y, given)
    if question is None:
        return _wrong_set(game, about[0], given)
    tried = game.tried(question)
    if given in tried:
        text = "independent" if tried[given] else "dependent"
        return impossible(f"We have asked this already: they are {text}.")
    return _allowed(game, question, move)


def _allowed(game: Game, question: GameQuestion, move: Ask) -> Grade:
    due = game.next_move()
    context = context_of(game)
    asked = Ask(*question.pair, tuple(sorted(move.given)))
    if asked == due:
        left = question.size - len(game.tried(question)) - 1
        rest = f"; {counted(left, 'allowed set')} would be left" if left else ""
        return Grade("correct", f"This is the test that is due{rest}.")
    extra = extra_tests(game, move)
    cost = cost_words(game, extra)
    if any(game.tried(question).values()):
        return Grade("legal", f"A separating set is found already. {cost}", extra=extra)
    what = "an answer is due first: the last search is over"
    if isinstance(due, Ask):
        x, y = context.name(due.x), context.name(due.y)
        what = f"{x} and {y} {given_words(context, due.given)} would be first"
    return Grade("legal", f"Allowed, but in the canonical order {what}. {cost}", extra=extra)


def _wrong_pair(game: Game, pair: set[int]) -> str:
    context, known = context_of(game), game.known
    a, b = (context.name(v) for v in sorted(pair))
    due = game.questions()[0].purpose
    if due == lemmas.BOUNDARY_UPDATE:
        x = known.state.removal_order[-1]
        neighbors = context.mask(known.departures[-1][1])
        return (
            f"Line 15 tests pairs of the neighbors {neighbors} that {context.name(x)} had; {a} and "
            f"{b} "
            "are no such pair, or it is settled."
        )
    x_name = context.name(known.visited)
    boundary = context.mask(known.boundary)
    if due == lemmas.NEIGHBORS:
        return (
            f"Line 7 compares {x_name} with each member of its boundary {boundary}; {a} and {b} "
            "are no such pair, or it is settled."
        )
    neighbors, co_parents = context.mask(known.neighbor_mask), context.mask(known.co_parent_mask)
    if due == lemmas.CONDITION_ONE:
        what = f"Condition 1 is about two neighbors of {x_name}, from {neighbors}"
    elif due == lemmas.CONDITION_TWO:
        what = f"Condition 2 is about a co-parent of {x_name}, from {co_parents}, and a neighbor"
    else:
        what = (
            f"Line 10 tests a neighbor of {x_name}, from {neighbors}, and a co-parent, from "
            f"{co_parents}"
        )
    return f"{what}; {a} and {b} are no such pair, or it is settled."


def _wrong_set(game: Game, question: GameQuestion, given: int) -> Grade:
    context = context_of(game)
    if question.settled:
        y_in, t_out = question.key
        return impossible(
            f"No test is needed: {context.name(y_in)} is in the set that separates "
            f"{context.name(game.known.visited)} and {context.name(t_out)}."
        )
    if question.purpose == lemmas.BOUNDARY_UPDATE:
        return impossible(
            "One test decides, given the rest of one of the two boundaries: "
            f"{context.mask(question.search.forced)}."
        )
    outside = given & ~(question.search.candidates | question.search.forced)
    if outside:
        inside = context.mask(question.search.candidates | question.search.forced)
        return impossible(
            f"{context.some(members(outside))} lies outside: the lemma speaks of sets from "
            f"{inside} only."
        )
    missing = question.search.forced & ~given
    if missing:
        number = 1 if question.purpose == lemmas.CONDITION_ONE else 2
        return impossible(
            f"Condition {number} is about sets that hold {context.mask(question.search.forced)}; "
            f"{context.mask(missing)} is missing."
        )
    x, y = (context.name(v) for v in question.pair)
    return impossible(
        f"Given all the rest of its boundary, every member depends on {x}, neighbor or not: the "
        f"test can't tell what {y} is. Proper subsets can.",
        "M8",
    )


# -- answers ----------------------------------------------------------------------------


def grade_judge(game: Game, move: Judge, *, reveal: bool = True) -> Grade:
    """Return the grade of an answer to an open question.

    `reveal` says whether the hidden graph may be used to say more than the tests do.
    """
    try:
        question = game.question(move.purpose, move.key)
    except ValueError:
        return impossible("This question is not open now.")
    truth = question.is_separated(game.dag)
    if move.separated == truth and _is_shown(game, question, move.separated):
        return _shown(game, question, move)
    if question.settled:
        y, t = question.key
        context = context_of(game)
        return Grade(
            "wrong",
            f"{context.name(y)} is in the set that separates {context.name(game.known.visited)} "
            f"and {context.name(t)}, so it is not their common child.",
        )
    contradicted = not move.separated and game.answers.separating(question) is not None
    if contradicted or (reveal and move.separated != truth):
        return _false_answer(game, question, move.separated)
    return Grade("wrong", _not_shown(game, question, move.separated))


def _is_shown(game: Game, question: GameQuestion, separated: bool) -> bool:
    """Return whether the tests made so far, or an edge learned, show an answer."""
    if question.settled:
        return separated
    if separated:
        return game.answers.separating(question) is not None
    joined = game.known.state.has_edge(*question.pair)
    return joined or game.answers.untried(question) is None


def _shown(game: Game, question: GameQuestion, move: Judge) -> Grade:
    extra = extra_tests(game, move)
    text = _answer_words(game, question, move.separated)
    if extra < 0:
        text += f" MARVEL would spend {counted(-extra, 'more test')} on what we know already."
    if extra <= 0:
        return Grade("correct", text, extra=extra)
    first = game.questions()[0]
    pair = " and ".join(context_of(game).name(v) for v in first.pair)
    text += f" In the canonical order {pair} come first. {cost_words(game, extra)}"
    return Grade("legal", text, extra=extra)


def _answer_words(game: Game, question: GameQuestion, separated: bool) -> str:
    context = context_of(game)
    a, b = (context.name(v) for v in question.pair)
    if question.settled:
        return "Right, and without a test: the set that separates the two parents holds it."
    if separated:
        found = game.answers.separating(question)
        return f"Right: {context.mask(found or 0)} separates {a} and {b}."
    if game.answers.untried(question) is None:
        if not question.size:
            return f"Right, and without a test: there is no proper subset to try for {a} and {b}."
        return f"Right: no allowed set separates {a} and {b}."
    return f"Right: an edge joins {a} and {b}, so no set separates them."


def _not_shown(game: Game, question: GameQuestion, separated: bool) -> str:
    context = context_of(game)
    a, b = (context.name(v) for v in question.pair)
    if separated:
        return f"Not shown yet: no test so far found {a} and {b} independent with an allowed set."
    untried = game.answers.untried(question)
    left = sum(game.answers.of(*question.pair, s) is None for s in question.sets())
    such = context.mask(untried or 0)
    if left == 1:
        return f"Not shown yet: one allowed set is untried, {such}."
    return f"Not shown yet: {left:,} allowed sets are untried, {such} for one."


def _false_answer(game: Game, question: GameQuestion, separated: bool) -> Grade:
    if not separated:
        known = game.answers.separating(question)
        found = question.answer(game.dag)[0] if known is None else known
        witness = witness_of(game, *question.pair, found or 0)
        belief = _belief_in_dependence(game, question, found or 0)
        return Grade("wrong", "A set does separate them.", belief, witness)
    tried = list(game.tried(question))
    witness = witness_of(game, *question.pair, tried[-1] if tried else next(question.sets(), 0))
    belief = opening_belief(witness) or _belief_in_separation(game, question)
    return Grade("wrong", "No allowed set separates them.", belief, witness, seen_in_graph=True)


def _belief_in_dependence(game: Game, question: GameQuestion, found: int) -> Misconception:
    tried = game.tried(question)
    if not found and tried.get(0):
        return "M17"
    if question.purpose == lemmas.BOUNDARY_UPDATE:
        return "" if tried else "M11"
    if question.purpose in (lemmas.NEIGHBORS, RENEWED) and not tried:
        return "M7"
    return ""


def _belief_in_separation(game: Game, question: GameQuestion) -> Misconception:
    if question.purpose != lemmas.CONDITION_ONE:
        return ""
    parents = game.dag.parent_masks[game.known.visited]
    return "M16" if all(parents >> v & 1 for v in question.pair) else ""
