"""What a grade is, and the statements that back it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from marvel_widgets.assessment.misconceptions import Misconception, belief
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.algorithm_game.game import Game
from marvel_widgets.lessons.algorithm_game.marvel.rules import open_questions
from marvel_widgets.lessons.algorithm_game.moves import Move
from marvel_widgets.replay.wording import RunContext, given_words, reason
from marvel_widgets.text import counted

Kind = Literal["correct", "legal", "wrong"]


@dataclass(frozen=True, slots=True)
class Witness:
    """A d-separation statement that backs a grade."""

    x: int
    y: int
    given: tuple[int, ...]
    independent: bool
    answer: str
    why: str
    path: Path | None
    more: str = ""

    def words(self, *, hidden: bool = False) -> str:
        """Return the statement; with its reason, unless the graph is hidden."""
        stated = f"{self.answer}." if hidden else f"{self.answer}: {self.why}."
        return f"{stated} {self.more}".rstrip()


@dataclass(frozen=True, slots=True)
class Grade:
    """What a move is worth."""

    kind: Kind
    text: str
    misconception: Misconception = ""
    witness: Witness | None = None
    extra: int = 0
    possible: bool = True
    by_graph: str = ""
    seen_in_graph: bool = False

    def sentences(self, *, hidden: bool = False) -> str:
        """Return the reason, the witness, and the mistaken belief that may be behind it.

        While the graph is `hidden` nothing that only it tells: of the witness the statement, and
        no belief that was recognized by the graph.
        """
        parts = [self.text]
        if self.by_graph and not hidden:
            parts.append(self.by_graph)
        if self.witness is not None:
            parts.append(self.witness.words(hidden=hidden))
        if self.misconception and not (hidden and self.seen_in_graph):
            parts.append(belief(self.misconception))
        return " ".join(parts)


def impossible(text: str, misconception: Misconception = "") -> Grade:
    """Return the grade of a move that the position can't take."""
    return Grade("wrong", text, misconception, possible=False)


def context_of(game: Game) -> RunContext:
    """Return what sentences about a game need to know."""
    return RunContext(game.dag.nodes, game.dag)


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
    """Return how many tests the canonical order still takes until a variable has left.

    Its boundary update included. Cost: one subset search for each question.
    """
    state = game.known.state
    target = len(state.removal_order) + (game.phase != "update")
    total = 0
    while (phase := game.phase) in ("visit", "questions", "verdict", "update"):
        if len(game.known.state.removal_order) == target and phase != "update":
            break
        question = next(open_questions(game.known), None)
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
    over = game.phase == "update" and after.phase != "update"
    return 0 if over else rest_of_round(after)


def cost_words(game: Game, extra: int) -> str:
    """Return what a detour costs in this round.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.lessons.algorithm_game.start import new_game
    >>> cost_words(new_game(Dag("X -> Y <- T")), 0)
    'It costs no test more.'
    """
    if not extra:
        return "It costs no test more."
    usual = rest_of_round(game)
    return f"From here this round takes {counted(usual + extra, 'test')} instead of {usual:,}."


def names_of(game: Game, variables: Iterable[int]) -> str:
    """Return variables as ``{A, B}``."""
    return context_of(game).some(variables)
