"""The walk through the proof of Theorem 1 on the learner's own graph, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import ipywidgets as w

from marvel_widgets.teaching.drawing import Drawing
from marvel_widgets.teaching.loss_wording import gap_line, loss_title, loss_words
from marvel_widgets.teaching.proof_view import (
    announcement_words,
    loss_drawing,
    loss_text,
    stage_drawing,
    walk_text,
)
from marvel_widgets.teaching.proof_wording import (
    PAPERS_RULE,
    no_path_words,
    rule_words,
    side_words,
    stage_title,
    stage_words,
)
from marvel_widgets.teaching.removability_view import removability_drawing
from marvel_widgets.teaching.svg import side_by_side
from marvel_widgets.teaching.wording import path_words
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.controls import WIDE, button, escaped
from marvel_widgets.widgets.graph_part import GraphPart, graph_model_of
from marvel_widgets.widgets.picture import Picture
from marvel_widgets.widgets.predict import PredictBox, Predictions
from marvel_widgets.widgets.proof_model import ProofModel

CAPTION_WIDTH = 440.0  # px; a line of about 60 letters, where the graph is narrow
NO_VARIABLES = "The graph has no variables. Add one, or load another graph."
_WRAP = {"flex_flow": "row wrap", "align_items": "flex-start"}
_AUTO = {"width": "auto", "min_width": "110px"}


class ProofWalk(App):
    """Walk through the proof of Theorem 1: P becomes P' and P'', or a separator is lost.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    x : str
        The variable that leaves. A removable one is walked on the theorem's if side, any
        other on the only-if side.
    path : iterable of str
        The path P through x; by default a telling one.
    given : iterable of str
        The set S, with `path`.
    predict : bool
        Ask which vertex blocks a path, or whether x is removable, before it shows.
    answers : bool
        Whether it shows at all what blocks or opens a path, and which edge is missing.
    hide, lock : iterable of str
        Parts: "graph", "question", "predict", "steps", "pictures", "sentence".
    big : bool
        For a projector.
    seed : int
        Taken for all apps alike; nothing here is random.
    token : str, optional
        A state to begin with, as `token` gave it.

    Raises
    ------
    GraphError, ValueError
        A name is unknown, the path is none, or the token is damaged.

    Notes
    -----
    Proof of `thm: removablity`. Paths are judged by the proof's own rule, which counts the
    ends of a path as given below a collider; where the textbook's rule says otherwise, the
    walk says so. With the focus in the app, the arrow keys go back and on.

    Examples
    --------
    >>> walk = ProofWalk("X -> B <- A; B -> C; X -> C; A -> C", x="X", path="ABXC", given="B")
    >>> walk.model.next()
    >>> walk.text().splitlines()[2]
    "Step 2 of 4: P' in H, case (b)."
    """

    kind = "proof-walk"
    label = "Walk through the proof of Theorem 1. Left and right arrow keys go back and on."
    model: ProofModel

    def __init__(
        self,
        source: Any = "X -> B <- A; B -> C; X -> C; A -> C",
        *,
        x: str = "",
        path: Iterable[str] = (),
        given: Iterable[str] = (),
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        predict: bool = False,
        seed: int = 0,  # noqa: ARG002  all apps take it
        token: str | None = None,
    ) -> None:
        chosen = (given,) if isinstance(given, str) else tuple(given)
        begin = {"x": x, "path": tuple(path), "given": chosen, **self.read_token(token)}
        graph = graph_model_of(source, begin.pop("graph", None))
        self.predictions = Predictions(on=predict, answers=answers)
        model = ProofModel(graph, self.predictions, **begin)
        self.choice = _Choice(model)
        self.steps = _Steps(model)
        self.sentence = w.HTML(layout=w.Layout(flex="1 1 360px"))
        self.picture = Picture(*_drawings(model), on_pick=model.toggle, big=big, noted=True)
        self.graph = GraphPart(graph, big=big)
        parts = {
            "graph": self.graph,
            "question": self.choice,
            "predict": PredictBox(self.predictions),
            "steps": self.steps,
            "pictures": self.picture,
            "sentence": self.sentence,
        }
        keys: dict[str, Callable[[], Any]] = {
            "ArrowRight": model.next,
            "ArrowLeft": model.back,
            "Home": partial(model.go, 0),
            "End": lambda: model.go(model.steps - 1),
        }
        beside = ("pictures", "sentence")
        super().__init__(
            parts, model=model, hide=hide, lock=lock, big=big, keys=keys, beside=beside
        )
        model.observe(lambda _: self._show(), "changed")
        self.predictions.observe(lambda _: self._show(), "revealed")
        self._show()

    def _show(self) -> None:
        title, said, remarks = _words(self.model)
        below = "".join(f'<div class="mw-place">{escaped(line)}</div>' for line in remarks)
        self.sentence.value = (
            f'<div class="mw-sentence" role="status" aria-live="polite"><strong>{escaped(title)}'
            f"</strong><div>{escaped(said)}</div>{below}</div>"
        )
        self.steps.show()
        self.picture.show(*_drawings(self.model))

    def text(self) -> str:
        """Return the graph and the present step as text."""
        model = self.model
        if not model.x:
            return NO_VARIABLES
        head = model.dag.to_text()
        if not model.predictions.revealed:
            title, said, _ = _words(model)
            return f"{head}\n{title}\n{said}"
        if model.walk is not None:
            return f"{head}\n{walk_text(model.dag, model.walk, model.at)}"
        if model.gaps:
            side = side_words(model.x, removable=False)
            return f"{head}\n{side}\n{loss_text(model.dag, model.gaps[model.gap], model.at)}"
        return f"{head}\n{no_path_words(model.x, model.y, model.z)}"

    def svg(self) -> str:
        """Return the picture of the present step, its sentence below; empty for no graph."""
        drawings = _drawings(self.model)
        if not drawings:
            return ""
        title, said, remarks = _words(self.model)
        caption = " ".join([f"{title}.", said, *remarks])
        return side_by_side(drawings, caption=caption, least=CAPTION_WIDTH)


def _words(model: ProofModel) -> tuple[str, str, list[str]]:
    """Return the title of the present step, its sentences, and remarks in small print."""
    dag, shown = model.dag, model.predictions.revealed
    if not model.x:
        return "No graph", NO_VARIABLES, []
    where = f"Step {model.at + 1} of {model.steps}"
    if model.walk is not None and model.stage is not None:
        title = f"{where}: {stage_title(model.walk, model.stage)}"
        if not shown:
            return title, announcement_words(dag, model.walk, model.stage), [PAPERS_RULE]
        said = stage_words(dag, model.walk, model.stage)
        return title, said, [PAPERS_RULE, rule_words(model.stage)]
    if model.loss is not None and shown:
        found = model.gaps[model.gap]
        return f"{where}: {loss_title(model.loss)}", loss_words(dag, found, model.loss), []
    if model.removable:
        return "Nothing to walk", no_path_words(model.x, model.y, model.z), []
    return f"Is {model.x} removable?", "", []


def _drawings(model: ProofModel) -> list[Drawing]:
    dag, shown, places = model.dag, model.predictions.revealed, model.graph.places
    if not model.x:
        return []
    if model.walk is not None and model.stage is not None:
        return [stage_drawing(dag, model.walk, model.stage, places, answers=shown)]
    if model.loss is not None and shown:
        return [loss_drawing(dag, model.gaps[model.gap], model.loss, places)]
    return [removability_drawing(dag, model.x, places, answers=False)]


class _Steps(w.HBox):
    """Begin, back, next, end, and where we are."""

    def __init__(self, model: ProofModel) -> None:
        self.model = model
        self.begin = button("Begin", "Go to the first step (Home)", partial(model.go, 0))
        self.back = button("Back", "One step back (left arrow)", model.back)
        self.next = button("Next", "One step on (right arrow)", model.next)
        self.end = button("End", "Go to the last step (End)", self._end)
        self.where = w.Label("")
        super().__init__(
            [self.begin, self.back, self.next, self.end, self.where], layout=w.Layout(**_WRAP)
        )

    def _end(self) -> None:
        self.model.go(self.model.steps - 1)

    def show(self) -> None:
        """Show where the walk is, and which ways are open."""
        model = self.model
        last = model.at >= model.steps - 1
        self.begin.disabled = self.back.disabled = model.at == 0
        self.next.disabled = self.end.disabled = last or model.waits
        waiting = ", after your prediction" if model.waits and not last else ""
        self.where.value = f"Step {model.at + 1} of {model.steps}{waiting}" if model.steps else ""


class _Choice(w.VBox):
    """Who leaves; then the ends, the set and the path, or the failing condition."""

    def __init__(self, model: ProofModel) -> None:
        self.model = model
        self._showing = False
        self.x = self._menu("Variable X that leaves")
        self.y, self.z = self._menu("P runs from"), self._menu("to")
        self.given = w.SelectMultiple(
            description="Set S (or click)",
            style=WIDE,
            rows=3,
            layout=w.Layout(width="auto", min_width="200px"),
        )
        self.path = w.Select(
            description="Path P", style=WIDE, rows=4, layout=w.Layout(width="min(520px, 98%)")
        )
        self.gap = self._menu("What fails")
        self.side, self.note = w.HTML(), w.Label("There are more paths than are listed.")
        self._if = w.HBox([self.y, self.z, self.given, self.path], layout=w.Layout(**_WRAP))
        self._only_if = w.HBox([self.gap], layout=w.Layout(**_WRAP))
        super().__init__(
            [
                w.HBox([self.x, self.side], layout=w.Layout(**_WRAP | {"align_items": "center"})),
                self._if,
                self._only_if,
                self.note,
            ]
        )
        self.x.observe(lambda change: self._act(model.choose, change.new), "value")
        for end in (self.y, self.z):
            end.observe(lambda _: self._act(model.choose_ends, self.y.value, self.z.value), "value")
        self.given.observe(lambda change: self._act(model.choose_given, change.new), "value")
        self.path.observe(lambda change: self._act(model.choose_path, change.new), "value")
        self.gap.observe(lambda change: self._act(model.choose_gap, change.new), "value")
        model.observe(lambda _: self._show(), "changed")
        model.predictions.observe(lambda _: self._show(), "revealed")
        self._show()

    @staticmethod
    def _menu(description: str) -> w.Dropdown:
        return w.Dropdown(description=description, style=WIDE, layout=w.Layout(**_AUTO))

    def _act(self, choose: Any, *values: Any) -> None:
        if not self._showing and None not in values:
            choose(*values)

    def _show(self) -> None:
        self._showing = True
        try:
            self._show_fields()
        finally:
            self._showing = False

    def _show_fields(self) -> None:
        model = self.model
        names = [str(v) for v in model.dag.nodes]
        others = [v for v in names if v != model.x]
        _offer(self.x, names, model.x or None)
        # with a question open, the side would be the answer
        told = bool(model.x) and (model.removable or model.predictions.revealed)
        said = side_words(model.x, removable=model.removable) if told else ""
        self.side.value = f'<div class="mw-side">{escaped(said)}</div>'
        self._if.layout.display = "" if model.removable and others else "none"
        self._only_if.layout.display = "" if model.gaps and told else "none"
        _offer(self.y, [v for v in others if v != model.z], model.y or None)
        _offer(self.z, [v for v in others if v != model.y], model.z or None)
        free = [v for v in others if v not in (model.y, model.z)]
        _offer(self.given, free, tuple(v for v in model.given if v in free))
        self.given.rows = min(5, max(2, len(free)))
        chosen = None if model.walk is None else model.walk.stages[0].path.names
        places = [path.names for path in model.paths]
        options = [(path_words(path), i) for i, path in enumerate(model.paths)]
        _offer(self.path, options, places.index(chosen) if chosen in places else None)
        gaps = [(gap_line(found), i) for i, found in enumerate(model.gaps)]
        _offer(self.gap, gaps, model.gap if gaps else None)
        self.path.rows = min(5, max(2, len(options)))
        self.note.layout.display = "" if model.is_cut and model.removable else "none"


def _offer(field: Any, options: list[Any], value: Any) -> None:
    """Offer options and show which one is chosen; an equal list is not sent again."""
    if list(field.options) != options:
        field.options = options
    field.value = value
