"""A question on the screen: its words, its picture, and a control for the answer."""

from __future__ import annotations

from typing import Any, get_args

import traitlets

from marvel_widgets.assessment.answers import Parts
from marvel_widgets.assessment.drawn_facts import graphs_in, with_facts
from marvel_widgets.assessment.exercise import Asked, Exercise
from marvel_widgets.assessment.facts import Facts
from marvel_widgets.assessment.program_answers import Program
from marvel_widgets.assessment.question import question_html
from marvel_widgets.assessment.variable_answers import Order, Pairs
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.text import escaped
from marvel_widgets.widgets.exercise_box.controls import PressedInOrder, answer_control
from marvel_widgets.widgets.exercise_box.picture import answered, laid_out, pairs_drawing
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.picture import Picture
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
        self.question, self.answer_place = w.VBox(), w.VBox()
        self.picture = Picture(on_pick=self.pick, big=big, noted=True)
        self.picture_hint = w.HTML()
        self.picture_place = w.VBox([self.picture, self.picture_hint])
        self._exercise: Exercise | Asked | None = None
        self._facts: Facts = ()
        self.asked: object = None
        self._model = model
        model.observe(lambda _: self._draw(), "pane")

    def show(self, exercise: Exercise | Asked, note: str = "") -> None:
        """Show a question: its words, its graph, an empty answer; a note follows its title."""
        self._exercise = exercise
        old = [*self.question.children, *self.answer_place.children]
        asked = exercise.question.split("\n")  # numbered statements are part of the control
        self.control = answer_control(exercise.kind)
        self.question.children = [w.HTML(question_html(exercise.title + note, asked))]
        ordered = isinstance(exercise.kind, Order) and not self._can_be_clicked(self._drawing())
        pressed = [PressedInOrder(self.control)] if ordered else []
        self.answer_place.children = [self.control, *pressed]
        for widget in old:
            close_tree(widget)
        self._facts = ()
        self.control.hear(self.witness)
        self._draw()

    def witness(self, facts: Facts = ()) -> None:
        """Show the facts on the answer in its picture, until another one is begun."""
        self._facts = facts
        self._draw()

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
        except (TypeError, KeyError, traitlets.TraitError):
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
            stages = [stage_of(dag, pane=self._model.pane) for dag in graphs_in(self._facts)]
            shown = [stage.drawing("") for stage in stages]
        self.picture.show(*(with_facts(each, self._facts) for each in shown))
        w.mark_if(self.picture_place, not shown, "mw-undrawn")
        hint = escaped(self.control.hint) if self._can_be_clicked(drawing) else ""
        self.picture_hint.value = f'<div class="mw-place" aria-live="polite">{hint}</div>'

    def _can_be_clicked(self, drawing: Drawing | None) -> bool:
        """Return whether a variable of the picture can be part of the answer."""
        if drawing is None or self._exercise is None:
            return False
        kind = self._exercise.kind
        kinds = kind.parts.values() if isinstance(kind, Parts) else [kind]
        names = {name for each in kinds for name in getattr(each, "names", ())}
        return not names.isdisjoint(mark.name for mark in drawing.nodes)
