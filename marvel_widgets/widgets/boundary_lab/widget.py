"""The boundary lab: Markov boundaries read from the graph, and discovered by CI tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, Unpack

from marvel_widgets.core.boundary.discovery import METHODS, Method
from marvel_widgets.lessons.markov_boundary import steps, view
from marvel_widgets.lessons.markov_boundary.lanes import Clock, Lane, Lanes
from marvel_widgets.pictures.band import Said, band_html
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.pills import pill_width
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import grid
from marvel_widgets.replay.option_words import algorithm_name, option_words
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_layers import over_svg, under_svg
from marvel_widgets.text import escaped, folded
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.boundary_lab import BOUNDARY_LAB
from marvel_widgets.widgets.boundary_lab.model import BoundaryLabModel
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
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


NOTHING_CHOSEN = "Choose a variable: click on it, or use the menu."


class BoundaryLab(k.App):
    """Read the Markov boundary of a variable from the graph, or watch methods discover it.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    test : CITest, optional
        A test on data of the same variables, such as ``FisherZ(data)``: discovery asks it in
        place of the graph, and answers that differ from the graph are flagged.
    x : str
        The variable to begin with; empty for none.
    mode : {"read", "discover"}
    methods : iterable of {"tc", "gs", "iamb", "inter-iamb"}
    clock : {"test", "decision", "variable"}
        What one step is, in every lane at once.
    tick : int
        Where to begin.
    seed : int
        Of the order of the options of a question.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks for a boundary, and for
        what a CI test does before a step. A test on data is not in the `token`. Parts: "graph",
        "said", "pictures", "predict", "mode", "question", "members", "methods", "transport",
        "lanes", "progress", "tables".

    Raises
    ------
    GraphError, ValueError, TypeError
        A name or choice is unknown, `test` is none, or the token is damaged.

    Notes
    -----
    Total conditioning asks about each pair given all others. Grow-shrink, IAMB and
    Inter-IAMB grow a set for each variable and shrink it again. Section 2.1 of the paper
    says what a Markov boundary is.

    Examples
    --------
    >>> lab = BoundaryLab("X -> Y <- T; Y -> Z", x="X")
    >>> lab.text().splitlines()[0]
    'Mb(X) = {Y, T}: neighbors {Y} and co-parents {T}.'
    >>> lab.model.choose_mode("discover")
    >>> lab.model.step()
    >>> lab.text().splitlines()[0]
    'Total conditioning: 1 of 6 CI tests; 0 of 4 boundaries known'
    """

    spec = BOUNDARY_LAB
    model: BoundaryLabModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; U -> X",
        *,
        test: Any = None,
        x: str = "",
        mode: str = "read",
        methods: Iterable[Method] = METHODS,
        clock: Clock = "test",
        tick: int = 0,
        seed: int = 0,
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        model = BoundaryLabModel(
            graph_model_of(source),
            self.predictions,
            test=test,
            x=x,
            mode=mode,
            methods=tuple(methods),
            clock=clock,
            tick=tick,
            seed=seed,
        )
        super().__init__(self._make_parts(self.restored(model)), model=model)
        k.follow(self._show, (model, "changed"), (self.predictions, "revealed"))

    def _make_parts(self, model: BoundaryLabModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self.x = k.menu("Variable", (), model.choose, min_width="150px")
        self.question = w.VBox([self.x])
        self.question.add_class("mw-below")
        modes = [("Read from the graph", "read"), ("Discover by tests", "discover")]
        self.mode = k.Toggles(options=modes)
        k.hear(self.mode, model.choose_mode)
        self.picture = k.Picture(_untitled(model), on_pick=self._pick, big=big, layered=True)
        self.verdict, self.members = k.Band(self.predictions, judges=True), w.HTML()
        self.hint = w.HTML('<div class="mw-click">Click another variable.</div>')
        self.methods = MethodBoxes(model)
        self.transport = k.Transport(model)
        self.lanes = LanesPart(model, self._pick, answers=self.settings["answers"], big=big)
        self.run = k.ShownRun(
            model,
            self.transport,
            self.lanes.screen,
            lambda tick: f"{model.level} {tick} of {model.film.last}",
            self.lanes.draw,
        )
        return {
            "graph": GraphPart(model.graph, big=big),
            "said": w.VBox([self.verdict, self.lanes.sentence]),
            "mode": w.HBox([self.mode, self.hint]),
            "transport": self.transport,
            "predict": k.PredictBox(self.predictions),
            "pictures": self.picture,
            "members": self.members,
            "lanes": self.lanes,
            "progress": self.lanes.told,
            "question": self.question,
            "methods": self.methods,
            "tables": self.lanes.tables,
        }

    def _show(self) -> None:
        model = self.model
        reads = model.mode == "read"
        k.put(self.mode, value=model.mode)
        options = [("choose", ""), *((name, name) for name in model.dag.nodes)]
        k.put(self.x, options=options, value=model.x)
        w.mark_if(self, reads and not model.x, "mw-unchosen")
        for part in (self.picture, self.verdict, self.members, self.x, self.hint):
            w.show_if(part, reads)
        discovering = (self.transport, self.lanes, self.lanes.sentence, self.lanes.told)
        for part in (*discovering, *self.arranged.folds.values()):
            w.show_if(part, not reads)
        if reads:
            self.run.ship(None, openly=False)
            self._show_reading()
            return
        openly = self.predictions.openly
        self.lanes.prepare(openly=openly)
        self.run.ship((model.lanes, model.level, model.watched, model.stage), openly=openly)
        self.run.show(model.shown)

    def _show_reading(self) -> None:
        model = self.model
        drawing = _untitled(model)
        self.picture.show(drawing)
        said = Said(_sentences(model)[0])
        if reading := _revealed(model):
            said = view.surrounding(reading)
            _, *proofs = _sentences(model)
            items = "".join(f"<li>{escaped(line)}</li>" for line in [*proofs, *_lines(model)])
            reasons = folded("Why these, and no other", f"<ul>{items}</ul>", "")
            self.members.value = view.member_rows(reading) + reasons
        else:
            self.members.value = "" if model.x or self.predictions.on else view.role_rows()
        self.verdict.show(said, drawing)

    def text(self) -> str:
        """Return the present state as text."""
        model = self.model
        if model.mode == "read":
            return "\n".join([*_sentences(model), *_lines(model)])
        if model.lanes is None:
            return NOTHING_TO_RUN
        answers = self.predictions.answers
        lanes = [line for lane in model.now() for line in steps.lane_lines(lane, answers=answers)]
        return "\n".join([*lanes, *steps.comparison_lines(model.lanes), steps.COUNTING])

    def svg(self) -> str:
        """Return the present state as SVG; empty where there is nothing to draw."""
        model = self.model
        if model.mode == "read":
            drawing, caption = _drawing(model), " ".join(_sentences(model))
            words = f"{caption} {drawing.description}"
            return grid([drawing], [caption], columns=1, title="Boundary lab", description=words)
        if model.lanes is None or not self.predictions.answers:
            return ""
        drawings = lane_drawings(model.lanes, model.now())
        if not drawings:
            return ""
        captions = [" ".join(steps.lane_lines(lane)) for lane in model.now()]
        return grid(drawings, captions, columns=2, title="Boundary lab")

    def _pick(self, name: str) -> None:
        """Choose a clicked variable, unless the click comes from the picture of another graph."""
        if name in self.model.dag:
            self.model.choose(name)


def _revealed(model: BoundaryLabModel) -> view.BoundaryReading | None:
    return model.reading if model.predictions.revealed else None


def _sentences(model: BoundaryLabModel) -> list[str]:
    """Return the sentences that may be shown now."""
    if model.reading is None:
        return [NOTHING_CHOSEN]
    reading = _revealed(model)
    if reading is None:
        return [view.boundary_question_words(model.x)]
    return [
        view.boundary_words(reading),
        view.separation_words(reading),
        view.smallest_words(reading),
    ]


def _lines(model: BoundaryLabModel) -> list[str]:
    reading = _revealed(model)
    return [] if reading is None else list(view.reading_lines(reading))


def _drawing(model: BoundaryLabModel) -> Drawing:
    return view.boundary_drawing(model.stage, _revealed(model), model.x or None)


def _untitled(model: BoundaryLabModel) -> Drawing:
    """Return the picture without its title, which is a word for all graphs."""
    drawing = _drawing(model)
    return replace(drawing, title="", alt=drawing.description)
