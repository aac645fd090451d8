"""The player: step through a run forwards and backwards, one CI test at a time."""

from __future__ import annotations

from typing import Any

import ipywidgets as w

from marvel_widgets.algorithms.run import Trace
from marvel_widgets.teaching.drawing import Drawing, LegendEntry
from marvel_widgets.teaching.frames import Film, Frame, Level
from marvel_widgets.teaching.pictures import WIDEST
from marvel_widgets.teaching.state_token import from_token
from marvel_widgets.teaching.svg import legend_entries, legend_svg
from marvel_widgets.teaching.tables import counters_html, ledger_html
from marvel_widgets.teaching.twins import headline, svg_twin, text_twin
from marvel_widgets.widgets.closing import close_parts, close_whole
from marvel_widgets.widgets.controls import (
    WIDE,
    GraphChooser,
    Transport,
    TroubleLine,
    escaped,
)
from marvel_widgets.widgets.graph_view import GraphView
from marvel_widgets.widgets.options import OptionsRow
from marvel_widgets.widgets.panels import BatchPanel, CodePanel
from marvel_widgets.widgets.player_model import STEP_LIMIT, PlayerModel


class MarvelPlayer(w.VBox):
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

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        *,
        algorithm: str = "marvel",
        boundaries: Any = "found",
        level: Level = "decision",
        position: int = 0,
        step_limit: int = STEP_LIMIT,
        **options: Any,
    ) -> None:
        self.model = PlayerModel(
            source, algorithm=algorithm, boundaries=boundaries, step_limit=step_limit, **options
        )
        self.model.level = level
        self.model.seek(position)
        self.chooser = GraphChooser(self.model)
        self.options_row = OptionsRow(self.model)
        self.transport = Transport(self.model)
        self.sentence = w.HTML()
        self.views = w.HBox(layout=w.Layout(flex_flow="row wrap", flex="0 1 auto"))
        self.views.add_class("mw-views")
        self.legend = w.HTML()
        self._legend_shown: tuple[tuple[LegendEntry, ...], int] = ((), 0)
        pictures = w.VBox([self.views, self.legend], layout=w.Layout(flex="0 1 auto"))
        self.code = CodePanel(self.model)
        self.counters, self.ledger_table = w.HTML(), w.HTML()
        self.batch = BatchPanel(self.model)
        self.token_field = w.Text(
            description="State token",
            continuous_update=False,
            style=WIDE,
            layout=w.Layout(width="min(560px, 95%)"),
        )
        self.trouble = TroubleLine(self.model, "option", "token")
        self._token_shown = ""
        self._film: Film | None = None
        self._graphs: list[tuple[GraphView, w.HTML]] = []
        self.details = w.Accordion(
            [
                self.counters,
                self.ledger_table,
                w.VBox([self.options_row, self.token_field, self.trouble]),
            ],
            titles=("Counts", "Ledger of tests", "Options and state token"),
            selected_index=0,
        )
        super().__init__(
            [
                self.chooser,
                self.batch,
                self.transport,
                self.sentence,
                w.HBox([pictures, self.code], layout=w.Layout(flex_flow="row wrap", width="100%")),
                self.details,
            ]
        )
        self.add_class("mw-app").add_class("mw-player")
        self.model.observe(lambda _: self._show(), ["loaded", "position"])
        self.model.observe(lambda _: self._show_details(), "level")
        self.details.observe(lambda _: self._show_details(), "selected_index")
        self.token_field.observe(lambda change: self._take_token(change.new), "value")
        self._show()

    @classmethod
    def from_token(cls, token: str) -> MarvelPlayer:
        """Return a player in the state of a token.

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
            close_parts(self)
        super().close()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        bundle["text/plain"] = self.text()
        picture = self.svg()
        if picture:
            bundle["image/svg+xml"] = picture
        return bundle

    # -- showing ---------------------------------------------------------------------------

    def _show_run(self) -> None:
        """Build the views of a new run; the old ones are closed, not changed."""
        frame = self.model.frame
        old = self.views.children
        drawings = self._drawings(frame)
        self._graphs = [self._new_view(drawing) for drawing in drawings]
        self.views.children = [
            _framed(view, alt, drawing.title)
            for (view, alt), drawing in zip(self._graphs, drawings, strict=True)
        ]
        for framed in old:
            close_whole(framed)
        self.transport.show_run()
        self.code.show_run()

    def _drawings(self, frame: Frame) -> list[Drawing]:
        scene = self.model.scene
        if scene is None:
            return []
        return [d for d in (scene.true_drawing(frame), scene.learned_drawing(frame)) if d]

    def _new_view(self, drawing: Drawing) -> tuple[GraphView, w.HTML]:
        scene = self.model.scene
        assert scene is not None  # there is a drawing
        learned = drawing.title.startswith("Learned")
        more = scene.all_learned_edges() if learned else ()
        return GraphView(drawing, more, scene.removal_notes()), w.HTML()

    def _show_legend(self, drawings: list[Drawing]) -> None:
        # no wider than one picture: it would be shrunk where the two stand below each other
        width = min(WIDEST, sum(drawing.width for drawing in drawings))
        shown = legend_entries(drawings), width
        if shown != self._legend_shown:
            self._legend_shown = shown
            self.legend.value = legend_svg(drawings, width=width)

    def _show(self) -> None:
        model = self.model
        if self._film is not model.film:  # whichever trait told of the new run first
            self._film = model.film
            self._show_run()
        frame = model.frame
        drawings = self._drawings(frame)
        for (view, alt), drawing in zip(self._graphs, drawings, strict=True):
            view.show(drawing)
            alt.value = f'<div class="mw-sr">{escaped(drawing.description)}</div>'
        self._show_legend(drawings)
        where = headline(model.film, frame)
        said = frame.explanation
        self.sentence.value = (
            f'<div class="mw-sentence" role="status" aria-live="polite">{escaped(said.text)}'
            f'<div class="mw-place">{escaped(where)} · line {said.line}, '
            f"{escaped(str(said.item))}</div></div>"
        )
        self.transport.show(where)
        self.code.light(said.line)
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


def _framed(view: GraphView, alt: w.HTML, title: str) -> w.VBox:
    heading = w.HTML(f'<div class="mw-view-title">{escaped(title)}</div>')
    framed = w.VBox([heading, view, alt])
    framed.add_class("mw-view")
    return framed
