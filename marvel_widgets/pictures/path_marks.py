"""A question about two variables in a picture, and a path between them, open or blocked."""

from collections.abc import Iterable
from itertools import pairwise

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.pictures.palette import EdgeState, NodeState


def asked(x: Label = "", y: Label = "", given: Iterable[Label] = ()) -> dict[Label, NodeState]:
    """Return the marks of a question about x, or about x and y given some variables."""
    states: dict[Label, NodeState] = {x: "subject", y: "object"}
    return {name: state for name, state in states.items() if name != ""} | dict.fromkeys(
        given, "given"
    )


def path_edges(path: Path) -> dict[tuple[Label, Label], EdgeState]:
    """Return the edges of a path, as they point, with their mark."""
    state: EdgeState = "path" if path.is_open else "blocked_path"
    steps = zip(pairwise(path.names), path.arrows, strict=True)
    return {(a, b) if arrow == "->" else (b, a): state for (a, b), arrow in steps}


def vertex_marks(path: Path) -> tuple[dict[Label, NodeState], dict[Label, str]]:
    """Return the marks of all vertices inside a path, and the notes of those that are given.

    A variable has one look, so a note says what a given one does on the path.
    """
    states: dict[Label, NodeState] = {}
    notes: dict[Label, str] = {}
    for vertex in path.vertices[1:-1]:
        if vertex.given:
            states[vertex.name] = "given"
            notes[vertex.name] = "opens" if vertex.is_open else "blocks"
        elif not vertex.is_open:
            states[vertex.name] = "blocking"
        elif vertex.role == "collider":
            states[vertex.name] = "opened"
        elif path.is_open:
            states[vertex.name] = "on_path"
    return states, notes


def path_nodes(path: Path, blocker: Label | None = None) -> dict[Label, NodeState]:
    """Return the marks of the vertices inside a path; a given one is marked where it blocks.

    The `blocker` is by default the first vertex that blocks; a proof may speak of another one.
    """
    found: dict[Label, NodeState] = {}
    if blocker is None and path.blocker is not None:
        blocker = path.blocker.name
    for vertex in path.vertices[1:-1]:
        if vertex.name == blocker:
            found[vertex.name] = "blocking_given" if vertex.given else "blocking"
        elif vertex.given:
            continue
        elif vertex.role == "collider" and vertex.is_open:
            found[vertex.name] = "opened"
        elif path.is_open:
            found[vertex.name] = "on_path"
    return found
