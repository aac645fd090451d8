"""The player: step through a run forwards and backwards, one CI test at a time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.own import OWN, Program
from marvel_widgets.core.algorithms.registry import DESCRIBED, described_as, options_of
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.boundary.discovery import METHODS, fitting_method
from marvel_widgets.pictures.band import band_html
from marvel_widgets.replay import stage_words as say
from marvel_widgets.replay import static_views as views
from marvel_widgets.replay.export.filmstrip import Filmstrip, filmstrip
from marvel_widgets.replay.export.run_page import export_run
from marvel_widgets.replay.film import Film, Level
from marvel_widgets.replay.option_words import TITLES, algorithm_name, option_words
from marvel_widgets.replay.prediction_questions import next_question
from marvel_widgets.replay.presentation import Line, presentation_of
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.stage_layers import over_svg, under_svg
from marvel_widgets.replay.static_views import result_words
from marvel_widgets.text import escaped
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.loading import PASTED, LoadPanel
from marvel_widgets.widgets.editor.part import GraphPart
from marvel_widgets.widgets.kit import stock as w
from marvel_widgets.widgets.kit.collapsible import Collapsibles
from marvel_widgets.widgets.kit.settings import DEFAULTS, check_settings
from marvel_widgets.widgets.kit.widget_tree import close_tree
from marvel_widgets.widgets.player import PLAYER
from marvel_widgets.widgets.player.model import DRAW_LIMIT, STEP_LIMIT, PlayerModel
from marvel_widgets.widgets.player.telling import TellingQuestions


class OptionsRow(w.VBox):
    """Which algorithm runs, and how; each choice with a sentence on what it means."""

    def __init__(self, model: PlayerModel) -> None:
        self.model = model
        first = described_as(model.algorithm).name
        own = [OWN] if first == OWN else []
        self._own = model.algorithm  # to come back to
        self._given: tuple[Any, Any] = (None, None)  # a test and its mapping, to come back to
        choices: dict[str, Any] = {
            "algorithm": [(algorithm_name(name), name) for name in (*DESCRIBED, *own)],
            "boundaries": [],
        }
        for algorithm in DESCRIBED:
            for name, option in options_of(algorithm).items():
                if option.choices:
                    choices[name] = option.choices
        self.menus = {
            name: k.menu(TITLES[name], values, partial(self._set, name), flex="0 0 auto")
            for name, values in choices.items()
        }
        self.words = {name: self._sentence() for name in choices}
        self.rows = {name: self._row(name) for name in choices}
        super().__init__(list(self.rows.values()))
        k.follow(self._show, (model, ["loaded", "error"]))

    @staticmethod
    def _sentence() -> w.HTML:
        words = w.HTML(layout=w.layout(flex="1 1 300px", min_width="200px"))
        words.add_class("mw-option-words")
        return words

    def _row(self, name: str) -> w.HBox:
        layout = w.layout(flex_flow="row wrap", align_items="center", width="100%")
        return w.HBox([self.menus[name], self.words[name]], layout=layout)

    def _chosen(self) -> dict[str, str]:
        """Return how the present run was made; what its algorithm does not take is left out."""
        model = self.model
        source = model.boundaries if isinstance(model.boundaries, str) else "mapping"
        source = "found" if source == fitting_method(model.test) else source
        chosen = {"algorithm": described_as(model.algorithm).name, "boundaries": source}
        used = model.film.trace.result.options
        chosen |= {n: used[n] for n, o in options_of(model.algorithm).items() if o.choices}
        if not described_as(model.algorithm).needs_boundaries(chosen):
            del chosen["boundaries"]
        return chosen

    def _sources(self) -> list[tuple[str, str]]:
        model = self.model
        fitting = fitting_method(model.test)
        methods = [m for m in METHODS if model.dag is None or m in (fitting, model.boundaries)]
        sources: list[tuple[str, str]] = [
            (f"found by {presentation_of(m).source.name}", "found" if m == fitting else m)
            for m in methods
        ]
        if model.dag is not None:
            sources.append(("the true ones", "given"))
        if not isinstance(model.boundaries, str):
            self._given = (model.test, model.boundaries)
        if self._given[0] is model.test:
            sources.append(("given by you", "mapping"))
        return sources

    def _show(self) -> None:
        """Show how the present run was made; a choice that failed goes back."""
        chosen, sources = self._chosen(), self._sources()
        k.put(self.menus["boundaries"], options=sources)
        for name, offered in self.menus.items():
            w.show_if(self.rows[name], name in chosen)
            if name in chosen:
                k.put(offered, value=chosen[name])
                self.words[name].value = escaped(self._words(name, chosen[name]))

    def _words(self, name: str, value: str) -> str:
        method = fitting_method(self.model.test) if value == "found" else value
        if method in METHODS and (value, method) != ("found", "tc"):
            return option_words("method", method)
        return option_words(name, value)

    def _set(self, name: str, choice: str | None) -> None:
        if choice is not None:
            kept = {"mapping": self._given[1], OWN: self._own}
            self.model.set_option(name, kept.get(choice, choice))


class CodePanel(w.VBox):
    """The pseudo-code: the current line lit, a click goes to the next event of a line."""

    def __init__(self, model: PlayerModel) -> None:
        self.model = model
        self.lines: dict[int, w.Button] = {}
        self._built: tuple[Any, ...] = ()
        super().__init__(layout=w.layout(flex="1 1 260px", min_width="240px"))

    def _build(self, lines: tuple[Line, ...]) -> None:
        """Make the lines of another algorithm; the old ones are closed."""
        old = list(self.lines.values())
        self.lines = {}
        for line in lines:
            tip = f"Go to the next event of line {line.number}"
            made = k.button(line.text, tip, partial(self.model.go_to_line, line.number))
            w.lay_out(made, padding=f"3px 6px 3px {8 + 16 * line.indent}px")
            made.add_class("mw-line")
            self.lines[line.number] = made
        self.children = tuple(self.lines.values())
        for each in old:
            close_tree(each)

    def show_run(self) -> None:
        """Show the lines of a run, worded as its options have it, and which it reaches."""
        film = self.model.film
        lines, reachable = film.pseudocode(), film.lines()
        # of an own program, what ran on this graph
        built = film.context.algorithm, *(line.number for line in lines)
        if built != self._built:
            self._built = built
            self._build(lines)
        for line in lines:
            words = f"{line.number:>2}  {line.text}"
            k.put(self.lines[line.number], description=words, off=line.number not in reachable)

    def lit(self, number: int) -> list[tuple[tuple[w.Widget, str], tuple[str, ...]]]:
        """Return the classes of every line while one is the current one."""
        return [
            ((line, "_dom_classes"), ("mw-line", "mw-lit") if each == number else ("mw-line",))
            for each, line in self.lines.items()
        ]


class BatchPanel(w.VBox):
    """What to do with a run too long for stepping: a batch run with progress and cancel."""

    def __init__(self, model: PlayerModel) -> None:
        self.model = model
        self.notice, self.outcome = w.HTML(), w.HTML()
        self.run = k.button("Run to the end", "Run without stepping", model.run_batch)
        self.cancel = k.button("Cancel", "Stop the batch run", model.batch.cancel)
        self.progress = w.IntProgress(0, min=0, max=1, description="removed", style=k.WIDE)
        wrap = w.layout(flex_flow="row wrap")
        self._row = w.HBox([self.run, self.cancel, self.progress], layout=wrap)
        super().__init__([self.notice, self._row, self.outcome])
        model.batch.observe(lambda change: setattr(self.progress, "value", change.new), "done")
        k.follow(self._show, (model, "loaded"), (model.batch, "running"))

    def _show(self) -> None:
        model = self.model
        w.show_if(self, model.notice)
        self.notice.value = f"<div>{escaped(model.notice)}</div>"
        removes = described_as(model.algorithm).removes
        k.put(self.progress, shown=removes, max=len(model.test.names))
        w.show_if(self._row, model.too_long)
        k.put(self.run, off=model.batch.running)
        k.put(self.cancel, off=not model.batch.running)
        result = model.batch_result
        text = "" if result is None else result_words(result, model.dag)
        self.outcome.value = f'<div role="status">{escaped(text)}</div>'


class MarvelPlayer(k.App):
    """Step MARVEL, or one of its rivals, through a graph: the truth beside what is learned.

    Parameters
    ----------
    source : Dag, CITest, str, GraphModel, or whatever Dag takes
        The graph, its text, or any CI test (then no true graph is shown).
    algorithm : str or function
        One of `algorithms`, or a function of your own, as `record` takes it.
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
        And what all apps take, see `AppSettings`: `predict` asks what the next step will show;
        `answers` says whether the answer is shown at once, the run itself shows it anyway. Parts:
        "graph", "editor", "said", "pictures", "batch", "predict", "transport", "near",
        "counts", "code", "details".

    Raises
    ------
    GraphError, ValueError, TypeError
        `source` or an option makes no sense. Once the player is on the screen, bad input
        is reported in a sentence beside its field, and nothing is lost.

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

    spec = PLAYER
    model: PlayerModel

    def __init__(
        self,
        source: Any = "X -> Y <- T; Y -> Z; X -> Z",
        *,
        algorithm: str | Program | Algorithm = "marvel",
        boundaries: Any = "found",
        level: Level = "decision",
        position: int = 0,
        step_limit: int = STEP_LIMIT,
        **options: Any,
    ) -> None:
        shared: Any = {name: options.pop(name) for name in DEFAULTS if name in options}
        check_settings(type(self), {*options} - {"budget"}, DEFAULTS, options_of(algorithm))
        self.read_settings(shared)
        big, predict = self.settings["big"], self.settings["predict"]
        model = PlayerModel(
            source,
            algorithm=algorithm,
            boundaries=boundaries,
            step_limit=step_limit,
            ahead=self.settings["answers"] and not predict,
            **options,
        )
        model.level = level
        model.seek(position)
        self.restored(model)
        self.telling = TellingQuestions(model, self.predictions) if predict == "telling" else None
        self.chooser = LoadPanel(model.graph, first=PASTED, most_drawn=DRAW_LIMIT)
        self.refusal = k.ErrorLine(model, "graph")
        self.editor = GraphPart(model.graph, big=big)
        self.options_row = OptionsRow(model)
        self.transport = k.Transport(model, mark_future=not predict)
        self.said, self.near, self.bars = w.HTML(), w.HTML(), w.HTML()
        self.prediction = k.PredictBox(self.predictions)
        self.picture = k.Picture(
            on_pick=self.prediction.pick, big=big, plain_legend=True, layered=True
        )
        self.code = CodePanel(model)
        self.counters, self.ledger_table = w.HTML(), w.HTML()
        self.batch = BatchPanel(model)
        broad = w.layout(width="min(560px, 95%)")
        self.token_field = w.Text(description="State token", layout=broad)
        self.error = k.ErrorLine(model, "option", "token")
        self._token_shown = ""
        self._shown: tuple[Film | None, RunPictures | None] = None, None
        self.run = k.ShownRun(model, self.transport, self._screen, self._said, self._draw)
        self.details = Collapsibles(
            {
                "Counts": self.counters,
                "Ledger of tests": self.ledger_table,
                "Options and state token": w.VBox([self.options_row, self.token_field, self.error]),
            }
        )
        super().__init__(
            {
                "graph": w.VBox([self.chooser, self.refusal]),
                "editor": self.editor,
                "batch": self.batch,
                "transport": self.transport,
                "predict": self.prediction,
                "said": self.said,
                "pictures": self.picture,
                "near": self.near,
                "counts": self.bars,
                "code": self.code,
                "details": self.details,
            },
            model=model,
        )
        self.add_class("mw-player")
        model.observe(lambda _: self._show(), ["loaded", "position"])
        model.observe(lambda _: self._show_level(), "level")
        self.predictions.observe(lambda _: self._answered(), "score")
        self.details.observe(lambda _: self._show_details(), "selected_index")
        self.token_field.observe(lambda change: self._take_token(change.new), "value")
        self._show()

    @classmethod
    def read_token(cls, token: str) -> dict[str, Any]:
        """Return the state in a token, which is the token itself: the player has its own kind.

        Examples
        --------
        >>> token = MarvelPlayer("A -> B", position=3).token
        >>> MarvelPlayer.from_token(token).model.position
        3
        """
        return {"player": token}

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
        return views.frame_text(self.model.film, self.model.frame)

    def svg(self) -> str:
        """Return the present state as SVG; empty where there are too many variables to draw."""
        pictures = self.model.pictures
        return "" if pictures is None else views.frame_svg(pictures, self.model.frame)

    def halt(self) -> None:
        """Stop what runs."""
        self.model.pause()
        self.model.batch.cancel()

    # -- showing ---------------------------------------------------------------------------

    def _show_run(self) -> None:
        """Build the view of a new run; the old view is closed, not changed."""
        model = self.model
        pictures = model.pictures
        if self.shell in self.children:  # not as a lens
            self.shell.title = model.film.context.algorithm.replace("_", " ").upper()
        if pictures is None:
            self.picture.stage()
        else:
            self.picture.stage(
                # with the edges and the badges just before the end, which has no badges any more
                pictures.stage_drawing(model.film.frame(max(0, model.film.last - 1))),
                more=[pictures.all_learned_edges()],
                notes=[pictures.removal_notes()],
                beside=pictures.true_graph_svg,
            )
        self.code.show_run()

    def _show(self) -> None:
        model = self.model
        run = model.film, model.pictures
        if self.telling is not None and self.telling.able:
            self.telling.follow()
        if self._shown != run:  # whichever trait told of the new run first
            self._shown = run
            self._show_run()
        self._ship()
        self.run.show(model.position)
        # of data there is no graph to edit
        w.show_if(self.editor, model.dag is not None)
        self._ask()
        self._show_details()

    def _screen(self, position: int) -> list[tuple[k.Target, Any]]:
        """Return all that a step changes on the screen, which kernel and page follow alike."""
        film, pictures = self.model.film, self.model.pictures
        frame = film.frame(position)
        found: list[tuple[k.Target, Any]] = [
            ((self.shell, "subtitle"), say.breadcrumb(film, frame)),
            ((self.shell, "count"), say.progress_words(film, frame)),
            ((self.near, "value"), say.code_html(film, frame)),
            ((self.bars, "value"), say.bars_html(film, frame)),
            *self.code.lit(frame.explanation.line),
        ]
        drawings = []
        if pictures is not None:
            drawing = pictures.stage_drawing(frame)
            layers = [layer(pictures, frame, drawing) for layer in (under_svg, over_svg)]
            drawings = [drawing]
            values = self.picture.values(drawing, layers=layers)
            found += zip(self.picture.targets, values, strict=True)
        return [*found, ((self.said, "value"), band_html(say.said_of(film, frame), *drawings))]

    def _draw(self, position: int) -> None:
        pictures = self.model.pictures
        if pictures is not None:
            self.picture.show(pictures.stage_drawing(self.model.film.frame(position)))

    def _said(self, position: int) -> str:
        return views.headline(self.model.film, self.model.film.frame(position))

    def _ask(self) -> None:
        model = self.model
        if self.predictions.on and not (self.telling is not None and self.telling.able):
            self.predictions.ask(next_question(model.film, model.position, model.level))

    def _ship(self) -> None:
        """Ship the run; where a step is asked about first, the page must not have what comes."""
        model = self.model
        tells = self.telling is not None and self.telling.able
        run = model.film, model.pictures, model.reach
        self.run.ship(run, openly=tells or not self.predictions.on)

    def _answered(self) -> None:
        """Let the run go on to the next question."""
        if self.telling is not None and self.telling.able:
            self.telling.hear()
            self._ship()
            self.run.show(self.model.position)

    def _show_level(self) -> None:
        self._show() if self.telling is not None else self._ask()
        self._show_details()

    def _show_details(self) -> None:
        """Show the open pane; closed ones are not worth the messages."""
        film, frame = self.model.film, self.model.frame
        match self.details.selected_index:
            case 0:
                self.counters.value = views.counters_html(film, frame)
            case 1:
                self.ledger_table.value = views.ledger_html(film, frame)
            case 2:
                self._token_shown = self.token
                self.token_field.value = self._token_shown

    def _take_token(self, token: str) -> None:
        if token and token != self._token_shown:
            self.model.load_token(token)
