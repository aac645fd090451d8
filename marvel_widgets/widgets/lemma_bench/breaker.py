"""Breaker: leave out one hypothesis of a lemma and search for the smallest graph that breaks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any, Unpack

import traitlets

from marvel_widgets.lessons.lemmas import breaker_words as say
from marvel_widgets.lessons.lemmas.pictures import WIDE as CARD_WIDTH
from marvel_widgets.lessons.lemmas.pictures import pairs_svg, role_drawing, stacked
from marvel_widgets.pictures.band import Said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.pictures.svg import to_svg, words_svg
from marvel_widgets.text import counted, escaped, folded, paragraphs
from marvel_widgets.theory import counterexamples as theory
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.lemma_bench import BREAKER
from marvel_widgets.widgets.lemma_bench.widget import LemmaBench


class BreakerModel(traitlets.HasTraits):
    """The state of a Breaker; observers of `version` find everything in place."""

    version = traitlets.Int(0, help="Counts the changes.")
    progress = traitlets.Instance(theory.Progress, allow_none=True)
    error = traitlets.Unicode("")
    error_field = traitlets.Unicode("claim")

    def __init__(self, claim: str, dropped: str | None, largest: int) -> None:
        super().__init__()
        self.claim, self.dropped, self.largest = "neighbor", dropped, largest
        self.found: theory.Counterexample | None = None
        self.done = False
        self.job = k.CooperativeJob()
        self.job.observe(self._ran, "running")
        if not self.choose(claim, dropped, largest):
            raise ValueError(self.error)

    def choose(self, claim: str, dropped: str | None = "", largest: int | None = None) -> bool:
        """Choose a claim, the hypothesis to leave out, and the largest graphs; forget results.

        None leaves nothing out, "" the first hypothesis that the claim has.
        """
        most = self.largest if largest is None else largest
        if dropped == "":
            dropped = theory.HYPOTHESES.get(claim, (None,))[0]
        try:
            theory.search_counterexample(
                claim, dropped, largest=most
            )  # checks; it does not begin yet
        except (ValueError, TypeError) as error:
            self.error = str(error)
            return False
        self.job.cancel()
        self.claim, self.dropped, self.largest = claim, dropped, most
        self.found, self.done, self.progress = None, False, None
        self.error = ""
        self.version += 1
        return True

    # -- the search ------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether the search goes on."""
        return self.job.running

    def search(self) -> None:
        """Search, giving way to clicks; without an event loop, to the end at once."""
        if not self.running:
            self.found, self.done, self.progress = None, False, None
            self.job.start(self._steps())

    def _steps(self) -> Iterator[None]:
        shown = monotonic()
        for step in theory.search_counterexample(self.claim, self.dropped, largest=self.largest):
            self._last = step
            if monotonic() >= shown + self.job.slice:
                self.progress, shown = step, monotonic()
            yield

    def _ran(self, change: Any) -> None:
        """Take what was found; of a search that was cancelled the progress stays to be read."""
        if change.new:
            return
        if self.job.outcome == "finished":
            self.progress, self.found, self.done = self._last, self._last.found, True
        self.version += 1

    # -- state -----------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return what a token keeps; a result is found again."""
        return {
            "claim": self.claim,
            "dropped": self.dropped,
            "largest": self.largest,
            "searched": self.done,
        }

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned; a ValueError says what is wrong with it."""
        if not self.choose(state["claim"], state["dropped"], state["largest"]):
            raise ValueError(self.error)
        if state.get("searched"):
            self.find_now()

    def find_now(self) -> None:
        """Search to the end at once, also within a running event loop."""
        *_, self.progress = theory.search_counterexample(
            self.claim, self.dropped, largest=self.largest
        )
        self.found, self.done = self.progress.found, True
        self.version += 1


# Theorem 1 has no bench of its own; this one says whether X is removable, and why not.
_BENCH_LEMMAS = {"removability": "boundary-size"}


class Breaker(k.App):
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
        claim: str = "removability",
        dropped: str | None = "",
        *,
        largest: int = 5,
        bench: LemmaBench | GraphModel | None = None,
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        self.model = model = self.restored(BreakerModel(claim, dropped, largest))
        self.target = bench
        self._ask()
        super().__init__(self._make_parts(), model=model)
        self.add_class("mw-breaker").add_class("mw-untitled")
        model.observe(lambda _: self._ask(), "version")
        model.observe(lambda _: self._show_search(), "progress")
        model.job.observe(lambda _: self._show_search(), "running")
        self.shell.observe(lambda _: self._show_result(), "pane")
        k.follow(self._show, (model, "version"), (self.predictions, "revealed"))

    def _make_parts(self) -> dict[str, w.Widget]:
        titles = [(title, claim) for claim, title in say.CLAIM_TITLES.items()]
        self.claim = k.menu("Claim", titles, lambda _: self._pick())
        self.hypothesis = k.menu("Leave out", (), lambda _: self._pick())
        self.error = k.ErrorLine(self.model, "claim")
        sizes = [(f"{p} variables", p) for p in range(2, theory.LARGEST + 1)]
        self.largest = k.menu("Up to", sizes, lambda _: self._pick(), flex="0 0 auto")
        self.start = k.button("Search", "Look for the smallest graph that breaks it", self.search)
        self.stop = k.button("Cancel", "Stop the search", self.model.job.cancel)
        self.load = k.button("Look inside", "Check the lemma itself on this graph", self.open_bench)
        self.load.add_class("mw-primary")
        self.statement, self.progress, self.reasons = (w.HTML() for _ in range(3))
        self.sizes, self.versus = w.HTML(), w.HTML()
        self.versus.add_class("mw-versus")
        self.guess = k.Switch("Your guess", value="")
        cards = w.VBox([self.sizes, self.guess])
        cards.add_class("mw-guessing")
        self.said, self.bench_box = k.Band(self.predictions), w.VBox()
        self._picture: k.Picture | None = None
        self.result = w.VBox([self.versus])
        return {
            "said": self.said,
            "result": self.result,
            "cards": cards,
            "predict": k.PredictBox(self.predictions),
            "claim": w.VBox([self.claim, self.hypothesis, self.error]),
            "search": w.HBox([self.start, self.stop, self.load]),
            "statement": self.statement,
            "reasons": w.VBox([self.reasons, self.progress]),
            "size": self.largest,
            "bench": self.bench_box,
        }

    # -- what the controls do, for use in a cell ---------------------------------------------

    @property
    def found(self) -> theory.Counterexample | None:
        """The counterexample, once it was found."""
        return self.model.found

    @property
    def revealed(self) -> bool:
        """Whether the result is shown: never between the end of a search and the question."""
        asked = self.predictions.question is not None
        unasked = self.predictions.on and self.model.done and not asked
        return self.predictions.revealed and not unasked

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

    @property
    def sentences(self) -> list[str]:
        """The claim, whole and weaker, and the result of the search."""
        model, found = self.model, self.found if self.revealed else None
        shown = [self._outcome()] if found is None else say.found_words(found)
        return [*say.claim_sentences(model.claim, model.dropped), *shown]

    def text(self) -> str:
        """Return the present state as text."""
        return "\n".join(self.sentences)

    def svg(self) -> str:
        """Return the present state as SVG."""
        card = words_svg("Breaker", self.sentences, width=CARD_WIDTH)
        found = self.found if self.revealed else None
        return card if found is None else stacked([card, to_svg(_drawing(found))])

    def _outcome(self) -> str:
        """Return the words for a search without a counterexample to show."""
        model = self.model
        if model.running:
            return "The search is running."
        if not model.done:
            return "Not searched yet." if model.progress is None else "The search was cancelled."
        if not self.revealed:
            return "The search is done. Its result is not shown yet."
        return "" if model.found is not None else say.nothing_words(model.largest)

    def halt(self) -> None:
        """Stop the search."""
        self.model.job.cancel()

    # -- showing -----------------------------------------------------------------------------

    def _pick(self) -> None:
        claim, same = self.claim.value, self.claim.value == self.model.claim
        self.guess.value = ""
        dropped = (self.hypothesis.value or None) if same else ""
        self.model.choose(claim, dropped, self.largest.value)

    def _ask(self) -> None:
        """Ask once the search is done and knows the answer, before it is shown."""
        model = self.model
        asked = None
        if model.done:
            asked = say.breaker_question(model.claim, model.dropped, model.largest, model.found)
        self.predictions.ask(asked)

    def _show(self) -> None:
        model = self.model
        names = [
            (say.hypothesis_words(model.claim, name), name)
            for name in theory.HYPOTHESES[model.claim]
        ]
        k.put(self.claim, value=model.claim)
        k.put(self.hypothesis, options=[*names, ("nothing", "")], value=model.dropped or "")
        k.put(self.largest, value=max(2, model.largest))
        whole, *weaker = say.claim_sentences(model.claim, model.dropped)
        fold = folded("The whole claim", escaped(whole), "") if weaker else ""
        self.statement.value = f'<div class="mw-claim">{paragraphs(weaker or (whole,))}{fold}</div>'
        self._show_search()
        self._show_result()

    def _show_search(self) -> None:
        model, step = self.model, self.model.progress
        k.put(self.start, shown=not model.done, off=model.running, blue=True)
        k.put(self.stop, shown=model.running, off=not model.running)
        # where the search stands would give the answer away, and so would how far there is to go
        shown = step if self.revealed and not (self.predictions.on and model.running) else None
        told = model.done and self.revealed
        drawn = not model.done or (told and model.found is None)
        self.sizes.value = _sizes_html(model.largest, shown, done=told, drawn=drawn)
        asks = shown is None and not model.done and not self.predictions.on
        k.put(
            self.guess, shown=asks, options=(*map(str, range(1, model.largest + 1)), say.NO_GRAPH)
        )
        words = []
        if shown is not None and not shown.found:
            size = counted(shown.variables, "variable")
            words = [f"Graphs with {size}: {shown.done:,} of {shown.of:,} looked at."]
        searched = model.running or model.done or step
        if searched and (model.found is None or not self.revealed):
            words.append(self._outcome())
        words += [self._guessed()] * told
        words_ = escaped(" ".join(words))
        self.progress.value = f'<div role="status" aria-live="polite">{words_}</div>'

    def _guessed(self) -> str:
        told = self.guess.value and self.model.done and self.revealed
        return say.guess_words(self.guess.value, self.model.found) if told else ""

    def _show_result(self) -> None:
        found = self.found if self.revealed else None
        w.mark_if(self, found, "mw-found")
        for part in (self.result, self.reasons, self.load):
            w.show_if(part, found is not None)
        if found is None:
            self.reasons.value = ""
            weaker = say.whole_claim_words(self.model.claim, self.model.dropped)
            asked = not (self.model.done or self.model.running)
            what = "How large must a graph be to break the claim?" if asked else self._outcome()
            self.said.show(Said(what, self._guessed() or weaker))
            return
        drawing = _drawing(found, self.shell.pane)
        if self._picture is None:
            self._picture = k.Picture(drawing, big=self.settings["big"], layered=True)
            self.result.children = (self.versus, self._picture)
        self._picture.show(drawing)
        says = say.decided(found, holds=found.where.says)
        truth = say.decided(found, holds=found.where.truth)
        self.versus.value = f"<p><b>✗ The claim:</b> {says}</p><p><b>✓ The truth:</b> {truth}</p>"
        tested, names, seen = None, found.dag.nodes, found.where.evidence[0]
        if isinstance(seen, theory.CiStatement):
            tested = names[seen.x], names[seen.y], seen.separated
        self._picture.lay_answer(tested)
        said = say.breaker_said(found)
        self.said.show(replace(said, why=f"{self._guessed()} {said.why}".strip()), drawing)
        size, *reasons = map(escaped, say.found_words(found))
        lines = [f'<div class="mw-said">{reason}</div>' for reason in reasons]
        lines.append(folded("How small it is", size))
        self.reasons.value = f'<div class="mw-sentence" role="status">{"".join(lines)}</div>'


def _drawing(found: theory.Counterexample, pane: Pane = "wide") -> Drawing:
    """Return the graph of a counterexample for a pane, its roles and its set marked."""
    dag, seen = found.dag, found.where.evidence[0]
    roles = {role: dag.nodes[place] for role, place in found.where.roles}
    given = (
        [dag.nodes[place] for place in seen.given] if isinstance(seen, theory.CiStatement) else ()
    )
    return role_drawing(dag, roles, given, "The counterexample", pane)


def _sizes_html(
    largest: int, progress: theory.Progress | None, *, done: bool, drawn: bool = False
) -> str:
    """Return the numbers of variables, and how far the search came among graphs of each.

    Where they are `drawn`, each is a card with its pairs of variables and its number of graphs.
    """
    at = 0 if progress is None else progress.variables
    found = progress is not None and progress.found is not None
    items = []
    for size in range(1, largest + 1):
        graphs = counted(theory.graphs_with(size), "graph") if drawn else ""
        look, words = ("", graphs) if size > at else (' class="mw-passed"', "✓ holds")
        if progress is not None and size == at and (found or not done):
            look, words = ' class="mw-now"', f"{progress.done:,} of {progress.of:,}"
            if found:
                words = f'✗ fails<span class="mw-sr"> in graph {words}</span>'
                look = ' class="mw-broken"'
        items.append(f"<li{look}>{pairs_svg(size) if drawn else ''}<b>{size}</b> {words}</li>")
    if drawn and progress is None and not done:
        items.append(f"<li><b>{say.NO_GRAPH}</b> breaks it</li>")
    row = f'<ol aria-label="Number of variables">{"".join(items)}</ol>'
    row = row if drawn else f'<p class="mw-place" aria-hidden="true">Variables</p>{row}'
    return f'<div class="mw-sizes{" mw-cards" if drawn else ""}">{row}</div>'
