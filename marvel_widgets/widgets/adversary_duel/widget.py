"""The duel of the lower bound: ask the adversary, claim a graph, meet H; or swap the roles."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any, Final, Unpack

from marvel_widgets.core.algorithms.registry import DESCRIBED
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.lessons.lower_bound import pictures
from marvel_widgets.lessons.lower_bound import words as say
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
from marvel_widgets.pictures.band import Said, Sign
from marvel_widgets.pictures.drawing import Drawing, EdgeMark
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.text import counted, escaped
from marvel_widgets.theory.adversary import Strategy
from marvel_widgets.theory.consistent_dags import MOST_VARIABLES, Question
from marvel_widgets.theory.examples import Example, ExampleName
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.adversary_duel import ADVERSARY_DUEL
from marvel_widgets.widgets.adversary_duel.model import MODES, MOST_SHOWN, DuelModel
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


ANSWERING: Final = ("answering", "answers", "classes")  # parts of the game in which you answer
RECORDED = "Your claim is recorded."


class AdversaryDuel(k.App):
    """Ask CI tests about a hidden graph until you can name it; the adversary waits for haste.

    Parameters
    ----------
    example : {"cliques", "empty"}
        Which example of the proof of the lower bound theorem the adversary plays.
    p : int
        How many variables, up to 6.
    max_in_degree : int
        From 1 on.
    mode : {"ask", "answer"}
        With "answer" the roles are swapped: MARVEL asks about up to 4 variables, and you answer,
        since every DAG is tried; `example` is for the game in which you ask.
    **settings
        As all apps take them, see `AppSettings`: `predict` asks what the adversary will
        do. Parts: "mode", "task", "grid", "claim", "drawn", "predict", "said", "pictures",
        "game", "certificate", "answering", "answers", "classes".

    Raises
    ------
    ValueError
        The numbers make no sense, the mode is unknown, or the token is damaged.

    Examples
    --------
    >>> game = AdversaryDuel("empty", 3, 1)
    >>> game.model.ask("X1", "X2")
    True
    >>> game.model.done("")
    True
    >>> print(game.text().splitlines()[3])  # doctest: +ELLIPSIS
    Too early. You claim: no edges. The hidden graph H may be X1 -> X3: it agrees with all ...
    """

    spec = ADVERSARY_DUEL
    model: DuelModel

    def __init__(
        self,
        example: ExampleName = "cliques",
        p: int = 3,
        max_in_degree: int = 2,
        *,
        mode: str = "ask",
        **settings: Unpack[k.AppSettings],
    ) -> None:
        self.read_settings(settings)
        if p > MOST_SHOWN:
            msg = f"p = {p}: the grid shows up to {MOST_SHOWN} variables; take fewer"
            raise ValueError(msg)
        if mode not in MODES:
            msg = f"mode must be 'ask' or 'answer'; got {shown(mode)}"
            raise ValueError(msg)
        model = DuelModel(self.predictions, Example(example, p, max_in_degree))
        model.mode = mode
        if mode == "answer" and not model.start_answering("marvel", p, max_in_degree):
            raise ValueError(model.error)
        super().__init__(self._make_parts(self.restored(model)), model=model)
        self.add_class("mw-duel")
        self.grid.on_press(model.ask_cell)
        k.follow(self._show, (model, ["changed", "mode", "draft"]), (self.predictions, "revealed"))

    def _make_parts(self, model: DuelModel) -> dict[str, w.Widget]:
        big = self.settings["big"]
        self.mode = k.Toggles(
            options=[("I ask", "ask"), ("I answer", "answer")],
            description="Roles",
            layout=w.layout(width="auto"),
        )
        self.mode.add_class("mw-below")
        k.hear(self.mode, partial(model.set_trait, "mode"))
        self.game, self.grid, self.claim = GameRow(model), k.CellGrid(), ClaimRow(model)
        self.said, self.task, self.certificate = k.Band(self.predictions), w.HTML(), w.HTML()
        self.drawn = ClaimPicture(model, big=big)
        self.picture = k.Picture(big=big, layered=True)
        self.answering = AnsweringBox(model, big=big)
        return {
            "task": self.task,
            "predict": k.PredictBox(self.predictions),
            "said": self.said,
            "grid": self.grid,
            "drawn": self.drawn,
            "pictures": self.picture,
            "claim": self.claim,
            "game": self.game,
            "certificate": self.certificate,
            "answering": self.answering,
            "answers": self.answering.acts,
            "classes": self.answering.picture,
            "mode": self.mode,
        }

    def _show(self) -> None:
        model = self.model
        asking = model.mode == "ask"
        k.put(self.mode, value=model.mode)
        for name, part in self.parts.items():
            if name not in ("mode", "predict", "said"):
                whole = self.arranged.folds.get(name, part)
                w.show_if(whole, asking == (name not in ANSWERING))
        shown = model.shown
        cells = pictures.grid(model.adversary, shown)
        self.task.value = escaped(f"{say.TASK} {cells.reading}")
        self.picture.show(*(pictures.verdict_drawings(shown) if shown and asking else ()))
        self.said.show(_said(model, shown), *self._marked(shown))
        if shown:  # the verdict has the claim beside the other graph
            w.show_if(self.drawn, False)
        self.grid.show(cells.spoken, cells.words)
        wanted = asking and shown is not None and bool(model.adversary.answers)
        w.show_if(self.arranged.folds.get("certificate", self.certificate), wanted)
        told = say.certificate_html(model.adversary, shown.hidden) if shown and wanted else ""
        self.certificate.value = told

    def _marked(self, shown: Any) -> list[Drawing]:
        picture = self.answering.picture if self.model.mode == "answer" else self.drawn.picture
        picture = self.picture if shown and self.model.mode == "ask" else picture
        return [view.drawing for view in picture.views]

    def play(self, player: str | Strategy) -> None:
        """Let an algorithm, by its name, or a strategy of your own play the game.

        Parameters
        ----------
        player : str or callable
            ``player(ask, names)`` asks with ``ask(x, y, given)``, which returns True for
            independent, and returns the graph that it claims, such as a text.

        Raises
        ------
        GraphError
            It asked an invalid question, did not come to an end, or its claim is not a graph on
            the variables.

        Examples
        --------
        >>> game = AdversaryDuel("cliques", 3, 2)
        >>> game.play(lambda ask, names: "" if ask("X1", "X2") else "X1 -> X2 -> X3 <- X1")
        >>> print(game.text().splitlines()[-1])  # doctest: +ELLIPSIS
        X1 and X2 given nothing: answered dependent, the graph says ...
        """
        if not self.model.play(player):
            raise GraphError(self.model.error)

    def text(self) -> str:
        """Return the game, the last answer, the verdict and its certificate as text."""
        if self.model.mode == "answer":
            return "\n".join(say.reversal_lines(*_swap(self.model)))
        return "\n".join(_lines(self.model) + _certificate_lines(self.model))

    def svg(self) -> str:
        """Return the grid; or the claim beside the graph that agrees as well."""
        model = self.model
        if model.mode == "answer":
            return pictures.reversal_svg(*_swap(model))
        shown = model.shown
        if shown is None:
            return pictures.grid_svg(pictures.grid(model.adversary))
        text = say.verdict_words(model.adversary, shown)
        return side_by_side(pictures.verdict_drawings(shown), caption=text)


def _said(model: DuelModel, shown: Any) -> Said:
    """Return what the last act did."""
    adversary = model.adversary
    left = pictures.grid(adversary).words if model.predictions.answers else ""
    if model.mode == "answer":
        first, *rest = say.reversal_lines(*_swap(model))[1:]
        what, stop, more = first.partition(". ")
        if not (isinstance(model.pending, Question) and model.predictions.answers):
            rest = []
        return Said(what + stop.strip(), " ".join(filter(None, [more, *rest[:1]])))
    if shown:
        first, stop, more = say.verdict_words(adversary, shown, drawn=True).partition(". ")
        return Said(first + stop.strip(), more, "yes" if shown.outcome == "conceded" else "no")
    if model.verdict is not None and not model.predictions.answers:
        return Said(RECORDED)
    if model.acted == "filled":
        return Said(*say.filled_words(adversary))
    if model.acted:
        return Said(f"Your claim has {counted(len(model.draft_edges), 'edge')}.", left)
    if not adversary.answers:
        how = f"{pictures.grid(adversary).reading} {left.partition(';')[0]}."
        return Said(say.TASK, how.strip())
    last = adversary.answers[-1]
    sign: Sign = "independent" if last.independent else "dependent"
    given = say.given_phrase(adversary.example.names, last.given)
    what = f"{last.x} and {last.y} are {sign} {given}."
    return Said(what, f"{say.asked_words(adversary).partition('. ')[2]} {left}", sign)


def _swap(model: DuelModel) -> tuple[Any, ...]:
    return model.space, model.algorithm, model.replies, model.pending, model.predictions.answers


def _lines(model: DuelModel) -> list[str]:
    """Return the sentences that may be shown now."""
    lines = [say.example_words(model.adversary.example), say.asked_words(model.adversary)]
    if not model.predictions.answers:
        return [*lines, RECORDED] if model.verdict is not None else lines
    lines.append(pictures.grid(model.adversary).words)
    shown = model.shown
    return [*lines, say.verdict_words(model.adversary, shown)] if shown else lines


def _certificate_lines(model: DuelModel) -> list[str]:
    shown = model.shown
    if shown is None:
        return []
    names = model.adversary.example.names
    rows = [say.certificate_row(names, shown.hidden, a) for a in model.adversary.answers]
    return [
        f"{question}: answered {given}, the graph says {separated}: {why}."
        for question, given, separated, why in rows
    ]
