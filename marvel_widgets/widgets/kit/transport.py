"""Begin, back, step, end, play; the level of a step; the seek bar; the keys."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import anywidget
import traitlets

from marvel_widgets.replay.export.programs import DRIVER
from marvel_widgets.text import readable
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.controls import ErrorLine, Toggles, button, hear, menu, put
from marvel_widgets.widgets.kit.moving import HasPositions, Moving
from marvel_widgets.widgets.kit.static_file import program

KEYS = ("play", "step", "back", "begin", "end")
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)


class SeekBar(anywidget.AnyWidget):
    """A slider over positions, with a tick for each mark."""

    _esm = program(__file__, "within.js", "seek_bar.js", first=DRIVER)

    value = traitlets.Int(0).tag(sync=True)
    last = traitlets.Int(1).tag(sync=True)
    marks: traitlets.List[Any] = traitlets.List().tag(sync=True)
    value_text = traitlets.Unicode("").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def on_key(self, handle: Any) -> None:
        """Call ``handle(name)`` for each key of the player: space, arrows, Home, End."""

        def receive(_widget: Any, content: Any, _buffers: Any) -> None:
            if isinstance(content, dict) and isinstance(content.get("key"), str):
                handle(content["key"])

        self.on_msg(receive)


class Transport(w.VBox):
    """Back, step, play; the seek bar; begin, end, the level of a step; the keys."""

    def __init__(
        self, model: Moving, *, levels: Mapping[str, str] | None = None, mark_future: bool = True
    ) -> None:
        self.model = model
        self.mark_future = mark_future
        self._film: HasPositions | None = None
        self._reached = 0
        self.begin = button("Begin", "Go to the beginning (Home)", model.begin)
        self.back = button("Back", "One step back (left arrow)", model.back)
        self.step = button("Step", "One step on (right arrow)", model.step)
        self.end = button("End", "Go to the end (End)", model.end)
        self.play = button("Play", "Step on by itself (Space)", model.toggle, "5.5em")
        self.words = {level: level for level in model.levels} | dict(levels or {})
        self.level = self._levels() if len(self.words) > 1 else None
        self.speed = menu("Steps a second", (), partial(model.set_trait, "speed"))
        self.seek = SeekBar()
        self.error = ErrorLine(model, "transport")
        seldom: list[w.Widget] = [self.begin, self.end, self.speed]
        if self.level is not None:
            seldom[2:2] = [w.Label("One step is one"), self.level]
        often, more = w.Row([self.back, self.step, self.play]), w.Row(seldom)
        more.add_class("mw-transport-more")  # in the shell by its menu
        super().__init__([often, self.seek, more, self.error])
        self.add_class("mw-transport")
        self.step.add_class("mw-primary")
        for name in KEYS:  # a reel in the page finds them
            getattr(self, name).add_class(f"mw-{name}")
        self._connect()
        self._show_settings()

    def _levels(self) -> w.ToggleButtons:
        made = Toggles(
            options=[(word, level) for level, word in self.words.items()],
            value=self.model.level,
            tooltips=[f"One step is one {word}" for word in self.words.values()],
            layout=w.layout(width="auto"),
        )
        made.add_class("mw-level")
        hear(made, self.model.choose_level)
        return made

    def _connect(self) -> None:
        model = self.model
        hear(self.seek, lambda position: model.seek(min(position, model.offered)))
        self.seek.on_key(self.press)
        model.observe(lambda _: self._show_settings(), ["level", "speed", "playing"])

    def press(self, key: str) -> None:
        """Do what a key stands for; unknown ones do nothing, nor does any that can't be seen."""
        model = self.model
        acts = (model.toggle, model.step, model.back, model.begin, model.end)
        act = dict(zip(KEYS, acts, strict=True)).get(key)
        if act is not None and not self.seek.disabled and self.layout.display != "none":
            act()

    def show(self, message: str) -> None:
        """Show the present position, `value_text` in words."""
        model, film = self.model, self.model.film
        at_begin, at_end = model.position == 0, model.at_end
        self.begin.disabled = self.back.disabled = at_begin
        self.step.disabled, self.play.disabled = model.halted, film.last == 0
        self.end.disabled = at_end or model.position >= model.reach
        self._name_play()
        if film is not self._film:
            self._film, self._reached = film, 0
        # what comes before a question that waits is in the page already
        waits = model.reach if model.reach < film.last else 0
        self._reached = max(self._reached, model.shown, waits)
        marks = [
            [position, *map(readable, words)]
            for position, *words in model.marks
            if self.mark_future or position <= self._reached
        ]
        last = max(1, model.offered)
        put(self.seek, value_text=message, last=last, value=model.shown, marks=marks)

    @property
    def targets(self) -> list[tuple[w.Widget, str]]:
        """What a position of a reel sets, in the order of `values`."""
        buttons: list[tuple[w.Widget, str]] = [
            (control, "disabled") for control in (self.begin, self.back, self.step, self.end)
        ]
        words = [(self.play, "description"), (self.seek, "value_text"), (self.seek, "value")]
        return [*buttons, *words]

    def values(self, position: int, message: str) -> list[Any]:
        """Return what `targets` have at a position."""
        at_begin, at_end = position == 0, position >= self.model.reach
        play = self._play_words(position)
        return [at_begin, at_begin, at_end, at_end, play, message, position]

    def _show_settings(self) -> None:
        model = self.model
        speeds = sorted({*SPEEDS, model.speed})  # any can be set in a cell
        put(self.speed, options=((f"{s:g}", s) for s in speeds), value=model.speed)
        if self.level is not None:
            put(self.level, value=model.level)
        self._name_play()

    def _name_play(self) -> None:
        model = self.model
        self.play.description = "Pause" if model.playing else self._play_words(model.position)

    def _play_words(self, position: int) -> str:
        return "Replay" if 0 < self.model.film.last <= position else "Play"
