"""The finite-sample lab: the same run with the oracle's answers and with those of data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from functools import partial
from typing import Any, Unpack

from marvel_widgets.core.algorithms.options import NoRemovable
from marvel_widgets.lessons.finite_samples import words as say
from marvel_widgets.lessons.finite_samples.paired_film import dead_end_words
from marvel_widgets.lessons.finite_samples.runs import Algorithm, Dials
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.replay.stage_words import parted
from marvel_widgets.text import counted, paragraphs
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.finite_sample_lab import FINITE_SAMPLE_LAB
from marvel_widgets.widgets.finite_sample_lab.model import VIEWS, FiniteSampleModel
from marvel_widgets.widgets.finite_sample_lab.panels import DialsBox, OwnTablePanel
from marvel_widgets.widgets.kit import stock as w

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
        jumps = self._make_replay(model)
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

    def _make_replay(self, model: FiniteSampleModel) -> w.HBox:
        """Make the picture of the data run, and return its two jumps."""
        self.transport = k.Transport(model, mark_future=False)
        self.to_flag = k.button(
            "First wrong test", "Go to the first wrong answer", model.go_to_flag
        )
        self.to_dead_end = k.button("Next dead end", "Go to a dead end", model.go_to_dead_end)
        self.summary, self.after = w.HTML(), w.HTML()
        self.said, self.tally = k.Band(self.predictions), w.HTML()
        self.picture = k.Picture(big=self.settings["big"], plain_legend=True, layered=True)
        jumps = w.HBox([self.to_flag, self.to_dead_end], layout=w.layout(flex_flow="row wrap"))
        w.show_if(self.to_dead_end, model.dials.algorithm == "marvel")  # PC has none
        self.run = k.ShownRun(model, self.transport, self._screen, self._place, self._draw)
        return jumps

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
