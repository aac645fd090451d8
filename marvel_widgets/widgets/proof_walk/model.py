"""The state of the walk through the proof: the side, the step, and the question asked there."""

from collections.abc import Iterable
from typing import Any

import traitlets

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.lessons.proof.view import blocker_question
from marvel_widgets.lessons.removability.view import removability_question
from marvel_widgets.theory.removability_proof import ProofStage
from marvel_widgets.widgets.editor.app_state import AsksOnGraph
from marvel_widgets.widgets.kit.moving import Moving, Ticks
from marvel_widgets.widgets.proof_walk.sides import Side, instructive_variable, side_of


class ProofModel(AsksOnGraph, Moving):
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
        self._walk(side.with_gap(gap), step, path_was_chosen=bool(names))

    @property
    def stage(self) -> ProofStage | None:
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

    def toggle_given(self, name: str) -> None:
        """Add a variable to S, or remove it."""
        self.choose_given(set(self.side.given) ^ {name})

    def choose_path(self, number: int) -> None:
        """Choose one of the listed paths."""
        side = self.side
        if 0 <= number < len(side.paths):
            chosen = side.with_path(side.paths[number].names, side.given)
            self._walk(chosen, path_was_chosen=True)

    def choose_gap(self, number: int) -> None:
        """Choose one of the failing conditions."""
        if 0 <= number < len(self.side.gaps):
            self.side = self.side.with_gap(number)
            self._show_step(0)

    # -- stepping --------------------------------------------------------------------------

    @property
    def film(self) -> Ticks:
        """The steps."""
        return Ticks(max(0, self.side.steps - 1))

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
