"""The run of an algorithm on the graph of the board: a film on the board's own canvas."""

from collections.abc import Sequence
from typing import Any

from marvel_widgets.core.algorithms.marvel import MARVEL
from marvel_widgets.core.algorithms.registry import described_as, record
from marvel_widgets.core.algorithms.run import Trace
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.replay.film import Film
from marvel_widgets.theory.graph_survey import BUDGET, Survey
from marvel_widgets.widgets.kit.moving import Moving, Ticks


class RunModel(Moving):
    """A run as the bars count it, from the true boundaries or as published, and a position."""

    algorithm = MARVEL.name
    film: Any = Ticks()
    survey: Survey | None = None

    def load(self, found: Survey | None, at: int = 0) -> None:
        """Record the run on a surveyed graph, unless it is the one that is there."""
        if found is None:
            self.forget()
            return
        if self.survey is None or self.survey.dag is not found.dag:
            self.pause()
            self.survey, self.film = found, Film(self._trace(found.dag), found.dag)
            self.position = 0
        if at:
            self.seek(at)

    def forget(self) -> None:
        """Have no run."""
        self.pause()
        self.survey, self.film, self.position = None, Ticks(), 0

    @property
    def marks(self) -> Sequence[tuple[int, str] | tuple[int, str, str]]:
        """Where variables leave."""
        if not isinstance(self.film, Film):
            return ()
        name = self.film.context.name
        return [(at, f"{name(x)} leaves", str(name(x))) for at, x in self.film.removals()]

    def _trace(self, dag: Dag) -> Trace:
        """Return the run, or its beginning where it needs too many tests."""
        run = described_as(self.algorithm)
        needs = run.needs_boundaries(run.published)
        given = {x: dag.markov_boundary(x) for x in dag.nodes} if needs else None
        try:
            return record(run.name, dag, given, budget=BUDGET, **run.published)
        except BudgetExceededError as error:
            partial: Trace = error.partial
            return partial
