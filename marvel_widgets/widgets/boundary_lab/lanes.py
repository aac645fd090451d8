"""The discovering half of the boundary lab: which methods run, and their lanes."""

from collections.abc import Sequence
from typing import Any

from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.lessons.markov_boundary.lanes import Lane, Lanes
from marvel_widgets.lessons.markov_boundary.steps import lane_drawing, lane_sentence
from marvel_widgets.lessons.markov_boundary.tables import (
    comparison_html,
    counting_words,
    formula_words,
    lane_html,
    set_html,
    sizes_html,
)
from marvel_widgets.pictures.card import legend_svg
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.pills import pill_width
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.replay.option_words import algorithm_name, option_words
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.text import escaped
from marvel_widgets.widgets.boundary_lab.model import BoundaryLabModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.controls import Echo, ErrorLine
from marvel_widgets.widgets.kit.picture import BIG
from marvel_widgets.widgets.kit.reel import Target
from marvel_widgets.widgets.kit.widget_tree import close_tree

LANE_WIDTH = 300  # px, of its picture
SNUG = 8  # px beside its outermost names
LEAST_WIDTH = 190  # px, of a lane: four stand beside each other in a cell
# Beyond this many variables a lane has no room for a picture.
MOST_DRAWN = 30


class MethodBoxes(w.VBox):
    """A check box for each method, with its sentence."""

    def __init__(self, model: BoundaryLabModel) -> None:
        self.model = model
        self._echo = Echo()
        self.boxes = {
            method: w.Checkbox(
                value=method in model.methods,
                description=algorithm_name(method),
                tooltip=option_words("method", method),
                indent=False,
                layout=w.layout(width="auto"),
            )
            for method in METHODS
        }
        self.error = ErrorLine(model, "methods")
        row = w.HBox(list(self.boxes.values()), layout=w.layout(flex_flow="row wrap"))
        row.add_class("mw-views")  # for its gaps
        super().__init__([row, self.error])
        for box in self.boxes.values():
            self._echo.hear(box, lambda _: self._choose())
        model.observe(lambda _: self._show(), "methods")

    def _choose(self) -> None:
        self.model.choose_methods([m for m, box in self.boxes.items() if box.value])
        self._show()

    def _show(self) -> None:
        with self._echo:
            for method, box in self.boxes.items():
                box.value = method in self.model.methods


class LanesPart(w.VBox):
    """The lanes beside each other, wrapped on a narrow page, without their tables."""

    def __init__(self, model: BoundaryLabModel, *, answers: bool = True, big: bool = False) -> None:
        self.model, self.answers = model, answers
        self._scale = BIG if big else 1.0
        self._pictures: tuple[Lanes | None, list[RunPictures]] = (None, [])
        self.row = w.HBox(layout=w.layout(flex_flow="row wrap", align_items="flex-start"))
        self.row.add_class("mw-views")
        self.legend, self.words, self.counts = w.HTML(), w.HTML(), w.HTML()
        self.legend.add_class("mw-legend")
        self.tables = w.VBox([self.words, self.counts])
        self.status = w.HTML()  # one announcement for those who can't see the lanes
        super().__init__([self.status, self.row, self.legend])
        self.add_class("mw-lanes-row")

    def drawings(self, tick: int) -> list[Drawing]:
        """Return the picture of each lane; none where there are too many variables."""
        lanes = self.model.lanes
        return [] if lanes is None else self._drawn(lanes, lanes.at(self.model.level, tick))

    def _drawn(self, lanes: Lanes, now: Sequence[Lane]) -> list[Drawing]:
        if len(lanes.names) > MOST_DRAWN:
            return []
        if self._pictures[0] is not lanes:
            dag = lanes.films[0].dag  # the same in all lanes; without it each has its own picture
            stage = None if dag is None else _snug(stage_of(dag, widest=LANE_WIDTH, pane="tall"))
            self._pictures = (
                lanes,
                [RunPictures(film, LANE_WIDTH, stage, "tall") for film in lanes.films],
            )
        pairs = zip(self._pictures[1], now, strict=True)
        return [lane_drawing(pictures, lane) for pictures, lane in pairs]

    def prepare(self) -> None:
        """Make room for the present lanes, and say what holds for all their ticks."""
        lanes, methods = self.model.lanes, self.model.methods
        count = 0 if lanes is None else len(lanes.films)
        if len(self.row.children) != count:
            for child in self.row.children[count:]:
                close_tree(child)
            kept = list(self.row.children[:count])
            self.row.children = kept + [self._new_lane() for _ in range(count - len(kept))]
        if lanes is None:
            self.words.value = self.counts.value = self.status.value = self.legend.value = ""
            return
        how = [formula_words(len(lanes.names))] if "tc" in methods else []
        text = " ".join([*how, counting_words()])
        self.words.value = f'<div class="mw-place">{escaped(text)}</div>'

    def screen(self, tick: int) -> list[tuple[Target, Any]]:
        """Return what a tick sets: each lane, its words, their legend and tables."""
        lanes = self.model.lanes
        if lanes is None:
            return []
        now = lanes.at(self.model.level, tick)
        drawings = self._drawn(lanes, now)
        found: list[tuple[Target, Any]] = []
        for at, (lane, html) in enumerate(zip(now, self.row.children, strict=True)):
            drawing = drawings[at] if drawings else None
            value = lane_html(lane, drawing, answers=self.answers, scale=self._scale)
            found.append(((html, "value"), value))
        shown = legend_svg(drawings, width=2 * LANE_WIDTH) if drawings and self.answers else ""
        return [
            *found,
            ((self.status, "value"), self._said(now)),
            ((self.legend, "value"), shown),
            ((self.counts, "value"), _tables(lanes, now, answers=self.answers)),
        ]

    def _said(self, now: Sequence[Lane]) -> str:
        text = (
            f"{algorithm_name(lane.method)}: {lane_sentence(lane, answers=self.answers)}"
            for lane in now
        )
        return (
            f'<div class="mw-sr" role="status" aria-live="polite">{escaped(" ".join(text))}</div>'
        )

    def _new_lane(self) -> w.HTML:
        width = f"{round(LEAST_WIDTH * self._scale)}px"
        return w.HTML(layout=w.layout(flex=f"1 1 {width}", min_width=f"min(100%, {width})"))


def _snug(stage: Stage) -> Stage:
    """Return a stage without its margins, for four beside each other."""
    sides = [(x, pill_width(str(name)) / 2) for name, (x, _) in stage.positions.items()]
    left, right = min(x - half for x, half in sides), max(x + half for x, half in sides)
    places = {name: (x - left + SNUG, y) for name, (x, y) in stage.positions.items()}
    return Stage(stage.dag, places, round(right - left + 2 * SNUG), stage.height)


def _tables(lanes: Lanes, now: Sequence[Lane], *, answers: bool) -> str:
    sets = "".join(set_html(lane, answers=answers) for lane in now)
    # on a very narrow page the tables scroll, with the keyboard too
    return (
        '<div class="mw-counters" style="overflow-x:auto" role="region" tabindex="0" '
        f'aria-label="Counts">{comparison_html(lanes)}{sizes_html(lanes, now)}{sets}</div>'
    )
