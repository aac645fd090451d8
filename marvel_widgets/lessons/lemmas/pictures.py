"""The graph of a lemma: the role of each variable, the current set, and why it separates."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from math import cos, pi, sin

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import open_path
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.path_marks import path_edges, path_nodes
from marvel_widgets.pictures.positions import Pane
from marvel_widgets.pictures.stage import Stage, stage_of
from marvel_widgets.replay.wording import RunContext, reason
from marvel_widgets.theory.lemma_checks import LemmaCheck

# Of a larger graph only X and its boundary are shown.
MOST_DRAWN = 60


def plain_drawing(dag: Dag, stage: Stage | None = None) -> Drawing:
    """Return a graph in which nothing is marked; of a large one, the first variables."""
    if stage is None:
        stage = stage_of(dag.induced(dag.nodes[:MOST_DRAWN]))
    return stage.drawing("Graph")


def lemma_drawing(
    dag: Dag,
    check: LemmaCheck,
    subset: Iterable[Label] | None = None,
    *,
    revealed: bool = True,
    stage: Stage | None = None,
) -> Drawing:
    """Return the graph with the roles of a check noted and the given set marked."""
    whole = len(dag) <= MOST_DRAWN
    if stage is None or not whole:
        x = check.x
        stage = stage_of(dag if whole else dag.induced({x} | dag.markov_boundary(x)))
    notes = _notes(check)
    states: dict[Label, NodeState] = {check.x: "subject"}
    edges: dict[tuple[Label, Label], EdgeState] = {}
    if check.shown is not None:
        family = check.shown.family
        if subset is not None:
            given = (*subset, *family.always)
            path = open_path(dag, *family.pair, given) if revealed else None
            if path is not None:
                edges |= path_edges(path)
                states |= path_nodes(path)
            states |= dict.fromkeys(given, "given")
        states |= {name: "object" for name in family.pair if name != check.x}
    roles = check.roles.items()
    cast = ", ".join(f"{role} = {name}" for role, name in roles)
    if all(role == str(name) for role, name in roles):
        cast = "Graph"
    part = "" if whole else " (X and its boundary only)"
    return stage.drawing(f"{cast}{part}", *_known(stage, states, edges), notes=notes)


def _known(
    stage: Stage, states: Mapping[Label, NodeState], edges: Mapping[tuple[Label, Label], EdgeState]
) -> tuple[dict[Label, NodeState], dict[tuple[Label, Label], EdgeState]]:
    """Return the states of what is on the stage: an open path may leave it."""
    there = set(stage.dag.edges)
    return (
        {name: state for name, state in states.items() if name in stage.dag},
        {edge: state for edge, state in edges.items() if edge in there},
    )


def _notes(check: LemmaCheck) -> dict[Label, str]:
    notes = {name: role for role, name in check.roles.items()}
    if check.shown is not None and check.shown.smaller is not None:
        notes[check.shown.smaller] += " = W"
    # "X X" beside a variable that is called after its role says nothing
    return {name: note for name, note in notes.items() if note != str(name)}


def role_drawing(
    dag: Dag,
    roles: Mapping[str, Label],
    given: Iterable[Label] = (),
    title: str = "",
    pane: Pane = "wide",
) -> Drawing:
    """Return a graph with roles noted and a set marked as given, laid out for a pane."""
    states: dict[Label, NodeState] = dict.fromkeys(given, "given")
    for role, name in roles.items():
        states[name] = "subject" if role == "X" else "object"
    notes = {name: role for role, name in roles.items() if name != role}
    return stage_of(dag, pane=pane).drawing(title, states, notes=notes)


def pairs_svg(p: int) -> str:
    """Return p dots with a line for each pair: where a graph with p variables may have edges."""
    turns = [2 * pi * at / p for at in range(p)]
    far = 38 if p > 1 else 0
    dots = [(50 + far * sin(turn), 50 - far * cos(turn)) for turn in turns]
    lines = "".join(
        f'<line x1="{a:.0f}" y1="{b:.0f}" x2="{c:.0f}" y2="{d:.0f}"/>'
        for (a, b), (c, d) in combinations(dots, 2)
    )
    circles = "".join(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="9"/>' for x, y in dots)
    return f'<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">{lines}{circles}</svg>'


def subset_reason(dag: Dag, check: LemmaCheck, subset: Iterable[Label]) -> str:
    """Return in a sentence why one set of the shown family separates, or does not."""
    case = check.shown
    if case is None:
        return ""
    names = sorted((*subset, *case.family.always), key=dag.position)
    given = [dag.position(name) for name in names]
    a, b = (dag.position(name) for name in case.family.pair)
    context = RunContext(dag.nodes, dag)
    text = reason(context, a, b, given, (1 << len(dag)) - 1)
    apart = open_path(dag, *case.family.pair, names) is None
    verdict = "separated" if apart else "not separated"
    return (
        f"Given {context.some(given)}, {context.name(a)} and {context.name(b)} are {verdict}: "
        f"{text.text}."
    )
