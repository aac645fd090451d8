"""LemmaBench: each lemma of the paper as a live check on the learner's own graph."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Unpack

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.lessons.lemmas.beginnings import TELLING_GRAPH
from marvel_widgets.lessons.lemmas.pictures import (
    lemma_drawing,
    lemma_said,
    lemma_svg,
    lemma_text,
    plain_drawing,
    subset_reason,
)
from marvel_widgets.lessons.lemmas.words import (
    TITLES,
    check_words,
    click_words,
    heading,
    lattice_rows,
    lemma_question,
)
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import to_svg
from marvel_widgets.text import escaped, folded
from marvel_widgets.theory.lemma_checks import LEMMAS
from marvel_widgets.widgets.editor.part import GraphPart, graph_model_of
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.band import Band
from marvel_widgets.widgets.kit.chips import CellGrid
from marvel_widgets.widgets.kit.controls import Echo, ErrorLine, Menu, typeset
from marvel_widgets.widgets.kit.picture import Picture
from marvel_widgets.widgets.kit.predict import PredictBox
from marvel_widgets.widgets.kit.settings import AppSettings
from marvel_widgets.widgets.kit.widget_tree import close_tree
from marvel_widgets.widgets.lemma_bench import LEMMA_BENCH
from marvel_widgets.widgets.lemma_bench.instead import Instead
from marvel_widgets.widgets.lemma_bench.model import LemmaBenchModel

LONG_REASON = 100  # letters; a longer one is folded


class LemmaBench(App):
    """Check a lemma of the paper in both directions on a graph of one's own.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
        The graph; a GraphModel is shared with its other views.
    lemma : str, optional
        Where to begin, one of `marvel_widgets.theory.lemma_checks.LEMMAS`.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks for the verdict. Parts:
        "graph", "said", "pictures", "set", "predict", "lemma", "acts", "statement", "verdict",
        "roles".

    Raises
    ------
    GraphError, ValueError
        An argument is invalid; on the screen, a sentence says so.

    Examples
    --------
    >>> bench = LemmaBench("X -> Y <- T", lemma="neighbor")
    >>> bench.choose("X", "T")
    >>> bench.text().splitlines()[3]
    'Both sides agree: T is not a neighbor of X.'
    """

    spec = LEMMA_BENCH
    model: LemmaBenchModel

    def __init__(
        self,
        source: Any = TELLING_GRAPH,
        *,
        lemma: str = "neighbor",
        **settings: Unpack[AppSettings],
    ) -> None:
        self.read_settings(settings)
        model = LemmaBenchModel(graph_model_of(source), lemma=lemma)
        self.model = self.restored(model)
        self._ask()
        self._make_controls()
        super().__init__(self._make_parts(), model=model)
        self.add_class("mw-lemma-bench")
        self._show()
        model.observe(lambda _: self._changed(), "changed")
        self.predictions.observe(lambda _: self._show(), "revealed")

    def _make_parts(self) -> dict[str, w.Widget]:
        return {
            "graph": GraphPart(self.model.graph, big=self.settings["big"]),
            "said": self.said,
            "pictures": self.picture,
            "set": self.sets,
            "predict": PredictBox(self.predictions),
            "lemma": self.lemma_choice,
            "acts": w.HBox([self.hint, self.instead, self.error]),
            "statement": self.statement,
            "verdict": w.VBox([self.verdict, self.reason]),
            "roles": self.menus,
        }

    def _make_controls(self) -> None:
        model = self.model
        self._echo = Echo()
        self.lemma_choice = Menu(
            options=[(TITLES[lemma], lemma) for lemma in LEMMAS],
            value=model.lemma,
            description="Claim",
        )
        self._echo.hear(self.lemma_choice, model.set_lemma)
        self.said = Band(self.predictions)
        self.menus = w.HBox(layout=w.layout(flex_flow="row wrap"))
        self.hint = w.HTML()
        self.role_choices: list[w.Dropdown] = []
        self.error = ErrorLine(model, "roles")
        fixed = "graph" in (*self.settings["hide"], *self.settings["lock"])
        self.instead = Instead(model.graph, fixed=fixed)
        self.statement, self.verdict = w.HTML(), w.HTML()
        self.picture = Picture(
            self._drawing(),
            on_pick=self._clicked,
            on_give=self._given,
            big=self.settings["big"],
            noted=True,
            layered=True,
        )
        self.sets, self.reason = CellGrid(), w.HTML()
        self.sets.add_class("mw-lattice")
        self.sets.on_press(lambda row, column: model.look_at(self._offered[row][column]))
        self._offered: list[list[tuple[Label, ...]]] = []

    # -- what the controls do, for use in a cell ---------------------------------------------

    def choose(self, *variables: Label) -> None:
        """Cast the roles of the lemma, X first.

        Raises
        ------
        ValueError
            A variable can't play its role; the message says why.
        """
        for at, name in enumerate(variables):
            if not self.model.set_role(at, name):
                raise ValueError(self.model.error)

    def set_lemma(self, lemma: str) -> None:
        """Look at another lemma.

        Raises
        ------
        ValueError
            There is no such lemma.
        """
        if not self.model.set_lemma(lemma):
            raise ValueError(self.model.error)

    def look_at(self, *subset: Label) -> None:
        """Look at one set of the lattice.

        Raises
        ------
        ValueError
            A variable is not among the candidates.
        """
        if not self.model.look_at(subset):
            raise ValueError(self.model.error)

    @property
    def revealed(self) -> bool:
        """Whether verdicts are shown."""
        return self.predictions.revealed

    @property
    def subset(self) -> tuple[Label, ...]:
        """The set in focus: the one chosen, else the first that separates once that is shown."""
        model = self.model
        if model.subset is not None:
            return model.subset
        first = None if model.lattice is None or not self.revealed else model.lattice.first
        return () if first is None else first.members

    # -- twins -------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present state as text."""
        model = self.model
        if model.check is None:
            return model.error
        return lemma_text(model.dag, model.check, self.subset, revealed=self.revealed)

    def svg(self) -> str:
        """Return the present state as SVG."""
        model = self.model
        if model.check is None:
            return to_svg(self._drawing())
        return lemma_svg(
            model.dag, model.check, self.subset, revealed=self.revealed, stage=model.stage
        )

    # -- showing -----------------------------------------------------------------------------

    def _pick_role(self, at: int, name: Label | None) -> None:
        if name is not None:
            self.model.set_role(at, name)
            self._show()

    def _clicked(self, name: str) -> None:
        self.model.pick(name)

    def _given(self, name: str) -> None:
        self.model.look_at(tuple({*self.subset} ^ {name}))

    def _ask(self) -> None:
        check = self.model.check
        self.predictions.ask(None if check is None else lemma_question(self.model.dag, check))

    def close(self) -> None:
        """Close the app and everything in it, the menus of another lemma's roles included."""
        if self.comm is not None:
            for choice in self.role_choices:
                close_tree(choice)
        super().close()

    def _changed(self) -> None:
        self._ask()
        self._show()

    def _drawing(self) -> Drawing:
        model = self.model
        if model.check is None:
            return plain_drawing(model.dag, model.stage)
        return lemma_drawing(
            model.dag, model.check, self.subset, revealed=self.revealed, stage=model.stage
        )

    def _show(self) -> None:
        with self._echo:
            self._show_choices()
        self._show_sets()
        self._show_words()
        self.instead.show(self.model.dag, self.model.lemma)
        self._show_set()

    def _show_set(self) -> None:
        """Say what the set in view answers, and draw it as an arc."""
        model, check, drawing, tested = self.model, self.model.check, self._drawing(), None
        said = Said(model.error or "The graph has no variable.")
        if check is not None:
            said = lemma_said(model.dag, check, model.subset, revealed=self.revealed)
            if self.revealed and check.shown is not None:
                pair = check.shown.family.pair
                given = (*self.subset, *check.shown.family.always)
                tested = (*pair, open_path(model.dag, *pair, given) is None)
        self.picture.show(drawing)
        self.picture.lay_answer(tested)
        self.said.show(said, drawing)

    def _show_choices(self) -> None:
        model = self.model
        self.lemma_choice.value = model.lemma
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
        if self.menus.children != shown:
            self.menus.children = shown

    def _new_role(self, at: int) -> w.Dropdown:
        made = Menu(
            description="",
            style={"description_width": "24px"},
            layout=w.layout(width="230px" if self.settings["big"] else "145px"),
        )
        self._echo.hear(made, partial(self._pick_role, at))
        return made

    def _show_sets(self) -> None:
        lattice = self.model.lattice
        w.show_if(self.sets, lattice is not None)
        self._offered = []
        if lattice is None:
            self.sets.show([], "")
            return
        rows = lattice_rows(lattice, self.subset, revealed=self.revealed)
        self._offered = [[subset.members for subset in sets] for _, sets, _ in rows]
        self.sets.show([(name, cells) for name, _, cells in rows], heading(lattice))

    def _show_words(self) -> None:
        model, check = self.model, self.model.check
        if check is None:
            for words in (self.statement, self.verdict, self.reason, self.hint):
                words.value = ""
            return
        statement, *verdict = check_words(model.dag, check, revealed=self.revealed)
        title = f"<b>{escaped(TITLES[check.lemma])}.</b>"
        self.statement.value = f'<div class="mw-lemma">{title} {escaped(statement)}</div>'
        self.verdict.value = _sentences(verdict)
        told = self.revealed and model.lattice is not None
        text = subset_reason(model.dag, check, self.subset) if told else ""
        head, _, why = text.partition(": ")
        if len(why) > LONG_REASON:
            why = folded("Why", escaped(why), "")
            self.reason.value = f'<div class="mw-claim">{escaped(head)}.{why}</div>'
        else:
            self.reason.value = f"<div>{escaped(text)}</div>"
        click = click_words(model.lemma, model.active, with_sets=model.lattice is not None)
        self.hint.value = f'<div class="mw-place">{escaped(click)}</div>'


def _sentences(sentences: Sequence[str]) -> str:
    """Return the verdict, then both sides, and what it cost."""
    if not sentences:
        return ""
    graph, tests, verdict, cost = (typeset(escaped(each)) for each in sentences)
    return (
        f'<div class="mw-sentence" role="status" aria-live="polite"><div>{verdict}</div>'
        f'<div class="mw-said">{graph}</div><div class="mw-said">{tests}</div>'
        f"{folded('What it costs', cost)}</div>"
    )
