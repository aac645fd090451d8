"""What a DAG is built from: sources of edges, topological orders, and cycles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.grammar import parse_text

Edge = tuple[Label, Label]


class Structure(NamedTuple):
    """What a file says of a graph: ``Dag(*structure)`` is the graph, if it is a DAG."""

    edges: Iterable[Edge]
    nodes: Iterable[Label]


def read_source(source: Any) -> tuple[list[Label], list[Edge]]:
    """Return the nodes and edges of a text, pairs, or a networkx graph.

    Raises
    ------
    GraphError
        It is none of these, or not directed.

    Examples
    --------
    >>> read_source([("A", "B")])
    (['A', 'B'], [('A', 'B')])
    """
    if isinstance(source, str):
        graph = parse_text(source)
        return list(graph.nodes), list(graph.edges)
    if hasattr(source, "edges") and hasattr(source, "nodes"):
        return list(source.nodes), list(_networkx_edges(source))
    try:
        edges = [_pair(edge) for edge in source]
    except TypeError:
        msg = f"a Dag is made from text, pairs or a networkx graph, not from {source!r}"
        raise GraphError(msg) from None
    return list(dict.fromkeys(name for edge in edges for name in edge)), edges


def _networkx_edges(graph: Any) -> Iterable[Edge]:
    if not graph.is_directed():
        msg = "this networkx graph is undirected; give a DiGraph"
        raise GraphError(msg)
    return graph.edges() if not graph.is_multigraph() else [(u, v) for u, v, _ in graph.edges]


def _pair(edge: Any) -> Edge:
    if isinstance(edge, str) or not hasattr(edge, "__len__") or len(edge) != 2:
        msg = f"an edge is a pair (tail, head), not {edge!r}"
        raise GraphError(msg)
    return (edge[0], edge[1])


def topological_order(parents: Sequence[int], children: Sequence[int]) -> list[int]:
    """Return the vertices, parents first, ties by index; those on or below a cycle are left out.

    Examples
    --------
    >>> topological_order([0b10, 0, 0b11], [0b100, 0b101, 0])
    [1, 0, 2]
    """
    waiting = [mask.bit_count() for mask in parents]
    ready = [v for v, count in enumerate(waiting) if count == 0]
    heapify(ready)
    order = []
    while ready:
        v = heappop(ready)
        order.append(v)
        for child in members(children[v]):
            waiting[child] -= 1
            if waiting[child] == 0:
                heappush(ready, child)
    return order


def find_cycle(parents: Sequence[int], order: Iterable[int]) -> list[int]:
    """Return a directed cycle outside a topological order, its first vertex repeated at the end.

    Every vertex left out of the order has a parent that is left out.

    Examples
    --------
    >>> find_cycle([0b10, 0b01], [])
    [0, 1, 0]
    """
    stuck = ~mask_of(order) & ((1 << len(parents)) - 1)
    v = next(members(stuck))
    walk: dict[int, int] = {}  # vertex -> when it was met
    while v not in walk:
        walk[v] = len(walk)
        v = next(members(parents[v] & stuck))
    loop = [*list(walk)[walk[v] :], v]
    loop.reverse()  # the walk went against the arrows
    return loop
