"""The graph that a learner edits: its edges, the places of its variables, undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from random import Random
from typing import Any

import traitlets

from marvel_widgets.core.graphs import editing, networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import ClosingEdgeError, GraphError, Label
from marvel_widgets.core.graphs.gallery import gallery
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


MOST_UNDONE = 100  # steps; each keeps a graph, and what was worked out about it


class GraphModel(traitlets.HasTraits):
    """A DAG that is edited: any number of views show it, and each change can be undone.

    Parameters
    ----------
    source : Dag, str, or whatever Dag takes
        A text may be in our notation, DAGitty, DOT, BIF, GraphML or GML.
    positions : mapping of str to (x, y), optional
        In px; where they are missing, a layout is computed.

    Raises
    ------
    GraphError
        `source` is not a DAG, or has more than 1,500 variables or 2,000 edges. Later faults are in
        `error`.

    Notes
    -----
    The variables are strings; other labels are written as strings. Every method that changes
    something returns whether it worked. A refusal puts a sentence into `error` and changes
    nothing else. The last hundred changes can be undone. The traits can't be assigned, only
    observed: after a change all of them are in place before the first observer is called, and
    each notifies once.

    Examples
    --------
    >>> model = GraphModel("A -> B -> C")
    >>> model.add_edge("C", "A")
    False
    >>> model.error
    'the edge C -> A would close the cycle C -> A -> B -> C; a DAG has none'
    >>> model.reverse_edge("A", "B"), model.dag.edges
    (True, (('B', 'A'), ('B', 'C')))
    >>> model.undo(), model.dag.edges
    (True, (('A', 'B'), ('B', 'C')))
    """

    dag = traitlets.Instance(Dag, read_only=True, help="The graph; replaced, never changed.")
    positions: traitlets.Dict[Any, Position] = traitlets.Dict(
        read_only=True, help="Where each variable stands, in px."
    )
    error = traitlets.Unicode("", help="What was wrong with the last input; empty if nothing.")
    error_field = traitlets.Enum(
        ("edit", "load"), "edit", help="Which input it was: a change, or a whole graph."
    )
    closing = traitlets.Tuple(
        (), read_only=True, help="The cycle that the refused edge would close; empty if none."
    )
    can_undo = traitlets.Bool(False, read_only=True)
    can_redo = traitlets.Bool(False, read_only=True)

    def __init__(
        self, source: Any = "", *, positions: Mapping[str, Position] | None = None
    ) -> None:
        super().__init__()
        self._past: list[State] = []
        self._future: list[State] = []
        self._pane: Pane = "wide"
        self._moved: set[Label] = set()  # by hand: they stay where they are
        self._show(placed(with_written_names(Dag(source)), positions))

    # -- changes ---------------------------------------------------------------------------

    def add_variable(self, name: str | None = None, at: Position | None = None) -> bool:
        """Add a variable, by default the next free name in a free place of the canvas."""
        before = self.dag

        def changed() -> State:
            dag = editing.add_variable(before, name)
            free = canvas.free_position(self.positions, before.edges) if at is None else at
            return State(dag, {**self.positions, dag.nodes[-1]: checked_position(*free)})

        return self._try(changed, "edit")

    def remove_variable(self, name: str) -> bool:
        """Remove a variable and its edges."""
        return self._edit(lambda: self.dag.without(name))

    def rename(self, old: str, new: str) -> bool:
        """Give a variable another name; it keeps its place, edges and rank among the others."""

        def changed() -> State:
            dag = editing.rename_variable(self.dag, old, new)
            positions = [self.positions[name] for name in self.dag.nodes]
            return State(dag, dict(zip(dag.nodes, positions, strict=True)))

        return self._try(changed, "edit")

    def add_edge(self, tail: str, head: str) -> bool:
        """Add an edge; one that would close a cycle is refused, with the cycle in `error`."""
        return self._edit(lambda: self.dag.with_edge(tail, head))

    def reverse_edge(self, tail: str, head: str) -> bool:
        """Turn an edge round, unless that would close a cycle."""
        return self._edit(lambda: editing.reverse_edge(self.dag, tail, head))

    def remove_edge(self, tail: str, head: str) -> bool:
        """Remove an edge."""
        return self._edit(lambda: editing.remove_edge(self.dag, tail, head))

    def move(self, name: str, x: float, y: float) -> bool:
        """Put a variable elsewhere on the canvas; the nearest place on it, where (x, y) is off."""

        def changed() -> State:
            self.dag.position(name)
            return State(self.dag, {**self.positions, name: checked_position(x, y)})

        worked = self._try(changed, "edit")
        if worked:
            self._moved.add(name)
        return worked

    def tidy(self) -> bool:
        """Lay the variables out again, causes above effects; those moved by hand stay.

        Where all others are in their places already, these are laid out with them.
        """
        tidied = placed(self.dag, pane=self._pane)
        by_hand = {x: at for x, at in self.positions.items() if x in self._moved}
        kept = State(self.dag, {**tidied.positions, **by_hand})
        if kept.is_same_as(State(self.dag, self.positions)):
            self._moved.clear()
            kept = tidied
        return self._try(lambda: kept, "edit")

    def lay_out(self, pane: Pane) -> bool:
        """Lay out for another pane, unless a variable was moved; undo does not see it."""
        known: tuple[Pane, Pane] = self._pane, "wide"
        self._pane = pane
        layouts = (canvas.first_positions(self.dag, each) for each in known)
        if len(self.dag) > canvas.MOST_LAID_OUT or self.positions not in layouts:
            return False
        # no more than that: why the last input was refused can still be read
        self.set_trait("positions", dict(canvas.first_positions(self.dag, pane)))
        return True

    # -- whole graphs ----------------------------------------------------------------------

    def load(self, dag: Dag) -> bool:
        """Replace the graph."""
        return self._load(lambda: dag)

    def load_text(self, text: str) -> bool:
        """Replace the graph by that of a text: ours, DAGitty, DOT, BIF, GraphML or GML.

        Variables that were there before keep their places, so that a text can be edited
        beside the picture.
        """

        def changed() -> State:
            if not text.strip():
                msg = "the field is empty; write a graph such as X -> Y <- T"
                raise GraphError(msg)
            dag = with_written_names(Dag(text))
            known = self.positions if set(dag.nodes) & set(self.dag.nodes) else None
            return placed(dag, known, self._pane)

        return self._try(changed, "load")

    def load_file(self, name: str, content: bytes) -> bool:
        """Replace the graph by that of a file: the same formats, its suffix does not matter."""

        def read() -> Dag:
            try:
                return Dag(content.decode("utf-8-sig"))
            except UnicodeDecodeError as error:
                msg = f"the file {name} is not UTF-8 text: {error}"
                raise GraphError(msg) from error

        return self._load(read)

    def load_gallery(self, name: str) -> bool:
        """Replace the graph by one of the gallery."""
        return self._load(lambda: gallery[name])

    def load_network(self, name: str) -> bool:
        """Replace the graph by a real network."""
        return self._load(lambda: networks.load(name))

    def load_random(self, p: int, max_in_degree: int, seed: int) -> bool:
        """Replace the graph by a random one on V0, V1, ..., the same for the same seed."""

        def drawn() -> Dag:
            if p > canvas.MOST_LAID_OUT:
                msg = f"a random graph may have up to {canvas.MOST_LAID_OUT} variables; got {p}"
                raise GraphError(msg)
            dag = Dag.random_fixed_in_degree(p, max_in_degree, Random(seed))
            return Dag.from_parent_masks(dag.parent_masks, [f"V{i}" for i in range(p)])

        return self._load(drawn)

    # -- history ---------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take the last change back: an edit, a load, a move or a new name."""
        return self._travel(self._past, self._future, "undo")

    def redo(self) -> bool:
        """Do again what was taken back last."""
        return self._travel(self._future, self._past, "redo")

    def _travel(self, source: list[State], target: list[State], word: str) -> bool:
        if not source:
            return self.refuse(f"there is nothing to {word}", "edit")
        target.append(State(self.dag, self.positions))
        self._show(source.pop())
        return True

    # -- what a page can keep --------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return graph and places as plain data for JSON; `load_state` reads it."""
        places: Mapping[Any, Position] = self.positions
        laid_out = self._pane != "wide" and len(self.dag) <= canvas.MOST_LAID_OUT
        if laid_out and places == canvas.first_positions(self.dag, self._pane):
            places = canvas.first_positions(self.dag)  # one token, whatever pane it is made in
        positions = [list(places[name]) for name in self.dag.nodes]
        return {"graph": self.dag.to_text(), "places": positions}

    def load_state(self, state: Mapping[str, Any]) -> bool:
        """Go back to what `state` returned."""

        def changed() -> State:
            try:
                dag = with_written_names(Dag(str(state["graph"])))
                positions = [checked_position(x, y) for x, y in state["places"]]
                return State(dag, dict(zip(dag.nodes, positions, strict=True)))
            except (KeyError, TypeError) as error:
                msg = "this is not the state of a graph: it needs variables, edges and places"
                raise GraphError(msg) from error

        return self._try(changed, "load")

    @property
    def box(self) -> tuple[int, int]:
        """Width and height in px of a canvas with room for all variables."""
        return canvas.canvas_box(self.positions)

    # -- how a change is made --------------------------------------------------------------

    def _edit(self, edited: Callable[[], Dag]) -> bool:
        def changed() -> State:
            dag = edited()
            canvas.check_size(len(dag), dag.edge_count)
            return State(dag, {name: self.positions[name] for name in dag.nodes})

        return self._try(changed, "edit")

    def _load(self, made: Callable[[], Dag]) -> bool:
        def loaded() -> State:
            state = placed(with_written_names(made()), pane=self._pane)
            self._moved.clear()
            return state

        return self._try(loaded, "load")

    def _try(self, changed: Callable[[], State], where: str) -> bool:
        """Show a new state that bad input may keep from being made; then say so."""
        try:
            state = changed()
        except ClosingEdgeError as error:
            return self.refuse(str(error), where, error.cycle)
        except (ValueError, TypeError) as error:
            return self.refuse(getattr(error, "in_app", str(error)), where)
        now = State(self.dag, self.positions)
        if not state.is_same_as(now):
            self._past.append(now)
            del self._past[:-MOST_UNDONE]
            self._future.clear()
        self._show(state)
        return True

    def refuse(self, message: str, where: str = "edit", closing: tuple[Label, ...] = ()) -> bool:
        """Say why something is not done; return False."""
        with self.hold_trait_notifications():
            self.set_trait("closing", closing)
            self.error_field = where
            self.error = message
        return False

    def _show(self, state: State) -> None:
        """Set all traits of a change together: an observer of one finds all of them set."""
        before = self._trait_values.get("dag")
        with self.hold_trait_notifications():
            self.set_trait("positions", dict(state.positions))
            self.set_trait("dag", state.dag)
            if state.dag == before and state.dag.nodes != before.nodes:
                # equal as graphs, but ties are broken by the order
                self._notify_trait("dag", before, state.dag)
            self.set_trait("can_undo", bool(self._past))
            self.set_trait("can_redo", bool(self._future))
            self.set_trait("closing", ())
            self.error = ""
