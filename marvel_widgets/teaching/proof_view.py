"""Pictures of the proof of Theorem 1, one for each step, and the whole as text."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from marvel_widgets.graphs.construction import Edge
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import Label
from marvel_widgets.graphs.witness import Path
from marvel_widgets.teaching.drawing import Drawing, NodeMark
from marvel_widgets.teaching.loss_wording import loss_title, loss_words
from marvel_widgets.teaching.palette import (
    NODE_RADIUS,
    NOTE_GAP,
    EdgeState,
    NodeState,
    text_width,
)
from marvel_widgets.teaching.pictures import Places
from marvel_widgets.teaching.prediction import Question
from marvel_widgets.teaching.proof_wording import (
    PAPERS_RULE,
    rule_words,
    stage_title,
    stage_words,
    verdict_words,
)
from marvel_widgets.teaching.stage import stage_of
from marvel_widgets.teaching.wording import path_words, set_words
from marvel_widgets.theory.missing_separator import LossStage, MissingSeparator, loss_stages
from marvel_widgets.theory.proof_steps import PathWalk, Stage

OPEN = "none: it is open"
MISSING: EdgeState = "missing"


def stage_drawing(
    dag: Dag,
    walk: PathWalk,
    stage: Stage,
    places: Places | None = None,
    *,
    answers: bool = True,
) -> Drawing:
    """Return the picture of a step of the if side: the path, its blocker, the new edges.

    In H the variable X and its edges are faded.

    Parameters
    ----------
    dag : Dag
    walk : PathWalk
    stage : Stage
        One of ``walk.stages``.
    places : mapping of Label to (x, y), optional
    answers : bool
        Whether it shows what is open and what blocks, or only where the path runs.

    Examples
    --------
    >>> from marvel_widgets.theory.removability_proof import walk_path
    >>> dag = Dag("X -> B <- A; B -> C; X -> C; A -> C")
    >>> walk = walk_path(dag, "X", ["A", "B", "X", "C"], given={"B"})
    >>> drawing = stage_drawing(dag, walk, walk.stages[1])
    >>> [node.name for node in drawing.nodes if node.state == "blocking"]
    ['B']
    """
    nodes: dict[Label, NodeState] = dict.fromkeys(walk.given, "given")
    edges: dict[Edge, EdgeState] = {}
    if answers:
        _mark_path(dag, stage.path, nodes, edges, stage.blocker)
    else:
        nodes |= dict.fromkeys(walk.ends, "tested")
        edges |= {_directed(dag, a, b): "pointed" for a, b in _steps(stage.path.names)}
    for edge in (*_steps(stage.way_down), *stage.new_edges):
        edges[edge] = "pointed"
    if stage.in_smaller:
        _fade(dag, walk.variable, nodes, edges)
    notes = _notes(walk, stage)
    title = stage_title(walk, stage)
    return _notes_beside(stage_of(dag, places).drawing(title, nodes, edges, notes=notes))


def _notes_beside(drawing: Drawing) -> Drawing:
    """Return the picture with its notes to the right, where there is room: edges run downward."""

    def has_room(mark: NodeMark) -> bool:
        return mark.x + NODE_RADIUS + NOTE_GAP + text_width(mark.note) <= drawing.width

    nodes = tuple(
        replace(mark, beside=bool(mark.note) and has_room(mark)) for mark in drawing.nodes
    )
    return replace(drawing, nodes=nodes)


def _steps(way: tuple[Label, ...]) -> list[Edge]:
    return list(pairwise(way))


def _directed(dag: Dag, a: Label, b: Label) -> Edge:
    return (a, b) if b in dag.children(a) else (b, a)


def _mark_path(
    dag: Dag,
    path: Path,
    nodes: dict[Label, NodeState],
    edges: dict[Edge, EdgeState],
    blocker: Label | None,
) -> None:
    """Mark a path and its vertices; a given vertex stays marked as given unless it blocks."""
    state: EdgeState = "path" if path.is_open else "blocked_path"
    for a, b in _steps(path.names):
        edges[_directed(dag, a, b)] = state
    for vertex in path.vertices[1:-1]:
        if vertex.given:
            continue
        if vertex.role == "collider" and vertex.is_open:
            nodes[vertex.name] = "opened"
        elif path.is_open:
            nodes[vertex.name] = "on_path"
    for end in (path.names[0], path.names[-1]):
        nodes[end] = "tested"
    if blocker in path.names:
        nodes[blocker] = "blocking"


def blocker_question(dag: Dag, walk: PathWalk, stage: Stage) -> Question | None:
    """Return "Which vertex blocks the path?" for a step that has a new path, else None.

    Examples
    --------
    >>> from marvel_widgets.theory.removability_proof import walk_path
    >>> dag = Dag("X -> B <- A; B -> C; X -> C; A -> C")
    >>> walk = walk_path(dag, "X", ["A", "B", "X", "C"], given={"B"})
    >>> question = blocker_question(dag, walk, walk.stages[1])
    >>> question.options, question.answer
    (('B', 'none: it is open'), 'B')
    """
    path, inner = stage.path, stage.path.names[1:-1]
    closed = {v.name for v in path.vertices if not v.is_open}
    # one answer only, and something to choose from
    if stage.kind in ("opener", "conclusion", "replaced", "cut") or not inner or len(closed) > 1:
        return None
    where = "H" if stage.in_smaller else "G"
    names = [str(name) for name in inner]
    return Question(
        f"blocker of {path} given {set_words(dag, walk.given)} in {where} of {dag.to_text()}",
        f"By the paper's rule, which vertex blocks {path_words(path)} in {where}, with "
        f"S = {set_words(dag, walk.given)}?",
        (*names, OPEN),
        str(next(iter(closed))) if closed else OPEN,
        verdict_words(path, where, stage.blocker),
    )


def announcement_words(dag: Dag, walk: PathWalk, stage: Stage) -> str:
    """Return which path a step speaks of, and nothing of what blocks or opens it.

    Examples
    --------
    >>> from marvel_widgets.theory.removability_proof import walk_path
    >>> dag = Dag("X -> B <- A; B -> C; X -> C; A -> C")
    >>> walk = walk_path(dag, "X", ["A", "B", "X", "C"], given={"B"})
    >>> announcement_words(dag, walk, walk.stages[1])
    'The path A → B → C in H, with S = {B}.'
    """
    where = "H" if stage.in_smaller else "G"
    return f"The path {path_words(stage.path)} in {where}, with S = {set_words(dag, walk.given)}."


def _fade(dag: Dag, x: Label, nodes: dict[Label, NodeState], edges: dict[Edge, EdgeState]) -> None:
    nodes[x] = "removed"
    for edge in dag.edges:
        if x in edge:
            edges[edge] = "removed"


def _notes(walk: PathWalk, stage: Stage) -> dict[Label, str]:
    """Return the paper's letters at the learner's variables."""
    low, high = (walk.earlier, walk.later) if walk.case == "b" else (walk.before, walk.after)
    letters = [(walk.variable, "X"), (low, "P_l"), (high, "P_r")]
    if stage.replacement is not None:
        letters.append((stage.replacement, "W"))
    if len(stage.way_down) > 2 and stage.blocker is None:
        letters.append((stage.way_down[-1], "T"))
    if stage.in_smaller:
        letters[0] = (walk.variable, "gone")
    return {name: note_words(name, [w for v, w in letters if v == name]) for name, _ in letters}


def note_words(name: Label, letters: list[str]) -> str:
    """Return the note at a variable: which letters of the proof it stands for.

    Examples
    --------
    >>> note_words("A", ["P_l", "W"]), note_words("X", ["X"]), note_words("X", ["gone"])
    ('as P_l, W', '', 'gone')
    """
    others = [letter for letter in letters if letter != str(name)]
    return others[0] if others == ["gone"] else f"as {', '.join(others)}" if others else ""


def loss_drawing(
    dag: Dag, found: MissingSeparator, stage: LossStage, places: Places | None = None
) -> Drawing:
    """Return the picture of a step of the only-if side, the missing edge in red and dashed.

    Parameters
    ----------
    dag : Dag
    found : MissingSeparator
    stage : LossStage
    places : mapping of Label to (x, y), optional

    Examples
    --------
    >>> from marvel_widgets.theory.missing_separator import missing_separators
    >>> dag = Dag("A -> X -> B")
    >>> (found,) = missing_separators(dag, "X")
    >>> [e.state for e in loss_drawing(dag, found, loss_stages(dag, found)[0]).edges]
    ['true', 'true', 'missing']
    """
    nodes: dict[Label, NodeState] = dict.fromkeys(stage.given, "given")
    edges: dict[Edge, EdgeState] = {}
    if stage.path is not None:
        _mark_path(dag, stage.path, nodes, edges, None)
    nodes |= dict.fromkeys(found.pair, "tested")
    if stage.in_smaller:
        _fade(dag, found.variable, nodes, edges)
    x, directed = found.variable, not found.violation.either_direction
    notes = {x: note_words(x, ["gone" if stage.in_smaller else "X"])}
    missing = [(*found.pair, directed, MISSING)]
    title = loss_title(stage)
    drawing = stage_of(dag, places).drawing(title, nodes, edges, more=missing, notes=notes)
    return _notes_beside(drawing)


def walk_text(dag: Dag, walk: PathWalk, at: int | None = None) -> str:
    """Return the if side as text, all steps or the one at a place.

    Examples
    --------
    >>> from marvel_widgets.theory.removability_proof import walk_path
    >>> dag = Dag("A -> B; A -> X -> B")
    >>> print(walk_text(dag, walk_path(dag, "X", "AXB"), at=2).splitlines()[1])
    Step 3 of 3: Conclusion in H, case (b).
    """
    steps = [
        f"{stage_title(walk, stage)}.\n{stage_words(dag, walk, stage)}\n{rule_words(stage)}"
        for stage in walk.stages
    ]
    return f"{PAPERS_RULE}\n{_told(steps, at)}"


def loss_text(dag: Dag, found: MissingSeparator, at: int | None = None) -> str:
    """Return the only-if side as text, all steps or the one at a place.

    Examples
    --------
    >>> from marvel_widgets.theory.missing_separator import missing_separators
    >>> dag = Dag("A -> X -> B")
    >>> (found,) = missing_separators(dag, "X")
    >>> print(loss_text(dag, found, at=0))
    Step 1 of 4: A condition fails.
    Condition 1 fails at the child B of X: A is a neighbor of X, and no edge joins A and B.
    """
    return _told(
        [
            f"{loss_title(stage)}.\n{loss_words(dag, found, stage)}"
            for stage in loss_stages(dag, found)
        ],
        at,
    )


def _told(steps: list[str], at: int | None) -> str:
    lines = [f"Step {i} of {len(steps)}: {said}" for i, said in enumerate(steps, start=1)]
    return "\n".join(lines) if at is None else lines[at]
