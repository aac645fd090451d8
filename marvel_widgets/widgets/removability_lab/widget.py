"""The removability lab: Theorem 1 and the definition beside each other, and the repair."""

from __future__ import annotations

from functools import partial
from typing import Any, Unpack

import traitlets

from marvel_widgets.core.boundary.removability import explain_removability
from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.removability import view
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.pills import Point
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.text import escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import AsksOnGraph
from marvel_widgets.widgets.editor.part import GraphPart, History, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.removability_lab import REMOVABILITY_LAB

ROWS = 10  # of the list of changed d-separations


class RemovabilityModel(AsksOnGraph):
    """A variable of a graph that may be edited: is it removable?"""

    x = traitlets.Unicode("", help="The variable under test; empty in an empty graph.")
    first = traitlets.Int(0, help="The first row of the list that shows.")
    _report: tuple[Dag, view.DefinitionReport] | None = None

    def _set_up(self, x: str = "", first: int = 0) -> None:
        if x:
            self.dag.position(x)  # raises for an unknown name
        self._take(x or self.anyone, max(0, first))

    @property
    def report(self) -> view.DefinitionReport | None:
        """What the definition says of the variable, worked out once; None if too large."""
        if not self.x or view.too_large_words(self.dag):
            return None
        if (
            self._report is None
            or self._report[0] is not self.dag
            or (self._report[1].variable != self.x)
        ):
            self._report = (self.dag, view.definition_report(self.dag, self.x))
        return self._report[1]

    @property
    def total(self) -> int:
        """How many d-separations change."""
        return 0 if self.report is None else len(self.report.changes)

    def _follow(self) -> None:
        """Keep the variable where the edited graph still has it."""
        self._take(self.x if self.x in self.dag else self.anyone, 0)

    def _take(self, x: str, first: int) -> None:
        with self.hold_trait_notifications():
            self.x, self.first = x, first
            # asked before anything shows: the answer would flash by
            self.predictions.ask(view.removability_question(self.dag, x) if x else None)
            self.changed += 1

    # -- what the controls do --------------------------------------------------------------

    def choose(self, x: str) -> None:
        """Put a variable under test."""
        if x in self.dag and x != self.x:
            self._take(x, 0)

    def step(self, by: int) -> None:
        """Put the next variable under test, or with -1 the one before."""
        names = self.dag.nodes
        if names:
            self._take(str(names[(names.index(self.x) + by) % len(names)]), 0)

    def turn(self, pages: int) -> None:
        """Turn pages of the list, up to its ends."""
        last = (self.total - 1) // ROWS * ROWS
        self._take(self.x, max(0, min(self.first + pages * ROWS, last)))

    def repair(self, tail: str, head: str) -> bool:
        """Add a missing edge; a cycle is refused by the graph, in its `error`."""
        return self.graph.add_edge(tail, head)


MOST_REPAIRS = 8
NO_VARIABLES = "The graph has no variables. Add one, or load another graph."
# Of more variables the missing edges are too many to be kept ready: each is a widget.
MOST_STAGED = 16


class RemovabilityLab(k.App):
    """Pick a variable: do the conditions of Theorem 1 hold, and what would removal change?

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    x : str
        The variable to begin with; by default the first.
    because : str
        The reason for a prediction's verdict in words of your own, before Theorem 1 is known.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks "Is X removable?"; without
        `answers` no verdict, missing edge or changed d-separation shows. Parts: "graph",
        "said", "predict", "pictures", "acts", "conditions", "definition".

    Raises
    ------
    GraphError, ValueError
        The name is unknown, or the token is damaged.

    Notes
    -----
    Theorem 1 looks at the neighbors of X; the definition
    compares all d-separations with and without X. The lab computes both, each in
    its own way. With the focus in the app, the left and right arrow keys choose the variable.

    Examples
    --------
    >>> lab = RemovabilityLab("X -> Y <- T; Y -> Z; X -> Z")
    >>> lab.text().splitlines()[6]
    'Theorem 1: X is not removable. Condition 2 fails at Z.'
    >>> lab.model.repair("T", "Z")
    True
    >>> lab.text().splitlines()[6]
    'Theorem 1: X is removable, since both conditions hold at every child.'
    >>> asking = RemovabilityLab("A <- B -> C", x="B", because="B moves both.", predict=True)
    >>> asking.predictions.answer("yes")
    >>> asking.predictions.message
    'Not right. The answer is: no. B moves both.'
    """

    spec = REMOVABILITY_LAB
    model: RemovabilityModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        *,
        x: str = "",
        because: str = "",
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        self.predictions.because = because
        model = RemovabilityModel(graph_model_of(source), self.predictions, x=x)
        super().__init__(
            self._make_parts(self.restored(model)),
            model=model,
            keys={"ArrowRight": partial(model.step, 1), "ArrowLeft": partial(model.step, -1)},
        )
        self.add_class("mw-untitled")
        k.follow(self._show, (model, "changed"), (self.predictions, "revealed"))

    def _make_parts(self, model: RemovabilityModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self.graph = GraphPart(model.graph, big=big)
        self.said = k.Band(self.predictions, judges=True)
        self.picture = k.Picture(on_pick=model.choose, big=big, pinned=True)
        self.plus = [k.button("", "", partial(self._add, i)) for i in range(MOST_REPAIRS)]
        self._missing: list[tuple[Edge, Point]] = []
        self._staged: tuple[Any, Any] = (None, None)
        self.add = k.button("", "Add the edge that is missing", partial(self._add, 0))
        self.on = k.button("Next variable", "The next one (right arrow)", partial(model.step, 1))
        for control in (*self.plus, self.add):
            control.disabled = "acts" in self.settings["lock"]
        self.error, self.history = k.ErrorLine(model.graph, "edit"), History(model.graph)
        self.conditions, self.comparison, self.listed = (w.HTML() for _ in range(3))
        self.earlier = k.button("Earlier", "The page before", partial(model.turn, -1))
        self.later = k.button("Later", "The next page", partial(model.turn, 1))
        self.pages = w.HBox([self.earlier, self.later])
        self.definition = w.VBox([self.comparison, self.listed, self.pages])
        return {
            "graph": self.graph,
            "said": self.said,
            "predict": k.PredictBox(self.predictions),
            "pictures": self.picture,
            "acts": w.HBox([self.history, self.add, self.on, self.error]),
            "conditions": self.conditions,
            "definition": w.VBox([self.definition]),
        }

    def _show(self) -> None:
        model = self.model
        drawings = _drawings(model)
        said, self.conditions.value = Said(NO_VARIABLES), ""
        if model.x:
            shown = model.predictions.revealed
            said = view.leaving(model.dag, model.x) if shown else Said(f"Is {model.x} removable?")
            self.conditions.value = view.conditions_html(model.dag, model.x, answers=shown)
        self.said.show(said, *drawings)
        self._show_definition()
        self._show_picture(drawings)
        self._pin()
        w.mark_if(self.on, model.predictions.revealed, "mw-primary")
        self.on.disabled = len(model.dag) < 2

    def _show_definition(self) -> None:
        """Show both verdicts and a page of the list, once they may be seen."""
        model, compared, listed = self.model, "", ""
        shown = model.x and model.predictions.revealed
        w.show_if(self.definition, shown)
        if shown:
            report = model.report
            text = view.comparison_words(model.dag, model.x, report)
            compared = f'<div class="mw-verdict" role="status">{escaped(text)}</div>'
            listed = f"<p>{escaped(view.too_large_words(model.dag))}</p>"
            if report is not None:
                listed = view.changes_html(report, model.first, ROWS)
            k.put(self.earlier, off=model.first == 0)
            k.put(self.later, off=model.first + ROWS >= model.total)
            w.show_if(self.pages, model.total > ROWS)
        self.comparison.value, self.listed.value = compared, listed

    def _pin(self) -> None:
        """Put a button on the middle of each missing edge that shows."""
        model, self._missing = self.model, []
        if model.x and model.predictions.revealed and "acts" not in self.settings["hide"]:
            drawing = self.picture.views[0].drawing
            missing = explain_removability(model.dag, model.x).missing_edges
            most = MOST_REPAIRS if len(model.dag) <= MOST_STAGED else 1  # more would hide names
            self._missing = list(view.middles(drawing, missing))[:most]
        places = dict.fromkeys(self.plus, (0.0, 0.0))
        for control, ((tail, head), place) in zip(self.plus, self._missing, strict=False):
            control.description = control.tooltip = f"Add {tail} → {head}"
            places[control] = place
        for i, control in enumerate(self.plus):
            w.show_if(control, i < len(self._missing))
        self.picture.pin(*places.items())
        offered = self.plus[0].description if self._missing else ""
        k.put(self.add, shown=offered, description=offered)

    def _add(self, i: int) -> None:
        if i < len(self._missing):
            tail, head = self._missing[i][0]
            self.model.repair(str(tail), str(head))

    def close(self) -> None:
        """Close the app and everything in it."""
        if self.comm is not None:
            for control in self.plus:  # with no picture, they are in none
                control.close()
        super().close()

    def _show_picture(self, drawings: list[Drawing]) -> None:
        """Show the variable's picture; on a new graph, with room for all missing edges.

        A view can't be given edges later, and a new one for each variable takes time. Where the
        missing edges are asked about, not even that room may be sent to the page.
        """
        model = self.model
        stage = (model.dag, model.graph.positions)
        asked = not model.predictions.openly
        if asked or len(model.dag) > MOST_STAGED:
            self.picture.show(*drawings)
            return
        if all(new is old for new, old in zip(stage, self._staged, strict=True)):
            self.picture.show(*drawings)
            return
        self._staged = stage
        later = [
            mark
            for x in model.dag.nodes
            for mark in view.removability_drawing(
                model.dag, str(x), model.graph.positions, answers=True
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
        return view.removability_text(
            model.dag, model.x, model.first, ROWS, answers=shown, report=report
        )

    def svg(self) -> str:
        """Return the graph with the missing edges that show, the verdicts below, if any."""
        model = self.model
        if not model.x:
            return ""
        text = f"Is {model.x} removable?"
        if model.predictions.revealed:
            compared = view.comparison_words(model.dag, model.x, model.report)
            text = f"{view.theorem_words(model.dag, model.x)} {compared}"
        return side_by_side(_drawings(model), caption=text)


def _drawings(model: RemovabilityModel) -> list[Drawing]:
    if not model.x:
        return []
    shown, at = model.predictions.revealed, model.graph.positions
    return [view.removability_drawing(model.dag, model.x, at, answers=shown, all_missing=False)]
