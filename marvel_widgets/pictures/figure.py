"""A still picture of a graph for a notebook cell."""

from __future__ import annotations

from dataclasses import dataclass

from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.core.graphs.validation import check_graph
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.pictures.positions import WIDEST
from marvel_widgets.pictures.stage import stage_of
from marvel_widgets.pictures.svg import to_svg


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture that a notebook shows as SVG, and a terminal as text.

    Attributes
    ----------
    drawing : Drawing
    """

    drawing: Drawing

    @property
    def svg(self) -> str:
        """The picture as SVG text."""
        return to_svg(self.drawing, legend=False)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return self.drawing.description


def draw(graph: Dag | Pdag, title: str = "", *, widest: int = WIDEST) -> Figure:
    """Return a picture of a DAG or a partially directed graph.

    Parameters
    ----------
    graph : Dag or Pdag
    title : str
    widest : int
        The width in px that the picture should not pass; more than sixty variables get more.

    Examples
    --------
    >>> draw(Dag("X -> Y <- T"))
    3 variables, 2 edges. Edges: X to Y, T to Y.
    """
    check_graph(graph)
    stage = stage_of(graph, widest=widest)
    return Figure(stage.with_edges(title, [stage.mark(*edge) for edge in _edges(graph)]))


def description_of(graph: Dag | Pdag, title: str = "") -> str:
    """Return the alternative text of a graph's picture, without a layout."""
    nodes = tuple(NodeMark(str(name), 0.0, 0.0) for name in graph.nodes)
    edges = tuple(EdgeMark(str(a), str(b), directed) for a, b, directed in _edges(graph))
    return Drawing(title, 0, 0, nodes, edges).description


def _edges(graph: Dag | Pdag) -> list[tuple[Label, Label, bool]]:
    """Return the edges in the order of the variables, the directed ones first."""
    if isinstance(graph, Dag):
        return [(a, b, True) for a, b in graph.edges]
    place = {name: i for i, name in enumerate(graph.nodes)}

    def by_place(edge: Edge) -> tuple[int, int]:
        return place[edge[0]], place[edge[1]]

    pairs = (sorted(pair, key=place.__getitem__) for pair in graph.undirected)
    lines: list[Edge] = [(a, b) for a, b in pairs]
    arrows = sorted(graph.directed, key=by_place)
    return [
        *((a, b, True) for a, b in arrows),
        *((a, b, False) for a, b in sorted(lines, key=by_place)),
    ]
