"""What the player knows and does, without anything on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import traitlets

from marvel_widgets.core.algorithms.description import Algorithm
from marvel_widgets.core.algorithms.events import Removed
from marvel_widgets.core.algorithms.own import OWN, Program
from marvel_widgets.core.algorithms.registry import options_of, record, start
from marvel_widgets.core.algorithms.run import Result
from marvel_widgets.core.boundary.boundary_input import Boundaries
from marvel_widgets.core.boundary.discovery import METHODS
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import as_ci_test
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.core.independence.protocol import CITest
from marvel_widgets.pictures.editor_positions import check_size
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.replay.film import Film, Frame, Level
from marvel_widgets.replay.run_pictures import RunPictures
from marvel_widgets.replay.state_token import PlayerSettings, from_token, to_token
from marvel_widgets.text import counted
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import ObservesGraph
from marvel_widgets.widgets.editor.model import GraphModel


def test_of(source: Any) -> CITest:
    """Return the CI test itself, or the oracle of a graph, in whatever form it comes."""
    try:
        return as_ci_test(source)
    except TypeError:
        if callable(source) and not hasattr(source, "nodes"):
            raise  # a function was meant, and as_ci_test says what it lacks
        return DSeparation(GraphModel(source).dag)


def start_boundaries(boundaries: Any, dag: Dag | None) -> Boundaries | None:
    """Return what the algorithm takes as its boundaries."""
    if isinstance(boundaries, Mapping) or boundaries in METHODS:
        return boundaries  # type: ignore[no-any-return]
    if boundaries == "found":
        return None
    if boundaries != "given":
        known = ", ".join(map(repr, ("found", "given", *METHODS)))
        msg = f"boundaries must be {known} or a mapping; got {shown(boundaries)}"
        raise ValueError(msg)
    if dag is None:
        msg = "the true boundaries are not known from data; give a mapping, or 'found'"
        raise ValueError(msg)
    return {name: dag.markov_boundary(name) for name in dag.nodes}


def are_true(boundaries: str | Mapping[Any, Any], dag: Dag) -> bool:
    """Return whether a mapping gives the true boundaries, as that of a token may."""
    return isinstance(boundaries, Mapping) and all(
        set(boundaries.get(name, ())) == dag.markov_boundary(name) for name in dag.nodes
    )


def fitting(options: Mapping[str, Any], names: Iterable[Any]) -> dict[str, Any]:
    """Return the options without an order of other variables than these."""
    here = set(names)
    return {k: v for k, v in options.items() if k != "order" or set(v or here) == here}


def written(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options as a token has them: an order by names, as the text of the graph."""
    return {k: [*map(str, v)] if k == "order" and v else v for k, v in options.items()}


def notice_words(test: CITest, drawn: bool, too_long: bool, limit: int) -> str:
    """Return what a learner should know of a run: that it is too large to draw, or to step."""
    lines = []
    if not drawn:
        lines.append(
            f"{counted(len(test.names), 'variable')} are too many to draw; the words "
            "below tell every step."
        )
    if too_long:
        lines.append(
            f"This run needs more than {counted(limit, 'CI test')}: too many to "
            f"step through. You can step through the first {limit:,}, or let it "
            "run to its end and see the result."
        )
    return " ".join(lines)


# Beyond this a run is no longer something to step through.
STEP_LIMIT = 20_000
# Beyond this many variables a picture is no longer something to look at.
DRAW_LIMIT = 250


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A recorded run with all that belongs to it, ready to be shown."""

    test: CITest
    dag: Dag | None
    film: Film
    pictures: RunPictures | None
    algorithm: str | Program | Algorithm
    boundaries: str | Mapping[Any, Any]
    options: dict[str, Any]
    too_long: bool


class PlayerModel(ObservesGraph, k.Moving):
    """The state of a player: a recorded run, a position in it, and how to move.

    A failure leaves the run as it was and puts one sentence into `error`. Every change of
    `graph` is a new run; of a test on data no graph is known, and `graph` is empty until
    there is one.
    """

    error_field = traitlets.Enum(
        ("graph", "option", "token", "transport"),
        "graph",
        help="Which input it was; where to say it.",
    )
    film: Film
    pictures: RunPictures | None
    notice = traitlets.Unicode("", help="What the learner should know of the run.")
    loaded = traitlets.Int(0, help="Counts the runs; changes when a new one is there.")
    too_long = traitlets.Bool(False, help="Whether only the beginning can be stepped through.")

    def __init__(
        self,
        source: Any,
        *,
        algorithm: str | Program | Algorithm = "marvel",
        boundaries: str | Mapping[Any, Any] = "found",
        step_limit: int = STEP_LIMIT,
        ahead: bool = True,
        **options: Any,
    ) -> None:
        super().__init__()
        self._ahead = ahead  # whether the numbers of the whole run may be told before its end
        self.algorithm = algorithm
        self.boundaries = boundaries
        self.step_limit = step_limit
        self.options = options
        self._pane: Pane = "wide"
        self._wishes: dict[str, Any] = {}
        self.asked: dict[int, tuple[str, str]] = {}  # the words and the sign of each such place
        self.batch_result: Result | None = None
        self.batch = k.CooperativeJob()  # its items are the variables removed
        self._shared = shared = isinstance(source, GraphModel)
        self.graph = source if shared else GraphModel()
        self._told = ""  # by the graph, of what it refused last
        self._sharing = False  # whether the graph is changed for a run that there is already
        test = DSeparation(source.dag) if shared else test_of(source)
        self._accept(self._record(test, algorithm, boundaries, options))
        if not shared:
            self._share()
        told = ("dag", "positions") if shared else ("dag",)
        self.subscriptions.observe(self.graph, self._hear_graph, told, throttled=True)
        self.subscriptions.observe(self.graph, self._hear_refusal, "error")

    # -- the run ---------------------------------------------------------------------------

    def _record(
        self,
        test: CITest,
        algorithm: str | Program | Algorithm,
        boundaries: str | Mapping[Any, Any],
        options: Mapping[str, Any],
    ) -> _Recorded:
        dag = test.dag if isinstance(test, DSeparation) else None
        if not test.names:
            msg = "the graph has no variables; write at least one, such as A -> B"
            raise GraphError(msg)
        check_size(len(test.names), dag.edge_count if dag else 0)  # before a run is recorded
        if "budget" in options:
            msg = (
                "a player has no budget=; step_limit= limits the CI tests that can be stepped "
                "through"
            )
            raise TypeError(msg)
        start_from = start_boundaries(boundaries, dag)
        if dag is not None and are_true(boundaries, dag):
            boundaries = "given"
        too_long = False
        try:
            trace = record(algorithm, test, start_from, budget=self.step_limit, **options)
        except BudgetExceededError as error:
            trace, too_long = error.partial, True
        film = Film(trace, dag, ahead=self._ahead)
        pictures = self._pictures(film) if len(test.names) <= DRAW_LIMIT else None
        return _Recorded(test, dag, film, pictures, algorithm, boundaries, dict(options), too_long)

    def _pictures(self, film: Film) -> RunPictures:
        """Return pictures of a run, on the places that a shared graph has."""
        places = self.graph.positions if self._shared else {}
        here = film.dag is not None and all(name in places for name in film.dag.nodes)
        stage = stage_of(film.dag, places) if film.dag is not None and here else None
        return RunPictures(film, stage=stage, pane=self._pane)

    def lay_out(self, pane: Pane) -> None:
        """Draw the run for another pane; the position stays."""
        self._pane = pane
        super().lay_out(pane)
        if not self._shared:
            self._move()

    def _move(self) -> None:
        if self.pictures is not None:
            self.pictures = self._pictures(self.film)
            self.loaded += 1

    def _accept(self, run: _Recorded, level: Level | None = None, position: int = 0) -> None:
        """Show a run from a position on; observers find everything in place."""
        self.pause()
        self.batch.forget()
        self.test, self.dag, self.film, self.pictures = run.test, run.dag, run.film, run.pictures
        self.algorithm, self.boundaries, self.options = run.algorithm, run.boundaries, run.options
        self._wishes = {**self._wishes, **run.options}
        name = run.film.context.name
        gone = [(at, str(name(x))) for at, x in run.film.removals()]
        # the first one written says what all of them are
        self._marks = [
            (at, f"{x} leaves", x if i else f"{x} leaves") for i, (at, x) in enumerate(gone)
        ]
        self.batch_result, self.waits, self.asked = None, None, {}
        with self.hold_trait_notifications():
            self.too_long = run.too_long
            self.notice = notice_words(
                run.test, run.pictures is not None, run.too_long, self.step_limit
            )
            self.error = self.graph.error = ""
            self.level = level or self.level
            self.seek(position)
            self.loaded += 1

    @k.refusing("graph")
    def _run_on(self, dag: Dag) -> _Recorded:
        """Record the present algorithm on another graph."""
        # boundaries of the old graph say nothing about the new one
        boundaries = self.boundaries if isinstance(self.boundaries, str) else "found"
        options = fitting(self.options, dag.nodes)
        return self._record(DSeparation(dag), self.algorithm, boundaries, options)

    # -- the graph -------------------------------------------------------------------------

    def _share(self) -> None:
        """Make the graph of the run the one that is edited."""
        if self.dag is not None:
            self._sharing = True  # no run on it
            try:
                self.graph.load(self.dag)
            finally:
                self._sharing = False

    def _hear_graph(self) -> None:
        if self._sharing:
            return
        if self._graph.dag is self.film.dag and not self.error:  # only the places are others
            self._move()
        else:
            self._run_on(self.graph.dag)

    def _hear_refusal(self) -> None:
        """Say beside the chooser what kept a graph from being loaded."""
        told, self._told = self._told, self.graph.error
        if self._told and self.graph.error_field == "load":
            self._refuse(self._told, "graph")
        elif told == self.error:
            self._refuse("", "graph")

    def load_token(self, token: str) -> bool:
        """Go where a state token points."""
        try:
            settings = from_token(token)
            options = dict(settings.options)
            boundaries = options.pop("boundaries", "found")
            run = self._record(DSeparation(settings.dag), settings.algorithm, boundaries, options)
        except (ValueError, TypeError) as error:
            return self._refuse(str(error), "token")
        self._accept(run, settings.level, settings.position)
        self._share()
        return True

    @k.refusing("option")
    def set_option(self, name: str, value: Any) -> _Recorded:
        """Run again on the same graph with one option changed.

        The name may be ``"algorithm"`` or ``"boundaries"`` as well. What was chosen for one
        algorithm is kept for others that take the same option, and for its return.
        """
        algorithm, boundaries, wishes = self.algorithm, self.boundaries, self._wishes
        if name == "algorithm":
            algorithm = value
        elif name == "boundaries":
            boundaries = value
        else:
            wishes = {**wishes, name: value}
        names = (*options_of(algorithm), name)  # an unknown name is to be refused
        options = fitting({k: wishes[k] for k in names if k in wishes}, self.test.names)
        return self._record(self.test, algorithm, boundaries, options)

    @property
    def token(self) -> str:
        """The present state as a string; empty where the graph is not known."""
        # a program is in no token
        if self.dag is None or self.film.context.algorithm == OWN:
            return ""
        options = written(self.options)
        given = start_boundaries(self.boundaries, self.dag)
        if isinstance(given, Mapping):
            options["boundaries"] = {str(x): sorted(map(str, given[x])) for x in given}
        elif given is not None:
            options["boundaries"] = given
        name = self.film.context.algorithm
        return to_token(PlayerSettings(self.dag, name, options, self.level, self.position))

    def state(self) -> dict[str, str]:
        """Return what a token keeps: the player's own, which is a token already."""
        return {"player": self.token}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go back to what `state` returned; a ValueError says what is wrong with it."""
        if not self.load_token(state["player"]):
            raise ValueError(self.error)

    @property
    def frame(self) -> Frame:
        """What is on the present position."""
        return self.film.frame(self.position)

    # -- moving ----------------------------------------------------------------------------

    @property
    def marks(self) -> list[tuple[int, str, str]]:
        """Where variables leave, and where a question is asked."""
        return sorted([*self._marks, *((at, *words) for at, words in self.asked.items())])

    def go_to_line(self, line: int) -> bool:
        """Go to the next event of a line of the pseudo-code; return whether there is one."""
        position = self.film.next_of_line(self.position, line)
        if position is not None:
            self.seek(position)
        return position is not None

    # -- runs too long for stepping ----------------------------------------------------------

    def run_batch(self) -> None:
        """Run to the end without recording, giving way to clicks; `batch.cancel` stops it.

        Without an event loop it runs to its end at once.
        """
        if self.batch.running:
            return
        self.batch_result = None
        given = start_boundaries(self.boundaries, self.dag)
        run = start(self.algorithm, self.test, given, budget=None, **self.options)
        removals = (event if isinstance(event, Removed) else None for event in run.events())

        def finish() -> None:
            self.batch_result = run.result()

        self.batch.start(removals, finish=finish)
