"""The discovering half of the boundary lab: which methods run, how to move, and the lanes."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from marvel_widgets.boundary.discovery import METHODS
from marvel_widgets.teaching.boundary_lanes import CLOCKS, Lanes
from marvel_widgets.teaching.boundary_steps import lane_drawing, lane_sentence
from marvel_widgets.teaching.boundary_tables import (
    comparison_html,
    counting_words,
    formula_words,
    lane_html,
    sizes_html,
)
from marvel_widgets.teaching.drawing import Drawing
from marvel_widgets.teaching.option_words import algorithm_name, option_words
from marvel_widgets.teaching.pictures import Scene
from marvel_widgets.teaching.svg import legend_svg
from marvel_widgets.widgets.boundary_lab_model import BoundaryLabModel
from marvel_widgets.widgets.controls import SPEEDS, WIDE, TroubleLine, button, escaped
from marvel_widgets.widgets.picture import BIG
from marvel_widgets.widgets.seek_bar import SeekBar

APP_LABEL = "Boundary lab. While discovering, Space plays and arrow keys step."
LANE_WIDTH = 300  # px
# Beyond this many variables a lane has no room for a picture.
MOST_DRAWN = 30


class MethodBoxes(w.VBox):
    """A check box for each method, with its sentence."""

    def __init__(self, model: BoundaryLabModel) -> None:
        self.model = model
        self._showing = False
        self.boxes = {
            method: w.Checkbox(
                value=method in model.methods,
                description=algorithm_name(method),
                tooltip=option_words("method", method),
                indent=False,
                layout=w.Layout(width="auto"),
            )
            for method in METHODS
        }
        self.trouble = TroubleLine(model, "methods")
        row = w.HBox(list(self.boxes.values()), layout=w.Layout(flex_flow="row wrap"))
        row.add_class("mw-views")  # for its gaps
        super().__init__([row, self.trouble])
        for box in self.boxes.values():
            box.observe(lambda _: self._choose(), "value")
        model.observe(lambda _: self._show(), "methods")

    def _choose(self) -> None:
        if not self._showing:
            self.model.choose_methods([m for m, box in self.boxes.items() if box.value])
            self._show()

    def _show(self) -> None:
        self._showing = True
        try:
            for method, box in self.boxes.items():
                box.value = method in self.model.methods
        finally:
            self._showing = False


class LanesTransport(w.VBox):
    """Begin, back, step, end, play; what one step is; the seek bar; the keys."""

    def __init__(self, model: BoundaryLabModel) -> None:
        self.model = model
        self._showing = False
        self.begin = button("Begin", "Go to the beginning (Home)", model.begin)
        self.back = button("Back", "One step back (left arrow)", model.back)
        self.step = button("Step", "One step on (right arrow)", model.step)
        self.end = button("End", "Go to the end (End)", model.end)
        self.play = button("Play", "Step on by itself (Space)", model.toggle, "70px")
        self.clock = w.ToggleButtons(
            options=list(CLOCKS),
            value=model.clock,
            tooltips=[f"In every lane, one {clock}" for clock in CLOCKS],
            style={"button_width": "auto"},
        )
        self.speed = w.Dropdown(
            options=[(f"{speed:g}", speed) for speed in SPEEDS],
            value=model.speed,
            description="Steps a second",
            style=WIDE,
            layout=w.Layout(width="auto", min_width="160px"),
        )
        self.seek = SeekBar(label=APP_LABEL)
        unit = w.Label("One step is one")
        buttons = [self.begin, self.back, self.step, self.end, self.play, unit, self.clock]
        buttons.append(self.speed)
        row = w.HBox(buttons, layout=w.Layout(flex_flow="row wrap", align_items="center"))
        super().__init__([row, self.seek, TroubleLine(model, "transport")])
        self.clock.observe(lambda change: self._choose(change.new), "value")
        self.speed.observe(lambda change: model.set_trait("speed", change.new), "value")
        self.seek.observe(lambda change: self._move(change.new), "value")
        self.seek.on_key(self.press)
        model.observe(lambda _: self._show_playing(), "playing")

    def press(self, key: str) -> None:
        """Do what a key stands for, while discovering; unknown ones do nothing."""
        act = {
            "space": self.model.toggle,
            "right": self.model.step,
            "left": self.model.back,
            "home": self.model.begin,
            "end": self.model.end,
        }.get(key)
        if act is not None and self.model.mode == "discover" and not self.step_locked:
            act()

    @property
    def step_locked(self) -> bool:
        """Whether a teacher has locked the controls: then keys do nothing either."""
        return bool(self.clock.disabled)

    def _choose(self, clock: Any) -> None:
        if not self._showing:
            self.model.choose_clock(clock)

    def _move(self, tick: int) -> None:
        if not self._showing:
            self.model.seek(tick)

    def show(self) -> None:
        """Show the present tick."""
        model = self.model
        self._showing = True
        try:
            self.clock.value = model.clock
            self.begin.disabled = self.back.disabled = model.tick == 0
            self.step.disabled = model.tick >= model.last or model.waiting
            self.end.disabled = model.tick >= model.last
            with self.seek.hold_sync():  # one message
                self.seek.last = max(1, model.last)
                self.seek.value = model.shown
                self.seek.said = f"{model.clock} {model.shown} of {model.last}"
        finally:
            self._showing = False

    def _show_playing(self) -> None:
        self.play.description = "Pause" if self.model.playing else "Play"


class LanesPart(w.VBox):
    """The lanes beside each other, wrapped on a narrow page, with their tables below."""

    def __init__(self, model: BoundaryLabModel, *, answers: bool = True, big: bool = False) -> None:
        self.model, self.answers = model, answers
        self._scale = BIG if big else 1.0
        self._scenes: tuple[Lanes | None, list[Scene]] = (None, [])
        self.row = w.HBox(layout=w.Layout(flex_flow="row wrap", align_items="flex-start"))
        self.row.add_class("mw-views")
        self.legend, self.words, self.tables = w.HTML(), w.HTML(), w.HTML()
        self.status = w.HTML()  # one announcement for those who can't see the lanes
        super().__init__([self.status, self.row, self.legend, self.words, self.tables])

    def drawings(self) -> list[Drawing]:
        """Return the picture of each lane; none where there are too many variables."""
        lanes = self.model.lanes
        if lanes is None or len(lanes.names) > MOST_DRAWN:
            return []
        if self._scenes[0] is not lanes:
            self._scenes = lanes, [Scene(film, widest=LANE_WIDTH) for film in lanes.films]
        pairs = zip(self._scenes[1], self.model.now(), strict=True)
        return [lane_drawing(scene, lane) for scene, lane in pairs]

    def show(self) -> None:
        """Show the present tick."""
        lanes, now, drawings = self.model.lanes, self.model.now(), self.drawings()
        if len(self.row.children) != len(now):
            for child in self.row.children[len(now) :]:
                child.close()
            kept = list(self.row.children[: len(now)])
            self.row.children = kept + [self._new_lane() for _ in now[len(kept) :]]
        for at, (lane, html) in enumerate(zip(now, self.row.children, strict=True)):
            drawing = drawings[at] if drawings else None
            html.value = lane_html(lane, drawing, answers=self.answers, scale=self._scale)
        told = (
            f"{algorithm_name(lane.method)}: {lane_sentence(lane, answers=self.answers)}"
            for lane in now
        )
        self.status.value = (
            f'<div class="mw-sr" role="status" aria-live="polite">{escaped(" ".join(told))}</div>'
        )
        self.legend.value = (
            legend_svg(drawings, width=2 * LANE_WIDTH) if drawings and self.answers else ""
        )
        if lanes is None:
            self.words.value = self.tables.value = ""
            return
        how = [counting_words()]
        if "tc" in self.model.methods:
            how.insert(0, formula_words(len(lanes.names)))
        self.words.value = f'<div class="mw-place">{escaped(" ".join(how))}</div>'
        # on a very narrow page the tables scroll, with the keyboard too
        self.tables.value = (
            '<div class="mw-counters" style="overflow-x:auto" role="region" tabindex="0" '
            f'aria-label="Counts">{comparison_html(lanes)}{sizes_html(lanes, now)}</div>'
        )

    def _new_lane(self) -> w.HTML:
        width = f"{round(LANE_WIDTH * self._scale)}px"
        return w.HTML(layout=w.Layout(flex=f"1 1 {width}", min_width=f"min(100%, {width})"))
