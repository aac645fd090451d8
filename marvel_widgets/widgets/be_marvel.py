"""Be MARVEL: the learner runs Algorithm 1, every step graded."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import ipywidgets as w

from marvel_widgets.graphs.gallery import gallery
from marvel_widgets.teaching.drawing import Drawing
from marvel_widgets.teaching.game_pictures import hidden_drawing, known_html, learned_drawing
from marvel_widgets.teaching.game_session import Mode, When
from marvel_widgets.teaching.game_start import MOST_VARIABLES
from marvel_widgets.teaching.svg import side_by_side
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.be_marvel_model import BeMarvelModel
from marvel_widgets.widgets.be_marvel_moves import MoveRows
from marvel_widgets.widgets.controls import WIDE, TroubleLine, button, escaped
from marvel_widgets.widgets.fold import Fold
from marvel_widgets.widgets.graph_part import graph_model_of
from marvel_widgets.widgets.picture import Picture

_MODES = (("I make every move", "all"), ("I fill steps in", "fill"), ("I watch", "watch"))
_GRADES = (("at each step", "step"), ("at the end", "end"))


class BeMarvel(App):
    """Run Algorithm 1 on a hidden graph: choose variables, tests, answers and directions.

    Parameters
    ----------
    source : Dag, str, GraphModel, or whatever Dag takes
        The hidden graph, of 1 to 16 variables.
    mode : {"all", "fill", "watch"}
        The learner makes every move, each `every`-th, or none.
    grade : {"step", "end"}
        Grades at each step, a wrong move refused with its reason; or at the end, wrong
        moves standing until then.
    every : int
    hide, lock : iterable of str
        Parts: "game", "next", "pictures", "moves", "feedback", "kit", "known", "log".
    big : bool
        For a projector.
    answers : bool
        Whether grades, reasons and the hidden graph are told at all. Tests are answered
        either way. Without answers grading is never told.
    seed : int
        Of the random graph that the learner may ask for.
    token : str, optional
        A state to begin with, as `token` gave it.

    Raises
    ------
    GraphError, ValueError
        The graph has too many variables, an argument is unknown, or the token is damaged.

    Examples
    --------
    >>> app = BeMarvel("X -> Y <- T")
    >>> print(app.text().splitlines()[0])
    Line 6: choose the variable to visit. Boundary sizes: X 2, Y 2, T 2.
    >>> app.model.pick("T")
    >>> app.text().splitlines()[2][:70]
    'Right, in another order. Allowed: its boundary is as large as that of '
    """

    kind = "be-marvel"
    label = "Be MARVEL: run the algorithm by hand"
    model: BeMarvelModel

    def __init__(
        self,
        source: Any = "{X Y Z T}; X -> {Y Z}; Y -> Z; T -> Y",
        *,
        mode: Mode = "all",
        grade: When = "step",
        every: int = 3,
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        seed: int = 1,
        token: str | None = None,
    ) -> None:
        model = BeMarvelModel(
            graph_model_of(source).dag,
            mode=mode,
            grade=grade,
            every=every,
            answers=answers,
            saved=self.read_token(token),
        )
        self.next, self.feedback, self.known, self.history = (w.HTML() for _ in range(4))
        self.game_row = _GameRow(model, seed)
        self.moves = MoveRows(model)
        self.kit_row = _KitRow(model)
        self.picture = Picture(*_drawings(model), on_pick=model.pick, big=big)
        self.known_box = Fold("Boundaries and tests so far", self.known)
        self.known_box.opened = True
        self.history_box = Fold("All moves so far", self.history)
        super().__init__(
            {
                "game": self.game_row,
                "next": self.next,
                "pictures": self.picture,
                "moves": self.moves,
                "feedback": self.feedback,
                "kit": self.kit_row,
                "known": self.known_box,
                "log": self.history_box,
            },
            model=model,
            hide=hide,
            lock=lock,
            big=big,
        )
        self._place_beside()
        model.observe(lambda _: self._show(), ["changed", "show_hidden"])
        self._show()

    def _place_beside(self) -> None:
        """Put what is done beside what is seen, where the page is wide enough."""
        shown: tuple[Any, ...] = tuple(self.trait_values()["children"])
        right = [p for p in (self.moves, self.feedback, self.kit_row) if p in shown]
        left = [self.picture] if self.picture in shown else []
        beside = w.VBox(right, layout=w.Layout(flex="1 1 440px", min_width="300px"))
        row = w.HBox([*left, beside], layout=w.Layout(flex_flow="row wrap"))
        inside = [*left, *right]
        first = next((p for p in shown if p in inside), None)
        kept = [row if p is first else p for p in shown if p is first or p not in inside]
        self.set_trait("children", tuple(kept))

    def _show(self) -> None:
        model = self.model
        self.next.value = f'<div class="mw-question">{escaped(model.line)}</div>'
        said = "".join(f"<div>{escaped(line)}</div>" for line in self._said())
        self.feedback.value = (
            f'<div class="mw-sentence" role="status" aria-live="polite">{said}'
            f'<div class="mw-place">{escaped(model.score_words)}</div></div>'
        )
        self.known.value = known_html(model.game)
        self.history.value = _log_html(model)
        self.picture.show(*_drawings(model))

    def _said(self) -> tuple[str, ...]:
        return (*self.model.said, *self.model.closing())

    def text(self) -> str:
        """Return what is next, what was said, the score, and what is known, as text."""
        model = self.model
        pictures = [drawing.description for drawing in _drawings(model)]
        return "\n".join([model.line, *self._said(), model.score_words, *pictures])

    def svg(self) -> str:
        """Return the pictures, with what is next below."""
        return side_by_side(_drawings(self.model), caption=self.model.line)


def _drawings(model: BeMarvelModel) -> list[Drawing]:
    game = model.game
    shown = [learned_drawing(game, model.canvas, model.choice)]
    if model.answers and (model.show_hidden or model.session.is_over):
        last = model.session.last
        path = last.witness.path if last is not None and last.witness is not None else None
        shown.append(hidden_drawing(game, model.canvas, model.choice, path))
    return shown


def _log_html(model: BeMarvelModel) -> str:
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in model.history()
    )
    if not rows:
        return "<p>No move yet.</p>"
    heads = "".join(f'<th scope="col">{word}</th>' for word in ("no.", "move", "grade"))
    return (
        '<table class="mw-table"><caption>Moves, the last one at the end</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


class _GameRow(w.VBox):
    """Another graph, another mode, from the beginning."""

    def __init__(self, model: BeMarvelModel, seed: int) -> None:
        self.model = model
        entries = [e for e in gallery.entries() if len(e.dag) <= MOST_VARIABLES]
        self.example = w.Dropdown(
            options=[("choose one", ""), *((e.title, e.name) for e in entries)],
            description="Hidden graph",
            style=WIDE,
        )
        self.p = w.BoundedIntText(5, min=1, max=MOST_VARIABLES, description="variables", style=WIDE)
        self.degree = w.BoundedIntText(2, min=0, max=5, description="max in-degree", style=WIDE)
        self.seed = w.BoundedIntText(seed, min=0, max=10**9, description="seed", style=WIDE)
        for field in (self.p, self.degree, self.seed):
            field.layout.width = "12em"
        self.draw = button("Random graph", "Hide a random DAG with this seed", self._draw)
        self.mode = w.Dropdown(options=_MODES, value=model.session.mode, description="Mode")
        self.grade = w.Dropdown(options=_GRADES, value=model.session.when, description="Grades")
        for field in (self.mode, self.grade):
            field.style = WIDE
            field.layout.width = "auto"
        self.grade.disabled = not model.answers
        self.again = button("Begin again", "The same graph from the beginning", model.restart)
        wrap = w.Layout(flex_flow="row wrap", align_items="center")
        first = w.HBox([self.example, self.p, self.degree, self.seed, self.draw], layout=wrap)
        second = w.HBox([self.mode, self.grade, self.again], layout=wrap)
        super().__init__([first, second, TroubleLine(model, "game")])
        self.example.observe(lambda change: self._load(change.new), "value")
        self.mode.observe(lambda change: self._restart(mode=change.new), "value")
        self.grade.observe(lambda change: self._restart(grade=change.new), "value")
        model.observe(lambda _: self._show(), "changed")

    def _load(self, name: str) -> None:
        if name:
            self.model.load_gallery(name)

    def _draw(self) -> None:
        if self.model.load_random(self.p.value, self.degree.value, self.seed.value):
            self.example.value = ""

    def _restart(self, **changed: Any) -> None:
        session = self.model.session
        wanted = {"mode": session.mode, "grade": session.when, **changed}
        if (wanted["mode"], wanted["grade"]) != (session.mode, session.when):
            self.model.restart(**wanted)

    def _show(self) -> None:
        self.mode.value = self.model.session.mode
        self.grade.value = self.model.session.when


class _KitRow(w.HBox):
    """What the kit may do for the learner, and undo."""

    def __init__(self, model: BeMarvelModel) -> None:
        self.model = model
        self.step = button("Let the kit move", "The next move of the canonical order", model.kit)
        self.search = button(
            "Make the tests left", "All tests left for the first open question", model.kit_search
        )
        self.undo = button("Undo", "Take the last move back", model.undo)
        self.fix = button("Back to the first wrong move", "Make it anew", model.back_to_wrong)
        self.hidden = w.Checkbox(
            model.show_hidden,
            description="Show the hidden graph",
            indent=False,
            layout=w.Layout(width="auto"),
        )
        parts = [self.step, self.search, self.undo, self.fix]
        if model.answers:
            parts.append(self.hidden)
        super().__init__(parts, layout=w.Layout(flex_flow="row wrap", align_items="center"))
        self.hidden.observe(lambda change: model.set_trait("show_hidden", change.new), "value")
        model.observe(lambda change: setattr(self.hidden, "value", change.new), "show_hidden")
        model.observe(lambda _: self._show(), "changed")
        self._show()

    def _show(self) -> None:
        session = self.model.session
        self.step.disabled = session.is_over
        self.search.disabled = session.mode == "watch" or not session.game.questions()
        self.undo.disabled = not session.played
        wrong = session.is_over and self.model.answers and session.first_wrong() is not None
        self.fix.layout.display = "" if wrong else "none"
