"""ExerciseBox: one exercise with its picture, a control for the answer, hints and the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from operator import index
from typing import Any, Final, Unpack

import traitlets

from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.plain import AnswerError, from_code
from marvel_widgets.assessment.program_answers import Program
from marvel_widgets.assessment.question import question_svg, question_text
from marvel_widgets.assessment.verdict import PART, Verdict
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.course.checks import CLOCK, PLACE, Check, Hint, exercises
from marvel_widgets.course.recall import purpose
from marvel_widgets.pictures.band import Said
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.exercise_box import EXERCISE_BOX
from marvel_widgets.widgets.exercise_box.controls import TypedAnswer, without_python
from marvel_widgets.widgets.exercise_box.form import InPane, QuestionForm
from marvel_widgets.widgets.kit import stock as w

RECORDED = "Your answer is recorded."
LONGEST_SAID: Final = 220  # letters of two lines; with more, one's answer is in its control alone
# The look of each verdict and its sign: none is told by its color alone.
LOOKS: Final[Mapping[str, tuple[str, str]]] = {
    "correct": ("mw-right", "✓"),
    "close": ("mw-close", "≈"),
    "incorrect": ("mw-wrong", "✗"),
    "hint": ("mw-hint", "→"),
}


class ExerciseModel(InPane):
    """An exercise, the current answer, and the last feedback.

    It begins without an exercise: `go_to` gives one, or `load_state`.
    """

    check: Check

    version = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")

    def __init__(self, *, answers: bool = True) -> None:
        super().__init__()
        self._answers = answers
        self.raw: Any = ...
        self.verdict: Verdict | None = None
        self.hints: tuple[Hint, ...] = ()
        self._hinted = False  # whether a hint came last
        self._asks: tuple[Hint, ...] = ()  # what is asked before the answer is shown

    @property
    def program(self) -> bool:
        """Whether a program is asked for."""
        return isinstance(self.check.asked.kind, Program)

    @property
    def answers(self) -> bool:
        """Whether verdicts and hints are shown."""
        return self._answers and self.check.answers

    def answer(self, raw: Any) -> None:
        """Judge an answer; ``...`` says in which form it is wanted."""
        self.verdict = without_python(self.check(raw), self.check.asked.kind)
        self._hinted = False
        if self.program:  # as a text, which a token can hold
            raw = from_code(self.verdict.answer) if self.verdict.answer else ...
        self.raw = raw
        self.version += 1

    def want(self, wanted: str) -> None:
        """Say what to do about an answer that is missing."""
        self.verdict, self._hinted = Verdict("open", wanted), False
        self.version += 1

    def hint(self) -> None:
        """Ask for the next hint; after the fourth there is none, and before it a question."""
        if self.answers and len(self.hints) < 4:
            hint, self._hinted = self.check.hint(), True
            self._asks = () if hint.number else (hint,)
            self.hints = (*self.hints, hint) if hint.number else self.hints
            self.version += 1

    def another(self) -> None:
        """Go on to another case, to practice; it does not count. An exam, a program has none."""
        if self.check.answers and not self.program:
            self.go_to(self.check.another())

    def go_to(self, check: Check) -> None:
        """Put another case in place of this one."""
        CLOCK.tick()  # the time for it begins
        self.check, self.raw, self.verdict, self.hints, self._asks = check, ..., None, (), ()
        if self.answers:
            self.hints = check.hints_given
        if check.attempt.answer:  # on another day, or in another cell
            with suppress(AnswerError):  # of a file that was changed by hand
                self._take(from_code(check.attempt.answer))
        self.version += 1

    def _take(self, raw: Any) -> None:
        """Show an answer with its verdict; it counts as no try."""
        verdict = without_python(self.check.seen_again(raw), self.check.asked.kind)
        self.raw, self.verdict, self._hinted = raw, verdict, False

    @property
    def facts(self) -> Facts:
        """The facts on the answer; none in an exam."""
        return self.verdict.facts if self.verdict is not None and self.answers else ()

    @property
    def sentences(self) -> list[str]:
        """The hints so far and the verdict, as sentences."""
        hints = [repr(hint) for hint in (*self.hints, *self._asks)]
        if self.verdict is None:
            return hints
        revealed = self.answers or self.verdict.kind in ("open", "unread", "recorded")
        return [*hints, self.verdict.text if revealed else RECORDED]

    @property
    def said(self) -> Said | None:
        """What came last, the verdict or a hint; None before both."""
        if not self.told:
            return None
        newest = self.told[0][1]
        if "\n" in newest:  # a program stands beside
            newest = f"Hint {len(self.hints)} of 4 shows a program."
        if self._hinted or self.verdict is None or newest == RECORDED:
            return Verdict("open", newest).said
        said, kind = self.verdict.said, self.check.asked.kind
        if said.sign != "no" or self.program:
            return said
        yours = kind.say(kind.read(self.raw))
        part = said.what.startswith(PART)
        mine = f"You said {yours}{', which is right so far: add the others' if part else ''}."
        why = f"{said.why} {mine}".lstrip()  # before it, an "It" would be the learner's
        if yours in said.what or len(why) > LONGEST_SAID:
            return said
        return replace(said, why=why)

    @property
    def told(self) -> list[tuple[str, str]]:
        """The feedback, newest first, each as its kind and a sentence."""
        hints = [("hint", repr(hint)) for hint in reversed((*self.hints, *self._asks))]
        if self.verdict is None:
            return hints
        kind = self.verdict.kind if self.answers else "recorded"
        verdict = (kind, self.sentences[-1])
        return [hints[0], verdict, *hints[1:]] if self._hinted else [verdict, *hints]

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        check = self.check
        raw = None if self.raw is ... else [self.raw]
        exam = {} if check.answers else {"exam": True}
        return {**exam, **{key: getattr(check, key) for key in PLACE}, "answer": raw}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned; a ValueError says what is wrong with it."""
        exam = state.get("exam", False) is True
        checks = exercises(state["notebook"], state["student"], answers=not exam)
        self.go_to(getattr(checks, state["name"]).at(index(state["draw"])))
        if state.get("answer") is not None:
            self._take(state["answer"][0])
            self.version += 1


class ExerciseBox(k.App):
    """One exercise: its graph, a control for the answer, four hints, and the verdict.

    Parameters
    ----------
    check : Check
        Such as ``exercises("03").removable``; with `token`, what the token names.
    seed : int
        Which draw of the question: 0 is the one that counts.
    **settings
        As all apps take them, see `AppSettings`, but no `predict`; without `answers` neither
        verdicts nor hints show, but answers are recorded. Parts: "picture", where the
        question has one, "said", "lines", "question", "answer", "buttons", "verdict".

    Raises
    ------
    ValueError
        There is no check, or an argument makes no sense.

    Examples
    --------
    >>> from marvel_widgets import exercises
    >>> box = ExerciseBox(exercises("03").removable)
    >>> box.answer(box.model.check.exercise.solution)
    >>> box.model.verdict.kind
    'correct'
    """

    spec = EXERCISE_BOX
    model: ExerciseModel

    def __init__(
        self, check: Check | None = None, *, seed: int = 0, **settings: Unpack[k.SharedSettings]
    ) -> None:
        self.read_settings(settings)
        model = ExerciseModel(answers=self.settings["answers"])
        if self.settings["token"] is None:
            if not isinstance(check, Check):
                msg = f"give an exercise, such as exercises('03').removable, not {shown(check)}"
                raise ValueError(msg)
            model.go_to(check.at(seed) if seed else check)
        self.model = self.restored(model)
        self._shown = model.check
        parts, places = self._make_parts(), {**self.spec.places}
        if self.form.on_sheet:
            places["answer"] = "sheet"
        if model.program:
            places["verdict"] = "sheet"
        super().__init__(parts, model=model, places=places)
        k.follow(self._show, (model, "version"))

    def _make_parts(self) -> dict[str, w.Widget]:
        self.form = QuestionForm(self.model, big=self.settings["big"])
        self.picture, self.verdict = self.form.picture, w.HTML()
        self.check_button = k.button("Check", "Judge this answer", self._answer)
        self.hint_button = k.button("Hint", "The next of four hints", self.model.hint)
        self.another_button = k.button("Another", "Another case, to practice", self.model.another)
        self.buttons = w.HBox([self.check_button, self.hint_button, self.another_button])
        self._fill()
        self.buttons.add_class("mw-goes-on")
        return {
            "said": self.form.band,
            **({"picture": self.form.picture_place} if self.form.drawn else {}),
            "lines": self.form.lines,
            "answer": self.form.answer_place,
            "buttons": self.buttons,
            "question": self.form.question,
            "verdict": self.verdict,
        }

    @property
    def control(self) -> Any:
        """The control for the answer to the present case."""
        return self.form.control

    def _fill(self) -> None:
        """Show the present case: its words, its graph, an empty answer."""
        check = self.model.check
        note = purpose(check)
        self.form.show(check.asked, f" ({note})" if note else "")
        self._begun: Verdict | None = None  # the verdict on an answer that was changed since
        if self.model.raw is not ...:
            self.form.put(self.model.raw)
        self.form.control.hear(partial(self._show_check, begun=True))

    # -- what the controls do, for use in a cell ---------------------------------------------

    def _answer(self) -> None:
        if self.control.raw is ...:
            self.model.want(self.control.wanted)
        else:
            self.model.answer(self.control.raw)

    def answer(self, raw: Any) -> None:
        """Judge an answer, in any form that the exercise reads."""
        if self.model.answers:  # in an exam, two answers leave the same behind
            self.form.put(raw)
        self.model.answer(raw)

    # -- twins -------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present state as text."""
        return "\n".join([question_text(self.model.check.asked), *self.model.sentences])

    def svg(self) -> str:
        """Return the present state as SVG."""
        return question_svg(self.model.check.asked, self.model.sentences, self.form.judged)

    # -- showing -----------------------------------------------------------------------------

    def _show(self) -> None:
        model = self.model
        if model.check is not self._shown:
            self._shown = model.check
            self._fill()
        self.form.witness(model.facts, model.said)
        self._show_check()
        note = purpose(model.check)  # of a case that is for practice, or asks again
        self.shell.subtitle = model.check.asked.title + (f" ({note})" if note else "")
        hints = len(model.hints)
        words = "Hint" if hints < 3 else "Show the answer"
        k.put(self.hint_button, off=not model.answers or hints == 4, description=words)
        self.another_button.disabled = not model.check.answers or model.program
        told = "".join(_told(*each) for each in model.told)
        if model.check.kept_words:
            told += _told("kept", model.check.kept_words)
        self.verdict.value = f"<div>{told}</div>"

    def _show_check(self, *, begun: bool = False) -> None:
        """Show what comes next: to click in the picture, then to check; a verdict ends both."""
        model = self.model
        self._begun = model.verdict if begun else self._begun
        given = model.program or self.control.raw is not ...
        verdict = None if model.program or model.verdict is self._begun else model.verdict
        open_ = verdict is None or not verdict.answer
        # what is typed is known when it is left: the button that takes it has to be there
        typed = isinstance(self.control, TypedAnswer)
        again = typed and model.verdict is not None and model.verdict.kind != "correct"
        k.put(self.check_button, shown=open_ or again, blue=given and open_)
        w.show_if(self.hint_button, open_)
        w.mark_if(self, self.form.clicked and not given, "mw-unchosen")


def _told(kind: str, sentence: str) -> str:
    look, sign = LOOKS.get(kind, ("", "…"))
    return f'<div class="mw-judged {look}">{k.signed(sign, sentence)}</div>'
