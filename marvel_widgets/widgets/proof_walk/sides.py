"""What is walked in the proof of Theorem 1: one side of it, for one variable of a graph."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.theory.only_if_direction import (
    LossStage,
    MissingSeparator,
    loss_stages,
    missing_separators,
)
from marvel_widgets.theory.removability_proof import (
    PathWalk,
    ProofStage,
    instructive_query,
    paths_through,
    walk_path,
)

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
    walk: PathWalk | None = None
    paths: tuple[Path, ...] = ()
    is_cut: bool = False  # whether there may be more paths than are listed
    gaps: tuple[MissingSeparator, ...] = ()
    gap: int = 0

    @property
    def path(self) -> tuple[Any, ...]:
        """The variables of P; empty without a walk."""
        return () if self.walk is None else self.walk.stages[0].path.names

    @cached_property
    def losses(self) -> tuple[LossStage, ...]:
        """The steps of the only-if side."""
        return loss_stages(self.dag, self.gaps[self.gap]) if self.gaps else ()

    @property
    def steps(self) -> int:
        """How many steps there are to walk."""
        return len(self.losses) if self.walk is None else len(self.walk.stages)

    def stage(self, position: int) -> ProofStage | None:
        """Return a step of the if side."""
        return None if self.walk is None else self.walk.stages[position]

    def loss(self, position: int) -> LossStage | None:
        """Return a step of the only-if side."""
        return self.losses[position] if self.gaps else None

    def with_gap(self, number: int) -> Side:
        """Return the same side for the failing condition with a number, or the nearest one."""
        return replace(self, gap=max(0, min(number, len(self.gaps) - 1)))

    def with_path(self, names: tuple[Any, ...], given: Iterable[Any]) -> Side:
        """Return the walk along a path through x; raises if it is none."""
        given = tuple(given)
        walk = walk_path(self.dag, self.x, names, given)
        ends = replace(self, y=str(names[0]), z=str(names[-1]), walk=walk)
        return ends._listing_paths(given)

    def with_ends(self, y: str, z: str, given: Iterable[Any]) -> Side:
        """Return the walk along the first open path between two ends, or else the first path."""
        side = replace(self, y=y, z=z, walk=None)._listing_paths(given)
        if not side.paths:
            return side
        first = next((path for path in side.paths if path.is_open), side.paths[0])
        return replace(side, walk=walk_path(self.dag, self.x, first.names, side.given))

    def _listing_paths(self, given: Iterable[Any]) -> Side:
        """List the paths between the ends through x, the one that is walked included."""
        chosen = tuple(sorted(set(given), key=self.dag.position))
        found, is_cut = paths_through(self.dag, self.x, self.y, self.z, chosen, limit=MOST_PATHS)
        if self.walk is not None and self.path not in {path.names for path in found}:
            found = (*found, self.walk.stages[0].path)
        return replace(self, given=chosen, paths=found, is_cut=is_cut)


def side_of(dag: Dag, x: str, path: tuple[Any, ...] = (), given: Iterable[Any] = ()) -> Side:
    """Return the side of the theorem for a variable, by default with an instructive path."""
    if not x:
        return Side(dag)
    if not is_removable(dag, x):
        return Side(dag, x, removable=False, gaps=missing_separators(dag, x))
    found = (path, given) if path else instructive_query(dag, x)
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
        found = instructive_query(dag, x)
        steps = 0 if found is None else len(walk_path(dag, x, *found).stages)
        if steps >= INSTRUCTIVE_STEPS:
            return x
        longest = max(longest, (steps, x), key=lambda pair: pair[0])
    return next((v for v in names if v not in removable), longest[1])
