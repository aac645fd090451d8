"""A stage for pictures of one graph: positions that stay while states and edges change."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.pictures.drawing import Drawing, EdgeMark, NodeMark, Side
from marvel_widgets.pictures.grammar import NODE_STYLES
from marvel_widgets.pictures.layout.bends import Curves, bends_between, edge_bends
from marvel_widgets.pictures.marks import Pill, Way, free_side, way
from marvel_widgets.pictures.palette import EdgeState, NodeState
from marvel_widgets.pictures.pills import pill_width
from marvel_widgets.pictures.positions import (
    WIDEST,
    Pane,
    Positions,
    boxed,
    pointed_down,
    positions_of,
)

Joined = tuple[Label, Label, bool, EdgeState]
MANY: Final = 20  # variables; of so many, edges away from what is marked recede
MOST_CORNERED: Final = 60  # variables: of 223 it takes seconds
_LEARNED: Final = {"undirected", "open_end", "v_structure", "two_headed", "compelled"}
_AT_REST: Final = {"true", "free"} | _LEARNED


@dataclass(frozen=True)
class Stage:
    """The positions of a graph's variables, the same in every picture of it."""

    dag: Dag
    positions: Positions
    width: int
    height: int
    curves: Curves | None = field(default=None, repr=False, compare=False)  # see `edge_bends`
    _bends: dict[Edge, float] = field(default_factory=dict, init=False, repr=False, compare=False)
    _ways: dict[Edge, Way] = field(default_factory=dict, init=False, repr=False, compare=False)
    _sides: dict[tuple[object, ...], Side] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def bend(self, tail: Label, head: Label) -> float:
        """Return how far a line between two variables bends to keep clear of the others."""
        edge = tail, head
        if not self._bends:  # those of the graph are bent together
            for (a, b), bend in edge_bends(self.dag, self.positions, self.curves).items():
                self._bends[a, b], self._bends[b, a] = bend, -bend if bend else bend
        if edge not in self._bends:
            self._bends.update(bends_between([edge], self.positions))
        return self._bends[edge]

    def mark(
        self, tail: Label, head: Label, directed: bool = True, state: EdgeState = "true"
    ) -> EdgeMark:
        """Return an edge between two variables, whether or not the graph has it."""
        return EdgeMark(str(tail), str(head), directed, state, self.bend(tail, head))

    def drawing(
        self,
        title: str = "",
        nodes: Mapping[Label, NodeState] | None = None,
        edges: Mapping[Edge, EdgeState] | None = None,
        *,
        more: Iterable[Joined] = (),
        notes: Mapping[Label, str] | None = None,
        alt: str = "",
        cornered: bool = False,
    ) -> Drawing:
        """Return a picture of the graph in which some variables and edges have states.

        Where it is `cornered` each variable has its free corner, for letters that come later.
        """
        marked = edges or {}
        own = [self.mark(a, b, True, marked.get((a, b), "true")) for a, b in self.dag.edges]
        others = [self.mark(*edge) for edge in more]
        joined = [*own, *others]
        return self.with_edges(title, joined, nodes, notes, alt, cornered=cornered)

    def with_edges(
        self,
        title: str,
        edges: Iterable[EdgeMark],
        nodes: Mapping[Label, NodeState] | None = None,
        notes: Mapping[Label, str] | None = None,
        alt: str = "",
        out: Mapping[Label, int] | None = None,
        *,
        cornered: bool = False,
    ) -> Drawing:
        """Return a picture of the variables with these edges instead of the graph's."""
        states, noted, left = nodes or {}, notes or {}, out or {}
        lines = _receding(tuple(edges), states) if len(self.dag) >= MANY else tuple(edges)
        lettered = {
            v for v in self.dag.nodes if cornered or NODE_STYLES[states.get(v, "idle")].letter
        }
        pairs = self._pairs(lines) if noted or left or lettered else frozenset()
        marks = []
        for v in self.dag.nodes:
            note, place = noted.get(v, ""), left.get(v, 0)
            side: Side = self._side(v, note, pairs) if note or place or v in lettered else "ne"
            state = states.get(v, "idle")
            marks.append(NodeMark(str(v), *self.positions[v], state, note, place, side))
        return Drawing(title, self.width, self.height, tuple(marks), lines, alt)

    def _pairs(self, lines: Iterable[EdgeMark]) -> frozenset[Edge]:
        """Return what some lines join, each once, and what the graph's own edges join.

        These count even while they are not shown, so that nothing jumps.
        """
        names = {str(name): name for name in self.dag.nodes}
        pairs = {*self.dag.edges}
        for mark in lines:
            one, other = names[mark.tail], names[mark.head]
            if (other, one) not in pairs:
                pairs.add((one, other))
        return frozenset(pairs)

    def _side(self, v: Label, note: str, pairs: frozenset[Edge]) -> Side:
        """Return the side of `v` that is free: the same in all pictures with the same edges."""
        key = (v, note, pairs)
        if key not in self._sides:
            ways = [self._way(*pair) for pair in pairs]
            others = [self._pill(name) for name in self.dag.nodes if name != v]
            size = (self.width, self.height)
            self._sides[key] = free_side(self._pill(v), note, others, ways, size)
        return self._sides[key]

    def _way(self, tail: Label, head: Label) -> Way:
        if (tail, head) not in self._ways:
            bend = self.bend(tail, head)
            self._ways[tail, head] = way(self._pill(tail), self._pill(head), bend)
        return self._ways[tail, head]

    def _pill(self, name: Label) -> Pill:
        return self.positions[name], pill_width(str(name))


def _receding(
    lines: tuple[EdgeMark, ...], states: Mapping[Label, NodeState]
) -> tuple[EdgeMark, ...]:
    marked = {str(v) for v, state in states.items() if state not in ("idle", "removed")}
    ends = [(line.tail, line.head) for line in lines if line.state not in _AT_REST | {"removed"}]
    marked = marked.union(*ends)
    if not marked:
        return lines
    near = [marked.issuperset((line.tail, line.head)) for line in lines]
    if not any(near):  # what is marked is not joined: the edges at it
        near = [not marked.isdisjoint((line.tail, line.head)) for line in lines]
    return tuple(
        replace(line, faint=line.state in _AT_REST and not here)
        for line, here in zip(lines, near, strict=True)
    )


def stage_of(
    graph: Dag | Pdag,
    positions: Positions | None = None,
    *,
    widest: int = WIDEST,
    pane: Pane = "wide",
) -> Stage:
    """Return the stage of a graph, laid out for a pane where it has no positions."""
    dag = graph if isinstance(graph, Dag) else pointed_down(graph)
    if positions is None:
        return Stage(dag, *positions_of(dag, widest, pane))
    return _placed(dag, tuple((name, positions[name]) for name in dag.nodes))


@lru_cache(maxsize=8)
def _placed(dag: Dag, places: tuple[tuple[Label, tuple[float, float]], ...]) -> Stage:
    """Return the stage of a graph whose variables have positions.

    It is kept for the next pictures of the same run: how the lines bend and where the notes stand
    takes a second for a hundred variables.
    """
    return Stage(dag, *boxed(dict(places)))
