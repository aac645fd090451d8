"""Reasons for a d-separation verdict that a reader can check by eye.

For "dependent": one open path, with the state of each vertex on it. For "independent":
the paths, each with the vertex that blocks it. The second reason, independent of paths, is in
:mod:`marvel_widgets.core.graphs.moral`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from marvel_widgets.core.graphs.bits import members, search_tree
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.separation import checked_query

Role = Literal["end", "chain", "fork", "collider"]


@dataclass(frozen=True, slots=True)
class PathVertex:
    """A vertex of a path and what it does there."""

    name: Label
    role: Role
    given: bool
    is_open: bool
    opened_by: Label | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """A path between two variables under a conditioning set."""

    vertices: tuple[PathVertex, ...]
    arrows: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        """Whether every vertex lets the path through."""
        return all(v.is_open for v in self.vertices)

    @property
    def blocker(self) -> PathVertex | None:
        """The first vertex that blocks the path, or None."""
        return next((v for v in self.vertices if not v.is_open), None)

    @property
    def names(self) -> tuple[Label, ...]:
        """The names along the path."""
        return tuple(v.name for v in self.vertices)

    def __str__(self) -> str:
        words = [str(self.vertices[0].name)]
        for arrow, vertex in zip(self.arrows, self.vertices[1:], strict=True):
            words += [arrow, str(vertex.name)]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class PathList:
    """The paths between two variables, shortest first."""

    paths: tuple[Path, ...]
    is_cut: bool


def open_path(dag: Dag, x: Label, y: Label, given: Iterable[Label] = ()) -> Path | None:
    """Return a shortest open path between two variables, or None when they are separated.

    Parameters
    ----------
    dag : Dag
    x, y : Label
    given : iterable of Label
        The conditioning set.

    Raises
    ------
    GraphError
        As `d_separated`.

    Notes
    -----
    Breadth-first search over (vertex, direction of arrival). A shortest open walk never
    visits a vertex twice: at a repeated vertex the short cut is open as well.
    Cost: one visit of each edge in each direction. Ties by index.

    Examples
    --------
    >>> dag = Dag("X -> Y <- T; Y -> Z")
    >>> path = open_path(dag, "X", "T", given={"Z"})
    >>> print(path, "| opened by", path.vertices[1].opened_by)
    X -> Y <- T | opened by Z
    """
    i, j, mask = checked_query(dag, x, y, given)
    walk = _open_walk(dag, i, j, mask)
    return None if walk is None else described_path(dag, walk, mask)


def _open_walk(dag: Dag, x: int, y: int, given: int) -> list[int] | None:
    opened = 0
    for s in members(given):
        opened |= dag.ancestral_masks[s]
    start = (x, True)  # True: as if we had come from a child, so both ways are free
    came_from: dict[tuple[int, bool], tuple[int, bool]] = {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        v, from_child = here
        if v == y:
            walk = [v]
            while here != start:
                here = came_from[here]
                walk.append(here[0])
            return walk[::-1]
        free = not given >> v & 1
        up = free if from_child else bool(opened >> v & 1)
        steps = [(u, True) for u in members(dag.parent_masks[v]) if up]
        steps += [(w, False) for w in members(dag.child_masks[v]) if free]
        for step in sorted(steps):
            if step not in came_from and step[0] != x:
                came_from[step] = here
                queue.append(step)
    return None


def described_path(dag: Dag, walk: Sequence[int], given: int) -> Path:
    """Return a path of indices with the textbook's role and state of each vertex."""
    arrows = tuple("->" if dag.child_masks[a] >> b & 1 else "<-" for a, b in pairwise(walk))
    vertices = []
    for at, v in enumerate(walk):
        is_given = bool(given >> v & 1)
        name = dag.nodes[v]
        if at in (0, len(walk) - 1):
            vertices.append(PathVertex(name, "end", is_given, True))
        elif arrows[at - 1] == "->" and arrows[at] == "<-":
            opener = _opener(dag, v, given)
            by = None if opener is None else dag.nodes[opener]
            vertices.append(PathVertex(name, "collider", is_given, opener is not None, by))
        else:
            role: Role = "fork" if arrows[at - 1] == "<-" and arrows[at] == "->" else "chain"
            vertices.append(PathVertex(name, role, is_given, not is_given))
    return Path(tuple(vertices), arrows)


def _opener(dag: Dag, collider: int, given: int) -> int | None:
    """Return the given variable that opens a collider: itself, else its first descendant."""
    if given >> collider & 1:
        return collider
    return next((s for s in members(given) if dag.ancestral_masks[s] >> collider & 1), None)


def all_paths(
    dag: Dag, x: Label, y: Label, given: Iterable[Label] = (), *, limit: int = 50
) -> PathList:
    """Return the paths between two variables, shortest first, each vertex with its state.

    Parameters
    ----------
    dag : Dag
    x, y : Label
    given : iterable of Label
        The conditioning set.
    limit : int
        Stop after this many paths; the result says so.

    Raises
    ------
    GraphError
        As `d_separated`; or `limit` is negative.

    Notes
    -----
    Depth-first search of the skeleton with a growing bound on the length, pruned by the
    distance to `y`. It also stops, and says so, after 400 steps per path of `limit`.

    Examples
    --------
    >>> dag = Dag("X -> Y <- T; X -> U -> T")
    >>> for path in all_paths(dag, "X", "T", given={"U"}).paths:
    ...     print(path, "| blocked by", path.blocker.name)
    X -> Y <- T | blocked by Y
    X -> U -> T | blocked by U
    """
    i, j, mask = checked_query(dag, x, y, given)
    if limit < 0:
        msg = f"limit must be non-negative; got {limit}"
        raise GraphError(msg)
    walks, is_cut = _shortest_walks(dag.adjacency_masks, i, j, limit)
    return PathList(tuple(described_path(dag, walk, mask) for walk in walks), is_cut)


# Whoever asks about two variables asks next about the same two, given something else.
@lru_cache(maxsize=64)
def _shortest_walks(
    adjacent: tuple[int, ...], x: int, y: int, limit: int
) -> tuple[tuple[tuple[int, ...], ...], bool]:
    distance: dict[int, int] = {}  # to y, in edges
    for v, nearer in search_tree(adjacent, y).items():
        distance[v] = distance.get(nearer, -1) + 1
    if x not in distance:
        return (), False
    found: list[tuple[int, ...]] = []
    budget = 400 * limit
    for length in range(distance[x], len(distance)):
        stack: list[tuple[tuple[int, ...], int]] = [((x,), 1 << x)]
        while stack:
            budget -= 1
            if budget < 0:
                return tuple(found), True
            walk, seen = stack.pop()
            if walk[-1] == y:
                if len(walk) == length + 1:
                    if len(found) == limit:
                        return tuple(found), True
                    found.append(walk)
                continue
            room = length - len(walk)
            steps = adjacent[walk[-1]] & ~seen
            stack += [
                ((*walk, v), seen | 1 << v)
                for v in reversed(list(members(steps)))
                if distance.get(v, room + 1) <= room
            ]
    return tuple(found), False
