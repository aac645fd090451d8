"""The duel as pictures: what the learner believes beside the graph that agrees as well."""

from math import cos, pi, sin

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import essential_graph
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.pills import HALF, pill_width
from marvel_widgets.pictures.positions import Positions, circle_positions
from marvel_widgets.theory.adversary import Answer, ClaimVerdict
from marvel_widgets.theory.consistent_dags import Question
from marvel_widgets.theory.examples import Cell

Pairs = frozenset[frozenset[Label]]
_CLAIM = 2.0, 1.45  # the claim has a pane for itself, wider than high
_AROUND = 20.0  # px around a pill: the line around a subset, and its name


def cell_order(names: tuple[Label, ...], cell: Cell | None) -> tuple[Label, ...]:
    """Return the variables in their order around the circle, the first of them at the top.

    As in the paper's figure, the subset S* of a cell is together at the top and its pair at
    both ends of it. All is on one circle, so that no edge runs through a third variable.
    """
    if cell is None or not cell.subset:
        return names
    subset = [v for v in names if v in cell.subset]
    rest = [v for v in names if v not in cell.subset and v not in (cell.x, cell.y)]
    half = len(subset) // 2
    return (*subset[half:], cell.y, *rest, cell.x, *subset[:half])


def claim_drawing(
    claim: Pdag, title: str, cell: Cell | None = None, differing: Pairs = frozenset()
) -> Drawing:
    """Return what the learner believes, with the pair and the subset of a cell marked.

    The edges between `differing` pairs are drawn as such; where there is none, its place is.
    """
    order = {name: i for i, name in enumerate(claim.nodes)}
    heads = {(a, z) for a, z, _ in claim.v_structures} | {(b, z) for _, z, b in claim.v_structures}
    edges = [
        _edge(a, b, True, "v_structure" if (a, b) in heads else "compelled", differing)
        for a, b in sorted(claim.directed, key=lambda e: (order[e[0]], order[e[1]]))
    ]
    lines = sorted(sorted(pair, key=order.__getitem__) for pair in claim.undirected)
    edges += [_edge(a, b, False, "undirected", differing) for a, b in lines]
    edges += _absent(edges, claim.nodes, differing)
    return _drawing(title, claim.nodes, edges, cell)


def hidden_drawing(
    dag: Dag,
    title: str,
    cell: Cell | None = None,
    differing: Pairs = frozenset(),
    asked: Answer | Question | None = None,
) -> Drawing:
    """Return a graph that may be the true one, with the pair and the subset of a cell marked.

    The edges between `differing` pairs are drawn as such; where there is none, its place is.
    What is `asked` is marked where there is no cell.
    """
    edges = [_edge(a, b, True, "true", differing) for a, b in dag.edges]
    edges += _absent(edges, dag.nodes, differing)
    return _drawing(title, dag.nodes, edges, cell, asked)


def draft_drawing(
    names: tuple[Label, ...],
    edges: tuple[tuple[Label, Label], ...],
    waiting: Label = "",
    asked: Answer | None = None,
) -> Drawing:
    """Return a claim in the making, which may have a cycle; `waiting` was clicked first of two.

    Until one is, the variables of the question that was `asked` last are marked.
    """
    states: dict[Label, NodeState] = {waiting: "answer"} if waiting != "" else _asked_states(asked)
    round_ = circle_positions(names)[0]
    wide, high = _CLAIM
    positions, width, height = _cropped(
        {v: (wide * x, high * y) for v, (x, y) in round_.items()}, around=4.0
    )
    nodes = tuple(NodeMark(str(name), *positions[name], states.get(name, "idle")) for name in names)
    marks = tuple(EdgeMark(str(a), str(b), True, "answer") for a, b in edges)
    return Drawing("Your claim", width, height, nodes, marks)


def differing_pairs(claim: Pdag, dag: Dag) -> Pairs:
    """Return the pairs in which a DAG is not of the claimed class.

    Those that are adjacent in one of the two alone; where there are none, those whose edge
    has another direction, or a direction in one of the two alone.
    """
    found = essential_graph(dag)
    skeletons = [
        {frozenset(edge) for edge in (*graph.directed, *graph.undirected)}
        for graph in (claim, found)
    ]
    return frozenset(skeletons[0] ^ skeletons[1]) or frozenset(
        map(frozenset, set(claim.directed) ^ set(found.directed))
    )


def verdict_drawings(verdict: ClaimVerdict) -> tuple[Drawing, ...]:
    """Return the claim beside the hidden graph, or another that agrees, differences marked."""
    beside, title = verdict.hidden, "Agrees with every answer"
    if verdict.outcome == "another graph":
        title = "H: agrees with every answer"
    elif verdict.outcome == "conceded":
        if verdict.other is None:
            return (claim_drawing(verdict.claim, "You claim", verdict.cell),)
        beside, title = verdict.other, "Agrees as well"
    marked = differing_pairs(verdict.claim, beside)
    return (
        claim_drawing(verdict.claim, "You claim", verdict.cell, marked),
        hidden_drawing(beside, title, verdict.cell, marked),
    )


def _edge(tail: Label, head: Label, directed: bool, state: EdgeState, differing: Pairs) -> EdgeMark:
    shown: EdgeState = "differs" if frozenset((tail, head)) in differing else state
    return EdgeMark(str(tail), str(head), directed, shown)


def _absent(edges: list[EdgeMark], names: tuple[Label, ...], differing: Pairs) -> list[EdgeMark]:
    """Return marks for the edges that are missing here and are there in the other graph."""
    there = {frozenset((mark.tail, mark.head)) for mark in edges}
    pairs = [sorted(pair, key=names.index) for pair in differing]
    return [
        EdgeMark(str(a), str(b), False, "absent")
        for a, b in sorted(pairs, key=lambda ends: [*map(names.index, ends)])
        if frozenset((str(a), str(b))) not in there
    ]


def _drawing(
    title: str,
    names: tuple[Label, ...],
    edges: list[EdgeMark],
    cell: Cell | None,
    asked: Answer | Question | None = None,
) -> Drawing:
    positions, width, height = _cropped(_turned(names, cell))
    states = _asked_states(asked if cell is None else cell)
    nodes = tuple(NodeMark(str(name), *positions[name], states.get(name, "idle")) for name in names)
    subset = () if cell is None else cell.subset or ()
    group = tuple(str(name) for name in names if name in subset)
    return Drawing(title, width, height, nodes, tuple(edges), group=group, group_name="S*")


def _cropped(positions: Positions, around: float = _AROUND) -> tuple[Positions, int, int]:
    """Return the places in the smallest box that has room for pills and what surrounds a subset."""
    wide = max((pill_width(str(name)) for name in positions), default=0.0) / 2 + around
    high = HALF + around
    left = min((x for x, _ in positions.values()), default=0.0) - wide
    top = min((y for _, y in positions.values()), default=0.0) - high
    moved = {name: (round(x - left, 1), round(y - top, 1)) for name, (x, y) in positions.items()}
    width = max((x for x, _ in moved.values()), default=wide) + wide
    height = max((y for _, y in moved.values()), default=high) + high
    return moved, round(width), round(height)


def _turned(names: tuple[Label, ...], cell: Cell | None) -> Positions:
    """Return the places on the circle; a subset of even size is placed symmetric to its top."""
    order = cell_order(names, cell)
    positions, width = circle_positions(order)
    if cell is None or not cell.subset or len(cell.subset) % 2:
        return positions
    middle, turn = width / 2, -pi / len(names)
    return {
        name: (
            round(middle + (x - middle) * cos(turn) - (y - middle) * sin(turn), 1),
            round(middle + (x - middle) * sin(turn) + (y - middle) * cos(turn), 1),
        )
        for name, (x, y) in positions.items()
    }


def _asked_states(asked: Answer | Question | Cell | None) -> dict[Label, NodeState]:
    """Return how the variables of a question are marked."""
    if asked is None:
        return {}
    given = (asked.subset or ()) if isinstance(asked, Cell) else asked.given
    states: dict[Label, NodeState] = dict.fromkeys(given, "given")
    return states | {asked.x: "subject", asked.y: "object"}
