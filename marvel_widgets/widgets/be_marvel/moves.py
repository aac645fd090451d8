"""The moves of the app `BeMarvel` as rows of chips and buttons, below what the picture takes."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.algorithm_game.game import Game, Phase
from marvel_widgets.lessons.algorithm_game.moves import (
    Collect,
    Direct,
    Finish,
    Judge,
    Verdict,
    Visit,
)
from marvel_widgets.lessons.algorithm_game.pictures import Choice
from marvel_widgets.lessons.algorithm_game.words import triple_words
from marvel_widgets.text import readable
from marvel_widgets.widgets.be_marvel.choosing import picked
from marvel_widgets.widgets.be_marvel.model import BeMarvelModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.chips import Chips, Switch
from marvel_widgets.widgets.kit.controls import Echo, button, follow

MOST_QUESTIONS = 6  # of more than these, one is answered once its pair is chosen


class MoveRows(w.VBox):
    """The controls of the moves; only those of the move that is due are shown.

    A pair is chosen in the picture, and then what is given and the answer; where there is no
    picture, by chips of its own. What makes a move at once has the look of that.
    """

    def __init__(self, model: BeMarvelModel, *, pictured: bool = True) -> None:
        self.model = model
        self.pictured = pictured
        self._echo = Echo()
        self._offered: dict[Switch, Mapping[str, Any]] = {}
        self._make_visit()
        self._make_test()
        self._make_answer()
        self._make_end()
        self._rows: dict[w.Widget, tuple[Phase, ...]] = {
            self.visit_row: ("visit",),
            self.test_row: ("questions", "update"),
            self.answer_row: ("questions", "update"),
            self.verdict_row: ("verdict",),
            self.collect_row: ("collect",),
            self.direct_row: ("direct",),
        }
        self.collect.add_class("mw-primary")
        for act in (self.yes, self.no, self.holds, self.fails):  # none is blue: it would tell
            act.add_class("mw-answers")
        super().__init__(list(self._rows))
        follow(self._show, (model, "changed"))

    # -- making ----------------------------------------------------------------------------

    def _make_visit(self) -> None:
        self.visited = self._one(self.model.game.book.buttons["visit"][0], self._visit)
        self.visit_row = w.Row([self.visited])

    def _make_test(self) -> None:
        self.pair, self.given = Chips("Test"), Chips("given")
        self._echo.hear(self.pair, self._pair)
        self._echo.hear(self.given, self._given)
        w.show_if(self.pair, not self.pictured)
        self.test = button("Test", "Make this CI test", self.model.ask)
        self.test_row = w.Row([self.pair, self.test])

    def _make_answer(self) -> None:
        self.question = self._one("Answer", lambda _: self._show_answers())
        self.yes = button("Separated", "A set separates them", partial(self._judge, True))
        self.no = button("Not separable", "No allowed set does", partial(self._judge, False))
        self.question.add_class("mw-asks")
        self.answer_row = w.Row([self.question, self.yes, self.no])
        buttons = self.model.game.book.buttons
        self.holds = button(*buttons["holds"], partial(self._verdict, True))
        self.fails = button(*buttons["fails"], partial(self._verdict, False))
        self.verdict_row = w.Row([self.holds, self.fails])

    def _make_end(self) -> None:
        self.triples = Chips("V-structures")
        self._echo.hear(self.triples, self._mark)
        self.collect = button("These stand", "Keep the marked ones, no other", self._collect)
        self.collect_row = w.Row([self.triples, self.collect])
        self.arrow = self._one("Direct", lambda ends: self.model.play(Direct(*ends)))
        self.finish = button("No rule fits", "Return the graph", lambda: self.model.play(Finish()))
        self.direct_row = w.Row([self.arrow, self.finish])

    def _one(self, label: str, act: Callable[[Any], object]) -> Switch:
        """Return a row of words, of which one is pressed; what it stands for is given to `act`."""
        made = Switch(label, value="")
        self._offered[made] = {}

        def pressed(word: str) -> None:
            if word in self._offered[made]:
                act(self._offered[made][word])

        self._echo.hear(made, pressed)
        return made

    # -- moves -----------------------------------------------------------------------------

    def _visit(self, x: int) -> None:
        self.model.play(Visit(x))

    def _pair(self, names: Iterable[str]) -> None:
        """Take over what was pressed: one more than was chosen, or one less."""
        choice, now = self.model.choice, {self._here[name] for name in names}
        for x in now.difference(choice.pair):
            choice = Choice(*picked(choice, x))
        kept = now.intersection(choice.pair)
        self.model.choose(tuple(x for x in choice.pair if x in kept), choice.given)

    def _given(self, names: Iterable[str]) -> None:
        self.model.choose(self.model.choice.pair, tuple(self._here[name] for name in names))

    def _judge(self, separated: bool) -> None:
        asked = self._offered[self.question].get(self.question.value)
        if asked is not None:
            purpose, key = asked
            self.model.play(Judge(purpose, key, separated))

    def _verdict(self, holds: bool) -> None:
        self.model.play(Verdict(holds))

    def _mark(self, words: Iterable[str]) -> None:
        known = dict(zip(self.triples.options, self.model.game.known.unshielded(), strict=True))
        self.model.mark(known[word] for word in words)

    def _collect(self) -> None:
        if self.model.game.phase == "collect":  # else a click that comes after the move was made
            self.model.play(Collect(self.model.choice.triples))

    # -- showing ---------------------------------------------------------------------------

    def _show(self) -> None:
        game = self.model.game
        mine = self.model.session.learners_turn
        with self._echo:
            self._show_variables()
            self._show_questions()
            self._show_end()
        for row, phases in self._rows.items():
            w.show_if(row, game.phase in phases)
        if self.pictured:  # a click on it visits
            w.show_if(self.visit_row, False)
        if not self.question.options:
            w.show_if(self.answer_row, False)
        chips = (self.visited, self.pair, self.given, self.triples, self.arrow)
        for control in (*chips, self.holds, self.fails, self.collect, self.finish):
            control.disabled = not mine
        self.test.disabled = not mine or len(self.model.choice.pair) < 2
        w.show_if(self.test, len(self.model.choice.pair) == 2 or not self.pictured)
        self._show_answers()

    def _show_variables(self) -> None:
        choice, game = self.model.choice, self.model.game
        self._here = {str(game.dag.nodes[x]): x for x in members(game.known.state.remaining)}
        self._offer(self.visited, self._here if game.phase == "visit" else {})
        for field, chosen in ((self.pair, choice.pair), (self.given, choice.given)):
            others = choice.pair if field is self.given else ()
            with field.hold_sync():
                field.options = tuple(n for n, x in self._here.items() if x not in others)
                field.value = tuple(n for n, x in self._here.items() if x in chosen)
        w.show_if(self.given, choice.pair or choice.given or not self.pictured)
        first, second, *_ = (*(str(game.dag.nodes[x]) for x in choice.pair), "…", "…")
        self.given.label = readable(f"Test {first} and {second} given")

    def _show_questions(self) -> None:
        game, found = self.model.game, self.model.questions
        few = found if len(found) <= MOST_QUESTIONS else []
        words = {game.book.question_words(game, q): (q.purpose, q.key) for q in few}
        chosen = self.question.value
        only = next(iter(words)) if len(words) == 1 else ""
        self._offer(self.question, words, only or (chosen if chosen in words else ""))
        w.show_if(self.question, len(words) > 1)  # the only one stands before the buttons

    def _show_answers(self) -> None:
        chosen = self._offered[self.question].get(self.question.value)
        words = self.model.game.book.answers
        if chosen or len(words) == 1:  # PC has one kind of question: its words are known before
            said = words[chosen[0]] if chosen else next(iter(words.values()))
            self.yes.description, self.no.description = said
        off = not chosen or not self.model.session.learners_turn
        self.yes.disabled = self.no.disabled = off
        for act in (self.yes, self.no):  # of no question they would say what was said of another
            w.show_if(act, chosen or len(words) == 1)
        tested = chosen is not None and bool(
            self.model.game.tried(self.model.game.question(*chosen))
        )
        fresh = self.model.is_new_test  # then the test is the next act, and no answer to it is yet
        self.is_at_hand = tested or fresh  # what comes next is a button
        w.mark_if(self.test, fresh, "mw-primary")

    def _show_end(self) -> None:
        game = self.model.game
        triples = game.known.unshielded() if game.phase == "collect" else ()
        words = {triple_words(game, triple): triple for triple in triples}
        with self.triples.hold_sync():
            self.triples.options = tuple(words)
            self.triples.value = tuple(
                word for word, triple in words.items() if triple in self.model.choice.triples
            )
        self._offer(self.arrow, _arrows(game) if game.phase == "direct" else {})

    def _offer(self, field: Switch, words: Mapping[str, Any], chosen: str = "") -> None:
        self._offered[field] = words
        with field.hold_sync():
            field.options, field.value = tuple(words), chosen


def _arrows(game: Game) -> dict[str, tuple[int, int]]:
    names, free = game.dag.nodes, game.graph.undirected_masks
    ends = ((a, b) for a, mask in enumerate(free) for b in members(mask))
    return {f"{names[a]} → {names[b]}": (a, b) for a, b in ends}
