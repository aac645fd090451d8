"""The moves of the app `BeMarvel` as rows of chips and buttons, below what the picture takes."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.algorithm_game import moves
from marvel_widgets.lessons.algorithm_game.game import Game, Phase
from marvel_widgets.lessons.algorithm_game.pictures import Choice
from marvel_widgets.lessons.algorithm_game.words import triple_words
from marvel_widgets.text import readable
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.be_marvel.model import BeMarvelModel, picked
from marvel_widgets.widgets.kit import stock as w


class MoveRows(w.VBox):
    """The controls of the moves; only those of the move that is due are shown.

    A pair is chosen in the picture, and then what is given and the answer; where there is no
    picture, by chips of its own. What makes a move at once has the look of that.
    """

    def __init__(self, model: BeMarvelModel, *, pictured: bool = True) -> None:
        self.model, self.pictured = model, pictured
        self._offered: dict[k.Switch, Mapping[str, Any]] = {}
        buttons = model.game.book.buttons
        self.visited = self._one(buttons["visit"][0], lambda x: model.play(moves.Visit(x)))
        self.holds = k.button(*buttons["holds"], partial(model.play, moves.Verdict(True)))
        self.fails = k.button(*buttons["fails"], partial(model.play, moves.Verdict(False)))
        self._make_test()
        self.triples = k.Chips("V-structures")
        k.hear(self.triples, self._mark)
        self.collect = k.button("These stand", "Keep the marked ones, no other", self._collect)
        self.arrow = self._one("Direct", lambda ends: self.model.play(moves.Direct(*ends)))
        self.finish = k.button(
            "No rule fits", "Return the graph", partial(self.model.play, moves.Finish())
        )
        self._rows: dict[w.Widget, tuple[Phase, ...]] = {
            w.Row([self.visited]): ("visit",),
            w.Row([self.pair, self.test]): ("questions", "update"),
            w.Row([self.question, self.yes, self.no]): ("questions", "update"),
            w.Row([self.holds, self.fails]): ("verdict",),
            w.Row([self.triples, self.collect]): ("collect",),
            w.Row([self.arrow, self.finish]): ("direct",),
        }
        self.visit_row, _, self.answer_row, *_ = self._rows
        for act in (self.yes, self.no, self.holds, self.fails):  # none is blue: it would tell
            act.add_class("mw-answers")
        super().__init__(list(self._rows))
        k.follow(self._show, (model, "changed"))

    # -- making ----------------------------------------------------------------------------

    def _make_test(self) -> None:
        self.pair, self.given = k.Chips("Test"), k.Chips("given")
        k.hear(self.pair, self._pair)
        k.hear(self.given, self._given)
        w.show_if(self.pair, not self.pictured)
        self.test = k.button("Test", "Make this CI test", self.model.ask)
        self.question = self._one("Answer", lambda _: self._show_answers())
        self.question.add_class("mw-asks")
        self.yes = k.button("Separated", "A set separates them", partial(self._judge, True))
        self.no = k.button("Not separable", "No allowed set does", partial(self._judge, False))

    def _one(self, label: str, act: Callable[[Any], object]) -> k.Switch:
        """Return a row of words, of which one is pressed; what it stands for is given to `act`."""
        made = k.Switch(label, value="")
        self._offered[made] = {}
        k.hear(made, lambda word: word in self._offered[made] and act(self._offered[made][word]))
        return made

    # -- moves -----------------------------------------------------------------------------

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
            self.model.play(moves.Judge(purpose, key, separated))

    def _mark(self, words: Iterable[str]) -> None:
        known = dict(zip(self.triples.options, self.model.game.known.unshielded(), strict=True))
        self.model.mark(known[word] for word in words)

    def _collect(self) -> None:
        if self.model.game.phase == "collect":  # else a click that comes after the move was made
            self.model.play(moves.Collect(self.model.choice.triples))

    # -- showing ---------------------------------------------------------------------------

    def _show(self) -> None:
        game, mine = self.model.game, self.model.session.learners_turn
        self._show_variables()
        self._show_questions()
        self._show_end(off=not mine)
        for row, phases in self._rows.items():
            w.show_if(row, game.phase in phases)
        if self.pictured:  # a click on it visits
            w.show_if(self.visit_row, False)
        if not self.question.options:
            w.show_if(self.answer_row, False)
        for control in (self.visited, self.pair, self.given, self.holds, self.fails):
            control.disabled = not mine
        shown, two = self.model.is_new_test or not self.pictured, len(self.model.choice.pair) == 2
        k.put(self.test, shown=shown, off=not mine or not two)
        self._show_answers()

    def _show_variables(self) -> None:
        choice, game = self.model.choice, self.model.game
        self._here = {str(game.dag.nodes[x]): x for x in members(game.known.state.remaining)}
        self._offer(self.visited, self._here if game.phase == "visit" else {})
        for field, chosen in ((self.pair, choice.pair), (self.given, choice.given)):
            others = choice.pair if field is self.given else ()
            offered = [name for name, x in self._here.items() if x not in others]
            k.put(
                field, options=offered, value=tuple(n for n in offered if self._here[n] in chosen)
            )
        first, second, *_ = (*(str(game.dag.nodes[x]) for x in choice.pair), "…", "…")
        words = readable(f"Test {first} and {second} given")
        shown = bool(choice.pair or choice.given) or not self.pictured
        k.put(self.given, shown=shown, label=words)

    def _show_questions(self) -> None:
        game, found = self.model.game, self.model.questions
        few = found if len({frozenset(q.pair) for q in found}) == 1 else []  # else first the pair
        words = {game.book.question_words(game, q): (q.purpose, q.key) for q in few}
        chosen = self.question.value
        only = next(iter(words)) if len(words) == 1 else ""
        self._offer(self.question, words, only or (chosen if chosen in words else ""))
        w.show_if(self.question, len(words) > 1)  # the only one stands before the buttons

    def _show_answers(self) -> None:
        game, chosen = self.model.game, self._offered[self.question].get(self.question.value)
        words = game.book.answers
        known = chosen or len(words) == 1  # PC has one kind of question: its words are known before
        said = words[chosen[0]] if chosen else next(iter(words.values()))
        off = not chosen or not self.model.session.learners_turn
        for act, word in zip((self.yes, self.no), said, strict=True):
            # of no question they would say what was said of another
            k.put(act, shown=bool(known), off=off, description=word if known else act.description)
        tested = chosen is not None and bool(game.tried(game.question(*chosen)))
        fresh = self.model.is_new_test  # then the test is the next act, and no answer to it is yet
        self.is_at_hand = tested or fresh  # what comes next is a button
        w.mark_if(self.test, fresh, "mw-primary")

    def _show_end(self, *, off: bool) -> None:
        game, marked = self.model.game, self.model.choice.triples
        triples = game.known.unshielded() if game.phase == "collect" else ()
        words = {triple_words(game, triple): triple for triple in triples}
        stand = tuple(word for word, triple in words.items() if triple in marked)
        k.put(self.triples, off=off, options=words, value=stand)
        self._offer(self.arrow, _arrows(game) if game.phase == "direct" else {})
        k.put(self.arrow, off=off)
        k.put(self.collect, off=off, blue=True)
        k.put(self.finish, off=off)

    def _offer(self, field: k.Switch, words: Mapping[str, Any], chosen: str = "") -> None:
        self._offered[field] = words
        k.put(field, options=words, value=chosen)


def _arrows(game: Game) -> dict[str, tuple[int, int]]:
    names, free = game.dag.nodes, game.graph.undirected_masks
    ends = ((a, b) for a, mask in enumerate(free) for b in members(mask))
    return {f"{names[a]} → {names[b]}": (a, b) for a, b in ends}
