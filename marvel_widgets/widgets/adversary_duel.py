"""The duel of the lower bound: ask the adversary, claim a graph, meet H; or swap the roles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import ipywidgets as w

from marvel_widgets.graphs.errors import GraphError
from marvel_widgets.teaching.cell_grid import grid, grid_svg
from marvel_widgets.teaching.duel_pictures import verdict_drawings
from marvel_widgets.teaching.duel_swap import swap_lines, swap_svg
from marvel_widgets.teaching.duel_words import (
    asked_words,
    certificate_html,
    certificate_row,
    example_words,
    task_words,
    verdict_words,
)
from marvel_widgets.teaching.svg import side_by_side
from marvel_widgets.theory.duel import Strategy
from marvel_widgets.theory.examples import Example, ExampleName
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.cell_grid import CellGrid
from marvel_widgets.widgets.controls import escaped
from marvel_widgets.widgets.duel_model import MOST_SHOWN, DuelModel
from marvel_widgets.widgets.duel_rows import ClaimRow, GameRow, QuestionRow
from marvel_widgets.widgets.duel_swap import AnsweringBox
from marvel_widgets.widgets.picture import Picture
from marvel_widgets.widgets.predict import PredictBox, Predictions

RECORDED = "Your claim is recorded."


class AdversaryDuel(App):
    """Ask CI tests about a hidden graph until you can name it; the adversary waits for haste.

    Parameters
    ----------
    example : {"cliques", "empty"}
        Which example of the proof of `thm: lwrBound` the adversary plays.
    p : int
        How many variables, up to 6.
    max_in_degree : int
        From 1 on.
    mode : {"ask", "answer"}
        With "answer" the roles are swapped: an algorithm asks, and you answer.
    predict : bool
        Ask what the adversary will do before it does it.
    answers : bool
        Whether verdicts show at all.
    hide, lock : iterable of str
        Parts: "mode", "game", "task", "question", "grid", "claim", "predict", "verdict",
        "pictures", "certificate", "answering".
    big : bool
        For a projector.
    seed : int
        Taken for all apps alike; nothing here is random.
    token : str, optional
        A state to begin with, as `token` gave it.

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
    Too early. You claim: no edges. The hidden graph H may be X1 -> X3: it agrees with your ...
    """

    kind = "adversary-duel"
    label = "Adversary duel"
    model: DuelModel

    def __init__(
        self,
        example: ExampleName = "cliques",
        p: int = 3,
        max_in_degree: int = 2,
        *,
        mode: str = "ask",
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        answers: bool = True,
        predict: bool = False,
        seed: int = 0,  # noqa: ARG002  all apps take it
        token: str | None = None,
    ) -> None:
        if p > MOST_SHOWN:
            msg = f"p = {p}: the grid shows up to {MOST_SHOWN} variables; take fewer"
            raise ValueError(msg)
        if mode not in ("ask", "answer"):
            msg = f"mode is 'ask' or 'answer', not {mode!r}"
            raise ValueError(msg)
        saved = self.read_token(token)
        self.predictions = Predictions(on=predict, answers=answers)
        model = DuelModel(self.predictions, Example(example, p, max_in_degree), saved)
        if not saved:
            model.mode = mode
        self.mode = w.ToggleButtons(
            options=[("I ask", "ask"), ("I answer", "answer")],
            value=model.mode,
            description="Roles",
            style={"description_width": "initial", "button_width": "auto"},
            layout=w.Layout(width="auto"),
        )
        self.game, self.question = GameRow(model), QuestionRow(model)
        self.grid, self.claim = CellGrid(), ClaimRow(model)
        self.task, self.verdict, self.certificate = w.HTML(), w.HTML(), w.HTML()
        self.picture = Picture(big=big)
        self.answering = AnsweringBox(model, big=big)
        parts = {
            "mode": self.mode,
            "game": self.game,
            "task": self.task,
            "question": self.question,
            "grid": self.grid,
            "claim": self.claim,
            "predict": PredictBox(self.predictions),
            "verdict": self.verdict,
            "pictures": self.picture,
            "certificate": self.certificate,
            "answering": self.answering,
        }
        super().__init__(parts, model=model, hide=hide, lock=lock, big=big)
        self.grid.on_ask(model.ask_cell)
        self.mode.observe(lambda change: model.set_trait("mode", change.new), "value")
        model.observe(lambda _: self._show(), ["changed", "mode"])
        self.predictions.observe(lambda _: self._show(), "revealed")
        self._show()

    def _show(self) -> None:
        model = self.model
        asking = model.mode == "ask"
        self.mode.value = model.mode
        for name, part in self.parts.items():
            if name not in ("mode", "predict"):
                part.layout.display = "" if asking == (name != "answering") else "none"
        example = model.adversary.example
        self.task.value = (
            f'<div class="mw-question">{escaped(task_words(example))}</div>'
            f"<div>{escaped(example_words(example))}</div>"
        )
        told = list(map(escaped, _lines(model)[1:])) if asking else []
        self.verdict.value = (
            f'<div class="mw-sentence" role="status" aria-live="polite">{"<br>".join(told)}</div>'
        )
        shown = _revealed(model)
        self.grid.show(grid(model.adversary, shown))
        self.picture.show(*(verdict_drawings(shown) if shown and asking else ()))
        wanted = shown is not None and bool(model.adversary.answers)
        self.certificate.value = (
            certificate_html(model.adversary, shown.hidden) if shown and wanted else ""
        )

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
            It asked something without sense, or claimed what is no graph on the variables.

        Examples
        --------
        >>> game = AdversaryDuel("cliques", 3, 2)
        >>> game.play(lambda ask, names: "" if ask("X1", "X2") else "X1 -> X2 -> X3 <- X1")
        >>> print(game.text().splitlines()[-1])  # doctest: +ELLIPSIS
        X1 and X2 given nothing: answered dependent, the graph says ...
        """
        if not self.model.play(player):
            raise GraphError(self.model.trouble)

    def text(self) -> str:
        """Return the game, the last answer, the verdict and its certificate as text."""
        if self.model.mode == "answer":
            return "\n".join(swap_lines(*_swap(self.model)))
        return "\n".join(_lines(self.model) + _certificate_lines(self.model))

    def svg(self) -> str:
        """Return the grid; or the claim beside the graph that agrees as well."""
        model = self.model
        if model.mode == "answer":
            return swap_svg(*_swap(model))
        shown = _revealed(model)
        if shown is None:
            return grid_svg(grid(model.adversary))
        said = verdict_words(model.adversary, shown)
        return side_by_side(verdict_drawings(shown), caption=said)


def _revealed(model: DuelModel) -> Any:
    return model.verdict if model.predictions.revealed else None


def _swap(model: DuelModel) -> tuple[Any, ...]:
    return model.space, model.algorithm, model.told, model.pending, model.predictions.answers


def _lines(model: DuelModel) -> list[str]:
    """Return what may be told now."""
    lines = [example_words(model.adversary.example), asked_words(model.adversary)]
    if not model.predictions.answers:
        return [*lines, RECORDED] if model.verdict is not None else lines
    lines.append(grid(model.adversary).words)
    shown = _revealed(model)
    return [*lines, verdict_words(model.adversary, shown)] if shown else lines


def _certificate_lines(model: DuelModel) -> list[str]:
    shown = _revealed(model)
    if shown is None:
        return []
    names = model.adversary.example.names
    rows = [certificate_row(names, shown.hidden, a) for a in model.adversary.answers]
    return [
        f"{question}: answered {given}, the graph says {said}: {why}."
        for question, given, said, why in rows
    ]
