"""The live board: edit a graph, and see at once what follows for MARVEL and its rivals."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from functools import partial
from typing import Any, Final, Unpack

from marvel_widgets.lessons.living_graph.view import (
    KEY,
    MOST_DRAWN,
    NO_MARKS,
    bars_html,
    board_lines,
    board_svg,
    draw_marks,
    drawing_marks,
    essential_drawing,
    frame_marks,
    lines_html,
    sight_marks,
    table_html,
)
from marvel_widgets.lessons.living_graph.words import (
    GOALS,
    NO_VARIABLES,
    count_lines,
    essential_words,
    marvel_words,
)
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.editor_positions import canvas_drawing
from marvel_widgets.pictures.path_marks import asked
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.pictures.svg import side_by_side, to_svg
from marvel_widgets.replay.film import Film
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_words import breadcrumb, code_html, progress_words, sentence_html
from marvel_widgets.replay.static_views import frame_svg, frame_text, headline
from marvel_widgets.text import escaped
from marvel_widgets.theory.graph_survey import Survey
from marvel_widgets.widgets.app_spec import Topic
from marvel_widgets.widgets.editor.canvas import GraphCanvas
from marvel_widgets.widgets.editor.part import graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.band import Band
from marvel_widgets.widgets.kit.controls import ErrorLine
from marvel_widgets.widgets.kit.predict import PredictBox
from marvel_widgets.widgets.kit.reel import Target
from marvel_widgets.widgets.kit.settings import AppSettings
from marvel_widgets.widgets.kit.shown_run import Screen, ShownRun
from marvel_widgets.widgets.kit.transport import Transport
from marvel_widgets.widgets.live_board import LIVE_BOARD
from marvel_widgets.widgets.live_board.model import LENS_NAMES, LiveBoardModel
from marvel_widgets.widgets.live_board.parts import (
    HELP,
    HINTS,
    Acts,
    Bars,
    GoalBox,
    GraphBox,
    Rail,
    facts_html,
    goal_words,
)
from marvel_widgets.widgets.live_board.views import LENS_TOPICS, Views

WITHHELD: Final = "The graph can be edited here; what follows from it is not shown."
PREDICT_FIRST: Final = "Answer the question, or skip it; then the board shows what has changed."
WITH_LENSES: Final = (
    "rail",
    "story",
    "code",
    "transport",
)  # none without answers


class LiveBoard(App):
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
        was published, and has a bar of its own for that.
    goal : str
        What is to be brought about: "marvel-pays" or "pc-wins"; or nothing.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks after each edit whether MARVEL
        needs more tests now, and what each lens is about before it shows; without `answers` only
        the graph and the goals show, and there are no lenses. Parts: "graph", "said", "story",
        "rail", "canvas", "predict", "acts", "transport", "reasons", "code", "goals", "bars",
        "essential", "table".

    Raises
    ------
    GraphError, ValueError
        `source` is not a DAG, the variable is unknown, or the token is damaged.

    Notes
    -----
    The bars are CI tests performed after boundary discovery, with the true boundaries given and
    the d-separation oracle answering; a bar "complete graph" has all tests of its run. An
    algorithm is stopped after 20,000 tests. With the focus
    in the app, the keys 1 to 5 choose the lens, the left and right arrow keys the subject. In the
    picture a click is the subject, a second one the object of a separation; Shift-click, a long
    press or G gives a variable; a drag from the rim adds an edge.

    Examples
    --------
    >>> board = LiveBoard("X -> Y <- T; Y -> Z; X -> Z")
    >>> board.model.begin("marvel-pays"), board.model.graph.add_edge("T", "Z")
    (True, True)
    >>> print(board.text().splitlines()[1])
    T → Z added. Now removable: X and Y. No direction in the essential graph any more: Y → Z. \
MARVEL: 8 to 24 tests after discovery, 30 in all. The printed rule is right again.
    >>> print(board.text().splitlines()[-1])
    Reached. MARVEL: 24 tests after discovery, 30 in all; Collider sets performs fewer. \
Changed edges: 1. Goals reached so far: 1 of 2.
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
        **settings: Unpack[AppSettings],
    ) -> None:
        self.read_settings(settings)
        if not self.settings["answers"]:
            self.settings["hide"] = (*self.settings["hide"], *WITH_LENSES)
        graph = graph_model_of(source)
        state = {"chosen": x, "lens": lens, "algorithm": algorithm, "goal": goal}
        start = graph.dag.to_text() if goal else ""
        model = LiveBoardModel(graph, self.predictions, start=start, **state)
        super().__init__(
            self._make_parts(self.restored(model)),
            model=model,
            keys={"ArrowRight": partial(model.step, 1), "ArrowLeft": partial(model.step, -1)},
        )
        self.add_class("mw-live")
        model.observe(lambda _: self._show(), ["changed", "late"])
        model.run.observe(lambda _: self._step(), ["position", "level"])
        self.predictions.observe(lambda _: self._show(), "revealed")
        self.subscriptions.observe(model.graph, lambda _: self._show_lens(), "positions")
        for fold in self.arranged.folds.values():
            fold.observe(lambda _: self._show_folds(), "opened")
        self._show()

    def _make_parts(self, model: LiveBoardModel) -> dict[str, w.Widget]:
        self.canvas = GraphCanvas(
            model.graph, big=self.settings["big"], snug=True, help=HELP, on_pick=self._pick
        )
        self.canvas.observe(lambda change: self._walk(change.new), "chosen")
        self.essential, self.table, self.reasons, self.code = (w.HTML() for _ in range(4))
        self.said, self.story = Band(self.predictions), Band(self.predictions)
        self.acts = Acts(model, self._add)
        for control in (self.acts.add, self.acts.clear):
            control.disabled = "acts" in self.settings["lock"]
        self.bars, self.goals, self.editor = Bars(), GoalBox(model), GraphBox(model)
        self.rail, self.transport = Rail(), Transport(model.run)
        self.rail.observe(lambda change: self._follow(change.new), "position")
        self.rail.on_lens(lambda number: model.choose_lens(LENS_NAMES[number]))
        self.film = ShownRun(model.run, self.transport, self._screen, self._said)
        for part in (self.story, self.code, self.transport):
            part.add_class("mw-live-run")
        for part in (self.said, self.acts, self.reasons):
            part.add_class("mw-live-lens")
        self._views = Views()
        self._shipped: object = None
        return {
            "graph": self.editor,
            "said": w.VBox([self.said, ErrorLine(model.graph, "edit")]),
            "story": self.story,
            "rail": self.rail,
            "canvas": w.VBox([self.canvas]),
            "predict": PredictBox(self.predictions),
            "acts": self.acts,
            "transport": self.transport,
            "reasons": self.reasons,
            "code": self.code,
            "goals": self.goals,
            "bars": self.bars,
            "essential": self.essential,
            "table": self.table,
        }

    # -- choosing ----------------------------------------------------------------------------

    def _pick(self, name: str, *, given: bool) -> None:
        (self.model.give if given else self.model.pick)(name)

    def _add(self) -> None:
        """Add the first of the missing edges."""
        for tail, head, *_ in self.canvas.marks.get("add", ())[:1]:
            self.model.graph.add_edge(tail, head)

    def _walk(self, name: str) -> None:
        """Make the variable with the focus the subject, unless two are asked about."""
        if self.model.lens != "separate":
            self.model.choose(name)

    def _follow(self, number: int) -> None:
        """Take over the lens that the page shows already."""
        if 0 <= number < len(LENS_NAMES) and LENS_NAMES[number] != self.model.lens:
            with self.rail.untold():
                self.model.choose_lens(LENS_NAMES[number])

    # -- showing -----------------------------------------------------------------------------

    def _withheld(self, topics: Set[Topic]) -> bool:
        """Return whether what is about these topics would answer an open question."""
        return any(topics & secret.topics for secret in self.kept)

    @property
    def _instead(self) -> str:
        """The sentence where a lens shows nothing."""
        if not self.predictions.answers:
            return WITHHELD
        return PREDICT_FIRST if self.kept else NO_VARIABLES

    def _show(self) -> None:
        model = self.model
        found, before = model.shown, model.shown_before
        counted = found is not None and not self._withheld({"counts"})
        self.bars.html = bars_html(found, before) if found and counted else ""
        self.shell.count = marvel_words(found) if found and counted else ""
        self.goals.show(answers=counted and not self._withheld({"removability"}))
        self._show_folds()
        self._show_lens()

    def _show_lens(self) -> None:
        values = self._lens_values(LENS_NAMES.index(self.model.lens))
        for (widget, name), value in zip(self._targets, values, strict=True):
            widget.set_trait(name, value)
        self._show_run()
        self._ship()

    @property
    def _targets(self) -> list[Target]:
        """What a lens sets, in the order of `_lens_values`."""
        acts = self.acts
        told = [(each, "value") for each in (self.said, self.reasons, acts.hint)]
        does = [(each, "description") for each in (acts.add, acts.clear)]
        return [(self.canvas, "marks"), *told, *does]

    def _lens_values(self, number: int) -> list[Any]:
        """Return what a lens sets on the screen, in the order of the rail's targets."""
        model, lens = self.model, LENS_NAMES[number]
        found, before = model.shown, model.shown_before
        stage = self._views.stage(found, model.graph.positions)
        hint = f'<div class="mw-click">{HINTS[lens]}</div>'
        if found is None or stage is None or self._withheld(LENS_TOPICS[lens]):
            pair = model.pair if lens == "separate" else (model.chosen,)
            told = Said(self._instead)
            if model.goal:
                told = Said(GOALS[model.goal].words, self._instead)
            drawn = [stage.drawing("", asked(*pair))] if stage and 1 <= number <= 3 else []
            marks = drawing_marks(drawn[0]) if drawn else NO_MARKS
            return [marks, self.said.html(told, *drawn), "", hint, "", ""]
        if lens == "run":
            return [{**NO_MARKS, "film": True}, "", "", "", "", ""]
        sight = self._views.sight(lens, stage, model)
        told, progress = sight.said, model.progress
        if lens == "draw" and progress is not None:
            what = told.what if progress.edits else GOALS[model.goal].words
            told = Said(what, progress.words, "yes" if progress.reached else "")
        said = self.said.html(told, sight.drawing)
        if lens == "draw":
            return [draw_marks(found, stage, before), said, facts_html(found), hint, "", ""]
        add = sight.repairs[0].words if sight.repairs else ""
        clear = "Give nothing" if lens == "separate" and model.given else ""
        return [sight_marks(sight), said, lines_html(sight), hint, add, clear]

    def _ship(self) -> None:
        """Ship what the lenses show, unless the page has it, or a question may come first."""
        model, number = self.model, LENS_NAMES.index(self.model.lens)
        if not self.predictions.openly:
            shipped = None
        else:
            found = (model.survey, model.before, model.graph.positions, model.late)
            shipped = (*map(id, found), model.chosen, model.other, model.given)
        if shipped != self._shipped:
            self._shipped = shipped
            self.rail.load(self._targets, self._lens_values, len(LENS_NAMES) - 1, {}, number)
        self.rail.lens = number
        if self.rail.last >= 0:
            self.rail.position = number

    def _show_run(self) -> None:
        """Show the position of the run, through the lens that shows it."""
        model = self.model
        if self._withheld(LENS_TOPICS["run"]) or not isinstance(model.run.film, Film):
            self.film.ship(None, openly=False)
            self.canvas.film, self.code.value = {}, ""
            self.story.show(Said(self._instead))
        elif model.lens == "run":
            run = model.run.film, id(model.graph.positions)
            self.film.ship(run, openly=not self.predictions.on)
            self.film.show(model.run.position)

    def _step(self) -> None:
        """Show another position of the run, and ask about the next."""
        self.model.ask_lens()
        self._show_run()

    def _screen(self, position: int) -> Screen:
        """Return all that a step of the run changes on the screen."""
        film = self.model.run.film
        pictures, frame = self._views.pictures(self.model), film.frame(position)
        drawing = pictures.stage_drawing(frame)
        parts = filter(None, (breadcrumb(film, frame), progress_words(film, frame)))
        place = escaped(" · ".join(parts))
        return [
            ((self.canvas, "film"), frame_marks(pictures, frame)),
            ((self.story, "value"), sentence_html(film, frame, drawing)),
            ((self.code, "value"), f'<div class="mw-place">{place}</div>{code_html(film, frame)}'),
        ]

    def _said(self, position: int) -> str:
        film = self.model.run.film
        return headline(film, film.frame(position))

    def _show_folds(self) -> None:
        """Show what is folded, once it is open."""
        found, before = self.model.shown, self.model.shown_before
        opened = {name for name, fold in self.arranged.folds.items() if fold.opened}
        if "table" in opened:
            shown = found is not None and not self._withheld({"counts"})
            self.table.value = table_html(found, before) if found and shown else ""
        if "essential" in opened:
            shown = found is not None and not self._withheld({"directions"})
            self.essential.value = self._essential_html(found, before) if found and shown else ""

    def _essential_html(self, found: Survey, before: Survey | None) -> str:
        picture = ""
        places = self.model.graph.positions
        if len(found.dag) <= MOST_DRAWN and all(x in places for x in found.dag.nodes):
            drawing = essential_drawing(found, stage_of(found.dag, places), before)
            picture = to_svg(replace(drawing, title=""), legend=False)
        words = f"<p>{escaped(essential_words(found))} <span>{KEY}</span></p>"
        return f'<div class="mw-live-essential">{picture}{words}</div>'

    # -- twins -------------------------------------------------------------------------------

    def text(self) -> str:
        """Return what the board shows through its lens as text."""
        model, lens = self.model, self.model.lens
        found, before = model.shown, model.shown_before
        answers = not self._withheld({"counts", "removability"})
        goals = goal_words(model, answers=found is not None and answers)
        if found is None or self._withheld(LENS_TOPICS[lens]):
            return "\n".join([self._instead, *goals])
        if lens == "draw":
            return "\n".join([*board_lines(found, before), *goals])
        if lens == "run":
            return frame_text(model.run.film, model.run.film.frame(model.run.position))
        stage = self._views.stage(found, model.graph.positions) or stage_of(found.dag)
        sight = self._views.sight(lens, stage, model)
        counts = () if self._withheld({"counts"}) else count_lines(found)
        return "\n".join([found.dag.to_text(), *sight.text, *counts])

    def svg(self) -> str:
        """Return the picture of the lens, with its words below; empty for no graph."""
        model, lens = self.model, self.model.lens
        found, places = model.shown, model.graph.positions
        if not len(model.dag) or len(model.dag) > MOST_DRAWN:
            return ""
        if found is None or self._withheld(LENS_TOPICS[lens]):
            return to_svg(canvas_drawing(model.dag, places), legend=False)
        stage = stage_of(found.dag, places if all(x in places for x in found.dag.nodes) else None)
        if lens == "draw":
            return board_svg(found, stage.positions)
        if lens == "run":
            film = model.run.film
            return frame_svg(RunPictures(film, stage=stage), film.frame(model.run.position))
        sight = self._views.sight(lens, stage, model)
        return side_by_side([sight.drawing], caption=" ".join(sight.text))

    def halt(self) -> None:
        """Stop playing."""
        self.model.run.pause()

    def close(self) -> None:
        """Drop the work that still runs, and close the app and everything in it."""
        if self.comm is not None:
            self.model.job.cancel()
        super().close()
