"""The only-if side of the proof of Theorem 1 as data: a failing condition, a lost separator.

Where a condition fails, an edge is missing between two variables. With X present, and not
given, an open path joins these two whatever else is given. Without X some set separates
them. So a d-separation changes when X leaves, and X is not removable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from marvel_widgets.core.boundary.removability import Violation, explain_removability
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.witness import Path, PathVertex, described_path

Rule = Literal["paper", "textbook"]


def judged_path(
    dag: Dag, names: Sequence[Label], given: Iterable[Label] = (), rule: Rule = "paper"
) -> Path:
    """Return a path with the state of each vertex under one of the two rules.

    Parameters
    ----------
    dag : Dag
    names : sequence of Label
        The variables along the path, neighbors adjacent. A variable may come twice, as it
        does for a moment in the proof of Theorem 1.
    given : iterable of Label
        The conditioning set.
    rule : {"paper", "textbook"}

    Returns
    -------
    Path
        In it, `opened_by` may be an end of the path under the paper's rule.

    Raises
    ------
    GraphError
        Fewer than two names, two neighbors that no edge joins, or an end that is given.
    UnknownVariableError
        There is no such variable.
    ValueError
        There is no such rule.

    Notes
    -----
    The paper's rule is the one of the path lemma, inside the proof of Theorem 1.
    Cost: one look at each vertex of the path.

    Examples
    --------
    >>> dag = Dag("A -> C <- D -> B; C -> B")
    >>> path = ("A", "C", "D", "B")
    >>> judged_path(dag, path).is_open, judged_path(dag, path, rule="textbook").is_open
    (True, False)
    """
    if rule not in ("paper", "textbook"):
        msg = f"there is no rule {shown(rule)}; choose 'paper' or 'textbook'"
        raise ValueError(msg)
    walk, mask = _checked_walk(dag, names, given)
    path = described_path(dag, walk, mask)
    if rule == "textbook":
        return path
    ends = (walk[0], walk[-1])
    vertices = tuple(
        _opened_by_an_end(dag, vertex, v, ends)
        for v, vertex in zip(walk, path.vertices, strict=True)
    )
    return replace(path, vertices=vertices)


def _checked_walk(
    dag: Dag, names: Sequence[Label], given: Iterable[Label]
) -> tuple[list[int], int]:
    walk, mask = [dag.position(name) for name in names], dag.mask(given)
    if len(walk) < 2:
        msg = f"a path joins two variables; this names {shown(list(names))}"
        raise GraphError(msg)
    for u, v in pairwise(walk):
        if not dag.adjacency_masks[u] >> v & 1:
            msg = (
                f"no edge joins {shown(dag.nodes[u])} and {shown(dag.nodes[v])}, "
                "so this is not a path"
            )
            raise GraphError(msg)
    for end in (walk[0], walk[-1]):
        if mask >> end & 1:
            msg = f"{shown(dag.nodes[end])} is an end of the path and given; remove it from the set"
            raise GraphError(msg)
    return walk, mask


def _opened_by_an_end(dag: Dag, vertex: PathVertex, v: int, ends: tuple[int, int]) -> PathVertex:
    """Return a vertex of a path, a closed collider opened where an end lies below it."""
    if vertex.role != "collider" or vertex.is_open:
        return vertex
    end = next((e for e in ends if dag.ancestral_masks[e] >> v & 1), None)
    return vertex if end is None else replace(vertex, is_open=True, opened_by=dag.nodes[end])


@dataclass(frozen=True, slots=True)
class MissingSeparator:
    """The d-separation that changes because a condition fails."""

    variable: Label
    violation: Violation
    pair: tuple[Label, Label]
    given: frozenset[Label]
    routes: tuple[Path, ...]

    @property
    def open_route(self) -> Path:
        """The route that is open in G when `given` is given."""
        return next(path for path in self.routes if path.is_open)


def missing_separators(dag: Dag, x: Label) -> tuple[MissingSeparator, ...]:
    """Return one changed d-separation for each failing condition; none for a removable x.

    Raises
    ------
    UnknownVariableError
        There is no such variable.

    Notes
    -----
    Theorem 1, part 2. A set can block ``W - X -> Z`` only with X in it. A set can
    block ``U -> Y -> Z`` only with Y in it, and then ``U -> Y <- X -> Z`` only with X in it.
    Without X, the parents of the later one separate a pair that no edge joins. Cost: a look
    at the neighbors of each child.

    Examples
    --------
    >>> (found,) = missing_separators(Dag("X -> Y <- T; Y -> Z; X -> Z"), "X")
    >>> found.pair, sorted(found.given), str(found.open_route)
    (('T', 'Z'), ['Y'], 'T -> Y <- X -> Z')
    """
    report = explain_removability(dag, x)
    return tuple(_separator(dag, x, violation) for violation in report.violations)


def _separator(dag: Dag, x: Label, violation: Violation) -> MissingSeparator:
    tail, head = violation.missing
    given = dag.parents(head) - {x}
    y = violation.through
    ways = [(tail, x, head)] if y is None else [(tail, y, head), (tail, y, x, head)]
    routes = tuple(judged_path(dag, names, given, "textbook") for names in ways)
    return MissingSeparator(x, violation, (tail, head), given, routes)


@dataclass(frozen=True, slots=True)
class LossStage:
    """One step of the only-if side."""

    kind: Literal["gap", "joined", "separated", "conclusion"]
    path: Path | None = None
    given: frozenset[Label] = frozenset()
    in_smaller: bool = False


def loss_stages(dag: Dag, found: MissingSeparator) -> tuple[LossStage, ...]:
    """Return the only-if side of the proof, step by step, for one failing condition.

    Where Condition 2 fails there are two paths to look at: the first is open for a set
    without Y, the second for a set with Y.
    """
    stages = [LossStage("gap")]
    y = found.violation.through
    if y is not None:
        without = found.given - {y}
        stages.append(LossStage("joined", route_left_open(dag, found, without), without))
    stages.append(LossStage("joined", found.open_route, found.given))
    stages.append(LossStage("separated", None, found.given, in_smaller=True))
    stages.append(LossStage("conclusion", found.open_route, found.given, in_smaller=True))
    return tuple(stages)


def route_left_open(dag: Dag, found: MissingSeparator, given: Iterable[Label]) -> Path:
    """Return the proof's path that a set leaves open: why it does not separate the pair in G."""
    chosen = dag.labels(dag.mask(given))
    if found.variable in chosen:
        msg = f"{shown(found.variable)} is given; the proof considers sets without it"
        raise GraphError(msg)
    paths = (judged_path(dag, path.names, chosen, "textbook") for path in found.routes)
    return next(path for path in paths if path.is_open)
