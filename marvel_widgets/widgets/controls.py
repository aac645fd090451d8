"""The controls of the player: which graph, how it runs, and how to move."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import ipywidgets as w

from marvel_widgets.graphs import networks
from marvel_widgets.graphs.gallery import gallery
from marvel_widgets.teaching.frames import LEVELS
from marvel_widgets.widgets.closing import close_parts, close_whole
from marvel_widgets.widgets.player_model import PlayerModel
from marvel_widgets.widgets.seek_bar import SeekBar

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
GALLERY, NETWORK, RANDOM, TEXT = "Gallery", "Real network", "Random", "Text"
WIDE = {"description_width": "initial"}


def button(text: str, tooltip: str, act: Callable[[], Any], width: str = "auto") -> w.Button:
    """Return a button with a word on it (icons come from elsewhere and may be missing)."""
    layout = w.Layout(width=width, flex="0 0 auto")  # never narrower than its word
    made = w.Button(description=text, tooltip=tooltip, layout=layout)
    made.on_click(lambda _: act())
    return made


class GraphChooser(w.VBox):
    """Choose the graph: gallery, real network, random with a seed, or typed text.

    Parameters
    ----------
    model : PlayerModel
    """

    def __init__(self, model: PlayerModel) -> None:
        self.model = model
        self._choosing: str | None = None
        self.kind = w.Dropdown(
            options=[GALLERY, NETWORK, RANDOM, TEXT],
            value=TEXT,
            description="Graph from",
            style=WIDE,
            layout=w.Layout(width="auto"),
        )
        self.example = w.Dropdown(
            options=[("choose one", None)]
            + [(entry.title, entry.name) for entry in gallery.entries()],
            description="Example",
            style=WIDE,
        )
        self.network = w.Dropdown(
            options=[("choose one", None)]
            + [(f"{name} ({networks.info(name).variables})", name) for name in networks.names()],
            description="Network (variables)",
            style=WIDE,
        )
        self.p = w.BoundedIntText(8, min=1, max=250, description="variables", style=WIDE)
        self.degree = w.BoundedIntText(2, min=0, max=8, description="max in-degree", style=WIDE)
        self.seed = w.BoundedIntText(1, min=0, max=10**9, description="seed", style=WIDE)
        for field in (self.p, self.degree, self.seed):
            field.layout.width = "12em"
        self.draw = button("Draw", "Draw a random DAG with this seed", self._draw)
        self.text = w.Textarea(
            value="" if model.dag is None else model.dag.to_text(),
            description="Text",
            style=WIDE,
            placeholder='X -> Y <- T; Y -> "a name with spaces"',
            rows=2,
            layout=w.Layout(width="min(40em, 95%)"),
        )
        self.load = button("Use text", "Run on the graph of this text", self._load_text)
        self.trouble = TroubleLine(model, "graph")
        self.point = w.HTML()
        self._rows = {
            GALLERY: [self.example],
            NETWORK: [self.network],
            RANDOM: [self.p, self.degree, self.seed, self.draw],
            TEXT: [self.text, self.load],
        }
        self._row = w.HBox(layout=w.Layout(flex_flow="row wrap", align_items="center"))
        super().__init__([self._row, self.trouble, self.point])
        self.kind.observe(lambda _: self._show_row(), "value")
        self.example.observe(lambda change: self._choose("gallery", change.new), "value")
        self.network.observe(lambda change: self._choose("network", change.new), "value")
        model.observe(lambda _: self._show_run(), "loaded")
        self._show_row()

    def close(self) -> None:
        """Close the chooser and its rows, those that do not show included."""
        if self.comm is not None:
            for control in (self.kind, *chain.from_iterable(self._rows.values())):
                close_whole(control)
            close_parts(self)
        super().close()

    def _show_row(self) -> None:
        self._row.children = [self.kind, *self._rows[self.kind.value]]

    def _choose(self, kind: str, name: str | None) -> None:
        if name is None:
            return
        self._choosing = kind
        worked = self.model.load_named(kind, name)
        self._choosing = None
        if worked:
            point = gallery.entry(name).point if kind == "gallery" else _about_network(name)
            self.point.value = escaped(point)

    def _draw(self) -> None:
        self.model.load_random(self.p.value, self.degree.value, self.seed.value)

    def _load_text(self) -> None:
        self.model.load_text(self.text.value)

    def _show_run(self) -> None:
        """Show what the graph is; a choice that it is not from is undone."""
        self.point.value = ""
        if self._choosing != "gallery":
            self.example.value = None
        if self._choosing != "network":
            self.network.value = None
        if self.model.dag is not None:
            self.text.value = self.model.dag.to_text()


def _about_network(name: str) -> str:
    """Return what a network is about, where it comes from and under which terms."""
    info = networks.info(name)
    terms = info.license.partition(" (")[0]  # what follows speaks of the file
    return f"{info.note} Source: {info.source}. License: {terms}."


def escaped(text: str) -> str:
    """Return learner input as harmless HTML."""
    from html import escape

    return escape(text)


class TroubleLine(w.HTML):
    """The sentence on the last input, beside the fields that it was about.

    Parameters
    ----------
    model : HasTraits
        With the traits ``trouble``, the sentence, and ``trouble_at``, which input it was.
    *places : str
        The values of ``trouble_at`` that belong here.
    """

    def __init__(self, model: Any, *places: str) -> None:
        self.model = model
        self.places = places
        super().__init__()
        self.add_class("mw-trouble-box")
        model.observe(lambda _: self._show(), ["trouble", "trouble_at"])
        self._show()

    def _show(self) -> None:
        said = escaped(self.model.trouble) if self.model.trouble_at in self.places else ""
        self.value = f'<div class="mw-trouble" role="alert">{said}</div>' if said else ""


class Transport(w.VBox):
    """Begin, back, step, end, play; the level of a step; the seek bar; the keys.

    Parameters
    ----------
    model : PlayerModel
    foretell : bool
        Whether the seek bar marks removals that the learner has not come to yet; where they
        are asked for, it must not.
    """

    def __init__(self, model: PlayerModel, *, foretell: bool = True) -> None:
        self.model = model
        self.foretell = foretell
        self._reached = 0
        self.begin = button("Begin", "Go to the beginning (Home)", model.begin)
        self.back = button("Back", "One step back (left arrow)", model.back)
        self.step = button("Step", "One step on (right arrow)", model.step)
        self.end = button("End", "Go to the end (End)", model.end)
        self.play = button("Play", "Step on by itself (Space)", model.toggle, "5.5em")
        self.level = w.ToggleButtons(
            options=list(LEVELS),
            value=model.level,
            tooltips=[f"One step is one {level}" for level in LEVELS],
            style={"button_width": "auto"},
            layout=w.Layout(width="auto"),
        )
        self.speed = w.Dropdown(
            options=[(f"{speed:g}", speed) for speed in SPEEDS],
            value=model.speed,
            description="Steps a second",
            style=WIDE,
            layout=w.Layout(width="auto"),
        )
        self.seek = SeekBar()
        unit = w.Label("One step is one")
        buttons = [self.begin, self.back, self.step, self.end, self.play, unit, self.level]
        buttons.append(self.speed)
        row = w.HBox(buttons, layout=w.Layout(flex_flow="row wrap", align_items="center"))
        super().__init__([row, self.seek])
        self.level.observe(lambda change: model.set_trait("level", change.new), "value")
        self.speed.observe(lambda change: model.set_trait("speed", change.new), "value")
        self.seek.observe(lambda change: model.seek(change.new), "value")
        self.seek.on_key(self.press)
        model.observe(lambda change: setattr(self.level, "value", change.new), "level")
        model.observe(lambda change: self._show_speed(change.new), "speed")
        model.observe(lambda _: self._show_playing(), "playing")

    def _show_speed(self, speed: float) -> None:
        if speed not in dict(self.speed.options).values():  # set in a cell
            self.speed.options = [*self.speed.options, (f"{speed:g}", speed)]
        self.speed.value = speed

    def press(self, key: str) -> None:
        """Do what a key of the player stands for; unknown ones do nothing."""
        act = {
            "space": self.model.toggle,
            "right": self.model.step,
            "left": self.model.back,
            "home": self.model.begin,
            "end": self.model.end,
        }.get(key)
        if act is not None:
            act()

    def show(self, said: str) -> None:
        """Show the present position, `said` in words."""
        model = self.model
        at_begin, at_end = model.position == 0, model.position == model.film.last
        for control, off in (
            (self.begin, at_begin),
            (self.back, at_begin),
            (self.step, at_end),
            (self.end, at_end),
        ):
            control.disabled = off
        with self.seek.hold_sync():  # one message
            self.seek.said = said
            self.seek.value = model.position
            if not self.foretell and model.position > self._reached:
                self._reached = model.position
                self.seek.marks = self._marks()

    def show_run(self) -> None:
        """Show the length and the removals of a new run."""
        self._reached = self.model.position
        with self.seek.hold_sync():
            self.seek.value = self.model.position
            self.seek.last = max(1, self.model.film.last)
            self.seek.marks = self._marks()

    def _marks(self) -> list[list[Any]]:
        film = self.model.film
        return [
            [position, f"{film.telling.name(x)} leaves"]
            for position, x in film.removals()
            if self.foretell or position <= self._reached
        ]

    def _show_playing(self) -> None:
        self.play.description = "Pause" if self.model.playing else "Play"
