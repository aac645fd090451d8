"""The moves of the app `BeMarvel` as rows of menus and buttons."""

from functools import partial
from typing import Any

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.lessons.algorithm_game.moves import (
    Collect,
    Direct,
    Finish,
    Judge,
    Verdict,
    Visit,
)
from marvel_widgets.lessons.algorithm_game.rule_book import Phase
from marvel_widgets.lessons.algorithm_game.words import triple_words
from marvel_widgets.text import readable
from marvel_widgets.widgets.be_marvel.model import BeMarvelModel
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.controls import WIDE, Echo, Menu, button
from marvel_widgets.widgets.kit.widget_tree import close_tree

_WRAP = {"flex_flow": "row wrap", "align_items": "center"}
NOT_CHOSEN = ("choose", "")


class MoveRows(w.VBox):
    """The controls of the moves; only those of the move that is due are shown."""

    def __init__(self, model: BeMarvelModel) -> None:
        self.model = model
        self._echo = Echo()
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
        super().__init__(list(self._rows))
        model.observe(lambda _: self._show(), "changed")
        self._show()

    # -- making ----------------------------------------------------------------------------

    def _make_visit(self) -> None:
        words, tooltip = self.model.game.book.buttons["visit"]
        self.visited = _menu(words)
        self.visit = button("Visit", tooltip, self._visit)
        self.visit_row = _row(self.visited, self.visit)

    def _make_test(self) -> None:
        self.x, self.y = _menu("Test: is"), _menu("independent of")
        for field in (self.x, self.y):
            self._echo.hear(field, lambda _: self._choose())
        self.given = w.HBox()
        self.given.add_class("mw-given")
        self.test = button("Test", "Make this CI test", self.model.ask)
        self._given_label = w.Label("given")
        self.test_row = _row(self.x, self.y, self._given_label, self.given, self.test)

    def _make_answer(self) -> None:
        self.question = _menu("Answer")
        self.question.observe(lambda _: self._show_answers(), "value")
        self.yes = button("Separated", "A set separates them", partial(self._judge, True))
        self.no = button("Not separable", "No allowed set does", partial(self._judge, False))
        self.answer_row = _row(self.question, self.yes, self.no)
        buttons = self.model.game.book.buttons
        self._verdict_label = w.Label(buttons["verdict"][0])
        self.holds = button(*buttons["holds"], partial(self._verdict, True))
        self.fails = button(*buttons["fails"], partial(self._verdict, False))
        self.verdict_row = _row(self._verdict_label, self.holds, self.fails)

    def _make_end(self) -> None:
        self.triples = w.HBox(layout=w.layout(**_WRAP))
        self._triples_label = w.Label("V-structures")
        self.collect = button("These stand", "Keep the ticked ones, no other", self._collect)
        self.collect_row = _row(self._triples_label, self.triples, self.collect)
        self.arrow = _menu("Direct")
        self.direct = button("Direct", "A Meek rule gives this direction", self._direct)
        self.finish = button("No rule fits", "Return the graph", lambda: self.model.play(Finish()))
        self.direct_row = _row(self.arrow, self.direct, self.finish)

    # -- moves -----------------------------------------------------------------------------

    def _visit(self) -> None:
        if self.visited.value != "":
            self.model.play(Visit(self.visited.value))

    def _choose(self) -> None:
        pair = tuple(v for v in (self.x.value, self.y.value) if v != "")
        self.model.choose(pair, self.model.choice.given)

    def _tick(self, x: int, ticked: bool) -> None:
        given = set(self.model.choice.given)
        given = given | {x} if ticked else given - {x}
        self.model.choose(self.model.choice.pair, tuple(given))

    def _judge(self, separated: bool) -> None:
        if self.question.value:
            purpose, key = self.question.value
            self.model.play(Judge(purpose, key, separated))

    def _verdict(self, holds: bool) -> None:
        self.model.play(Verdict(holds))

    def _collect(self) -> None:
        if self.model.game.phase != "collect":
            return  # a click that comes after the move was made
        options = self.model.game.known.unshielded()
        boxes = self.triples.children
        ticked = tuple(t for t, box in zip(options, boxes, strict=True) if box.value)
        self.model.play(Collect(ticked))

    def _direct(self) -> None:
        if self.arrow.value:
            self.model.play(Direct(*self.arrow.value))

    # -- showing ---------------------------------------------------------------------------

    def _show(self) -> None:
        game = self.model.game
        with self._echo:
            self._show_variables()
            self._show_questions()
            self._show_end()
        for row, phases in self._rows.items():
            w.show_if(row, game.phase in phases)
        mine = self.model.session.learners_turn
        for control in (self.visit, self.holds, self.fails, self.collect):
            control.disabled = not mine
        for control in (self.direct, self.finish):
            control.disabled = not mine
        self.test.disabled = not mine or len(self.model.choice.pair) < 2
        self._show_answers()

    def _show_variables(self) -> None:
        model, game = self.model, self.model.game
        names = game.dag.nodes
        here = [(readable(str(names[x])), x) for x in members(game.known.state.remaining)]
        _offer(self.visited, [NOT_CHOSEN, *here], "")
        pair = (*model.choice.pair, "", "")
        for field, value, other in ((self.x, pair[0], pair[1]), (self.y, pair[1], pair[0])):
            _offer(field, [NOT_CHOSEN, *(entry for entry in here if entry[1] != other)], value)
        if [box.description for box in self.given.children] != [name for name, _ in here]:
            old = self.given.children
            self.given.children = tuple(self._box(name, x) for name, x in here)
            _close(old)
        for box, (_, x) in zip(self.given.children, here, strict=True):
            box.value = x in model.choice.given
            box.disabled = x in model.choice.pair

    def _box(self, name: str, x: int) -> w.Checkbox:
        made = _checkbox(name)
        self._echo.hear(made, partial(self._tick, x))
        return made

    def _show_questions(self) -> None:
        game = self.model.game
        options = [
            (game.book.question_words(game, q), (q.purpose, q.key)) for q in game.questions()
        ]
        value = options[0][1] if len(options) == 1 else ""
        _offer(self.question, options if value else [NOT_CHOSEN, *options], value)

    def _show_answers(self) -> None:
        chosen = self.question.value
        if chosen:
            self.yes.description, self.no.description = self.model.game.book.answers[chosen[0]]
        off = not chosen or not self.model.session.learners_turn
        self.yes.disabled = self.no.disabled = off

    def _show_end(self) -> None:
        game = self.model.game
        if game.phase == "collect":
            words = [readable(triple_words(game, triple)) for triple in game.known.unshielded()]
            if [box.description for box in self.triples.children] != words:
                old = self.triples.children
                self.triples.children = tuple(map(_checkbox, words))
                _close(old)
        if game.phase == "direct":
            names, graph = game.dag.nodes, game.graph
            arrows = [
                (f"{names[a]} → {names[b]}", (a, b))
                for a, mask in enumerate(graph.undirected_masks)
                for b in members(mask)
            ]
            _offer(self.arrow, [NOT_CHOSEN, *arrows], "")


def _row(*controls: w.Widget) -> w.HBox:
    return w.HBox(list(controls), layout=w.layout(**_WRAP))


def _menu(words: str) -> w.Dropdown:
    layout = w.layout(width="auto")
    return Menu(options=[NOT_CHOSEN], description=words, style=WIDE, layout=layout)


def _checkbox(words: str) -> w.Checkbox:
    return w.Checkbox(
        False, description=words, indent=False, layout=w.layout(width="auto", margin="2px 8px")
    )


def _offer(field: w.Dropdown, options: list[Any], value: Any) -> None:
    """Show options and a value with as few messages as can be."""
    if list(field.options) != options:
        field.options = options
    if field.value != value:
        field.value = value


def _close(boxes: Any) -> None:
    for box in boxes:
        close_tree(box)
