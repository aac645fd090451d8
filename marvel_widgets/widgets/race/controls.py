"""The controls of the race: the bet by its lanes, and the settings."""

from functools import partial
from typing import Any, Final

from marvel_widgets.lessons.race.runs import LARGEST_BUDGET, racer_title
from marvel_widgets.lessons.race.view import idea_words
from marvel_widgets.text import escaped
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.controls import (
    ErrorLine,
    Toggles,
    button,
    follow,
    hear,
    number,
    put,
)
from marvel_widgets.widgets.race.model import RaceModel

SWITCH: Final = {"given": "after discovery", "found": "with discovery"}


class BetBox(w.VBox):
    """A lane for each racer, to be clicked for a bet on it."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self.lanes, rows = {}, []
        for name in model.algorithms:
            title = racer_title(name)
            lane = button(title, f"Bet on {title}", partial(model.place, name), "8em")
            self.lanes[name] = lane
            rows.append(w.Row([lane, w.HTML(escaped(idea_words(name)))]))
        super().__init__(rows)
        self.add_class("mw-bet")
        follow(self._show, (model, "changed"))

    def _show(self) -> None:
        w.show_if(self, self.model.predict and not self.model.placed)


class SettingsBox(w.VBox):
    """The budget, which begins another race."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self.budget = number("Budget, CI tests each", model.budget, 1, LARGEST_BUDGET, "auto")
        self.error = ErrorLine(model, "settings")
        super().__init__([self.budget, self.error])
        hear(self.budget, model.set_budget)
        follow(lambda: put(self.budget, value=model.budget), (model, "changed"))


def discovery_switch(model: RaceModel) -> w.ToggleButtons:
    """Return the switch between races with and without the tests of boundary discovery."""
    starts: dict[Any, str] = dict(SWITCH)
    if model.boundaries not in starts:
        starts["own"] = "each in its own way"
    switch = Toggles(options=[(words, start) for start, words in starts.items()])
    hear(switch, model.set_boundaries)
    follow(lambda: put(switch, value=model.boundaries), (model, "changed"))
    return switch
