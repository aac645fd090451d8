"""ExerciseBox: one exercise with its picture, a control for the answer, hints and the verdict."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Any

import ipywidgets as w
import traitlets

from marvel_widgets.teaching.exercises.course import Check, Hint, exercises
from marvel_widgets.teaching.exercises.question import question_drawing, question_svg, question_text
from marvel_widgets.teaching.exercises.verdict import Verdict
from marvel_widgets.widgets.answer_controls import answer_control, typed_fields
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.closing import close_whole
from marvel_widgets.widgets.controls import button, escaped
from marvel_widgets.widgets.picture import Picture

RECORDED = "Your answer is recorded."
# JupyterLab 4.6 may run a field of text and the button beside it in two threads of the kernel: what
# was typed then arrives some milliseconds after the press that was meant to judge it.
LATE = 0.5  # seconds


class ExerciseModel(traitlets.HasTraits):
    """An exercise, the answer that stands, and what was said last.

    Parameters
    ----------
    check : Check
    answers : bool
        Whether verdicts and hints are told.
    """

    version = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")

    def __init__(self, check: Check, *, answers: bool = True) -> None:
        super().__init__()
        self.check, self.answers = check, answers
        self.raw: Any = ...
        self.verdict: Verdict | None = None
        self.hints: tuple[Hint, ...] = ()

    def answer(self, raw: Any) -> None:
        """Judge an answer; ``...`` says in which form it is wanted."""
        self.raw = raw
        self.verdict = self.check(raw)
        self.version += 1

    def hint(self) -> None:
        """Ask for the next hint; after the fourth there is none."""
        if self.answers and len(self.hints) < 4:
            self.hints = (*self.hints, self.check.hint())
            self.version += 1

    def another(self) -> None:
        """Go on to another case, to practice; it does not count."""
        self.go_to(self.check.another())

    def go_to(self, check: Check) -> None:
        """Put another case in place of this one."""
        self.check, self.raw, self.verdict, self.hints = check, ..., None, ()
        self.version += 1

    @property
    def said(self) -> list[str]:
        """The hints so far and the verdict, as sentences."""
        if self.verdict is None:
            return [repr(hint) for hint in self.hints]
        told = self.answers or self.verdict.kind in ("open", "unread")
        return [*map(repr, self.hints), self.verdict.text if told else RECORDED]

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        check = self.check
        raw = None if self.raw is ... else [self.raw]
        return {
            "notebook": check.notebook,
            "name": check.name,
            "student": check.student,
            "draw": check.draw,
            "answer": raw,
        }


class ExerciseBox(App):
    """One exercise: its graph, a control for the answer, four hints, and the verdict.

    Parameters
    ----------
    check : Check
        Such as ``exercises("03").removable``; with `token`, what the token names.
    hide, lock : iterable of str
        Parts not shown, or not to be operated: "question", "answer", "buttons", "verdict".
    big : bool
        For a projector.
    answers : bool
        Whether verdicts and hints are told; answers are recorded either way.
    predict : bool
        For the signature that all apps share; an exercise asks by its nature.
    seed : int
        Which draw of the question: 0 is the one that counts.
    token : str, optional
        A state to begin in.

    Raises
    ------
    ValueError
        There is no check, or an argument makes no sense.

    Examples
    --------
    >>> from marvel_widgets import exercises
    >>> box = ExerciseBox(exercises("03").removable)
    >>> box.answer(box.exercise.check.exercise.solution)
    >>> box.exercise.verdict.kind
    'correct'
    """

    kind = "exercise-box"
    label = "Exercise"

    def __init__(
        self,
        check: Check | None = None,
        *,
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        predict: bool = False,  # noqa: ARG002 - it asks by its nature
        seed: int = 0,
        token: str | None = None,
    ) -> None:
        state = self.read_token(token)
        if state:
            check = _check_of(state)
        if not isinstance(check, Check):
            msg = f"give an exercise, such as exercises('03').removable, not {check!r}"
            raise ValueError(msg)  # noqa: TRY004 - as every app says what it can't take
        self.exercise = ExerciseModel(
            check if state or not seed else check.at(seed), answers=answers
        )
        self._big, self._shown = big, self.exercise.check
        self._make_parts()
        super().__init__(
            {
                "question": self.question,
                "answer": self.answer_place,
                "buttons": self.buttons,
                "verdict": self.verdict,
            },
            model=self.exercise,
            hide=hide,
            lock=lock,
            big=big,
        )
        if state.get("answer") is not None:
            self.control.put(state["answer"][0])
            self.answer(state["answer"][0])
        self.exercise.observe(lambda _: self._show(), "version")
        self._show()

    def _make_parts(self) -> None:
        self.question = w.VBox()
        self.answer_place = w.VBox()
        self.verdict = w.HTML()
        self.check_button = button("Check", "Judge this answer", self._check)
        self.hint_button = button("Hint", "The next of four hints", self.exercise.hint)
        self.another_button = button(
            "Another", "The same question about another case, to practice", self.exercise.another
        )
        self.buttons = w.HBox(
            [self.check_button, self.hint_button, self.another_button],
            layout=w.Layout(flex_flow="row wrap"),
        )
        self._fill()

    def _fill(self) -> None:
        """Show the present case: its words, its graph, an empty answer."""
        exercise = self.exercise.check.exercise
        old = [*self.question.children, *self.answer_place.children]
        practice = " (practice: it does not count)" if self.exercise.check.draw else ""
        asked = exercise.question.split("\n")  # numbered statements are part of the control
        lines = "".join(f"<div>{escaped(line)}</div>" for line in asked)
        words = f"<strong>{escaped(exercise.title + practice)}</strong>{lines}"
        parts: list[w.Widget] = [w.HTML(f'<div class="mw-asked">{words}</div>')]
        self.control = answer_control(exercise.kind)
        self._pressed = -LATE
        for field in typed_fields(self.control):
            field.observe(lambda _: self._arrived(), "value")
        drawing = question_drawing(exercise)
        if drawing is not None:
            parts.append(Picture(drawing, on_pick=self._picked, big=self._big))
        self.question.children, self.answer_place.children = parts, [self.control]
        for widget in old:
            close_whole(widget)

    # -- what the controls do, for use in a cell ---------------------------------------------

    def answer(self, raw: Any) -> None:
        """Judge an answer, in any form that the exercise reads."""
        self.exercise.answer(raw)

    def _check(self) -> None:
        self._pressed = monotonic()
        self.exercise.answer(self.control.raw)

    def _arrived(self) -> None:
        """Judge what was typed before the press and arrived after it."""
        if monotonic() - self._pressed < LATE:
            self.exercise.answer(self.control.raw)

    def _picked(self, name: str) -> None:
        self.control.pick(name)

    # -- twins -------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present state as text."""
        return "\n".join([question_text(self.exercise.check.exercise), *self.exercise.said])

    def svg(self) -> str:
        """Return the present state as SVG."""
        return question_svg(self.exercise.check.exercise, self.exercise.said)

    # -- showing -----------------------------------------------------------------------------

    def _show(self) -> None:
        model = self.exercise
        if model.check is not self._shown:
            self._shown = model.check
            self._fill()
        self.hint_button.disabled = not model.answers or len(model.hints) == 4
        lines = "".join(f"<div>{escaped(line)}</div>" for line in model.said)
        look = "mw-judged" if lines else ""
        self.verdict.value = f'<div class="{look}" role="status" aria-live="polite">{lines}</div>'


def _check_of(state: dict[str, Any]) -> Check:
    """Return the exercise that a token names."""
    checks = exercises(state["notebook"], state["student"])
    try:
        check: Check = getattr(checks, state["name"])
    except AttributeError as error:
        raise ValueError(str(error)) from error
    return check.at(state["draw"])
