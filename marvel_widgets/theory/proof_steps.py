"""What a walk through the proof of Theorem 1 is made of: its steps, and how it ends."""

from dataclasses import dataclass
from typing import Literal

from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path, PathVertex
from marvel_widgets.theory.path_rules import rules_differ_at

Case = Literal["a", "b"]
StageKind = Literal["start", "opener", "replaced", "cut", "skipped", "skipped_again", "conclusion"]
Outcome = Literal["open", "blocked"]


@dataclass(frozen=True, slots=True)
class ProofStage:
    """One step of the proof."""

    kind: StageKind
    path: Path
    textbook: Path
    in_smaller: bool = False
    condition: Literal[1, 2] | None = None
    new_edges: tuple[Edge, ...] = ()
    way_down: tuple[Label, ...] = ()
    replacement: Label | None = None
    blocker: Label | None = None

    @property
    def rules_differ(self) -> tuple[PathVertex, ...]:
        """The colliders of the path that the paper's rule alone calls open."""
        return rules_differ_at(self.path, self.textbook)


@dataclass(frozen=True, slots=True)
class PathWalk:
    """The if side of the proof for one path."""

    variable: Label
    given: frozenset[Label]
    case: Case
    before: Label
    after: Label
    earlier: Label
    later: Label
    stages: tuple[ProofStage, ...]
    outcome: Outcome

    @property
    def ends(self) -> tuple[Label, Label]:
        """The ends of the path, Y and Z."""
        names = self.stages[0].path.names
        return names[0], names[-1]

    @property
    def blocker(self) -> Label | None:
        """For ``"blocked"``: the vertex that blocks P."""
        return self.stages[-1].blocker
