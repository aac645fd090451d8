"""Be MARVEL, be PC: the learner runs the algorithm, every step graded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Unpack

from marvel_widgets.core.algorithms.pc import Variant
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.lessons.algorithm_game import moves, pictures
from marvel_widgets.lessons.algorithm_game import session as sessions
from marvel_widgets.lessons.algorithm_game.game import Game, Phase, RuleBook
from marvel_widgets.lessons.algorithm_game.marvel_book import MARVEL_BOOK
from marvel_widgets.lessons.algorithm_game.pictures import Choice
from marvel_widgets.lessons.algorithm_game.words import triple_words
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.text import escaped, paragraphs, readable, row_html, table_html
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.be_marvel import BE_MARVEL, BE_PC
from marvel_widgets.widgets.be_marvel.model import UNAIDED, BeMarvelModel, picked
from marvel_widgets.widgets.editor.part import graph_model_of
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


_MODES = (("I make every move", "all"), ("I fill steps in", "fill"), ("I watch", "watch"))
_GRADES = (("at each step", "step"), ("at the end", "end"))
_VARIANTS = (("now", "pc-original"), ("when the level began", "pc-stable"))


class BeMarvel(k.App):
    """Run Algorithm 1 on a hidden graph: choose variables, tests, answers and directions.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
        The hidden graph, of 1 to 16 variables.
    mode : {"all", "fill", "watch"}
        The learner makes every move, each `every`-th, or none.
    grade : {"step", "end"}
        Grades at each step, a wrong move refused with its reason; or at the end, wrong
        moves kept until then.
    every : int
    seed : int
        Of the random graph that the learner may ask for.
    **settings
        As all apps take them, see `AppSettings`, but no `predict`; without `answers` neither
        grades nor reasons nor the hidden graph show, and the kit makes no move, but tests are
        answered. While the graph is hidden a test shows its answer, and no path. Parts: "game",
        "said", "pictures", "next", "moves", "kit", "feedback", "given", "help", "known", "log".

    Raises
    ------
    GraphError, ValueError
        The graph has too many variables, an argument is unknown, or the token is damaged.

    Examples
    --------
    >>> app = BeMarvel("X -> Y <- T")
    >>> print(app.text().splitlines()[0])
    Line 6: choose the variable to visit. Boundary sizes: 2 members for X, Y and T.
    >>> app.model.pick("T")
    >>> app.text().splitlines()[2][:70]
    'Right, in another order. Allowed: its boundary is as large as that of '
    """

    spec = BE_MARVEL
    model: BeMarvelModel

    def __init__(
        self,
        source: Any = "{X Y Z T}; X -> {Y Z}; Y -> Z; T -> Y",
        *,
        mode: sessions.Mode = "all",
        grade: sessions.When = "step",
        every: int = 3,
        seed: int = 1,
        **settings: Unpack[k.SharedSettings],
    ) -> None:
        self._begin(source, MARVEL_BOOK, seed, settings, mode=mode, grade=grade, every=every)

    def _begin(
        self,
        source: Any,
        book: RuleBook[Game],
        seed: int,
        settings: k.SharedSettings,
        **options: Any,
    ) -> None:
        self.read_settings(settings)
        answers = self.settings["answers"]
        model = BeMarvelModel(graph_model_of(source).dag, book=book, answers=answers, **options)
        super().__init__(self._make_parts(self.restored(model), seed), model=model)
        for name in ("mw-by-hand", "mw-untitled"):
            self.add_class(name)
        k.follow(self._show, (model, ["changed", "show_hidden"]))

    def _make_parts(self, model: BeMarvelModel, seed: int) -> dict[str, w.Widget]:
        self.said = k.Band()
        self.next, self.feedback, self.known, self.history = (w.HTML() for _ in range(4))
        self.moves = MoveRows(model, pictured="pictures" not in self.settings["hide"])
        big = self.settings["big"]
        heard: Any = {"on_pick": model.pick, "on_give": model.give}
        self.picture = k.Picture(*_drawings(model), **heard, big=big, noted=True, layered=True)
        self.known_box = k.Collapsible(model.game.book.buttons["known"][0], self.known)
        self.history_box = k.Collapsible("All moves so far", self.history)
        return {
            "game": self._make_game(model, seed),
            "said": self.said,
            "pictures": self.picture,
            "next": self.next,
            "moves": self.moves,
            "kit": self._make_kit(model),
            "feedback": self.feedback,
            "given": self.moves.given,
            "help": w.Row([self.search, self.hidden, self.unaided]),
            "known": self.known_box,
            "log": self.history_box,
        }

    def _make_game(self, model: BeMarvelModel, seed: int) -> w.VBox:
        """Make what begins another graph, another mode, or the same from the beginning."""
        entries = [e for e in gallery.entries() if len(e.dag) <= sessions.MOST_VARIABLES]
        options = [("choose one", ""), *((e.title, e.name) for e in entries)]
        self.example = k.Menu(options=options, description="Hidden graph")
        k.hear(self.example, lambda name: name and model.load_gallery(name))
        self.p = k.number("variables", 5, 1, sessions.MOST_VARIABLES)
        self.degree = k.number("max in-degree", 2, 0, 5)
        self.seed = k.number("seed", seed, 0, 10**9)
        self.draw = k.button("Random graph", "Hide a random DAG with this seed", self._draw)
        self.mode = k.menu("Mode", _MODES, model.restart)
        self.grade = k.menu("Grades", _GRADES, partial(model.restart, None))
        self.books: list[w.Dropdown] = []
        if model.game.book is not MARVEL_BOOK:
            begin = partial(model.restart, None, None)
            self.books = [k.menu("Sets from the neighbors", _VARIANTS, begin)]
        self.again = k.button("Begin again", "The same graph from the beginning", model.restart)
        first = w.Row([self.example, self.p, self.degree, self.seed, self.draw])
        second = w.Row([self.mode, self.grade, *self.books, self.again])
        return w.VBox([first, second, k.ErrorLine(model, "game")])

    def _draw(self) -> None:
        if self.model.load_random(self.p.value, self.degree.value, self.seed.value):
            self.example.value = ""

    def _make_kit(self, model: BeMarvelModel) -> w.Row:
        """Make what the kit may do for the learner, and undo."""
        self.step = k.button("Show me", "The next move of the usual order", model.kit)
        words = "All tests left for the first open question"
        self.search = k.button("Make the tests left", words, model.kit_search)
        self.undo = k.button("Back", "Take the last move back", model.undo)
        self.fix = k.button("Back to the first wrong move", "Make it anew", model.back_to_wrong)
        self.hidden = k.tick("Show the hidden graph")
        k.hear(self.hidden, partial(model.set_trait, "show_hidden"))
        self.unaided = w.HTML(f"<div>{escaped(UNAIDED)}</div>")
        return w.Row([self.undo, self.fix, self.step])

    def _show_kit(self) -> None:
        session, helps = self.model.session, self.model.answers
        k.put(self.mode, value=session.mode, off=not helps)
        k.put(self.grade, value=session.when, off=not helps)
        for each in self.books:
            k.put(each, value=session.game.book.name)
        watched, words = session.mode == "watch", self.model.undo_words
        k.put(self.hidden, shown=helps, value=self.model.show_hidden)
        w.show_if(self.unaided, not helps)
        k.put(self.step, off=session.is_over or not helps, blue=watched)
        k.put(self.search, off=watched or not session.game.questions() or not helps)
        told = f"Take back: {words}" if words else "There is no move to take back"
        k.put(self.undo, off=not words, tooltip=told)
        k.put(self.fix, shown=session.is_over and helps and session.first_wrong() is not None)

    def _show(self) -> None:
        self._show_kit()
        model = self.model
        drawings = _drawings(model)
        turn, at = model.game.book.turn(model.game), model.line.partition(":")[0]
        name = "" if turn is None else f" › {model.game.dag.nodes[turn]}"
        self.shell.subtitle = readable(f"{at}{name}")
        self.said.show(model.said, *drawings[:1])
        asks = model.game.phase in ("visit", "questions", "update")
        asked = model.question_words
        clicks = model.click_words and asks and not asked  # a question is answered in the foot
        w.mark_if(self, clicks and not self.moves.is_at_hand, "mw-unchosen")
        k.put(self.next, value=f'<div class="mw-question">{escaped(asked)}</div>', shown=asked)
        made = model.session.score != sessions.GameScore(0, 0, 0) or not model.session.learners_turn
        score = model.score_words if made else ""
        lines = (model.line, model.click_words, *self._sentences(), score)
        at_hand = "" if model.session.is_over else pictures.at_hand_html(model.game)
        self.feedback.value = paragraphs(filter(None, lines)) + at_hand
        self.known.value = pictures.known_html(model.game)
        rows = [row_html("", row) for row in model.history()]
        told, heads = "Moves, the last one at the end", ("no.", "move", "grade")
        self.history.value = table_html(told, heads, rows) if rows else "<p>No move yet.</p>"
        self.picture.show(*drawings)
        self.picture.lay_answer(model.answer)

    def _sentences(self) -> tuple[str, ...]:
        return (*self.model.sentences, *self.model.closing())

    def text(self) -> str:
        """Return what is next, the last feedback, the score, and what is known, as text."""
        model = self.model
        drawn = [drawing.description for drawing in _drawings(model)]
        return "\n".join([model.line, *self._sentences(), model.score_words, *drawn])

    def svg(self) -> str:
        """Return the pictures, with what is next below."""
        return side_by_side(_drawings(self.model), caption=self.model.line)


class BePC(BeMarvel):
    """Run PC on a hidden graph, from the complete graph: levels, sets, v-structures, directions.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
        The hidden graph, of 1 to 16 variables.
    variant : {"original", "stable"}
        Whether sets are made of the neighbors now, or of those when the level began, as in `pc`.
    mode, grade, every, seed
        As in `BeMarvel`.
    **settings
        As all apps take them, see `AppSettings`, and as in `BeMarvel`. Parts: "game", "said",
        "pictures", "next", "moves", "kit", "feedback", "given", "help", "known", "log".

    Raises
    ------
    GraphError, ValueError
        The graph has too many variables, an argument is unknown, or the token is damaged.

    Examples
    --------
    >>> app = BePC("X -> Y <- T", variant="stable")
    >>> print(app.text().splitlines()[0])
    Line 5, level 0: 3 edges to decide. Each edge is tested: are its ends independent given nothing?
    """

    spec = BE_PC

    def __init__(
        self,
        source: Any = "{X Y Z T}; X -> {Y Z}; Y -> Z; T -> Y",
        *,
        variant: Variant = "original",
        mode: sessions.Mode = "all",
        grade: sessions.When = "step",
        every: int = 3,
        seed: int = 1,
        **settings: Unpack[k.SharedSettings],
    ) -> None:
        check_choice("variant", variant, Variant)
        book = sessions.BOOKS[f"pc-{variant}"]
        self._begin(source, book, seed, settings, mode=mode, grade=grade, every=every)


def _drawings(model: BeMarvelModel) -> list[Drawing]:
    game = model.game
    shown = [pictures.learned_drawing(game, model.stage, model.marked)]
    if not model.is_hidden:
        last = model.session.last
        path = last.witness.path if last is not None and last.witness is not None else None
        shown.append(pictures.hidden_drawing(game, model.stage, model.marked, path))
    return shown
