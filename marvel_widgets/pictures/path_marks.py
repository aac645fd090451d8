"""A path in a picture: open or blocked, what is inside it, and where it is blocked."""

from __future__ import annotations

from itertools import pairwise

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.pictures.palette import EdgeState, NodeState


def path_edges(path: Path) -> dict[tuple[Label, Label], EdgeState]:
    """Return the edges of a path, as they point, with their mark.

    >>> from marvel_widgets.core.graphs.dag import Dag
    >>> from marvel_widgets.core.graphs.witness import open_path
    >>> path_edges(open_path(Dag("X -> Y <- T"), "X", "T", ["Y"]))
    {('X', 'Y'): 'path', ('T', 'Y'): 'path'}
    """
    state: EdgeState = "path" if path.is_open else "blocked_path"
    steps = zip(pairwise(path.names), path.arrows, strict=True)
    return {(a, b) if arrow == "->" else (b, a): state for (a, b), arrow in steps}


def path_nodes(path: Path) -> dict[Label, NodeState]:
    """Return the marks of the vertices inside a path; a given one stays marked as given.

    >>> from marvel_widgets.core.graphs.dag import Dag
    >>> from marvel_widgets.core.graphs.witness import open_path
    >>> path_nodes(open_path(Dag("X -> Y <- T; Y -> Z"), "X", "T", ["Z"]))
    {'Y': 'opened'}
    """
    found: dict[Label, NodeState] = {}
    blocker = path.blocker
    for vertex in path.vertices[1:-1]:
        if vertex.given:
            continue
        if blocker is not None and vertex.name == blocker.name:
            found[vertex.name] = "blocking"
        elif vertex.role == "collider" and vertex.is_open:
            found[vertex.name] = "opened"
        elif path.is_open:
            found[vertex.name] = "on_path"
    return found
