"""The state of the walk through the proof: the side, the step, and the question asked there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import traitlets

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.lessons.proof.view import blocker_question
from marvel_widgets.lessons.removability.view import removability_question
from marvel_widgets.theory import removability_proof as proof
from marvel_widgets.widgets import kit as k
from marvel_widgets.widgets.editor.app_state import AsksOnGraph

MOST_PATHS = 200  # between the two ends, through X or not
INSTRUCTIVE_STEPS = 4  # of a walk that shows P, P' and P''
MOST_TRIED = 6  # variables that are searched for such a walk


@dataclass(frozen=True)
class Side:
    """The if side for a removable variable x, the only-if side for any other.

    The if side walks a path P between y and z through x, with a set S; the only-if side one of
    the gaps, which are the failing conditions.
    """

    dag: Dag
    x: str = ""
    removable: bool = True
    y: str = ""
    z: str = ""
    given: tuple[Any, ...] = ()
    walk: proof.PathWalk | None = None
    paths: tuple[Path, ...] = ()
    is_cut: bool = False  # whether there may be more paths than are listed
    gaps: tuple[proof.MissingSeparator, ...] = ()
    gap: int = 0

    @property
    def path(self) -> tuple[Any, ...]:
        """The variables of P; empty without a walk."""
        return () if self.walk is None else self.walk.stages[0].path.names

    @cached_property
    def losses(self) -> tuple[proof.LossStage, ...]:
        """The steps of the only-if side."""
        return proof.loss_stages(self.dag, self.gaps[self.gap]) if self.gaps else ()

    @property
    def steps(self) -> int:
        """How many steps there are to walk."""
        return len(self.losses) if self.walk is None else len(self.walk.stages)

    def stage(self, position: int) -> proof.ProofStage | None:
        """Return a step of the if side."""
        return None if self.walk is None else self.walk.stages[position]

    def loss(self, position: int) -> proof.LossStage | None:
        """Return a step of the only-if side."""
        return self.losses[position] if self.gaps else None

    def with_path(self, names: tuple[Any, ...], given: Iterable[Any]) -> Side:
        """Return the walk along a path through x; raises if it is none."""
        given = tuple(given)
        walk = proof.walk_path(self.dag, self.x, names, given)
        return replace(self, y=str(names[0]), z=str(names[-1]), walk=walk)._listing_paths(given)

    def with_ends(self, y: str, z: str, given: Iterable[Any]) -> Side:
        """Return the walk along the first open path between two ends, or else the first path."""
        side = replace(self, y=y, z=z, walk=None)._listing_paths(given)
        if not side.paths:
            return side
        first = next((path for path in side.paths if path.is_open), side.paths[0])
        return replace(side, walk=proof.walk_path(self.dag, self.x, first.names, side.given))

    def _listing_paths(self, given: Iterable[Any]) -> Side:
        """List the paths between the ends through x, the one that is walked included."""
        chosen = tuple(sorted(set(given), key=self.dag.position))
        found, is_cut = proof.paths_through(
            self.dag, self.x, self.y, self.z, chosen, limit=MOST_PATHS
        )
        if self.walk is not None and self.path not in {path.names for path in found}:
            found = (*found, self.walk.stages[0].path)
        return replace(self, given=chosen, paths=found, is_cut=is_cut)


def side_of(dag: Dag, x: str, path: tuple[Any, ...] = (), given: Iterable[Any] = ()) -> Side:
    """Return the side of the theorem for a variable, by default with an instructive path."""
    if not x:
        return Side(dag)
    if not is_removable(dag, x):
        return Side(dag, x, removable=False, gaps=proof.missing_separators(dag, x))
    found = (path, given) if path else proof.instructive_query(dag, x)
    if found is not None:
        return Side(dag, x).with_path(*found)
    y, z = [*(str(v) for v in dag.nodes if v != x), "", ""][:2]
    return Side(dag, x, y=y, z=z)


def instructive_variable(dag: Dag) -> str:
    """Return a variable for which the proof has something to show; empty for an empty graph.

    The first removable one with a walk of `INSTRUCTIVE_STEPS` steps, of the first few; else one
    that is not removable; else the one with the longest walk.
    """
    names = [str(v) for v in dag.nodes]
    removable = [v for v in names if is_removable(dag, v)]
    longest = 0, names[0] if names else ""
    for x in removable[:MOST_TRIED]:
        found = proof.instructive_query(dag, x)
        steps = 0 if found is None else len(proof.walk_path(dag, x, *found).stages)
        if steps >= INSTRUCTIVE_STEPS:
            return x
        longest = max(longest, (steps, x), key=lambda pair: pair[0])
    return next((v for v in names if v not in removable), longest[1])


class ProofModel(AsksOnGraph, k.Moving):
    """A walk through the proof of Theorem 1 on a graph that may be edited.

    `side` is what is walked, `position` the step.
    """

    level: Any = traitlets.Enum(("step",), "step")
    changed = traitlets.Int(0, help="Counts the changes; views observe it.")

    side: Side
    path_was_chosen = False

    def _set_up(
        self,
        x: str = "",
        path: Iterable[str] = (),
        given: Iterable[str] = (),
        gap: int = 0,
        step: int = 0,
    ) -> None:
        names = tuple(path)
        if x:
            self.dag.position(x)  # raises for an unknown name
        elif names:
            msg = f"name x, the variable inside the path {shown(list(names))} that is to leave"
            raise GraphError(msg)
        side = side_of(self.dag, x or instructive_variable(self.dag), names, given)
        side = replace(side, gap=max(0, min(gap, len(side.gaps) - 1)))  # or the nearest one
        self._walk(side, step, path_was_chosen=bool(names))

    @property
    def stage(self) -> proof.ProofStage | None:
        """The present step of the if side."""
        return self.side.stage(self.position)

    def _walk(self, side: Side, position: int = 0, *, path_was_chosen: bool) -> None:
        self.side, self.path_was_chosen = side, path_was_chosen
        self._show_step(position)

    def _show_step(self, position: int) -> None:
        with self.hold_trait_notifications():
            self.position = max(0, min(position, self.film.last))
            self.predictions.ask(self._question())
            self.changed += 1

    def _follow(self) -> None:
        """Keep the variable, and a path and set that were chosen, as far as the graph has them."""
        self.pause()
        old, dag = self.side, self.dag
        x = old.x if old.x in dag else instructive_variable(dag)
        path = old.path if self.path_was_chosen and x == old.x else ()
        try:
            side = side_of(dag, x, path, old.given)
        except ValueError:  # the path is no longer one
            side, path = side_of(dag, x), ()
        self._walk(side, path_was_chosen=bool(path and side.path))

    # -- the question ----------------------------------------------------------------------

    def _question(self) -> Question | None:
        if self._first_step_may_ask:
            return removability_question(self.dag, self.side.x)
        walk, stage = self.side.walk, self.stage
        return None if walk is None or stage is None else blocker_question(self.dag, walk, stage)

    @property
    def _first_step_may_ask(self) -> bool:
        """Whether the question here is if x is removable: not where a path was chosen for it."""
        if not self.side.x or self.position or self.path_was_chosen:
            return False
        return not self.side.removable or (self.predictions.on and self.predictions.answers)

    @property
    def hides_side(self) -> bool:
        """Whether it is still asked which side of the theorem is walked."""
        return self._first_step_may_ask and not self.predictions.revealed

    @property
    def awaits_answer(self) -> bool:
        """Whether a question is to be answered, or skipped, before the next step."""
        on, question = self.predictions.on, self.predictions.question
        return on and question is not None and question.key not in self.predictions.given

    # -- choosing --------------------------------------------------------------------------

    def choose(self, x: str) -> None:
        """Choose the variable that is to leave."""
        if x in self.dag and x != self.side.x:
            self.pause()
            self._walk(side_of(self.dag, x), path_was_chosen=False)

    def choose_ends(self, y: str, z: str) -> None:
        """Choose the ends of the path; they are removed from the set."""
        side = self.side
        if side.removable and y and z and y != z and side.x not in (y, z):
            for end in (y, z):
                self.dag.position(end)  # raises for an unknown name
            kept = [v for v in side.given if v not in (y, z)]
            self._walk(side.with_ends(y, z, kept), path_was_chosen=True)

    def choose_given(self, given: Iterable[str]) -> None:
        """Choose the set S; X and the ends are left out of it."""
        side = self.side
        if not (side.removable and side.y and side.z):
            return
        chosen = [v for v in given if v not in (side.x, side.y, side.z)]
        if side.walk is None:
            side = side.with_ends(side.y, side.z, chosen)
        else:
            side = side.with_path(side.path, chosen)
        self._walk(side, path_was_chosen=True)

    def choose_path(self, number: int) -> None:
        """Choose one of the listed paths."""
        side = self.side
        if 0 <= number < len(side.paths):
            chosen = side.with_path(side.paths[number].names, side.given)
            self._walk(chosen, path_was_chosen=True)

    def choose_gap(self, number: int) -> None:
        """Choose one of the failing conditions."""
        if 0 <= number < len(self.side.gaps):
            self.side = replace(self.side, gap=number)
            self._show_step(0)

    # -- stepping --------------------------------------------------------------------------

    @property
    def film(self) -> k.Ticks:
        """The steps."""
        return k.Ticks(max(0, self.side.steps - 1))

    @property
    def offered(self) -> int:
        """The last step; 0 while it is asked which side of the theorem is walked."""
        return 0 if self.hides_side else self.film.last

    @property
    def halted(self) -> bool:
        """Whether playing stops here: at the end, or at a question."""
        return self.at_end or self.awaits_answer

    def seek(self, position: int) -> None:
        """Go to a step; with predictions on by one step, and only once its question is answered."""
        position = min(max(0, position), self.film.last)
        if position != self.position and not (position > self.position and self.awaits_answer):
            # one at a time, so that no question is passed over
            self._show_step(min(position, self.position + 1) if self.predictions.on else position)

    def _saved(self, name: str) -> Any:
        """Return one field of the state; a path that was not chosen is found again."""
        if name == "step":
            return self.position
        if name in ("path", "given"):
            return [str(v) for v in getattr(self.side, name)] if self.path_was_chosen else []
        return getattr(self.side, name)
