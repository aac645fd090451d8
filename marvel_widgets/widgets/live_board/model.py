"""What the live board knows: a graph, the survey of it, the one before, and a goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any, Final

import traitlets

from marvel_widgets.core.algorithms.marvel import MARVEL
from marvel_widgets.core.algorithms.registry import described_as
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.independence.coercion import check_choice
from marvel_widgets.lessons.living_graph.words import GOALS, Progress, change_question
from marvel_widgets.theory.graph_survey import Survey, survey, survey_steps
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import AsksOnGraph
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.live_board import LENS_NAMES, LensName

_SLICE: Final = 0.01  # seconds of work before the next edit is heard
_LATE: Final = 0.3  # seconds after which it is said that the work goes on


class LiveBoardModel(AsksOnGraph, k.Refusing):
    """A graph that is edited, and the newest survey of it.

    An edit starts the survey of the new graph and drops the one that still runs, so only the
    newest graph is computed to its end. Moving a variable computes nothing. `predictions` are
    those of the lens that shows, `own` what an edit asks.
    """

    lens: Any = traitlets.Enum(LENS_NAMES, "draw", help="What shows the graph.")
    chosen = traitlets.Unicode("", help="The subject: the variable that all lenses are about.")
    other = traitlets.Unicode("", help="The object: the second one of a pair; empty for none.")
    given: traitlets.Tuple = traitlets.Tuple((), help="What is given.")
    goal = traitlets.Unicode("", help="The goal that was chosen; empty for none.")
    at = traitlets.Int(0, help="The position of the run.")
    late = traitlets.Bool(False, help="Whether the survey of the newest graph takes its time.")
    error_field = traitlets.Unicode("goal")

    follows = ("dag",)

    def __init__(self, graph: GraphModel, predictions: k.Predictions, **state: Any) -> None:
        self.job = k.CooperativeJob()
        self.job.slice = _SLICE
        self.own = predictions
        super().__init__(graph, predictions, **state)

    def _set_up(
        self,
        chosen: str = "",
        goal: str = "",
        start: str = "",
        reached: Mapping[str, int] | None = None,
        lens: str = "draw",
        other: str = "",
        given: Iterable[str] = (),
        at: int = 0,
        algorithm: str = MARVEL.name,
    ) -> None:
        given = tuple(given)
        for name in (*([chosen] if chosen else []), *([other] if other else []), *given):
            self.dag.position(name)  # raises for an unknown name
        check_choice("lens", lens, LensName)
        found = {name: _count(n) for name, n in (reached or {}).items()}
        for name in (*found, *([goal] if goal else [])):
            if name not in GOALS:
                msg = f"unknown goal {shown(name)}; choose one of {', '.join(GOALS)}"
                raise ValueError(msg)
        self.algorithm = described_as(algorithm).name
        now = survey(self.dag) if len(self.dag) else None
        begins = now if now is not None and start == self.dag.to_text() else None
        first = begins or survey(Dag(start)) if goal else None
        self.job.forget()
        self.before: Survey | None = None
        self.survey: Survey | None = now
        self.start, self.reached = first, found
        with self.hold_trait_notifications():
            self.chosen, self.goal = chosen or self.anyone, goal
            self.own.ask(None)
            self.lens, self.at = lens, at
            self._pair(self.chosen, other, given)
            self.late, self.error = False, ""
            self.changed += 1

    @property
    def shown(self) -> Survey | None:
        """The newest survey with the chosen variable; None for no variables."""
        return self._about(self.survey)

    @property
    def shown_before(self) -> Survey | None:
        """The survey before the last edit, likewise."""
        return self._about(self.before)

    def _about(self, found: Survey | None) -> Survey | None:
        if found is None:
            return None
        return found.about(self.chosen if self.chosen in found.dag else None)

    @property
    def progress(self) -> Progress | None:
        """How near the graph is to the goal; None without a goal."""
        if self.start is None or self.survey is None or not self.goal:
            return None
        return GOALS[self.goal].progress(self.start, self.survey)

    # -- following the graph -----------------------------------------------------------------

    def _follow(self) -> None:
        """Survey an edited graph, in the place of any survey that still runs."""
        if not len(self.dag):
            self.job.forget()
            self._take(None)
            return
        self.job.cancel()
        self.job.start(self._steps(self.dag), self._take)

    def _steps(self, dag: Dag) -> Iterator[Survey | None]:
        late = monotonic() + _LATE
        for found in survey_steps(dag):
            if not self.late and monotonic() > late:
                self.late = True
            yield found

    def _take(self, found: Survey | None) -> None:
        """Show a survey; a goal that it reaches is noted."""
        self.before, self.survey = self.survey, found
        before = self.before
        self._note_progress()
        question = None
        if before is not None and found is not None:
            question = change_question(before, found)
        if question is not None and (progress := self.progress) is not None:
            question = replace(question, because=f"{question.because} {progress.words}")
        # first: what is asked must not be sent and then taken back; a lens asks its own question
        self.own.ask(question if self.lens == "draw" else None)
        with self.hold_trait_notifications():
            here = set(map(str, self.dag.nodes))
            self.chosen = self.chosen if self.chosen in here else self.anyone
            other, self.at = self.other if self.other in here else "", 0
            self._pair(self.chosen, other, here.intersection(self.given))
            self.late, self.error = False, ""
            self.changed += 1

    def _note_progress(self) -> None:
        progress = self.progress
        if progress is not None and progress.reached:
            best = self.reached.get(self.goal, progress.edits)
            self.reached = {**self.reached, self.goal: min(best, progress.edits)}

    # -- what the controls do ----------------------------------------------------------------

    def choose_lens(self, name: str) -> bool:
        """Look through another lens, unless a question is open; what is chosen goes along."""
        if name != self.lens:
            if self.predictions.on and not self.predictions.revealed:
                return self._refuse("Answer the question, or skip it, first.", "lens")
            with self.hold_trait_notifications():
                self.lens = name
                self.changed += 1
        return True

    @property
    def pair(self) -> tuple[str, str, tuple[str, ...]]:
        """Subject, object and given; while the subject has another role, it has only its own."""
        x, y = self.chosen, "" if self.other == self.chosen else self.other
        return x, y, tuple(name for name in self.given if name not in (x, y))

    def choose(self, x: str, other: str | None = None, given: Iterable[str] | None = None) -> None:
        """Choose another subject, object and conditioning set; no algorithm runs for it."""
        now = x, self.other if other is None else other, self.given if given is None else given
        if x in self.dag and now != (self.chosen, self.other, self.given):
            with self.hold_trait_notifications():
                self._pair(*now)
                self.changed += 1

    def _pair(self, x: str, other: str, given: Iterable[str]) -> None:
        taken = set(given)
        self.chosen, self.other = x, other
        self.given = tuple(name for name in self.dag.nodes if name in taken)

    def step(self, by: int) -> None:
        """Choose the next variable, or with -1 the one before."""
        names = self.dag.nodes
        if self.chosen in names:
            self.choose(str(names[(names.index(self.chosen) + by) % len(names)]))
        elif names:  # the chosen one was deleted, and the survey of what is left still runs
            self.choose(str(names[0]))

    def begin(self, name: str) -> bool:
        """Begin a goal at the present graph; one that is reached there already is refused."""
        if self.survey is None:
            return self._refuse("Add a variable first.", "goal")
        start = self.survey if self.survey.dag is self.dag else survey(self.dag)
        if why_not := GOALS[name].why_not(start):
            return self._refuse(why_not, "goal")
        self.start = start
        with self.hold_trait_notifications():
            self.goal, self.error = name, ""
            self.changed += 1
        return True

    def give_up(self) -> None:
        """Leave the goal."""
        self.start = None
        with self.hold_trait_notifications():
            self.goal, self.error = "", ""
            self.changed += 1

    def go_back(self) -> bool:
        """Return to the graph at which the goal began."""
        return self.start is not None and self.graph.load_text(self.start.dag.to_text())

    def state(self) -> dict[str, Any]:
        """Return what a token keeps; of the lenses only what was chosen."""
        plain = {"lens": "draw", "other": "", "given": [], "at": 0, "algorithm": MARVEL.name}
        return {k: v for k, v in super().state().items() if k not in plain or v != plain[k]}

    def _saved(self, name: str) -> Any:
        if name == "start":
            return "" if self.start is None else self.start.dag.to_text()
        return getattr(self, name)


def _count(number: object) -> int:
    """Return how many edges were changed for a goal, from a token."""
    if isinstance(number, int) and number >= 0:
        return int(number)
    msg = f"a number of edges must be a non-negative integer; got {shown(number)}"
    raise ValueError(msg)
