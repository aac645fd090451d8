"""The race: five algorithms on one DAG, one clock of CI tests, bets first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Unpack

from marvel_widgets.core.algorithms.own import Program
from marvel_widgets.core.algorithms.registry import ALGORITHMS
from marvel_widgets.lessons.race.runs import PAPER_BUDGET
from marvel_widgets.lessons.race.runs import Race as RaceValue
from marvel_widgets.lessons.race.view import (
    SmallPictures,
    counts_chart,
    lanes_html,
    pictures_svg,
    race_lines,
    race_stage,
    sizes_chart,
    sizes_html,
)
from marvel_widgets.lessons.race.words import (
    bet_words,
    budget_words,
    clock_words,
    race_said,
    result_lines,
)
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.charts.svg import chart_svg
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.text import counted, paragraphs
from marvel_widgets.widgets.editor.loading import LoadPanel
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.band import Band
from marvel_widgets.widgets.kit.controls import ErrorLine, button, follow
from marvel_widgets.widgets.kit.reel import ShownRun, Target
from marvel_widgets.widgets.kit.settings import AppSettings
from marvel_widgets.widgets.kit.transport import Transport
from marvel_widgets.widgets.race import RACE
from marvel_widgets.widgets.race.controls import BetBox, SettingsBox, discovery_switch
from marvel_widgets.widgets.race.model import DECISION, RaceModel

LARGER = 1.25  # for a projector
_LEAST = 0.78  # of its width: a picture that is shrunk further can't be read
RACED = "The graph of the race"
ASKED = "Which algorithm makes the fewest CI tests?"
HOW = "Click the lane that you bet on."
BET_FIRST = "The race begins after the bet."
WITHHELD = "Bets are collected here; the race itself is not shown."
EMPTY = "The graph has no variables; write at least one, such as A -> B."


class Race(App):
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
        **settings: Unpack[AppSettings],
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
        follow(self._show, (model, ["changed", "position"]))

    def _make_parts(self, model: RaceModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self._scale = LARGER if big else 1.0
        self._drawn: SmallPictures | None = None
        self.example, self.bet = LoadPanel(model.graph, points=False), BetBox(model)
        self.skip = button("Skip", "Race without a bet", model.skip)
        self.clock = Transport(model, levels={DECISION: "decision of the slowest"})
        self.conditions = SettingsBox(model)
        self.said, self.truth = Band(), w.HTML()
        self.lanes, self.about, self.pictures, self.charts, self.table = (w.HTML() for _ in "lapct")
        self.truth.add_class("mw-start")
        self.run = ShownRun(model, self.clock, self._screen, lambda tick: counted(tick, "CI test"))
        return {
            "example": w.VBox([self.example, ErrorLine(model.graph, "load")]),
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

    def _small_pictures(self, race: RaceValue) -> SmallPictures:
        if self._drawn is None or self._drawn.race is not race:
            self._drawn = SmallPictures(race, race_stage(race.dag), scale=self._scale)
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
            why = bet_words(model.bet) if model.placed else ""
            self.said.show(Said(ASKED, HOW) if asked else Said(self._withheld(), why))
            for part in (self.lanes, self.about, self.charts, self.table, self.pictures):
                part.value = ""
            return
        self.run.ship((race, model.bet), openly=model.told)
        self.run.show(model.position)

    def _screen(self, tick: int) -> list[tuple[Target, Any]]:
        race, bet = self.model.race, self.model.bet
        if race is None:
            return []
        scale, chart = self._scale, sizes_chart(race, tick)
        small = self._small_pictures(race)
        *drawn, legend = small.at(tick) or ("",)
        said = race_said(race, tick, bet)
        about = [clock_words(race)]
        if tick >= race.last:
            said = Said(said.what, self.model.judged(tick) or said.why, said.sign)
            about += [*result_lines(race), budget_words(race)]
        found = {
            self.said: self.said.html(said),
            self.lanes: _wide(lanes_html(race, tick, bet=bet)),
            self.about: paragraphs(about),
            self.charts: _even([chart_svg(chart, scale=scale)], chart.width * scale),
            self.pictures: _even(drawn, small.stage.width * scale) + legend,
            self.table: _wide(sizes_html(race, tick)),
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
        lines = [*race_lines(race, model.position), model.judged(model.position)]
        return "\n".join(filter(None, lines))

    def svg(self) -> str:
        """Return what each racer knows so far; the chart of tests where that is too large."""
        model = self.model
        race = model.race
        if race is None:
            return self._true_graph(stage_of(model.graph.dag).drawing(RACED))
        drawn = pictures_svg(race, race_stage(race.dag), model.position)
        return drawn or chart_svg(counts_chart(race, model.position))


def _even(pictures: Iterable[str], width: float) -> str:
    """Return pictures beside each other, all of one size."""
    columns = f"repeat(auto-fill,minmax(min(100%,{_LEAST * width:.0f}px),1fr))"
    divs = "".join(f'<div style="max-width:{width:.0f}px">{svg}</div>' for svg in pictures)
    return f'<div class="mw-even" style="grid-template-columns:{columns}">{divs}</div>'


def _wide(table: str) -> str:
    """Return a table that scrolls by itself where the page is narrower."""
    return f'<div class="mw-wide" tabindex="0">{table}</div>'
