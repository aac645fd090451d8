"""The race: five algorithms on one DAG, one clock of CI tests, bets first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import ipywidgets as w

from marvel_widgets.algorithms.registry import ALGORITHMS
from marvel_widgets.teaching.chart_svg import chart_svg
from marvel_widgets.teaching.race import PAPER_BUDGET
from marvel_widgets.teaching.race import Race as RaceValue
from marvel_widgets.teaching.race_bets import score_words
from marvel_widgets.teaching.race_charts import sizes_chart, totals_chart
from marvel_widgets.teaching.race_view import (
    SmallPictures,
    lanes_html,
    pictures_svg,
    race_lines,
    race_stage,
    sizes_html,
)
from marvel_widgets.teaching.race_words import budget_words, clock_words, result_lines, tick_words
from marvel_widgets.teaching.stage import Stage
from marvel_widgets.teaching.svg import to_svg
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.controls import escaped
from marvel_widgets.widgets.graph_part import GraphPart, graph_model_of
from marvel_widgets.widgets.race_controls import BetBox, ClockBox, ExampleBox
from marvel_widgets.widgets.race_model import RaceModel

LARGER = 1.25  # for a projector: two charts still fit beside each other
BET_FIRST = "The race begins after the bet."
WITHHELD = "Bets are collected here; the race itself is not shown."
EMPTY = "The graph has no variables; write at least one, such as A -> B."


class Race(App):
    """Race the algorithms on one DAG: who needs fewer CI tests, and smaller sets?

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    algorithms : iterable of str
        The racers, by their names in `ALGORITHMS`.
    boundaries : {"given", "found"}
        Whether all start from the true Markov boundaries, or find them first.
    budget : int
        The CI tests that each may perform; the paper gives up at 150,000.
    predict : bool
        Ask for a bet before the race; True by default.
    answers : bool
        Whether the race shows at all; False only collects bets.
    hide, lock : iterable of str
        Parts: "example", "graph", "bet", "clock", "said", "lanes", "charts", "pictures",
        "table".
    big : bool
        For a projector.
    seed : int
        Taken for all apps alike; nothing here is random.
    token : str, optional
        A state to begin with, as `token` gave it.

    Raises
    ------
    GraphError, ValueError
        `source` is no DAG, a setting makes no sense, or the token is damaged.

    Notes
    -----
    The clock counts performed tests, answered by the d-separation oracle. Nothing moves by
    itself: the clock runs after a click on Play.

    Examples
    --------
    >>> app = Race("C -> A; C -> B; C -> D")
    >>> app.model.place("marvel", {"marvel": 0, "pc": 8})
    True
    >>> app.model.finish()
    >>> print(app.text().splitlines()[-4])
    Right: MARVEL and Collider sets perform 0 tests each, fewer than all others.
    """

    kind = "race"
    label = "Race. Space plays and pauses, arrow keys step, Home and End go to the ends."
    model: RaceModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        *,
        algorithms: Iterable[str] = tuple(ALGORITHMS),
        boundaries: str = "given",
        budget: int = PAPER_BUDGET,
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        predict: bool = True,
        seed: int = 0,  # noqa: ARG002  all apps take it
        token: str | None = None,
    ) -> None:
        saved = self.read_token(token)
        graph = graph_model_of(source, saved.pop("graph", None))
        settings = {"algorithms": algorithms, "boundaries": boundaries, "budget": budget, **saved}
        model = RaceModel(graph, predict=predict, answers=answers, **settings)
        self._scale = LARGER if big else 1.0
        self._stage_shown = race_stage(graph.dag)
        self._drawn: SmallPictures | None = None
        self.example, self.bet = ExampleBox(graph), BetBox(model)
        self.clock = ClockBox(model)
        names = ("said", "lanes", "charts", "pictures", "table")
        self.said, self.lanes, self.charts, self.pictures, self.table = (w.HTML() for _ in names)
        super().__init__(
            {
                "example": self.example,
                "graph": GraphPart(graph, big=big),
                "bet": self.bet,
                "clock": self.clock,
                "said": self.said,
                "lanes": self.lanes,
                "charts": self.charts,
                "pictures": self.pictures,
                "table": self.table,
            },
            model=model,
            hide=hide,
            lock=lock,
            big=big,
        )
        model.observe(lambda _: self._show(), "changed")
        self._show()

    @property
    def _stage(self) -> Stage:
        """Where the variables of the present graph stand."""
        if self._stage_shown.dag is not self.model.graph.dag:
            self._stage_shown = race_stage(self.model.graph.dag)
        return self._stage_shown

    def _small_pictures(self, race: RaceValue) -> SmallPictures:
        if self._drawn is None or self._drawn.race is not race:
            self._drawn = SmallPictures(race, self._stage, scale=self._scale)
        return self._drawn

    def _show(self) -> None:
        model = self.model
        race, tick = model.race, model.tick
        told = "".join(f"<div>{escaped(line)}</div>" for line in self._said())
        self.said.value = f'<div class="mw-sentence" role="status" aria-live="polite">{told}</div>'
        if race is None:
            self.lanes.value = self.charts.value = self.table.value = ""
            self.pictures.value = self._true_graph()
            return
        self.lanes.value = _wide(lanes_html(race, tick))
        charts = (totals_chart(race, tick, model.scale), sizes_chart(race, tick, model.scale))
        scale = self._scale
        width = charts[0].width * scale
        self.charts.value = _wrapped((chart_svg(c, scale=scale) for c in charts), width, 0.9)
        *drawn, legend = self._small_pictures(race).at(tick) or ("",)
        self.pictures.value = _wrapped(drawn, self._stage.width * scale, 0.78) + legend
        self.table.value = _wide(sizes_html(race, tick))

    def _said(self) -> list[str]:
        """Return what may be told now, at the finish with both rankings and the bet."""
        model = self.model
        race = model.race
        if race is None:
            return [self._withheld()]
        lines = [tick_words(race, model.tick)]
        if model.finished:
            return [*lines, *self._graded(), *result_lines(race), budget_words(race)]
        return [*lines, clock_words(race)]

    def _graded(self) -> list[str]:
        grades = self.model.grades
        if not grades:
            return []
        return [*(part.words for part in grades), score_words(grades)]

    def _withheld(self) -> str:
        if not len(self.model.graph.dag):
            return EMPTY
        return BET_FIRST if self.model.answers else WITHHELD

    def _true_graph(self) -> str:
        drawing = self._stage.drawing("The graph of the race")
        return to_svg(drawing, scale=self._scale) if drawing.nodes else ""

    def text(self) -> str:
        """Return what is shown as text; at the finish with the rankings and the bet."""
        model = self.model
        race = model.race
        if race is None:
            return self._withheld()
        return "\n".join([*race_lines(race, model.tick), *self._graded()])

    def svg(self) -> str:
        """Return what each racer knows by now; the chart of tests where that is too large."""
        model = self.model
        race = model.race
        if race is None:
            return self._true_graph()
        drawn = pictures_svg(race, self._stage, model.tick)
        return drawn or chart_svg(totals_chart(race, model.tick, model.scale))

    def close(self) -> None:
        """Stop the clock, and close the app and everything in it."""
        if self.comm is not None:  # is None after a constructor that failed, and when closed
            self.model.pause()
        super().close()


def _wrapped(pictures: Iterable[str], width: float, least: float) -> str:
    """Return pictures beside each other; below where they would shrink to less than a share."""
    style = f"flex:1 1 {least * width:.0f}px;max-width:{width:.0f}px"
    divs = "".join(f'<div style="{style}">{svg}</div>' for svg in pictures)
    return f'<div class="mw-charts">{divs}</div>'


def _wide(table: str) -> str:
    """Return a table that scrolls by itself where the page is narrower."""
    return f'<div class="mw-wide" tabindex="0">{table}</div>'
