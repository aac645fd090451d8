"""Predict, then reveal: a question before a verdict, and the score of the answers."""

from dataclasses import replace
from typing import Self

import traitlets

from marvel_widgets.assessment.prediction import Question, Score
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.course.journal import PREDICTION, keep
from marvel_widgets.text import escaped
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.controls import button
from marvel_widgets.widgets.kit.settings import AppSettings


class Predictions(traitlets.HasTraits):
    """What was asked, what was guessed, and whether the verdict may be shown."""

    question = traitlets.Instance(Question, allow_none=True, help="What is asked now.")
    revealed = traitlets.Bool(True, help="Whether the verdict may be shown.")
    score = traitlets.Instance(Score, (), help="The answers so far.")
    note = traitlets.Unicode("", help="What the answers so far say, after the verdict.")

    because = ""  # told in place of a question's own reason

    def __init__(self, *, on: bool = False, answers: bool = True) -> None:
        super().__init__()
        self.on = on
        self.answers = answers
        self.given: dict[str, str | None] = {}
        self.asked: dict[str, Question] = {}
        self.revealed = self._may_show()

    @classmethod
    def of(cls, settings: AppSettings) -> Self:
        """Return those of an app with these settings."""
        return cls(on=bool(settings["predict"]), answers=settings["answers"])

    def _may_show(self) -> bool:
        """Return whether the verdict of the present question may be shown."""
        if not self.answers:
            return False
        return not self.on or self.question is None or self.question.key in self.given

    def ask(self, question: Question | None) -> None:
        """Ask, unless this was asked before; None when there is nothing to ask."""
        with self.hold_trait_notifications():
            self.question = question
            self.revealed = self._may_show()

    def answer(self, guess: str) -> None:
        """Record a prediction, before anything shows."""
        question = self.question
        if question is None or question.key in self.given:
            return
        if guess not in question.options:
            msg = f"{shown(guess)} is not among the options {list(question.options)}"
            raise ValueError(msg)
        self._take(question, guess)

    def skip(self) -> None:
        """Go on without a prediction."""
        if self.question is not None and self.question.key not in self.given:
            self._take(self.question, None)

    def _take(self, question: Question, guess: str | None) -> None:
        self.given[question.key] = guess
        self.asked[question.key] = question
        with self.hold_trait_notifications():
            self.score = self.score.after(question, guess)
            self.revealed = self._may_show()
        right = "correct" if guess == question.answer else "incorrect" if guess else "skipped"
        keep(PREDICTION, question.text, guess or "", right if self.answers else "recorded")

    def asks(self, words: str) -> bool:
        """Return whether these words are in the box already, as its question."""
        return self.on and self.question is not None and self.question.text == words

    @property
    def score_words(self) -> str:
        """The score; without answers, how many predictions were made."""
        return self.score.words if self.answers else self.score.recorded

    @property
    def message(self) -> str:
        """Feedback on the current question; empty until it is answered."""
        question = self.question
        if not self.on or question is None or question.key not in self.given:
            return ""
        if not self.answers:
            return "Your answer is recorded."
        reason = self.because or question.because
        verdict = replace(question, because=reason).verdict(self.given[question.key])
        plain = "" if question.counts else "A plain question, counted apart."
        return " ".join(filter(None, (verdict, plain, self.note)))

    @property
    def guess_words(self) -> str:
        """What was predicted, to be read to a room; empty before, and where it was skipped."""
        question = self.question
        guess = None if question is None or not self.on else self.given.get(question.key)
        return "" if guess is None else f"Predicted: {guess}."


class PredictBox(w.VBox):
    """The question, its options, "Check", "Skip", verdict and score, while predictions are on."""

    def __init__(self, predictions: Predictions) -> None:
        self.predictions = predictions
        self.text, self.verdict = w.HTML(), w.HTML()
        self.options = w.RadioButtons(
            options=[], description="Your prediction", layout=w.layout(width="auto")
        )
        self.check = button("Check", "Record this prediction, then show", self._check)
        self.skip = button("Skip", "Show without a prediction", predictions.skip)
        self._row = w.HBox([self.check, self.skip])
        self._row.add_class("mw-goes-on")
        super().__init__([self.text, self.options, self._row, self.verdict])
        self.add_class("mw-predict")
        predictions.observe(lambda _: self._show(), ["question", "revealed", "score", "note"])
        self.options.observe(lambda _: self._allow(), "value")
        self._shown: Question | None = None
        self._show()

    def pick(self, name: str) -> None:
        """Choose an option by a click on a variable of that name; ignore any other click.

        The choice can still be changed, until "Check" records it.
        """
        question = self.predictions.question
        if question is None or question.key in self.predictions.given:
            return
        if name in question.options and self.predictions.on:
            self.options.value = name

    def _check(self) -> None:
        if self.options.value is not None:
            self.predictions.answer(self.options.value)

    def _allow(self) -> None:
        question = self.predictions.question
        open_ = question is not None and question.key not in self.predictions.given
        self.check.disabled = not open_ or self.options.value is None

    def _show(self) -> None:
        predictions, question = self.predictions, self.predictions.question
        on = predictions.on and question is not None
        w.show_if(self, on)
        if not on or question is None:
            return
        self.text.value = f'<div class="mw-question">{escaped(question.text)}</div>'
        answered = question.key in predictions.given
        if question != self._shown:
            self._shown = question
            self.options.options = question.options
            self.options.value = predictions.given.get(question.key)
        self.options.disabled = self.skip.disabled = answered
        (self.add_class if answered else self.remove_class)("mw-answered")
        self._allow()
        self.verdict.value = _status(
            predictions.guess_words, predictions.message, predictions.score_words
        )


def _status(guess: str, message: str, score: str) -> str:
    lines = [f'<div class="mw-guess">{escaped(guess)}</div>'] if guess else []
    lines += [f"<div>{escaped(message)}</div>"] if message else []
    return (
        f'<div role="status" aria-live="polite">{"".join(lines)}'
        f'<div class="mw-place">{escaped(score)}</div></div>'
    )
