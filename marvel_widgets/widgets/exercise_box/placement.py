"""Placement: a placement test, question after question, and the page with what to work on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Unpack

import traitlets

from marvel_widgets.assessment.evidence import Evidence
from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS
from marvel_widgets.assessment.question import PICTURE_WIDTH, question_svg, question_text
from marvel_widgets.assessment.results import Submission
from marvel_widgets.course.journal import PLACED, keep
from marvel_widgets.course.mastery import likeliest, page_lines
from marvel_widgets.course.placement import NAMED, PlacementTest
from marvel_widgets.pictures.svg import words_svg
from marvel_widgets.text import escaped
from marvel_widgets.widgets.exercise_box import PLACEMENT
from marvel_widgets.widgets.exercise_box.form import InPane, QuestionForm
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.controls import button
from marvel_widgets.widgets.kit.settings import SharedSettings

RECORDED: Final = "Your answer is recorded."
TITLE: Final = "What to work on, and where"
OVER: Final = "The test is over. Your answers are recorded."


class PlacementModel(InPane):
    """A placement test and its last feedback."""

    version = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")

    def __init__(self, test: PlacementTest, *, answers: bool = True) -> None:
        super().__init__()
        self.test, self.answers = test, answers
        self.said, self.unread = "", False

    def answer(self, raw: Any, wanted: str = "") -> None:
        """Give an answer to the present question; what can't be read leaves it where it is."""
        verdict = self.test.answer(raw)
        self.unread = not verdict.answer
        if verdict.answer:
            told = self.test.asked[-1]
            belief = told.shown if self.answers and told.shown in MISCONCEPTIONS else ""
            kind = verdict.kind if self.answers else "recorded"
            keep(PLACED, told.item.key, verdict.answer, kind, belief)
        self.said = (wanted or verdict.text) if self.unread else RECORDED
        self.version += 1

    def skip(self) -> None:
        """Say that the matter was not met yet."""
        self.test.skip()
        self.said, self.unread = "Noted as not met yet.", False
        self.version += 1

    def stop(self) -> None:
        """End the test here."""
        self.test.stop()
        self.said, self.unread = "", False
        self.version += 1

    @property
    def progress(self) -> str:
        """How far the test is."""
        number = len(self.test.asked) + 1
        return f"Question {number}, of at most {self.test.scope.most}"

    @property
    def page(self) -> tuple[str, ...]:
        """The page at the end."""
        return page_lines(self.test) if self.answers else (OVER,)

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        return self.test.state()

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned; a ValueError says what is wrong with it."""
        self.test = PlacementTest.restored(state)
        self.said, self.unread = "", False
        self.version += 1


class Placement(App):
    """A placement test: questions chosen one after the other, then what to work on and where.

    The next question is the most informative one. No verdict is shown, and
    no hint given, before the end.

    Parameters
    ----------
    part : str
        ``"course"``, or a part of it: ``"reading"``, ``"removal"``, ``"algorithm"``,
        ``"directions"``, ``"bounds"``, ``"practice"``; ``"pc"``; ``"teaching"`` for teachers.
    student : str
        An id from which the cases are drawn.
    evidence : Evidence, optional
        What is known already: `MarvelPlayer.evidence`, after telling questions.
    **settings
        As all apps take them, see `AppSettings`, but no `predict`; without `answers` the page at
        the end says nothing but that the answers are recorded. Parts: "picture", "progress",
        "question", "answer", "buttons", "said", "page".

    Raises
    ------
    ValueError
        There is no such part, or an argument makes no sense.

    Examples
    --------
    >>> placement = Placement("removal", student="17")
    >>> placement.answer(placement.model.test.question.exercise.solution)
    >>> placement.model.progress
    'Question 2, of at most 12'
    """

    spec = PLACEMENT
    model: PlacementModel

    def __init__(
        self,
        part: str = "course",
        *,
        student: str = "",
        evidence: Evidence | None = None,
        **settings: Unpack[SharedSettings],
    ) -> None:
        self.read_settings(settings)
        test = PlacementTest(part, student, evidence=evidence)
        model = PlacementModel(test, answers=self.settings["answers"])
        self.model = self.restored(model)
        super().__init__(self._make_parts(), model=model)
        self.add_class("mw-wordy")
        model.observe(lambda _: self._show(), "version")
        self._show()

    def _make_parts(self) -> dict[str, w.Widget]:
        self.form = QuestionForm(self.model, big=self.settings["big"])
        self.chart = w.HTML()
        self.picture_place = w.VBox([self.form.picture_place, self.chart])
        self.progress, self.said, self.page = w.HTML(), w.HTML(), w.HTML()
        self.answer_button = button("Answer", "Record this answer and go on", self._answer)
        self.skip_button = button(
            "Not met yet", "I have not met this in the course", lambda: self._go_on("skip")
        )
        self.stop_button = button("Stop here", "End the test now", lambda: self._go_on("stop"))
        self.answer_button.add_class("mw-primary")
        self.buttons = w.HBox(
            [self.answer_button, self.skip_button, self.stop_button],
            layout=w.layout(flex_flow="row wrap"),
        )
        return {
            "picture": self.picture_place,
            "progress": self.progress,
            "question": self.form.question,
            "answer": self.form.answer_place,
            "buttons": self.buttons,
            "said": self.said,
            "page": self.page,
        }

    # -- what the controls do, for use in a cell ---------------------------------------------

    def answer(self, raw: Any) -> None:
        """Give an answer to the present question, in any form that the exercise reads."""
        self.model.answer(raw)

    def result(self, key: str = "") -> Submission:
        """Return what was answered so far, with the signed string to hand in."""
        return self.model.test.result(key)

    def _answer(self) -> None:
        if self.model.test.question is not None:
            control = self.form.control
            self.model.answer(control.raw, control.wanted if control.raw is ... else "")

    def _go_on(self, how: str) -> None:
        if self.model.test.question is not None:
            getattr(self.model, how)()

    # -- twins -------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present state as text."""
        question = self.model.test.question
        if question is None:
            return "\n".join([TITLE, *self.model.page])
        said = [self.model.said] if self.model.unread else []
        return "\n".join([self.model.progress, question_text(question.exercise), *said])

    def svg(self) -> str:
        """Return the present state as SVG."""
        question = self.model.test.question
        if question is None:
            return words_svg(TITLE, self.model.page, width=PICTURE_WIDTH)
        return question_svg(question.exercise, [self.model.progress])

    # -- showing -----------------------------------------------------------------------------

    def _show(self) -> None:
        model = self.model
        question = model.test.question
        if question is None:
            self._show_page()
            return
        unread = f'<div class="mw-judged">{escaped(model.said)}</div>' if model.unread else ""
        before = "" if model.unread else f"{model.said} "  # what became of the last question
        for part, said in (
            (self.said, unread),
            (self.progress, f'<div class="mw-place">{escaped(before + model.progress)}</div>'),
        ):
            part.value = f'<div role="status" aria-live="polite">{said}</div>'
        if question is not self.form.asked:
            self.form.show(question.exercise)
            self.form.asked = question
        self._undrawn(not self.form.drawn)

    def _show_page(self) -> None:
        """Put the page in the place of the question."""
        for part in (self.form.question, self.form.answer_place, self.buttons, self.progress):
            w.show_if(part, False)
        w.show_if(self.form.picture_place, False)
        self.said.value = ""
        lines = "".join(_line(line) for line in self.model.page)
        self.page.value = f'<div role="status"><h4>{TITLE}</h4>{lines}</div>'
        if self.model.answers and self.model.test.asked:
            self.chart.value = _bars_html(self.model.test)
        self._undrawn(not self.chart.value)

    def _undrawn(self, empty: bool) -> None:
        """Give the words the whole width where there is no picture."""
        w.mark_if(self.picture_place, empty, "mw-undrawn")


def _bars_html(test: PlacementTest) -> str:
    """Return the likeliest beliefs in whole words, each with its bar."""
    rows = "".join(
        f"<li>{escaped(MISCONCEPTIONS[belief])} <b>{percent} %</b>"
        f'<div class="mw-grow"><span style="width:{percent}%"></span></div></li>'
        for belief, percent in likeliest(test)
    )
    named = f"A belief is named on this page from {100 * NAMED:.0f} % on."
    return (
        '<div class="mw-likely"><h4>How likely each belief is by your answers</h4>'
        f'<ul>{rows}</ul><p class="mw-place">{named}</p></div>'
    )


def _line(line: str) -> str:
    kind = "mw-judged" if "likely" in line.partition("(")[0].lower() else "mw-asked"
    return f'<div class="{kind}" style="margin:6px 0">{escaped(line)}</div>'
