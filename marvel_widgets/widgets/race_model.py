"""What the race app knows: a graph, a bet, the recorded runs, and what the clock shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

import traitlets

from marvel_widgets.teaching.race import PAPER_BUDGET, Given, Race, race
from marvel_widgets.teaching.race_bets import Bet, Graded, checked_bet, grade
from marvel_widgets.teaching.race_charts import Scale
from marvel_widgets.widgets.graph_model import GraphModel
from marvel_widgets.widgets.moving import Playing

TEST, DECISION = "test", "decision"
TROUBLES: Final = ("graph", "bet", "settings", "clock")


class RaceModel(Playing):
    """A race on a graph that may be edited, with a bet before it and a clock.

    Parameters
    ----------
    graph : GraphModel
    predict : bool
        Whether a bet, or a skip, comes before the race.
    answers : bool
        Whether the race is shown at all; False only collects bets.
    algorithms : iterable of str
    tick : int
    level, scale, boundaries : str
    budget : int
    bet : mapping, optional
        What `state` keeps of a bet.
    placed : bool
        Whether that bet is placed.

    Raises
    ------
    ValueError
        A setting makes no sense.

    Notes
    -----
    The runs are recorded when they are first looked at: after the bet. A failure leaves
    everything as it was and puts one sentence into `trouble`.
    """

    tick = traitlets.Int(0, help="What the clock shows, in CI tests.")
    level: Any = traitlets.Enum((TEST, DECISION), DECISION, help="How far a step goes.")
    scale: Any = traitlets.Enum(get_args(Scale), "log")
    boundaries: Any = traitlets.Enum(get_args(Given), "given")
    budget = traitlets.Int(PAPER_BUDGET)
    speed = traitlets.Float(4.0, min=0.01, help="Steps a second while the clock runs.")
    placed = traitlets.Bool(False, help="Whether the bet is placed, or was skipped.")
    trouble = traitlets.Unicode("")
    trouble_at = traitlets.Enum(TROUBLES, "graph")
    changed = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")

    def __init__(
        self,
        graph: GraphModel,
        *,
        predict: bool = True,
        answers: bool = True,
        algorithms: Any = (),
        tick: int = 0,
        level: str = DECISION,
        scale: str = "log",
        boundaries: str = "given",
        budget: int = PAPER_BUDGET,
        bet: Mapping[str, Any] | None = None,
        placed: bool = False,
    ) -> None:
        super().__init__()
        self.graph, self.predict, self.answers = graph, predict, answers
        self.algorithms = tuple(algorithms)
        self.bet = checked_bet(self.algorithms, **(bet or {}))
        # at once, so that a setting without sense is refused here
        self._race: Race | None = race(
            graph.dag, self.algorithms, boundaries=_given(boundaries), budget=budget
        )
        self.level, self.scale, self.boundaries = level, scale, boundaries
        self.budget, self.placed = budget, placed
        if self.revealed:
            self.tick = self._within(tick)
        graph.observe(lambda _: self._follow(), "dag")

    # -- the race --------------------------------------------------------------------------

    @property
    def revealed(self) -> bool:
        """Whether the race may be seen."""
        return self.answers and (self.placed or not self.predict) and bool(len(self.graph.dag))

    @property
    def race(self) -> Race | None:
        """The recorded runs; None while they may not be seen."""
        if not self.revealed:
            return None
        if self._race is None:
            self._race = race(
                self.graph.dag, self.algorithms, boundaries=self.boundaries, budget=self.budget
            )
        return self._race

    @property
    def finished(self) -> bool:
        """Whether the clock has reached the end."""
        race = self.race
        return race is not None and self.tick >= race.last

    @property
    def grades(self) -> tuple[Graded, ...]:
        """How the bet turned out; empty before the finish."""
        race = self.race
        return grade(self.bet, race) if race is not None and self.finished else ()

    def _follow(self) -> None:
        """Begin anew on an edited graph: the old bet was on another one."""
        self._begin_anew()
        self.changed += 1

    def _begin_anew(self, *, keep_bet: bool = False) -> None:
        self.pause()
        self._race = None
        self.trouble = ""
        self.tick = 0
        if not keep_bet:
            self.bet, self.placed = Bet(), False

    def set_boundaries(self, boundaries: str) -> None:
        """Race again, with the boundaries given or found; a bet is on one of the two."""
        if boundaries != self.boundaries:
            self.boundaries = _given(boundaries)
            self._begin_anew()
            self.changed += 1

    def set_budget(self, budget: int) -> bool:
        """Race again with another budget; the bet stands."""
        try:
            raced = race(self.graph.dag, self.algorithms, boundaries=self.boundaries, budget=budget)
        except ValueError as error:
            return self._refuse(str(error), "settings")
        self._begin_anew(keep_bet=True)
        self._race = raced
        self.budget = budget
        self.changed += 1
        return True

    def set_scale(self, scale: str) -> None:
        """Choose logarithmic or linear charts."""
        if scale != self.scale:
            self.scale = scale
            self.changed += 1

    def _refuse(self, said: str, where: str) -> bool:
        with self.hold_trait_notifications():
            self.trouble_at = where
            self.trouble = said
        return False

    # -- betting ---------------------------------------------------------------------------

    def place(self, winner: str = "", tests: Mapping[str, int] | None = None) -> bool:
        """Place a bet, before anything shows; afterwards it stands."""
        if self.placed:
            return False
        try:
            bet = checked_bet(self.algorithms, winner, tests or {})
        except ValueError as error:
            return self._refuse(str(error), "bet")
        if bet.is_empty:
            return self._refuse("Choose a winner or write a number, or skip the bet.", "bet")
        self._open(bet)
        return True

    def complain(self, said: str) -> None:
        """Say what is wrong with a bet that can't be read."""
        self._refuse(said, "bet")

    def skip(self) -> None:
        """Go on without a bet."""
        if not self.placed:
            self._open(Bet())

    def _open(self, bet: Bet) -> None:
        self.trouble = ""
        self.bet, self.placed = bet, True
        self.changed += 1

    # -- the clock -------------------------------------------------------------------------

    def _within(self, tick: int) -> int:
        race = self.race
        return 0 if race is None else max(0, min(int(tick), race.last))

    def seek(self, tick: int) -> None:
        """Set the clock; beyond the ends, to the end."""
        tick = self._within(tick)
        if tick != self.tick:
            self.tick = tick
            self.changed += 1

    def begin(self) -> None:
        """Go to the start."""
        self.seek(0)

    def finish(self) -> None:
        """Go to the finish."""
        race = self.race
        self.pause()
        self.seek(0 if race is None else race.last)

    def step(self) -> None:
        """Go on by one test, or to the next decision of the slowest."""
        race = self.race
        if race is not None:
            by_test = self.level == TEST
            self.seek(self.tick + 1 if by_test else race.next_decision(self.tick))

    def back(self) -> None:
        """Go back by one test, or to the decision of the slowest before."""
        race = self.race
        if race is not None:
            by_test = self.level == TEST
            self.seek(self.tick - 1 if by_test else race.previous_decision(self.tick))

    @property
    def at_end(self) -> bool:
        """Whether everybody is in, or there is no race yet."""
        return self.finished or self.race is None

    def play(self) -> None:
        """Let the clock run to the finish; needs a running event loop, as a notebook has."""
        if self.race is not None:
            super().play()

    def _cannot_play(self, said: str) -> None:
        self._refuse(said, "clock")

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        return {
            "graph": self.graph.state(),
            "tick": self.tick,
            "level": self.level,
            "scale": self.scale,
            "boundaries": self.boundaries,
            "budget": self.budget,
            "bet": {"winner": self.bet.winner, "tests": dict(self.bet.tests)},
            "placed": self.placed,
            "algorithms": list(self.algorithms),
        }


def _given(boundaries: Any) -> Given:
    if boundaries not in get_args(Given):
        msg = f"boundaries is 'given' or 'found', not {boundaries!r}"
        raise ValueError(msg)
    chosen: Given = boundaries
    return chosen
