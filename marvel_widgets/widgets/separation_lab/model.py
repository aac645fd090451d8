"""The state of the d-separation lab: a graph, a question about it, and the path in focus."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import traitlets

from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.separation import view
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.widgets.editor.app_state import AsksOnGraph

ROLES = ("first", "second", "given")


class SeparationModel(AsksOnGraph):
    """A question "are x and y d-separated given S?" on a graph that may be edited."""

    x = traitlets.Unicode("")
    y = traitlets.Unicode("")
    given: traitlets.Tuple = traitlets.Tuple()
    path = traitlets.Int(0, help="The place of the marked path in the list.")
    role = traitlets.Enum(ROLES, "first", help="What a click on a variable chooses.")
    report: view.SeparationReport | None = None

    def _set_up(self, x: str = "", y: str = "", given: Iterable[str] = (), path: int = -1) -> None:
        dag, given = self.graph.dag, set(given)
        self.stage: Stage = stage_of(dag, self.graph.positions)
        for name in {x, y, *given} - {""}:
            dag.position(name)  # raises for an unknown name
        if x and (x == y or x in given or y in given):
            msg = (
                "x, y and given must not overlap; they are "
                f"{shown(x)}, {shown(y)} and {sorted(given)}"
            )
            raise ValueError(msg)
        self._take(x, y, given, path)
        self._go_on()

    def _go_on(self) -> None:
        """Let the next click choose what the question lacks."""
        self.role = "given" if self.x and self.y else "second" if self.x else "first"

    def _take(self, x: str, y: str, given: Iterable[Any], path: int = -1) -> None:
        """Set a question and work out its answer; observers find everything in place."""
        chosen = set(given) - {x, y}
        dag = self.graph.dag
        for name in {x, y, *chosen} - {""}:
            dag.position(name)  # raises for an unknown name, before anything changes
        self.report = view.separation_report(dag, x, y, chosen) if x and y else None
        paths = () if self.report is None else self.report.paths.paths
        if not 0 <= path < len(paths):  # the path that decides, where one does
            path = next((i for i, listed in enumerate(paths) if listed.is_open), 0)
        with self.hold_trait_notifications():
            self.x, self.y = x, y
            self.given = tuple(name for name in dag.nodes if name in chosen)
            self.path = path
            # asked before anything shows: the answer would flash by
            question = None if self.report is None else view.separation_question(self.report)
            self.predictions.ask(question)
            self.changed += 1

    def _follow(self) -> None:
        """Keep of the question what the edited graph still has."""
        self.stage = stage_of(self.graph.dag, self.graph.positions)
        here = set(self.graph.dag.nodes)
        asked = self.x, self.y
        x, y = (name if name in here else "" for name in asked)
        with self.hold_trait_notifications():
            self._take(x, y, here.intersection(self.given))
            if (x, y) != asked:
                self._go_on()

    def _move(self) -> None:
        self.stage = stage_of(self.graph.dag, self.graph.positions)
        super()._move()

    # -- choosing --------------------------------------------------------------------------

    def choose(self, x: str, y: str) -> None:
        """Choose the two variables; those that were given no longer are."""
        if x and x == y:  # the other one gives way
            x, y = (x, "") if x != self.x else ("", y)
        self._take(x, y, self.given)

    def ask(self, x: str, y: str, given: Iterable[str]) -> None:
        """Ask a whole question, unless it is asked; a click then chooses what it lacks."""
        if (x, y, tuple(given)) != (self.x, self.y, self.given):
            self._take(x, y, given)
            self._go_on()

    def choose_given(self, given: Iterable[str]) -> None:
        """Choose the conditioning set."""
        self._take(self.x, self.y, given)

    def pick(self, name: str) -> None:
        """Give a clicked variable the present role; the role then goes on to the next."""
        if self.role == "first":
            self.choose(name, "" if name == self.y else self.y)
            self.role = "second" if not self.y else "given"
        elif self.role == "second":
            self.choose("" if name == self.x else self.x, name)
            self.role = "given" if self.x else "first"
        else:
            self.give(name)

    def give(self, name: str) -> None:
        """Give a variable, or no longer, whatever a click chooses."""
        if name not in (self.x, self.y):
            self.choose_given(set(self.given) ^ {name})

    def mark(self, path: int) -> None:
        """Mark one of the listed paths."""
        if self.report is not None and 0 <= path < len(self.report.paths.paths):
            with self.hold_trait_notifications():
                self.path = path
                self.changed += 1

    @property
    def marked(self) -> Path | None:
        """The marked path, once the verdict may be shown."""
        if self.report is None or not self.predictions.revealed:
            return None
        paths = self.report.paths.paths
        return paths[self.path] if paths else None
