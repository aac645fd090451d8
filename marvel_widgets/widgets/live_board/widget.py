"""The live board: edit a graph, and see at once what follows for MARVEL and its rivals."""

from dataclasses import replace
from functools import partial
from typing import Any, Final, Unpack

from marvel_widgets.lessons.living_graph.bars import bars_html, table_html
from marvel_widgets.lessons.living_graph.view import (
    KEY,
    MOST_DRAWN,
    board_lines,
    board_svg,
    essential_drawing,
    open_edges,
    variable_marks,
)
from marvel_widgets.lessons.living_graph.words import NO_VARIABLES, essential_words
from marvel_widgets.pictures.editor_positions import canvas_drawing
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.text import escaped
from marvel_widgets.theory.graph_survey import Survey
from marvel_widgets.widgets.editor.canvas import GraphCanvas
from marvel_widgets.widgets.editor.part import graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.collapsible import Collapsible
from marvel_widgets.widgets.kit.controls import ErrorLine
from marvel_widgets.widgets.kit.predict import PredictBox, Predictions
from marvel_widgets.widgets.kit.settings import AppSettings
from marvel_widgets.widgets.live_board import LIVE_BOARD
from marvel_widgets.widgets.live_board.model import LiveBoardModel
from marvel_widgets.widgets.live_board.parts import (
    HELP,
    Bars,
    GoalBox,
    GraphBox,
    Verdicts,
    goal_words,
)

WITHHELD: Final = "The graph can be edited here; what follows from it is not shown."
PREDICT_FIRST: Final = "Answer the question, or skip it; then the board shows what has changed."


class LiveBoard(App):
    """Edit a DAG: removable variables, boundary, essential graph and tests follow at once.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    x : str
        The variable whose Markov boundary shows first; by default the first.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks after each edit whether MARVEL
        needs more tests now; without `answers` only the graph and the goals show. Parts:
        "graph", "canvas", "essential", "predict", "verdicts", "bars", "goals", "table".

    Raises
    ------
    GraphError, ValueError
        `source` is not a DAG, the variable is unknown, or the token is damaged.

    Notes
    -----
    The bars are CI tests performed after boundary discovery, with the true boundaries given and
    the d-separation oracle answering. An algorithm is stopped after 20,000 tests. With the focus
    in the app, the left and right arrow keys choose the variable.

    Examples
    --------
    >>> board = LiveBoard("X -> Y <- T; Y -> Z; X -> Z")
    >>> board.model.begin("marvel-pays"), board.model.graph.add_edge("T", "Z")
    (True, True)
    >>> print(board.text().splitlines()[1])
    T → Z added. Now removable: X and Y. No direction in the essential graph any more: Y → Z. \
MARVEL: 8 to 24 tests. The printed rule is right again.
    >>> print(board.text().splitlines()[-1])
    Reached. MARVEL performs 24 tests; PC and Collider sets perform fewer. Changed edges: 1. \
Goals reached so far: 1 of 3.
    """

    spec = LIVE_BOARD
    model: LiveBoardModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        *,
        x: str = "",
        **settings: Unpack[AppSettings],
    ) -> None:
        self.read_settings(settings)
        self.predictions = Predictions.of(self.settings)
        model = LiveBoardModel(graph_model_of(source), self.predictions, chosen=x)
        super().__init__(
            self._make_parts(self.restored(model)),
            model=model,
            keys={"ArrowRight": partial(model.step, 1), "ArrowLeft": partial(model.step, -1)},
        )
        self.add_class("mw-live")
        model.observe(lambda _: self._show(), ["changed", "late"])
        self.predictions.observe(lambda _: self._show(), "revealed")
        self.subscriptions.observe(model.graph, lambda _: self._show_essential(), "positions")
        self._show()

    def _make_parts(self, model: LiveBoardModel) -> dict[str, w.Widget]:
        self.canvas = GraphCanvas(model.graph, big=self.settings["big"], snug=True, help=HELP)
        self.canvas.observe(lambda change: model.choose(change.new), "chosen")
        self.essential, self.table = w.HTML(), w.HTML()
        self.verdicts, self.bars, self.goals = Verdicts(), Bars(), GoalBox(model)
        self.editor = GraphBox(model)
        self._staged: tuple[Any, Any, Stage] | None = None
        return {
            "graph": self.editor,
            "canvas": w.VBox([self.canvas, ErrorLine(model.graph, "edit")]),
            "essential": self.essential,
            "predict": PredictBox(self.predictions),
            "verdicts": self.verdicts,
            "bars": self.bars,
            "goals": self.goals,
            "table": Collapsible("The numbers as a table, and what they count", self.table),
        }

    # -- showing -----------------------------------------------------------------------------

    @property
    def _seen(self) -> tuple[Survey | None, Survey | None]:
        """The survey that may be shown, and the one before it."""
        if not self.predictions.revealed:
            return None, None
        return self.model.shown, self.model.shown_before

    @property
    def _instead(self) -> str:
        """The sentence where there is no survey to show."""
        if not self.predictions.answers:
            return WITHHELD
        return NO_VARIABLES if self.predictions.revealed else PREDICT_FIRST

    def _show(self) -> None:
        found, before = self._seen
        self.bars.html = "" if found is None else bars_html(found, before)
        self._show_marks(found, before)
        self.verdicts.show(found, before, instead=self._instead, late=self.model.late)
        self.table.value = "" if found is None else table_html(found, before)
        self.goals.show(answers=found is not None)
        self._show_essential()

    def _show_marks(self, found: Survey | None, before: Survey | None) -> None:
        marks = () if found is None else variable_marks(found, before)
        rows = [[str(mark.name), list(mark.looks), mark.note, mark.said] for mark in marks]
        edges = () if found is None else open_edges(found)
        self.canvas.marks = {"variables": rows, "open": [list(map(str, edge)) for edge in edges]}

    def _show_essential(self) -> None:
        found, before = self._seen
        picture = ""
        if found is not None and len(found.dag) <= MOST_DRAWN:
            if any(x not in self.model.graph.positions for x in found.dag.nodes):
                return  # of a graph that is being left; the survey of the new one is on its way
            drawing = essential_drawing(found, self._stage(found), before)
            picture = to_svg(replace(drawing, title=""), legend=False)
        words = ""
        if found is not None:
            key = f'<span class="mw-place">{KEY}</span>'
            words = f"<p>{escaped(essential_words(found))} {key}</p>"
        self.essential.value = f'<div class="mw-live-essential">{picture}{words}</div>'

    def _stage(self, found: Survey) -> Stage:
        """Return the positions of the variables; the same while they stay, whatever the edges."""
        places, names = self.model.graph.positions, found.dag.nodes
        if self._staged is None or self._staged[:2] != (places, names):
            self._staged = places, names, stage_of(found.dag, places)
        return self._staged[2]

    def text(self) -> str:
        """Return what the board shows as text."""
        found, before = self._seen
        lines = [self._instead] if found is None else list(board_lines(found, before))
        return "\n".join([*lines, *goal_words(self.model, answers=found is not None)])

    def svg(self) -> str:
        """Return the graph and its essential graph, the numbers below; empty for no graph."""
        model = self.model
        found, _ = self._seen
        if found is not None:
            return board_svg(found, _known(found, model))
        if not len(model.dag) or len(model.dag) > MOST_DRAWN:
            return ""
        return to_svg(canvas_drawing(model.dag, model.graph.positions), legend=False)

    def close(self) -> None:
        """Drop the work that still runs, and close the app and everything in it."""
        if self.comm is not None:
            self.model.job.cancel()
        super().close()


def _known(found: Survey, model: LiveBoardModel) -> Any:
    """Return the places of the surveyed graph; none if the graph has changed since."""
    places = model.graph.positions
    return places if all(x in places for x in found.dag.nodes) else None
