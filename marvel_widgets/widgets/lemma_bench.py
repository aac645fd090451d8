"""LemmaBench: each lemma of the paper as a live check on the learner's own graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import ipywidgets as w

from marvel_widgets.graphs.errors import Label
from marvel_widgets.teaching.drawing import Drawing
from marvel_widgets.teaching.lattice import is_folded, whole_set_words
from marvel_widgets.teaching.lattice_svg import lattice_svg
from marvel_widgets.teaching.lemma_pictures import lemma_drawing, plain_drawing, subset_reason
from marvel_widgets.teaching.lemma_twins import lemma_svg, lemma_text
from marvel_widgets.teaching.lemma_words import TITLES, check_words, lemma_question, title_words
from marvel_widgets.teaching.svg import to_svg
from marvel_widgets.theory.lemma_roles import LEMMAS
from marvel_widgets.theory.subset_lattice import Lattice
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.controls import WIDE, TroubleLine, escaped
from marvel_widgets.widgets.graph_part import GraphPart, graph_model_of
from marvel_widgets.widgets.lemma_bench_model import LemmaBenchModel
from marvel_widgets.widgets.picture import BIG, Picture
from marvel_widgets.widgets.predict import PredictBox, Predictions

STARTING_GRAPH = "X -> Y <- T; Y -> Z; X -> Z"


class LemmaBench(App):
    """Check a lemma of the paper in both directions on a graph of one's own.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
        The graph; a GraphModel is shared with its other views.
    lemma : str, optional
        Where to begin, one of `marvel_widgets.theory.lemma_roles.LEMMAS`.
    hide, lock : iterable of str
        Parts not shown, or not to be operated: "graph", "lemma", "roles", "statement",
        "predict", "verdict", "pictures".
    big : bool
        For a projector.
    answers : bool
        Whether verdicts are told.
    predict : bool
        Whether the verdict is asked for first.
    seed : int
        For the signature that all apps share; nothing here is random.
    token : str, optional
        A state to begin in.

    Raises
    ------
    GraphError, ValueError
        An argument makes no sense; on the screen, a sentence tells so.

    Examples
    --------
    >>> bench = LemmaBench("X -> Y <- T", lemma="neighbor")
    >>> bench.choose("X", "T")
    >>> bench.text().splitlines()[3]
    'Both sides agree: T is not a neighbor of X.'
    """

    kind = "lemma-bench"
    label = "Lemma bench"

    def __init__(
        self,
        source: Any = STARTING_GRAPH,
        *,
        lemma: str = "neighbor",
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        predict: bool = False,
        seed: int = 0,  # noqa: ARG002 - nothing is random
        token: str | None = None,
    ) -> None:
        state = self.read_token(token)
        graph = graph_model_of(source)
        self.bench = LemmaBenchModel(graph)
        if not self.bench.set_lemma(lemma):
            raise ValueError(self.bench.trouble)
        if token is not None:
            self.bench.load_state(state)
        self.predictions = Predictions(on=predict, answers=answers)
        self._big = big
        self._ask()
        self._make_parts()
        sets = w.VBox(
            [self.lattice_view, self.subset_choice, self.reason],
            layout=w.Layout(flex="1 1 420px", min_width="300px"),
        )
        view = w.HBox([self.picture, sets], layout=w.Layout(flex_flow="row wrap", width="100%"))
        view.add_class("mw-views")
        super().__init__(
            {
                "graph": GraphPart(graph, big=big),
                "lemma": self.lemma_choice,
                "roles": w.VBox([self.roles_row, self.click, self.trouble]),
                "statement": self.statement,
                "predict": PredictBox(self.predictions),
                "verdict": self.verdict,
                "pictures": view,
            },
            model=self.bench,
            hide=hide,
            lock=lock,
            big=big,
        )
        self._show()
        self.bench.observe(lambda _: self._changed(), "version")
        self.predictions.observe(lambda _: self._show(), "revealed")

    def _make_parts(self) -> None:
        model = self.bench
        self._showing = False
        self.lemma_choice = w.ToggleButtons(
            options=[(TITLES[lemma], lemma) for lemma in LEMMAS],
            value=model.lemma,
            tooltips=[title_words(lemma) for lemma in LEMMAS],
            style={"button_width": "auto"},
        )
        self.lemma_choice.observe(self._pick_lemma, "value")
        self.roles_row = w.HBox(layout=w.Layout(flex_flow="row wrap"))
        self.click = w.ToggleButtons(
            options=list(model.roles),
            description="A click in the picture chooses",
            style={"button_width": "50px", **WIDE},
        )
        self.click.observe(self._pick_click, "value")
        self.role_choices: list[w.Dropdown] = []
        self.trouble = TroubleLine(model, "roles")
        self.statement, self.verdict = w.HTML(), w.HTML()
        self.picture = Picture(self._drawing(), on_pick=self._clicked, big=self._big)
        self.lattice_view, self.reason = w.HTML(), w.HTML()
        self.subset_choice = w.Dropdown(
            description="Look at the set", style=WIDE, layout=w.Layout(width="min(420px, 95%)")
        )
        self.subset_choice.observe(self._pick_subset, "value")

    # -- what the controls do, for use in a cell ---------------------------------------------

    def choose(self, *variables: Label) -> None:
        """Cast the roles of the lemma, X first.

        Raises
        ------
        ValueError
            A variable can't play its role; the message says why.
        """
        for at, name in enumerate(variables):
            if not self.bench.set_role(at, name):
                raise ValueError(self.bench.trouble)

    def set_lemma(self, lemma: str) -> None:
        """Look at another lemma.

        Raises
        ------
        ValueError
            There is no such lemma.
        """
        if not self.bench.set_lemma(lemma):
            raise ValueError(self.bench.trouble)

    def look_at(self, *subset: Label) -> None:
        """Look at one set of the lattice.

        Raises
        ------
        ValueError
            A variable is not among the candidates.
        """
        if not self.bench.look_at(subset):
            raise ValueError(self.bench.trouble)

    @property
    def told(self) -> bool:
        """Whether verdicts are shown."""
        return self.predictions.revealed

    @property
    def subset(self) -> tuple[Label, ...]:
        """The set looked at: the one chosen, else the first that separates once that is told."""
        model = self.bench
        if model.subset is not None:
            return model.subset
        first = None if model.lattice is None or not self.told else model.lattice.first
        return () if first is None else first.members

    # -- twins -------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present state as text."""
        model = self.bench
        if model.check is None:
            return model.trouble
        return lemma_text(model.dag, model.check, self.subset, told=self.told)

    def svg(self) -> str:
        """Return the present state as SVG."""
        model = self.bench
        if model.check is None:
            return to_svg(self._drawing())
        return lemma_svg(model.dag, model.check, self.subset, told=self.told, stage=model.stage)

    # -- showing -----------------------------------------------------------------------------

    def _pick_lemma(self, change: Any) -> None:
        if not self._showing:
            self.bench.set_lemma(change.new)

    def _pick_click(self, change: Any) -> None:
        if not self._showing:
            self.bench.set_active(self.bench.roles.index(change.new))

    def _pick_role(self, at: int, change: Any) -> None:
        if not self._showing and change.new is not None:
            self.bench.set_role(at, change.new)
            self._show()

    def _clicked(self, name: str) -> None:
        self.bench.pick(name)

    def _pick_subset(self, change: Any) -> None:
        if not self._showing and change.new is not None:
            self.bench.look_at(change.new)

    def _ask(self) -> None:
        check = self.bench.check
        self.predictions.ask(None if check is None else lemma_question(self.bench.dag, check))

    def _changed(self) -> None:
        self._ask()
        self._show()

    def _drawing(self) -> Drawing:
        model = self.bench
        if model.check is None:
            return plain_drawing(model.dag, model.stage)
        return lemma_drawing(model.dag, model.check, self.subset, told=self.told, stage=model.stage)

    def _show(self) -> None:
        self._showing = True
        try:
            self._show_choices()
            self._show_subsets()
        finally:
            self._showing = False
        self._show_words()
        self.picture.show(self._drawing())

    def _show_choices(self) -> None:
        model = self.bench
        self.lemma_choice.value = model.lemma
        if list(self.click.options) != list(model.roles):
            self.click.options = list(model.roles)
        self.click.value = model.roles[model.active]
        self.click.layout.display = "" if len(model.roles) > 1 else "none"
        while len(self.role_choices) < len(model.roles):
            self.role_choices.append(self._new_role(len(self.role_choices)))
        for at, role in enumerate(model.roles):
            choice = self.role_choices[at]
            options = [(str(name), name) for name in model.choices(at)]
            if list(choice.options) != options:
                choice.options = options
            choice.description = role
            choice.value = model.variables[at] if at < len(model.variables) else None
            choice.disabled = not options
        shown = tuple(self.role_choices[: len(model.roles)])
        if self.roles_row.children != shown:
            self.roles_row.children = shown

    def _new_role(self, at: int) -> w.Dropdown:
        made = w.Dropdown(
            description="",
            style={"description_width": "24px"},
            layout=w.Layout(width="230px" if self._big else "170px"),
        )
        made.observe(lambda change: self._pick_role(at, change), "value")
        return made

    def _show_subsets(self) -> None:
        lattice = self.bench.lattice
        self.subset_choice.layout.display = "none" if lattice is None else ""
        if lattice is None:
            return
        sets = _offered(lattice, self.subset)
        options = [(whole_set_words(lattice, members), members) for members in sets]
        if list(self.subset_choice.options) != options:
            self.subset_choice.options = options
        self.subset_choice.value = self.subset

    def _show_words(self) -> None:
        model, check = self.bench, self.bench.check
        if check is None:
            self.statement.value = self.verdict.value = ""
            self.lattice_view.value = self.reason.value = ""
            return
        statement, *verdict = check_words(model.dag, check, told=self.told)
        title = f"<b>{escaped(title_words(check.lemma))}.</b> "
        self.statement.value = f'<div class="mw-statement">{title}{escaped(statement)}</div>'
        self.verdict.value = _sentences(verdict)
        lattice = model.lattice
        if lattice is None:
            self.lattice_view.value = self.reason.value = ""
            return
        scale = BIG if self._big else 1.0
        self.lattice_view.value = lattice_svg(
            lattice, told=self.told, chosen=self.subset, scale=scale
        )
        said = subset_reason(model.dag, check, self.subset) if self.told else ""
        self.reason.value = f"<div>{escaped(said)}</div>"


def _sentences(said: Sequence[str]) -> str:
    lines = "".join(f"<div>{escaped(sentence)}</div>" for sentence in said)
    return (
        f'<div class="mw-sentence" role="status" aria-live="polite">{lines}</div>' if said else ""
    )


def _offered(lattice: Lattice, subset: tuple[Label, ...]) -> list[tuple[Label, ...]]:
    """Return the sets to choose from: all; where there are many, the ends and the first found."""
    if not is_folded(lattice):
        return [verdict.members for verdict in lattice]
    some = [(), subset, lattice.family.candidates]
    first = lattice.first
    if first is not None:
        some.insert(1, first.members)
    return list(dict.fromkeys(some))
