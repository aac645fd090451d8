"""The anatomy of the bounds: against p and the in-degree, term by term, and on your own DAG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import Any, Final, Unpack, get_args

import traitlets

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.lessons.upper_bound import words as say
from marvel_widgets.lessons.upper_bound.charts import (
    Across,
    bounds_chart,
    spending_chart,
    split_chart,
)
from marvel_widgets.lessons.upper_bound.words import share_question, turn_question
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.charts.chart import Chart, LineChart
from marvel_widgets.pictures.charts.svg import chart_svg
from marvel_widgets.text import escaped, folded
from marvel_widgets.theory.bounds import Measured, Sizes, measure, worst_split
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.bound_anatomy import BOUND_ANATOMY
from marvel_widgets.widgets.editor.app_state import AsksOnGraph
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.picture import BIG

MOST_VARIABLES: Final = 200
HIGHEST_IN_DEGREE: Final = 12
NAMES = ("p", "max_in_degree", "neighbors", "max_degree", "max_boundary")


class BoundModel(AsksOnGraph):
    """The numbers in the bounds, always in their ranges, and a graph with what it costs.

    A number that leaves its range takes the nearest value inside, and takes the others along:
    ``1 <= max_in_degree <= max_degree <= max_boundary < p`` and
    ``0 <= neighbors <= max_in_degree`` always hold.
    """

    p = traitlets.Int(10)
    max_in_degree = traitlets.Int(4)
    neighbors = traitlets.Int(2)
    max_degree = traitlets.Int(4)
    max_boundary = traitlets.Int(4)
    across: Any = traitlets.Enum(get_args(Across), "p")
    error = traitlets.Unicode("", help="Why the graph can't be measured; empty if it can.")
    error_field = traitlets.Enum(("graph",), "graph")

    measured: Measured | None = None
    before: tuple[int, int] | None = None  # p and in-degree, before they were moved
    turn: dict[str, Any] | None = None  # numbers that wait for an answer
    back: tuple[dict[str, Any], dict[str, Any]] | None = None  # what they were, and they
    share: Question | None = None
    follows = ("dag",)

    def _set_up(
        self,
        p: int | None = None,
        max_in_degree: int | None = None,
        neighbors: int | None = None,
        max_degree: int | None = None,
        max_boundary: int | None = None,
        across: str = "p",
    ) -> None:
        self._measure()
        numbers = (p, max_in_degree, neighbors, max_degree, max_boundary)
        asked = {name: n for name, n in zip(NAMES, numbers, strict=True) if n is not None}
        self._set({**self.of_graph(), "neighbors": None, "across": across, **asked})
        doubled = 2 * self.max_in_degree
        fits = doubled <= min(self.p - 1, HIGHEST_IN_DEGREE)
        if self.predictions.on:
            self.choose(**({"max_in_degree": doubled} if fits else {"p": 2 * self.p}))
        self.predictions.observe(self._turned, "revealed")

    def of_graph(self) -> dict[str, int]:
        """Return the graph's own numbers; those of no graph where it has none."""
        if self.measured is None:
            return {name: getattr(self, name) for name in NAMES}
        sizes = self.measured.sizes
        return {**asdict(sizes), "neighbors": worst_split(sizes.max_in_degree)}

    @property
    def _now(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in (*NAMES, "across")}

    def _measure(self) -> None:
        try:
            self.measured, self.error = measure(self.graph.dag), ""
        except ValueError as error:
            self.measured, self.error = None, str(error)
        found, name = self.measured, self.graph.dag.to_text()
        self.share = None if found is None else share_question(found, name)

    def ask_share(self, asks: bool) -> None:
        """Ask how much of the bound the graph uses, or no longer, nor what waits for an answer."""
        self.turn = None
        self.predictions.ask(self.share if asks else None)

    @property
    def spent(self) -> Measured | None:
        """What the graph costs, where it may be seen."""
        asks = self.predictions
        waits = asks.on and self.share is not None and self.share.key not in asks.given
        return self.measured if asks.answers and not waits else None

    def _follow(self) -> None:
        self._measure()
        self.ask_share(self.predictions.on)
        self.before = None
        self.changed += 1

    def choose(self, **numbers: Any) -> None:
        """Set some of the numbers, where it is asked only after the answer; others go along."""
        if self.turn is not None:  # the chart over what is turned would answer it
            numbers.pop("across", None)
        was = self._now
        self.before = p, d = self.p, self.max_in_degree
        with self.hold_trait_notifications():
            self._set(was | numbers)
            new = self.p, self.max_in_degree
            if new == (p, d):
                return
            self.turn = numbers if self.predictions.on and (p == new[0] or d == new[1]) else None
            if self.turn is not None:
                self._set(was | {"across": "in-degree" if d == new[1] else "p"})
            self.predictions.ask(turn_question((p, d), new) if self.turn is not None else None)
        self._turned()

    def _turned(self, _change: object = None) -> None:
        """Turn what was asked about, once it is answered; back, where it is asked again."""
        shown, asked = self.predictions.revealed, self.predictions.question
        if self.turn is not None and shown:
            self.back, numbers, self.turn = (self._now, self.turn), self.turn, None
            self.before = self.p, self.max_in_degree
            across = "p" if self.across == "in-degree" else "in-degree"
            self._set(self._now | {"across": across} | numbers)
        elif self.turn is None and self.back and not shown and asked not in (None, self.share):
            was, self.turn = self.back
            self._set(was)

    def _set(self, numbers: Mapping[str, Any]) -> None:
        p = min(max(2, int(numbers["p"])), MOST_VARIABLES)
        top = min(p - 1, HIGHEST_IN_DEGREE)
        d = min(max(1, int(numbers["max_in_degree"])), top)
        degree = min(max(d, int(numbers["max_degree"])), p - 1)
        boundary = min(max(degree, int(numbers["max_boundary"])), p - 1)
        with self.hold_trait_notifications():
            self.p, self.max_in_degree = p, d
            self.max_degree, self.max_boundary = degree, boundary
            n = numbers["neighbors"]
            self.neighbors = worst_split(d) if n is None else min(max(0, int(n)), d)
            self.across = numbers.get("across", self.across)
            self.changed += 1

    @property
    def sizes(self) -> Sizes:
        """The four numbers of Table 1."""
        return Sizes(self.p, self.max_in_degree, self.max_degree, self.max_boundary)


# One of these parts shows at a time: what is written on its tab.
TABS: Final[Mapping[str, str]] = MappingProxyType(
    {"bounds": "both bounds", "split": "one split", "spending": "my DAG", "table": "Table 1"}
)
BROAD, SLIM = 620, 288  # px, of a chart before the page fits it into its pane; on a phone
# The sliders that make a difference to what is on each tab.
MOVES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "bounds": ("p", "max_in_degree"),
        "split": ("p", "max_in_degree", "neighbors"),
        "spending": (),
        "table": ("p", "max_in_degree", "max_degree", "max_boundary"),
    }
)
WITHHELD = "What your DAG costs is not shown here."
# The words beside each slider, and what is said on pointing at it.
WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "p": ("variables p", "how many variables there are"),
        "max_in_degree": ("in-degree Δᵢₙ", "the maximum in-degree"),
        "neighbors": ("neighbors N", "of a boundary of D = Δᵢₙ variables, how many are neighbors"),
        "max_degree": ("degree Δ", "the maximum degree"),
        "max_boundary": ("boundary α", "the size of the largest Markov boundary"),
    }
)


class BoundAnatomy(k.App):
    """Take the upper and the lower bound apart, and lay your own DAG beside them.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
        The learner's graph.
    p, max_in_degree, neighbors, max_degree, max_boundary : int, optional
        The numbers to begin with; by default those of the graph.
    across : {"p", "in-degree"}
        What the chart of the bounds runs over.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks what a turned number
        does to the upper bound, and for the graph's share of it; without `answers` the cost of
        the graph does not show. Parts: "graph", "numbers", "predict", "charts" (the tabs),
        "bounds", "split", "spending", "table", "said", "about", "across".

    Raises
    ------
    GraphError, ValueError
        `source` is not a DAG, or the token is damaged.

    Examples
    --------
    >>> app = BoundAnatomy("X -> Y <- T; Y -> Z")
    >>> app.model.choose(p=10, max_in_degree=4)
    >>> print(app.text().splitlines()[0])  # doctest: +ELLIPSIS
    Upper bound (Section 4): MARVEL makes at most 956 distinct CI tests after boundary ...
    """

    spec = BOUND_ANATOMY
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
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        model = BoundModel(
            graph_model_of(source),
            self.predictions,
            p=p,
            max_in_degree=max_in_degree,
            neighbors=neighbors,
            max_degree=max_degree,
            max_boundary=max_boundary,
            across=across,
        )
        super().__init__(self._make_parts(self.restored(model)), model=model)
        self.add_class("mw-anatomy")
        self.predictions.observe(lambda _: self._reveal(), "revealed")
        self.charts.observe(lambda _: self._look(), "value")
        k.follow(self._show, (model, "changed"))

    def _make_parts(self, model: BoundModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self._scale = BIG if big else 1.0
        self.numbers = NumbersBox(model)
        self.bounds, self.split, self.spending, self.table = (w.HTML() for _ in range(4))
        self.said, self.about = k.Band(self.predictions, judges=True), w.HTML()
        offered = [words for name, words in TABS.items() if name not in self.settings["hide"]]
        self.charts = k.Switch("Chart", offered)
        return {
            "graph": GraphPart(model.graph, big=big, title="Edit my DAG"),
            "numbers": self.numbers,
            "predict": k.PredictBox(self.predictions),
            "charts": self.charts,
            "bounds": self.bounds,
            "split": self.split,
            "spending": self.spending,
            "table": self.table,
            "said": self.said,
            "about": self.about,
            "across": self.numbers.across,
        }

    def _look(self) -> None:
        """Turn to another tab; what the graph costs is asked before it shows."""
        self.model.ask_share(self.charts.value == TABS["spending"])
        self._turn()

    def _turn(self) -> None:
        """Show the part whose tab is chosen, and no other."""
        for name, words in TABS.items():
            w.show_if(self.parts[name], words == self.charts.value)
        shown = next((name for name, words in TABS.items() if words == self.charts.value), "bounds")
        self.numbers.offer(shown)
        self._say()

    def _say(self) -> None:
        """Say what the chart of the present tab shows."""
        model, found = self.model, self.model.spent
        here, own = (model.p, model.max_in_degree), model.of_graph()
        other = here != (own["p"], own["max_in_degree"])  # the chart is of no graph's numbers
        name = k.called(model.graph.dag)
        self.shell.subtitle = f"your DAG: {name}" if other else name
        words: tuple[str, ...] = say.headline_words(*here)
        if self.charts.value == TABS["split"]:
            words = say.split_headline(model.max_in_degree, model.neighbors)
        elif self.charts.value == TABS["table"]:
            words = say.table_one_words(model.sizes)
        elif found is not None and self.charts.value == TABS["spending"]:
            made, included = say.spending_sentences(found)
            size, _, made = made.partition(". ")
            words = made, f"{size}. {included}"
        elif model.before and model.before != here:
            words = say.moved_words(model.before, here), words[1]
        self.said.value = k.typeset(self.said.html(Said(words[0], " ".join(words[1:]))))

    def _reveal(self) -> None:
        """Show what was asked about."""
        asks, there = self.predictions, TABS["spending"]
        if asks.revealed and asks.question == self.model.share and there in self.charts.options:
            self.charts.value = there
        self._show()

    def _show(self) -> None:
        model = self.model
        p, d, n = model.p, model.max_in_degree, model.neighbors
        found = model.spent
        self.bounds.value = self._drawn(bounds_chart(p, d, model.across, found))
        self.about.value = _sentences([*say.bound_sentences(p, d), say.corollary_words(p, d)])
        counted = folded("How this is counted", _sentences([say.split_words(p, d, n)]))
        self.split.value = self._drawn(split_chart(d, n)) + counted
        if found is None:
            self.spending.value = "" if model.error else _sentences([_withheld(model)])
        else:
            table = f'<div class="mw-wide">{say.spending_table(found)}</div>'
            below = folded("As a table", table + escaped(say.SPENDING_NOTE))
            self.spending.value = self._drawn(spending_chart(found)) + below
        self.table.value = k.typeset(say.table_one_html(model.sizes))
        self._turn()

    def _drawn(self, chart: Chart) -> str:
        """Return a chart so small that in the pane, which makes it larger, its letters are large.

        The second one is for a phone.
        """
        broad: Chart = replace(chart, width=BROAD)
        if isinstance(broad, LineChart):
            broad = replace(broad, legend=False)
        both = broad, replace(chart, width=SLIM)
        return "".join(chart_svg(each, scale=self._scale) for each in both)

    def text(self) -> str:
        """Return everything that is shown as text, charts by their numbers."""
        model = self.model
        p, d, n = model.p, model.max_in_degree, model.neighbors
        found = model.spent
        lines = [*say.bound_sentences(p, d), say.corollary_words(p, d), say.split_words(p, d, n)]
        lines += [_withheld(model)] if found is None else say.spending_sentences(found)
        lines.append(" ".join(say.table_one_words(model.sizes)))
        lines.append(bounds_chart(p, d, model.across, found).description)
        if found is not None:
            lines.append(spending_chart(found).description)
        return "\n".join(line for line in lines if line)

    def svg(self) -> str:
        """Return the chart of the bounds."""
        model = self.model
        return chart_svg(bounds_chart(model.p, model.max_in_degree, model.across, model.spent))


def _withheld(model: BoundModel) -> str:
    """Return what is shown in place of the cost of the graph."""
    return model.error or ("" if model.predictions.answers else WITHHELD)


def _sentences(words: Iterable[str]) -> str:
    lines = (k.typeset(escaped(each)) for each in words)
    text = "".join(f'<p class="mw-place">{line}</p>' for line in lines)
    return f'<div class="mw-sentence" role="status">{text}</div>' if text else ""


class NumbersBox(w.VBox):
    """A slider for each number; `across` is what the chart runs over."""

    def __init__(self, model: BoundModel) -> None:
        self.model, self._tab = model, "bounds"
        self.sliders = {name: self._slider(name) for name in NAMES}
        self.across = k.Toggles(
            options=["p", "in-degree"],
            description="The chart runs over",
            layout=w.layout(width="auto"),
        )
        k.hear(self.across, lambda across: model.choose(across=across))
        words = "Take the numbers of my DAG"
        self.take = k.button(words, "Set all sliders", lambda: model.choose(**model.of_graph()))
        self.across.add_class("mw-below")
        self.take.add_class("mw-primary")
        self.error = k.ErrorLine(model, "graph")
        super().__init__([w.Row([*self.sliders.values(), self.take]), self.error])
        k.follow(self._show, (model, "changed"))

    def offer(self, shown: str) -> None:
        """Show the sliders that what is shown depends on."""
        self._tab = shown
        self._show()

    def _slider(self, name: str) -> w.IntSlider:
        slider = w.IntSlider(
            min={"p": 2, "neighbors": 0}.get(name, 1),
            max=MOST_VARIABLES,
            description=WORDS[name][0],
            tooltip=WORDS[name][1],
            style=k.WIDE,
            layout=w.layout(width="auto"),
        )
        k.hear(slider, lambda value: self.model.choose(**{name: value}))
        return slider

    def _show(self) -> None:
        """Show the numbers, each in the range that the others leave it.

        Those of the graph are offered where some that are shown differ from them.
        """
        model, moved, own = self.model, MOVES[self._tab], self.model.of_graph()
        last = {
            "p": MOST_VARIABLES,
            "max_in_degree": min(model.p - 1, HIGHEST_IN_DEGREE),
            "neighbors": model.max_in_degree,
        }
        for name, slider in self.sliders.items():
            most = max(slider.min + 1, last.get(name, model.p - 1))
            k.put(slider, shown=name in moved, max=most, value=getattr(model, name))
        k.put(self.across, shown=self._tab == "bounds", value=model.across)
        w.show_if(self.take, any(own[name] != getattr(model, name) for name in moved))
