"""What the walk through the proof knows: the variable, the path, the set, and the step."""

from __future__ import annotations

from collections.abc import Iterable
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
from marvel_widgets.theory.only_if_direction import (
    LossStage,
    MissingSeparator,
    loss_stages,
    missing_separators,
)
from marvel_widgets.theory.proof_examples import instructive_query
from marvel_widgets.theory.proof_steps import PathWalk, ProofStage
from marvel_widgets.theory.removability_proof import paths_through, walk_path
from marvel_widgets.widgets.editor.app_state import OnGraph
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit.moving import Moving, Ticks
from marvel_widgets.widgets.kit.predict import Predictions

MOST_PATHS = 200  # between the two ends, through X or not
ENOUGH = 4  # steps of a walk that shows P, P' and P''
MOST_TRIED = 6  # variables that are looked at for such a walk


class ProofModel(OnGraph, Moving):
    """A walk through the proof of Theorem 1 on a graph that may be edited.

    For a removable x it is the if side, on a path through x; else the only-if side, on a
    failing condition.
    """

    level: Any = traitlets.Enum(("step",), "step")
    error = traitlets.Unicode("", help="What was wrong with the last input; empty if nothing.")
    error_field = traitlets.Enum(("transport",), "transport")
    changed = traitlets.Int(0, help="Counts the changes; whoever shows the model observes it.")

    def __init__(
        self,
        graph: GraphModel,
        predictions: Predictions,
        *,
        x: str = "",
        path: Iterable[str] = (),
        given: Iterable[str] = (),
        gap: int = 0,
        step: int = 0,
    ) -> None:
        super().__init__()
        self.graph, self.predictions = graph, predictions
        self.x, self.y, self.z = "", "", ""
        self.given: tuple[Any, ...] = ()
        self.gap = 0
        self.removable = True
        self.named = False
        self.gaps: tuple[MissingSeparator, ...] = ()
        self.paths: tuple[Path, ...] = ()
        self.is_cut = False
        self.walk: PathWalk | None = None
        self._set_up(x, path, given, gap, step)
        self._watch("dag", "positions")

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
        self._begin(x or (names and self._inner_of(names)) or self._anyone(), names, tuple(given))
        self.gap = min(max(0, gap), max(0, len(self.gaps) - 1))
        self._stand(step)

    @staticmethod
    def _inner_of(names: tuple[str, ...]) -> str:
        msg = f"name x, the variable inside the path {shown(list(names))} that is to leave"
        raise GraphError(msg)

    # -- what is looked at -----------------------------------------------------------------

    @property
    def dag(self) -> Dag:
        """The graph as it is now."""
        return self.graph.dag

    @property
    def losses(self) -> tuple[LossStage, ...]:
        """The steps of the only-if side for the chosen failing condition."""
        return loss_stages(self.dag, self.gaps[self.gap]) if self.gaps else ()

    @property
    def steps(self) -> int:
        """How many steps there are to walk."""
        if self.removable:
            return 0 if self.walk is None else len(self.walk.stages)
        return len(self.losses)

    @property
    def stage(self) -> ProofStage | None:
        """The present step of the if side."""
        return self.stage_at(self.position)

    def stage_at(self, position: int) -> ProofStage | None:
        """Return a step of the if side."""
        return None if self.walk is None else self.walk.stages[position]

    @property
    def loss(self) -> LossStage | None:
        """The present step of the only-if side."""
        return self.loss_at(self.position)

    def loss_at(self, position: int) -> LossStage | None:
        """Return a step of the only-if side."""
        return None if self.removable or not self.gaps else self.losses[position]

    @property
    def at(self) -> int:
        """The number of the present step, from 0."""
        return self.position

    @property
    def film(self) -> Ticks:
        """The steps."""
        return Ticks(max(0, self.steps - 1))

    @property
    def offered(self) -> int:
        """The last step; none while it is asked which side of the theorem is walked."""
        return 0 if self.hides_side else self.film.last

    @property
    def asks_side(self) -> bool:
        """Whether the first step asks if x is removable: not where a path was chosen for it."""
        return not self.removable or (self.predictions.on and self.predictions.answers)

    @property
    def hides_side(self) -> bool:
        """Whether it does not show which side of the theorem is walked."""
        asked = self.asks_side and not self.named
        return bool(self.x) and self.position == 0 and asked and not self.predictions.revealed

    @property
    def waits(self) -> bool:
        """Whether a question is to be answered, or skipped, before the next step."""
        question = self.predictions.question
        on = self.predictions.on and question is not None
        return on and question is not None and question.key not in self.predictions.given

    # -- choosing --------------------------------------------------------------------------

    def _anyone(self) -> str:
        """Return a variable whose walk shows something.

        The first removable one with a walk of `ENOUGH` steps, of the first few; else one that
        is not removable, for which a separator is lost; else the longest walk.
        """
        names = [str(v) for v in self.dag.nodes]
        removable = [v for v in names if is_removable(self.dag, v)]
        longest = 0, names[0] if names else ""
        for x in removable[:MOST_TRIED]:
            found = instructive_query(self.dag, x)
            steps = 0 if found is None else len(walk_path(self.dag, x, *found).stages)
            if steps >= ENOUGH:
                return x
            longest = max(longest, (steps, x), key=lambda pair: pair[0])
        return next((v for v in names if v not in removable), longest[1])

    def _begin(self, x: str, path: tuple[str, ...] = (), given: tuple[str, ...] = ()) -> None:
        """Take over a variable; without a path, with a telling one."""
        self.x, self.y, self.z, self.given = x, "", "", ()
        self.position, self.gap, self.named = 0, 0, bool(path)
        self.gaps, self.walk, self.paths = (), None, ()
        self.removable = not x or is_removable(self.dag, x)
        if not x:
            return
        if not self.removable:
            self.gaps = missing_separators(self.dag, x)
            return
        found: Any = (path, given) if path else instructive_query(self.dag, x)
        if found is None:
            others = [str(v) for v in self.dag.nodes if v != x]
            self.y, self.z = [*others, "", ""][:2]
            return
        names, chosen = found
        self.walk = walk_path(self.dag, x, names, chosen)  # raises for what is no path
        self.y, self.z = str(names[0]), str(names[-1])
        self.given = self._sorted(chosen)
        self._list_paths()

    def _sorted(self, names: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(sorted(set(names), key=self.dag.position))

    def _list_paths(self) -> None:
        """List the paths between the ends through x, the one that is walked included."""
        found, self.is_cut = paths_through(
            self.dag, self.x, self.y, self.z, self.given, limit=MOST_PATHS
        )
        mine = None if self.walk is None else self.walk.stages[0].path
        if mine is not None and mine.names not in {path.names for path in found}:
            found = (*found, mine)
        self.paths = found

    def _stand(self, position: int) -> None:
        """Be at a step; what is asked there is asked."""
        with self.hold_trait_notifications():
            self.position = max(0, min(position, self.film.last))
            self.predictions.ask(self._question())
            self.changed += 1

    def _question(self) -> Question | None:
        if self.x and self.position == 0 and self.asks_side and not self.named:
            return removability_question(self.dag, self.x)
        if self.walk is None or self.stage is None:
            return None
        return blocker_question(self.dag, self.walk, self.stage)

    def _follow(self) -> None:
        """Walk on with what the edited graph still has; else begin anew."""
        self.pause()
        if self.x not in self.dag:
            self._begin(self._anyone())
        else:
            names = () if self.walk is None else self.walk.stages[0].path.names
            try:
                self._begin(self.x, tuple(map(str, names)), self.given)
            except ValueError:  # the path is no longer one
                self._begin(self.x)
        self._stand(0)

    def choose(self, x: str) -> None:
        """Choose the variable that is to leave."""
        if x in self.dag and x != self.x:
            self.pause()
            self._begin(x)
            self._stand(0)

    def choose_ends(self, y: str, z: str) -> None:
        """Choose the ends of the path; what was given and is an end now no longer is."""
        if self.removable and y and z and y != z and self.x not in (y, z):
            for end in (y, z):
                self.dag.position(end)  # raises for an unknown name, before anything changes
            self.y, self.z = y, z
            self._rewalk(None, [v for v in self.given if v not in (y, z)])

    def choose_given(self, given: Iterable[str]) -> None:
        """Choose the set S; X and the ends are left out of it."""
        if self.removable and self.y and self.z:
            chosen = [v for v in given if v not in (self.x, self.y, self.z)]
            self._rewalk(None if self.walk is None else self.walk.stages[0].path.names, chosen)

    def put_or_take(self, name: str) -> None:
        """Put a clicked variable into S, or take it out."""
        self.choose_given(set(self.given) ^ {name})

    def choose_path(self, number: int) -> None:
        """Choose one of the listed paths."""
        if 0 <= number < len(self.paths):
            self._rewalk(self.paths[number].names, self.given)

    def choose_gap(self, number: int) -> None:
        """Choose one of the failing conditions."""
        if 0 <= number < len(self.gaps):
            self.gap = number
            self._stand(0)

    def _rewalk(self, names: tuple[Any, ...] | None, given: Iterable[Any]) -> None:
        """Walk a path, or the first between the ends, with a set, from the first step."""
        self.given, self.position, self.walk, self.named = self._sorted(given), 0, None, True
        if names is not None:
            self.walk = walk_path(self.dag, self.x, names, self.given)
        self._list_paths()
        if self.walk is None and self.paths:
            first = next((p for p in self.paths if p.is_open), self.paths[0])
            self.walk = walk_path(self.dag, self.x, first.names, self.given)
        self._stand(0)

    # -- walking ---------------------------------------------------------------------------

    def seek(self, position: int) -> None:
        """Go to a step; not on while a question waits."""
        position = min(max(0, position), self.film.last)
        if position != self.position and not (position > self.position and self.waits):
            # one at a time, so that no question is passed over
            self._stand(min(position, self.position + 1) if self.predictions.on else position)

    go = seek

    @property
    def halted(self) -> bool:
        """Whether playing stops here: at the end, or at a question."""
        return self.at_end or self.waits

    def _refuse(self, message: str, where: str) -> None:
        with self.hold_trait_notifications():
            self.error_field = where
            self.error = message

    def state(self) -> dict[str, Any]:
        """Return what a token keeps."""
        walk = self.walk if self.named else None  # the telling path is found again
        names = [] if walk is None else [str(v) for v in walk.stages[0].path.names]
        return {
            "graph": self.graph.state(),
            "x": self.x,
            "path": names,
            "given": [str(v) for v in self.given] if names else [],
            "gap": self.gap,
            "step": self.position,
        }
