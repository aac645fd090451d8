"""Be MARVEL, be PC: the learner runs the algorithm, every step graded."""

from __future__ import annotations

from functools import partial
from typing import Any, Unpack

from marvel_widgets.core.algorithms.pc import Variant
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.lessons.algorithm_game import pictures
from marvel_widgets.lessons.algorithm_game import session as sessions
from marvel_widgets.lessons.algorithm_game.game import Game, RuleBook
from marvel_widgets.lessons.algorithm_game.marvel_book import MARVEL_BOOK
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.text import escaped, paragraphs, readable, row_html, table_html
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.be_marvel import BE_MARVEL, BE_PC
from marvel_widgets.widgets.be_marvel.model import UNAIDED, BeMarvelModel
from marvel_widgets.widgets.be_marvel.moves import MoveRows
from marvel_widgets.widgets.editor.part import graph_model_of
from marvel_widgets.widgets.kit import stock as w

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
