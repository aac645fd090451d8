"""The controls of a duel in which the learner asks: the game, a question, the claim."""

from __future__ import annotations

from itertools import combinations

from marvel_widgets.core.algorithms.registry import DESCRIBED
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.lower_bound.pictures import answers_svg, draft_drawing
from marvel_widgets.lessons.lower_bound.words import example_words
from marvel_widgets.pictures.drawing import EdgeMark
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.text import escaped
from marvel_widgets.widgets.adversary_duel.model import MOST_SHOWN, DuelModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.chips import Chips
from marvel_widgets.widgets.kit.controls import ErrorLine, Menu, button, follow, menu, number, put
from marvel_widgets.widgets.kit.picture import Picture

EXAMPLES = (("Example 1: cliques", "cliques"), ("Example 2: the empty graph", "empty"))


class GameRow(w.VBox):
    """Which example, how large, and which other player there is."""

    def __init__(self, model: DuelModel) -> None:
        self.model = model
        example = model.adversary.example
        self.example = Menu(options=EXAMPLES, description="Example")
        self.p = number("variables", example.p, 2, MOST_SHOWN)
        self.degree = number("max in-degree", example.max_in_degree, 1, 5)
        self.begin = button(
            "New game",
            "Begin with these numbers",
            lambda: model.new_game(self.example.value, self.p.value, self.degree.value),
        )
        self.player = menu("Algorithm", [(algorithm_name(name), name) for name in DESCRIBED])
        tip = "Let this algorithm play the game"
        self.play = button("Let it play", tip, lambda: model.play(self.player.value))
        self.error = ErrorLine(model, "game")
        row = [self.example, self.p, self.degree, self.begin, self.player, self.play]
        self.counted = w.HTML()
        super().__init__([self.counted, w.Row(row), self.error])
        follow(self._show, (model, "changed"))

    def _show(self) -> None:
        example = self.model.adversary.example
        self.example.value = example.name
        self.p.value, self.degree.value = example.p, example.max_in_degree
        self.counted.value = f'<div class="mw-place">{escaped(example_words(example))}</div>'


class QuestionRow(w.VBox):
    """A question put together from menus; the grid below asks the short way."""

    def __init__(self, model: DuelModel) -> None:
        self.model = model
        self.x = menu("Is", (), lambda _: self._offer())
        self.y = menu("independent of", (), lambda _: self._offer())
        self.given = Chips("given")
        self.ask = button(
            "Ask",
            "Ask the adversary",
            lambda: model.ask(self.x.value, self.y.value, self.given.value),
        )
        self.error = ErrorLine(model, "question")
        row = [self.x, self.y, self.given, self.ask]
        super().__init__([w.Row(row), self.error])
        follow(self._show, (model, "changed"))

    def _show(self) -> None:
        names = self.model.adversary.example.names
        if self.x.options != tuple(names):
            put(self.x, options=names, value=names[0])
            put(self.y, options=names, value=names[1])
        self._offer()

    def _offer(self) -> None:
        """Offer as given what is not asked about."""
        pair = (self.x.value, self.y.value)
        names = self.model.adversary.example.names
        self.given.options = tuple(name for name in names if name not in pair)


class ClaimRow(w.VBox):
    """The claim: the text of a DAG, which stands for its class."""

    def __init__(self, model: DuelModel) -> None:
        self.model = model
        tip = "Say that this is the graph, or one of its class"
        self.claim = button("Claim it", tip, lambda: model.done(model.draft))
        tip = "An edge for each pair that nothing separated so far"
        self.fill = button("Fill in", tip, model.fill)
        self.undo = button("Undo", "Take back the last question or claim", model.undo)
        self.error = ErrorLine(model, "claim")
        row = [self.claim, self.fill, self.undo]
        super().__init__([w.Row(row), self.error])
        self.fill.disabled = self.undo.disabled = True
        follow(self._show, (model, ["changed", "draft"]))

    def _show(self) -> None:
        """Be quiet until something is asked or drawn: the cells come first."""
        begun = self.model.adversary.answers or self.model.draft
        playing = self.model.verdict is None
        w.mark_if(self.claim, playing and self.model.draft, "mw-primary")
        w.mark_if(self, playing and not self.model.draft, "mw-unclaimed")
        if begun:  # and for good: one of them may have the focus
            self.fill.disabled = self.undo.disabled = False


class ClaimPicture(w.VBox):
    """The claim as a picture, in which two clicked variables change the edge between them."""

    def __init__(self, model: DuelModel, *, big: bool = False) -> None:
        self.model = model
        self.picture = Picture(
            on_pick=model.pick, on_pick_edge=model.turn, big=big, legend=False, layered=True
        )
        self.hint = w.HTML()
        self.add_class("mw-claimed")
        super().__init__([self.picture, self.hint])
        self._names: tuple[Label, ...] = ()
        follow(self._show, (model, ["draft", "waiting", "changed"]))

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
