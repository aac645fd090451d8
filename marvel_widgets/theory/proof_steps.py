"""What a walk through the proof of Theorem 1 is made of: its steps, and how it ends."""

from __future__ import annotations

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
    """One step of the proof.

    Attributes
    ----------
    kind : str
        ``"start"``: P itself. Case (a), X is a collider of P: ``"opener"`` (the way down from
        X to what opens it), ``"replaced"`` (P': X replaced by its child W), ``"cut"`` (P' would
        visit W twice; the short cut). Case (b), X is no collider: ``"skipped"`` (P': X left
        out), ``"skipped_again"`` (P'': the earlier neighbor of X left out too). Last,
        ``"conclusion"``.
    path : Path
        The path of this stage, by the paper's rule. Only in ``"replaced"`` may it visit a
        variable twice.
    textbook : Path
        The same by the textbook's rule.
    in_smaller : bool
        Whether the path is one of H, the graph without X; else of the whole graph G.
    condition : {1, 2} or None
        The condition of the theorem that supplies `new_edges`.
    new_edges : tuple of (Label, Label)
        Edges of H that replace the part of the path which is gone, tail first.
    way_down : tuple of Label
        For ``"opener"``: a directed path from X to the variable that opens it.
    replacement : Label or None
        Case (a): the child W that takes the place of X.
    blocker : Label or None
        The vertex that the proof names as blocking the path of this stage; at the
        conclusion, the one that blocks P in G.
    """

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
    """The if side of the proof for one path.

    Attributes
    ----------
    variable : Label
        X.
    given : frozenset of Label
        The conditioning set S.
    case : {"a", "b"}
        (a): X is a collider of P. (b): it is not.
    before, after : Label
        The neighbors of X on P: the paper's P_l and P_r in case (a).
    earlier, later : Label
        The same two in causal order: the paper's P_l and P_r in case (b), where it reads
        the path so that P_r comes later.
    stages : tuple of ProofStage
    outcome : {"open", "blocked"}
        ``"open"``: P is open in G, and the last path is open in H. ``"blocked"``: the proof
        names a vertex that blocks P in G. Under the paper's rule there is nothing between.
    """

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
