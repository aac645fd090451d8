"""The living graph to look at: marks on its picture, sentences, and the twins for print."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.living_graph.on_canvas import Marks, variable_row
from marvel_widgets.lessons.living_graph.words import (
    CAPTION,
    boundary_words,
    change_words,
    count_lines,
    counting_words,
    essential_words,
    printed_words,
    removable_words,
)
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.figure import description_of
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.pictures.svg import side_by_side
from marvel_widgets.theory.graph_survey import Changes, Survey, changes

MOST_DRAWN: Final = 60  # variables; a picture of more is not looked at, and takes too long
_SAID: Final = {"removable": "removable", "no-longer": "no longer removable"}
KEY: Final = "Dashed ring: removable. Hollow arrowhead: CI tests can't tell the direction."


def draw_marks(found: Survey, stage: Stage, before: Survey | None = None) -> Marks:
    """Return the marks of the lens in which the graph is drawn."""
    edited = None if before is None else changes(before, found)
    chosen: dict[Label, NodeState] = {} if found.boundary is None else {found.boundary.x: "subject"}
    drawing = stage.with_edges("Graph", [], chosen)
    rows = []
    for x, mark in zip(found.dag.nodes, drawing.nodes, strict=True):
        looks = _looks(found, edited, x)
        said = ", ".join(_SAID[look] for look in looks if look in _SAID)
        rows.append(variable_row(mark, looks, said))
    edges = [list(map(str, edge)) for edge in open_edges(found)]
    return {"variables": [row for row in rows if row], "open": edges}


def _looks(found: Survey, edited: Changes | None, x: Label) -> list[str]:
    looks = ["removable"] if x in found.removable else []
    if edited is not None and x in edited.now_removable:
        looks.append("now")
    if edited is not None and x in edited.no_longer_removable:
        looks.append("no-longer")
    return looks


def open_edges(found: Survey) -> tuple[tuple[Label, Label], ...]:
    """Return the edges of the DAG whose direction the essential graph leaves open."""
    return tuple(edge for edge in found.dag.edges if edge not in found.essential.directed)


def sentences(found: Survey) -> tuple[str, ...]:
    """Return what is so now: removable variables, boundary, essential graph, printed rule."""
    boundary = () if found.boundary is None else (boundary_words(found.boundary),)
    return (removable_words(found), *boundary, essential_words(found), printed_words(found))


def board_lines(found: Survey, before: Survey | None = None) -> Iterator[str]:
    """Yield all that the board shows, as text."""
    yield found.dag.to_text()
    if before is not None and (edit := change_words(before, found)):
        yield edit
    yield from sentences(found)
    yield from count_lines(found)
    yield from counting_words(found)


# -- pictures --------------------------------------------------------------------------------


def graph_drawing(found: Survey, stage: Stage) -> Drawing:
    """Return the DAG with the chosen variable, its boundary, and the removable variables."""
    states: dict[Label, NodeState] = dict.fromkeys(found.removable, "removable")
    inside: tuple[str, ...] = ()
    if found.boundary is not None:
        inside = tuple(str(x) for x in (found.boundary.x, *found.boundary.members))
        states |= dict.fromkeys(found.boundary.parents, "parent")
        states |= dict.fromkeys(found.boundary.children, "child")
        states |= dict.fromkeys(found.boundary.co_parents, "co_parent")
        states[found.boundary.x] = "subject"
    drawing = stage.drawing("Graph", states, notes=dict.fromkeys(found.removable, "removable"))
    return replace(drawing, hull=inside)


def essential_drawing(found: Survey, stage: Stage, before: Survey | None = None) -> Drawing:
    """Return the essential graph with the variables where the DAG has them.

    Edges whose direction the last edit settled or opened are marked. `stage` may be that of an
    earlier graph on the same variables: it knows then how most edges bend.
    """
    edited = None if before is None else changes(before, found)
    changed = () if edited is None else (*edited.directed, *edited.undirected)
    marks = []
    for tail, head in found.dag.edges:
        state: EdgeState = "new" if (tail, head) in changed else "true"
        marks.append(stage.mark(tail, head, (tail, head) in found.essential.directed, state))
    words = description_of(found.essential, "Essential graph")
    return stage.with_edges("Essential graph", marks, alt=words)


def board_svg(found: Survey, positions: Positions) -> str:
    """Return both graphs with the numbers below; empty for more than `MOST_DRAWN` variables."""
    if len(found.dag) > MOST_DRAWN:
        return ""
    stage = stage_of(found.dag, positions)
    drawings = [graph_drawing(found, stage), essential_drawing(found, stage)]
    lines = [*sentences(found), f"{CAPTION}: {'; '.join(count_lines(found))}."]
    return side_by_side(drawings, caption=" ".join(lines))
