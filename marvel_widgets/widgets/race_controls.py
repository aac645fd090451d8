"""The controls of the race: which graph, the bet, the clock and its settings."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import ipywidgets as w

from marvel_widgets.graphs.gallery import gallery
from marvel_widgets.teaching.option_words import algorithm_name
from marvel_widgets.teaching.race import LARGEST_BUDGET
from marvel_widgets.teaching.race_bets import Bet, read_number
from marvel_widgets.widgets.controls import WIDE, TroubleLine, button, escaped
from marvel_widgets.widgets.graph_model import GraphModel
from marvel_widgets.widgets.race_model import DECISION, TEST, RaceModel
from marvel_widgets.widgets.seek_bar import SeekBar

# The two whose numbers a learner may guess.
GUESSED: Final = ("marvel", "pc")
KEYS: Final = "Race. Space plays and pauses, arrow keys step, Home and End go to the ends."


def _row(*controls: w.Widget) -> w.HBox:
    return w.HBox(list(controls), layout=w.Layout(flex_flow="row wrap", align_items="center"))


class ExampleBox(w.VBox):
    """A graph of the gallery to race on; its teaching point would give the bet away."""

    def __init__(self, graph: GraphModel) -> None:
        self.graph = graph
        self._showing = False
        self.example = w.Dropdown(
            options=[("choose one", "")]
            + [(entry.title, entry.name) for entry in gallery.entries()],
            value="",
            description="Example",
            style=WIDE,
            layout=w.Layout(width="min(480px, 96%)"),
        )
        super().__init__([self.example])
        self.example.observe(lambda change: self._choose(change.new), "value")
        graph.observe(lambda _: self._show(), "dag")

    def _choose(self, name: str) -> None:
        if name and not self._showing:
            self.graph.load_gallery(name)

    def _show(self) -> None:
        """Take the choice back where the graph is no longer its own."""
        chosen = self.example.value
        if chosen and gallery[chosen].to_text() != self.graph.dag.to_text():
            self._showing = True
            try:
                self.example.value = ""
            finally:
                self._showing = False


class BetBox(w.VBox):
    """Who needs the fewest tests, and how many do two of them need; asked before the race."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self.intro = w.HTML()
        names = [(algorithm_name(name), name) for name in model.algorithms]
        self.winner = w.Dropdown(
            options=[("choose one", ""), *names],
            description="Fewest CI tests",
            style=WIDE,
        )
        self.numbers = {
            name: w.Text(
                description=f"Tests of {algorithm_name(name)}",
                placeholder="a number, or empty",
                style=WIDE,
                layout=w.Layout(width="auto"),
            )
            for name in GUESSED
            if name in model.algorithms
        }
        self.place = button("Place the bet", "Record this bet, then race", self._place)
        self.skip = button("Skip", "Race without a bet", model.skip)
        self.trouble = TroubleLine(model, "bet")
        super().__init__(
            [
                self.intro,
                _row(self.winner, *self.numbers.values()),
                _row(self.place, self.skip),
                self.trouble,
            ]
        )
        self.add_class("mw-predict")
        model.observe(lambda _: self._show(), "changed")
        self._shown: Bet | None = None
        self._show()

    def _place(self) -> None:
        model = self.model
        try:
            read = {name: read_number(field.value) for name, field in self.numbers.items()}
        except ValueError as error:
            model.complain(str(error))
            return
        model.place(self.winner.value, {name: n for name, n in read.items() if n is not None})

    def _show(self) -> None:
        model = self.model
        self.layout.display = "" if model.predict else "none"
        asked = "Place your bet. Who performs the fewest CI tests on this graph, and how many?"
        if model.placed:
            asked = "Your bet is placed." if not model.bet.is_empty else "No bet was placed."
        self.intro.value = (
            f'<div class="mw-question" role="status" aria-live="polite">{escaped(asked)}</div>'
        )
        controls = (self.winner, *self.numbers.values(), self.place, self.skip)
        for control in controls:
            control.disabled = model.placed
        if model.bet is self._shown:
            return
        self._shown = model.bet
        self.winner.value = model.bet.winner
        for name, field in self.numbers.items():
            n = model.bet.tests.get(name)
            field.value = "" if n is None else f"{n:,}"


class ClockBox(w.VBox):
    """Start, step, to the finish; the seek bar; scale, boundaries and budget."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self._showing = False
        self.begin = button("Begin", "Set the clock to 0 (Home)", model.begin)
        self.back = button("Back", "One step back (left arrow)", model.back)
        self.step = button("Step", "One step on (right arrow)", model.step)
        self.finish = button("End", "All runs to their ends (End)", model.finish)
        self.play = button("Play", "Let the clock run (Space)", model.toggle, "5.5em")
        self.level = self._toggle(
            "One step is one",
            [("test", TEST), ("decision of the slowest", DECISION)],
            "auto",
            model.level,
        )
        self.speed = w.FloatLogSlider(
            model.speed,
            base=2,
            min=-1,
            max=5,
            step=0.5,
            description="Steps a second",
            style=WIDE,
            readout_format=".2g",
            layout=w.Layout(width="22em"),
        )
        self.scale = self._toggle(
            "Scale", [("logarithmic", "log"), ("linear", "linear")], "auto", model.scale
        )
        self.boundaries = self._toggle(
            "Boundaries", [("given", "given"), ("found first", "found")], "auto", model.boundaries
        )
        self.budget = w.BoundedIntText(
            model.budget,
            min=1,
            max=LARGEST_BUDGET,
            description="Budget, CI tests each",
            style=WIDE,
            layout=w.Layout(width="auto"),
        )
        self.seek = SeekBar(label=KEYS)
        self.trouble = TroubleLine(model, "settings", "clock")
        super().__init__(
            [
                _row(self.begin, self.back, self.step, self.finish, self.play, self.speed),
                _row(self.level, self.scale),
                _row(self.boundaries, self.budget),
                self.seek,
                self.trouble,
            ]
        )
        self._connect()
        self._show()

    @staticmethod
    def _toggle(description: str, options: Any, width: str, value: str) -> w.ToggleButtons:
        return w.ToggleButtons(
            options=options,
            value=value,
            description=description,
            style={"description_width": "initial", "button_width": width},
            layout=w.Layout(width="auto"),
        )

    def _connect(self) -> None:
        model = self.model
        for control, act in (
            (self.level, partial(setattr, model, "level")),
            (self.speed, partial(setattr, model, "speed")),
            (self.scale, model.set_scale),
            (self.boundaries, model.set_boundaries),
            (self.budget, model.set_budget),
            (self.seek, model.seek),
        ):
            control.observe(partial(self._act, act), "value")
        self.seek.on_key(self.press)
        model.observe(lambda _: self._show(), ["changed", "playing", "level", "speed"])

    def _act(self, act: Any, change: Any) -> None:
        if not self._showing:
            act(change.new)

    def press(self, key: str) -> None:
        """Do what a key stands for; unknown ones do nothing."""
        model = self.model
        act = {
            "space": model.toggle,
            "right": model.step,
            "left": model.back,
            "home": model.begin,
            "end": model.finish,
        }.get(key)
        if act is not None:
            act()

    def _show(self) -> None:
        model = self.model
        race = model.race
        self.layout.display = "" if race is not None else "none"
        if race is None:
            return
        start, end = model.tick == 0, model.finished
        for control, off in (
            (self.begin, start),
            (self.back, start),
            (self.step, end),
            (self.finish, end),
            (self.play, race.last == 0),
        ):
            control.disabled = off
        self.play.description = "Pause" if model.playing else "Play"
        self._showing = True
        try:
            self.level.value, self.speed.value = model.level, model.speed
            self.scale.value, self.boundaries.value = model.scale, model.boundaries
            self.budget.value = model.budget
            with self.seek.hold_sync():  # one message
                self.seek.last = max(1, race.last)
                self.seek.value = model.tick
                self.seek.said = f"{model.tick:,} of {race.last:,} CI tests"
        finally:
            self._showing = False
