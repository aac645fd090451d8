"""Parts of the finite-sample lab: its dials, and the panes of the longer work."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from marvel_widgets.core.algorithms.options import NoRemovable
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.independence import datasets
from marvel_widgets.lessons.finite_samples.runs import POLICIES
from marvel_widgets.lessons.finite_samples.scenario_curves import (
    MOST_CELLS,
    curve_charts,
    curve_words,
)
from marvel_widgets.lessons.finite_samples.words import (
    agreement_table,
    errors_chart,
    errors_table,
    errors_words,
    proof_words,
    stability_words,
)
from marvel_widgets.pictures.charts.chart import Chart
from marvel_widgets.pictures.charts.svg import chart_svg
from marvel_widgets.text import paragraphs
from marvel_widgets.widgets.finite_sample_lab.model import VIEWS, FiniteSampleModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.collapsible import Collapsible
from marvel_widgets.widgets.kit.controls import WIDE, Echo, ErrorLine, Menu, button, follow
from marvel_widgets.widgets.kit.dial import Dial

# steps of about the same ratio
SAMPLES: Final = (
    10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
    10_000, 20_000, 50_000, 100_000,
)  # fmt: skip
LEVELS: Final = (0.0001, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
REMOVAL_LEVELS: Final = (0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
WIDE_CHART: Final = 720  # px
WITHHELD: Final = "What the truth is does not show yet: go to the end of the twin replay first."
WITHHELD_WHOLLY: Final = "What the truth is does not show here."


_POLICY_WORDS: Final[dict[NoRemovable, str]] = {
    "smallest-boundary": "remove the one of smallest boundary",
    "stop": "stop",
}


class DialsBox(w.Row):
    """A dial for each number that a data run depends on."""

    def __init__(self, model: FiniteSampleModel) -> None:
        self.model = model
        self._echo = Echo()
        self.n = Dial("Samples n")
        self.alpha = Dial("Level alpha of the tests")
        self.removal_alpha = Dial("Level of Conditions 1 and 2")
        self.seed = w.BoundedIntText(
            0, min=0, max=10**9, description="seed", layout=w.layout(width="12em")
        )
        self.no_removable = Menu(
            options=[(_POLICY_WORDS[policy], policy) for policy in POLICIES],
            description="When no variable passes",
            layout=w.layout(width="26em", max_width="96%"),
        )
        self.run = button("Run", "Run with these dials", model.run)
        self.wait = w.HTML()
        # What is turned most is in sight; the pictures need the room of the others.
        levels, rest = [self.alpha, self.removal_alpha], [self.seed, self.no_removable]
        seen, more = [self.n], [w.Row(levels), w.Row(rest)]
        if model.dials.algorithm == "pc":
            seen, more = [self.n, self.alpha], [self.seed]
        self.others = Collapsible("More dials", w.VBox(more))
        super().__init__([*seen, self.others, self.run, self.wait])
        for name in ("n", "alpha", "removal_alpha", "seed", "no_removable"):
            field = getattr(self, name)
            self._echo.hear(field, partial(self._turn, name))
        follow(self._show, (model, ["loaded", "pending", "error"]))

    def _turn(self, name: str, value: Any) -> None:
        self.model.choose(**{name: value})

    def _show(self) -> None:
        dials, p = self.model.dials, len(self.model.graph.dag)
        with self._echo:
            steps: Sequence[int] = SAMPLES
            what, every = "samples", "infinitely many samples"
            if dials.table:
                most, what = datasets.info(dials.table).rows, "rows"
                steps, every = [n for n in SAMPLES if n < most], f"all {most:,} rows"
            ns: list[tuple[str, Any]] = [(f"{n:,} {what}", n) for n in _with(steps, dials.n)]
            self.n.offer([*ns, (every, None)], dials.n)
            levels = [(f"level {a:g}", a) for a in _with(LEVELS, dials.alpha)]
            own = f"level 2/p² = {2 / p**2:.3g}" if p else "level 2/p²"
            self.alpha.offer([(own, None), *levels], dials.alpha)
            removal = [(f"level {a:g}", a) for a in _with(REMOVAL_LEVELS, dials.removal_alpha)]
            printed = ("alpha, as printed", None)
            self.removal_alpha.offer([printed, *removal], dials.removal_alpha)
            self.seed.value, self.no_removable.value = dials.seed, dials.no_removable
        waiting = "This run is long: click Run to run with the changed dials."
        self.wait.value = f'<div role="status">{waiting}</div>' if self.model.pending else ""
        w.show_if(self.run, self.model.pending)


def _with(steps: Sequence[Any], value: Any) -> list[Any]:
    """Return the steps of a dial, and a value set in a cell in its place."""
    return sorted({*steps} | ({value} - {None}))


class _JobPanel(w.VBox):
    """A pane with a job: its button, its bar, Cancel, and the results."""

    job_name: str
    view: str

    def __init__(
        self, model: FiniteSampleModel, scale: float, begin: w.Button, *fields: w.Widget
    ) -> None:
        self.model, self.scale = model, scale
        self.job = model.jobs[self.job_name]
        self.begin = begin
        self.cancel = button("Cancel", "Stop; what is finished stays", self.job.cancel)
        self.bar = w.IntProgress(0, min=0, max=1, description="finished", style=WIDE)
        self.status, self.shown = w.HTML(), w.HTML()
        row = w.Row([*fields, begin, self.cancel, self.bar, self.status])
        error_line = ErrorLine(model, self.job_name)
        super().__init__([row, error_line, self.shown])
        self.job.observe(lambda _: self._progress(), ["running", "done", "total", "outcome"])
        model.observe(lambda _: self.show(), ["loaded", "changed", "view", "position"])
        model.predictions.observe(lambda _: self.show(), "revealed")
        self._progress()
        self.show()

    def _progress(self) -> None:
        job = self.job
        self.bar.max, self.bar.value = job.total, job.done
        w.show_if(self.bar, job.running or job.done)
        self.begin.disabled, self.cancel.disabled = job.running, not job.running
        text = f"{job.done} of {job.total} finished" if job.running or job.done else ""
        if job.outcome == "cancelled":
            text += "; cancelled"
        self.status.value = f'<div role="status">{text}</div>'
        if not job.running:
            self.show()

    def words(self) -> list[str]:
        """Return the results, in sentences."""
        if not self.model.predictions.answers:
            return [WITHHELD_WHOLLY]
        return self.findings() if self.model.show_findings else [WITHHELD]

    if TYPE_CHECKING:  # each panel has its own

        def findings(self) -> list[str]: ...

        def pictures(self) -> str: ...

    def show(self) -> None:
        """Show the results so far, if they may be revealed; nothing while another view is open."""
        if self.model.view != self.view:
            self.shown.value = ""
            return
        text = paragraphs(self.words())
        more = self.pictures() if self.model.show_findings else ""
        self.shown.value = f'<div class="mw-sentence">{text}</div>{more}'

    def charted(self, *charts: Chart) -> str:
        """Return charts beside each other where there is room."""
        width = round(WIDE_CHART / len(charts))  # small: it is enlarged to its room, letters too
        drawn = "".join(
            f"<div>{chart_svg(replace(chart, width=width), scale=self.scale)}</div>"
            for chart in charts
        )
        return f'<div class="mw-counters">{drawn}</div>'


class ErrorsPanel(_JobPanel):
    """Errors of the tests by set size: of this run, and pooled over many data sets."""

    job_name, view = "errors", VIEWS[1]

    def __init__(self, model: FiniteSampleModel, scale: float) -> None:
        begin = button("Pool many data sets", "The same dials, other seeds", model.run_errors)
        super().__init__(model, scale, begin, repeats_field(model, "data sets"))

    def findings(self) -> list[str]:
        """Return the sums, and what p > alpha is worth."""
        model = self.model
        lines = [f"This run: {errors_words(model.own_errors, 1)}", proof_words(model.runs.judged)]
        if model.pooled:
            lines.append(f"Pooled: {errors_words(model.pooled, self.job.done)}")
        return lines

    def pictures(self) -> str:
        """Return the chart and the table, of the pool where there is one."""
        model = self.model
        rows, title = model.own_errors, "Tests of this data run"
        if model.pooled:
            rows, title = model.pooled, f"Tests of {self.job.done} data runs"
        return (
            self.charted(errors_chart(rows, title))
            + f'<div class="mw-wide">{errors_table(rows)}</div>'
        )


class OrderPanel(_JobPanel):
    """What the order of the variables changes on the same data."""

    job_name, view = "order", VIEWS[2]

    def __init__(self, model: FiniteSampleModel, scale: float) -> None:
        begin = button("Reorder", "Run on the same data in random orders", model.run_orders)
        super().__init__(model, scale, begin, repeats_field(model, "orders"))

    def findings(self) -> list[str]:
        """Return what the orders have in common."""
        found = self.model.found_stability
        if found is None:
            ties = "Ties between boundaries of one size are broken by the order of the variables. "
            with_pc = self.model.dials.algorithm == "pc"
            end = "With an oracle the order does not change the graph; with data it may."
            return [end if with_pc else ties + end]
        return stability_words(found, len(self.model.orders))

    def pictures(self) -> str:
        """Return the table of the edges."""
        found, dag = self.model.found_stability, self.model.runs.dag
        return "" if found is None else agreement_table(found, dag.nodes, frozenset(dag.edges))


class ScenarioPanel(_JobPanel):
    """Scenario 1's curves for a network."""

    job_name, view = "scenario", VIEWS[3]

    def __init__(self, model: FiniteSampleModel, scale: float) -> None:
        self.network = Menu(
            options=[(f"{n} ({networks.size(n)})", n) for n in networks.names()],
            value=model.curves.network,
            description="Network (variables)",
        )
        self.repetitions = w.BoundedIntText(
            model.curves.repetitions,
            min=1,
            max=MOST_CELLS // len(model.curves.times),
            description="repetitions",
            layout=w.layout(width="12em"),
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
        text = paragraphs(self.words())
        self.shown.value = f'<div class="mw-sentence">{text}</div>{self.pictures()}'


def repeats_field(model: FiniteSampleModel, words: str) -> w.BoundedIntText:
    """Return the field for how many data sets, or orders."""
    field = w.BoundedIntText(
        model.repeats, min=1, max=100, description=words, layout=w.layout(width="12em")
    )
    field.observe(lambda change: model.set_trait("repeats", change.new), "value")
    model.observe(lambda change: setattr(field, "value", change.new), "repeats")
    return field
