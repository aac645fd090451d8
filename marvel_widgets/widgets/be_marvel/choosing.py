"""What clicks in the picture of a game choose: a visit, a test, v-structures, a direction."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

import traitlets

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.lessons.algorithm_game.game import Game, GameQuestion
from marvel_widgets.lessons.algorithm_game.moves import Ask, Direct, Move, Triple, Visit
from marvel_widgets.lessons.algorithm_game.pictures import Choice
from marvel_widgets.lessons.algorithm_game.session import Session


class Choosing(traitlets.HasTraits):
    """The choice for the next move of a game; a move of one click is made at once."""

    changed = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")
    session: Session
    choice = Choice()
    tested = Choice()  # by the last move

    @property
    def game(self) -> Game:
        """The present position."""
        return self.session.game

    @property
    def marked(self) -> Choice:
        """What the picture marks: the choice; until there is one, the test that was made last."""
        return self.choice if self.choice != Choice() else self.tested

    @abstractmethod
    def play(self, move: Move) -> None:
        """Make a move of the learner."""

    def pick(self, name: str) -> None:
        """Take a clicked variable: visit it, choose it, direct an edge, or mark a collider."""
        x, game = self.game.dag.position(name), self.game
        if not self.session.learners_turn:
            return
        if game.phase == "visit":
            self.play(Visit(x))
        elif game.phase == "collect":
            at_x = {triple for triple in game.known.unshielded() if triple[1] == x}
            marked = set(self.choice.triples)
            self.mark(marked - at_x if at_x <= marked else marked | at_x)
        elif game.phase == "direct" and self.choice.pair not in ((), (x,)):
            self.play(Direct(self.choice.pair[0], x))
        else:
            self.choose(*picked(self.choice, x))

    def give(self, name: str) -> None:
        """Give a variable in the next test, or no longer; the first of the pair can't be given."""
        x, pair = self.game.dag.position(name), self.choice.pair
        if x not in pair[:1] and self.session.learners_turn and self.game.questions():
            kept = tuple(v for v in pair if v != x)
            self.choose(kept, tuple({*self.choice.given} ^ {x}))

    def choose(self, pair: tuple[int, ...], given: tuple[int, ...]) -> None:
        """Choose the pair and the conditioning set of the next test, of those that remain."""
        here = set(members(self.game.known.state.remaining or (1 << len(self.game.dag)) - 1))
        chosen = tuple(v for v in dict.fromkeys(pair) if v in here)[:2]
        rest = tuple(sorted(here.intersection(given) - set(chosen)))
        self.choice = Choice(chosen, rest)
        self.changed += 1

    def mark(self, triples: Iterable[Triple]) -> None:
        """Mark v-structures, to say that these and no others are in the graph."""
        marked = set(triples)
        found = tuple(triple for triple in self.game.known.unshielded() if triple in marked)
        self.choice = Choice(triples=found)
        self.changed += 1

    def ask(self) -> None:
        """Make the chosen test."""
        if len(self.choice.pair) == 2:
            self.play(Ask(*self.choice.pair, self.choice.given))

    @property
    def questions(self) -> list[GameQuestion]:
        """The open questions: those about the chosen pair, if there are any."""
        every = self.game.questions()
        return [q for q in every if {*self.choice.pair} == {*q.pair}] or list(every)

    @property
    def is_new_test(self) -> bool:
        """Whether the chosen test is the next act: none with this set was made for its question."""
        given = mask_of(self.choice.given)
        tried = (given in self.game.tried(question) for question in self.questions)
        return len(self.choice.pair) == 2 and not any(tried)

    def _still_open(self, after: Session) -> bool:
        """Return whether the chosen pair is still asked about: its answer, or another set, is next.

        What was given is chosen anew.
        """
        pair = self.choice.pair
        self.choice = Choice(pair)
        return any({*q.pair} == {*pair} for q in after.game.questions())


def picked(choice: Choice, x: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return pair and set after a click on a variable.

    The first is the subject, another click on it takes it back; the second is the object, and
    whatever is clicked then begins another pair.
    """
    pair, rest = choice.pair, tuple(v for v in choice.given if v != x)
    if pair == (x,):
        return (), choice.given
    return ((*pair, x) if len(pair) == 1 else (x,)), rest
