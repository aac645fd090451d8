"""The finite-sample lab: the same run with the oracle's answers and with those of data."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, Final, Unpack

from marvel_widgets.core.algorithms.options import NoRemovable
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.independence import datasets
from marvel_widgets.core.independence.table import DataError
from marvel_widgets.experiments.edge_frequencies import RESAMPLES, EdgeFrequencies
from marvel_widgets.lessons.finite_samples import own_table
from marvel_widgets.lessons.finite_samples import words as say
from marvel_widgets.lessons.finite_samples.paired_film import dead_end_words
from marvel_widgets.lessons.finite_samples.runs import POLICIES, Algorithm, Dials
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.figure import draw
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.replay.stage_words import parted
from marvel_widgets.text import counted, paragraphs
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.finite_sample_lab import FINITE_SAMPLE_LAB
from marvel_widgets.widgets.finite_sample_lab.model import VIEWS, FiniteSampleModel
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
        large = w.layout(width="100%", height="9em")
        self.table = w.Textarea(description="Table", layout=large)
        self.drop = w.Text(description="Leave out the columns", placeholder="a, b")
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


PANES = dict(zip(VIEWS, ("replay", "table"), strict=True))


class FiniteSampleLab(k.App):
    """See what finitely many samples do to a run: the truth, the oracle's, and that of data.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    n : int or None
        Samples; None for infinitely many. With `table`, rows of it; None for all.
    alpha : float or None
        Level of the tests; None: 2 / p**2.
    removal_alpha : float or None
        Level of Conditions 1 and 2; None: `alpha`, as printed.
    no_removable : {"smallest-boundary", "stop"}
        What happens when no variable passes.
    view : str
        "Twin replay" or "Your table"; the table is MARVEL's alone.
    position : int
        Where to begin.
    seed : int
        Of the model's parameters and the samples.
    algorithm : {"marvel", "pc"}
        What runs. PC is the stable one, from the complete graph, and marks contradictions.
    table : str
        A bundled data set, such as "galton": its rows take the samples' place, and `source` is
        what is held for the truth about its columns.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks whether single answers are
        right, and which edge is lost by a wrong one; without `answers` the data run is shown
        alone. Parts: "graph", "dials", "samples", "views", "predict", "replay", "said", "jumps",
        "tally", "transport", "outcome", "table".

    Raises
    ------
    GraphError, ValueError
        The graph, a dial or the token makes no sense.

    Notes
    -----
    With the focus in the app: arrow keys step, Home and End go to the ends, Space plays.

    Examples
    --------
    >>> lab = FiniteSampleLab("X -> Y <- T; Y -> Z", n=20, seed=1)
    >>> lab.model.go_to_flag()
    >>> print(lab.text().splitlines()[0])
    20 samples, alpha = 0.125, Conditions 1 and 2 at level 0.7, seed 1.
    """

    spec = FINITE_SAMPLE_LAB
    model: FiniteSampleModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        *,
        n: int | None = 100,
        alpha: float | None = None,
        removal_alpha: float | None = 0.7,
        no_removable: NoRemovable = "smallest-boundary",
        view: str = VIEWS[0],
        position: int = 0,
        seed: int = 0,
        algorithm: Algorithm = "marvel",
        table: str = "",
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        model = FiniteSampleModel(
            graph_model_of(source),
            self.predictions,
            dials=asdict(Dials(n, alpha, removal_alpha, no_removable, seed, algorithm, table)),
            view=view,
            position=position,
        )
        super().__init__(self._make_parts(self.restored(model)), model=model)
        self._staged = (-1, False)  # of which run the pictures are, and whether all show
        self.add_class("mw-finite")
        k.follow(
            self._show,
            (model, ["loaded", "position", "view"]),
            (self.predictions, ["revealed", "score"]),
            (self.table.shown, "value"),
        )

    def _make_parts(self, model: FiniteSampleModel) -> dict[str, w.Widget]:
        views = VIEWS[:1] if model.dials.algorithm == "pc" else VIEWS
        shown = [name for name in views if PANES[name] not in self.settings["hide"]]
        if shown and model.view not in shown:
            model.view = shown[0]
        self.switch = k.menu("View", shown or views, partial(model.set_trait, "view"))
        self.switch.add_class("mw-below")
        w.show_if(self.switch, len(self.switch.options) > 1)
        self.table = OwnTablePanel(model)
        self.dials = DialsBox(model)
        self.transport = k.Transport(model, mark_future=False)
        words = "First wrong test"
        self.to_flag = k.button(words, "Go to the first wrong answer", model.go_to_flag)
        self.to_dead_end = k.button("Next dead end", "Go to a dead end", model.go_to_dead_end)
        self.summary, self.after = w.HTML(), w.HTML()
        self.said, self.tally = k.Band(self.predictions), w.HTML()
        self.picture = k.Picture(big=self.settings["big"], plain_legend=True, layered=True)
        jumps = w.HBox([self.to_flag, self.to_dead_end], layout=w.layout(flex_flow="row wrap"))
        w.show_if(self.to_dead_end, model.dials.algorithm == "marvel")  # PC has none
        self.run = k.ShownRun(model, self.transport, self._screen, self._place, self._draw)
        return {
            "graph": GraphPart(model.graph, big=self.settings["big"]),
            "predict": k.PredictBox(self.predictions),
            "replay": self.picture,
            "said": self.said,
            "jumps": jumps,
            "tally": self.tally,
            "views": self.switch,
            "dials": self.dials,
            "transport": self.transport,
            "samples": self.dials.samples,
            "outcome": w.VBox([self.summary, self.after]),
            "table": self.table,
        }

    # -- twins -----------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present view as text."""
        if self.model.view != VIEWS[0]:
            return "\n".join(self.table.words())
        at, lines = self.model.position, self._summary(self.model.position)
        if self.model.revealed:
            lines.append(f"Oracle run: {self.model.film.oracle_sentence(at).rstrip('.')}.")
        lines += [*self._data_words(at), *self._after(at)]
        return "\n".join(line for line in lines if line)

    def svg(self) -> str:
        """Return the two learned graphs at the present position, with their sentences."""
        at = self.model.position
        return side_by_side(self._runs(at), caption=" ".join(self._data_words(at)))

    def halt(self) -> None:
        """Stop what runs."""
        self.model.stop()

    # -- showing ---------------------------------------------------------------------------

    def _runs(self, position: int) -> list[Drawing]:
        """Return what the runs have learned; while it is asked, only that of data."""
        model = self.model
        data = model.film.data_drawing(position, revealed=model.flagged(position))
        return [model.film.oracle_drawing(position), data] if model.revealed else [data]

    def _summary(self, position: int) -> list[str]:
        model = self.model
        lines, ended = [say.dials_words(model.runs)], model.ended(position)
        if model.flagged(position) or ended:
            lines.append(say.flag_words(model.runs, later=ended))
        return lines

    def _after(self, position: int) -> list[str]:
        """Return the dead ends so far and, at the end, what became of the run."""
        model, runs = self.model, self.model.runs
        if not model.revealed:
            return []
        behind = [at for at in runs.dead_ends if model.film.event_position(at) <= position]
        dead_ends = dead_end_words(model.film)[: min(len(behind), 3)]
        if not model.ended(position):
            return dead_ends
        return [
            say.consequence_words(runs),
            say.fewer_words(runs),
            *dead_ends,
            say.policies_words(runs),
        ]

    def _place(self, position: int) -> str:
        return f"Position {position} of {self.model.film.last}"

    def _data_words(self, position: int) -> list[str]:
        said, *lines = self._said(position)
        standing = lines.pop() if self.model.revealed else ""
        return [f"Data run: {said}", *lines, f"{standing} {self._place(position)}.".strip()]

    def _said(self, position: int) -> list[str]:
        """Return what happens in the data run, and what that is to the oracle's."""
        model = self.model
        lines = [model.film.data_sentence(position, revealed=model.flagged(position))]
        if position == 0 and model.revealed:
            lines = [say.first_question(model.runs)]
        if say.at_dead_end(model.film, position):
            lines.append("DEAD END.")
        if model.ended(position):
            lines.append(say.damage_words(model.runs))
        return [*lines, say.standing_words(model.film, position)] if model.revealed else lines

    def _show(self) -> None:
        model = self.model
        k.put(self.switch, value=model.view)
        for view, pane in PANES.items():
            w.show_if(self.parts[pane], view == model.view)
        replays = model.view == VIEWS[0]
        for part in ("tally", "transport", "samples", "outcome"):
            w.show_if(self.arranged.folds.get(part, self.parts[part]), replays)
        # none leads past what is asked
        w.show_if(self.parts["jumps"], replays and (model.at_end or not model.halted))
        if not replays:
            what, stop, why = self.table.words()[self.table.found is not None].partition(". ")
            self.said.show(Said(what + stop.strip(), why))
            self.shell.count = ""
            self.run.ship(None, openly=False)
            return  # a graph that nobody sees has no size: it is drawn when it is seen
        if self._staged != (model.loaded, model.revealed):
            self._stage()
        asks = self.predictions.on and not model.flagged(model.position)
        self.to_flag.disabled = asks or not self.predictions.answers
        begins = model.position == 0 and not self.to_flag.disabled
        w.mark_if(self.to_flag, begins, "mw-primary")
        w.mark_if(self.transport.step, not begins, "mw-primary")
        self.run.ship(model.loaded, openly=self.predictions.openly)
        self.run.show(model.position)

    def _stage(self) -> None:
        """Build the pictures of a new run, once they are seen.

        They have room for what will come, unless the learner is asked about that: what is not
        yet to be seen is not sent to the page either.
        """
        model, film = self.model, self.model.film
        self._staged = model.loaded, model.revealed
        openly = self.predictions.openly
        later = film.later_edges() if openly else ([], [])
        # with the badges just before the end, which has none: their corners stay
        drawings = self._runs(max(0, film.data.last - 1) if openly else model.position)
        hidden = 2 - len(drawings)
        self.picture.stage(*drawings, more=later[hidden:], notes=film.removal_notes()[hidden:])
        for frame in self.picture.frames[:-1]:  # the oracle's stands beside it on demand
            frame.add_class("mw-other")

    def _standing(self, position: int) -> str:
        """Return what a position is to the first wrong answer, and what the oracle run does.

        Of that answer itself the sentence over the picture says both.
        """
        model, film = self.model, self.model.film
        if not model.revealed or position == film.flag:
            return ""
        oracle = film.oracle_sentence(position)
        told = "" if oracle == "the same" else f"Oracle run: {parted(oracle)[0].rstrip('.')}."
        return paragraphs(filter(None, (say.standing_words(film, position), told)))

    def _draw(self, position: int) -> None:
        drawings = self._runs(position)
        pairs = zip(self.picture.views, drawings, strict=True)
        if not all(view.fits(drawing) for view, drawing in pairs):
            self._stage()
        self.picture.show(*drawings)

    def _screen(self, position: int) -> list[tuple[k.Target, Any]]:
        film, revealed = self.model.film, self.model.revealed
        said = say.data_said(film, position, revealed=self.model.flagged(position))
        if position == 0 and revealed:
            said = Said(say.first_question(self.model.runs))
        elif self.model.ended(position):  # in what it differs is more than that it is done
            said = Said(*parted(say.damage_words(self.model.runs)))
        drawings = self._runs(position)
        rows, count = say.tally(film, position) if revealed else [], ""
        if rows:
            (_, tests, oracle), (_, wrong, _), *_ = rows
            count = f"data {counted(tests, 'test')}, {wrong:,} wrong; oracle {oracle:,}"
        values = self.picture.values(*drawings, layers=film.layers(position, revealed=revealed))
        pictured = zip(self.picture.targets, values, strict=True)
        return [
            ((self.summary, "value"), _sentence_html(self._summary(position))),
            ((self.after, "value"), _sentence_html(self._after(position))),
            ((self.shell, "count"), count),
            ((self.tally, "value"), self._standing(position) + _tally_html(rows)),
            ((self.said, "value"), self.said.html(said, drawings[-1])),
            *pictured,
        ]


def _tally_html(rows: Iterable[tuple[str, int, int]]) -> str:
    """Return what the two runs have come to, beside each other; what differs is bold."""
    head = "".join(f"<th scope='col'>{words}</th>" for words in ("So far", "data", "oracle"))
    lines = "".join(
        f"<tr class='{'' if data == oracle else 'mw-newest'}'><th scope='row'>{words}</th>"
        f"<td class='mw-number'>{data:,}</td><td class='mw-number'>{oracle:,}</td></tr>"
        for words, data, oracle in rows
    )
    return f"<table class='mw-table mw-tally'><tr>{head}</tr>{lines}</table>" if lines else ""


def _sentence_html(words: Iterable[str]) -> str:
    """Return a paragraph for each line that says something."""
    text = paragraphs(filter(None, words))
    return f'<div class="mw-sentence">{text}</div>' if text else ""
