"""Pictures of a frame: the true graph and the learned graph, with the current test marked."""

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import cached_property
from operator import or_

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.pictures.drawing import ITS_TURN, Drawing, EdgeMark
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.path_marks import path_edges, path_nodes
from marvel_widgets.pictures.positions import WIDEST, Pane
from marvel_widgets.pictures.stage import Joined, Stage, stage_of
from marvel_widgets.pictures.svg import edge_fragments, to_svg
from marvel_widgets.replay.film import Film, Frame
from marvel_widgets.replay.fold import story_of
from marvel_widgets.replay.story import Arrows, Focus, PlayerState


def focus_of(frame: Frame) -> Focus:
    """Return the variables that a frame is about: those of its test, or of its event.

    Where a set has grown or shrunk, that set is given as well, as it was then. While a variable is
    visited, the members are those of its boundary that remain.
    """
    test, event, state = frame.test, frame.event, frame.state
    found = Focus()
    if test is not None:
        found = Focus((test.x, test.y), test.given)
    elif event is not None and (focus := story_of(event).focus) is not None:
        found = focus(event, frame.before)
    x = state.visiting
    if found.members or x is None or not state.boundaries_known >> x & 1:
        return found
    return replace(found, members=tuple(members(state.boundaries[x] & state.remaining)))


def subject_of(frame: Frame, focus: Focus) -> int | None:
    """Return the variable that a frame asks about: the visited one, or the first of its pair."""
    visited = frame.state.visiting
    return focus.pair[0] if visited is None and focus.pair else visited


MANY_GIVEN = 8  # more of them in full color would outshine the pair


def node_states(frame: Frame, names: tuple[Label, ...]) -> dict[Label, NodeState]:
    """Return how each variable is marked in a frame."""
    focus, remaining = focus_of(frame), frame.state.remaining
    subject = subject_of(frame, focus)

    def state(i: int) -> NodeState:
        if i in focus.given:
            return "given" if len(focus.given) <= MANY_GIVEN else "given_many"
        if i in focus.pair:
            return "subject" if i == subject else "object"
        if not (remaining >> i & 1 or frame.state.finished):
            return "removed"
        if i == subject:
            return "subject"
        return "member" if i in focus.members else "idle"

    return {name: state(i) for i, name in enumerate(names)}


def learned_edges(
    state: PlayerState, names: tuple[Label, ...], line: EdgeState = "undirected"
) -> list[Joined]:
    """Return the edges learned in a state, each with the mark in which it is drawn."""
    pointed = {frozenset(arrow[:2]) for arrow in state.arrows}
    lines: list[Joined] = [
        (names[u], names[v], False, line)
        for u, mask in enumerate(state.edges)
        for v in members(mask)
        if v > u and frozenset((u, v)) not in pointed
    ]
    return [*lines, *((names[a], names[b], True, kind) for a, b, kind in state.arrows)]


# What decides the marks of a learned graph: its lines, its arrows, and the pairs that are new.
Shown = tuple[tuple[int, ...], Arrows, Set[frozenset[int]], bool]


class RunPictures:
    """The pictures of a film, in which each variable keeps its position.

    Without a true graph the places come from the learned one, edges pointed along the
    order of the variables.
    """

    def __init__(
        self, film: Film, widest: int = WIDEST, stage: Stage | None = None, pane: Pane = "wide"
    ) -> None:
        self.film = film
        self.names = film.trace.names
        graph = film.trace.result.essential_graph if film.dag is None else film.dag
        self.stage = stage_of(graph, widest=widest, pane=pane) if stage is None else stage
        self._adjacent = {frozenset(edge) for edge in self.stage.dag.edges}
        self._latest: tuple[Shown | None, tuple[EdgeMark, ...]] = None, ()
        self._staged: tuple[Frame | None, Drawing | None] = None, None

    def true_drawing(self, frame: Frame) -> Drawing | None:
        """Return the true graph at a frame, or None where it is not known."""
        dag = self.film.dag
        if dag is None:
            return None
        left = frame.state.remaining
        edges: dict[tuple[Label, Label], EdgeState] = {
            edge: "true" if all(left >> dag.position(v) & 1 for v in edge) else "removed"
            for edge in dag.edges
        }
        if frame.path is not None:
            edges |= path_edges(frame.path)
        marks = [self.stage.mark(*edge, True, state) for edge, state in edges.items()]
        return self._drawing("True graph", self._states(frame), marks, frame)

    def _states(self, frame: Frame) -> dict[Label, NodeState]:
        """Return how each variable is marked where the path is shown that decides the test."""
        states = node_states(frame, self.names)
        return states if frame.path is None else states | path_nodes(frame.path)

    def learned_drawing(self, frame: Frame) -> Drawing:
        """Return the learned graph at a frame; during boundary discovery, the sets found so far."""
        if self.film.context.is_discovery:
            return self._sets_drawing(frame)
        fresh = _new_edges(frame)
        shows = frame.state.edges, frame.state.arrows, fresh, frame.state.finished
        known, marks = self._latest  # most positions are tests, which change no edge
        if known != shows:
            new = {frozenset(self.names[i] for i in pair) for pair in fresh}
            ended = frame.state.finished and self.film.context.ends_essential
            edges = learned_edges(frame.state, self.names, "open_end" if ended else "undirected")
            marks = tuple(
                self.learned_mark(a, b, directed, "new" if frozenset((a, b)) in new else kind)
                for a, b, directed, kind in edges
            )
            self._latest = shows, marks
        return self._drawing("Learned graph", node_states(frame, self.names), marks, frame)

    def stage_drawing(self, frame: Frame) -> Drawing:
        """Return the learned graph with what the true one says of its variables: one picture."""
        known, drawing = self._staged
        if known is not frame or drawing is None:  # a step asks for it twice
            drawing = self.learned_drawing(frame)
            if self.film.dag is not None:
                nodes = self._drawing("", self._states(frame), [], frame).nodes
                drawing = replace(drawing, title="", nodes=nodes, alt=drawing.description)
            self._staged = frame, drawing
        return drawing

    @cached_property
    def true_graph_svg(self) -> str:
        """The true graph alone as SVG, the same at every frame; empty where there is none."""
        if self.film.dag is None:
            return ""
        return to_svg(self.stage.drawing("True graph"), legend=False)

    @cached_property
    def true_edges_svg(self) -> tuple[tuple[frozenset[str], str], ...]:
        """Each edge of the true graph as its ends and its SVG, the same at every frame."""
        return () if self.film.dag is None else tuple(edge_fragments(self.stage.drawing()))

    def witness(self, frame: Frame) -> tuple[EdgeMark, ...]:
        """Return the path that shows why a test comes out as it does, or the edge just found.

        The edge is drawn when all neighbors are known, the sentence names it before.
        """
        now, before = frame.state, frame.before
        found = (now.neighbors or 0) & ~(before.neighbors or 0)
        if now.visiting is not None and found and not self.film.context.is_discovery:
            ends = [(self.names[now.visiting], self.names[y]) for y in members(found)]
            return tuple(self.learned_mark(x, y, False, "new") for x, y in ends)
        edges = {} if frame.path is None else path_edges(frame.path)
        return tuple(self.stage.mark(*edge, True, state) for edge, state in edges.items())

    def _sets_drawing(self, frame: Frame) -> Drawing:
        """Join each variable to its set so far; the member that was just added is new."""
        names, now = self.names, _pairs(frame.state.boundaries)
        before = _pairs(frame.before.boundaries)
        marks = [
            self.learned_mark(
                names[u], names[v], False, "undirected" if (u, v) in before else "new"
            )
            for u, v in sorted(now)
        ]
        return self._drawing("Boundaries found", node_states(frame, self.names), marks, frame)

    def all_learned_edges(self) -> tuple[EdgeMark, ...]:
        """Return every edge that the learned graph has at some point of the film."""
        ever, names = [0] * len(self.names), self.names
        graphs = {
            (state.boundaries if self.film.context.is_discovery else state.edges, state.arrows)
            for state in self.film.states(len(self.film.trace.steps))
        }
        for sets, arrows in graphs:
            ever = list(map(or_, ever, sets))
            for tail, head, _ in arrows:
                ever[tail] |= 1 << head
        return tuple(
            self.learned_mark(names[a], names[b], False, "undirected")
            for a, b in sorted(_pairs(ever))
        )

    def removal_notes(self) -> dict[str, str]:
        """Return the badge of each variable that leaves: "1" for the first."""
        order = (x for _, x in self.film.removals())
        return {str(self.names[x]): str(at) for at, x in enumerate(order, start=1)}

    def learned_mark(self, a: Label, b: Label, directed: bool, state: EdgeState) -> EdgeMark:
        """Return a line between two variables; where the graph has an edge, it runs along it."""
        if frozenset((a, b)) in self._adjacent:
            return self.stage.mark(a, b, directed, state)
        return EdgeMark(str(a), str(b), directed, state)  # of no edge, a straight line

    def _drawing(
        self, title: str, states: dict[Label, NodeState], edges: Sequence[EdgeMark], frame: Frame
    ) -> Drawing:
        left = () if frame.state.finished else frame.state.removal_order
        out = {self.names[x]: at for at, x in enumerate(left, start=1)}
        notes = {
            name: ITS_TURN
            for i, name in enumerate(self.names)
            if i == frame.state.visiting and states[name] != "subject" and i not in left
        }
        drawing = self.stage.with_edges(title, edges, states, notes, out=out)
        focus = focus_of(frame)
        if not focus.members:
            return drawing
        inside = subject_of(frame, focus), *focus.members
        return replace(drawing, hull=tuple(str(self.names[i]) for i in inside if i is not None))


def _pairs(sets: Sequence[int]) -> set[tuple[int, int]]:
    """Return the pairs (smaller, larger) of which one is in the set of the other."""
    return {(min(u, v), max(u, v)) for u, mask in enumerate(sets) for v in members(mask)}


def _new_edges(frame: Frame) -> set[frozenset[int]]:
    """Return the pairs whose edge the event of a frame has drawn or directed just now.

    An edge that stood like this before is not new. Line 17 draws no news: it sorts out.
    """
    if frame.event is None or not story_of(frame.event).marks_new:
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
