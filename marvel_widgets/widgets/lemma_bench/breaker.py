"""Breaker: leave out one hypothesis of a lemma and search for the smallest graph that breaks it."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from marvel_widgets.lessons.lemmas.breaker_words import (
    CLAIM_TITLES,
    NO_GRAPH,
    breaker_question,
    breaker_said,
    breaker_text,
    claim_sentences,
    found_words,
    guess_words,
    hypothesis_words,
    nothing_words,
    progress_words,
    whole_claim_words,
)
from marvel_widgets.lessons.lemmas.pictures import WIDE as CARD_WIDTH
from marvel_widgets.lessons.lemmas.pictures import role_drawing, stacked
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.pictures.svg import to_svg, words_svg
from marvel_widgets.text import escaped
from marvel_widgets.theory.counterexamples import LARGEST, CiStatement, Counterexample
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.app import App
from marvel_widgets.widgets.kit.band import Band
from marvel_widgets.widgets.kit.chips import Switch
from marvel_widgets.widgets.kit.controls import ErrorLine, Menu, button, follow, hear, put
from marvel_widgets.widgets.kit.picture import Picture
from marvel_widgets.widgets.kit.predict import PredictBox
from marvel_widgets.widgets.kit.settings import AppSettings
from marvel_widgets.widgets.lemma_bench import BREAKER
from marvel_widgets.widgets.lemma_bench.breaker_html import claim_html, found_html, sizes_html
from marvel_widgets.widgets.lemma_bench.breaker_model import BreakerModel
from marvel_widgets.widgets.lemma_bench.widget import LemmaBench

# Theorem 1 has no bench of its own; this one says whether X is removable, and why not.
_BENCH_LEMMAS = {"removability": "boundary-size"}


NOTHING = ""  # the row that leaves nothing out
OPEN = "How large must a graph be to break the claim?"


class Breaker(App):
    """Leave out a hypothesis of one of the paper's claims and see what goes wrong.

    Parameters
    ----------
    claim : str
        Where to begin, a key of `marvel_widgets.theory.counterexamples.HYPOTHESES`.
    dropped : str, optional
        The hypothesis left out; by default the first that the claim has.
    largest : int
        Graphs of up to so many variables are searched, from 1 to 6.
    bench : LemmaBench or GraphModel, optional
        Where "Look inside" puts a counterexample; without it, a bench opens below.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks for the result. Parts:
        "said", "result", "cards", "predict", "claim", "search", "statement", "reasons", "size",
        "bench".

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

    spec = BREAKER
    model: BreakerModel

    def __init__(
        self,
        claim: str = "neighbor",
        dropped: str | None = "",
        *,
        largest: int = 5,
        bench: LemmaBench | GraphModel | None = None,
        **settings: Unpack[AppSettings],
    ) -> None:
        self.read_settings(settings)
        self.model = model = BreakerModel(claim, None, largest)
        self.choose(claim, dropped)
        self.restored(model)
        self.target = bench
        self._ask()
        super().__init__(self._make_parts(), model=model)
        self.add_class("mw-breaker")
        model.observe(lambda _: self._ask(), "version")
        model.observe(lambda _: self._show_search(), "progress")
        model.job.observe(lambda _: self._show_search(), "running")
        self.shell.observe(lambda _: self._show_result(), "pane")
        follow(self._show, (model, "version"), (self.predictions, "revealed"))

    def _must(self, worked: bool) -> None:
        if not worked:
            raise ValueError(self.model.error)

    def _make_parts(self) -> dict[str, w.Widget]:
        self._make_choices()
        self._make_search()
        self._make_result()
        for control in (self.claim, self.hypothesis, self.largest):
            hear(control, lambda _: self._pick())
        self.bench_box = w.VBox()
        return {
            "said": self.said,
            "result": self.result,
            "cards": self.cards,
            "predict": PredictBox(self.predictions),
            "claim": w.VBox([self.claim, self.hypothesis, self.error]),
            "search": self.search_row,
            "statement": self.statement,
            "reasons": w.VBox([self.sentences, self.progress]),
            "size": self.largest,
            "bench": self.bench_box,
        }

    def _make_choices(self) -> None:
        self.claim = Menu(
            options=[(title, claim) for claim, title in CLAIM_TITLES.items()],
            description="Claim",
            layout=w.layout(width="auto"),
        )
        self.hypothesis = Menu(description="Leave out", layout=w.layout(width="auto"))
        self.error = ErrorLine(self.model, "claim")
        self.statement = w.HTML()

    def _make_search(self) -> None:
        self.largest = Menu(
            options=[(f"{p} variables", p) for p in range(2, LARGEST + 1)],
            description="Up to",
            layout=w.layout(width="auto", flex="0 0 auto"),
        )
        self.start = button("Search", "Look for the smallest graph that breaks it", self.search)
        self.stop = button("Cancel", "Stop the search", self.model.job.cancel)
        self.load = button("Look inside", "Check the lemma itself on this graph", self.open_bench)
        self.progress = w.HTML()
        self.search_row = w.HBox([self.start, self.stop, self.load])

    def _make_result(self) -> None:
        self.sentences, self.sizes = w.HTML(), w.HTML()
        self.guess = Switch("Your guess", value="")
        self.cards = w.VBox([self.sizes, self.guess])
        self.cards.add_class("mw-guessing")
        self.said = Band(self.predictions)
        self._picture: Picture | None = None
        self.result = w.VBox()

    # -- what the controls do, for use in a cell ---------------------------------------------

    @property
    def found(self) -> Counterexample | None:
        """The counterexample, once it was found."""
        return self.model.found

    @property
    def revealed(self) -> bool:
        """Whether the result is shown: never between the end of a search and the question."""
        asked = self.predictions.question is not None
        unasked = self.predictions.on and self.model.done and not asked
        return self.predictions.revealed and not unasked

    def choose(self, claim: str, dropped: str | None = "") -> None:
        """Choose a claim and the hypothesis to leave out; None leaves nothing out.

        Raises
        ------
        ValueError
            There is no such claim or hypothesis.
        """
        self._must(self.model.choose(claim, None))
        first = self.model.other_hypotheses[0] if dropped == "" else dropped
        self._must(self.model.choose(claim, first))

    def search(self) -> None:
        """Search; in a notebook it gives way to clicks, elsewhere it runs to its end."""
        self.model.search()

    def open_bench(self) -> None:
        """Load the counterexample into the bench, which opens below if none was given."""
        found = self.found
        if found is None or not self.revealed:
            return
        target = self.target
        if isinstance(target, GraphModel):
            target.load(found.dag)
            return
        if target is None or target.comm is None:
            target = self.target = LemmaBench(found.dag, big=self.settings["big"])
            self.bench_box.children = (target,)
        target.model.graph.load(found.dag)
        target.model.set_lemma(_BENCH_LEMMAS.get(found.claim, found.claim))
        for at, (role, _) in enumerate(found.where.roles):
            if not target.model.set_role(at, role):
                break  # the lemma itself does not speak of such variables, and says why

    # -- twins -------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present state as text."""
        model = self.model
        found = model.found if self.revealed else None
        return breaker_text(model.claim, model.dropped, found, self._outcome())

    def svg(self) -> str:
        """Return the present state as SVG."""
        model, found = self.model, self.found
        sentences = claim_sentences(model.claim, model.dropped)
        if found is None or not self.revealed:
            return words_svg("Breaker", (*sentences, self._outcome()), width=CARD_WIDTH)
        words = (*sentences, *found_words(found))
        card = words_svg("Breaker", words, width=CARD_WIDTH)
        return stacked([card, to_svg(_drawing(found))])

    def _outcome(self) -> str:
        """Return the words for a search without a counterexample to show."""
        model = self.model
        if model.running:
            return "The search is running."
        if not model.done:
            return "Not searched yet." if model.progress is None else "The search was cancelled."
        if not self.revealed:
            return "The search is done. Its result is not shown yet."
        return "" if model.found is not None else nothing_words(model.largest)

    def halt(self) -> None:
        """Stop the search."""
        self.model.job.cancel()

    # -- showing -----------------------------------------------------------------------------

    def _pick(self) -> None:
        claim, dropped = self.claim.value, self.hypothesis.value
        self.guess.value = ""
        if claim != self.model.claim:
            self.choose(claim)
        else:
            self.model.choose(claim, dropped or None, self.largest.value)

    def _ask(self) -> None:
        """Ask once the search is done and knows the answer, before it is shown."""
        model = self.model
        asked = None
        if model.done:
            asked = breaker_question(model.claim, model.dropped, model.largest, model.found)
        self.predictions.ask(asked)

    def _show(self) -> None:
        model = self.model
        names = [(hypothesis_words(model.claim, name), name) for name in model.other_hypotheses]
        put(self.claim, value=model.claim)
        options = [*names, ("nothing", NOTHING)]
        put(self.hypothesis, options=options, value=model.dropped or NOTHING)
        put(self.largest, value=max(2, model.largest))
        self.statement.value = claim_html(model.claim, model.dropped)
        self._show_search()
        self._show_result()

    def _show_search(self) -> None:
        model, step = self.model, self.model.progress
        put(self.start, off=model.running, blue=not model.done)
        put(self.stop, shown=model.running, off=not model.running)
        # where the search stands would give the answer away, and so would how far there is to go
        shown = step if self.revealed and not (self.predictions.on and model.running) else None
        told = model.done and self.revealed
        drawn = not model.done or (told and model.found is None)
        self.sizes.value = sizes_html(model.largest, shown, done=told, drawn=drawn)
        asks = shown is None and not model.done and not self.predictions.on
        put(self.guess, shown=asks, options=(*map(str, range(1, model.largest + 1)), NO_GRAPH))
        words = [] if shown is None or shown.found else [progress_words(shown)]
        searched = model.running or model.done or model.progress is not None
        if searched and (model.found is None or not self.revealed):
            words.append(self._outcome())
        if told:
            words.append(self._guessed())
        self.progress.value = (
            f'<div role="status" aria-live="polite">{escaped(" ".join(words))}</div>'
        )

    def _guessed(self) -> str:
        told = self.guess.value and self.model.done and self.revealed
        return guess_words(self.guess.value, self.model.found) if told else ""

    def _show_result(self) -> None:
        found = self.found if self.revealed else None
        w.mark_if(self, found, "mw-found")
        for part in (self.result, self.sentences, self.load):
            w.show_if(part, found is not None)
        if found is None:
            self.sentences.value = ""
            weaker = whole_claim_words(self.model.claim, self.model.dropped)
            outcome = self._outcome() if self.model.done or self.model.running else OPEN
            self.said.show(Said(outcome, self._guessed() or weaker))
            return
        drawing = _drawing(found, self.shell.pane)
        if self._picture is None:
            self._picture = Picture(drawing, big=self.settings["big"], layered=True)
            self.result.children = (self._picture,)
        self._picture.show(drawing)
        tested, names = None, found.dag.nodes
        for item in found.where.evidence[:1]:
            if isinstance(item, CiStatement):
                tested = names[item.x], names[item.y], item.separated
        self._picture.lay_answer(tested)
        said = breaker_said(found)
        self.said.show(replace(said, why=f"{self._guessed()} {said.why}".strip()), drawing)
        self.sentences.value = found_html(found)


def _drawing(found: Counterexample, pane: Pane = "wide") -> Drawing:
    """Return the graph of a counterexample for a pane, with its roles and S marked."""
    dag, where = found.dag, found.where
    roles = {role: dag.nodes[place] for role, place in where.roles}
    given = [dag.nodes[place] for place in where.separating_set or ()]
    return role_drawing(dag, roles, given, "The counterexample", pane)
