"""The anatomy of the bounds: against p and the in-degree, term by term, and on your own DAG."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import ipywidgets as w

from marvel_widgets.teaching.bound_charts import bounds_chart, spending_chart, split_chart
from marvel_widgets.teaching.bound_words import (
    bound_sentences,
    corollary_words,
    spending_note,
    spending_sentences,
    spending_table,
    split_words,
    table_one_html,
    table_one_words,
)
from marvel_widgets.teaching.chart import Chart
from marvel_widgets.teaching.chart_svg import chart_svg
from marvel_widgets.theory.measured import Measured
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.bound_model import (
    HIGHEST_IN_DEGREE,
    MOST_VARIABLES,
    NAMES,
    BoundModel,
)
from marvel_widgets.widgets.controls import TroubleLine, button, escaped
from marvel_widgets.widgets.graph_part import GraphPart, graph_model_of
from marvel_widgets.widgets.picture import BIG
from marvel_widgets.widgets.predict import PredictBox, Predictions

WITHHELD = "What your DAG costs is not shown here."
WORDS = {
    "p": "p, variables",
    "max_in_degree": "maximum in-degree Δin",
    "neighbors": "N, neighbors of D = Δin",
    "max_degree": "maximum degree Δ",
    "max_boundary": "largest boundary α",
}


class BoundAnatomy(App):
    """Take the upper and the lower bound apart, and lay your own DAG beside them.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
        The learner's graph.
    p, max_in_degree, neighbors, max_degree, max_boundary : int, optional
        The numbers to begin with; by default those of the graph.
    across : {"p", "in-degree"}
        What the chart of the bounds runs over.
    predict : bool
        Ask for the graph's share of the bound before it shows.
    answers : bool
        Whether the cost of the graph shows at all.
    hide, lock : iterable of str
        Parts: "graph", "numbers", "bounds", "split", "predict", "spending", "table".
    big : bool
        For a projector.
    seed : int
        Taken for all apps alike; nothing here is random.
    token : str, optional
        A state to begin with, as `token` gave it.

    Raises
    ------
    GraphError, ValueError
        `source` is no DAG, or the token is damaged.

    Examples
    --------
    >>> app = BoundAnatomy("X -> Y <- T; Y -> Z")
    >>> app.model.choose(p=10, max_in_degree=4)
    >>> print(app.text().splitlines()[0])  # doctest: +ELLIPSIS
    Upper bound (prp: complexity): MARVEL makes at most 956 distinct CI tests after boundary ...
    """

    kind = "bound-anatomy"
    label = "Anatomy of the bounds"
    model: BoundModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        *,
        p: int | None = None,
        max_in_degree: int | None = None,
        neighbors: int | None = None,
        max_degree: int | None = None,
        max_boundary: int | None = None,
        across: str = "p",
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        predict: bool = False,
        seed: int = 0,  # noqa: ARG002  all apps take it
        token: str | None = None,
    ) -> None:
        saved = self.read_token(token)
        graph = graph_model_of(source, saved.pop("graph", None))
        asked = dict(
            zip(NAMES, (p, max_in_degree, neighbors, max_degree, max_boundary), strict=True)
        )
        numbers = {name: value for name, value in asked.items() if value is not None}
        self.predictions = Predictions(on=predict, answers=answers)
        model = BoundModel(graph, self.predictions, **{"across": across, **numbers, **saved})
        self._scale = BIG if big else 1.0
        self.numbers = NumbersBox(model)
        self.bounds, self.split, self.spending, self.table = (w.HTML() for _ in range(4))
        self.trouble = TroubleLine(model, "graph")
        super().__init__(
            {
                "graph": GraphPart(graph, big=big, title="Edit my DAG"),
                "numbers": self.numbers,
                "bounds": self.bounds,
                "split": self.split,
                "predict": PredictBox(self.predictions),
                "spending": w.VBox([self.trouble, self.spending]),
                "table": self.table,
            },
            model=model,
            hide=hide,
            lock=lock,
            big=big,
        )
        model.observe(lambda _: self._show(), "changed")
        self.predictions.observe(lambda _: self._show(), "revealed")
        self._show()

    def _show(self) -> None:
        model = self.model
        p, d, n = model.p, model.max_in_degree, model.neighbors
        found = _revealed(model)
        words = (*bound_sentences(p, d), corollary_words(p, d))
        self.bounds.value = self._block(words, bounds_chart(p, d, model.across, found))
        self.split.value = self._block([split_words(p, d, n)], split_chart(d, n))
        if found is None:
            self.spending.value = "" if model.trouble else _sentences([_withheld(model)])
        else:
            below = f"{spending_table(found)}<p>{escaped(spending_note())}</p>"
            chart = self._block(spending_sentences(found), spending_chart(found))
            self.spending.value = chart + below
        said = escaped(table_one_words(model.sizes))
        self.table.value = f"{table_one_html(model.sizes)}<p>{said}</p>"

    def _block(self, words: Iterable[str], chart: Chart) -> str:
        return _sentences(words) + chart_svg(chart, scale=self._scale)

    def text(self) -> str:
        """Return everything that is shown as text, charts by their numbers."""
        model = self.model
        p, d, n = model.p, model.max_in_degree, model.neighbors
        found = _revealed(model)
        lines = [*bound_sentences(p, d), corollary_words(p, d), split_words(p, d, n)]
        lines += [_withheld(model)] if found is None else spending_sentences(found)
        lines.append(table_one_words(model.sizes))
        lines.append(bounds_chart(p, d, model.across, found).description)
        if found is not None:
            lines.append(spending_chart(found).description)
        return "\n".join(line for line in lines if line)

    def svg(self) -> str:
        """Return the chart of the bounds."""
        model = self.model
        found = _revealed(model)
        return chart_svg(bounds_chart(model.p, model.max_in_degree, model.across, found))


def _revealed(model: BoundModel) -> Measured | None:
    return model.measured if model.predictions.revealed else None


def _withheld(model: BoundModel) -> str:
    """Return what stands where the cost of the graph does not show."""
    if model.trouble:
        return model.trouble
    return "" if model.predictions.answers else WITHHELD


def _sentences(words: Iterable[str]) -> str:
    told = "</p><p>".join(map(escaped, words))
    return f'<div class="mw-sentence"><p>{told}</p></div>' if told else ""


class NumbersBox(w.VBox):
    """A slider for each number, and what the chart runs over."""

    def __init__(self, model: BoundModel) -> None:
        self.model = model
        self._showing = False
        self.sliders = {name: self._slider(name) for name in NAMES}
        self.across = w.ToggleButtons(
            options=[("p", "p"), ("in-degree", "in-degree")],
            value=model.across,
            description="The chart runs over",
            style={"description_width": "initial", "button_width": "auto"},
            layout=w.Layout(width="auto"),
        )
        self.take = button("Take the numbers of my DAG", "Set all sliders", model.take_graph)
        wrap = w.Layout(flex_flow="row wrap", align_items="center")
        super().__init__(
            [
                w.HBox(list(self.sliders.values()), layout=wrap),
                w.HBox([self.across, self.take], layout=wrap),
            ]
        )
        self.across.observe(lambda change: self._choose("across", change.new), "value")
        model.observe(lambda _: self._show(), "changed")
        self._show()

    def _slider(self, name: str) -> w.IntSlider:
        low = {"p": 2, "neighbors": 0}.get(name, 1)
        slider = w.IntSlider(
            getattr(self.model, name),
            min=low,
            max=MOST_VARIABLES,
            description=WORDS[name],
            style={"description_width": "15em"},  # one under the other, they line up
            continuous_update=False,
            layout=w.Layout(width="min(36em, 96%)"),
        )
        slider.observe(lambda change: self._choose(name, change.new), "value")
        return slider

    def _choose(self, name: str, value: Any) -> None:
        if not self._showing:
            self.model.choose(**{name: value})

    def _show(self) -> None:
        """Show the numbers, each in the range that the others leave it."""
        model = self.model
        last = {
            "p": MOST_VARIABLES,
            "max_in_degree": min(model.p - 1, HIGHEST_IN_DEGREE),
            "neighbors": model.max_in_degree,
        }
        self._showing = True
        try:
            for name, slider in self.sliders.items():
                slider.max = max(slider.min + 1, last.get(name, model.p - 1))
                slider.value = getattr(model, name)
            self.across.value = model.across
        finally:
            self._showing = False
