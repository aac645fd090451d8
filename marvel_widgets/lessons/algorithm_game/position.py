"""What grades and words ask about a position: its names, its witnesses, what a detour costs."""

from marvel_widgets.assessment.misconceptions import Misconception
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.grade import Witness
from marvel_widgets.lessons.algorithm_game.moves import Move
from marvel_widgets.replay.wording import RunContext, given_words, reason
from marvel_widgets.text import counted


def context_of(game: Game) -> RunContext:
    """Return what sentences about a game need to know."""
    return RunContext(game.dag.nodes, game.dag, algorithm=game.book.rules.algorithm)


def witness_of(game: Game, x: int, y: int, given: int) -> Witness:
    """Return a d-separation statement about the hidden graph, with its reason."""
    context, group = context_of(game), tuple(members(given))
    why = reason(context, x, y, group, game.known.state.remaining)
    independent = why.path is None or not why.path.is_open
    verdict = "independent" if independent else "dependent"
    answer = f"{context.name(x)} and {context.name(y)} are {verdict} {given_words(context, group)}"
    return Witness(x, y, group, independent, answer, why.text, why.path)


def opening_belief(witness: Witness) -> Misconception:
    """Return the belief that a path opened by what is given would correct, if any."""
    if witness.independent or witness.path is None:
        return ""
    openers = [v for v in witness.path.vertices if v.opened_by is not None]
    if not openers:
        return ""
    return "M2" if any(v.opened_by == v.name for v in openers) else "M3"


def rest_of_round(game: Game) -> int:
    """Return how many tests the canonical order still takes until this round is over.

    Cost: one subset search for each question.
    """
    rules, total = game.book.rules, 0
    here = rules.round_of(game.known)
    while game.phase not in ("collect", "direct", "done") and rules.round_of(game.known) == here:
        question = next(rules.open_questions(game.known), None)
        if question is None:
            game = game.after(game.next_move())
        else:
            game, tests = game.settle(question)
            total += tests
    return total


def extra_tests(game: Game, move: Move) -> int:
    """Return how many tests a move adds to the round; negative when it saves some."""
    after = game.after(move)
    return after.tests - game.tests + _rest_from(game, after) - rest_of_round(game)


def _rest_from(game: Game, after: Game) -> int:
    """Return the rest of the round that `game` is in, seen from a move later."""
    round_of = game.book.rules.round_of
    return rest_of_round(after) if round_of(after.known) == round_of(game.known) else 0


def cost_words(game: Game, extra: int) -> str:
    """Return what a detour costs in this round."""
    if not extra:
        return "It costs no test more."
    usual = rest_of_round(game)
    return f"From here this round takes {counted(usual + extra, 'test')} instead of {usual:,}."
