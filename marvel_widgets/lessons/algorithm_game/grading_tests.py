"""Grades for the CI tests that a learner makes, and for the answers drawn from them."""

from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.grade import Grade, impossible
from marvel_widgets.lessons.algorithm_game.moves import Ask, Judge
from marvel_widgets.lessons.algorithm_game.position import (
    context_of,
    cost_words,
    extra_tests,
    opening_belief,
    witness_of,
)
from marvel_widgets.lessons.algorithm_game.questions import GameQuestion
from marvel_widgets.replay.wording import given_words
from marvel_widgets.text import counted


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
    if game.phase in game.book.no_test_due:
        return impossible(game.book.no_test_due[game.phase])
    pair = {move.x, move.y}
    about = [q for q in game.questions() if {*q.pair} == pair]
    if not about:
        return impossible(game.book.wrong_pair(game, *sorted(pair)))
    given = mask_of(move.given)
    question = game.asking(move.x, move.y, given)
    if question is None:
        return game.book.wrong_set(game, about[0], given)
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
        return Grade("wrong", game.book.settled(game, question))
    contradicted = not move.separated and game.answers.separating(question) is not None
    if contradicted or (reveal and move.separated != truth):
        return _false_answer(game, question, move.separated)
    belief = "" if move.separated else game.book.belief_in_haste(game, question)
    return Grade("wrong", _not_shown(game, question, move.separated), belief)


def _is_shown(game: Game, question: GameQuestion, separated: bool) -> bool:
    """Return whether the tests made so far, or an edge learned, show an answer."""
    if question.settled:
        return separated
    if separated:
        return game.answers.separating(question) is not None
    return game.known.is_joined(*question.pair) or game.answers.untried(question) is None


def _shown(game: Game, question: GameQuestion, move: Judge) -> Grade:
    extra = extra_tests(game, move)
    text = _answer_words(game, question, move.separated)
    if extra < 0:
        more = counted(-extra, "more test")
        text += f" {game.book.rules.title} would spend {more} on what we know already."
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
        return game.book.settled_answer
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
        found = (question.answer(game.dag)[0] if known is None else known) or 0
        witness = witness_of(game, *question.pair, found)
        belief = "M17"
        if found or not game.tried(question).get(0):
            belief = game.book.belief_in_dependence(game, question)
        return Grade("wrong", "A set does separate them.", belief, witness)
    tried = list(game.tried(question))
    witness = witness_of(game, *question.pair, tried[-1] if tried else next(question.sets(), 0))
    belief = opening_belief(witness) or game.book.belief_in_separation(game, question)
    return Grade("wrong", "No allowed set separates them.", belief, witness, seen_in_graph=True)
