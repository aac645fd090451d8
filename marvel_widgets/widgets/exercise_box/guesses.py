"""A form for what a run will show, filled in before it, and judged by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ipywidgets import SelectMultiple

from marvel_widgets.assessment.guesses import Answer, Guess, calibration
from marvel_widgets.text import escaped
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.controls import WIDE, Menu


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
    What was filled in is judged once; afterwards the form is locked. A number within a tenth is
    right.

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
        self._judged: Judged | None = None
        rows = []
        for n, (guess, field, told) in enumerate(
            zip(self.guesses, self.fields, self.told, strict=True)
        ):
            asked = w.HTML(f'<div class="mw-question">{n + 1}. {escaped(guess.text)}</div>')
            rows += [asked, field, told]
        super().__init__([*rows, self.summary])
        self.add_class("mw-predict")

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
        grades = [g.grade(s, t) for (g, t), s in zip(pairs, said, strict=True) if s is not None]
        for shown, field, words in zip(self.told, self.fields, told, strict=True):
            shown.value, field.disabled = f"<div>{escaped(words)}</div>", True
        self.summary.value = f'<div role="status">{escaped(calibration(grades))}</div>'
        self.add_class("mw-answered")
        lines = [
            f"{n}. {g.text} {words}"
            for n, (g, words) in enumerate(zip(self.guesses, told, strict=True), 1)
        ]
        return Judged((*lines, *filter(None, [calibration(grades)])))

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
    name = {"description": "Your prediction", "style": WIDE}
    if guess.many:
        return SelectMultiple(options=guess.options, rows=len(guess.options), **name)
    if guess.options:
        return Menu(options=[("choose one", ""), *((o, o) for o in guess.options)], **name)
    return w.Text(placeholder=f"a number of {guess.unit}".removesuffix(" of "), **name)
