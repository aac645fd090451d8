"""What the adversary's duel knows: the game, what was asked, the claim; or the roles swapped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import traitlets

from marvel_widgets.algorithms.run import Result
from marvel_widgets.graphs.errors import Label
from marvel_widgets.teaching.duel_words import contradiction_words, verdict_question
from marvel_widgets.theory.adversary import Adversary, Answer, Verdict, member_text, simplest_claim
from marvel_widgets.theory.duel import Strategy, algorithm_strategy, duel
from marvel_widgets.theory.examples import Example
from marvel_widgets.theory.possible import Possibilities, Question, next_question
from marvel_widgets.widgets.predict import Predictions

MOST_SHOWN: Final = 6  # variables whose cells fit a screen
PLACES = ("game", "question", "claim", "answer")


class DuelModel(traitlets.HasTraits):
    """A duel with the adversary of the lower bound, or with an algorithm that asks.

    Parameters
    ----------
    predictions : Predictions
    example : Example
    saved : mapping
        What `state` returned, or nothing.

    Raises
    ------
    ValueError
        `saved` is no state of a duel.

    Notes
    -----
    Methods that a learner's input reaches never raise: they put a sentence into `trouble`, its
    place into `trouble_at`, and change nothing else.
    """

    mode = traitlets.Enum(("ask", "answer"), "ask", help="Who asks.")
    trouble = traitlets.Unicode("")
    trouble_at = traitlets.Enum(PLACES, "game")
    changed = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")

    def __init__(
        self, predictions: Predictions, example: Example, saved: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__()
        self.predictions = predictions
        self.adversary = Adversary(example)
        self.claim = ""
        self.verdict: Verdict | None = None
        self._past: list[tuple[Adversary, str, Verdict | None]] = []
        self.algorithm = "marvel"
        self.space = Possibilities(("A", "B", "C"), 2)
        self.told: tuple[Answer, ...] = ()
        self.pending: Question | Result = next_question("marvel", self.space.names, ())
        if saved:
            self._load(saved)

    def _load(self, saved: Mapping[str, Any]) -> None:
        try:
            self.adversary = Adversary(Example(*saved["example"]))
            for x, y, given in saved["asked"]:
                self.adversary = self.adversary.asked(x, y, given)
            self.claim = str(saved["claim"])
            if saved["done"]:
                self._judge(self.claim)
            self.algorithm, p, d = saved["swap"]
            self.space = Possibilities(tuple("ABCD"[:p]), d)
            self.told = tuple(Answer(x, y, frozenset(g), bool(i)) for x, y, g, i in saved["told"])
            self.pending = next_question(self.algorithm, self.space.names, self.told)
            self.mode = saved["mode"]
        except (KeyError, TypeError, ValueError, traitlets.TraitError) as error:
            msg = f"this is not the state of a duel: {error!r}"
            raise ValueError(msg) from error

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        example = self.adversary.example

        def ordered(names: Iterable[Label], given: frozenset[Label]) -> list[Label]:
            return [name for name in names if name in given]

        return {
            "mode": self.mode,
            "example": [example.name, example.p, example.max_in_degree],
            "asked": [[a.x, a.y, ordered(example.names, a.given)] for a in self.adversary.answers],
            "claim": self.claim,
            "done": self.verdict is not None,
            "swap": [self.algorithm, len(self.space.names), self.space.max_in_degree],
            "told": [
                [a.x, a.y, ordered(self.space.names, a.given), a.independent] for a in self.told
            ],
        }

    # -- the learner asks --------------------------------------------------------------------

    def new_game(self, name: str, p: int, max_in_degree: int) -> bool:
        """Begin a duel on one of the proof's examples."""

        def begin() -> None:
            if p > MOST_SHOWN:
                msg = f"p = {p}: the grid shows up to {MOST_SHOWN} variables; take fewer"
                raise ValueError(msg)
            example = Example(name, p, max_in_degree)  # type: ignore[arg-type]
            self._keep()
            self.adversary, self.claim, self.verdict = Adversary(example), "", None
            self.predictions.ask(None)

        return self._try(begin, "game")

    def ask(self, x: str, y: str, given: Iterable[str] = ()) -> bool:
        """Ask the adversary; a claim that was judged is then open again."""

        def question() -> None:
            after = self.adversary.asked(x, y, given)
            self._keep()
            self.adversary, self.verdict = after, None
            self.predictions.ask(None)

        return self._try(question, "question")

    def ask_cell(self, row: int, column: int) -> bool:
        """Ask the question of a cell that holds nothing but the cell's own subset."""
        cell = self.adversary.example.rows[row][column]
        return self.ask(str(cell.x), str(cell.y), [str(v) for v in cell.subset or ()])

    def done(self, claim: str) -> bool:
        """Claim a graph, given as the text of a DAG."""

        def judged() -> None:
            verdict = self.adversary.judge(claim)
            self._keep()
            self.claim, self.verdict = claim, verdict
            self.predictions.ask(verdict_question(self.adversary, verdict))

        return self._try(judged, "claim")

    def _judge(self, claim: str) -> None:
        self.verdict = self.adversary.judge(claim)
        self.predictions.ask(verdict_question(self.adversary, self.verdict))

    def suggestion(self) -> str:
        """Return what the answers so far suggest, as text for the claim."""
        return simplest_claim(self.adversary).to_text()

    def play(self, player: str | Strategy) -> bool:
        """Let an algorithm, or a learner's own strategy, play this game from its beginning."""

        def played() -> None:
            strategy = algorithm_strategy(player) if isinstance(player, str) else player
            result = duel(strategy, self.adversary.example)
            self._keep()
            self.adversary, self.verdict = result.adversary, result.verdict
            self.claim = member_text(result.verdict.claim)
            self.predictions.ask(verdict_question(self.adversary, result.verdict))

        return self._try(played, "game")

    def undo(self) -> bool:
        """Take back the last question, answer, claim or game."""
        if self.mode == "answer":
            if not self.told:
                return self._refuse("there is nothing to take back", "answer")
            self.told = self.told[:-1]
            self.pending = next_question(self.algorithm, self.space.names, self.told)
            return self._tell()
        if not self._past:
            return self._refuse("there is nothing to take back", "question")
        self.adversary, self.claim, self.verdict = self._past.pop()
        question = None if self.verdict is None else verdict_question(self.adversary, self.verdict)
        self.predictions.ask(question)
        return self._tell()

    # -- the learner answers -----------------------------------------------------------------

    def start_answering(self, algorithm: str, p: int, max_in_degree: int) -> bool:
        """Let an algorithm ask from the beginning."""

        def begin() -> None:
            space = Possibilities(tuple("ABCD"[:p]), max_in_degree)
            pending = next_question(algorithm, space.names, ())
            self.algorithm, self.space, self.pending, self.told = algorithm, space, pending, ()

        return self._try(begin, "answer")

    def answer(self, independent: bool) -> bool:
        """Answer the question; refused when no DAG would agree with all answers."""
        question = self.pending
        if not isinstance(question, Question):
            return self._refuse("the algorithm has no question left", "answer")
        new = Answer(question.x, question.y, question.given, independent)
        core = self.space.contradiction([*self.told, new])
        if core:
            return self._refuse(contradiction_words(self.space, core), "answer")
        self.told = (*self.told, new)
        self.pending = next_question(self.algorithm, self.space.names, self.told)
        return self._tell()

    # -- how a change is made ----------------------------------------------------------------

    def _keep(self) -> None:
        self._past.append((self.adversary, self.claim, self.verdict))

    def _try(self, change: Callable[[], None], where: str) -> bool:
        try:
            change()
        except (ValueError, TypeError) as error:
            return self._refuse(str(error), where)
        return self._tell()

    def _refuse(self, said: str, where: str) -> bool:
        with self.hold_trait_notifications():
            self.trouble_at = where
            self.trouble = said
        return False

    def _tell(self) -> bool:
        with self.hold_trait_notifications():
            self.trouble = ""
            self.changed += 1
        return True
