"""What the app `BeMarvel` knows: a graded game, the test that is being chosen, its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import traitlets

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.gallery import gallery
from marvel_widgets.graphs.random_models import random_fixed_in_degree
from marvel_widgets.teaching.game import Game
from marvel_widgets.teaching.game_moves import Ask, Move, Visit
from marvel_widgets.teaching.game_pictures import Choice, game_canvas
from marvel_widgets.teaching.game_session import (
    Mode,
    Session,
    When,
    new_session,
    report,
    session_from_jsonable,
    session_to_jsonable,
)
from marvel_widgets.teaching.game_words import move_words, next_words, told
from marvel_widgets.teaching.grade import Grade
from marvel_widgets.teaching.wording import counted

_KINDS = {"correct": "Right.", "legal": "Right, in another order.", "wrong": "Wrong."}


class BeMarvelModel(traitlets.HasTraits):
    """A game of Algorithm 1 and what is chosen for its next test.

    Parameters
    ----------
    dag : Dag
        The hidden graph, its labels strings.
    mode, grade, every
        As `new_session`.
    answers : bool
        Whether grades, reasons and the hidden graph are told at all.
    saved : mapping, optional
        What `state` returned; it wins over the others.

    Notes
    -----
    Bad input leaves everything as it was and puts a sentence into `trouble`.
    """

    changed = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")
    trouble = traitlets.Unicode("", help="What was wrong with the last input; empty if nothing.")
    trouble_at = traitlets.Enum(("game",), "game")
    show_hidden = traitlets.Bool(False, help="Whether the hidden graph is shown while playing.")

    def __init__(
        self,
        dag: Dag,
        *,
        mode: Mode = "all",
        grade: When = "step",
        every: int = 3,
        answers: bool = True,
        saved: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self.answers = answers
        self.every = every
        made = new_session(dag, mode, self._when(grade), every)
        self.session = made if not saved else session_from_jsonable(saved)
        self.choice = Choice()
        self.said: tuple[str, ...] = ()
        self.canvas = game_canvas(self.session.game)

    def _when(self, grade: When) -> When:
        return grade if self.answers else "end"  # a refusal would be a verdict

    @property
    def game(self) -> Game:
        """The present position."""
        return self.session.game

    @property
    def graded_now(self) -> bool:
        """Whether grades are told at each step."""
        return self.answers and self.session.when == "step"

    # -- another game ----------------------------------------------------------------------

    def restart(self, mode: Mode | None = None, grade: When | None = None) -> bool:
        """Begin again on the same graph."""
        old = self.session
        return self._begin(lambda: self.game.dag, mode or old.mode, grade or old.when)

    def load_dag(self, dag: Dag) -> bool:
        """Begin on another graph."""
        return self._begin(lambda: dag, self.session.mode, self.session.when)

    def load_gallery(self, name: str) -> bool:
        """Begin on a graph of the gallery."""
        return self._begin(lambda: gallery[name], self.session.mode, self.session.when)

    def load_random(self, p: int, max_in_degree: int, seed: int) -> bool:
        """Begin on a random graph, the same for the same seed."""

        def drawn() -> Dag:
            dag = random_fixed_in_degree(p, max_in_degree, Random(seed))
            return Dag.from_parent_masks(dag.parent_masks, [f"V{i}" for i in range(p)])

        return self._begin(drawn, self.session.mode, self.session.when)

    def _begin(self, made: Callable[[], Dag], mode: Mode, grade: When) -> bool:
        try:
            session = new_session(made(), mode, self._when(grade), self.every)
        except (ValueError, TypeError) as error:
            self.trouble = str(error)
            return False
        self.canvas = game_canvas(session.game)
        self._take(session, ())
        return True

    # -- moves -----------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make a move of the learner."""
        if not self.session.learners_turn:
            return
        before = self.session
        after = before.play(move, reveal=self.graded_now)
        if len(after.refused) > len(before.refused):
            self._take(after, (self._refusal(after.last),), keep=True)
            return
        first = after.played[len(before.played)]
        own = first.before.after(first.move)
        said = [f"You: {move_words(first.before, first.move)}."]
        if self.graded_now:
            said.append(_graded(first.grade))
            said += told(first.before, own)
        else:
            said.append("Noted.")
            if isinstance(move, Ask):
                said += told(first.before, own, reveal=False)
        for step in after.played[len(before.played) + 1 :]:
            said.append(f"The kit: {move_words(step.before, step.move)}.")
        self._take(after, tuple(said))

    def _refusal(self, grade: Grade | None) -> str:
        if grade is None:
            return ""
        if self.graded_now:
            return _graded(grade)
        return f"Not possible here: {grade.text}"

    def kit(self) -> None:
        """Let the kit make the next move."""
        before = self.session
        after = before.kit()
        if len(after.played) > len(before.played):
            step = after.played[-1]
            said = [f"The kit: {move_words(step.before, step.move)}."]
            if self.answers:
                said += told(step.before, after.game, reveal=self.graded_now)
            self._take(after.kit_to_turn(), tuple(said))

    def kit_search(self) -> None:
        """Let the kit make the tests that are left for the first open question."""
        after = self.session.kit_search()
        made = after.game.tests - self.game.tests
        said = f"The kit made {counted(made, 'test')}. The answer is yours."
        self._take(after, (said,))

    def undo(self) -> None:
        """Take the last move back."""
        self._take(self.session.undo(), ("Taken back.",))

    def back_to_wrong(self) -> None:
        """Go back to the first wrong move of a finished game, to make it anew."""
        number = self.session.first_wrong()
        if number is not None and self.session.is_over and self.answers:
            self._take(self.session.back_to(number), ("Back at the first wrong move.",))

    def _take(self, session: Session, said: tuple[str, ...], *, keep: bool = False) -> None:
        with self.hold_trait_notifications():
            self.session, self.said = session, said
            if not keep:
                self.choice = Choice()
            self.trouble = ""
            self.changed += 1

    # -- choosing a test -------------------------------------------------------------------

    def pick(self, name: str) -> None:
        """Visit a clicked variable, or choose it for the next test."""
        x = self.game.dag.position(name)
        if not self.session.learners_turn:
            return
        if self.game.phase == "visit":
            self.play(Visit(x))
        else:
            self.choose(*toggled(self.choice, x))

    def choose(self, pair: tuple[int, ...], given: tuple[int, ...]) -> None:
        """Choose the pair and the conditioning set of the next test."""
        chosen = tuple(dict.fromkeys(pair))[:2]
        rest = tuple(sorted(set(given) - set(chosen)))
        self.choice = Choice(chosen, rest)
        self.changed += 1

    def ask(self) -> None:
        """Make the chosen test."""
        if len(self.choice.pair) == 2:
            self.play(Ask(*self.choice.pair, self.choice.given))

    # -- words -----------------------------------------------------------------------------

    @property
    def line(self) -> str:
        """What may be done next, and whose move it is."""
        words = next_words(self.game)
        if self.session.is_over:
            return words
        if self.session.mode == "watch":
            return f"{words} The kit moves."
        return words

    @property
    def score_words(self) -> str:
        """The score, where grades are told."""
        if not self.answers:
            return f"Moves made: {len(self.session.played):,}. Answers are withheld."
        if self.session.mode == "watch":
            return f"Moves made by the kit: {len(self.session.played):,}."
        if self.graded_now or self.session.is_over:
            return f"Your moves: {self.session.score}."
        return f"Your moves so far: {len(self.session.played):,}; graded at the end."

    def closing(self) -> tuple[str, ...]:
        """Return what is told when the run is over."""
        if not self.session.is_over:
            return ()
        if not self.answers:
            return ("The run is over. Your moves are kept in the token.",)
        return (*self._wrong_moves(), *report(self.session))

    def _wrong_moves(self) -> tuple[str, ...]:
        if self.session.when == "step":
            return ()
        wrong = [
            f"Move {at}, {move_words(step.before, step.move)}: {step.grade.sentences}"
            for at, step in enumerate(self.session.played, start=1)
            if step.grade.kind == "wrong"
        ]
        return tuple(wrong)

    def history(self) -> list[tuple[str, str, str]]:
        """Return the moves so far: number, words, and the grade where it is told."""
        graded = self.graded_now or (self.answers and self.session.is_over)
        return [
            (
                str(at),
                move_words(step.before, step.move),
                "the kit" if not step.by_learner else step.grade.kind if graded else "",
            )
            for at, step in enumerate(self.session.played, start=1)
        ]

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        return session_to_jsonable(self.session)


def toggled(choice: Choice, x: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return pair and set after a click on a variable.

    A chosen one is dropped; else the pair is filled first, then the set.

    Examples
    --------
    >>> toggled(Choice((0,)), 2), toggled(Choice((0, 2)), 1), toggled(Choice((0, 2), (1,)), 0)
    (((0, 2), ()), ((0, 2), (1,)), ((2,), (1,)))
    """
    pair, given = choice.pair, choice.given
    if x in pair:
        return tuple(v for v in pair if v != x), given
    if x in given:
        return pair, tuple(v for v in given if v != x)
    return ((*pair, x), given) if len(pair) < 2 else (pair, (*given, x))


def _graded(grade: Grade) -> str:
    text = grade.sentences
    if grade.kind == "correct" and text.startswith("Right"):
        return text
    return f"{_KINDS[grade.kind]} {text}"
