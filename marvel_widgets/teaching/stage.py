"""A stage for pictures of one graph: places that stay while states change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from marvel_widgets.graphs.construction import Edge
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import Label
from marvel_widgets.teaching.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.teaching.layout import bends_between
from marvel_widgets.teaching.palette import EdgeState, NodeState
from marvel_widgets.teaching.pictures import WIDEST, Places, boxed, places_of

Joined = tuple[Label, Label, bool, EdgeState]


@dataclass(frozen=True)
class Stage:
    """Where the variables of a graph stand, in every picture of it.

    Attributes
    ----------
    dag : Dag
    places : dict of Label to (x, y)
        In px.
    width, height : int
        The box around them.
    """

    dag: Dag
    places: Places
    width: int
    height: int

    def drawing(
        self,
        title: str,
        nodes: Mapping[Label, NodeState] | None = None,
        edges: Mapping[Edge, EdgeState] | None = None,
        *,
        more: Iterable[Joined] = (),
        without: Iterable[Edge] = (),
        notes: Mapping[Label, str] | None = None,
        alt: str = "",
    ) -> Drawing:
        """Return a picture of the graph in which some variables and edges have states.

        Parameters
        ----------
        title : str
        nodes : mapping of Label to NodeState, optional
            Those that are not ``"idle"``.
        edges : mapping of (tail, head) to EdgeState, optional
            Those that are not ``"true"``.
        more : iterable of (tail, head, directed, state)
            Edges that the graph does not have.
        without : iterable of (tail, head)
            Edges of the graph that are not drawn.
        notes : mapping of Label to str, optional
        alt : str
            The words for those who can't see it; made from the content if empty.

        Examples
        --------
        >>> stage = stage_of(Dag("A -> B"))
        >>> stage.drawing("One", {"A": "tested"}).description
        'One: 2 variables, 1 edge. Edges: A to B. Under test: A.'
        """
        states, marked, said = nodes or {}, edges or {}, notes or {}
        dropped = set(without)
        joined: list[Joined] = [
            (a, b, True, marked.get((a, b), "true"))
            for a, b in self.dag.edges
            if (a, b) not in dropped
        ]
        joined += more
        bends = bends_between([(a, b) for a, b, _, _ in joined], self.places)
        return Drawing(
            title,
            self.width,
            self.height,
            tuple(
                NodeMark(str(v), *self.places[v], states.get(v, "idle"), said.get(v, ""))
                for v in self.dag.nodes
            ),
            tuple(
                EdgeMark(str(a), str(b), directed, state, bends[a, b])
                for a, b, directed, state in joined
            ),
            alt,
        )


def stage_of(dag: Dag, places: Places | None = None, *, widest: int = WIDEST) -> Stage:
    """Return the stage of a graph.

    Parameters
    ----------
    dag : Dag
    places : mapping of Label to (x, y), optional
        Where the reader has put the variables; a layout is computed without it.
    widest : int
        The width in px that a computed layout should not pass.

    Examples
    --------
    >>> stage_of(Dag("A -> B")).places["A"] == stage_of(Dag("A -> B")).places["A"]
    True
    """
    if places is None:
        return Stage(dag, *places_of(dag, widest))
    return Stage(dag, *boxed({name: places[name] for name in dag.nodes}))
