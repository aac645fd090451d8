"""Parts of the finite-sample lab: its dials, and the panes of the longer work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as w

from marvel_widgets.graphs import networks
from marvel_widgets.teaching.chart import Chart
from marvel_widgets.teaching.chart_svg import chart_svg
from marvel_widgets.teaching.sample_reports import (
    agreement_table,
    errors_chart,
    errors_table,
    errors_words,
    stability_words,
)
from marvel_widgets.teaching.sample_words import proof_words
from marvel_widgets.teaching.scenario_curves import MOST_CELLS, curve_charts, curve_words
from marvel_widgets.teaching.twin_replay import POLICIES
from marvel_widgets.widgets.controls import WIDE, TroubleLine, button, escaped
from marvel_widgets.widgets.finite_sample_model import FiniteSampleModel

# steps of about the same ratio
SAMPLES: Final = (
    10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
    10_000, 20_000, 50_000, 100_000,
)  # fmt: skip
LEVELS: Final = (0.0001, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
REMOVAL_LEVELS: Final = (0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
WITHHELD: Final = "What the truth is does not show yet: answer the question at the beginning first."
WITHHELD_WHOLLY: Final = "What the truth is does not show here."


class DialsBox(w.VBox):
    """A dial for each number that a data run depends on."""

    def __init__(self, model: FiniteSampleModel) -> None:
        self.model = model
        self._showing = False
        layout = w.Layout(width="min(32em, 96%)")
        slider: Any = {"style": WIDE, "layout": layout, "continuous_update": False}
        self.n = w.SelectionSlider(options=[1], description="Samples n", **slider)
        self.alpha = w.SelectionSlider(options=[1], description="alpha", **slider)
        self.removal_alpha = w.SelectionSlider(options=[1], description="removal_alpha", **slider)
        self.seed = w.BoundedIntText(
            0, min=0, max=10**9, description="seed", style=WIDE, layout=w.Layout(width="12em")
        )
        self.no_removable = w.Dropdown(
            options=POLICIES,
            description="When no variable passes",
            style=WIDE,
            layout=w.Layout(width="26em", max_width="96%"),
        )
        self.run = button("Run", "Run with these dials", model.run)
        self.wait = w.HTML()
        wrap = w.Layout(flex_flow="row wrap", align_items="center")
        first = w.HBox([self.n, self.alpha, self.removal_alpha], layout=wrap)
        rest = [self.seed, self.no_removable, self.run, self.wait]
        super().__init__([first, w.HBox(rest, layout=wrap)])
        for name in ("n", "alpha", "removal_alpha", "seed", "no_removable"):
            field = getattr(self, name)
            field.observe(lambda change, name=name: self._turn(name, change.new), "value")
        model.observe(lambda _: self._show(), ["loaded", "pending", "trouble"])
        self._show()

    def _turn(self, name: str, value: Any) -> None:
        if not self._showing:
            self.model.choose(**{name: None if value == "" else value})

    def _show(self) -> None:
        dials, p = self.model.dials, len(self.model.graph.dag)
        self._showing = True
        try:
            endless: tuple[str, Any] = ("infinitely many", "")
            ns = [(f"{n:,}", n) for n in _with(SAMPLES, dials.n)]
            _offer(self.n, [*ns, endless], dials.n)
            levels = [(f"{a:g}", a) for a in _with(LEVELS, dials.alpha)]
            _offer(self.alpha, [(f"2/p² = {2 / p**2:.3g}", ""), *levels], dials.alpha)
            removal = [(f"{a:g}", a) for a in _with(REMOVAL_LEVELS, dials.removal_alpha)]
            _offer(self.removal_alpha, [("as printed", ""), *removal], dials.removal_alpha)
            self.seed.value, self.no_removable.value = dials.seed, dials.no_removable
        finally:
            self._showing = False
        waiting = "This run is long: click Run to run with the changed dials."
        self.wait.value = f'<div role="status">{waiting}</div>' if self.model.pending else ""


def _with(steps: Sequence[Any], value: Any) -> list[Any]:
    """Return the steps of a dial, and a value set in a cell in its place."""
    return sorted({*steps} | ({value} - {None}))


def _offer(dial: Any, options: list[tuple[str, Any]], value: Any) -> None:
    """Set the steps of a dial; a slider can't stand on None, so the empty text stands for it."""
    if list(dial.options) != options:
        dial.options = options
    dial.value = "" if value is None else value


class _JobPanel(w.VBox):
    """A pane with a job: its button, its bar, Cancel, and what came out."""

    job_name: str

    def __init__(
        self, model: FiniteSampleModel, scale: float, begin: w.Button, *fields: w.Widget
    ) -> None:
        self.model, self.scale = model, scale
        self.job = model.jobs[self.job_name]
        self.begin = begin
        self.cancel = button("Cancel", "Stop; what is finished stays", self.job.cancel)
        self.bar = w.IntProgress(0, min=0, max=1, description="finished", style=WIDE)
        self.status, self.shown = w.HTML(), w.HTML()
        wrap = w.Layout(flex_flow="row wrap", align_items="center")
        row = w.HBox([*fields, begin, self.cancel, self.bar, self.status], layout=wrap)
        trouble = TroubleLine(model, self.job_name)
        super().__init__([row, trouble, self.shown])
        self.job.observe(lambda _: self._progress(), ["running", "done", "total", "outcome"])
        model.observe(lambda _: self.show(), ["loaded", "changed", "view", "position"])
        model.predictions.observe(lambda _: self.show(), "revealed")
        self._progress()
        self.show()

    def _progress(self) -> None:
        job = self.job
        self.bar.max, self.bar.value = job.total, job.done
        self.begin.disabled, self.cancel.disabled = job.running, not job.running
        said = f"{job.done} of {job.total} finished" if job.running or job.done else ""
        if job.outcome == "cancelled":
            said += "; cancelled"
        self.status.value = f'<div role="status">{said}</div>'
        if not job.running:
            self.show()

    def words(self) -> list[str]:
        """Return what came out, in sentences."""
        if not self.model.predictions.answers:
            return [WITHHELD_WHOLLY]
        return self.findings() if self.model.end_told else [WITHHELD]

    if TYPE_CHECKING:  # each panel has its own

        def findings(self) -> list[str]: ...

        def pictures(self) -> str: ...

    def show(self) -> None:
        """Show what came out by now, where it may be told."""
        said = "".join(f"<p>{escaped(line)}</p>" for line in self.words())
        more = self.pictures() if self.model.end_told else ""
        self.shown.value = f'<div class="mw-sentence">{said}</div>{more}'

    def charted(self, *charts: Chart) -> str:
        """Return charts beside each other where there is room."""
        drawn = "".join(f"<div>{chart_svg(chart, scale=self.scale)}</div>" for chart in charts)
        return f'<div class="mw-counters">{drawn}</div>'


class ErrorsPanel(_JobPanel):
    """Errors of the tests by set size: of this run, and pooled over many data sets."""

    job_name = "errors"

    def __init__(self, model: FiniteSampleModel, scale: float) -> None:
        begin = button("Pool many data sets", "The same dials, other seeds", model.run_errors)
        super().__init__(model, scale, begin, repeats_field(model, "data sets"))

    def findings(self) -> list[str]:
        """Return the sums, and what p > alpha is worth."""
        model = self.model
        said = [f"This run: {errors_words(model.own_errors, 1)}", proof_words(model.twins.judged)]
        if model.pooled:
            said.append(f"Pooled: {errors_words(model.pooled, self.job.done)}")
        return said

    def pictures(self) -> str:
        """Return the chart and the table, of the pool where there is one."""
        model = self.model
        rows, title = model.own_errors, "Tests of this data run"
        if model.pooled:
            rows, title = model.pooled, f"Tests of {self.job.done} data runs"
        return self.charted(errors_chart(rows, title)) + errors_table(rows)


class OrderPanel(_JobPanel):
    """What the order of the variables changes on the same data."""

    job_name = "order"

    def __init__(self, model: FiniteSampleModel, scale: float) -> None:
        begin = button("Reorder", "Run on the same data in random orders", model.run_orders)
        super().__init__(model, scale, begin, repeats_field(model, "orders"))

    def findings(self) -> list[str]:
        """Return what the orders have in common."""
        found = self.model.found_stability
        if found is None:
            return [
                "Ties between boundaries of one size are broken by the order of the variables. "
                "With an oracle the order does not change the graph; with data it may."
            ]
        return stability_words(found, len(self.model.orders))

    def pictures(self) -> str:
        """Return the table of the edges."""
        found, dag = self.model.found_stability, self.model.twins.dag
        return "" if found is None else agreement_table(found, dag.nodes, frozenset(dag.edges))


class ScenarioPanel(_JobPanel):
    """Scenario 1's curves for a network."""

    job_name = "scenario"

    def __init__(self, model: FiniteSampleModel, scale: float) -> None:
        self.network = w.Dropdown(
            options=[(f"{n} ({networks.info(n).variables})", n) for n in networks.names()],
            value=model.curves.network,
            description="Network (variables)",
            style=WIDE,
        )
        self.repetitions = w.BoundedIntText(
            model.curves.repetitions,
            min=1,
            max=MOST_CELLS // len(model.curves.times),
            description="repetitions",
            style=WIDE,
            layout=w.Layout(width="12em"),
        )
        begin = button("Draw the curves", "Run all algorithms on data", self._begin)
        super().__init__(model, scale, begin, self.network, self.repetitions)

    def _begin(self) -> None:
        self.model.run_curves(
            network=self.network.value,
            repetitions=self.repetitions.value,
            seed=self.model.dials.seed,
        )

    def words(self) -> list[str]:
        """Return what the curves say; that has nothing to do with the graph above."""
        return self.findings()

    def findings(self) -> list[str]:
        """Return what the curves say."""
        model = self.model
        if not model.rows:
            return [
                "Scenario 1 of the paper: data from a linear-Gaussian model on a network, five "
                "algorithms, all with the same boundaries and alpha = 2/p². Samples: "
                f"{', '.join(map(str, model.curves.times))} for each variable."
            ]
        return curve_words(model.rows)

    def pictures(self) -> str:
        """Return the curves, as far as they have come."""
        model = self.model
        if not model.rows:
            return ""
        return self.charted(*curve_charts(model.rows, model.curves.network))

    def show(self) -> None:
        """Show the curves as far as they have come."""
        said = "".join(f"<p>{escaped(line)}</p>" for line in self.words())
        self.shown.value = f'<div class="mw-sentence">{said}</div>{self.pictures()}'


def repeats_field(model: FiniteSampleModel, words: str) -> w.BoundedIntText:
    """Return the field for how many data sets, or orders."""
    field = w.BoundedIntText(
        model.repeats, min=1, max=100, description=words, style=WIDE, layout=w.Layout(width="12em")
    )
    field.observe(lambda change: model.set_trait("repeats", change.new), "value")
    model.observe(lambda change: setattr(field, "value", change.new), "repeats")
    return field
