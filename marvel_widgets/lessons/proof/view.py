"""Pictures of the proof of Theorem 1, one for each step, and the whole as text."""

from __future__ import annotations

from itertools import pairwise

from marvel_widgets.assessment.prediction import Question
from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.lessons.proof import words as said
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.path_marks import path_edges, path_nodes
from marvel_widgets.pictures.positions import Positions
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.replay.wording import braces, path_words
from marvel_widgets.theory import removability_proof as proof

OPEN = "none: it is open"
MISSING: EdgeState = "missing"


def stage_drawing(
    dag: Dag,
    walk: proof.PathWalk,
    stage: proof.ProofStage,
    positions: Positions | None = None,
    *,
    answers: bool = True,
) -> Drawing:
    """Return the picture of a step of the if side: the path, its blocker, the new edges.

    In H the variable X and its edges are faded.

    Without `answers` it shows where the path runs, and not what is open and what blocks.
    """
    nodes: dict[Label, NodeState] = dict.fromkeys(walk.given, "given")
    edges: dict[Edge, EdgeState] = {}
    if answers:
        nodes |= path_nodes(stage.path, stage.blocker)
        edges |= path_edges(stage.path)
    else:
        steps = pairwise(stage.path.names)
        edges |= {(a, b) if b in dag.children(a) else (b, a): "object" for a, b in steps}
    nodes |= dict.fromkeys(walk.ends, "object")
    for edge in (*pairwise(stage.way_down), *stage.new_edges):
        edges[edge] = "object"
    _mark_variable(dag, walk.variable, stage.in_smaller, nodes, edges)
    stage_now = stage_of(dag, positions)
    return stage_now.drawing(said.stage_title(walk, stage), nodes, edges, notes=_notes(walk, stage))


def blocker_question(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> Question | None:
    """Return "Which vertex blocks the path?" for a step that has a new path, else None."""
    path, inner = stage.path, stage.path.names[1:-1]
    closed = {v.name for v in path.vertices if not v.is_open}
    # one answer only, and something to choose from
    if stage.kind in ("opener", "conclusion", "replaced", "cut") or not inner or len(closed) > 1:
        return None
    where = "H" if stage.in_smaller else "G"
    names = [str(name) for name in inner]
    return Question(
        f"blocker of {path} given {braces(dag, walk.given)} in {where} of {dag.to_text()}",
        f"By the paper's rule, which vertex blocks {path_words(path)} in {where}, with "
        f"S = {braces(dag, walk.given)}?",
        (*names, OPEN),
        str(next(iter(closed))) if closed else OPEN,
        said.verdict_words(path, where, stage.blocker),
    )


def announcement_words(dag: Dag, walk: proof.PathWalk, stage: proof.ProofStage) -> str:
    """Return which path a step is about, and nothing of what blocks or opens it."""
    where = "H" if stage.in_smaller else "G"
    return f"The path {path_words(stage.path)} in {where}, with S = {braces(dag, walk.given)}."


def _mark_variable(
    dag: Dag, x: Label, is_gone: bool, nodes: dict[Label, NodeState], edges: dict[Edge, EdgeState]
) -> None:
    """Mark the variable that may be removed: in H it is gone, with its edges."""
    if is_gone:
        nodes[x] = "removed"
        # of the path that is open in G, and leaves with X, one sees where it ran
        edges |= {edge: "removed" for edge in dag.edges if x in edge and edges.get(edge) != "path"}
    elif nodes.get(x, "on_path") == "on_path":
        nodes[x] = "subject"


def _notes(walk: proof.PathWalk, stage: proof.ProofStage) -> dict[Label, str]:
    """Return the paper's letters at the learner's variables."""
    low, high = (walk.earlier, walk.later) if walk.case == "b" else (walk.before, walk.after)
    letters = [(walk.variable, "X"), (low, "Pₗ"), (high, "Pᵣ")]
    if stage.replacement is not None:
        letters.append((stage.replacement, "W"))
    if len(stage.way_down) > 2 and stage.blocker is None:
        letters.append((stage.way_down[-1], "T"))
    if stage.in_smaller:
        letters[0] = (walk.variable, "gone")
    return {name: note_words(name, [w for v, w in letters if v == name]) for name, _ in letters}


def note_words(name: Label, letters: list[str]) -> str:
    """Return the note at a variable: which letters of the proof it stands for."""
    return ", ".join(letter for letter in letters if letter != str(name))


def loss_drawing(
    dag: Dag,
    found: proof.MissingSeparator,
    stage: proof.LossStage,
    positions: Positions | None = None,
) -> Drawing:
    """Return the picture of a step of the only-if side, the missing edge in red and dashed."""
    nodes: dict[Label, NodeState] = dict.fromkeys(stage.given, "given")
    edges: dict[Edge, EdgeState] = {}
    if stage.path is not None:
        nodes |= path_nodes(stage.path)
        edges |= path_edges(stage.path)
    nodes |= dict.fromkeys(found.pair, "object")
    _mark_variable(dag, found.variable, stage.in_smaller, nodes, edges)
    x, directed = found.variable, not found.violation.either_direction
    notes = {x: note_words(x, ["gone" if stage.in_smaller else "X"])}
    missing = [(*found.pair, directed, MISSING)]
    title = said.loss_title(stage)
    return stage_of(dag, positions).drawing(title, nodes, edges, more=missing, notes=notes)


def walk_text(dag: Dag, walk: proof.PathWalk, at: int | None = None) -> str:
    """Return the if side as text, all steps or the one at a place."""
    steps = [
        f"{said.stage_title(walk, stage)}.\n{said.stage_words(dag, walk, stage)}\n"
        f"{said.rule_words(stage)}"
        for stage in walk.stages
    ]
    return f"{said.PAPERS_RULE}\n{_steps_text(steps, at)}"


def loss_text(dag: Dag, found: proof.MissingSeparator, at: int | None = None) -> str:
    """Return the only-if side as text, all steps or the one at a place.

    Examples
    --------
    >>> from marvel_widgets.theory.removability_proof import missing_separators
    >>> dag = Dag("A -> X -> B")
    >>> (found,) = missing_separators(dag, "X")
    >>> print(loss_text(dag, found, at=0))
    Step 1 of 4: A condition fails.
    Condition 1 fails at the child B of X. A is a neighbor of X, and no edge joins A and B.
    """
    stages = proof.loss_stages(dag, found)
    return _steps_text(
        [f"{said.loss_title(s)}.\n{said.loss_words(dag, found, s)}" for s in stages], at
    )


def _steps_text(steps: list[str], at: int | None) -> str:
    lines = [f"Step {i} of {len(steps)}: {text}" for i, text in enumerate(steps, start=1)]
    return "\n".join(lines) if at is None else lines[at]
