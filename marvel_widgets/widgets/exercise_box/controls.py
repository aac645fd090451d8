"""How an answer is given by mouse and keys: a control for each kind of answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import traitlets

from marvel_widgets.assessment.answers import AnswerKind, Choice, Parts, Statements
from marvel_widgets.assessment.plain import AnswerError
from marvel_widgets.assessment.program_answers import Program
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.assessment.verdict import Verdict
from marvel_widgets.text import escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.exercise_box.picture import Chosen
from marvel_widgets.widgets.kit import stock as w

MOST_BOXES: Final = 26  # more variables are typed
_WIDE_ROW: Final = "min(720px, 95%)"


def _shape(kind: AnswerKind) -> str:
    """Return what an answer looks like that is typed into a field: without Python."""
    a, b, c = (*getattr(kind, "names", ()), "", "", "")[:3]
    if isinstance(kind, Pairs):
        what, joint = ("arrows", "->") if kind.directed else ("pairs", "-")
        return f"{what} such as {a} {joint} {b}, {a} {joint} {c}; none for the empty set"
    if isinstance(kind, Order):
        return f"{kind.length or len(kind.names)} names in order, such as {a}, {b} and so on"
    return (
        f"names, such as {a}, {b}; none for the empty set" if isinstance(kind, Names) else kind.form
    )


def without_python(verdict: Verdict, kind: AnswerKind) -> Verdict:
    """Return a verdict that says at a form what can be typed there."""
    for part in (kind, *getattr(kind, "parts", {}).values()):
        verdict = replace(verdict, text=verdict.text.replace(part.form, _shape(part)))
    return verdict


class TypedAnswer(w.Text):
    """A line of text; an empty one does not count as an answer."""

    waiting = traitlets.Unicode("")

    def __init__(self, kind: AnswerKind, label: str = "Your answer") -> None:
        self.kind = kind
        wide = w.layout(width=_WIDE_ROW)
        super().__init__(description=label, placeholder=_shape(kind), layout=wide)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(getattr(self.kind, "names", ()))

    @property
    def raw(self) -> Any:
        return self.value if self.value.strip() else ...

    @property
    def wanted(self) -> str:
        return f"Give your answer first: {_shape(self.kind)}."

    def put(self, raw: Any) -> None:
        text = "" if raw is ... else raw
        self.value = text if isinstance(text, str) else self.kind.say(self.kind.read(text))

    def pick(self, name: str) -> None:
        if self.disabled or name not in self.names:
            return  # a picture may show other variables than those that are asked for
        if isinstance(self.kind, Pairs):
            self._pick_end(name)
        elif isinstance(self.kind, Order | Names):
            named = [part.strip() for part in self.value.split(",") if part.strip()]
            named = [part for part in named if part != name] + [name] * (name not in named)
            self.value = ", ".join(named)

    def _pick_end(self, name: str) -> None:
        """Keep the first of two clicks; with the second, add the pair or take it out."""
        first, self.waiting = self.waiting, "" if self.waiting else name
        if not first or first == name:
            return
        pairs = list(self.chosen.pairs)
        same = [pair for pair in pairs if set(pair) == {first, name}]
        kept = [pair for pair in pairs if pair not in same]
        turned = getattr(self.kind, "directed", False) and (first, name) not in same
        if not same or turned:  # the other way round, an arrow is turned
            kept.append((first, name))
        joint = " -> " if getattr(self.kind, "directed", False) else " - "
        self.value = ", ".join(joint.join(pair) for pair in kept)

    @property
    def hint(self) -> str:
        if isinstance(self.kind, Pairs):
            if self.waiting:
                return f"From {self.waiting}: click the other variable."
            what = "an arrow: its tail, then its head" if self.kind.directed else "a pair"
            return f"Click two variables for {what}. The same again takes it out."
        return "Click variables in their order." if isinstance(self.kind, Order) else ""

    @property
    def chosen(self) -> Chosen:
        if isinstance(self.kind, Order | Names):
            named = [part.strip() for part in self.value.split(",")]
            known = tuple(name for name in named if name in self.kind.names)
            return Chosen(names=known, ordered=isinstance(self.kind, Order))
        if not isinstance(self.kind, Pairs):
            return Chosen()
        try:
            found = self.kind.read(self.value)
        except AnswerError:
            found = frozenset()
        place = list(self.kind.names).index
        pairs = [pair if self.kind.directed else sorted(pair, key=place) for pair in found]
        ordered = tuple(sorted(((a, b) for a, b in pairs), key=lambda ends: [*map(place, ends)]))
        return Chosen(pairs=ordered, directed=self.kind.directed, waiting=self.waiting)

    def hear(self, act: Callable[[], Any]) -> None:
        self.observe(lambda _: act(), ["value", "waiting"])


class PressedInOrder(k.Chips):
    """The names of an order as buttons: a finger presses them in order, and types nothing."""

    def __init__(self, answer: TypedAnswer) -> None:
        super().__init__("Press in order", answer.names)
        self.observe(lambda _: self._press(answer), "value")
        answer.hear(lambda: self.set_trait("value", answer.chosen.names))

    def _press(self, answer: TypedAnswer) -> None:
        for name in {*self.value} ^ {*answer.chosen.names}:
            answer.pick(name)


class TickedAnswer(w.VBox):
    """A box to tick for each variable, or for each statement, and one for none of them."""

    def __init__(self, kind: Names | Statements, label: str = "Your answer") -> None:
        self.kind, self._stated = kind, isinstance(kind, Statements)
        stated = self._stated
        texts = kind.sentences if isinstance(kind, Statements) else kind.names
        self._values: list[Any] = list(range(1, len(texts) + 1)) if stated else list(texts)
        words = [f"{n}. {text}" if stated else text for n, text in enumerate(texts, start=1)]
        words.append("none of them" if stated else "none: the empty set")
        *self.boxes, self.none = map(k.tick, words)
        for box in (*self.boxes, self.none):
            box.observe(self._ticked, "value")
        flow = {"flex_flow": "column" if stated else "row wrap", "grid_gap": "4px 8px"}
        ticks = w.Box([*self.boxes, self.none], layout=w.layout(width="100%", **flow))
        ticks.add_class("mw-ticked")
        w.mark_if(ticks, stated, "mw-stated")
        super().__init__([w.Label(label), ticks])

    def _tick(self, values: Any) -> None:
        for value, box in zip(self._values, self.boxes, strict=True):
            box.value = value in values

    def _ticked(self, change: Any) -> None:
        if change.new and change.owner is self.none:
            self._tick(())
        elif change.new:
            self.none.value = False

    @property
    def raw(self) -> Any:
        ticked = [v for v, box in zip(self._values, self.boxes, strict=True) if box.value]
        return ticked if ticked or self.none.value else ...

    @property
    def wanted(self) -> str:
        return f"Choose your answer first; if there is none, “{self.none.description}”."

    def put(self, raw: Any) -> None:
        self._tick(() if raw is ... else self.kind.read(raw))
        self.none.value = raw is not ... and not any(box.value for box in self.boxes)

    def pick(self, name: str) -> None:
        for value, box in zip(self._values, self.boxes, strict=True):
            if value == name and not box.disabled:
                box.value = not box.value

    @property
    def hint(self) -> str:
        return "" if self._stated else "Click variables in the picture; again takes one out."

    @property
    def chosen(self) -> Chosen:
        return Chosen() if self._stated or self.raw is ... else Chosen(names=tuple(self.raw))

    def hear(self, act: Callable[[], Any]) -> None:
        for box in (*self.boxes, self.none):
            box.observe(lambda _: act(), "value")


class ChosenAnswer(w.Dropdown):
    """One of the options."""

    def __init__(self, kind: Choice, label: str = "Your answer") -> None:
        super().__init__(
            options=[("choose one", ...), *((option, option) for option in kind.options)],
            description=label,
            layout=w.layout(width=_WIDE_ROW),
        )

    wanted = "Choose one of the options first."

    @property
    def raw(self) -> Any:
        return self.value

    def put(self, raw: Any) -> None:
        self.value = raw

    def pick(self, name: str) -> None:
        if name in dict(self.options) and not self.disabled:
            self.value = name

    hint = ""  # no click in the picture need be explained

    @property
    def chosen(self) -> Chosen:
        return Chosen() if self.value is ... else Chosen(names=(self.value,))

    def hear(self, act: Callable[[], Any]) -> None:
        self.observe(lambda _: act(), "value")


class PartedAnswer(w.VBox):
    """A control for each part of an answer."""

    def __init__(self, kind: Parts, label: str = "Your answer") -> None:
        self.controls = {key: answer_control(part, key) for key, part in kind.parts.items()}
        drawn = [k for k, part in kind.parts.items() if isinstance(part, Names | Order | Pairs)]
        self.part = k.Switch("A click adds to", drawn)
        super().__init__([w.Label(label), self.part, *self.controls.values()])

    @property
    def raw(self) -> Any:
        raws = {key: control.raw for key, control in self.controls.items()}
        return ... if any(raw is ... for raw in raws.values()) else raws

    @property
    def wanted(self) -> str:
        key, part = next((k, part) for k, part in self.controls.items() if part.raw is ...)
        return f"“{key}” is still open. {part.wanted}"

    def put(self, raw: Any) -> None:
        for key, control in self.controls.items():
            control.put(... if raw is ... else raw[key])

    def pick(self, name: str) -> None:
        if self.part.value:
            self.controls[self.part.value].pick(name)

    @property
    def hint(self) -> str:
        return str(self.controls[self.part.value].hint) if self.part.value else ""

    @property
    def chosen(self) -> Chosen:
        found: Chosen = self.controls[self.part.value].chosen if self.part.value else Chosen()
        return found

    def hear(self, act: Callable[[], Any]) -> None:
        self.part.observe(lambda _: act(), "value")
        for control in self.controls.values():
            control.hear(act)


class ProgramAnswer(w.HTML):
    """What to begin with, or what was answered; the answer is a function of the notebook.

    A cell has what a text area lacks: completion, and errors that name a line of it.
    """

    hint = ""
    chosen = Chosen()

    def __init__(self, kind: Program, label: str = "Your answer") -> None:
        self.kind, self.label = kind, label
        super().__init__()
        self.put(...)

    @property
    def raw(self) -> Any:
        return self.kind.in_the_notebook()

    @property
    def wanted(self) -> str:
        return f"Write def {self.kind.signature}: in a cell, run that cell, and press Check again."

    def put(self, raw: Any) -> None:
        words = f"{self.label}, written in a cell. Run the cell, then press Check. To begin with:"
        source = self.kind.start
        if isinstance(raw, str):
            words, source = f"{self.label}, as it was given:", raw
        self.value = (
            f'<div class="mw-place">{escaped(words)}</div>'
            f'<pre class="mw-program" tabindex="0">{escaped(source)}</pre>'
        )

    def pick(self, name: str) -> None:
        """Leave a click in the picture alone."""

    def hear(self, act: Callable[[], Any]) -> None:
        """Do nothing: the function is taken when Check is pressed."""


def answer_control(kind: AnswerKind, label: str = "Your answer") -> Any:
    """Return the control for a kind of answer.

    A widget, of which `raw` is the answer as its kind reads it, ``...`` while it is missing, and
    `wanted` what to do about that; `put` shows what `raw` gave before. `pick` takes a variable that
    was clicked in the picture, `hint` says what that does, and `chosen` is what of the answer can
    be drawn. `hear` calls a function after every change.
    """
    made: dict[type, Callable[..., Any]] = {
        Statements: TickedAnswer,
        Choice: ChosenAnswer,
        Parts: PartedAnswer,
        Program: ProgramAnswer,
    }
    if isinstance(kind, Names) and len(kind.names) <= MOST_BOXES:
        return TickedAnswer(kind, label)
    return made.get(type(kind), TypedAnswer)(kind, label)
