"""Pictures of graphs whose edges come and go while the variables stay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.teaching.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.teaching.layout import edge_bends
from marvel_widgets.teaching.palette import EdgeState, NodeState
from marvel_widgets.teaching.pictures import Places
from marvel_widgets.teaching.stage import stage_of


class Canvas:
    """Where the variables of a graph stand, for all pictures of one app.

    Parameters
    ----------
    dag : Dag
    places : mapping of Label to (x, y), optional
        Where the reader has put them.
    """

    def __init__(self, dag: Dag, places: Places | None = None) -> None:
        stage = stage_of(dag, places)
        self.names = [str(name) for name in dag.nodes]
        self.width, self.height = stage.width, stage.height
        self.places = [stage.places[name] for name in dag.nodes]
        bends = edge_bends(dag, stage.places)
        self.bends = {(dag.position(a), dag.position(b)): bend for (a, b), bend in bends.items()}

    def mark(self, a: int, b: int, state: EdgeState, *, directed: bool = True) -> EdgeMark:
        """Return an edge; bends are measured from tail to head of the true edge."""
        bend = self.bends.get((a, b), -self.bends.get((b, a), 0.0))
        return EdgeMark(self.names[a], self.names[b], directed, state, bend)

    def drawing(
        self,
        title: str,
        edges: Iterable[EdgeMark],
        states: Mapping[int, NodeState] | None = None,
        notes: Mapping[int, str] | None = None,
    ) -> Drawing:
        """Return a picture of these edges."""
        states, notes = states or {}, notes or {}
        nodes = tuple(
            NodeMark(name, *self.places[i], states.get(i, "idle"), notes.get(i, ""))
            for i, name in enumerate(self.names)
        )
        return Drawing(title, self.width, self.height, nodes, tuple(edges))
