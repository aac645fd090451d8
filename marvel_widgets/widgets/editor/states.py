"""A graph with the places of its variables: what the history of the editor keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.pictures import editor_positions as canvas
from marvel_widgets.pictures.positions import Pane

Position = tuple[float, float]


@dataclass(frozen=True, slots=True)
class State:
    """A graph and the places of its variables: what one step of the history keeps."""

    dag: Dag
    positions: Mapping[Label, Position]

    def is_same_as(self, other: State) -> bool:
        """Return whether nothing differs, the order of the variables included."""
        one, two = self.dag, other.dag
        return one == two and one.nodes == two.nodes and self.positions == other.positions


def with_written_names(dag: Dag) -> Dag:
    """Return the graph with strings for labels, as a screen and a text need them."""
    names = dag.written_names()
    return dag if names == dag.nodes else Dag.from_parent_masks(dag.parent_masks, names)


def placed(dag: Dag, known: Mapping[Any, Position] | None = None, pane: Pane = "wide") -> State:
    """Return a graph with places: those known, a layout if none is, free ones for the rest."""
    canvas.check_size(len(dag), dag.edge_count)
    if known is None:
        return State(dag, canvas.first_positions(dag, pane))
    positions: dict[Label, Position] = {
        name: checked_position(*known[name]) for name in dag.nodes if name in known
    }
    for name in dag.nodes:
        if name not in positions:
            positions[name] = canvas.free_position(positions)
    return State(dag, {name: positions[name] for name in dag.nodes})


def checked_position(x: float, y: float) -> Position:
    """Return the nearest place on the canvas; a GraphError says if it is none."""
    if not (isfinite(x) and isfinite(y)):
        msg = f"a place must be two numbers; got ({x}, {y})"
        raise GraphError(msg)
    return canvas.kept_inside(float(x), float(y))
