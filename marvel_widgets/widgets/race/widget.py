"""The race: five algorithms on one DAG, one clock of CI tests, bets first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Final, Unpack

from marvel_widgets.core.algorithms.own import Program
from marvel_widgets.core.algorithms.registry import ALGORITHMS
from marvel_widgets.lessons.race import view
from marvel_widgets.lessons.race import words as say
from marvel_widgets.lessons.race.runs import LARGEST_BUDGET, PAPER_BUDGET, racer_title
from marvel_widgets.lessons.race.runs import Race as RaceValue
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.charts.svg import chart_svg
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.text import counted, escaped, paragraphs
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.loading import LoadPanel
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.race import RACE
from marvel_widgets.widgets.race.model import DECISION, RaceModel

SWITCH: Final = {"given": "after discovery", "found": "with discovery"}


class BetBox(w.VBox):
    """A lane for each racer, to be clicked for a bet on it."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self.lanes, rows = {}, []
        for name in model.algorithms:
            title = racer_title(name)
            lane = k.button(title, f"Bet on {title}", partial(model.place, name), "8em")
            self.lanes[name] = lane
            rows.append(w.Row([lane, w.HTML(escaped(view.idea_words(name)))]))
        super().__init__(rows)
        self.add_class("mw-bet")
        k.follow(self._show, (model, "changed"))

    def _show(self) -> None:
        w.show_if(self, self.model.predict and not self.model.placed)


class SettingsBox(w.VBox):
    """The budget, which begins another race."""

    def __init__(self, model: RaceModel) -> None:
        self.model = model
        self.budget = k.number("Budget, CI tests each", model.budget, 1, LARGEST_BUDGET, "auto")
        self.error = k.ErrorLine(model, "settings")
        super().__init__([self.budget, self.error])
        k.hear(self.budget, model.set_budget)
        k.follow(lambda: k.put(self.budget, value=model.budget), (model, "changed"))


def discovery_switch(model: RaceModel) -> w.ToggleButtons:
    """Return the switch between races with and without the tests of boundary discovery."""
    starts: dict[Any, str] = dict(SWITCH)
    if model.boundaries not in starts:
        starts["own"] = "each in its own way"
    switch = k.Toggles(options=[(words, start) for start, words in starts.items()])
    k.hear(switch, model.set_boundaries)
    k.follow(lambda: k.put(switch, value=model.boundaries), (model, "changed"))
    return switch


LARGER = 1.25  # for a projector
_LEAST = 0.78  # of its width: a picture that is shrunk further can't be read
RACED = "The graph of the race"
ASKED = "Which algorithm makes the fewest CI tests?"
HOW = "Click the lane that you bet on."
BET_FIRST = "The race begins after the bet."
WITHHELD = "Bets are collected here; the race itself is not shown."
EMPTY = "The graph has no variables; write at least one, such as A -> B."


class Race(k.App):
    """Race the algorithms on one DAG: which needs fewer CI tests, and smaller sets?

    A racer's total shows when it has finished, and not before.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    algorithms : iterable of str or function
        The racers, by their names in `algorithms`, and functions of your own, as `record` takes
        them. A token leaves your functions out.
    boundaries : {"given", "found", "own"}
        Whether those that need Markov boundaries start from the true ones or find them
        first; ``"own"``: each in its own way, PC from the complete graph. See
        `marvel_widgets.lessons.race.runs.race`.
    budget : int
        The CI tests that each may perform; the paper gives up at 150,000.
    start : {"moral", "complete"}
        ``"complete"``: PC and MMPC start from the complete graph, as they were published,
        whatever `boundaries` is.
    **settings
        As all apps take them, see `AppSettings`: `predict`, here True by default, asks for
        a bet; without `answers` only bets are collected. Parts: "example", "graph", "bet",
        "skip", "clock", "switch", "said", "lanes", "about", "settings", "pictures", "charts",
        "table".

    Raises
    ------
    GraphError, ValueError
        `source` is not a DAG, a setting is invalid, or the token is damaged.

    Notes
    -----
    The clock counts performed tests, answered by the d-separation oracle. Nothing moves by
    itself: the clock runs after a click on Play.

    Examples
    --------
    >>> app = Race("C -> A; C -> B; C -> D")
    >>> app.model.place("marvel")
    True
    >>> app.model.end()
    >>> print(app.text().splitlines()[-1])
    Right: MARVEL and Collider Set perform 0 tests each, fewer than all others.
    """

    spec = RACE
    model: RaceModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        algorithms: Iterable[str | Program] = tuple(ALGORITHMS),
        *,
        boundaries: str = "given",
        budget: int = PAPER_BUDGET,
        start: str = "moral",
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings({"predict": True, **settings})
        model = RaceModel(
            graph_model_of(source),
            predict=bool(self.settings["predict"]),
            answers=self.settings["answers"],
            algorithms=algorithms,
            boundaries=boundaries,
            budget=budget,
            start=start,
        )
        super().__init__(self._make_parts(self.restored(model)), model=model)
        k.follow(self._show, (model, ["changed", "position"]))

    def _make_parts(self, model: RaceModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self._scale = LARGER if big else 1.0
        self._drawn: view.SmallPictures | None = None
        self.example, self.bet = LoadPanel(model.graph, points=False), BetBox(model)
        self.skip = k.button("Skip", "Race without a bet", model.skip)
        self.clock = k.Transport(model, levels={DECISION: "decision of the slowest"})
        self.conditions = SettingsBox(model)
        self.said, self.truth = k.Band(), w.HTML()
        self.lanes, self.about, self.pictures, self.charts, self.table = (w.HTML() for _ in "lapct")
        self.truth.add_class("mw-start")
        self.run = k.ShownRun(
            model, self.clock, self._screen, lambda tick: counted(tick, "CI test")
        )
        return {
            "example": w.VBox([self.example, k.ErrorLine(model.graph, "load")]),
            "graph": GraphPart(model.graph, big=big),
            "bet": w.HBox([self.bet, self.truth]),
            "skip": self.skip,
            "clock": self.clock,
            "switch": discovery_switch(model),
            "said": self.said,
            "lanes": self.lanes,
            "about": self.about,
            "settings": self.conditions,
            "pictures": self.pictures,
            "charts": self.charts,
            "table": self.table,
        }

    def _small_pictures(self, race: RaceValue) -> view.SmallPictures:
        if self._drawn is None or self._drawn.race is not race:
            self._drawn = view.SmallPictures(race, view.race_stage(race.dag), scale=self._scale)
        return self._drawn

    def _show(self) -> None:
        model = self.model
        race = model.race
        asked = model.predict and not model.placed and self._withheld() == BET_FIRST
        for part in (self.clock, self.about, *self.arranged.folds.values()):
            w.show_if(part, race)
        w.show_if(self.parts["bet"], not race)
        w.show_if(self.skip, model.predict and not model.placed)
        self.truth.value = ""
        if race is None:
            stage = stage_of(model.graph.dag, model.graph.positions)
            self.truth.value = self._true_graph(stage.drawing(alt=RACED))
            self.run.ship(None, openly=False)
            why = say.bet_words(model.bet) if model.placed else ""
            self.said.show(Said(ASKED, HOW) if asked else Said(self._withheld(), why))
            for part in (self.lanes, self.about, self.charts, self.table, self.pictures):
                part.value = ""
            return
        self.run.ship((race, model.bet), openly=model.told)
        self.run.show(model.position)

    def _screen(self, tick: int) -> list[tuple[k.Target, Any]]:
        race, bet = self.model.race, self.model.bet
        if race is None:
            return []
        scale, chart = self._scale, view.sizes_chart(race, tick)
        small = self._small_pictures(race)
        *drawn, legend = small.at(tick) or ("",)
        said = say.race_said(race, tick, bet)
        about = [say.clock_words(race)]
        if tick >= race.last:
            said = Said(said.what, self.model.judged(tick) or said.why, said.sign)
            about += [*say.result_lines(race), say.budget_words(race)]
        found = {
            self.said: self.said.html(said),
            self.lanes: _wide(view.lanes_html(race, tick, bet=bet)),
            self.about: paragraphs(about),
            self.charts: _even([chart_svg(chart, scale=scale)], chart.width * scale),
            self.pictures: _even(drawn, small.stage.width * scale) + legend,
            self.table: _wide(view.sizes_html(race, tick)),
        }
        return [((widget, "value"), html) for widget, html in found.items()]

    def _withheld(self) -> str:
        if not len(self.model.graph.dag):
            return EMPTY
        if self.model.stopped:
            return f"There is no race: {self.model.stopped}."
        return BET_FIRST if self.model.answers else WITHHELD

    def _true_graph(self, drawing: Drawing) -> str:
        return to_svg(drawing, scale=self._scale) if drawing.nodes else ""

    def text(self) -> str:
        """Return what is shown as text; at the finish with the rankings and the bet."""
        model = self.model
        race = model.race
        if race is None:
            return self._withheld()
        lines = [*view.race_lines(race, model.position), model.judged(model.position)]
        return "\n".join(filter(None, lines))

    def svg(self) -> str:
        """Return what each racer knows so far; the chart of tests where that is too large."""
        model = self.model
        race = model.race
        if race is None:
            return self._true_graph(stage_of(model.graph.dag).drawing(RACED))
        drawn = view.pictures_svg(race, view.race_stage(race.dag), model.position)
        return drawn or chart_svg(view.counts_chart(race, model.position))


def _even(pictures: Iterable[str], width: float) -> str:
    """Return pictures beside each other, all of one size."""
    columns = f"repeat(auto-fill,minmax(min(100%,{_LEAST * width:.0f}px),1fr))"
    divs = "".join(f'<div style="max-width:{width:.0f}px">{svg}</div>' for svg in pictures)
    return f'<div class="mw-even" style="grid-template-columns:{columns}">{divs}</div>'


def _wide(table: str) -> str:
    """Return a table that scrolls by itself where the page is narrower."""
    return f'<div class="mw-wide" tabindex="0">{table}</div>'
