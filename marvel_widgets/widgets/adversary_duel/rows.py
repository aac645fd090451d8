"""The controls of a duel: the game and the claim; with the roles swapped, the answers."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from marvel_widgets.core.algorithms.registry import DESCRIBED
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.lower_bound.pictures import (
    answers_svg,
    draft_drawing,
    reversal_drawings,
)
from marvel_widgets.lessons.lower_bound.words import (
    answers_html,
    choices_left,
    example_words,
    given_phrase,
    stakes_html,
)
from marvel_widgets.pictures.drawing import EdgeMark
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.text import escaped
from marvel_widgets.theory.consistent_dags import MOST_VARIABLES, Question
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.adversary_duel.model import MOST_SHOWN, DuelModel
from marvel_widgets.widgets.kit import stock as w

EXAMPLES = (("Example 1: cliques", "cliques"), ("Example 2: the empty graph", "empty"))


class GameRow(w.VBox):
    """Which example, how large, and which other player there is."""

    def __init__(self, model: DuelModel) -> None:
        self.model = model
        example = model.adversary.example
        self.example = k.Menu(options=EXAMPLES, description="Example")
        self.p = k.number("variables", example.p, 2, MOST_SHOWN)
        self.degree = k.number("max in-degree", example.max_in_degree, 1, 5)
        self.begin = k.button(
            "New game",
            "Begin with these numbers",
            lambda: model.new_game(self.example.value, self.p.value, self.degree.value),
        )
        self.player = k.menu("Algorithm", [(algorithm_name(name), name) for name in DESCRIBED])
        tip = "Let this algorithm play the game"
        self.play = k.button("Let it play", tip, lambda: model.play(self.player.value))
        self.error = k.ErrorLine(model, "game")
        row = [self.example, self.p, self.degree, self.begin, self.player, self.play]
        self.counted = w.HTML()
        super().__init__([self.counted, w.Row(row), self.error])
        k.follow(self._show, (model, "changed"))

    def _show(self) -> None:
        example = self.model.adversary.example
        self.example.value = example.name
        self.p.value, self.degree.value = example.p, example.max_in_degree
        self.counted.value = f'<div class="mw-place">{escaped(example_words(example))}</div>'


class ClaimRow(w.VBox):
    """The claim: the text of a DAG, which stands for its class."""

    def __init__(self, model: DuelModel) -> None:
        self.model = model
        tip = "Say that this is the graph, or one of its class"
        self.claim = k.button("Claim it", tip, self._act)
        tip = "An edge for each pair that nothing separated so far"
        self.fill = k.button("Draw from answers", tip, model.fill)
        self.undo = k.button("Undo", "Take back the last question or claim", model.undo)
        self.error = k.ErrorLine(model, "question", "claim")
        super().__init__([w.Row([self.claim, self.fill, self.undo]), self.error])
        self.fill.disabled = self.undo.disabled = True
        k.follow(self._show, (model, ["changed", "draft"]), (model.predictions, "revealed"))

    def _act(self) -> None:
        """Claim what is drawn; where that was too early, ask what was missed."""
        model = self.model
        missed = model.shown.cell if model.shown else None
        if missed is None:
            model.done(model.draft)
        else:
            model.ask(str(missed.x), str(missed.y), map(str, missed.subset or ()))

    def _show(self) -> None:
        """Be quiet until something is asked or drawn: the cells come first."""
        model = self.model
        missed = model.shown.cell if model.shown else None
        begun, full = model.adversary.answers or model.draft, not model.adversary.open_cells
        playing, act = model.verdict is None, "Claim it"
        if missed is not None:
            given = given_phrase(model.adversary.example.names, missed.subset or ())
            act = f"Ask {missed.x}, {missed.y} {given}"
        k.put(self.claim, blue=missed or (playing and model.draft), description=act)
        k.put(self.fill, blue=playing and full and not model.draft)
        wrong = model.shown is not None and model.shown.outcome == "not the graph"
        k.put(self.undo, blue=wrong)
        w.mark_if(self, playing and not model.draft, "mw-unclaimed")
        if begun:  # and for good: one of them may have the focus
            self.fill.disabled = self.undo.disabled = False


class ClaimPicture(w.VBox):
    """The claim as a picture, in which two clicked variables change the edge between them."""

    def __init__(self, model: DuelModel, *, big: bool = False) -> None:
        self.model = model
        self.picture = k.Picture(
            on_pick=model.pick, on_pick_edge=model.turn, big=big, legend=False, layered=True
        )
        self.hint = w.HTML()
        self.add_class("mw-claimed")
        super().__init__([self.picture, self.hint])
        self._names: tuple[Label, ...] = ()
        k.follow(self._show, (model, ["draft", "waiting", "changed"]))

    def _show(self) -> None:
        model, answers = self.model, self.model.adversary.answers
        names, asked = model.adversary.example.names, answers[-1] if answers else None
        drawing = draft_drawing(names, model.draft_edges, model.waiting, asked)
        if names != self._names:
            self._names = names
            later = [EdgeMark(str(a), str(b)) for a, b in combinations(names, 2)]
            self.picture.stage(drawing, more=[later])
        self.picture.show(drawing)
        self.picture.lay_over(*answers_svg(drawing, answers))
        words = "Your claim: click two variables to draw, turn or drop an arrow."
        if self.model.waiting:
            words = f"From {self.model.waiting}: click the other variable."
        self.hint.value = f'<div class="mw-place" aria-live="polite">{escaped(words)}</div>'


class AnsweringBox(w.VBox):
    """The question, the two answers, what they were so far; `picture` is what is still possible."""

    def __init__(self, model: DuelModel, *, big: bool = False) -> None:
        self.model = model
        space = model.space
        self.player = k.menu("Algorithm", [(algorithm_name(name), name) for name in DESCRIBED])
        self.player.value = model.algorithm
        self.p = k.number("variables", len(space.names), 2, MOST_VARIABLES)
        self.degree = k.number("max in-degree", space.max_in_degree, 0, 3)
        self.begin = k.button(
            "New game",
            "Let the algorithm ask from its beginning",
            lambda: model.start_answering(self.player.value, self.p.value, self.degree.value),
        )
        self.yes = k.button("Independent", "Answer: independent", partial(model.answer, True))
        self.no = k.button("Dependent", "Answer: dependent", partial(model.answer, False))
        self.undo = k.button("Undo", "Take back the last answer", model.undo)
        self.stakes, self.table = w.HTML(), w.HTML()
        self.leaves, answers = (w.HTML(), w.HTML()), []  # below each answer
        for answer, left in zip((self.yes, self.no), self.leaves, strict=True):
            answer.add_class("mw-answers")
            answers.append(w.VBox([answer, left]))
        self.picture = k.Picture(big=big, legend=False)
        self.told = k.Collapsible("Your answers", self.table)
        self.told.opened = True
        self.acts = w.VBox([w.Row([*answers, self.undo]), k.ErrorLine(model, "answer")])
        game = w.Row([self.player, self.p, self.degree, self.begin])
        super().__init__([self.stakes, self.told, k.Collapsible("Another game", game)])
        k.follow(self._show, (model, ["changed", "mode"]))

    def _show(self) -> None:
        model = self.model
        if model.mode != "answer":
            return
        tell = model.predictions.answers
        asked, leaves = isinstance(model.pending, Question), ("", "")
        if isinstance(model.pending, Question) and tell:
            leaves = choices_left(model.space, model.replies, model.pending)
        for line, left in zip(self.leaves, leaves, strict=True):
            line.value = left and f'<div class="mw-place">leaves {left}</div>'
        self.stakes.value = stakes_html(model.space, model.algorithm)
        self.yes.disabled = self.no.disabled = not asked
        self.undo.disabled = not model.replies
        w.show_if(self.told, bool(model.replies))
        self.table.value = answers_html(model.space, model.replies)
        self.picture.show(*reversal_drawings(model.space, model.replies, model.pending, tell))
