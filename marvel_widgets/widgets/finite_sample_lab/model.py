"""What the finite-sample lab knows and does, without anything on a screen."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Final

import traitlets

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.lessons.finite_samples.paired_film import PairedFilm
from marvel_widgets.lessons.finite_samples.runs import Dials, OracleAndDataRuns, paired_runs
from marvel_widgets.lessons.finite_samples.words import answer_question, asked_tests, lost_question
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.replay.film import Level
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import AsksOnGraph
from marvel_widgets.widgets.editor.model import GraphModel

VIEWS: Final = ("Twin replay", "Your table")
MOST_VARIABLES: Final = 100
QUICK_TESTS: Final = 3_000  # of a data run: about 0.3 s with everything around it


class FiniteSampleModel(AsksOnGraph, k.Moving):
    """Twin runs and a position in them; or a table of the learner's own, at the same dials.

    A failure later on leaves everything as it was and puts a sentence into `error`.
    """

    film: PairedFilm
    view = traitlets.Enum(VIEWS, VIEWS[0])
    error_field = traitlets.Enum(("dials", "transport"), "dials")
    pending = traitlets.Bool(False, help="Whether changed dials wait for a click on Run.")
    loaded = traitlets.Int(0, help="Counts the runs.")

    follows = ("dag",)
    _pane: Pane = "wide"

    def __init__(self, graph: GraphModel, predictions: k.Predictions, **state: Any) -> None:
        self.job = k.CooperativeJob()  # resamples of the table
        super().__init__(graph, predictions, **state)
        self.observe(lambda _: self._ask(), "position")

    def _set_up(
        self,
        dials: Mapping[str, Any],
        position: int = 0,
        view: str = VIEWS[0],
        level: Level = "decision",
    ) -> None:
        self.view, self.level = view, level
        self.dials = Dials(**dials)
        try:
            runs = self._made(self.dials)
        except ValueError as error:
            if not self.loaded:
                raise
            # as where the graph was edited to what it is: runs of another, and why
            self._install(paired_runs(self.runs.dag, **dials))
            self._refuse(str(error), "dials")
        else:
            self._install(runs, position)

    def _follow(self) -> bool:
        return self.run()

    # -- the twin runs ---------------------------------------------------------------------

    def lay_out(self, pane: Pane) -> None:
        """Draw the runs for another pane; the position stays."""
        self._pane = pane
        super().lay_out(pane)
        self.film.lay_out(pane)
        self.loaded += 1

    def _made(self, dials: Dials) -> OracleAndDataRuns:
        p = len(self.graph.dag)
        if p > MOST_VARIABLES:
            msg = f"{p} variables are too many for the twin replay; it takes {MOST_VARIABLES}"
            raise ValueError(msg)
        return paired_runs(self.graph.dag, **asdict(dials))

    def _install(self, runs: OracleAndDataRuns, position: int = 0) -> None:
        self.pause()
        self.runs, self.film = runs, PairedFilm(runs, self._pane)
        self.asked = self._questions()
        with self.hold_trait_notifications():
            self.error = ""
            self.pending = False
            self.position = max(0, min(int(position), self.film.last))
            self.loaded += 1
        self._ask()

    def run(self) -> bool:
        """Run with the present dials and graph; return whether that worked."""
        try:
            runs = self._made(self.dials)
        except ValueError as error:
            self._refuse(str(error), "dials")
            return False
        self._install(runs)
        return True

    def choose(self, **dials: Any) -> bool:
        """Turn some of the dials; a quick run follows at once, others wait for `run`."""
        try:
            self.dials = replace(self.dials, **dials)
        except (ValueError, TypeError) as error:
            self._refuse(str(error), "dials")
            return False
        if len(self.runs.data.tests) > QUICK_TESTS:
            self.pending = True
            return True
        return self.run()

    # -- what may be told ------------------------------------------------------------------

    def _questions(self) -> dict[int, list[Question]]:
        """Return what is asked, by position: single answers, and what follows from a wrong one."""
        runs, film, key = self.runs, self.film, f"{self.runs.dag.to_text()}|{self.runs.dials}"
        asked = {
            film.data.position_of_test(judged.test.number): [answer_question(runs, judged, key)]
            for judged in asked_tests(runs)
        }
        last = max(asked, default=0) if film.flag is None else film.flag
        asked.setdefault(last, []).append(lost_question(runs, key))
        return asked

    def _open(self, at: int) -> list[Question]:
        here = self.asked.get(at, []) if self.predictions.on else []
        return [each for each in here if each.key not in self.predictions.given]

    def _ask(self) -> None:
        """Ask what is open here; what was answered here last, where nothing is."""
        here = [*self._open(self.position), *self.asked.get(self.position, [])[-1:], None]
        self.predictions.ask(here[0] if self.predictions.on else None)

    def seek(self, position: int) -> None:
        """Go to a position; on from here, to the next question that is open."""
        stops = [at for at in self.asked if at >= self.position and self._open(at)]
        target = min([position, *stops])
        if target == self.position:
            self._ask()
        super().seek(target)

    @property
    def halted(self) -> bool:
        """Whether there is no step from here: at the end, or before an answer."""
        return self.at_end or self.predictions.question in self._open(self.position)

    @property
    def revealed(self) -> bool:
        """Whether the truth may be shown at this position."""
        return self.predictions.revealed

    def flagged(self, position: int) -> bool:
        """Return whether the first wrong test may be pointed at: once the run has come to it."""
        flag = self.film.flag
        return self.revealed and flag is not None and position >= flag

    def ended(self, position: int) -> bool:
        """Return whether the end of the run may be shown: once it is reached."""
        return self.revealed and position >= self.film.data.last

    # -- moving ----------------------------------------------------------------------------

    @property
    def marks(self) -> list[tuple[int, str]]:
        """Removals and dead ends of the data run, and errors once the run has come to them."""
        return [
            (sign.position, sign.words)
            for sign in self.film.signs(revealed=self.flagged(self.position))
        ]

    def go_to_flag(self) -> None:
        """Go to the first wrong test; where there is none, to the end of the data run."""
        self.seek(self.film.data.last if self.film.flag is None else self.film.flag)

    def go_to_dead_end(self) -> None:
        """Go to the next dead end, after the last to the first; to the end where there is none."""
        places = [self.film.event_position(at) for at in self.runs.dead_ends]
        later = (at for at in places if at > self.position)
        self.seek(next(later, min(places, default=self.film.data.last)))

    def stop(self) -> None:
        """Stop everything that goes on by itself."""
        self.pause()
        self.job.cancel()

    def _saved(self, name: str) -> Any:
        """Return one field of the state: the dials of the runs shown, not the results of jobs."""
        if name == "dials":
            return self.runs.dials
        if name == "position" and self.runs.dag != self.graph.dag:
            return 0
        return getattr(self, name)
