"""A DAG drawn with different marks, each variable always in its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from marvel_widgets.graphs.construction import Edge
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import Label
from marvel_widgets.teaching.canvas import canvas_box
from marvel_widgets.teaching.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.teaching.layout import bends_between
from marvel_widgets.teaching.palette import EdgeState, NodeState
from marvel_widgets.teaching.pictures import WIDEST, places_of

Places = Mapping[Label, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Board:
    """Where the variables of a DAG stand.

    Attributes
    ----------
    dag : Dag
    places : mapping of Label to (x, y)
    width, height : int
    bends : mapping of (tail, head) to float
        Of the edges of the DAG and of the edges that may be added to a drawing.

    Examples
    --------
    >>> board = board_of(Dag("X -> Y; X -> Z"), more=[("Y", "Z")])
    >>> board.drawing("Missing", more={("Y", "Z"): "missing"}).edges[-1].state
    'missing'
    """

    dag: Dag
    places: Places
    width: int
    height: int
    bends: Mapping[Edge, float]

    def drawing(
        self,
        title: str,
        *,
        nodes: Mapping[Label, NodeState] | None = None,
        edges: Mapping[Edge, EdgeState] | None = None,
        notes: Mapping[Label, str] | None = None,
        more: Mapping[Edge, EdgeState] | None = None,
        undirected: Iterable[Edge] = (),
    ) -> Drawing:
        """Return the DAG with marks.

        Parameters
        ----------
        title : str
        nodes, edges : mapping, optional
            The states of those that are not plain.
        notes : mapping of Label to str, optional
        more : mapping of (tail, head) to EdgeState, optional
            Edges that the DAG does not have.
        undirected : iterable of (tail, head)
            Those of `more` that are drawn without an arrowhead.
        """
        states, lines = nodes or {}, set(undirected)
        marks = tuple(
            NodeMark(str(v), *self.places[v], states.get(v, "idle"), (notes or {}).get(v, ""))
            for v in self.dag.nodes
        )
        kinds = {edge: (edges or {}).get(edge, "true") for edge in self.dag.edges} | dict(
            more or {}
        )
        return Drawing(
            title,
            self.width,
            self.height,
            marks,
            tuple(
                EdgeMark(str(a), str(b), (a, b) not in lines, kind, self.bends[a, b])
                for (a, b), kind in kinds.items()
            ),
        )


def board_of(dag: Dag, places: Places | None = None, more: Iterable[Edge] = ()) -> Board:
    """Return the board of a DAG.

    Parameters
    ----------
    dag : Dag
    places : mapping of Label to (x, y), optional
        Without it, a layout is computed.
    more : iterable of (tail, head)
        Edges that drawings may have besides those of the DAG.
    """
    if places is None:
        spots, width, height = places_of(dag, WIDEST)
    else:
        spots, (width, height) = dict(places), canvas_box(places)
    bends = bends_between([*dag.edges, *more], spots)
    return Board(dag, spots, width, height, bends)
