"""What the boundary lab knows: a graph, a variable, and runs of discovery on one clock."""

from collections.abc import Iterable
from typing import Any, Literal, get_args

import traitlets

from marvel_widgets.core.boundary.discovery import METHODS, Method
from marvel_widgets.core.independence.coercion import as_ci_test, check_choice
from marvel_widgets.core.independence.oracle import DSeparation
from marvel_widgets.lessons.markov_boundary import view
from marvel_widgets.lessons.markov_boundary.lanes import CLOCKS, Clock, Lane, Lanes, boundary_lanes
from marvel_widgets.lessons.markov_boundary.steps import step_question
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import AsksOnGraph
from marvel_widgets.widgets.editor.model import GraphModel

Mode = Literal["read", "discover"]
MODES = get_args(Mode)


class BoundaryLabModel(AsksOnGraph, k.Moving):
    """Markov boundaries of a graph that may be edited: read from it, and discovered by tests.

    A position is a tick of the clock, and its level what one tick is.
    """

    x = traitlets.Unicode("")
    mode = traitlets.Enum(MODES, "read")
    methods: traitlets.Tuple = traitlets.Tuple()
    watch = traitlets.Unicode("", help="The method in the picture; empty for the first.")
    level: Any = traitlets.Enum(CLOCKS, "test", help="What one tick of the clock is.")
    error_field = traitlets.Enum(("methods", "transport"), "methods")

    reading: view.BoundaryReading | None = None

    def __init__(
        self,
        graph: GraphModel,
        predictions: k.Predictions,
        *,
        test: Any = None,
        seed: int = 0,
        **state: Any,
    ) -> None:
        self.seed = seed
        self.test = None if test is None else as_ci_test(test)
        super().__init__(graph, predictions, **state)

    def _set_up(
        self,
        x: str = "",
        mode: str = "read",
        methods: Iterable[Method] = METHODS,
        clock: Clock = "test",
        tick: int = 0,
        watch: str = "",
    ) -> None:
        self.stage: Stage = stage_of(self.dag, self.graph.positions)
        self._lanes: Lanes | None = None
        if x:
            self.dag.position(x)  # raises for an unknown name
        _check_methods(methods)
        check_choice("mode", mode, Mode)
        check_choice("clock", clock, Clock)
        if watch:
            check_choice("watch", watch, Method)
        self.set_trait("mode", mode)
        self.set_trait("methods", tuple(m for m in METHODS if m in set(methods)))
        self.set_trait("level", clock)
        self.set_trait("watch", watch)
        self.set_trait("x", x)
        self._read()
        self.position = 0 if mode == "read" and not tick else self._inside(tick)
        self._ask()

    # -- what there is ---------------------------------------------------------------------

    @property
    def lanes(self) -> Lanes | None:
        """The runs, made when first asked for; None where there is no variable."""
        if self._lanes is None and len(self.dag):
            test = DSeparation(self.dag) if self.test is None else self.test
            self._lanes = boundary_lanes(test, self.methods, self.dag)
        return self._lanes

    @property
    def watched(self) -> str:
        """The method whose sets the picture shows."""
        return self.watch if self.watch in self.methods else self.methods[0]

    @property
    def film(self) -> k.Ticks:
        """The ticks of the present clock."""
        return k.Ticks(0 if self.lanes is None else self.lanes.last(self.level))

    @property
    def waiting(self) -> bool:
        """Whether a question about the step just asked for is open: the step shows after it."""
        question = self.predictions.question
        return (
            self.mode == "discover"
            and self.predictions.on
            and question is not None
            and question.key not in self.predictions.given
        )

    @property
    def shown(self) -> int:
        """The tick that may be seen."""
        return self.position - 1 if self.waiting else self.position

    def now(self) -> tuple[Lane, ...]:
        """Return all lanes at the tick that may be seen."""
        return () if self.lanes is None else self.lanes.at(self.level, self.shown)

    def _read(self) -> None:
        self.reading = view.boundary_reading(self.dag, self.x) if self.x else None

    def _ask(self, question: Any = None) -> None:
        if self.mode == "read":
            question = view.boundary_question(self.dag, self.x, self.seed) if self.x else None
        self.predictions.ask(question)

    def _follow(self) -> None:
        """Apply an edit of the graph; runs start again, unless only places changed."""
        self.pause()
        self.stage = stage_of(self.dag, self.graph.positions)
        self._lanes = None
        with self.hold_trait_notifications():
            self.x = self.x if self.x in self.dag else ""
            self._read()
            self.position = 0
            self._ask()
            self.changed += 1

    def _move(self) -> None:
        self.stage = stage_of(self.dag, self.graph.positions)
        super()._move()

    # -- choosing --------------------------------------------------------------------------

    def choose(self, x: str) -> None:
        """Choose the variable; while discovering, go to where every method has settled it."""
        if x:
            self.dag.position(x)  # raises for an unknown name, before anything changes
        with self.hold_trait_notifications():
            self.x = x
            self._read()
            self._ask()
            lanes = self.lanes if self.mode == "discover" else None
            if x and lanes is not None and x in lanes.names:
                self.level = "variable"
                self.position = self._inside(lanes.settled(x))
            self.changed += 1

    def choose_mode(self, mode: str) -> None:
        """Go over to reading, or to discovering."""
        self.pause()
        with self.hold_trait_notifications():
            self.mode = mode
            self._ask()
            self.changed += 1

    def choose_methods(self, methods: Iterable[Method]) -> bool:
        """Choose the methods that run; return whether it worked. They keep their place."""
        chosen = tuple(method for method in METHODS if method in set(methods))
        try:
            _check_methods(chosen)
        except ValueError as error:
            return self._refuse(str(error), "methods")
        self.pause()
        self._lanes = None
        with self.hold_trait_notifications():
            self.methods, self.error = chosen, ""
            self._ask()
            self.position = self._inside(self.position)
            self.changed += 1
        return True

    def watch_method(self, method: Method) -> None:
        """Show the sets that another of the methods finds."""
        check_choice("watch", method, Method)
        with self.hold_trait_notifications():
            self.watch = method
            self.changed += 1

    def choose_level(self, level: Any) -> None:
        """Measure steps in tests, decisions or variables; the place is kept."""
        if level == self.level or self.lanes is None:
            return
        with self.hold_trait_notifications():
            position = self.lanes.converted(self.level, self.shown, level)
            self.level = level
            self.position = position
            self._ask()
            self.changed += 1

    # -- moving ----------------------------------------------------------------------------

    def _inside(self, tick: int) -> int:
        return max(0, min(int(tick), self.film.last))

    def seek(self, position: int) -> None:
        """Go to a tick; beyond the ends, to the end. Nothing is asked."""
        with self.hold_trait_notifications():
            self.position = self._inside(position)
            self._ask()
            self.changed += 1

    def step(self) -> None:
        """Go on by one tick; while predicting, the next CI test is asked about first."""
        if self.halted:
            return
        asks = self.predictions.on and self.level == "test"
        with self.hold_trait_notifications():
            lanes = self.lanes if asks else None
            question = lanes and step_question(lanes, self.position, self.watched)
            self.position += 1
            self._ask(question)
            self.changed += 1

    @property
    def halted(self) -> bool:
        """Whether playing stops here: at the end, or at a question."""
        return self.at_end or self.waiting

    def state(self) -> dict[str, Any]:
        """Return what a token keeps; the method of the picture only where one was chosen."""
        found = super().state()
        if not self.watch:
            del found["watch"]
        return found

    def _saved(self, name: str) -> Any:
        """Return one field of the state; a test on data is not in it."""
        return getattr(self, {"clock": "level", "tick": "shown"}.get(name, name))


def _check_methods(methods: Iterable[str]) -> None:
    chosen = list(methods)
    for method in chosen:
        check_choice("method", method, Method)
    if not chosen:
        msg = f"no method is chosen; choose at least one of {', '.join(METHODS)}"
        raise ValueError(msg)
