"""The removability lab: Theorem 1 and the definition beside each other, and the repair."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import ipywidgets as w

from marvel_widgets.teaching.definition_view import comparison_words, too_large_words
from marvel_widgets.teaching.drawing import Drawing
from marvel_widgets.teaching.removability_tables import changes_html, conditions_html
from marvel_widgets.teaching.removability_view import (
    removability_drawing,
    removability_text,
    repairs,
    theorem_words,
)
from marvel_widgets.teaching.svg import side_by_side
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.closing import close_whole
from marvel_widgets.widgets.controls import WIDE, TroubleLine, button, escaped
from marvel_widgets.widgets.graph_part import GraphPart, graph_model_of
from marvel_widgets.widgets.picture import Picture
from marvel_widgets.widgets.predict import PredictBox, Predictions
from marvel_widgets.widgets.removability_model import ROWS, RemovabilityModel

NO_VARIABLES = "The graph has no variables. Add one, or load another graph."
MOST_REPAIRS = 8
_WRAP = {"flex_flow": "row wrap", "align_items": "center"}


class RemovabilityLab(App):
    """Pick a variable: do the conditions of Theorem 1 hold, and what would removal change?

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    x : str
        The variable to begin with; by default the first.
    predict : bool
        Ask "Is X removable?" before anything shows.
    answers : bool
        Whether verdicts, missing edges and changed d-separations show at all.
    hide, lock : iterable of str
        Parts: "graph", "question", "predict", "pictures", "conditions", "repair", "definition".
    big : bool
        For a projector.
    seed : int
        Taken for all apps alike; nothing here is random.
    token : str, optional
        A state to begin with, as `token` gave it.

    Raises
    ------
    GraphError, ValueError
        The name is unknown, or the token is damaged.

    Notes
    -----
    Theorem 1 (`thm: removablity`) looks at the neighbors of X; the definition (`def:
    removable`) compares all d-separations with and without X. The lab computes both, each in
    its own way. With the focus in the app, the left and right arrow keys choose the variable.

    Examples
    --------
    >>> lab = RemovabilityLab("X -> Y <- T; Y -> Z; X -> Z")
    >>> lab.text().splitlines()[6]
    'Theorem 1 (thm: removablity): X is not removable. Condition 2 fails at Z.'
    >>> lab.model.repair("T", "Z")
    True
    >>> lab.text().splitlines()[6]
    'Theorem 1 (thm: removablity): X is removable, since both conditions hold at every child.'
    """

    kind = "removability-lab"
    label = "Removability lab. Left and right arrow keys choose the variable."
    model: RemovabilityModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        *,
        x: str = "",
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        predict: bool = False,
        seed: int = 0,  # noqa: ARG002  all apps take it
        token: str | None = None,
    ) -> None:
        begin = {"x": x, **self.read_token(token)}
        graph = graph_model_of(source, begin.pop("graph", None))
        self.predictions = Predictions(on=predict, answers=answers)
        model = RemovabilityModel(graph, self.predictions, **begin)
        self.choice = _Choice(model)
        self.picture = Picture(on_pick=model.choose, big=big)
        self._staged: tuple[Any, Any] = (None, None)
        self.conditions = w.HTML(layout=w.Layout(flex="1 1 420px"))
        self.repair = _RepairRow(model)
        self.definition = _DefinitionPanel(model)
        self.graph = GraphPart(graph, big=big)
        parts = {
            "graph": self.graph,
            "question": self.choice,
            "predict": PredictBox(self.predictions),
            "pictures": self.picture,
            "conditions": self.conditions,
            "repair": self.repair,
            "definition": self.definition,
        }
        keys = {"ArrowRight": partial(model.step, 1), "ArrowLeft": partial(model.step, -1)}
        beside = ("pictures", "conditions")
        super().__init__(
            parts, model=model, hide=hide, lock=lock, big=big, keys=keys, beside=beside
        )
        model.observe(lambda _: self._show(), "changed")
        self.predictions.observe(lambda _: self._show(), "revealed")
        self._show()

    def _show(self) -> None:
        model = self.model
        self.conditions.value = _conditions(model)
        self.repair.show()
        self.definition.show()
        self._show_picture()

    def _show_picture(self) -> None:
        """Show the variable's picture; on a new graph, with room for everybody's missing edges.

        A view can't be given edges later, and a new one for each variable takes time.
        """
        model, drawings = self.model, _drawings(self.model)
        stage = (model.dag, model.graph.places)
        if all(new is old for new, old in zip(stage, self._staged, strict=True)):
            self.picture.show(*drawings)
            return
        self._staged = stage
        later = [
            mark
            for x in model.dag.nodes
            for mark in removability_drawing(
                model.dag, str(x), model.graph.places, answers=True
            ).edges
        ]
        self.picture.stage(*drawings, more=[later] if drawings else [])

    def text(self) -> str:
        """Return the graph, both conditions, and both verdicts as text."""
        model = self.model
        if not model.x:
            return NO_VARIABLES
        shown = model.predictions.revealed
        report = model.report if shown else None
        return removability_text(
            model.dag, model.x, model.first, ROWS, answers=shown, report=report
        )

    def svg(self) -> str:
        """Return the graph with its missing edges, the verdicts below; empty for no graph."""
        model = self.model
        if not model.x:
            return ""
        told = f"Is {model.x} removable?"
        if model.predictions.revealed:
            compared = comparison_words(model.dag, model.x, model.report)
            told = f"{theorem_words(model.dag, model.x)} {compared}"
        return side_by_side(_drawings(model), caption=told)


def _drawings(model: RemovabilityModel) -> list[Drawing]:
    if not model.x:
        return []
    shown = model.predictions.revealed
    return [removability_drawing(model.dag, model.x, model.graph.places, answers=shown)]


def _conditions(model: RemovabilityModel) -> str:
    if not model.x:
        return f'<div class="mw-sentence" role="status">{NO_VARIABLES}</div>'
    shown = model.predictions.revealed
    said = theorem_words(model.dag, model.x) if shown else f"Is {model.x} removable?"
    return (
        f'<div class="mw-sentence" role="status" aria-live="polite">{escaped(said)}</div>'
        f"{conditions_html(model.dag, model.x, answers=shown)}"
    )


class _Choice(w.HBox):
    """Which variable is under test."""

    def __init__(self, model: RemovabilityModel) -> None:
        self.model = model
        self._showing = False
        self.x = w.Dropdown(description="Variable X", style=WIDE, layout=w.Layout(width="auto"))
        self.back = button("Previous", "The variable before (left arrow)", partial(model.step, -1))
        self.on = button("Next", "The next variable (right arrow)", partial(model.step, 1))
        hint = w.Label("or click on it in the picture")
        super().__init__([self.x, self.back, self.on, hint], layout=w.Layout(**_WRAP))
        self.x.observe(lambda change: self._choose(change.new), "value")
        model.observe(lambda _: self._show(), "changed")
        self._show()

    def _choose(self, name: str | None) -> None:
        if name and not self._showing:
            self.model.choose(name)

    def _show(self) -> None:
        names = self.model.dag.nodes
        self._showing = True
        try:
            if self.x.options != names:
                self.x.options = names
            self.x.value = self.model.x or None
        finally:
            self._showing = False
        self.back.disabled = self.on.disabled = len(names) < 2


class _RepairRow(w.VBox):
    """One button for each missing edge, and the way back."""

    def __init__(self, model: RemovabilityModel) -> None:
        self.model = model
        graph = model.graph
        self.undo = button("Undo", "Take the last change of the graph back", graph.undo)
        self.redo = button("Redo", "Do it again", graph.redo)
        self.note = w.Label("")
        self.edges = w.HBox(layout=w.Layout(**_WRAP))
        self.trouble = TroubleLine(graph, "edit")
        row = w.HBox([self.edges, self.undo, self.redo, self.note], layout=w.Layout(**_WRAP))
        super().__init__([row, self.trouble])
        graph.observe(lambda _: self._show_history(), ["can_undo", "can_redo"])
        self._show_history()

    def _show_history(self) -> None:
        self.undo.disabled = not self.model.graph.can_undo
        self.redo.disabled = not self.model.graph.can_redo

    def show(self) -> None:
        """Show the edges that are missing now."""
        model = self.model
        found = repairs(model.dag, model.x) if model.x and model.predictions.revealed else ()
        old = self.edges.children
        self.edges.children = [
            button(
                repair.words,
                "Add this missing edge to the graph",
                partial(model.repair, *map(str, repair.edge)),
            )
            for repair in found[:MOST_REPAIRS]
        ]
        for control in old:
            close_whole(control)
        more = len(found) - MOST_REPAIRS
        self.note.value = f"and {more} more missing" if more > 0 else ""


class _DefinitionPanel(w.VBox):
    """The definition's verdict beside the theorem's, and the d-separations that change."""

    def __init__(self, model: RemovabilityModel) -> None:
        self.model = model
        self.comparison, self.listed = w.HTML(), w.HTML()
        self.earlier = button("Earlier", "The page before", partial(model.turn, -1))
        self.later = button("Later", "The next page", partial(model.turn, 1))
        self._pages = w.HBox([self.earlier, self.later])
        super().__init__([self.comparison, self.listed, self._pages])

    def show(self) -> None:
        """Show both verdicts and a page of the list, once they may be seen."""
        model = self.model
        shown = bool(model.x) and model.predictions.revealed
        self.layout.display = "" if shown else "none"
        if not shown:
            self.comparison.value = self.listed.value = ""
            return
        report = model.report
        said = comparison_words(model.dag, model.x, report)
        self.comparison.value = f'<div class="mw-verdict" role="status">{escaped(said)}</div>'
        if report is None:
            self.listed.value = f"<p>{escaped(too_large_words(model.dag))}</p>"
            self._pages.layout.display = "none"
            return
        self.listed.value = changes_html(model.dag, report, model.first, ROWS)
        total = len(report.changes)
        self.earlier.disabled = model.first == 0
        self.later.disabled = model.first + ROWS >= total
        self._pages.layout.display = "" if total > ROWS else "none"
