"""The duel as pictures: what the learner believes beside the graph that agrees as well."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.equivalence import essential_graph
from marvel_widgets.graphs.errors import Label
from marvel_widgets.graphs.pdag import Pdag
from marvel_widgets.teaching.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.teaching.palette import LABEL_HEIGHT, NODE_RADIUS, EdgeState, NodeState
from marvel_widgets.theory.adversary import Verdict
from marvel_widgets.theory.examples import Cell

_MARGIN: Final = 26.0
Pairs = frozenset[frozenset[Label]]


def circle_places(names: tuple[Label, ...]) -> tuple[dict[Label, tuple[float, float]], int]:
    """Return places on a circle, on which no edge runs through a third variable, and the width.

    Examples
    --------
    >>> places, width = circle_places(("A", "B"))
    >>> places["A"], width
    ((106.0, 44.0), 212)
    """
    p = max(1, len(names))
    radius = max(62.0, 2.9 * NODE_RADIUS * p / pi)
    middle = radius + NODE_RADIUS + _MARGIN
    angles = [2 * pi * i / p - pi / 2 for i in range(p)]
    places = {
        name: (round(middle + radius * cos(a), 1), round(middle + radius * sin(a), 1))
        for name, a in zip(names, angles, strict=False)
    }
    return places, round(2 * middle)


def claim_drawing(
    claim: Pdag, title: str, cell: Cell | None = None, differing: Pairs = frozenset()
) -> Drawing:
    """Return what the learner believes, with the pair and the subset of a cell marked.

    The edges between `differing` pairs are drawn as such.

    Examples
    --------
    >>> from marvel_widgets import essential_graph
    >>> claim_drawing(essential_graph(Dag("A -> B")), "Your graph").edges[0].directed
    False
    """
    order = {name: i for i, name in enumerate(claim.nodes)}
    heads = {(a, z) for a, z, _ in claim.v_structures} | {(b, z) for _, z, b in claim.v_structures}
    edges = [
        _edge(a, b, True, "v_structure" if (a, b) in heads else "compelled", differing)
        for a, b in sorted(claim.directed, key=lambda e: (order[e[0]], order[e[1]]))
    ]
    lines = sorted(sorted(pair, key=order.__getitem__) for pair in claim.undirected)
    edges += [_edge(a, b, False, "undirected", differing) for a, b in lines]
    return _drawing(title, claim.nodes, edges, cell)


def hidden_drawing(
    dag: Dag, title: str, cell: Cell | None = None, differing: Pairs = frozenset()
) -> Drawing:
    """Return a graph that may be the true one, with the pair and the subset of a cell marked.

    The edges between `differing` pairs are drawn as such.

    Examples
    --------
    >>> cell = Cell("A", "B", frozenset())
    >>> [mark.state for mark in hidden_drawing(Dag((), nodes="ABC"), "H", cell).nodes]
    ['tested', 'tested', 'idle']
    """
    edges = [_edge(a, b, True, "possible", differing) for a, b in dag.edges]
    return _drawing(title, dag.nodes, edges, cell)


def differing_pairs(claim: Pdag, dag: Dag) -> Pairs:
    """Return the pairs in which a DAG is not of the claimed class.

    Those that are adjacent in one of the two alone; where there are none, those whose edge
    has another direction, or a direction in one of the two alone.

    Examples
    --------
    >>> from marvel_widgets import essential_graph
    >>> claim = essential_graph(Dag("A -> B -> C"))
    >>> [sorted(pair) for pair in differing_pairs(claim, Dag("A -> B; {A B C}"))]
    [['B', 'C']]
    >>> len(differing_pairs(claim, Dag("A -> B <- C")))
    2
    >>> len(differing_pairs(claim, Dag("C -> B -> A")))
    0
    """
    found = essential_graph(dag)
    skeletons = [
        {frozenset(edge) for edge in (*graph.directed, *graph.undirected)}
        for graph in (claim, found)
    ]
    return frozenset(skeletons[0] ^ skeletons[1]) or frozenset(
        map(frozenset, set(claim.directed) ^ set(found.directed))
    )


def verdict_drawings(verdict: Verdict) -> tuple[Drawing, ...]:
    """Return the claim beside the hidden graph, or beside another one that agrees as well.

    Where the two differ is marked in both.

    Examples
    --------
    >>> from marvel_widgets.theory.adversary import Adversary
    >>> from marvel_widgets.theory.examples import Example
    >>> verdict = Adversary(Example("empty", 3, 1)).judge("")
    >>> [drawing.title for drawing in verdict_drawings(verdict)]
    ['You claim', 'H: agrees with every answer']
    """
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


def _drawing(
    title: str, names: tuple[Label, ...], edges: list[EdgeMark], cell: Cell | None
) -> Drawing:
    places, width = circle_places(names)
    nodes = tuple(NodeMark(str(name), *places[name], _state(name, cell)) for name in names)
    return Drawing(title, width, width + round(LABEL_HEIGHT), nodes, tuple(edges))


def _state(name: Label, cell: Cell | None) -> NodeState:
    if cell is None:
        return "idle"
    if name in (cell.x, cell.y):
        return "tested"
    return "given" if cell.subset is not None and name in cell.subset else "idle"
