"""The orientation lab: from learned arrows to the essential graph and its class."""

from __future__ import annotations

from typing import Any, Unpack

from marvel_widgets.core.algorithms.options import Orientation
from marvel_widgets.lessons.orientation.view import MOST_MEMBERS
from marvel_widgets.pictures.band import Said, band_html
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.replay.stage_words import parted, steps_html
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.loading import LoadPanel
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.orientation_lab import ORIENTATION_LAB
from marvel_widgets.widgets.orientation_lab.model import VIEWS, OrientationModel

_RULES = (("repaired (recorded)", "recorded"), ("as printed", "printed"))


class OrientationLab(k.App):
    """Step through lines 17 to 19, browse the class, and compare the printed rule.

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
    **settings
        As all apps take them, see `AppSettings`: `predict` asks for the next direction;
        without `answers` nothing after line 17 shows. Parts: "graph", "editor", "view", "step",
        "said", "predict", "pictures", "steps".

    Raises
    ------
    GraphError, ValueError
        The graph is none, an argument is unknown, or the token is damaged.

    Examples
    --------
    >>> lab = OrientationLab("X -> Y <- T; Y -> Z", position=2)
    >>> print(lab.text().splitlines()[1])
    Meek's rule R1 directs Y → Z, since otherwise X → Y ← Z would be a new v-structure.
    """

    spec = ORIENTATION_LAB
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
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        model = OrientationModel(
            graph_model_of(source),
            self.predictions,
            view=view,
            orientation=orientation,
            position=position,
            member=member,
            limit=limit,
        )
        super().__init__(self._make_parts(self.restored(model)), model=model)
        self.add_class("mw-untitled")
        self._staged: tuple[object, str] = (None, "")  # of what the pictures are
        k.follow(self._show, (model, "changed"), (self.predictions, "revealed"))

    def _make_parts(self, model: OrientationModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self.loading = LoadPanel(model.graph, points=False)
        words = ("Step by step", "The class", "Printed rule")
        self.view = k.Toggles(options=list(zip(words, VIEWS, strict=True)))
        k.hear(self.view, model.show_view)
        self.rule = k.menu("Lines 13 and 17", _RULES, model.follow_rule)
        self.fold = k.Collapsible("Another rule", self.rule)
        self.error = k.ErrorLine(model, "graph")
        views = w.VBox([self.view, self.fold, self.error])
        views.add_class("mw-below")
        self.step_row = k.Transport(model)
        self.said, self.steps = k.Band(self.predictions), w.HTML()
        self.picture = k.Picture(*model.drawings(), big=big, on_pick_edge=self._ask_edge)
        self.run = k.ShownRun(model, self.step_row, self._screen, self._said, self._draw)
        return {
            "graph": w.VBox([self.loading, k.ErrorLine(model.graph, "load")]),
            "editor": GraphPart(model.graph, big=big),
            "step": self.step_row,
            "said": self.said,
            "steps": self.steps,
            "predict": k.PredictBox(self.predictions),
            "view": views,
            "pictures": self.picture,
        }

    def _name_graph(self) -> None:
        if self.predictions.openly:  # the graph in words is the answer
            super()._name_graph()

    def _show(self) -> None:
        model = self.model
        run = model.run if model.view == VIEWS[0] else model.members
        if (run, model.view) != self._staged:
            self._staged = run, model.view
            self._stage()
        w.show_if(self.step_row, model.film.last)
        k.put(self.view, value=model.view)
        k.put(self.rule, value=model.orientation)
        w.show_if(self.fold, model.view == VIEWS[0])
        self.run.ship(self._staged, openly=self.predictions.openly)
        self.run.show(model.position)

    def _stage(self) -> None:
        """Rebuild the pictures of a run, with the edges that come where nothing is asked."""
        model, asks = self.model, not self.predictions.openly
        places = range(0 if asks else model.film.last + 1)
        seen = zip(*(model.drawings(position) for position in places), strict=True)
        later = [[edge for drawing in each for edge in drawing.edges] for each in seen]
        self.picture.stage(*model.drawings(), more=later)

    def _screen(self, position: int) -> list[tuple[k.Target, Any]]:
        told, steps = self.model.sentences(position), ""
        if self.model.view == VIEWS[0]:
            told = self.model.run.told(position)
            steps = steps_html(self.model.titles(position), position)
        what, *why = told
        drawings = self.model.drawings(position)
        said = self.said.html(Said(what, " ".join(why)), *drawings)
        shown = ((self.said, said), (self.steps, steps))
        return [
            *(((widget, "value"), html) for widget, html in shown),
            *zip(self.picture.targets, self.picture.values(*drawings), strict=True),
        ]

    def _ask_edge(self, tail: str, head: str) -> None:
        """Say what has directed a clicked edge."""
        model = self.model
        if model.view == VIEWS[0]:
            said = Said(*parted(model.run.edge_words(model.position, tail, head)))
            self.said.value = band_html(said, *model.drawings())

    def _draw(self, position: int) -> None:
        self.picture.show(*self.model.drawings(position))

    def _said(self, position: int) -> str:
        return self.model.sentences(position)[-1]

    def text(self) -> str:
        """Return the sentences and what the pictures show, as text."""
        pictures = [drawing.description for drawing in self.model.drawings()]
        return "\n".join([*self.model.sentences(), *pictures])

    def svg(self) -> str:
        """Return the pictures, with the sentences below."""
        return side_by_side(self.model.drawings(), caption=" ".join(self.model.sentences()))
