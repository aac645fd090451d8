"""What the player knows and does, without anything on a screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import traitlets

from marvel_widgets.algorithms.events import Removed
from marvel_widgets.algorithms.registry import options_of, record, start
from marvel_widgets.algorithms.run import Result
from marvel_widgets.graphs import formats, networks
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import GraphError
from marvel_widgets.graphs.gallery import gallery
from marvel_widgets.independence.counting import BudgetExceededError
from marvel_widgets.independence.given import as_ci_test
from marvel_widgets.independence.oracle import DSeparation
from marvel_widgets.independence.protocol import CITest
from marvel_widgets.teaching.frames import Film, Frame, Level
from marvel_widgets.teaching.pictures import Scene
from marvel_widgets.teaching.state_token import PlayerSettings, from_token, to_token
from marvel_widgets.teaching.wording import counted
from marvel_widgets.widgets.moving import Moving

# Beyond this a run is no longer something to step through.
STEP_LIMIT = 20_000
# Beyond this many variables a picture is no longer something to look at.
DRAW_LIMIT = 250
# A batch run gives way to clicks this often (seconds).
_SLICE = 0.05


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A recorded run with all that belongs to it, ready to be shown."""

    test: CITest
    dag: Dag | None
    film: Film
    scene: Scene | None
    algorithm: str
    boundaries: str | Mapping[Any, Any]
    options: dict[str, Any]
    too_long: bool


class PlayerModel(Moving):
    """The state of a player: a recorded run, a position in it, and how to move.

    Parameters
    ----------
    source : Dag, CITest or str
        The graph (or its text) or the test to run on.
    algorithm : str
    boundaries : {"found", "given"} or mapping
        Whether the run discovers the Markov boundaries by total conditioning, is given
        the true ones, or those of a mapping.
    step_limit : int
        How many CI tests a run may have to be stepped through.
    **options
        As the algorithm takes them.

    Notes
    -----
    A failure leaves everything as it was and puts one sentence into `trouble`.
    """

    trouble = traitlets.Unicode("", help="What was wrong with the last input; empty if nothing.")
    trouble_at = traitlets.Enum(
        ("graph", "option", "token"), "graph", help="Which input it was; where to say it."
    )
    film: Film
    notice = traitlets.Unicode("", help="What the learner should know of the run.")
    loaded = traitlets.Int(0, help="Counts the runs; changes when a new one is there.")
    too_long = traitlets.Bool(False, help="Whether only the beginning can be stepped through.")
    batch_done = traitlets.Int(0, help="Variables removed by the batch run.")
    batch_running = traitlets.Bool(False)

    def __init__(
        self,
        source: Any,
        *,
        algorithm: str = "marvel",
        boundaries: str | Mapping[Any, Any] = "found",
        step_limit: int = STEP_LIMIT,
        **options: Any,
    ) -> None:
        super().__init__()
        self.algorithm = algorithm
        self.boundaries = boundaries
        self.step_limit = step_limit
        self.options = options
        self._wishes: dict[str, Any] = {}
        self.batch_result: Result | None = None
        self._batch: asyncio.Task[None] | None = None
        test = as_ci_test(Dag(source) if isinstance(source, str) else source)
        self._install(self._record(test, algorithm, boundaries, options))

    # -- the run ---------------------------------------------------------------------------

    def _record(
        self,
        test: CITest,
        algorithm: str,
        boundaries: str | Mapping[Any, Any],
        options: Mapping[str, Any],
    ) -> _Recorded:
        """Record a run; nothing that is shown changes."""
        dag = test.dag if isinstance(test, DSeparation) else None
        if not test.names:
            msg = "the graph has no variables; write at least one, such as A -> B"
            raise GraphError(msg)
        if "budget" in options:
            msg = (
                "a player has no budget=; step_limit= says how many CI tests can be stepped through"
            )
            raise TypeError(msg)
        start_from = _start_boundaries(boundaries, dag)
        if dag is not None and _are_true(boundaries, dag):
            boundaries = "given"
        too_long = False
        try:
            trace = record(algorithm, test, start_from, budget=self.step_limit, **options)
        except BudgetExceededError as error:
            trace, too_long = error.partial, True
        film = Film(trace, dag)
        scene = Scene(film) if len(test.names) <= DRAW_LIMIT else None
        return _Recorded(test, dag, film, scene, algorithm, boundaries, dict(options), too_long)

    def _install(self, run: _Recorded, level: Level | None = None, position: int = 0) -> None:
        """Show a run from a position on; whoever is told finds it all in place."""
        self.pause()
        self.cancel_batch()
        self.test, self.dag, self.film, self.scene = run.test, run.dag, run.film, run.scene
        self.algorithm, self.boundaries, self.options = run.algorithm, run.boundaries, run.options
        self._wishes = {**self._wishes, **run.options}
        self.batch_result = None
        with self.hold_trait_notifications():
            self.too_long = run.too_long
            self.notice = self._notice(run)
            self.trouble = ""
            self.batch_done = 0
            self.level = level or self.level
            self.seek(position)
            self.loaded += 1

    def _notice(self, run: _Recorded) -> str:
        said = []
        if run.scene is None:
            said.append(
                f"{counted(len(run.test.names), 'variable')} are too many to draw; the words "
                "below tell every step."
            )
        if run.too_long:
            said.append(
                f"This run needs more than {counted(self.step_limit, 'CI test')}: too many to "
                f"step through. You can step through the first {self.step_limit:,}, or let it "
                "run to its end and see the result."
            )
        return " ".join(said)

    def _try(self, made: Callable[[], _Recorded], where: str = "graph") -> bool:
        """Show a run that bad input may keep from being made; then say so and change nothing."""
        try:
            run = made()
        except (ValueError, TypeError) as error:
            self._refuse(str(error), where)
            return False
        self._install(run)
        return True

    def _refuse(self, said: str, where: str = "graph") -> None:
        with self.hold_trait_notifications():
            self.trouble_at = where
            self.trouble = said

    def _on(self, dag: Dag) -> _Recorded:
        """Record the present algorithm on another graph."""
        # boundaries of the old graph say nothing about the new one
        boundaries = self.boundaries if isinstance(self.boundaries, str) else "found"
        return self._record(DSeparation(dag), self.algorithm, boundaries, self.options)

    def load_dag(self, dag: Dag) -> bool:
        """Run on another graph; return whether it worked."""
        return self._try(lambda: self._on(dag))

    def load_text(self, text: str) -> bool:
        """Run on the graph of a text: ours, DAGitty, DOT, BIF or GraphML."""
        if not text.strip():
            self._refuse("the field is empty; write a graph such as X -> Y <- T")
            return False
        return self._try(lambda: self._on(formats.detect(text)))

    def load_named(self, kind: str, name: str) -> bool:
        """Run on a graph of the ``"gallery"`` or a real ``"network"``."""
        source = {"gallery": gallery.__getitem__, "network": networks.load}[kind]
        return self._try(lambda: self._on(source(name)))

    def load_random(self, p: int, max_in_degree: int, seed: int) -> bool:
        """Run on a random graph of fixed maximum in-degree, the same for the same seed."""

        def made() -> _Recorded:
            drawn = Dag.random_fixed_in_degree(p, max_in_degree, Random(seed))
            names = [f"V{i}" for i in range(p)]
            return self._on(Dag.from_parent_masks(drawn.parent_masks, names))

        return self._try(made)

    def load_token(self, token: str) -> bool:
        """Go where a state token points."""
        try:
            settings = from_token(token)
            options = dict(settings.options)
            boundaries = options.pop("boundaries", "found")
            run = self._record(DSeparation(settings.dag), settings.algorithm, boundaries, options)
        except (ValueError, TypeError) as error:
            self._refuse(str(error), "token")
            return False
        self._install(run, settings.level, settings.position)
        return True

    def set_option(self, name: str, value: Any) -> bool:
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

        def made() -> _Recorded:
            names = (*options_of(algorithm), name)  # an unknown name is to be refused
            options = {k: wishes[k] for k in names if k in wishes}
            return self._record(self.test, algorithm, boundaries, options)

        return self._try(made, "option")

    @property
    def token(self) -> str:
        """The present state as a string; empty where the graph is not known."""
        if self.dag is None:
            return ""
        options = dict(self.options)
        given = _start_boundaries(self.boundaries, self.dag)
        if given is not None:
            options["boundaries"] = {str(x): sorted(map(str, given[x])) for x in given}
        settings = PlayerSettings(self.dag, self.algorithm, options, self.level, self.position)
        return to_token(settings)

    def state(self) -> dict[str, str]:
        """Return what a token keeps: the player's own, which is a token already."""
        return {"player": self.token}

    @property
    def frame(self) -> Frame:
        """What is on the present position."""
        return self.film.frame(self.position)

    # -- moving ----------------------------------------------------------------------------

    def go_to_line(self, line: int) -> bool:
        """Go to the next event of a line of the pseudo-code; return whether there is one."""
        position = self.film.next_of_line(self.position, line)
        if position is not None:
            self.seek(position)
        return position is not None

    def _cannot_play(self, said: str) -> None:
        self._refuse(said)

    # -- runs too long for stepping ----------------------------------------------------------

    def run_batch(self) -> None:
        """Run to the end without recording, giving way to clicks; `cancel_batch` stops it.

        Without an event loop it runs to its end at once.
        """
        if self.batch_running:
            return
        self.batch_result = None
        self.batch_done = 0
        work = self._batch_work()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            asyncio.run(work)
        else:
            self.batch_running = True
            self._batch = loop.create_task(work)

    async def _batch_work(self) -> None:
        self.batch_running = True
        loop = asyncio.get_running_loop()
        try:
            given = _start_boundaries(self.boundaries, self.dag)
            run = start(self.algorithm, self.test, given, **self.options)
            give_way = loop.time() + _SLICE
            removed = 0
            for event in run.events():
                removed += isinstance(event, Removed)
                if loop.time() >= give_way:
                    self.batch_done = removed
                    await asyncio.sleep(0)
                    give_way = loop.time() + _SLICE
        except asyncio.CancelledError:
            return  # whoever cancelled has said so, and may have begun another run
        except Exception:
            self.batch_running = False
            raise
        self.batch_result = run.result()
        self.batch_done = removed
        self.batch_running = False

    def cancel_batch(self) -> None:
        """Stop the batch run; what it had found is dropped."""
        if self._batch is not None:
            self._batch.cancel()
            self._batch = None
        self.batch_running = False


def _start_boundaries(
    boundaries: str | Mapping[Any, Any], dag: Dag | None
) -> Mapping[Any, Any] | None:
    """Return what the algorithm takes as its boundaries."""
    if isinstance(boundaries, Mapping):
        return boundaries
    if boundaries == "found":
        return None
    if boundaries != "given":
        msg = f"boundaries is 'found', 'given' or a mapping, not {boundaries!r}"
        raise ValueError(msg)
    if dag is None:
        msg = "the true boundaries are not known from data; give a mapping, or 'found'"
        raise ValueError(msg)
    return {name: dag.markov_boundary(name) for name in dag.nodes}


def _are_true(boundaries: str | Mapping[Any, Any], dag: Dag) -> bool:
    """Return whether a mapping gives the true boundaries, as that of a token may."""
    return isinstance(boundaries, Mapping) and all(
        set(boundaries.get(name, ())) == dag.markov_boundary(name) for name in dag.nodes
    )
