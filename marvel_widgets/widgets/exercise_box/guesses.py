"""A form for what a run will show, filled in before it, and judged by it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from traitlets import TraitError

from marvel_widgets.assessment.guesses import GRADES, Answer, Guess, calibration
from marvel_widgets.course.journal import PREDICTION, keep, kept
from marvel_widgets.text import escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.exercise_box.widget import LOOKS
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.shell import Presence
from marvel_widgets.widgets.kit.widget_tree import handle_in_main_thread

_LABEL = "Your prediction"
# How a grade looks; without an answer there is none.
_LOOKS = dict(zip(GRADES, ("correct", "close", "incorrect", "incorrect"), strict=True)) | {
    "": "hint"
}


@dataclass(frozen=True, slots=True)
class Judged:
    """What was predicted beside what is, a line each."""

    lines: tuple[str, ...]

    def __repr__(self) -> str:
        """Return the lines; a cell shows them."""
        return "\n".join(self.lines)


class Guesses(w.VBox):
    """Ask for predictions before a run, then judge them by it.

    Parameters
    ----------
    *questions : tuple of (str, str) or (str, sequence of str) or (str, dict)
        Each a text with the unit of the number that it asks for, or with the options, of which
        one is to be chosen; of the keys of a dict, as many as are right.

    Notes
    -----
    What was filled in is judged once; afterwards the form is locked, until "Ask me again" empties
    it. Predictions of another day are filled in, and not counted again. A number within a tenth
    is right.

    Examples
    --------
    >>> guesses = Guesses(
    ...     ("How many tests does PC make?", "tests"), ("Which needs fewer?", ["PC", "MARVEL"])
    ... )
    >>> guesses.fields[0].value = "10"
    >>> guesses.judge(94, "MARVEL")
    1. How many tests does PC make? You said 10 tests; it is 94 tests, 9.4 times as many.
    2. Which needs fewer? It is MARVEL.
    Of 1 prediction, 1 was farther off.
    """

    def __init__(self, *questions: tuple[str, Any]) -> None:
        self.guesses = [
            Guess(text, unit=more)
            if isinstance(more, str)
            else Guess(text, tuple(more), many=isinstance(more, dict))
            for text, more in questions
        ]
        if not self.guesses:
            msg = "Guesses needs a question at least: a text, and a unit or the options"
            raise ValueError(msg)
        self.fields = [_field(guess) for guess in self.guesses]
        self.told = [w.HTML() for _ in self.guesses]
        self.summary = w.HTML()
        self.again = k.button("Ask me again", "Empty the form, for other predictions", self._ask)
        self._judged: Judged | None = None
        rows: list[w.Widget] = [w.HTML('<div class="mw-title">Your predictions</div>')]
        for n, (guess, field, told) in enumerate(
            zip(self.guesses, self.fields, self.told, strict=True)
        ):
            asked = w.HTML(f'<div class="mw-question">{n + 1}. {escaped(guess.text)}</div>')
            rows += [asked, field, told]
        row = w.HBox([self.again])
        row.add_class("mw-goes-on")
        self.presence = Presence(lambda: None, lambda: None)  # keys lead out, as from an app
        super().__init__([*rows, self.summary, row, self.presence])
        self.add_class("mw-predict")
        self.add_class("mw-guesses")
        self._ask()
        self._recall()
        handle_in_main_thread(self)

    def _ask(self) -> None:
        """Empty the form."""
        self._judged, self._recalled = None, False
        for guess, field, told in zip(self.guesses, self.fields, self.told, strict=True):
            field.value, told.value = guess.raw(""), ""
        self._say("", locked=False)
        self.remove_class("mw-answered")

    def _recall(self) -> None:
        """Fill in what was predicted before."""
        found = {entry.name: entry for entry in kept(PREDICTION)}
        before = [found[g.text] for g in self.guesses if g.text in found]
        for guess, field in zip(self.guesses, self.fields, strict=True):
            # a file that was changed by hand, or a question with other options since
            with suppress(KeyError, ValueError, TraitError):
                raw = guess.raw(found[guess.text].answer)
                guess.read(raw)
                field.value, self._recalled = raw, True
        if self._recalled:
            day = before[-1].day
            self._say(f"Your predictions of {day:%B} {day.day}.", locked=True)

    def _say(self, words: str, *, locked: bool) -> None:
        """Say something below the form, and lock it or open it."""
        self.summary.value = f'<div role="status">{escaped(words)}</div>'
        for field in self.fields:
            field.disabled = locked
        w.show_if(self.again, locked)

    def judge(self, *truths: Answer) -> Judged:
        """Return what was filled in beside what is, and show it in the form.

        Raises
        ------
        ValueError
            There are not as many results as questions, or a field has no number.
        """
        if len(truths) != len(self.guesses):
            msg = f"there are {len(self.guesses)} questions and {len(truths)} results"
            raise ValueError(msg)
        if self._judged is None:
            self._judged = self._show(truths)
        return self._judged

    def _show(self, truths: tuple[Answer, ...]) -> Judged:
        pairs = list(zip(self.guesses, truths, strict=True))
        said = [g.read(field.value) for g, field in zip(self.guesses, self.fields, strict=True)]
        told = [g.told(one, truth) for (g, truth), one in zip(pairs, said, strict=True)]
        grades = ["" if s is None else g.grade(s, t) for (g, t), s in zip(pairs, said, strict=True)]
        made = [(g, grade) for g, grade in zip(self.guesses, grades, strict=True) if grade]
        for shown, words, grade in zip(self.told, told, grades, strict=True):
            look, sign = LOOKS[_LOOKS[grade]]
            shown.value = f'<div class="mw-judged {look}">{k.signed(sign, words)}</div>'
        score = calibration([grade for _, grade in made])
        self._say(score, locked=True)
        self.add_class("mw-answered")
        if not self._recalled:
            self._keep(made)
        lines = [
            f"{n}. {g.text} {words}"
            for n, (g, words) in enumerate(zip(self.guesses, told, strict=True), 1)
        ]
        return Judged((*lines, *filter(None, [score])))

    def _keep(self, made: list[tuple[Guess, str]]) -> None:
        fields = dict(zip(self.guesses, self.fields, strict=True))
        for guess, grade in made:
            verdict = "correct" if grade == GRADES[0] else "incorrect"
            keep(PREDICTION, guess.text, guess.written(fields[guess].value), verdict)

    def text(self) -> str:
        """Return the questions as text."""
        wanted = (" or ".join(g.options) or f"a number ({g.unit})" for g in self.guesses)
        return "\n".join(
            f"{n}. {g.text} [{form}]"
            for n, (g, form) in enumerate(zip(self.guesses, wanted, strict=True), 1)
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": self.text()}


def _field(guess: Guess) -> Any:
    if guess.options:
        return (k.Chips if guess.many else k.Switch)(_LABEL, guess.options, value=guess.raw(""))
    wanted = f"a number of {guess.unit}".removesuffix(" of ")
    return w.Text(placeholder=wanted, description=_LABEL, style=k.WIDE)
