"""The living graph to look at: marks on its picture, sentences, and the twins for print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from marvel_widgets.core.graphs.errors import Label
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
from marvel_widgets.theory.graph_survey import Survey
from marvel_widgets.theory.survey_changes import Changes, changes

MOST_DRAWN: Final = 60  # variables; a picture of more is not looked at, and takes too long
KEY: Final = "Dashed ring: removable. Hollow arrowhead: CI tests can't tell the direction."

_STATES: Final[Mapping[str, NodeState]] = {
    "chosen": "subject",
    "parent": "parent",
    "child": "child",
    "co-parent": "co_parent",
}


@dataclass(frozen=True, slots=True)
class VariableMark:
    """How a variable is marked in the picture that is edited."""

    name: Label
    looks: tuple[str, ...]
    note: str
    said: str


def variable_marks(found: Survey, before: Survey | None = None) -> tuple[VariableMark, ...]:
    """Return the marks of all variables that have any.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.theory.graph_survey import survey
    >>> for mark in variable_marks(survey(Dag("X -> Y <- T; Y -> Z; X -> Z"), "Y")):
    ...     print(mark.name, mark.looks, mark.said)
    X ('parent',) parent of Y
    Y ('subject',) chosen
    T ('removable', 'parent') removable, parent of Y
    Z ('removable', 'child') removable, child of Y
    """
    edited = None if before is None else changes(before, found)
    return tuple(mark for x in found.dag.nodes if (mark := _mark(found, edited, x)).looks)


def _mark(found: Survey, edited: Changes | None, x: Label) -> VariableMark:
    looks, said = [], []
    if x in found.removable:
        looks.append("removable")
        said.append("removable")
    if edited is not None and x in edited.now_removable:
        looks.append("now")
    if edited is not None and x in edited.no_longer_removable:
        looks.append("no-longer")
        said.append("no longer removable")
    role = _role(found, x)
    if role:
        looks.append(_STATES[role])
        said.append(
            role if role == "chosen" else f"{role} of {found.boundary and found.boundary.x}"
        )
    if edited is not None and x in edited.entered:
        looks.append("entered")
    return VariableMark(x, tuple(looks), "" if role == "chosen" else role, ", ".join(said))


def _role(found: Survey, x: Label) -> str:
    boundary = found.boundary
    if boundary is None:
        return ""
    if x == boundary.x:
        return "chosen"
    roles = {
        "parent": boundary.parents,
        "child": boundary.children,
        "co-parent": boundary.co_parents,
    }
    return next((role for role, names in roles.items() if x in names), "")


def open_edges(found: Survey) -> tuple[tuple[Label, Label], ...]:
    """Return the edges of the DAG whose direction the essential graph leaves open.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.theory.graph_survey import survey
    >>> open_edges(survey(Dag("X -> Y <- T; A -> B")))
    (('A', 'B'),)
    """
    return tuple(edge for edge in found.dag.edges if edge not in found.essential.directed)


def sentences(found: Survey) -> tuple[str, ...]:
    """Return what is so now: removable variables, boundary, essential graph, printed rule.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.theory.graph_survey import survey
    >>> sentences(survey(Dag("A -> B"), "A"))[1]
    'Markov boundary of A: child B.'
    """
    boundary = () if found.boundary is None else (boundary_words(found.boundary),)
    return (removable_words(found), *boundary, essential_words(found), printed_words(found))


def board_lines(found: Survey, before: Survey | None = None) -> Iterator[str]:
    """Yield all that the board shows, as text.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.theory.graph_survey import survey
    >>> list(board_lines(survey(Dag("A -> B"))))[:2]
    ['A -> B', 'Removable: all of 2 variables.']
    """
    yield found.dag.to_text()
    if before is not None and (edit := change_words(before, found)):
        yield edit
    yield from sentences(found)
    yield from count_lines(found)
    yield from counting_words(found)


# -- pictures --------------------------------------------------------------------------------


def graph_drawing(found: Survey, stage: Stage) -> Drawing:
    """Return the DAG with the chosen variable, its boundary, and the removable variables."""
    states: dict[Label, NodeState] = {}
    notes: dict[Label, str] = {}
    for mark in variable_marks(found):
        role = _role(found, mark.name)
        if role:
            states[mark.name] = _STATES[role]
        if "removable" in mark.looks:
            notes[mark.name] = "removable"
            states.setdefault(mark.name, "removable")
    drawing = stage.drawing("Graph", states, notes=notes)
    inside = tuple(str(x) for x in found.dag.nodes if _role(found, x))
    return replace(drawing, hull=inside)


def essential_drawing(found: Survey, stage: Stage, before: Survey | None = None) -> Drawing:
    """Return the essential graph with the variables where the DAG has them.

    Edges whose direction the last edit settled or opened are marked. `stage` may be that of an
    earlier graph on the same variables: it knows then how most edges bend.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.theory.graph_survey import survey
    >>> dag = Dag("A -> B")
    >>> essential_drawing(survey(dag), stage_of(dag)).description
    'Essential graph: 2 variables, 1 edge. Edges: A - B.'
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
    """Return both graphs with the numbers below; empty for more than `MOST_DRAWN` variables.

    >>> from marvel_widgets import Dag
    >>> from marvel_widgets.theory.graph_survey import survey
    >>> spots = {"A": (50.0, 50.0), "B": (50.0, 120.0)}
    >>> "MARVEL: 0 tests" in board_svg(survey(Dag("A -> B")), spots)
    True
    """
    if len(found.dag) > MOST_DRAWN:
        return ""
    stage = stage_of(found.dag, positions)
    drawings = [graph_drawing(found, stage), essential_drawing(found, stage)]
    lines = [*sentences(found), f"{CAPTION}: {'; '.join(count_lines(found))}."]
    return side_by_side(drawings, caption=" ".join(lines))
