"""Panels of the finite-sample lab: the dials of a run on data, and a table of one's own."""

import csv
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from marvel_widgets.core.algorithms.options import NoRemovable
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.independence import datasets
from marvel_widgets.core.independence.table import DataError
from marvel_widgets.experiments.edge_frequencies import RESAMPLES, EdgeFrequencies
from marvel_widgets.lessons.finite_samples import own_table
from marvel_widgets.lessons.finite_samples.runs import POLICIES
from marvel_widgets.pictures.figure import draw
from marvel_widgets.text import paragraphs
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.finite_sample_lab.model import FiniteSampleModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.chips import Dial

# steps of about the same ratio
SAMPLES: Final = (
    10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000,
    10_000, 20_000, 50_000, 100_000,
)  # fmt: skip
LEVELS: Final = (0.0001, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
REMOVAL_LEVELS: Final = (0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)

_POLICY_WORDS: Final[dict[NoRemovable, str]] = {
    "smallest-boundary": "remove the one of smallest boundary",
    "stop": "stop",
}

WAITING: Final = '<div role="status">A long run: click Run.</div>'


class DialsBox(w.VBox):
    """A dial for each number that a data run depends on.

    That of n is in `samples`, with what is wrong with any of them.
    """

    def __init__(self, model: FiniteSampleModel) -> None:
        self.model = model
        self.n = Dial("Samples n")
        self.alpha = Dial("Level alpha of the tests")
        self.removal_alpha = Dial("Level of Conditions 1 and 2")
        self.seed = k.number("seed", 0, 0, 10**9)
        policies = [(_POLICY_WORDS[policy], policy) for policy in POLICIES]
        words = "When no variable passes"
        self.no_removable = k.menu(words, policies, width="26em", max_width="96%")
        self.run = k.button("Run", "Run with these dials", model.run)
        self.wait = w.HTML()
        # what is turned most is in the foot, with what any dial may ask for
        self.samples = w.Row([self.n, self.run, self.wait, k.ErrorLine(model, "dials")])
        of_marvel = [self.removal_alpha, self.no_removable]
        super().__init__([self.alpha, *of_marvel, self.seed])
        for dial in of_marvel:
            w.show_if(dial, model.dials.algorithm == "marvel")
        for name in ("n", "alpha", "removal_alpha", "seed", "no_removable"):
            k.hear(getattr(self, name), partial(self._turn, name))
        k.follow(self._show, (model, ["loaded", "pending", "error"]))

    def _turn(self, name: str, value: Any) -> None:
        self.model.choose(**{name: value})

    def _show(self) -> None:
        dials, p = self.model.dials, len(self.model.graph.dag)
        steps: Sequence[int] = SAMPLES
        what, every = "samples", "infinitely many samples"
        if dials.table:
            most, what = datasets.info(dials.table).rows, "rows"
            steps, every = [n for n in SAMPLES if n < most], f"all {most:,} rows"
        ns = [(f"{n:,} {what}", n) for n in _with(steps, dials.n)]
        self.n.offer([*ns, (every, None)], dials.n)
        levels = [(f"level {a:g}", a) for a in _with(LEVELS, dials.alpha)]
        own = f"level 2/p² = {2 / p**2:.3g}" if p else "level 2/p²"
        self.alpha.offer([(own, None), *levels], dials.alpha)
        removal = [(f"level {a:g}", a) for a in _with(REMOVAL_LEVELS, dials.removal_alpha)]
        self.removal_alpha.offer([("alpha, as printed", None), *removal], dials.removal_alpha)
        k.put(self.seed, value=dials.seed)
        k.put(self.no_removable, value=dials.no_removable)
        waits = self.model.pending
        k.put(self.wait, value=WAITING if waits else "", shown=waits)
        k.put(self.run, shown=waits)


def _with(steps: Sequence[Any], value: Any) -> list[Any]:
    """Return the steps of a dial, and a value set in a cell in its place."""
    return sorted({*steps} | ({value} - {None}))


ASKED = (
    "Paste a table, or type the name of a CSV file. Names are in the first line, then comes a row "
    "for each sample, separated by commas, semicolons or tabs. Levels are those of the dials. "
    "Nothing leaves this kernel."
)


NO_PROBABILITY = (
    f"The wider a line, the more of {RESAMPLES} resamples have the edge. That is no probability: "
    "resamples of one table err together."
)


class OwnTablePanel(w.VBox):
    """Read a table and run MARVEL on it, at the levels of the dials."""

    def __init__(self, model: FiniteSampleModel) -> None:
        self.model = model
        self.found: own_table.OwnRun | None = None
        self.fault = ""
        self.table = w.Textarea(
            description="Table",
            continuous_update=False,
            layout=w.layout(width="100%", height="9em"),
        )
        self.drop = w.Text(
            description="Leave out the columns", placeholder="a, b", continuous_update=False
        )
        self.whole_rows = k.tick("Leave out rows in which a value is missing")
        self.read = k.button("Read and learn", "Read the table and run MARVEL on it", self.learn)
        self.job = model.job
        self.graphs: list[Pdag | None] = []
        told = "Learn again from tables whose rows are drawn from this one"
        self.sure = k.button("How sure is each edge?", told, self.resample)
        self.bar = w.IntProgress(0, min=0, max=RESAMPLES, description="resamples", style=k.WIDE)
        self.shown, self.frequencies = w.HTML(), w.HTML()
        row = w.Row([self.drop, self.whole_rows, self.read])
        more = w.Row([self.sure, self.bar])
        super().__init__([self.table, row, self.shown, more, self.frequencies])
        self.job.observe(lambda _: self._show_frequencies(), ["running", "done"])
        self._show()

    def learn(self) -> None:
        """Read what is pasted, and run; or say what is in the way."""
        self.found, self.fault = None, ""
        self.job.forget()
        dials = self.model.dials
        fields = next(csv.reader([self.drop.value], skipinitialspace=True), [])
        names = [name.strip() for name in fields if name.strip()]
        try:
            self.found = own_table.run_on_table(
                self.table.value,
                drop=names,
                missing="drop" if self.whole_rows.value else "refuse",
                alpha=dials.alpha,
                removal_alpha=dials.removal_alpha,
            )
        except DataError as error:
            self.fault = f"{error.says[0].upper()}{error.says[1:].rstrip('.')}."
        except OSError:
            name = self.table.value.strip()
            self.fault = f"There is no file {name!r} here. A pasted table has two lines or more."
        self._show()

    def resample(self) -> None:
        """Begin to learn from resamples; pages stay quick meanwhile."""
        if self.found is not None and not self.job.running:
            self.graphs = []
            self.job.start(map(_one, own_table.resamples_of(self.found)), self._take)

    def _take(self, graph: tuple[Pdag | None]) -> None:
        self.graphs.append(graph[0])

    def _show_frequencies(self) -> None:
        w.show_if(self.sure, self.found is not None)
        w.show_if(self.bar, self.job.running)
        self.bar.value = self.job.done
        if self.found is None or self.job.outcome != "finished":
            self.frequencies.value = ""
            return
        try:
            found = EdgeFrequencies.of(self.found.result.essential_graph.nodes, self.graphs)
        except DataError as error:
            self.frequencies.value = paragraphs([f"{error.says}."])
            return
        self.frequencies.value = f"{paragraphs([NO_PROBABILITY])}{found.draw().svg}"

    def words(self) -> list[str]:
        """Return the results, or what is in the way."""
        if self.fault:
            return self.fault.split("\n")
        return [ASKED] if self.found is None else own_table.own_run_words(self.found)

    def _show(self) -> None:
        asks = self.found is None and not self.fault  # what the sentence above says
        lines = "" if asks else paragraphs(self.words())
        role = "alert" if self.fault else "status"
        picture = "" if self.found is None else draw(self.found.result.essential_graph).svg
        self.shown.value = f'<div class="mw-sentence" role="{role}">{lines}</div>{picture}'
        self._show_frequencies()


def _one(graph: Pdag | None) -> tuple[Pdag | None]:
    return (graph,)  # a job passes over None
