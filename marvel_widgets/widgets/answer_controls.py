"""How an answer is given by mouse and keys: a control for each kind of answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import ipywidgets as w

from marvel_widgets.teaching.exercises.answers import AnswerKind, Choice, Parts, Statements
from marvel_widgets.teaching.exercises.variable_answers import Names, Order
from marvel_widgets.widgets.controls import WIDE

MOST_BOXES: Final = 26  # more variables are typed
_WIDE_ROW: Final = "min(720px, 95%)"


class TypedAnswer(w.Text):
    """A line of text; an empty one is no answer.

    Parameters
    ----------
    kind : AnswerKind
    label : str
    """

    def __init__(self, kind: AnswerKind, label: str = "Your answer") -> None:
        self.kind = kind
        super().__init__(
            description=label,
            placeholder=kind.form,
            continuous_update=False,  # a button pressed at once must find the text whole
            style=WIDE,
            layout=w.Layout(width=_WIDE_ROW),
        )

    @property
    def raw(self) -> Any:
        """The answer as the kind reads it; ``...`` for none."""
        return self.value if self.value.strip() else ...

    def put(self, raw: Any) -> None:
        """Show an answer that `raw` gave before."""
        self.value = "" if raw is ... else str(raw)

    def pick(self, name: str) -> None:
        """Add a variable that was clicked in the picture, where names are asked for in order."""
        if isinstance(self.kind, Order | Names):
            named = [part.strip() for part in self.value.split(",") if part.strip()]
            named = [part for part in named if part != name] + [name] * (name not in named)
            self.value = ", ".join(named)


class TickedAnswer(w.VBox):
    """A box to tick for each variable, or for each statement.

    Parameters
    ----------
    kind : Names or Statements
    label : str
    """

    def __init__(self, kind: Names | Statements, label: str = "Your answer") -> None:
        stated = isinstance(kind, Statements)
        texts = kind.sentences if isinstance(kind, Statements) else kind.names
        self._values: list[Any] = list(range(1, len(texts) + 1)) if stated else list(texts)
        self.boxes = [
            w.Checkbox(
                description=f"{n}. {text}" if stated else text,
                indent=False,
                layout=w.Layout(width="auto", margin="0 14px 0 0"),
            )
            for n, text in enumerate(texts, start=1)
        ]
        flow = w.Layout(flex_flow="column" if stated else "row wrap", width="100%")
        super().__init__([w.Label(label), w.Box(self.boxes, layout=flow)])

    @property
    def raw(self) -> Any:
        """What is ticked, as a list."""
        return [v for v, box in zip(self._values, self.boxes, strict=True) if box.value]

    def put(self, raw: Any) -> None:
        """Show an answer that `raw` gave before."""
        for value, box in zip(self._values, self.boxes, strict=True):
            box.value = raw is not ... and value in raw

    def pick(self, name: str) -> None:
        """Tick or untick a variable that was clicked in the picture."""
        for value, box in zip(self._values, self.boxes, strict=True):
            if value == name and not box.disabled:
                box.value = not box.value


class ChosenAnswer(w.Dropdown):
    """One of the options.

    Parameters
    ----------
    kind : Choice
    label : str
    """

    def __init__(self, kind: Choice, label: str = "Your answer") -> None:
        super().__init__(
            options=[("choose one", ...), *((option, option) for option in kind.options)],
            description=label,
            style=WIDE,
            layout=w.Layout(width=_WIDE_ROW),
        )

    @property
    def raw(self) -> Any:
        """The option; ``...`` for none."""
        return self.value

    def put(self, raw: Any) -> None:
        """Show an answer that `raw` gave before."""
        self.value = raw

    def pick(self, name: str) -> None:
        """Choose a variable that was clicked in the picture, if it is an option."""
        if name in dict(self.options):
            self.value = name


class PartedAnswer(w.VBox):
    """A control for each part of an answer.

    Parameters
    ----------
    kind : Parts
    label : str
    """

    def __init__(self, kind: Parts, label: str = "Your answer") -> None:
        self.controls = {key: answer_control(part, key) for key, part in kind.parts.items()}
        super().__init__([w.Label(label), *self.controls.values()])

    @property
    def raw(self) -> Any:
        """The answers by part; ``...`` while one is missing."""
        raws = {key: control.raw for key, control in self.controls.items()}
        return ... if any(raw is ... for raw in raws.values()) else raws

    def put(self, raw: Any) -> None:
        """Show an answer that `raw` gave before."""
        for key, control in self.controls.items():
            control.put(... if raw is ... else raw[key])

    def pick(self, name: str) -> None:
        """Do nothing: a click does not say which part it is for."""


def answer_control(kind: AnswerKind, label: str = "Your answer") -> Any:
    """Return the control for a kind of answer: a widget with `raw`, `put` and `pick`.

    Examples
    --------
    >>> control = answer_control(Names(["A", "B"]))
    >>> control.pick("B")
    >>> control.raw
    ['B']
    """
    made: dict[type, Callable[..., Any]] = {
        Statements: TickedAnswer,
        Choice: ChosenAnswer,
        Parts: PartedAnswer,
    }
    if isinstance(kind, Names) and len(kind.names) <= MOST_BOXES:
        return TickedAnswer(kind, label)
    return made.get(type(kind), TypedAnswer)(kind, label)


def typed_fields(control: Any) -> list[TypedAnswer]:
    """Return the fields of text in the control for an answer.

    Examples
    --------
    >>> len(typed_fields(answer_control(Parts({"a": Names("XY"), "b": Order("XY")}))))
    1
    """
    if isinstance(control, PartedAnswer):
        return [field for part in control.controls.values() for field in typed_fields(part)]
    return [control] if isinstance(control, TypedAnswer) else []
