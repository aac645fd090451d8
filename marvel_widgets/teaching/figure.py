"""A still picture of a graph for a notebook cell."""

from __future__ import annotations

from dataclasses import dataclass

from marvel_widgets.graphs.construction import Edge
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.given import check_graph
from marvel_widgets.graphs.pdag import Pdag
from marvel_widgets.teaching.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.teaching.layout import bends_between
from marvel_widgets.teaching.pictures import WIDEST, places_of, pointed_down
from marvel_widgets.teaching.svg import to_svg


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
    stage = graph if isinstance(graph, Dag) else pointed_down(graph)
    places, width, height = places_of(stage, widest)
    arrows, lines = _arrows_and_lines(graph)
    bends = bends_between([*arrows, *lines], places)
    edges = [EdgeMark(str(a), str(b), True, "true", bends[a, b]) for a, b in arrows]
    edges += [EdgeMark(str(a), str(b), False, "true", bends[a, b]) for a, b in lines]
    nodes = tuple(NodeMark(str(name), *places[name]) for name in graph.nodes)
    return Figure(Drawing(title, width, height, nodes, tuple(edges)))


def _arrows_and_lines(graph: Dag | Pdag) -> tuple[list[Edge], list[Edge]]:
    """Return the directed and the undirected edges in the order of the variables."""
    if isinstance(graph, Dag):
        return list(graph.edges), []
    place = {name: i for i, name in enumerate(graph.nodes)}

    def by_place(edge: Edge) -> tuple[int, int]:
        return place[edge[0]], place[edge[1]]

    pairs = (sorted(pair, key=place.__getitem__) for pair in graph.undirected)
    lines: list[Edge] = [(a, b) for a, b in pairs]
    return sorted(graph.directed, key=by_place), sorted(lines, key=by_place)
