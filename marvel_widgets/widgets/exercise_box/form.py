"""A question on the screen: its words, its picture, and a control for the answer."""

from __future__ import annotations

from typing import Any, get_args

import traitlets

from marvel_widgets.assessment.answers import Parts, Statements
from marvel_widgets.assessment.drawn_facts import with_facts, with_names
from marvel_widgets.assessment.exercise import Asked, Exercise
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.plain import AnswerError
from marvel_widgets.assessment.program_answers import Program
from marvel_widgets.assessment.question import question_html, question_said
from marvel_widgets.assessment.variable_answers import Names, Order, Pairs
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.text import escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.exercise_box.controls import PressedInOrder, answer_control
from marvel_widgets.widgets.exercise_box.picture import answered, laid_out, pairs_drawing, yours
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.widget_tree import close_tree


class InPane(traitlets.HasTraits):
    """A model that knows the pane of its picture."""

    pane: Any = traitlets.Enum(get_args(Pane), "wide")

    def lay_out(self, pane: Pane) -> None:
        """Draw the question for another pane."""
        self.pane = pane


class QuestionForm:
    """The widgets that ask a question; `show` puts another one in place of the present."""

    control: Any

    def __init__(self, model: InPane, *, big: bool) -> None:
        self.band, self.question, self.lines = k.Band(), w.HTML(), w.HTML()
        self.answer_place, self.hint = w.VBox(), w.HTML()
        self.answer_place.add_class("mw-form")
        self.picture = k.Picture(on_pick=self.pick, big=big, noted=True)
        self.picture_place = w.VBox([self.picture])
        self._exercise: Exercise | Asked | None = None
        self._facts: Facts = ()
        self._told: Said | None = None
        self.asked: object = None
        self._model = model
        model.observe(lambda _: self._draw(), "pane")

    def show(self, exercise: Exercise | Asked, note: str = "") -> None:
        """Show a question: its words, its graph, an empty answer; a note follows its title."""
        self._exercise = exercise
        old = self.answer_place.children[1:]
        asked = exercise.question.split("\n")  # numbered statements are part of the control
        self.control = answer_control(exercise.kind)
        self.question.value = question_html(exercise.title + note, asked)
        self.lines.value = question_html("", asked)
        self.asks = question_said(exercise)
        w.show_if(self.lines, not self.asks.why and self.asks.what != exercise.question)
        self.clicked = clicked = self._can_be_clicked(self._drawing())
        ordered = isinstance(exercise.kind, Order) and not clicked
        pressed = [PressedInOrder(self.control)] if ordered else []
        w.mark_if(self.control, clicked and isinstance(exercise.kind, Names), "mw-pictured")
        if isinstance(exercise.kind, Parts):
            w.show_if(self.control.part, clicked and len(self.control.part.options) > 1)
        self.answer_place.children = [self.hint, self.control, *pressed]
        for widget in old:
            close_tree(widget)
        self.witness()
        self.control.hear(self.begin)

    def witness(self, facts: Facts = (), told: Said | None = None) -> None:
        """Say what the verdict is on the answer, and show the facts on it in its picture."""
        self._facts, self._told = facts, told
        self._draw()

    def begin(self) -> None:
        """Take the facts away: another answer is begun."""
        self._facts = ()
        self._draw()

    @property
    def on_sheet(self) -> bool:
        """Whether the answer is a form, or there is no picture: it needs more than the foot."""
        kind = self._exercise and self._exercise.kind
        return isinstance(kind, Statements | Parts | Program) or self._drawing() is None

    @property
    def judged(self) -> Drawing | None:
        """The picture with the answer and the facts on it; None before a verdict."""
        return self.picture.views[0].drawing if self._facts and self.picture.views else None

    def pick(self, name: str) -> None:
        """Take a variable that was clicked in the picture."""
        self.control.pick(name)

    def put(self, raw: Any) -> None:
        """Show an answer in the control, if it is one that the control can give."""
        try:
            self.control.put(raw)
        except (AnswerError, TypeError, KeyError, traitlets.TraitError):
            self.control.put(...)  # typed in a cell, in a form of its own

    @property
    def drawn(self) -> bool:
        """Whether the present question has a picture, or the verdict on a program may have one."""
        program = self._exercise is not None and isinstance(self._exercise.kind, Program)
        return program or self._drawing() is not None

    def _drawing(self) -> Drawing | None:
        """Return the picture of the question; for pairs at least their variables."""
        exercise = self._exercise
        if exercise is None:
            return None
        if exercise.drawing is None and isinstance(exercise.kind, Pairs):
            return pairs_drawing(exercise.kind.names)
        return exercise.drawing and laid_out(exercise.drawing, self._model.pane)

    def _draw(self) -> None:
        """Show the graph with the answer so far in it, and what a click does."""
        drawing = self._drawing()
        if drawing is not None:
            shown = [answered(drawing, self.control.chosen)]
        else:
            texts = [text for fact in self._facts for text in getattr(fact, "graphs", ())]
            shown = [stage_of(Dag(text), pane=self._model.pane).drawing("") for text in texts]
        said = self._told or self.asks
        named = said.what if said.sign or not self._told else ""  # an answer that is only recorded
        judged = [yours(with_facts(each, self._facts), self.control.chosen) for each in shown]
        drawings = [with_names(each, named) for each in judged]
        self.picture.show(*drawings)
        self.band.show(said, *drawings)
        w.mark_if(self.picture_place, not shown, "mw-undrawn")
        hint = self.control.hint if self._can_be_clicked(drawing) else ""
        asked = self.asks.what if self._told and not getattr(self.control, "waiting", "") else ""
        look = "mw-question" if asked else "mw-place"
        self.hint.value = f'<div class="{look}" aria-live="polite">{escaped(asked or hint)}</div>'

    def _can_be_clicked(self, drawing: Drawing | None) -> bool:
        """Return whether a variable of the picture can be part of the answer."""
        if drawing is None or self._exercise is None:
            return False
        kind = self._exercise.kind
        kinds = kind.parts.values() if isinstance(kind, Parts) else [kind]
        names = {name for each in kinds for name in getattr(each, "names", ())}
        return not names.isdisjoint(mark.name for mark in drawing.nodes)
