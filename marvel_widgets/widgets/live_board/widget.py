"""The live board: edit a graph, and see at once what follows for MARVEL and its rivals."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any, Final, Unpack

from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.lessons.living_graph import view
from marvel_widgets.lessons.living_graph import words as say
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.editor_positions import canvas_box, canvas_drawing
from marvel_widgets.pictures.layout.bends import Curves
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.text import escaped
from marvel_widgets.theory.graph_survey import BUDGET, Survey
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.app_spec import Secret, Topic
from marvel_widgets.widgets.editor.canvas import GraphCanvas
from marvel_widgets.widgets.editor.part import History, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.subscriptions import Subscriptions
from marvel_widgets.widgets.live_board import EDIT, LENS_NAMES, LENSES, LIVE_BOARD, parts
from marvel_widgets.widgets.live_board.model import LiveBoardModel

WITHHELD: Final = "The graph can be edited here; what follows from it is not shown."
PREDICT_FIRST: Final = "Answer the question, or skip it; then the board shows what has changed."
KEYS: Final = {"ArrowRight": 1, "ArrowLeft": -1}
ABOUT: Final[Set[Topic]] = {"removability", "directions", "boundary", "counts"}  # all of Draw


class LiveBoard(k.App):
    """Edit a DAG and look at it through five lenses; what follows shows at once.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    x : str
        The subject to begin with; by default the first variable.
    lens : {"draw", "separate", "boundary", "leave", "run"}
        What is marked and asked at first. A key from 1 to 5 changes it.
    algorithm : str
        Whose run the lens "run" steps through. ``"pc"`` starts from the complete graph, as it
        was published.
    goal : str
        What is to be brought about: "marvel-pays" or "pc-wins"; or nothing.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks after each edit whether MARVEL
        needs more tests now, and in each lens what its app asks; an open question keeps the lens.
        Without `answers` only the graph and the goals show, and there are no lenses. Parts:
        "graph", "said", "rail", "canvas", "predict", "acts", "reasons", "goals", "bars",
        "essential", "table"; the lenses hide and lock what they call so, too.

    Raises
    ------
    GraphError, ValueError
        `source` is not a DAG, the variable is unknown, or the token is damaged.

    Notes
    -----
    The bars are CI tests performed after boundary discovery, with the true boundaries given and
    the d-separation oracle answering. An algorithm is stopped after 20,000 tests. *Separate*,
    *Boundary*, *Leave* and *Run* are `DSeparationLab`, `BoundaryLab`, `RemovabilityLab` and
    `MarvelPlayer` on the same graph, made when they are first opened. With the focus in the app,
    the keys 1 to 5 choose the lens, in *Draw* and *Leave* the left and right arrow keys the
    subject.

    Examples
    --------
    >>> board = LiveBoard("X -> Y <- T; Y -> Z; X -> Z")
    >>> board.model.begin("marvel-pays"), board.model.graph.add_edge("T", "Z")
    (True, True)
    >>> print(board.text().splitlines()[1])
    T → Z added. Now removable: X and Y. No direction in the essential graph any more: Y → Z. \
MARVEL: 8 to 24 tests after discovery, 30 in all. The printed rule is right again.
    >>> print(board.text().splitlines()[-1])
    Reached. MARVEL: 24 tests after discovery, 30 in all; Collider Set (21 tests) performs \
fewer. Changed edges: 1. Goals reached so far: 1 of 2.
    """

    spec = LIVE_BOARD
    model: LiveBoardModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        *,
        x: str = "",
        lens: str = "draw",
        algorithm: str = "marvel",
        goal: str = "",
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        if not self.settings["answers"]:
            self.settings["hide"] = (*self.settings["hide"], "rail")
        graph = graph_model_of(source)
        state = {"chosen": x, "lens": lens, "algorithm": algorithm, "goal": goal}
        start = graph.dag.to_text() if goal else ""
        model = LiveBoardModel(graph, self.predictions, start=start, **state)
        self.lens: k.App | None = None  # what shows in place of the canvas
        self._lenses: dict[str, k.App] = {}
        super().__init__(
            self._make_parts(self.restored(model)),
            model=model,
            keys={key: partial(model.step, by) for key, by in KEYS.items()},
        )
        self.add_class("mw-live")
        self._looks: tuple[str, ...] = tuple(self._dom_classes)
        model.observe(self._show, ["changed", "late"])
        self._takes = False  # what a lens chose is not given back to it
        model.observe(self._give_choice, ["chosen", "other", "given", "at"])
        model.observe(self._change_lens, "lens")
        self.predictions.observe(self._show, ["revealed", "question"])
        self.subscriptions.observe(graph, self._show_canvas, "positions")
        for fold in self.arranged.folds.values():
            fold.observe(lambda _: self._show_folds(), "opened")
        self._change_lens()

    def _make_parts(self, model: LiveBoardModel) -> dict[str, w.Widget]:
        self.canvas = GraphCanvas(
            model.graph, big=self.settings["big"], snug=True, help=parts.HELP, on_pick=model.choose
        )
        self.canvas.observe(lambda change: model.choose(change.new), "chosen")
        self.essential, self.table, self.reasons = w.HTML(), w.HTML(), w.HTML()
        self.said, self.rail = k.Band(self.predictions), parts.Rail(model)
        self.bars, self.goals, self.editor = (
            parts.Bars(),
            parts.GoalBox(model),
            parts.GraphBox(model),
        )
        self._curves = Curves()
        return {
            "graph": self.editor,
            "said": w.VBox([self.said, k.ErrorLine(model.graph, "edit")]),
            "rail": self.rail,
            "canvas": w.VBox([self.canvas]),
            "predict": k.PredictBox(self.predictions),
            "acts": w.HBox(
                [History(model.graph), w.HTML(f'<div class="mw-click">{parts.HINT}</div>')]
            ),
            "reasons": self.reasons,
            "goals": self.goals,
            "bars": self.bars,
            "essential": self.essential,
            "table": self.table,
        }

    # -- lenses ------------------------------------------------------------------------------

    @property
    def shown(self) -> k.App:
        """The board, or the app that shows as its lens."""
        return self.lens or self

    def _change_lens(self, _change: object = None) -> None:
        """Show the app of another lens in place of the canvas, or the canvas again."""
        name, before = self.model.lens if self.settings["answers"] else "draw", self.lens
        if name not in self._lenses and name != "draw":
            self._lenses[name] = self._made(name)
        if before is not None:
            before.suspend()
        now = self._lenses.get(name)
        if now is not None:
            now.resume()  # it follows what was edited, and what it had chosen is not heard
        self.lens = now
        self._give_choice()
        asks = self.lens.predictions if self.lens else self.model.own
        self.predictions = self.model.predictions = asks
        self._show()
        mine, theirs = self.arranged, self.shown.arranged
        rows = [row for row in theirs.rows if row not in (theirs.head, theirs.below)]
        ours = [row for row in (mine.head, mine.below) if row is not None]
        self.children = [self.shell, *ours, *rows, self.presence]
        self._dress()

    def _dress(self) -> None:
        """Take over the classes of the app that shows: the style is written for its root."""
        theirs = () if self.lens is None else self.lens._dom_classes
        self._dom_classes = (*self._looks, *(each for each in theirs if each not in self._looks))

    def _made(self, name: str) -> k.App:
        spec, settings, model = LENSES[name], self.settings, self.model
        x, y, given = model.pair
        begin: dict[str, Any] = {"x": x}
        if name == "separate":
            begin = {"x": x, "y": y, "given": given}
        elif name == "run":
            ran = described_as(model.algorithm)
            needs = ran.needs_boundaries(ran.published)
            begin = {"algorithm": ran.name, "position": model.at, "step_limit": BUDGET}
            begin |= {"boundaries": "given" if needs else "found", **ran.published}
        heads = [part for part, at in spec.places.items() if at == "head"]
        apps = import_module("marvel_widgets.widgets")  # one is imported when it is opened
        made: k.App = getattr(apps, spec.name).inside(
            self,
            model.graph,
            **begin,
            predict=settings["predict"],
            big=settings["big"],
            hide=[*heads, *(part for part in settings["hide"] if part in spec.places)],
            lock=[part for part in settings["lock"] if part in spec.places],
        )
        if made.arranged.words and self.arranged.words:
            numbers = [e for e in self.arranged.words.children if e is not self.reasons]
            made.arranged.words.children = (*made.arranged.words.children, *numbers)
        made.observe(lambda _: self._dress(), "_dom_classes")
        made.predictions.observe(self._show, ["revealed", "question"])
        told = "position" if name == "run" else "changed"
        made.model.observe(lambda _: self._take_choice(made), told)
        return made

    def _give_choice(self, _change: object = None) -> None:
        """Let the lens have what is chosen."""
        lens, model = self.lens, self.model
        if lens is None or self._takes:
            return
        if model.lens == "run":
            if lens.model.position != model.at:
                lens.model.seek(model.at)
        elif model.lens == "separate":
            lens.model.ask(*model.pair)
        elif lens.model.x != model.chosen:
            lens.model.choose(model.chosen)

    def _take_choice(self, lens: k.App) -> None:
        """Keep for the other lenses what is chosen in one."""
        if lens is not self.lens:
            return
        theirs, model = lens.model, self.model
        self._takes = True
        try:
            if model.lens == "run":
                model.at = theirs.position
            elif model.lens == "separate":
                model.choose(theirs.x or model.chosen, theirs.y, theirs.given)
            else:
                model.choose(theirs.x)
        finally:
            self._takes = False

    @property
    def kept(self) -> tuple[Secret, ...]:
        """What must not show now: what the lens keeps, or the number that an edit asks for."""
        if self.lens is not None:
            return self.lens.kept
        return (EDIT,) if EDIT.is_open(self) else ()

    # -- showing -----------------------------------------------------------------------------

    def _withheld(self, topics: Set[Topic]) -> bool:
        """Return whether what is about these topics would answer an open question."""
        return any(topics & secret.topics for secret in self.kept)

    def _show(self, _change: object = None) -> None:
        model = self.model
        found, before = model.shown, model.shown_before
        counted = found is not None and not self._withheld({"counts"})
        self.bars.html = view.bars_html(found, before) if found and counted else ""
        self.goals.show(answers=counted and not self._withheld({"removability"}))
        self.rail.lens = LENS_NAMES.index(model.lens)
        self.rail.asks = model.predictions.on and not model.predictions.revealed
        if model.lens != "run":
            self.shell.subtitle = k.called(model.dag)
            self.shell.count = say.marvel_words(found) if found and counted else ""
        self.shell.heard = list(KEYS) if model.lens in ("draw", "leave") else []
        self._show_folds()
        self._show_canvas()

    def _show_canvas(self) -> None:
        """Show what follows from the graph on the canvas; nothing of it is kept for later."""
        model = self.model
        found, before, places = model.shown, model.shown_before, model.graph.positions
        stage = None
        if found is not None and all(x in places for x in found.dag.nodes):  # or it is being left
            stage = Stage(found.dag, dict(places), *canvas_box(places), self._curves)
        told = Said(self._instead)
        progress, goal = model.progress, say.GOALS[model.goal] if model.goal else None
        if found is None or stage is None or self._withheld(ABOUT) or self.lens is not None:
            said = Said(goal.words, told.what) if goal else told
            self.canvas.marks, self.reasons.value = dict(view.NO_MARKS), ""
            self.said.show(said)
            return
        drawing, said = view.survey_sight(found, stage, before, late=model.late)
        if goal and progress:
            done = " The goal is reached." if progress.reached else ""
            what = f"{said.what}{done}" if progress.edits else goal.words
            said = Said(what, progress.words, "yes" if done else "")
        self.canvas.marks, self.reasons.value = (
            view.draw_marks(found, stage, before),
            parts.facts_html(found),
        )
        self.said.show(said, drawing)

    @property
    def _instead(self) -> str:
        """The sentence where there is no other."""
        if not self.settings["answers"]:
            return WITHHELD
        return PREDICT_FIRST if self.kept else say.NO_VARIABLES

    def _show_folds(self) -> None:
        """Show what is folded, once it is open."""
        found, before = self.model.shown, self.model.shown_before
        opened = {name for name, fold in self.arranged.folds.items() if fold.opened}
        if "table" in opened:
            shown = found is not None and not self._withheld({"counts"})
            self.table.value = view.table_html(found, before) if found and shown else ""
        if "essential" in opened:
            shown = found is not None and not self._withheld({"directions"})
            self.essential.value = self._essential_html(found, before) if found and shown else ""

    def _essential_html(self, found: Survey, before: Survey | None) -> str:
        picture = ""
        places = self.model.graph.positions
        if len(found.dag) <= view.MOST_DRAWN and all(x in places for x in found.dag.nodes):
            drawing = view.essential_drawing(found, stage_of(found.dag, places), before)
            picture = to_svg(replace(drawing, title=""), legend=False)
        words = f"<p>{escaped(say.essential_words(found))}</p>"
        return f'<div class="mw-live-essential">{picture}{words}</div>'

    # -- twins -------------------------------------------------------------------------------

    def text(self) -> str:
        """Return what the board shows through its lens as text."""
        model = self.model
        found, before = model.shown, model.shown_before
        answers = found is not None and not self._withheld({"counts", "removability"})
        goals = parts.goal_words(model, answers=answers)
        if self.lens is not None:
            return "\n".join([self.lens.text(), *goals])
        if found is None or self._withheld(ABOUT):
            return "\n".join([self._instead, *goals])
        return "\n".join([*view.board_lines(found, before), *goals])

    def svg(self) -> str:
        """Return the picture of the lens, with its words below; empty for no graph."""
        model, found, places = self.model, self.model.shown, self.model.graph.positions
        if self.lens is not None:
            return self.lens.svg()
        if not len(model.dag) or len(model.dag) > view.MOST_DRAWN:
            return ""
        if found is None or self._withheld(ABOUT):
            return to_svg(canvas_drawing(model.dag, places), legend=False)
        here = all(x in places for x in found.dag.nodes)
        return view.board_svg(found, stage_of(found.dag, places if here else None).positions)

    # -- its life ----------------------------------------------------------------------------

    def halt(self) -> None:
        """Stop playing."""
        if self.lens is not None:
            self.lens.halt()

    def _all_subscriptions(self) -> list[Subscriptions]:
        found = super()._all_subscriptions()
        return found if self.lens is None else [*found, *self.lens._all_subscriptions()]

    def close(self) -> None:
        """Drop the work that still runs, and close the app, its lenses and everything in them."""
        if self.comm is not None:
            self.model.job.cancel()
            for lens in self._lenses.values():
                lens.close()
        super().close()
