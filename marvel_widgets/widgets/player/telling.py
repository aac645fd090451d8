"""A player with telling questions: what is asked next, how far the run goes before, the marks."""

from __future__ import annotations

from typing import Final

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.assessment.telling import RIGHT, WRONG, Evidence
from marvel_widgets.lessons.removability.exercises import REMOVAL
from marvel_widgets.lessons.separation.exercises import MOST_VARIABLES, READING
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.prediction_questions import Planned, Teller
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.player.model import PlayerModel

OPEN: Final = "a question waits here"


class TellingQuestions:
    """Asks the telling questions of a player, and weighs the answers; `evidence` has them all.

    Between two questions the run goes on by itself. At the level "round" they are about removable
    variables, else about d-separation.
    """

    def __init__(self, model: PlayerModel, predictions: k.Predictions) -> None:
        self.model, self.predictions = model, predictions
        self.evidence = Evidence((*READING.beliefs, *REMOVAL.beliefs))
        self._film: Film | None = None
        self._teller: Teller | None = None
        self._tellers: dict[int, Teller] = {}
        self._planned: Planned | None = None
        self._told = 0

    @property
    def able(self) -> bool:
        """Whether the graph is known and small enough; else every step is asked about."""
        dag = self.model.dag
        return dag is not None and len(dag) <= MOST_VARIABLES

    def follow(self) -> None:
        """Plan for a new run or another topic, and ask where the run waits."""
        model = self.model
        if model.film is not self._film:
            self._film, self._tellers, model.asked = model.film, {}, {}
            self.predictions.ask(None)
        topic = REMOVAL if model.level == "round" else READING
        if self._teller is None or self._teller is not self._tellers.get(id(topic)):
            made = Teller(model.film, topic, self.evidence)
            self._teller = self._tellers.setdefault(id(topic), made)
            self._plan(model.position)
        if self._planned is not None and model.position >= self._planned.position:
            self.predictions.ask(self._planned.question)

    def hear(self) -> None:
        """Weigh an answer, and plan the next question for a later position."""
        question, model, planned = self.predictions.question, self.model, self._planned
        if question is None or planned is None or question != planned.question:
            return
        guess = self.predictions.given[question.key]
        if guess is not None and question.beliefs:
            self.evidence.take(question.beliefs, RIGHT if guess == question.answer else WRONG)
        named = self.evidence.named if self.predictions.answers else ()
        self.predictions.note = named[0].told if named else ""
        if not planned.aside:
            model.asked[planned.position] = self._mark(guess, question)
        self._plan(planned.position + 1)

    def _mark(self, guess: str | None, question: Question) -> tuple[str, str]:
        """Return the words and the sign of a question on the seek bar."""
        if guess is None:
            return "skipped", "?"
        if not self.predictions.answers:
            return "predicted", "?"
        right = guess == question.answer
        plain = "" if question.counts else ", a plain question"
        return f"predicted {'rightly' if right else 'wrongly'}{plain}", "✓" if right else "✗"

    def _plan(self, position: int) -> None:
        """Choose the next question; the run goes as far as it."""
        model = self.model
        at_end = position > model.film.last or self._teller is None
        self._planned = None if at_end or self._teller is None else self._teller.next(position)
        planned = self._planned
        model.waits = None if planned is None else planned.position
        if planned is not None and not planned.aside:
            model.asked[planned.position] = (OPEN, "?")
