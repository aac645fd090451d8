"""The walk through the proof of Theorem 1 on the learner's own graph, step by step."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Unpack

from marvel_widgets.lessons.proof import view
from marvel_widgets.lessons.proof import words as say
from marvel_widgets.lessons.removability.view import removability_drawing
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.replay.stage_words import steps_html
from marvel_widgets.replay.wording import path_words
from marvel_widgets.text import escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.proof_walk import PROOF_WALK
from marvel_widgets.widgets.proof_walk.model import ProofModel

CAPTION_WIDTH = 440.0  # px; a line of about 60 letters, where the graph is narrow
NO_VARIABLES = "The graph has no variables. Add one, or load another graph."


class ProofWalk(k.App):
    """Walk through the proof of Theorem 1: P becomes P' and P'', or a separator is lost.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    x : str
        The variable that leaves. A removable one is walked on the theorem's if side, any
        other on the only-if side.
    path : iterable of str
        The path P through x; by default an instructive one.
    given : iterable of str
        The set S, with `path`.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks which vertex blocks a
        path, or whether x is removable; without `answers` it does not show what blocks or opens
        a path, nor which edge is missing. Parts: "graph", "said", "pictures", "predict",
        "steps", "reasons", "question".

    Raises
    ------
    GraphError, ValueError
        A name is unknown, the path is none, or the token is damaged.

    Notes
    -----
    Proof of Theorem 1. Paths are judged by the proof's own rule, which counts the
    ends of a path as given below a collider; where the textbook's rule says otherwise, the
    walk says so. With the focus in the app, the arrow keys go back and on.

    Examples
    --------
    >>> walk = ProofWalk("X -> B <- A; B -> C; X -> C; A -> C", x="X", path="ABXC", given="B")
    >>> walk.model.step()
    >>> walk.text().splitlines()[2]
    "Step 2 of 4: P' in H, case (b)."
    """

    spec = PROOF_WALK
    model: ProofModel

    def __init__(
        self,
        source: Any = "X -> B <- A; B -> C; X -> C; A -> C",
        *,
        x: str = "",
        path: Iterable[str] = (),
        given: Iterable[str] = (),
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        chosen = (given,) if isinstance(given, str) else tuple(given)
        graph = graph_model_of(source)
        model = ProofModel(graph, self.predictions, x=x, path=tuple(path), given=chosen)
        super().__init__(self._make_parts(self.restored(model)), model=model)
        self.add_class("mw-untitled")
        self._staged: object = None  # of what the picture is
        k.follow(self._show, (model, "changed"), (self.predictions, "revealed"))

    def _make_parts(self, model: ProofModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self.graph = GraphPart(model.graph, big=big)
        self.steps = k.Transport(model)
        self.said, self.reasons = k.Band(self.predictions), w.HTML()
        self.picture = k.Picture(
            *_drawings(model, model.position),
            on_pick=lambda name: model.choose_given({*model.side.given} ^ {name}),
            big=big,
            noted=True,
        )
        self.run = k.ShownRun(model, self.steps, self._screen, self._said, self._draw)
        return {
            "graph": self.graph,
            "predict": k.PredictBox(self.predictions),
            "said": self.said,
            "reasons": self.reasons,
            "question": self._make_choice(model),
            "steps": self.steps,
            "pictures": self.picture,
        }

    def _make_choice(self, model: ProofModel) -> w.VBox:
        """Make the variable; then ends, set and path, or the failing condition."""
        broad = {"min_width": "110px"}
        self.x = k.menu("Variable X that leaves", (), model.choose, **broad)
        self.y = k.menu("P runs from", (), lambda y: model.choose_ends(y, self.z.value), **broad)
        self.z = k.menu("to", (), lambda z: model.choose_ends(self.y.value, z), **broad)
        self.gap = k.menu("What fails", (), model.choose_gap, **broad)
        self.given, self.path = k.Chips("Set S"), k.Rows("Path P")
        k.hear(self.given, model.choose_given)
        k.hear(self.path, model.choose_path)
        self.side, self.note = w.HTML(), w.Label("There are more paths than are listed.")
        wrap = w.layout(flex_flow="row wrap", align_items="flex-start")
        self.if_side = w.HBox([self.y, self.z, self.given, self.path], layout=wrap)
        fields = w.VBox([self.side, self.x, self.if_side, self.gap, self.note])
        made = w.VBox([k.Collapsible("Another variable, path or set", fields)])
        made.add_class("mw-below")
        return made

    def _show_choice(self) -> None:
        model, side = self.model, self.model.side
        # with a question open, the side would be the answer
        told = model.predictions.revealed or (side.removable and not model.hides_side)
        names, told = [str(v) for v in model.dag.nodes], bool(side.x) and told
        text = say.side_words(side.x, removable=side.removable) if told else ""
        k.put(self.side, value=f'<div class="mw-place">{escaped(text)}</div>')
        k.put(self.x, options=names, value=side.x or None)
        gaps = [(say.gap_line(found), at) for at, found in enumerate(side.gaps)]
        k.put(self.gap, shown=gaps and told, options=gaps, value=side.gap if gaps else None)
        w.show_if(self.note, side.is_cut and side.removable and told)
        w.show_if(self.if_side, side.removable and len(names) > 1 and told)
        others = [v for v in names if v != side.x]
        k.put(self.y, options=(v for v in others if v != side.z), value=side.y or None)
        k.put(self.z, options=(v for v in others if v != side.y), value=side.z or None)
        free = [v for v in others if v not in (side.y, side.z)]
        k.put(self.given, options=free, value=tuple(v for v in side.given if v in free))
        places = [path.names for path in side.paths]
        at = places.index(side.path) if side.path in places else None
        self.path.offer([path_words(path) for path in side.paths], at)

    def _show(self) -> None:
        self._show_choice()
        model = self.model
        openly = self.predictions.openly
        run = (model.side, model.graph.positions, openly)
        if run != self._staged:
            self._staged = run
            places = range(max(1, model.side.steps)) if openly else ()
            later = [edge for at in places for each in _drawings(model, at) for edge in each.edges]
            self.picture.stage(*_drawings(model, model.position), more=[later])
        self.run.ship(run, openly=openly)
        self.run.show(model.position)

    def _screen(self, position: int) -> list[tuple[k.Target, Any]]:
        what, why, more = _told(self.model, position)
        below = "".join(f"<p>{_indexed(escaped(line))}</p>" for line in more)
        steps = steps_html(titles, position) if (titles := _titles(self.model, position)) else ""
        drawings = _drawings(self.model, position)
        said = _indexed(self.said.html(Said(what, why), *drawings))
        pictured = zip(self.picture.targets, self.picture.values(*drawings), strict=True)
        told = [((self.said, "value"), said), ((self.reasons, "value"), steps + below)]
        return [*told, *pictured]

    def _draw(self, position: int) -> None:
        self.picture.show(*_drawings(self.model, position))

    def _said(self, position: int) -> str:
        model = self.model
        return "" if model.hides_side else f"Step {position + 1} of {max(1, model.side.steps)}"

    def text(self) -> str:
        """Return the graph and the present step as text."""
        model, side = self.model, self.model.side
        if not side.x:
            return NO_VARIABLES
        head = model.dag.to_text()
        if not model.predictions.revealed:
            title, text, _ = _words(model, model.position)
            return f"{head}\n{title}\n{text}"
        if side.walk is not None:
            return f"{head}\n{view.walk_text(model.dag, side.walk, model.position)}"
        if side.gaps:
            words = say.side_words(side.x, removable=False)
            return (
                f"{head}\n{words}\n{view.loss_text(model.dag, side.gaps[side.gap], model.position)}"
            )
        return f"{head}\n{say.no_path_words(side.x, side.y, side.z)}"

    def svg(self) -> str:
        """Return the picture of the present step, its sentence below; empty for no graph."""
        drawings = _drawings(self.model, self.model.position)
        if not drawings:
            return ""
        title, text, remarks = _words(self.model, self.model.position)
        caption = " ".join([f"{title}.", text, *remarks])
        return side_by_side(drawings, caption=caption, least=CAPTION_WIDTH)


def _indexed(html: str) -> str:
    return re.sub(r"\bP_([lr])\b", r"P<sub>\1</sub>", html)


def _words(model: ProofModel, position: int) -> tuple[str, str, list[str]]:
    """Return the title of a step, its sentences, and remarks in small print."""
    dag, side, shown = model.dag, model.side, model.predictions.revealed
    if not side.x:
        return "No graph", NO_VARIABLES, []
    if model.hides_side:
        return f"Is {side.x} removable?", "", []
    where = f"Step {position + 1} of {side.steps}"
    stage, loss = side.stage(position), side.loss(position)
    if side.walk is not None and stage is not None:
        title = f"{where}: {say.stage_title(side.walk, stage)}"
        if not shown:
            return title, view.announcement_words(dag, side.walk, stage), [say.PAPERS_RULE]
        return (
            title,
            say.stage_words(dag, side.walk, stage),
            [say.PAPERS_RULE, say.rule_words(stage)],
        )
    if loss is not None and shown:
        found = side.gaps[side.gap]
        return f"{where}: {say.loss_title(loss)}", say.loss_words(dag, found, loss), []
    if side.removable:
        return "Nothing to walk", say.no_path_words(side.x, side.y, side.z), []
    return f"Is {side.x} removable?", "", []


def _told(model: ProofModel, position: int) -> tuple[str, str, list[str]]:
    """Return what a step says on the screen: what happens, why, and what is folded."""
    dag, side = model.dag, model.side
    stage, loss = side.stage(position), side.loss(position)
    title, text, remarks = _words(model, position)
    if model.hides_side or not model.predictions.revealed or not side.steps:
        return (text, "", remarks) if remarks else (title, text, [])
    if side.walk is None or stage is None:
        assert loss is not None  # a side has steps of one kind
        found = say.loss_sentences(dag, side.gaps[side.gap], loss)
    else:
        found = say.stage_sentences(dag, side.walk, stage)
    why, more = say.ranked(found, "why"), [say.ranked(found, "more"), *remarks]
    if stage is not None and stage.rules_differ:
        why = f"{why} {more.pop()}"
    return say.ranked(found, "said"), why, [line for line in more if line]


def _titles(model: ProofModel, position: int) -> list[str]:
    """Return the names of the steps; where something is asked, those so far."""
    side, asks = model.side, not model.predictions.openly
    if model.hides_side or (side.gaps and not model.predictions.revealed):
        return []
    titles = [] if side.walk is None else [say.stage_name(stage) for stage in side.walk.stages]
    titles += [say.loss_title(stage) for stage in side.losses]
    return titles[: position + 1] if asks else titles


def _drawings(model: ProofModel, position: int) -> list[Drawing]:
    dag, side, shown = model.dag, model.side, model.predictions.revealed
    positions = model.graph.positions
    if not side.x:
        return []
    stage, loss = side.stage(position), side.loss(position)
    if side.walk is not None and stage is not None and not model.hides_side:
        return [view.stage_drawing(dag, side.walk, stage, positions, answers=shown)]
    if loss is not None and shown:
        return [view.loss_drawing(dag, side.gaps[side.gap], loss, positions)]
    return [removability_drawing(dag, side.x, positions, answers=False)]
