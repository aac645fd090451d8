"""Predict, then reveal: a question before a verdict, and the score of the answers."""

from dataclasses import replace
from functools import cached_property
from typing import Self

import traitlets

from marvel_widgets.assessment.prediction import Question, Score
from marvel_widgets.assessment.signing import digest
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.course.journal import PREDICTION, Entry, keep, kept
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

    def __init__(self, *, on: bool = False, answers: bool = True, recalls: bool = True) -> None:
        super().__init__()
        self.on = on
        self.answers = answers
        self.recalls = recalls  # whether what was answered on another day is not asked again
        self.given: dict[str, str | None] = {}
        self.asked: dict[str, Question] = {}
        self.revealed = self._may_show()

    @classmethod
    def of(cls, settings: AppSettings) -> Self:
        """Return those of an app with these settings."""
        predict = settings["predict"]
        return cls(on=bool(predict), answers=settings["answers"], recalls=predict != "telling")

    @property
    def openly(self) -> bool:
        """Whether the page may have what comes later: nothing is asked, and answers are shown."""
        return self.answers and not self.on

    def _may_show(self) -> bool:
        """Return whether the verdict of the present question may be shown."""
        if not self.answers:
            return False
        return not self.on or self.question is None or self.question.key in self.given

    def ask(self, question: Question | None) -> None:
        """Ask, unless this was asked before; None when there is nothing to ask."""
        with self.hold_trait_notifications():
            self.question = question
            self._recall()
            self.revealed = self._may_show()

    @cached_property
    def _kept(self) -> dict[str, Entry]:
        """What was answered on another day, by its case, and not asked again."""
        return {entry.case: entry for entry in kept(PREDICTION)} if self.recalls else {}

    def _case(self, question: Question) -> str:
        told = (question.answer, question.because) if self.answers else ()
        return digest("\n".join((question.text, *question.options, *told)))

    def _recall(self) -> None:
        """Take over what was answered on another day; it is not counted again."""
        question = self.question
        if question is None or not self.on or question.key in self.given or not self._kept:
            return
        entry = self._kept.get(self._case(question))
        if entry is not None and entry.answer in question.options:
            self.given[question.key] = entry.answer

    def ask_again(self) -> None:
        """Forget what was taken over from another day."""
        if self.question is not None and self._entry is not None:
            del self._kept[self._entry.case]
            del self.given[self.question.key]
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
        verdict = right if self.answers else "recorded"
        keep(PREDICTION, question.text, guess or "", verdict, case=self._case(question))

    def asks(self, words: str) -> bool:
        """Return whether these words are in the box already, as its question."""
        return self.on and self.question is not None and self.question.text == words

    @property
    def score_words(self) -> str:
        """The score; without answers, how many predictions were made; empty before the first."""
        if self.score == Score():
            return ""
        return self.score.words if self.answers else self.score.recorded

    @property
    def message(self) -> str:
        """Feedback on the current question; empty until it is answered."""
        question = self.question
        if not self.on or question is None or question.key not in self.given:
            return ""
        entry = self._entry
        before = f"Your prediction of {entry.day:%B} {entry.day.day}." if entry else ""
        if not self.answers:
            return f"{before} Your answer is recorded.".strip()
        reason = self.because or question.because
        verdict = replace(question, because=reason).verdict(self.given[question.key])
        plain = "" if question.counts else "A plain question, counted apart."
        return " ".join(filter(None, (before, verdict, plain, self.note)))

    @property
    def guess_words(self) -> str:
        """What was predicted, to be read to a room; empty before, and where it was skipped."""
        question, entry = self.question, self._entry
        guess = None if question is None or not self.on else self.given.get(question.key)
        day = f" on {entry.day:%B} {entry.day.day}" if entry else ""
        return "" if guess is None else f"Predicted{day}: {guess}."

    @property
    def _entry(self) -> Entry | None:
        """The present answer, where it was taken over from another day."""
        question = self.question
        entry = None if question is None else self._kept.get(self._case(question))
        same = entry and question and self.given.get(question.key) == entry.answer
        return entry if same else None

    @property
    def is_recalled(self) -> bool:
        """Whether the present answer is one of another day."""
        return self._entry is not None


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
        self.again = button("Ask me again", "Forget this prediction, and make another", self._again)
        self._row = w.HBox([self.check, self.skip, self.again])
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

    def _again(self) -> None:
        self._shown = None
        self.predictions.ask_again()
        self._show()

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
        w.show_if(self.again, predictions.is_recalled)
        w.mark_if(self, answered, "mw-answered")
        self._allow()
        self.verdict.value = _status(
            predictions.guess_words, predictions.message, predictions.score_words
        )


def _status(guess: str, message: str, score: str) -> str:
    lines = [f'<div class="mw-guess">{escaped(guess)}</div>'] if guess else []
    lines += [f"<div>{escaped(message)}</div>"] if message else []
    lines += [f'<div class="mw-place">{escaped(score)}</div>'] if score else []
    return f'<div role="status" aria-live="polite">{"".join(lines)}</div>'
