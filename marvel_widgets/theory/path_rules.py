"""A path under a conditioning set, by the paper's rule and by the textbook's.

They differ at colliders. For the textbook a collider is open when it or a descendant is
given. The proof of Theorem 1 calls it open also when a descendant is an
end of the path. Single paths may be judged differently, separation of variables never: a
collider that leads down to an end leaves a shorter open path to that end.

The proof needs its own rule: with it a path through X is open exactly when the path built
from it is. By the textbook's, ``A -> B <- X -> C`` is blocked where ``A -> B -> C`` is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

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


def rules_differ_at(paper: Path, textbook: Path) -> tuple[PathVertex, ...]:
    """Return the colliders of a path that only the paper's rule calls open."""
    pairs = zip(paper.vertices, textbook.vertices, strict=True)
    return tuple(one for one, other in pairs if one.is_open != other.is_open)
