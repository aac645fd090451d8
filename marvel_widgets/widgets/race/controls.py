"""The controls of the race: the bet by its lanes, and the settings."""

from functools import partial
from typing import Any, Final

from marvel_widgets.lessons.race.bets import Bet, read_number
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

# The two whose numbers a learner may guess.
GUESSED: Final = ("marvel", "pc")
SWITCH: Final = {"given": "after discovery", "found": "with discovery"}


class BetBox(w.VBox):
    """A lane for each racer, to be clicked for a bet on it; on two, how many tests they make."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self.lanes, self.numbers = {}, {}
        for name in model.algorithms:
            title = racer_title(name)
            self.lanes[name] = button(title, f"Bet on {title}", partial(self._place, name), "8em")
            if name in GUESSED:
                self.numbers[name] = w.Text(
                    description="tests",
                    tooltip=f"How many tests {title} makes",
                    placeholder="if you like",
                    continuous_update=False,  # sent whole, before the click
                    layout=w.layout(width="auto"),
                )
        rows = []
        for name, lane in self.lanes.items():
            idea = w.HTML(escaped(idea_words(name)))
            rows.append(w.Row([lane, idea, *filter(None, [self.numbers.get(name)])]))
        super().__init__([*rows, ErrorLine(model, "bet")])
        self.error = self.children[-1]
        self.add_class("mw-bet")
        self._shown: Bet | None = None
        follow(self._show, (model, "changed"))

    def _place(self, winner: str) -> None:
        model = self.model
        try:
            read = {name: read_number(field.value) for name, field in self.numbers.items()}
        except ValueError as error:
            model.complain(str(error))
            return
        model.place(winner, {name: n for name, n in read.items() if n is not None})

    def _show(self) -> None:
        model = self.model
        w.show_if(self, model.predict and not model.placed)
        if model.bet is not self._shown:
            self._shown = model.bet
            for field in self.numbers.values():
                field.value = ""


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
