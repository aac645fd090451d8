"""The controls of a duel with the roles swapped: an algorithm asks, the learner answers."""

from marvel_widgets.core.algorithms.registry import DESCRIBED
from marvel_widgets.lessons.lower_bound.pictures import reversal_drawings
from marvel_widgets.lessons.lower_bound.words import answers_html, choices_left, stakes_html
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.theory.consistent_dags import MOST_VARIABLES, Question
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.adversary_duel.model import DuelModel
from marvel_widgets.widgets.kit import stock as w


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
        self.yes = k.button("Independent", "Answer: independent", lambda: model.answer(True))
        self.no = k.button("Dependent", "Answer: dependent", lambda: model.answer(False))
        for answer in (self.yes, self.no):
            answer.add_class("mw-answers")
        self.undo = k.button("Undo", "Take back the last answer", model.undo)
        self.stakes, self.table = w.HTML(), w.HTML()
        self.leaves = w.HTML(), w.HTML()  # below each answer
        answers = (
            w.VBox([one, left]) for one, left in zip((self.yes, self.no), self.leaves, strict=True)
        )
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
