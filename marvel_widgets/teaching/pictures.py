"""Pictures of a frame: the true graph and the learned graph, with the current test marked."""

from __future__ import annotations

from marvel_widgets.algorithms import events as ev
from marvel_widgets.graphs.bits import members
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import Label
from marvel_widgets.graphs.pdag import Pdag
from marvel_widgets.graphs.witness import Path
from marvel_widgets.teaching.drawing import Drawing, EdgeMark, NodeMark
from marvel_widgets.teaching.focus import looked_at
from marvel_widgets.teaching.frames import Film, Frame
from marvel_widgets.teaching.layout import canvas_size, edge_bends, layered_layout
from marvel_widgets.teaching.palette import (
    LABEL_HEIGHT,
    NODE_RADIUS,
    EdgeState,
    NodeState,
    fits_inside,
    short_name,
    text_width,
)

# Each of two pictures beside each other, in px.
WIDEST = 510
_PX_PER_VARIABLE = 10
_NARROWEST = 260
_MARGIN = 18
_NOTE_HEIGHT = 20  # above a glyph
# A box that is made narrower may also be a little lower: rows stand closer to each other.
_LOWER = 0.88

Places = dict[Label, tuple[float, float]]

# The note at the visited variable where its glyph already says something else.
ITS_TURN = "its turn"


class Scene:
    """The stage of a film: where each variable stands, the same in every picture and step.

    Parameters
    ----------
    film : Film
    widest : int
        The width in px that two pictures beside each other should not pass. A graph of
        more than sixty variables gets more, since its names need room.

    Notes
    -----
    Without a true graph the places come from the learned one, edges pointed along the
    order of the variables.
    """

    def __init__(self, film: Film, widest: int = WIDEST) -> None:
        self.film = film
        self.names = film.trace.names
        stage = (
            film.dag if film.dag is not None else pointed_down(film.trace.result.essential_graph)
        )
        self.positions, self.width, self.height = places_of(stage, widest)
        self.bends = edge_bends(stage, self.positions)
        self.stage = stage

    def true_drawing(self, frame: Frame) -> Drawing | None:
        """Return the true graph at a frame, or None where it is not known."""
        dag = self.film.dag
        if dag is None:
            return None
        states = self._node_states(frame)
        path = None if frame.reason is None else frame.reason.path
        edges = {edge: self._edge_state(edge, frame) for edge in dag.edges}
        if path is not None:
            self._mark_path(path, states, edges)
        marks = tuple(
            EdgeMark(str(a), str(b), True, state, self.bends.get((a, b), 0.0))
            for (a, b), state in edges.items()
        )
        return self._drawing("True graph", states, marks, frame)

    def learned_drawing(self, frame: Frame) -> Drawing:
        """Return the learned graph at a frame; of boundary discovery, who is in whose set."""
        if self.film.telling.is_discovery:
            return self._sets_drawing(frame)
        names, state = self.names, frame.state
        directed = {frozenset((a, b)): (a, b, kind) for a, b, kind in state.arrows}
        fresh = _new_edges(frame)
        marks = []
        for u, mask in enumerate(state.edges):
            for v in members(mask):
                if v > u and frozenset((u, v)) not in directed:
                    how: EdgeState = "new" if frozenset((u, v)) in fresh else "undirected"
                    marks.append(self._learned_mark(names[u], names[v], False, how))
        for a, b, kind in state.arrows:
            arrow: EdgeState = "new" if frozenset((a, b)) in fresh else kind
            marks.append(self._learned_mark(names[a], names[b], True, arrow))
        return self._drawing("Learned graph", self._node_states(frame), tuple(marks), frame)

    def _sets_drawing(self, frame: Frame) -> Drawing:
        """Join each variable to its set so far; who came in just now is new."""
        names, now = self.names, _pairs(frame.state.boundaries)
        before = _pairs(frame.before.boundaries)
        marks = tuple(
            self._learned_mark(
                names[u], names[v], False, "undirected" if (u, v) in before else "new"
            )
            for u, v in sorted(now)
        )
        return self._drawing("Boundaries found", self._node_states(frame), marks, frame)

    def all_learned_edges(self) -> tuple[EdgeMark, ...]:
        """Return every edge that the learned graph has at some point of the film."""
        pairs: dict[frozenset[int], tuple[int, int]] = {}
        pairs_of = _joined_pairs if self.film.telling.is_discovery else _drawn_pairs
        for step in self.film.trace.steps:
            for a, b in pairs_of(step.event):
                pairs.setdefault(frozenset((a, b)), (a, b))
        names = self.names
        return tuple(
            self._learned_mark(names[a], names[b], False, "undirected") for a, b in pairs.values()
        )

    def removal_notes(self) -> dict[str, str]:
        """Return the note of each variable that leaves: "out 1" for the first."""
        order = (x for _, x in self.film.removals())
        return {str(self.names[x]): out_note(at) for at, x in enumerate(order, start=1)}

    def _learned_mark(self, a: Label, b: Label, directed: bool, state: EdgeState) -> EdgeMark:
        # a bend is measured from tail to head of the true edge; the other way round it flips
        bend = self.bends.get((a, b), -self.bends.get((b, a), 0.0))
        return EdgeMark(str(a), str(b), directed, state, bend)

    def _node_states(self, frame: Frame) -> dict[Label, NodeState]:
        state = frame.state
        seen = looked_at(frame)
        states: dict[Label, NodeState] = {}
        for i, name in enumerate(self.names):
            if i in seen.pair:
                states[name] = "tested"
            elif i in seen.given:
                states[name] = "given"
            elif not state.remaining >> i & 1:
                states[name] = "removed"
            else:
                states[name] = "visited" if i == state.visiting else "idle"
        return states

    def _edge_state(self, edge: tuple[Label, Label], frame: Frame) -> EdgeState:
        dag = self.film.dag
        assert dag is not None  # only called where the true graph is drawn
        present = all(frame.state.remaining >> dag.position(name) & 1 for name in edge)
        return "true" if present else "removed"

    @staticmethod
    def _mark_path(
        path: Path,
        states: dict[Label, NodeState],
        edges: dict[tuple[Label, Label], EdgeState],
    ) -> None:
        """Mark the witness path. A given variable stays marked as given."""
        edge_state: EdgeState = "path" if path.is_open else "blocked_path"
        ends = zip(path.names, path.names[1:], path.arrows, strict=False)
        for a, b, arrow in ends:
            edges[(a, b) if arrow == "->" else (b, a)] = edge_state
        blocker = path.blocker
        for vertex in path.vertices[1:-1]:
            if vertex.given:
                continue
            if blocker is not None and vertex.name == blocker.name:
                states[vertex.name] = "blocking"
            elif vertex.role == "collider" and vertex.is_open:
                states[vertex.name] = "opened"
            elif path.is_open:
                states[vertex.name] = "on_path"

    def _drawing(
        self,
        title: str,
        states: dict[Label, NodeState],
        edges: tuple[EdgeMark, ...],
        frame: Frame,
    ) -> Drawing:
        place = {x: at + 1 for at, x in enumerate(frame.state.removal_order)}
        nodes = tuple(
            NodeMark(
                str(name),
                *self.positions[name],
                states[name],
                self._note(i, frame, states[name], place),
            )
            for i, name in enumerate(self.names)
        )
        return Drawing(title, self.width, self.height, nodes, edges)

    @staticmethod
    def _note(x: int, frame: Frame, state: NodeState, place: dict[int, int]) -> str:
        if x in place:
            return out_note(place[x])
        if x == frame.state.visiting and state != "visited":
            return ITS_TURN
        return ""


def places_of(stage: Dag, widest: int) -> tuple[Places, int, int]:
    """Return where the variables stand, and the box around them in px."""
    wide, high = canvas_size(stage)
    limit = max(widest, _PX_PER_VARIABLE * len(stage))
    if wide > limit:
        wide, high = limit, round(_LOWER * high)
    return boxed(layered_layout(stage, width=wide, height=high))


def boxed(places: Places) -> tuple[Places, int, int]:
    """Return places moved to the corner (0, 0), and the box in px that holds glyphs and labels."""
    halves = {name: _half_width(str(name)) for name in places}
    left = min((x - halves[name] for name, (x, _) in places.items()), default=0.0) - _MARGIN
    right = max((x + halves[name] for name, (x, _) in places.items()), default=0.0) + _MARGIN
    top = min((y for _, y in places.values()), default=0.0) - NODE_RADIUS - _NOTE_HEIGHT
    low = max((y for _, y in places.values()), default=0.0) + NODE_RADIUS + 2 * LABEL_HEIGHT + 4
    moved = {name: (round(x - left, 1), round(y - top, 1)) for name, (x, y) in places.items()}
    return moved, max(_NARROWEST, round(right - left)), round(low - top)


def _half_width(name: str) -> float:
    label = short_name(name)
    return NODE_RADIUS if fits_inside(label) else max(NODE_RADIUS, text_width(label) / 2)


def out_note(place: int) -> str:
    """Return the note of the variable that left in this place."""
    return f"out {place}"


def _pairs(sets: tuple[int, ...]) -> set[tuple[int, int]]:
    """Return the pairs (smaller, larger) of which one is in the set of the other."""
    return {(min(u, v), max(u, v)) for u, mask in enumerate(sets) for v in members(mask)}


def _drawn_pairs(event: ev.Event) -> list[tuple[int, int]]:
    """Return the edges (tail, head) that an event may draw."""
    if isinstance(event, ev.NeighborsKnown):
        return [(event.x, y) for y in event.neighbors]
    if isinstance(event, ev.VStructuresKnown):
        return [(a, y) for y, t in event.v_structures for a in (event.x, t)]
    if isinstance(event, ev.VStructuresCollected):
        return [(end, c) for a, c, b in event.v_structures for end in (a, b)]
    if isinstance(event, ev.SkeletonStarted):
        return [(x, y) for x, near in enumerate(event.neighbors) for y in near if x < y]
    if isinstance(event, ev.CandidatesKnown):
        return [(event.x, y) for y in event.candidates]
    return []


def _joined_pairs(event: ev.Event) -> list[tuple[int, int]]:
    """Return the pairs that an event of boundary discovery joins."""
    if isinstance(event, ev.BoundaryFound):
        return [(event.x, y) for y in event.boundary]
    return [(event.x, event.y)] if isinstance(event, ev.Grown) else []


def pointed_down(graph: Pdag) -> Dag:
    """Return a DAG with the same skeleton, edges along the order of `nodes`; for layouts.

    Examples
    --------
    >>> pointed_down(Pdag.from_edges("AB", directed=[("B", "A")])).edges
    (('A', 'B'),)
    """
    parents = [mask & ((1 << v) - 1) for v, mask in enumerate(graph.adjacency_masks)]
    return Dag.from_parent_masks(parents, graph.nodes)


def _new_edges(frame: Frame) -> set[frozenset[int]]:
    """Return the pairs whose edge the event of a frame has drawn or directed just now.

    An edge that stood like this before is not new. Line 20 draws no news: it sorts out.
    """
    if not isinstance(frame.event, ev.NeighborsKnown | ev.VStructuresKnown | ev.EdgeDirected):
        return set()
    earlier, now = frame.before, frame.state
    directed = {frozenset(arrow[:2]) for arrow in set(now.arrows) - set(earlier.arrows)}
    drawn = {
        frozenset((u, v))
        for u, mask in enumerate(now.edges)
        for v in members(mask & ~earlier.edges[u])
        if not earlier.has_edge(u, v)
    }
    return directed | drawn
