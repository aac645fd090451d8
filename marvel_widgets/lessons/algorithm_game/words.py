"""What a learner who runs an algorithm reads: what is next, what happened, what a detour costs."""

from dataclasses import replace
from typing import Final

from marvel_widgets.assessment.beliefs import Belief, Believed
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.algorithm_game import moves
from marvel_widgets.lessons.algorithm_game.game import Game, Phase, PlayedTest, Witness
from marvel_widgets.replay.explanations import explain
from marvel_widgets.replay.fold import advance
from marvel_widgets.replay.wording import given_words, reason
from marvel_widgets.text import counted, listed


def witness_of(game: Game, x: int, y: int, given: int) -> Witness:
    """Return a d-separation statement about the hidden graph, with its reason."""
    context, group = game.context, tuple(members(given))
    why = reason(context, x, y, group, game.known.state.remaining)
    independent = why.path is None or not why.path.is_open
    verdict = "independent" if independent else "dependent"
    answer = f"{context.name(x)} and {context.name(y)} are {verdict} {given_words(context, group)}"
    return Witness(x, y, group, independent, answer, why.text, why.path)


def opening_belief(witness: Witness) -> Believed:
    """Return the belief that a path opened by what is given would correct, if any."""
    if witness.independent or witness.path is None:
        return ""
    opened = [v.opened_by == v.name for v in witness.path.vertices if v.opened_by is not None]
    return (Belief.more_blocks if any(opened) else Belief.collider_alone) if opened else ""


def rest_of_round(game: Game) -> int:
    """Return how many tests the canonical order still takes until this round is over.

    Cost: one subset search for each question.
    """
    book, total = game.book, 0
    here = book.round_of(game.known)
    while game.phase not in ("collect", "direct", "done") and book.round_of(game.known) == here:
        question = next(book.open_questions(game.known), None)
        if question is None:
            game = game.after(game.next_move())
        else:
            game, tests = game.settle(question)
            total += tests
    return total


def extra_tests(game: Game, move: moves.Move) -> int:
    """Return how many tests a move adds to the round; negative when it saves some."""
    after, round_of = game.after(move), game.book.round_of
    rest = rest_of_round(after) if round_of(after.known) == round_of(game.known) else 0
    return after.tests - game.tests + rest - rest_of_round(game)


def cost_words(game: Game, extra: int) -> str:
    """Return what a detour costs in this round."""
    if not extra:
        return "It costs no test more."
    usual = rest_of_round(game)
    return f"From here this round takes {counted(usual + extra, 'test')} instead of {usual:,}."


_TESTS: Final = "Click two variables to test; Shift-click, or the key G, conditions on others."
CLICKS: Final[dict[Phase, str]] = {
    "visit": "Click it in the picture. Beside each is the size of its boundary.",
    "questions": _TESTS,
    "update": _TESTS,
    "collect": "Click a collider in the picture, or press a v-structure below.",
    "direct": "Click the tail, then the head.",
}


def triple_words(game: Game, triple: moves.Triple) -> str:
    a, c, b = map(game.context.name, triple)
    return f"{a} → {c} ← {b}"


def move_words(game: Game, move: moves.Move) -> str:
    context = game.context
    match move:
        case moves.Visit() | moves.Verdict():
            return game.book.own_move_words(game, move)
        case moves.Ask(x, y, given):
            return f"test {context.name(x)} and {context.name(y)} {given_words(context, given)}"
        case moves.Judge(purpose, key, separated):
            asked = game.book.question_words(game, game.question(purpose, key))
            return f"{asked} {game.book.answers[purpose][0 if separated else 1]}"
        case moves.Collect(triples):
            found = listed(triple_words(game, t) for t in triples)
            return f"v-structures: {found or 'none'}"
        case moves.Direct(tail, head):
            return f"direct {context.name(tail)} → {context.name(head)}"
        case moves.Finish():
            return "no rule fits any more"


def step_sentences(before: Game, after: Game, *, hidden: bool = False) -> tuple[str, ...]:
    """Return what happened between two positions, one sentence each.

    `after` follows from `before`; while the graph is `hidden` a test shows its answer alone.
    """
    context = before.context
    if hidden:
        context = replace(context, dag=None)
    lines, state = [], before.known.state
    for entry in after.entries[len(before.entries) :]:
        if isinstance(entry, PlayedTest):
            lines.append(witness_of(before, *entry.pair, entry.given).words(hidden=hidden))
        else:
            lines.append(explain(entry, state, context).text)
            state = advance(entry, state)
    return tuple(lines)
