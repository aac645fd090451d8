"""The player: step through a run forwards and backwards, one CI test at a time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

import ipywidgets as w

from marvel_widgets.algorithms.run import Trace
from marvel_widgets.teaching.drawing import Drawing
from marvel_widgets.teaching.export import Filmstrip, export_run, filmstrip
from marvel_widgets.teaching.foretelling import next_question
from marvel_widgets.teaching.frames import Film, Frame, Level
from marvel_widgets.teaching.state_token import from_token
from marvel_widgets.teaching.tables import counters_html, ledger_html
from marvel_widgets.teaching.twins import headline, svg_twin, text_twin
from marvel_widgets.widgets.app import App
from marvel_widgets.widgets.controls import WIDE, GraphChooser, Transport, TroubleLine, escaped
from marvel_widgets.widgets.fold import Folds
from marvel_widgets.widgets.options import OptionsRow
from marvel_widgets.widgets.panels import BatchPanel, CodePanel
from marvel_widgets.widgets.picture import Picture
from marvel_widgets.widgets.player_editor import PlayerEditor
from marvel_widgets.widgets.player_model import STEP_LIMIT, PlayerModel
from marvel_widgets.widgets.predict import PredictBox, Predictions


class MarvelPlayer(App):
    """Step MARVEL, or one of its rivals, through a graph: the truth beside what is learned.

    Parameters
    ----------
    source : Dag, CITest or str
        The graph, its text, or any CI test (then no true graph is shown).
    algorithm : {"marvel", "pc", "grow_shrink", "collider_set", "mmpc"}
    boundaries : {"found", "given"} or mapping
        Whether the run finds the Markov boundaries itself, starts from the true ones, or
        from those of a mapping.
    level : {"test", "decision", "round"}
        How far a step goes.
    position : int
        Where to begin, from 0; see `seek`.
    step_limit : int
        How many CI tests a run may have to be stepped through whole.
    predict : bool
        Ask what the next step will show, before it shows.
    answers : bool
        Whether the answer to a prediction is told at once; the run itself shows it anyway.
    hide, lock : iterable of str
        Parts: "graph", "editor", "batch", "transport", "predict", "sentence", "pictures",
        "code", "details".
    big : bool
        For a projector.
    **options
        As the algorithm takes them: ``orientation="printed"``, ``bookkeeping="paper"``, ...

    Raises
    ------
    GraphError, ValueError, TypeError
        `source` or an option makes no sense. Once the player is on the screen, bad input
        is told in a sentence beside its field, and nothing is lost.

    Notes
    -----
    It starts paused. With the focus in the player: Space plays and pauses, the arrow keys
    step, Home and End go to the ends. Without a front end the cell shows an SVG and a text
    with the same content.

    Examples
    --------
    >>> player = MarvelPlayer("X -> Y <- T; Y -> Z")
    >>> player.step()
    >>> print(player.text().splitlines()[0])
    Position 4 of 50: decision, performed
    """

    kind = "player"
    label = "MARVEL player. Space plays, arrow keys step."
    model: PlayerModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        *,
        algorithm: str = "marvel",
        boundaries: Any = "found",
        level: Level = "decision",
        position: int = 0,
        step_limit: int = STEP_LIMIT,
        predict: bool = False,
        answers: bool = True,
        hide: Iterable[str] = (),
        lock: Iterable[str] = (),
        big: bool = False,
        **options: Any,
    ) -> None:
        model = PlayerModel(
            source, algorithm=algorithm, boundaries=boundaries, step_limit=step_limit, **options
        )
        model.level = level
        model.seek(position)
        self.predictions = Predictions(on=predict, answers=answers)
        self.chooser = GraphChooser(model)
        self.options_row = OptionsRow(model)
        self.transport = Transport(model, foretell=not predict)
        self.sentence = w.HTML()
        self.prediction = PredictBox(self.predictions)
        self.picture = Picture(on_pick=self.prediction.pick, big=big, plain_legend=True)
        self.code = CodePanel(model)
        self.counters, self.ledger_table = w.HTML(), w.HTML()
        self.batch = BatchPanel(model)
        self.token_field = w.Text(
            description="State token",
            continuous_update=False,
            style=WIDE,
            layout=w.Layout(width="min(560px, 95%)"),
        )
        self.trouble = TroubleLine(model, "option", "token")
        self._token_shown = ""
        self._film: Film | None = None
        self.details = Folds(
            {
                "Counts": self.counters,
                "Ledger of tests": self.ledger_table,
                "Options and state token": w.VBox(
                    [self.options_row, self.token_field, self.trouble]
                ),
            },
            selected_index=0,
        )
        super().__init__(
            {
                "graph": self.chooser,
                "editor": PlayerEditor(model, big=big),
                "batch": self.batch,
                "transport": self.transport,
                "predict": self.prediction,
                "sentence": self.sentence,
                "pictures": self.picture,
                "code": self.code,
                "details": self.details,
            },
            model=model,
            hide=hide,
            lock=lock,
            big=big,
            beside=("pictures", "code"),
        )
        self.add_class("mw-player")
        model.observe(lambda _: self._show(), ["loaded", "position"])
        model.observe(lambda _: self._show_level(), "level")
        self.details.observe(lambda _: self._show_details(), "selected_index")
        self.token_field.observe(lambda change: self._take_token(change.new), "value")
        self._show()

    @classmethod
    def from_token(cls, token: str, **teacher: Any) -> Self:
        """Return a player in the state of a token.

        Parameters
        ----------
        token : str
        **teacher
            The other arguments, such as ``big=True``.

        Raises
        ------
        ValueError
            The token is damaged; the message says how.

        Examples
        --------
        >>> token = MarvelPlayer("A -> B", position=3).token
        >>> MarvelPlayer.from_token(token).model.position
        3
        """
        settings = from_token(token)
        return cls(
            settings.dag,
            algorithm=settings.algorithm,
            level=settings.level,
            position=settings.position,
            **settings.options,
            **teacher,
        )

    # -- moving: what the controls do, for use in a cell -----------------------------------

    def step(self) -> None:
        """Go on by one test, decision or round."""
        self.model.step()

    def back(self) -> None:
        """Go back by one test, decision or round."""
        self.model.back()

    def begin(self) -> None:
        """Go to the beginning."""
        self.model.begin()

    def end(self) -> None:
        """Go to the end."""
        self.model.end()

    def seek(self, position: int) -> None:
        """Go to a position, from 0 to ``player.model.film.last``."""
        self.model.seek(position)

    @property
    def trace(self) -> Trace:
        """The recorded run; ``player.trace.ledger()`` has all its tests as a table."""
        return self.model.film.trace

    @property
    def token(self) -> str:
        """The present state as a string for `from_token`; empty for a test on data."""
        return self.model.token

    # -- taking it along -------------------------------------------------------------------

    def export_run(self, path: str | Path, *, title: str = "", level: Level = "test") -> Path:
        """Write the run as a page that steps it in any browser; see `marvel_widgets.export_run`."""
        return export_run(path, self.model.film, title=title, level=level)

    def filmstrip(self, positions: Iterable[int] | None = None, *, columns: int = 3) -> Filmstrip:
        """Return pictures of the run in rows, for print; see `marvel_widgets.filmstrip`."""
        return filmstrip(self.model.film, positions, columns=columns)

    # -- twins -----------------------------------------------------------------------------

    def text(self) -> str:
        """Return the present state as text."""
        return text_twin(self.model.film, self.model.frame)

    def svg(self) -> str:
        """Return the present state as SVG; empty where there are too many variables to draw."""
        scene = self.model.scene
        return "" if scene is None else svg_twin(scene, self.model.frame)

    def close(self) -> None:
        """Stop what runs and close the player and everything in it."""
        if self.comm is not None:  # is None after a constructor that failed, and when closed
            self.model.pause()
            self.model.cancel_batch()
        super().close()

    # -- showing ---------------------------------------------------------------------------

    def _show_run(self) -> None:
        """Build the views of a new run; the old ones are closed, not changed."""
        drawings = self._drawings(self.model.frame)
        scene = self.model.scene
        if scene is None:
            self.picture.stage()
        else:
            later = [() for _ in drawings[:-1]]  # the learned graph is the last
            self.picture.stage(
                *drawings, more=[*later, scene.all_learned_edges()], notes=scene.removal_notes()
            )
        self.transport.show_run()
        self.code.show_run()

    def _drawings(self, frame: Frame) -> list[Drawing]:
        scene = self.model.scene
        if scene is None:
            return []
        return [d for d in (scene.true_drawing(frame), scene.learned_drawing(frame)) if d]

    def _show(self) -> None:
        model = self.model
        if self._film is not model.film:  # whichever trait told of the new run first
            self._film = model.film
            self._show_run()
        frame = model.frame
        self.picture.show(*self._drawings(frame))
        where = headline(model.film, frame)
        said = frame.explanation
        self.sentence.value = (
            f'<div class="mw-sentence" role="status" aria-live="polite">{escaped(said.text)}'
            f'<div class="mw-place">{escaped(where)} · line {said.line}, '
            f"{escaped(str(said.item))}</div></div>"
        )
        self.transport.show(where)
        self.code.light(said.line)
        self._ask()
        self._show_details()

    def _ask(self) -> None:
        """Ask what the next step will show."""
        model = self.model
        if self.predictions.on:
            self.predictions.ask(next_question(model.film, model.position, model.level))

    def _show_level(self) -> None:
        self._ask()
        self._show_details()

    def _show_details(self) -> None:
        """Show the open pane; those that nobody sees are not worth the messages."""
        film, frame = self.model.film, self.model.frame
        match self.details.selected_index:
            case 0:
                self.counters.value = counters_html(film, frame)
            case 1:
                self.ledger_table.value = ledger_html(film, frame)
            case 2:
                self._token_shown = self.token
                self.token_field.value = self._token_shown

    def _take_token(self, token: str) -> None:
        if token and token != self._token_shown:
            self.model.load_token(token)
