"""The discovering half of the boundary lab: which methods run, and what they find."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.lessons.markov_boundary import steps
from marvel_widgets.lessons.markov_boundary.lanes import Lane, Lanes
from marvel_widgets.pictures.band import Said, band_html
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.pills import pill_width
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.replay.option_words import algorithm_name, option_words
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_layers import over_svg, under_svg
from marvel_widgets.text import escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.boundary_lab.model import BoundaryLabModel
from marvel_widgets.widgets.kit import stock as w

NOTHING_TO_RUN = "The graph has no variable yet."
LANE_WIDTH = 300  # px, of a picture of a still with all of them
SNUG = 8  # px beside its outermost names
MOST_DRAWN = 30  # variables
ASKED: Final = ("subject", "object", "given")  # what a test without its answer may mark


class MethodBoxes(w.VBox):
    """A check box for each method, with its sentence."""

    def __init__(self, model: BoundaryLabModel) -> None:
        self.model = model
        self.boxes = {m: k.tick(algorithm_name(m), option_words("method", m)) for m in METHODS}
        row = w.HBox(list(self.boxes.values()), layout=w.layout(flex_flow="row wrap"))
        row.add_class("mw-views")  # for its gaps
        self.error = k.ErrorLine(model, "methods")
        super().__init__([row, self.error])
        for box in self.boxes.values():
            k.hear(box, lambda _: self._choose())
        k.follow(self._show, (model, "methods"))

    def _choose(self) -> None:
        self.model.choose_methods([m for m, box in self.boxes.items() if box.value])
        self._show()

    def _show(self) -> None:
        for method, box in self.boxes.items():
            k.put(box, value=method in self.model.methods)


class LanesPart(w.VBox):
    """The sets that one method finds, on the graph.

    `told` is what happens there and how far each method is, whose name is pressed beside its
    track; `tables` is what the runs cost.
    """

    def __init__(
        self,
        model: BoundaryLabModel,
        on_pick: Callable[[str], None],
        *,
        answers: bool = True,
        big: bool = False,
    ) -> None:
        self.model, self.answers = model, answers
        self._pictures: RunPictures | None = None
        self._staged: object = None
        self.watched = k.Switch("Method")
        k.hear(self.watched, self._watch)
        self.picture = k.Picture(on_pick=on_pick, big=big, layered=True)
        self.sentence, self.bars, self.words, self.counts = (w.HTML() for _ in range(4))
        self.told = w.VBox([self.watched, self.bars])
        self.told.add_class("mw-methods")
        self.tables = w.VBox([self.words, self.counts])
        super().__init__([self.picture])

    def _watch(self, name: str) -> None:
        self.model.watch_method(next(m for m in METHODS if algorithm_name(m) == name))

    def prepare(self, *, openly: bool) -> None:
        """Stage the picture of the method that is watched, and say what holds for all ticks.

        Not even hidden does the picture have the lines of a run that is not shown `openly`.
        """
        lanes, watched = self.model.lanes, self.model.watched
        staged = lanes, watched, self.model.stage, openly
        if staged == self._staged:
            return
        self._staged, self._pictures = staged, None
        methods = () if lanes is None else self.model.methods
        named = algorithm_name(watched) if methods else ""
        k.put(self.watched, options=map(algorithm_name, methods), value=named)
        if lanes is None:
            self.words.value = self.counts.value = self.bars.value = ""
            self.sentence.value = band_html(Said(NOTHING_TO_RUN))
            self.picture.stage()
            return
        how = [steps.formula_words(len(lanes.names))] if "tc" in methods else []
        text = " ".join([*how, steps.COUNTING])
        self.words.value = f'<div class="mw-place">{escaped(text)}</div>'
        self._stage(lanes, openly=openly)

    def _stage(self, lanes: Lanes, *, openly: bool) -> None:
        if len(lanes.names) > MOST_DRAWN:
            self.picture.stage()
            return
        stage = self.model.stage  # a table may have other variables
        fits = set(map(str, stage.dag.nodes)) == set(map(str, lanes.names))
        at_end = self._lane(lanes.at("test", lanes.last("test")))
        self._pictures = pictures = RunPictures(at_end.film, stage=stage if fits else None)
        if openly:
            drawing = steps.lane_drawing(pictures, at_end)
            self.picture.stage(drawing, more=[pictures.all_learned_edges()])
        else:
            self.picture.stage(replace(steps.lane_drawing(pictures, at_end), edges=()))

    def _lane(self, now: Sequence[Lane]) -> Lane:
        """Return the lane that is watched."""
        return next(lane for lane in now if lane.method == self.model.watched)

    def draw(self, tick: int) -> None:
        """Show the picture of a tick."""
        lanes = self.model.lanes
        if lanes is not None and self._pictures is not None:
            lane = self._lane(lanes.at(self.model.level, tick))
            self.picture.show(self._drawing(self._pictures, lane))

    def _drawing(self, pictures: RunPictures, lane: Lane) -> Drawing:
        drawing = steps.lane_drawing(pictures, lane)
        if self.answers:
            return replace(drawing, title="", alt=drawing.description)
        tests = lane.frame.test is not None
        kept = [
            m if tests and m.state in ASKED else replace(m, state="idle") for m in drawing.nodes
        ]
        return replace(drawing, title="", nodes=tuple(kept), edges=(), hull=(), alt="")

    def screen(self, tick: int) -> list[tuple[k.Target, Any]]:
        """Return what a tick sets: what happens, how far all are, the picture and the tables."""
        lanes = self.model.lanes
        if lanes is None:
            return []
        now, answers = lanes.at(self.model.level, tick), self.answers
        lane, pictures = self._lane(now), self._pictures
        found: list[tuple[k.Target, Any]] = [
            ((self.bars, "value"), steps.bars_html(now, lane.method)),
            ((self.counts, "value"), _tables(lanes, now, answers=answers)),
        ]
        if pictures is None:
            return [*found, ((self.sentence, "value"), steps.lane_html(lane, answers=answers))]
        drawing, layers = self._drawing(pictures, lane), ["", ""]
        if answers:
            layers = [layer(pictures, lane.frame, drawing) for layer in (under_svg, over_svg)]
        values = self.picture.values(drawing, layers=layers)
        found.append(((self.sentence, "value"), steps.lane_html(lane, drawing, answers=answers)))
        return [*found, *zip(self.picture.targets, values, strict=True)]


def lane_drawings(lanes: Lanes, now: Sequence[Lane]) -> list[Drawing]:
    """Return a picture of each lane, small; none where there are too many variables."""
    if len(lanes.names) > MOST_DRAWN:
        return []
    dag = lanes.films[0].dag  # the same in all lanes; without it each has its own picture
    stage = None if dag is None else _snug(stage_of(dag, widest=LANE_WIDTH, pane="tall"))
    return [
        steps.lane_drawing(RunPictures(lane.film, LANE_WIDTH, stage, "tall"), lane) for lane in now
    ]


def _snug(stage: Stage) -> Stage:
    """Return a stage without its margins, for four beside each other."""
    sides = [(x, pill_width(str(name)) / 2) for name, (x, _) in stage.positions.items()]
    left, right = min(x - half for x, half in sides), max(x + half for x, half in sides)
    places = {name: (x - left + SNUG, y) for name, (x, y) in stage.positions.items()}
    return Stage(stage.dag, places, round(right - left + 2 * SNUG), stage.height)


def _tables(lanes: Lanes, now: Sequence[Lane], *, answers: bool) -> str:
    tables = steps.comparison_html(lanes) + steps.sizes_html(lanes, now)
    sets = "".join(steps.set_html(lane, answers=answers) for lane in now)
    # on a very narrow page the tables scroll, with the keyboard too
    return (
        '<div class="mw-counters" style="overflow-x:auto" role="region" tabindex="0" '
        f'aria-label="Counts">{tables}{sets}</div>'
    )
