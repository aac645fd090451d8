"""Breaker: leave out one hypothesis of a lemma and search for the smallest graph that breaks it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import ipywidgets as w

from marvel_widgets.teaching.breaker_words import (
    breaker_question,
    breaker_text,
    found_words,
    nothing_words,
    progress_words,
)
from marvel_widgets.teaching.claims_in_words import (
    CLAIM_TITLES,
    claim_label,
    claim_sentences,
    hypothesis_words,
)
from marvel_widgets.teaching.drawing import Drawing
from marvel_widgets.teaching.lemma_pictures import role_drawing
from marvel_widgets.teaching.lemma_twins import WIDE as CARD_WIDTH
from marvel_widgets.teaching.lemma_twins import stacked
from marvel_widgets.teaching.svg import to_svg, words_svg
from marvel_widgets.theory.counterexamples import LARGEST, Counterexample
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.breaker_model import BreakerModel
from marvel_widgets.widgets.controls import WIDE, TroubleLine, button, escaped
from marvel_widgets.widgets.graph_model import GraphModel
from marvel_widgets.widgets.lemma_bench import LemmaBench
from marvel_widgets.widgets.picture import Picture
from marvel_widgets.widgets.predict import PredictBox, Predictions

# Theorem 1 has no bench of its own; this one says whether X is removable, and why not.
_BENCH_LEMMAS = {"removability": "boundary-size"}


class Breaker(App):
    """Leave out a hypothesis of one of the paper's claims and see what goes wrong.

    Parameters
    ----------
    claim : str
        Where to begin, a key of `marvel_widgets.theory.weaker_claims.HYPOTHESES`.
    dropped : str, optional
        The hypothesis left out; by default the first that the claim has.
    largest : int
        Graphs of up to so many variables are searched, from 1 to 6.
    bench : LemmaBench or GraphModel, optional
        Where "Load into the bench" puts a counterexample; without it, a bench opens below.
    hide, lock : iterable of str
        Parts not shown, or not to be operated: "claim", "statement", "predict", "search",
        "result", "bench".
    big : bool
        For a projector.
    answers : bool
        Whether the result is told.
    predict : bool
        Whether it is asked for first.
    seed : int
        For the signature that all apps share; nothing here is random.
    token : str, optional
        A state to begin in.

    Raises
    ------
    ValueError
        An argument makes no sense.

    Examples
    --------
    >>> breaker = Breaker("condition-1", "x-given")
    >>> breaker.search()
    >>> breaker.found.dag.edges
    (('X', 'Z'), ('X', 'W'))
    """

    kind = "breaker"
    label = "Breaker"

    def __init__(
        self,
        claim: str = "neighbor",
        dropped: str | None = "",
        *,
        largest: int = 5,
        bench: LemmaBench | GraphModel | None = None,
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        predict: bool = False,
        seed: int = 0,  # noqa: ARG002 - nothing is random
        token: str | None = None,
    ) -> None:
        state = self.read_token(token)
        self.breaker = BreakerModel(claim, None, largest)
        first = self.breaker.other_hypotheses[0] if dropped == "" else dropped
        self._must(self.breaker.choose(claim, first))
        if token is not None:
            self.breaker.load_state(state)
        self.predictions = Predictions(on=predict, answers=answers)
        self.target = bench
        self._big = big
        self._ask()
        self._make_parts()
        super().__init__(
            {
                "claim": w.VBox([self.claim, self.hypothesis, self.trouble]),
                "statement": self.statement,
                "predict": PredictBox(self.predictions),
                "search": self.search_row,
                "result": self.result,
                "bench": self.bench_box,
            },
            model=self.breaker,
            hide=hide,
            lock=lock,
            big=big,
        )
        self._show()
        self.breaker.observe(lambda _: self._changed(), "version")
        self.breaker.observe(lambda _: self._show_search(), ["progress", "running"])
        self.predictions.observe(lambda _: self._show(), "revealed")

    def _must(self, worked: bool) -> None:
        if not worked:
            raise ValueError(self.breaker.trouble)

    def _make_parts(self) -> None:
        self._showing = False
        model = self.breaker
        self.claim = w.Dropdown(
            options=[(f"{t} ({claim_label(c)})", c) for c, t in CLAIM_TITLES.items()],
            description="Claim",
            style=WIDE,
            layout=w.Layout(width="min(720px, 95%)"),
        )
        self.hypothesis = w.Dropdown(
            description="Leave out", style=WIDE, layout=w.Layout(width="min(720px, 95%)")
        )
        self.trouble = TroubleLine(model, "claim")
        self.statement = w.HTML()
        self.largest = w.Dropdown(
            options=[(f"{p} variables", p) for p in range(2, LARGEST + 1)],
            description="Graphs with up to",
            style=WIDE,
            layout=w.Layout(width="340px" if self._big else "240px"),
        )
        self.start = button("Search", "Look for the smallest graph that breaks it", self.search)
        self.stop = button("Cancel", "Stop the search", model.cancel)
        self.bar = w.IntProgress(0, min=0, max=1, layout=w.Layout(width="160px"))
        self.progress = w.HTML()
        self.search_row = w.HBox(
            [self.largest, self.start, self.stop, self.bar, self.progress],
            layout=w.Layout(flex_flow="row wrap", align_items="center"),
        )
        self.sentences = w.HTML(layout=w.Layout(flex="1 1 380px", min_width="300px"))
        self.load = button(
            "Load into the bench", "Check the lemma itself on this graph", self.open_bench
        )
        self.load.layout.align_self = "flex-start"
        self._picture: Picture | None = None
        self.picture_box = w.VBox()
        row = w.HBox([self.picture_box, self.sentences], layout=w.Layout(flex_flow="row wrap"))
        row.add_class("mw-views")
        self.result = w.VBox([row, self.load])
        self.bench_box = w.VBox()
        for control in (self.claim, self.hypothesis, self.largest):
            control.observe(lambda _: self._pick(), "value")

    # -- what the controls do, for use in a cell ---------------------------------------------

    @property
    def found(self) -> Counterexample | None:
        """The counterexample, once it was found."""
        return self.breaker.found

    @property
    def told(self) -> bool:
        """Whether the result is shown."""
        return self.predictions.revealed

    def choose(self, claim: str, dropped: str | None = "") -> None:
        """Choose a claim and the hypothesis to leave out; None leaves nothing out.

        Raises
        ------
        ValueError
            There is no such claim or hypothesis.
        """
        self._must(self.breaker.choose(claim, None))
        first = self.breaker.other_hypotheses[0] if dropped == "" else dropped
        self._must(self.breaker.choose(claim, first))

    def search(self) -> None:
        """Search; in a notebook it gives way to clicks, elsewhere it runs to its end."""
        self.breaker.search()

    def cancel(self) -> None:
        """Stop the search."""
        self.breaker.cancel()

    def open_bench(self) -> None:
        """Load the counterexample into the bench, which opens below if none was given."""
        found = self.found
        if found is None or not self.told:
            return
        target = self.target
        if isinstance(target, GraphModel):
            target.load(found.dag)
            return
        if target is None or target.comm is None:
            target = self.target = LemmaBench(found.dag, big=self._big)
            self.bench_box.children = (target,)
        target.bench.graph.load(found.dag)
        target.set_lemma(_BENCH_LEMMAS.get(found.claim, found.claim))
        for at, (role, _) in enumerate(found.where.roles):
            if not target.bench.set_role(at, role):
                break  # the lemma itself does not speak of such variables, and says why

    # -- twins -------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present state as text."""
        model = self.breaker
        found = model.found if self.told else None
        return breaker_text(model.claim, model.dropped, found, self._outcome())

    def svg(self) -> str:
        """Return the present state as SVG."""
        model, found = self.breaker, self.found
        sentences = claim_sentences(model.claim, model.dropped)
        if found is None or not self.told:
            return words_svg("Breaker", (*sentences, self._outcome()), width=CARD_WIDTH)
        words = (*sentences, *found_words(found))
        card = words_svg("Breaker", words, width=CARD_WIDTH)
        return stacked([card, to_svg(_drawing(found))])

    def _outcome(self) -> str:
        """Return what is said where there is no counterexample to tell of."""
        model = self.breaker
        if model.running:
            return "The search is running."
        if not model.done:
            return "Not searched yet." if model.progress is None else "The search was cancelled."
        if not self.told:
            return "The search is done. Its result is not shown yet."
        return "" if model.found is not None else nothing_words(model.largest)

    def close(self) -> None:
        """Stop the search and close the app."""
        if self.comm is not None:
            self.breaker.cancel()
        super().close()

    # -- showing -----------------------------------------------------------------------------

    def _pick(self) -> None:
        if self._showing:
            return
        claim, dropped = self.claim.value, self.hypothesis.value
        if claim != self.breaker.claim:
            self.choose(claim)
        else:
            self.breaker.choose(claim, dropped, self.largest.value)

    def _ask(self) -> None:
        """Ask once the search is done and knows the answer, before it tells."""
        model = self.breaker
        asked = None
        if model.done:
            asked = breaker_question(model.claim, model.dropped, model.largest, model.found)
        self.predictions.ask(asked)

    def _changed(self) -> None:
        self._ask()
        self._show()

    def _show(self) -> None:
        model = self.breaker
        self._showing = True
        try:
            self.claim.value = model.claim
            options: list[tuple[str, Any]] = [
                (hypothesis_words(model.claim, name), name) for name in model.other_hypotheses
            ]
            options.append(("nothing", None))
            if list(self.hypothesis.options) != options:
                self.hypothesis.options = options
            self.hypothesis.value = model.dropped
            self.largest.value = max(2, model.largest)
        finally:
            self._showing = False
        said = claim_sentences(model.claim, model.dropped)
        self.statement.value = "".join(f"<div>{escaped(line)}</div>" for line in said)
        self._show_search()
        self._show_result()

    def _show_search(self) -> None:
        model, step = self.breaker, self.breaker.progress
        self.start.disabled, self.stop.disabled = model.running, not model.running
        self.bar.max = 1 if step is None else step.of
        # where the search stands would give the answer away
        secret = self.predictions.on or not self.told
        shown = None if secret and not (model.done and self.told) else step
        self.bar.value = 0 if shown is None else shown.done
        words = [] if shown is None else [progress_words(shown)]
        if model.found is None or not self.told:
            words.append(self._outcome())
        self.progress.value = (
            f'<div role="status" aria-live="polite">{escaped(" ".join(words))}</div>'
        )

    def _show_result(self) -> None:
        found = self.found if self.told else None
        self.result.layout.display = "none" if found is None else ""
        self.bench_box.layout.display = ""
        if found is None:
            self.sentences.value = ""
            return
        drawing = _drawing(found)
        if self._picture is None:
            self._picture = Picture(drawing, big=self._big)
            self.picture_box.children = (self._picture,)
        self._picture.show(drawing)
        lines = "".join(f"<div>{escaped(line)}</div>" for line in found_words(found))
        self.sentences.value = f'<div class="mw-sentence">{lines}</div>'


def _drawing(found: Counterexample) -> Drawing:
    """Return the graph of a counterexample, with its roles and S marked."""
    dag, where = found.dag, found.where
    roles = {role: dag.nodes[place] for role, place in where.roles}
    given = [dag.nodes[place] for place in where.separating_set or ()]
    return role_drawing(dag, roles, given, "The counterexample")
