"""The orientation lab: from learned arrows to the essential graph and its class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import ipywidgets as w

from marvel_widgets.algorithms.options import Orientation
from marvel_widgets.graphs.gallery import gallery
from marvel_widgets.teaching.class_members import MOST_MEMBERS
from marvel_widgets.teaching.svg import side_by_side
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.controls import WIDE, TroubleLine, button, escaped
from marvel_widgets.widgets.graph_model import GraphModel
from marvel_widgets.widgets.graph_part import GraphPart, graph_model_of
from marvel_widgets.widgets.orientation_model import VIEWS, OrientationModel
from marvel_widgets.widgets.picture import Picture
from marvel_widgets.widgets.predict import PredictBox, Predictions

_RULES = (("repaired (recorded)", "recorded"), ("as printed", "printed"))


class OrientationLab(App):
    """Step through lines 20 to 22, browse the class, and compare the printed rule.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    view : {"steps", "class", "printed rule"}
    orientation : {"recorded", "printed"}
        The rule of the view "steps".
    position, member : int
        Where to begin in the views "steps" and "class".
    limit : int
        The most members of a class that are listed.
    predict : bool
        Ask for the next direction before it shows.
    answers : bool
        Whether anything after line 20 shows at all.
    hide, lock : iterable of str
        Parts: "graph", "editor", "view", "step", "predict", "pictures", "sentences".
    big : bool
        For a projector.
    seed : int
        Taken for all apps alike; nothing here is random.
    token : str, optional
        A state to begin with, as `token` gave it.

    Raises
    ------
    GraphError, ValueError
        The graph is none, an argument is unknown, or the token is damaged.

    Examples
    --------
    >>> lab = OrientationLab("X -> Y <- T; Y -> Z", position=2)
    >>> print(lab.text().splitlines()[1])
    Meek's rule R1: Y → Z, since otherwise X → Y ← Z would be a new v-structure.
    """

    kind = "orientation-lab"
    label = "Orientation lab. Arrow keys step forwards and backwards"
    model: OrientationModel

    def __init__(
        self,
        source: Any = "{V0 V1 V2 V3}; V0 -> V2; V1 -> {V2 V3}; V2 -> V3",
        *,
        view: str = "steps",
        orientation: Orientation = "recorded",
        position: int = 0,
        member: int = 0,
        limit: int = MOST_MEMBERS,
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        predict: bool = False,
        seed: int = 0,  # noqa: ARG002  all apps take it
        token: str | None = None,
    ) -> None:
        begin: dict[str, Any] = {
            "view": view,
            "orientation": orientation,
            "position": position,
            "member": member,
            **self.read_token(token),
        }
        graph = graph_model_of(source, begin.pop("graph", None))
        self.predictions = Predictions(on=predict, answers=answers)
        model = OrientationModel(graph, self.predictions, limit=limit, **begin)
        self.graph_row = _GraphRow(graph)
        self.view_row = _ViewRow(model)
        self.step_row = _StepRow(model)
        self.sentences = w.HTML()
        self.picture = Picture(*model.drawings(), big=big)
        super().__init__(
            {
                "graph": self.graph_row,
                "editor": GraphPart(graph, big=big),
                "view": self.view_row,
                "step": self.step_row,
                "predict": PredictBox(self.predictions),
                "pictures": self.picture,
                "sentences": self.sentences,
            },
            model=model,
            hide=hide,
            lock=lock,
            big=big,
            keys={"ArrowRight": model.forward, "ArrowLeft": model.back},
        )
        model.observe(lambda _: self._show(), "changed")
        self._show()

    def _show(self) -> None:
        said = "".join(f"<div>{escaped(line)}</div>" for line in self.model.sentences())
        self.sentences.value = (
            f'<div class="mw-sentence" role="status" aria-live="polite">{said}</div>'
        )
        self.picture.show(*self.model.drawings())

    def text(self) -> str:
        """Return the sentences and what the pictures show, as text."""
        pictures = [drawing.description for drawing in self.model.drawings()]
        return "\n".join([*self.model.sentences(), *pictures])

    def svg(self) -> str:
        """Return the pictures, with the sentences below."""
        return side_by_side(self.model.drawings(), caption=" ".join(self.model.sentences()))


class _GraphRow(w.VBox):
    """Another graph: from the gallery, or typed."""

    def __init__(self, graph: GraphModel) -> None:
        self.graph = graph
        entries = [("choose one", ""), *((e.title, e.name) for e in gallery.entries())]
        self.example = w.Dropdown(options=entries, description="Example", style=WIDE)
        self.line = w.Text(
            graph.dag.to_text(),
            description="Graph",
            style=WIDE,
            continuous_update=False,
            layout=w.Layout(width="min(34em, 95%)"),
        )
        row = w.HBox([self.example, self.line], layout=w.Layout(flex_flow="row wrap"))
        super().__init__([row, TroubleLine(graph, "load")])
        self.example.observe(lambda change: change.new and graph.load_gallery(change.new), "value")
        self.line.observe(lambda change: self._load(change.new), "value")
        graph.observe(lambda _: self._show(), "dag")

    def _load(self, text: str) -> None:
        if text != self.graph.dag.to_text():
            self.graph.load_text(text)

    def _show(self) -> None:
        self.line.value = self.graph.dag.to_text()


class _ViewRow(w.VBox):
    """What is looked at, and by which rule."""

    def __init__(self, model: OrientationModel) -> None:
        self.model = model
        self.view = w.ToggleButtons(
            options=[
                ("Step by step", VIEWS[0]),
                ("The class", VIEWS[1]),
                ("Printed rule", VIEWS[2]),
            ],
            value=model.view,
            style={"button_width": "auto"},
        )
        self.rule = w.Dropdown(
            options=_RULES, value=model.orientation, description="Lines 13 and 20", style=WIDE
        )
        self.rule.layout.width = "auto"
        row = w.HBox(
            [self.view, self.rule], layout=w.Layout(flex_flow="row wrap", align_items="center")
        )
        super().__init__([row, TroubleLine(model, "graph")])
        self.view.observe(lambda change: self._choose(view=change.new), "value")
        self.rule.observe(lambda change: self._choose(rule=change.new), "value")
        model.observe(lambda _: self._show(), "changed")
        self._show()

    def _choose(self, view: str = "", rule: Any = "") -> None:
        model = self.model
        if view and view != model.view:
            model.show_view(view)
        if rule and rule != model.orientation:
            model.follow_rule(rule)

    def _show(self) -> None:
        self.view.value = self.model.view
        self.rule.value = self.model.orientation
        self.rule.layout.display = "" if self.model.view == "steps" else "none"


class _StepRow(w.HBox):
    """Forwards and backwards, through the stages or the members."""

    def __init__(self, model: OrientationModel) -> None:
        self.model = model
        self.begin = button("Begin", "To the beginning", _goer(model, 0))
        self.back = button("Back", "One step back (left arrow)", model.back)
        self.step = button("Step", "One step on (right arrow)", model.forward)
        self.end = button("End", "To the end", _goer(model, 10**9))
        super().__init__(
            [self.begin, self.back, self.step, self.end],
            layout=w.Layout(flex_flow="row wrap", align_items="center"),
        )
        model.observe(lambda _: self._show(), "changed")
        model.predictions.observe(lambda _: self._show(), "revealed")
        self._show()

    def _show(self) -> None:
        model = self.model
        if model.view == "class":
            at, last = model.member, len(model.members.dags) - 1
        else:
            at, last = model.position, model.last
        off = model.view == "printed rule" or (
            model.view == "class" and not model.predictions.answers
        )
        self.layout.display = "none" if off else ""
        self.begin.disabled = self.back.disabled = at == 0
        waits = model.view == "steps" and model.is_asking
        self.step.disabled = self.end.disabled = at >= last or waits


def _goer(model: OrientationModel, place: int) -> Any:
    """Return what goes to a place of the present view."""

    def go() -> None:
        if model.view == "class":
            model.look_at(place)
        else:
            model.go_to(place)

    return go
