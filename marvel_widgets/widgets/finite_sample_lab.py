"""The finite-sample lab: the same run with the oracle's answers and with those of data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import ipywidgets as w

from marvel_widgets.algorithms.options import NoRemovable
from marvel_widgets.teaching.drawing import Drawing
from marvel_widgets.teaching.sample_words import (
    at_dead_end,
    consequence_words,
    damage_words,
    dials_words,
    fewer_words,
    flag_words,
    policies_words,
    round_words,
    standing_words,
)
from marvel_widgets.teaching.svg import side_by_side
from marvel_widgets.teaching.twin_film import dead_end_words
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.controls import Transport, TroubleLine, button, escaped
from marvel_widgets.widgets.finite_sample_model import VIEWS, FiniteSampleModel
from marvel_widgets.widgets.finite_sample_panels import (
    DialsBox,
    ErrorsPanel,
    OrderPanel,
    ScenarioPanel,
)
from marvel_widgets.widgets.graph_part import GraphPart, graph_model_of
from marvel_widgets.widgets.picture import BIG, Picture
from marvel_widgets.widgets.predict import PredictBox, Predictions

PANES = dict(zip(VIEWS, ("replay", "errors", "order", "scenario"), strict=True))


class FiniteSampleLab(App):
    """See what finitely many samples do to a run: the oracle's above, that of data below.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
    n : int or None
        Samples; None for infinitely many.
    alpha : float or None
        Level of the tests; None: 2 / p**2.
    removal_alpha : float or None
        Level of Conditions 1 and 2; None: `alpha`, as printed.
    no_removable : {"smallest-boundary", "stop"}
        What happens when no variable passes.
    view : {"Twin replay", "Errors by set size", "Order of the variables", "Scenario 1"}
    position : int
        Where to begin.
    network : str
        For Scenario 1: a bundled network.
    predict : bool
        Ask whether single answers are right, and whether the run ends well, before it shows.
    answers : bool
        Whether the truth is told at all; without it the data run stands alone.
    hide, lock : iterable of str
        Parts: "graph", "dials", "views", "predict", "replay", "errors", "order",
        "scenario".
    big : bool
        For a projector.
    seed : int
        Of the model's parameters, the samples, the orders and Scenario 1.
    token : str, optional
        A state to begin with, as `token` gave it.

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

    kind = "finite-sample-lab"
    label = "Finite-sample lab. Space plays, arrow keys step."
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
        network: str = "insurance-paper",
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        predict: bool = False,
        seed: int = 0,
        token: str | None = None,
    ) -> None:
        saved = self.read_token(token)
        graph = graph_model_of(source, saved.pop("graph", None))
        dials = {
            "n": n,
            "alpha": alpha,
            "removal_alpha": removal_alpha,
            "no_removable": no_removable,
            "seed": seed,
        }
        begin = {
            "dials": dials,
            "view": view,
            "position": position,
            "curves": {"network": network, "seed": seed},
        }
        self.predictions = Predictions(on=predict, answers=answers)
        model = FiniteSampleModel(graph, self.predictions, **{**begin, **saved})
        hide = [hide] if isinstance(hide, str) else list(hide)
        shown = [name for name in VIEWS if PANES[name] not in hide]
        if shown and model.view not in shown:
            model.view = shown[0]
        self.transport = Transport(cast("Any", model))  # a film like any other
        self.to_flag = button("First wrong test", "Go to the first wrong answer", model.go_to_flag)
        self.to_dead_end = button("Next dead end", "Go to a dead end", model.go_to_dead_end)
        self.summary, self.after = w.HTML(), w.HTML()
        self.oracle, self.data = _Lane(big=big), _Lane(big=big)
        self.switch = w.ToggleButtons(
            options=shown or list(VIEWS), value=model.view, style={"button_width": "auto"}
        )
        scale = BIG if big else 1.0
        self.errors = ErrorsPanel(model, scale)
        self.order = OrderPanel(model, scale)
        self.scenario = ScenarioPanel(model, scale)
        replay = [
            self.transport,
            w.HBox([self.to_flag, self.to_dead_end], layout=w.Layout(flex_flow="row wrap")),
            self.summary,
            self.oracle,
            self.data,
            self.after,
        ]
        self.dials = DialsBox(model)
        super().__init__(
            {
                "graph": GraphPart(graph, big=big),
                "dials": w.VBox([self.dials, TroubleLine(model, "dials")]),
                "views": self.switch,
                "predict": PredictBox(self.predictions),
                "replay": w.VBox(replay),
                "errors": self.errors,
                "order": self.order,
                "scenario": self.scenario,
            },
            model=model,
            hide=hide,
            lock=lock,
            big=big,
        )
        self._oracle_staged = self._data_staged = -1  # of which run the pictures are
        self.switch.observe(lambda change: model.set_trait("view", change.new), "value")
        model.observe(lambda _: self._show(), ["loaded", "position", "view"])
        self.predictions.observe(lambda _: self._show(), "revealed")
        self._show()

    # -- twins -----------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present view as text."""
        pane = {VIEWS[1]: self.errors, VIEWS[2]: self.order, VIEWS[3]: self.scenario}.get(
            self.model.view
        )
        if pane is not None:
            return "\n".join([dials_words(self.model.twins), *pane.words()])
        lines = [*self._summary(), *self._oracle_words(), *self._data_words(), *self._after()]
        return "\n".join(line for line in lines if line)

    def svg(self) -> str:
        """Return the two learned graphs at the present position, with their sentences."""
        return side_by_side(self._drawings(), caption=" ".join(self._data_words()))

    def close(self) -> None:
        """Stop what runs and close the lab and everything in it."""
        if self.comm is not None:
            self.model.stop()
        super().close()

    # -- showing ---------------------------------------------------------------------------

    def _drawings(self) -> list[Drawing]:
        model = self.model
        data = model.film.data_drawing(model.position, told=model.flag_told)
        return [model.film.oracle_drawing(model.position), data] if model.told else [data]

    def _summary(self) -> list[str]:
        model = self.model
        lines = [dials_words(model.twins)]
        return [*lines, flag_words(model.twins)] if model.flag_told else lines

    def _after(self) -> list[str]:
        """Return what became of the run, once that may be told."""
        model = self.model
        if not model.end_told:
            return []
        twins = model.twins
        return [
            consequence_words(twins),
            damage_words(twins),
            fewer_words(twins),
            *dead_end_words(model.film)[:3],
            policies_words(twins),
        ]

    def _place(self) -> str:
        model = self.model
        return f"Position {model.position} of {model.film.last}"

    def _oracle_words(self) -> list[str]:
        model = self.model
        if not model.told:
            return []
        return [f"Oracle run: {model.film.oracle.frame(model.position).explanation.text}"]

    def _data_words(self) -> list[str]:
        model = self.model
        said = [f"Data run: {model.film.data_sentence(model.position, told=model.flag_told)}"]
        if at_dead_end(model.film, model.position):
            said.append("DEAD END.")
        if model.flag_told:
            said.append(standing_words(model.film, model.position))
        left = round_words(model.film, model.position, told=model.told)
        return [*said, f"{self._place()}. {left}"]

    def _show(self) -> None:
        model = self.model
        self.switch.value = model.view
        for view, pane in PANES.items():
            self.parts[pane].layout.display = None if view == model.view else "none"
        if model.view != VIEWS[0]:
            return  # a graph that nobody sees has no size: it is drawn when it is seen
        self.oracle.layout.display = None if model.told else "none"
        self._stage()
        self._show_signs()
        self.transport.show(self._place())
        self.to_flag.disabled = model.film.flag is None or not model.flag_told
        self.to_dead_end.disabled = not model.twins.dead_ends
        self.summary.value = _sentence(self._summary())
        self.after.value = _sentence(self._after()) if model.end_told else ""
        drawings = self._drawings()
        if model.told:
            self.oracle.show(drawings[0], self._oracle_words(), "")
        self.data.show(drawings[-1], self._data_words(), self._mark())

    def _stage(self) -> None:
        """Build the pictures of a new run, with room for what will come, once they are seen."""
        model, film = self.model, self.model.film
        if self._data_staged != model.loaded:
            self._data_staged = model.loaded
            data = film.data_drawing(model.position, told=False)
            self.data.stage(data, film.later_edges()[1], film.removal_notes()[1])
            self.transport.show_run()
        if model.told and self._oracle_staged != model.loaded:
            self._oracle_staged = model.loaded
            oracle = film.oracle_drawing(model.position)
            self.oracle.stage(oracle, film.later_edges()[0], film.removal_notes()[0])

    def _show_signs(self) -> None:
        signs = self.model.film.signs(told=self.model.flag_told)
        self.transport.seek.marks = [[sign.position, sign.words] for sign in signs]

    def _mark(self) -> str:
        """Return the class of the data run's words: what the words say, as a kind of border."""
        model = self.model
        if at_dead_end(model.film, model.position):
            return "mw-at-dead-end"
        flag = model.film.flag
        if not model.flag_told or flag is None or model.position < flag:
            return ""
        return "mw-first-wrong" if model.position == flag else "mw-after-error"


class _Lane(w.HBox):
    """One run: its learned graph, and what happens in words."""

    def __init__(self, *, big: bool) -> None:
        self.picture = Picture(big=big, plain_legend=True)
        self.words = w.HTML(layout=w.Layout(flex="1 1 300px", min_width="240px"))
        layout = w.Layout(flex_flow="row wrap", width="100%")
        super().__init__([self.picture, self.words], layout=layout)

    def stage(self, drawing: Drawing, later: Any, notes: dict[str, str]) -> None:
        self.picture.stage(drawing, more=[later], notes=notes)

    def show(self, drawing: Drawing, words: list[str], mark: str) -> None:
        self.picture.show(drawing)
        said = "".join(f"<p>{escaped(line)}</p>" for line in words)
        self.words.value = (
            f'<div class="mw-lane-words {mark}" role="status" aria-live="polite">{said}</div>'
        )


def _sentence(words: Iterable[str]) -> str:
    told = "".join(f"<p>{escaped(line)}</p>" for line in words if line)
    return f'<div class="mw-sentence">{told}</div>' if told else ""
