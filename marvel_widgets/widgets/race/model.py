"""What the race app knows: a graph, a bet, the recorded runs, and what the clock shows."""

from typing import Any, Final, get_args

import traitlets

from marvel_widgets.core.algorithms.registry import ALGORITHMS, DESCRIBED
from marvel_widgets.core.algorithms.rivals import Start
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.course.journal import BET, keep
from marvel_widgets.lessons.race import runs
from marvel_widgets.lessons.race.view import axis_end
from marvel_widgets.lessons.race.words import verdict_on
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import OnGraph
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit.moving import HasPositions

TEST, DECISION = "test", "decision"
ERROR_FIELDS: Final = ("graph", "settings", "transport")


class RaceModel(OnGraph, k.Moving):
    """A race on a graph that may be edited, with a bet before it and a clock.

    The runs are recorded when they are first looked at: after the bet. A position is what the
    clock shows, in CI tests. A failure leaves everything as it was and puts one sentence into
    `error`.
    """

    level: Any = traitlets.Enum((TEST, DECISION), DECISION, help="How far a step goes.")
    boundaries: Any = traitlets.Enum(get_args(runs.Given), "given")
    budget = traitlets.Int(runs.PAPER_BUDGET)
    start: Any = traitlets.Enum(get_args(Start), "moral")
    speed = traitlets.Float(4.0, min=0.01, help="Steps a second while the clock runs.")
    placed = traitlets.Bool(False, help="Whether the bet is placed, or was skipped.")
    error_field = traitlets.Enum(ERROR_FIELDS, "graph")

    def __init__(
        self, graph: GraphModel, *, predict: bool = True, answers: bool = True, **state: Any
    ) -> None:
        self.predict, self.answers = predict, answers
        super().__init__(graph, **state)

    def _set_up(
        self,
        tick: int = 0,
        level: str = DECISION,
        boundaries: str = "given",
        budget: int = runs.PAPER_BUDGET,
        bet: str = "",
        placed: bool = False,
        algorithms: Any = (),
        start: str = "moral",
    ) -> None:
        self.racing = tuple(algorithms)
        self.algorithms = tuple(runs.racer_name(each) for each in self.racing)
        self.bet = self._checked(bet)
        runs.check_race(self.graph.dag, self.racing, boundaries, budget, start)
        self._race: runs.Race | None = None
        self.stopped = ""
        self.level, self.boundaries = level, boundaries
        self.budget, self.placed, self.start = budget, placed, start
        self._reached = 0
        self.seek(tick)

    # -- the race --------------------------------------------------------------------------

    @property
    def revealed(self) -> bool:
        """Whether the race may be seen."""
        return self.answers and (self.placed or not self.predict) and bool(len(self.graph.dag))

    @property
    def race(self) -> runs.Race | None:
        """The recorded runs; None while they may not be seen, or where `stopped` says why."""
        if not self.revealed:
            return None
        if self._race is None and not self.stopped:
            try:
                self._race = runs.race(
                    self.graph.dag,
                    self.racing,
                    boundaries=self.boundaries,
                    budget=self.budget,
                    start=self.start,
                )
            except ValueError as error:  # a function of the learner's own, on this graph
                self.stopped = str(error)
        return self._race

    @property
    def film(self) -> HasPositions:
        """The race; without one there is nowhere to go."""
        return self.race or k.Ticks()

    @property
    def told(self) -> bool:
        """Whether the page may have the whole race: without a bet on it, or once all was seen."""
        over = not self.predict or self._reached >= self.film.last
        return self.race is not None and over

    def judged(self, tick: int) -> str:
        """Return what became of the bet; empty without one, and before the finish."""
        race = self.race
        return verdict_on(self.bet, race)[1] if self.bet and race and tick >= race.last else ""

    def _follow(self) -> None:
        """Start again on an edited graph: the old bet was on another one."""
        self._begin_anew()

    def _begin_anew(self, *, keep_bet: bool = False) -> None:
        self.pause()
        self._race, self.stopped = None, ""
        self._reached = 0
        with self.hold_trait_notifications():
            self.error = ""
            self.position = 0
            if not keep_bet:
                self.bet, self.placed = "", False
            self.changed += 1

    def set_boundaries(self, boundaries: str) -> None:
        """Race again, with another start; a bet is on one of them until the finish is seen."""
        if boundaries != self.boundaries:
            seen = self.predict and self.told
            self.boundaries = boundaries
            self._begin_anew(keep_bet=seen)
            if seen:
                self.end()

    def set_budget(self, budget: int) -> bool:
        """Race again with another budget; the bet is kept."""
        try:
            runs.check_budget(budget)
        except ValueError as error:
            return self._refuse(str(error), "settings")
        self.budget = budget
        self._begin_anew(keep_bet=True)
        return True

    # -- betting ---------------------------------------------------------------------------

    def place(self, winner: str) -> bool:
        """Bet on a racer, before anything shows; a bet can't be changed afterwards."""
        if self.placed:
            return False
        self._open(self._checked(winner))
        verdict = "recorded"
        if self.race is not None:
            verdict = "correct" if verdict_on(winner, self.race)[0] else "incorrect"
        keep(BET, self.graph.dag.to_text(), winner, verdict)
        return True

    def skip(self) -> None:
        """Go on without a bet."""
        if not self.placed:
            self._open("")

    def _checked(self, winner: str) -> str:
        if winner == "" or winner in self.algorithms:
            return winner
        msg = f"{shown(winner)} is not in this race of {', '.join(self.algorithms)}"
        raise ValueError(msg)

    def _open(self, bet: str) -> None:
        self.error = ""
        self.bet, self.placed = bet, True
        self.changed += 1

    # -- the clock -------------------------------------------------------------------------

    @property
    def offered(self) -> int:
        """The end of the clock, or of the lanes where it would reveal when the slowest is done."""
        return self.film.last if self.told else axis_end(self._reached)

    def seek(self, position: int) -> None:
        """Let the clock show a tick; beyond the ends, the end."""
        self._reached = max(self._reached, min(int(position), self.film.last))
        super().seek(position)

    def play(self) -> None:
        """Let the clock run to the finish; needs a running event loop, as a notebook has."""
        if self.race is not None:
            super().play()

    def state(self) -> dict[str, Any]:
        """Return what a token keeps; where PC starts only if it is chosen."""
        return {k: v for k, v in super().state().items() if (k, v) != ("start", "moral")}

    def _saved(self, name: str) -> Any:
        named = [each for each in self.algorithms if each in DESCRIBED]
        if name == "algorithms":  # a token holds no function: the others race without it
            return named or list(ALGORITHMS)
        if name == "bet":
            return self.bet if self.bet in named else ""
        return self.position if name == "tick" else getattr(self, name)
