"""What the apps `BeMarvel` and `BePC` know: a graded game, the next test, its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

import traitlets

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.lessons.algorithm_game import session as sessions
from marvel_widgets.lessons.algorithm_game import words as say
from marvel_widgets.lessons.algorithm_game.game import Game, GameQuestion, Grade, RuleBook
from marvel_widgets.lessons.algorithm_game.marvel_book import MARVEL_BOOK
from marvel_widgets.lessons.algorithm_game.moves import Ask, Direct, Move, Triple, Visit
from marvel_widgets.lessons.algorithm_game.pictures import Choice, game_stage
from marvel_widgets.pictures.band import Said, Sign
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.text import capitalized, counted

UNAIDED = "Without answers the kit makes no move: each would be an answer."
_KINDS = {"correct": "Right.", "legal": "Right, in another order.", "wrong": "Wrong."}


class BeMarvelModel(traitlets.HasTraits):
    """A game by a rule book and what is chosen for its next test.

    A move of one click is made at once. Bad input leaves everything as it was and puts a sentence
    into `error`.
    """

    changed = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")
    error = traitlets.Unicode("", help="What was wrong with the last input; empty if nothing.")
    error_field = traitlets.Enum(("game",), "game")
    show_hidden = traitlets.Bool(False, help="Whether the hidden graph is shown while playing.")

    session: sessions.Session
    choice = Choice()  # for the next test, or of v-structures
    tested = Choice()  # by the last move

    def __init__(
        self,
        dag: Dag,
        *,
        mode: sessions.Mode = "all",
        grade: sessions.When = "step",
        every: int = 3,
        answers: bool = True,
        book: RuleBook[Game] = MARVEL_BOOK,
    ) -> None:
        super().__init__()
        self.answers = answers
        self.every = every
        self.session = self._checked(
            sessions.new_session(dag, mode, self._when(grade), every, book)
        )
        self.sentences: tuple[str, ...] = ()
        self.grade: Grade | None = None  # of the move that was made last, where it is told
        self.is_answered = False  # whether the last move was a test
        self._pane: Pane = "wide"
        self.stage = game_stage(self.game)

    def _when(self, grade: sessions.When) -> sessions.When:
        return grade if self.answers else "end"  # a refusal would be a verdict

    def _checked(self, session: sessions.Session) -> sessions.Session:
        if not self.answers and session.mode != "all":
            msg = f"{UNAIDED} So mode={session.mode!r} is not for answers=False."
            raise ValueError(msg)
        return session

    @property
    def graded_now(self) -> bool:
        """Whether each step is graded at once."""
        return self.answers and self.session.when == "step"

    @property
    def is_hidden(self) -> bool:
        """Whether the hidden graph is not on the screen; then no word may reveal it either."""
        return not self.answers or not (self.show_hidden or self.session.is_over)

    # -- another game ----------------------------------------------------------------------

    def restart(
        self,
        mode: sessions.Mode | None = None,
        grade: sessions.When | None = None,
        book: str | None = None,
    ) -> bool:
        """Begin again on the same graph, perhaps by another rule book."""
        return self._begin(lambda: self.game.dag, mode, grade, book)

    def load_gallery(self, name: str) -> bool:
        """Begin on a graph of the gallery."""
        return self._begin(lambda: gallery[name])

    def load_random(self, p: int, max_in_degree: int, seed: int) -> bool:
        """Begin on a random graph, the same for the same seed."""

        def drawn() -> Dag:
            dag = Dag.random_fixed_in_degree(p, max_in_degree, Random(seed))
            return Dag.from_parent_masks(dag.parent_masks, [f"V{i}" for i in range(p)])

        return self._begin(drawn)

    def _begin(
        self,
        made: Callable[[], Dag],
        mode: sessions.Mode | None = None,
        grade: sessions.When | None = None,
        book: str | None = None,
    ) -> bool:
        old, rules = self.session, sessions.BOOKS[book] if book else self.game.book
        when = self._when(grade or old.when)
        try:
            session = self._checked(
                sessions.new_session(made(), mode or old.mode, when, self.every, rules)
            )
        except (ValueError, TypeError) as error:
            self.error = str(error)
            return False
        self._lay_out_anew(session)
        return True

    def _lay_out_anew(self, session: sessions.Session) -> None:
        self.stage = game_stage(session.game, self._pane)
        self._take(session, ())

    def lay_out(self, pane: Pane) -> None:
        """Place the variables again, for another pane."""
        self._pane = pane
        self.stage = game_stage(self.game, pane)
        self.changed += 1

    # -- moves -----------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make a move of the learner."""
        if not self.session.learners_turn:
            return
        before = self.session
        after = before.play(move, reveal=self.graded_now)
        if len(after.refused) > len(before.refused):
            grade = after.last if self.graded_now else None
            self._take(after, (self._refusal(after.last),), keep=True, grade=grade)
            return
        first = after.played[len(before.played)]
        own = first.before.after(first.move)
        lines = [f"You: {say.move_words(first.before, first.move)}."]
        lines.append(self._graded(first.grade) if self.graded_now else "Noted.")
        if self.graded_now or isinstance(move, Ask):
            hidden = self.is_hidden or not self.graded_now
            lines += say.step_sentences(first.before, own, hidden=hidden)
        for step in after.played[len(before.played) + 1 :]:
            lines.append(f"The kit: {say.move_words(step.before, step.move)}.")
        grade = first.grade if self.graded_now else None
        self.choice = Choice(self.choice.pair)  # what is given is chosen anew
        still_open = any({*q.pair} == {*self.choice.pair} for q in after.game.questions())
        self._take(after, tuple(lines), keep=still_open, grade=grade)

    def _refusal(self, grade: Grade | None) -> str:
        if grade is None:
            return ""
        if self.graded_now:
            return self._graded(grade)
        return f"Not possible here: {grade.text}"

    def _graded(self, grade: Grade) -> str:
        text = grade.sentences(hidden=self.is_hidden)
        if grade.kind == "correct" and text.startswith("Right"):
            return text
        return f"{_KINDS[grade.kind]} {text}"

    def kit(self) -> None:
        """Let the kit make the next move, where answers are shown."""
        before = self.session
        if before.is_over or not self.answers:
            return
        after = before.kit()
        step = after.played[-1]
        lines = [f"The kit: {say.move_words(step.before, step.move)}."]
        hidden = self.is_hidden or not self.graded_now
        lines += say.step_sentences(step.before, after.game, hidden=hidden)
        self._take(after.kit_to_turn(), tuple(lines))

    def kit_search(self) -> None:
        """Let the kit make the tests that are left for the first open question.

        Only where answers are told: it stops where the answer is due.
        """
        if not self.answers:
            return
        after = self.session.kit_search()
        made = after.game.tests - self.game.tests
        self._take(after, (f"The kit made {counted(made, 'test')}. The answer is yours.",))

    def undo(self) -> None:
        """Take the last move back."""
        words = self.undo_words
        if words:
            self._take(self.session.undo(), (f"Taken back: {words}.",))

    @property
    def undo_words(self) -> str:
        """What `undo` takes back; empty for nothing."""
        number = self.session.undone
        if number is None:
            return ""
        step = self.session.played[number]
        return say.move_words(step.before, step.move)

    def back_to_wrong(self) -> None:
        """Go back to the first wrong move of a finished game, to make it again."""
        number = self.session.first_wrong()
        if number is not None and self.session.is_over and self.answers:
            self._take(self.session.back_to(number), ("Back at the first wrong move.",))

    def _take(
        self, session: sessions.Session, sentences: tuple[str, ...], *, keep: bool = False,
        grade: Grade | None = None,
    ) -> None:  # fmt: skip
        grown = session.played[len(self.session.played) :]
        last = grown[-1].move if grown else None
        with self.hold_trait_notifications():
            self.session, self.sentences, self.grade = session, sentences, grade
            self.tested = Choice()
            if isinstance(last, Ask):
                self.tested = Choice((last.x, last.y), last.given)
            self.is_answered = isinstance(last, Ask)
            if not keep:
                self.choice = Choice()
            self.error = ""
            self.changed += 1

    # -- choosing --------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The present position."""
        return self.session.game

    @property
    def marked(self) -> Choice:
        """What the picture marks: the choice; until there is one, the test that was made last."""
        return self.choice if self.answer is None else self.tested

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
            self.choose(tuple(v for v in pair if v != x), tuple({*self.choice.given} ^ {x}))

    def choose(self, pair: tuple[int, ...], given: tuple[int, ...]) -> None:
        """Choose the pair and the conditioning set of the next test, of those that remain."""
        here = set(members(self.game.known.state.remaining or (1 << len(self.game.dag)) - 1))
        chosen = tuple(v for v in dict.fromkeys(pair) if v in here)[:2]
        self.choice = Choice(chosen, tuple(sorted(here.intersection(given) - set(chosen))))
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
        """Whether the chosen test is the next act: none with this set was made for its question.

        Just after a test nothing is given yet: that is a choice only where it is allowed.
        """
        given, found = mask_of(self.choice.given), self.questions
        if len(self.choice.pair) < 2 or any(given in self.game.tried(asked) for asked in found):
            return False
        return self.answer is None or any(asked.allows(given) for asked in found)

    # -- words -----------------------------------------------------------------------------

    @property
    def answer(self) -> tuple[str, str, bool] | None:
        """The test that was made last, with its answer, until something else is done."""
        made = self.game.made()
        fresh = self.choice in (Choice(), Choice(self.tested.pair))
        if not self.is_answered or not made or not fresh:
            return None
        x, y = (str(self.game.dag.nodes[end]) for end in self.tested.pair)
        return x, y, made[-1].independent

    @property
    def said(self) -> Said:
        """What the last move came to: of a test its answer; else its grade, or what is due."""
        if len(self.choice.pair) == 2 and self.is_new_test and self.answer is None:
            test = Ask(*self.choice.pair, self.choice.given)
            words = say.move_words(self.game, test).removeprefix("test ")
            if len(self.questions) == 1:
                return Said(self._asked, f"Press Test to try {words}, or answer.")
            return Said(f"Shall we test {words}?", "Press Test, or click another pair.")
        lines = [*self.sentences]
        if self.session.is_over:
            lines = [*self.closing()[:1], *lines]
        if not lines:
            return Said(self._asked, self.click_words)
        # none where the kit went on to the learner's turn
        what = next((line for line in lines if "dependent given" in line), "")
        if self.answer is not None and what and len(lines) > 1:
            sign: Sign = "independent" if self.answer[2] else "dependent"
            next_ = self._asked if len(self.questions) == 1 else say.CLICKS.get(self.game.phase, "")
            stays = sign == "dependent" and self.game.book is not MARVEL_BOOK
            kept = "Their edge stays so far." if stays else ""  # in PC a test takes edges away
            told = [*(line for line in lines[1:] if line != what), kept, next_]
            return Said(what, " ".join(filter(None, told)), sign)
        if len(lines) > 1 and lines[0].startswith(("You: ", "The kit: ")):
            del lines[0]
        graded, grade = lines[0], self.grade
        sign = "" if grade is None else "no" if grade.kind == "wrong" else "yes"
        first, *rest = re.split(r"(?<=[.?!]) ", re.sub(r"^(Wrong|Right)\. (?=.)", "", graded))
        reasons = " ".join((*rest, *lines[1:2]))
        reasons = re.sub(r" ?[^.:]*\?$", "", reasons)  # one question, in the foot
        due = "Test the two first, or answer below."
        return Said(first, reasons or due * bool(self.question_words), sign)

    @property
    def question_words(self) -> str:
        """What is asked now; empty where `said` has it."""
        told = self.sentences and self.answer is None and not self.is_new_test
        return self._asked if told else ""

    @property
    def _asked(self) -> str:
        """The only open question, or that of the line."""
        found = self.questions
        if len(found) == 1:
            return self.game.book.question_words(self.game, found[0])
        asked = re.split(r"(?<=[.?!]) ", self.line.partition(": ")[2] or self.line)
        return capitalized(next((each for each in asked if each.endswith("?")), asked[0]))

    @property
    def line(self) -> str:
        """The next line of the algorithm, and the player of its move."""
        watched = self.session.mode == "watch" and not self.session.is_over
        return f"{self.game.book.next_words(self.game)}{' The kit moves.' if watched else ''}"

    @property
    def click_words(self) -> str:
        """What a click does now; empty where it does nothing, and once there is a pair."""
        clicks = self.session.learners_turn and len(self.choice.pair) < 2
        return say.CLICKS.get(self.game.phase, "") if clicks else ""

    @property
    def score_words(self) -> str:
        """The score, where grades are shown."""
        if not self.answers:
            return f"Moves made: {len(self.session.played):,}. Answers are withheld."
        if self.session.mode == "watch":
            return f"Moves made by the kit: {len(self.session.played):,}."
        if self.graded_now or self.session.is_over:
            return f"Your moves: {self.session.score}."
        return f"Your moves so far: {len(self.session.played):,}; graded at the end."

    def closing(self) -> tuple[str, ...]:
        """Return the words for the end of the run."""
        if not self.session.is_over:
            return ()
        if not self.answers:
            return ("The run is over. Your moves are kept in the token.",)
        wrong = [
            f"Move {at}, {say.move_words(step.before, step.move)}: {step.grade.sentences()}"
            for at, step in enumerate(self.session.played, start=1)
            if step.grade.kind == "wrong" and self.session.when == "end"
        ]
        return (*wrong, *sessions.report(self.session))

    def history(self) -> list[tuple[str, str, str]]:
        """Return the moves so far: number, words, and the grade where it is shown."""
        graded = self.graded_now or (self.answers and self.session.is_over)
        return [
            (
                str(at),
                say.move_words(step.before, step.move),
                "the kit" if not step.by_learner else step.grade.kind if graded else "",
            )
            for at, step in enumerate(self.session.played, start=1)
        ]

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        return sessions.session_to_jsonable(self.session)

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned; a ValueError says what is wrong with it."""
        session = self._checked(sessions.session_from_jsonable(state))
        book, own = session.game.book, self.game.book
        if book.algorithm != own.algorithm:
            msg = f"this is the state of a game of {book.title}, not of {own.title}"
            raise ValueError(msg)
        self._lay_out_anew(session)


def picked(choice: Choice, x: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return pair and set after a click on a variable.

    The first is the subject, another click on it takes it back; the second is the object, and
    whatever is clicked then begins another pair.
    """
    pair, rest = choice.pair, tuple(v for v in choice.given if v != x)
    if pair == (x,):
        return (), choice.given
    return ((*pair, x) if len(pair) == 1 else (x,)), rest
