"""What the removability lab knows: a graph, the variable under test, the page of the list."""

import traitlets

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.removability import view
from marvel_widgets.widgets.editor.app_state import AsksOnGraph

ROWS = 10  # of the list of changed d-separations


class RemovabilityModel(AsksOnGraph):
    """A variable of a graph that may be edited: is it removable?"""

    x = traitlets.Unicode("", help="The variable under test; empty in an empty graph.")
    first = traitlets.Int(0, help="The first row of the list that shows.")
    _report: tuple[Dag, view.DefinitionReport] | None = None

    def _set_up(self, x: str = "", first: int = 0) -> None:
        if x:
            self.dag.position(x)  # raises for an unknown name
        self._take(x or self._anyone(), max(0, first))

    @property
    def report(self) -> view.DefinitionReport | None:
        """What the definition says of the variable, worked out once; None if too large."""
        if not self.x or view.too_large_words(self.dag):
            return None
        if (
            self._report is None
            or self._report[0] is not self.dag
            or (self._report[1].variable != self.x)
        ):
            self._report = (self.dag, view.definition_report(self.dag, self.x))
        return self._report[1]

    @property
    def total(self) -> int:
        """How many d-separations change."""
        return 0 if self.report is None else len(self.report.changes)

    def _anyone(self) -> str:
        return str(next(iter(self.graph.dag.nodes), ""))

    def _follow(self) -> None:
        """Keep the variable where the edited graph still has it."""
        self._take(self.x if self.x in self.dag else self._anyone(), 0)

    def _take(self, x: str, first: int) -> None:
        with self.hold_trait_notifications():
            self.x, self.first = x, first
            # asked before anything shows: the answer would flash by
            self.predictions.ask(view.removability_question(self.dag, x) if x else None)
            self.changed += 1

    # -- what the controls do --------------------------------------------------------------

    def choose(self, x: str) -> None:
        """Put a variable under test."""
        if x in self.dag and x != self.x:
            self._take(x, 0)

    def step(self, by: int) -> None:
        """Put the next variable under test, or with -1 the one before."""
        names = self.dag.nodes
        if names:
            self._take(str(names[(names.index(self.x) + by) % len(names)]), 0)

    def turn(self, pages: int) -> None:
        """Turn pages of the list, up to its ends."""
        last = (self.total - 1) // ROWS * ROWS
        self._take(self.x, max(0, min(self.first + pages * ROWS, last)))

    def repair(self, tail: str, head: str) -> bool:
        """Add a missing edge; a cycle is refused by the graph, in its `error`."""
        return self.graph.add_edge(tail, head)
