"""The duel of the lower bound: ask the adversary, claim a graph, meet H; or swap the roles."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, Unpack

from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.lessons.lower_bound import pictures
from marvel_widgets.lessons.lower_bound import words as say
from marvel_widgets.pictures.band import Said, Sign
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.text import counted, escaped
from marvel_widgets.theory.adversary import Strategy
from marvel_widgets.theory.consistent_dags import Question
from marvel_widgets.theory.examples import Example, ExampleName
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.adversary_duel import ADVERSARY_DUEL
from marvel_widgets.widgets.adversary_duel.model import MODES, MOST_SHOWN, DuelModel
from marvel_widgets.widgets.adversary_duel.rows import AnsweringBox, ClaimPicture, ClaimRow, GameRow
from marvel_widgets.widgets.kit import stock as w

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
        self.certificate.value = (
            say.certificate_html(model.adversary, shown.hidden) if shown and wanted else ""
        )

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
        return Said(
            say.TASK, f"{pictures.grid(adversary).reading} {left.partition(';')[0]}.".strip()
        )
    last = adversary.answers[-1]
    sign: Sign = "independent" if last.independent else "dependent"
    what = (
        f"{last.x} and {last.y} are {sign} {say.given_phrase(adversary.example.names, last.given)}."
    )
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
