"""The controls of the race: the bet, and the settings."""

from typing import Any, Final

from marvel_widgets.lessons.race.bets import Bet, bet_words, read_number
from marvel_widgets.lessons.race.runs import LARGEST_BUDGET, racer_title
from marvel_widgets.text import escaped
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.controls import Echo, ErrorLine, Menu, Toggles, button, follow
from marvel_widgets.widgets.race.model import RaceModel

# The two whose numbers a learner may guess.
GUESSED: Final = ("marvel", "pc")


class BetBox(w.VBox):
    """Asks which algorithm needs the fewest tests, and how many two of them need."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self.intro = w.HTML()
        names = [(racer_title(name), name) for name in model.algorithms]
        self.winner = Menu(options=[("choose one", ""), *names], description="Fewest CI tests")
        self.numbers = {
            name: w.Text(
                description=f"Tests of {racer_title(name)}",
                placeholder="a number, or empty",
                continuous_update=False,  # sent whole, before the press
                layout=w.layout(width="auto"),
            )
            for name in GUESSED
            if name in model.algorithms
        }
        self.place = button("Place the bet", "Record this bet, then race", self._place)
        self.place.add_class("mw-primary")
        self.skip = button("Skip", "Race without a bet", model.skip)
        self.error = ErrorLine(model, "bet")
        super().__init__(
            [
                self.intro,
                w.Row([self.winner, *self.numbers.values()]),
                w.Row([self.place, self.skip]),
                self.error,
            ]
        )
        self.add_class("mw-predict")
        self.add_class("mw-bet")
        self._shown: Bet | None = None
        follow(self._show, (model, "changed"))

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
        w.show_if(self, model.predict and not (model.placed and model.bet.is_empty))
        asked = "Place your bet. Which performs the fewest CI tests on this graph, and how many?"
        if model.placed:
            asked = bet_words(model.bet)
        self.intro.value = (
            f'<div class="mw-question" role="status" aria-live="polite">{escaped(asked)}</div>'
        )
        controls = (self.winner, *self.numbers.values(), self.place, self.skip)
        for control in controls:
            control.disabled = model.placed
        w.mark_if(self, model.placed, "mw-answered")
        if model.bet is self._shown:
            return
        self._shown = model.bet
        self.winner.value = model.bet.winner
        for name, field in self.numbers.items():
            n = model.bet.tests.get(name)
            field.value = "" if n is None else f"{n:,}"


class SettingsBox(w.VBox):
    """The scale of the charts; boundaries and budget, which begin another race."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self._echo = Echo()
        self.scale = _toggle("Scale", [("logarithmic", "log"), ("linear", "linear")])
        starts = [("given", "given"), ("found first", "found"), ("each in its own way", "own")]
        self.boundaries = _toggle("Boundaries", starts)
        self.budget = w.BoundedIntText(
            model.budget,
            min=1,
            max=LARGEST_BUDGET,
            description="Budget, CI tests each",
            layout=w.layout(width="auto"),
        )
        self.error = ErrorLine(model, "settings")
        super().__init__([w.Row([self.scale, self.boundaries, self.budget]), self.error])
        self._show()
        self._echo.hear(self.scale, model.set_scale)
        self._echo.hear(self.boundaries, model.set_boundaries)
        self._echo.hear(self.budget, model.set_budget)
        model.observe(lambda _: self._show(), "changed")

    def _show(self) -> None:
        model = self.model
        with self._echo:
            self.scale.value, self.boundaries.value = model.scale, model.boundaries
            self.budget.value = model.budget


def _toggle(description: str, options: Any) -> w.ToggleButtons:
    return Toggles(options=options, description=description, layout=w.layout(width="auto"))
