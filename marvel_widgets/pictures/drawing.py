"""What a picture of a graph shows, as a value: marks, alternative text and legend.

Every view (SVG, cytoscape, text) is made from a `Drawing`, so that all show the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from marvel_widgets.pictures.grammar import EDGE_STYLES, NODE_STYLES
from marvel_widgets.pictures.palette import EdgeState, NodeState, printable
from marvel_widgets.text import capitalized, counted

MOST_EDGES_READ: Final = 30  # a longer list helps no listener
# The note at the visited variable where its glyph already says something else.
ITS_TURN: Final = "its turn"
_PLAIN: Final = ("true",)  # the title says what graph it is

# Where a note or a badge stands at a pill; north is up.
Side = Literal["ne", "nw", "se", "sw", "n", "e", "s", "w"]


@dataclass(frozen=True, slots=True)
class NodeMark:
    """A variable in a picture."""

    name: str
    x: float
    y: float
    state: NodeState = "idle"
    note: str = ""
    out: int = 0
    side: Side = "ne"


@dataclass(frozen=True, slots=True)
class EdgeMark:
    """An edge in a picture."""

    tail: str
    head: str
    directed: bool = True
    state: EdgeState = "true"
    bend: float = 0.0
    share: float | None = None  # told by the width and a number
    faint: bool = False  # of a large graph, away from what the picture marks


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of a graph in which variables and edges have states.

    >>> x, y = NodeMark("X", 30, 30), NodeMark("Y", 90, 30, "subject")
    >>> Drawing("Start", 120, 60, (x, y), (EdgeMark("X", "Y"),)).description
    'Start: 2 variables, 1 edge. Edges: X to Y. Asked about: Y.'
    """

    title: str
    width: int
    height: int
    nodes: tuple[NodeMark, ...]
    edges: tuple[EdgeMark, ...]
    alt: str = ""
    hull: tuple[str, ...] = ()  # a subject and its boundary

    def __post_init__(self) -> None:
        names = {node.name for node in self.nodes}
        if len(names) < len(self.nodes):
            msg = f"two variables of the drawing {self.title!r} have the same name"
            raise ValueError(msg)
        for edge in self.edges:
            for end in (edge.tail, edge.head):
                if end not in names:
                    msg = f"the edge {edge.tail!r} to {edge.head!r} has an end outside the drawing"
                    raise ValueError(msg)

    @property
    def description(self) -> str:
        """The alternative text: `alt`, or one made from the content."""
        return self.alt or alternative_text(self)


class LegendEntry(NamedTuple):
    """One line of a legend."""

    kind: Literal["node", "edge"]
    state: NodeState | EdgeState
    meaning: str


def legend(*drawings: Drawing) -> tuple[LegendEntry, ...]:
    """Return the states present and what they mean, nodes first, in the order of the table.

    ``"removed"`` is a state of nodes and of edges; the entry's `kind` says which.
    """
    nodes = {mark.state for drawing in drawings for mark in drawing.nodes}
    if any(mark.note == ITS_TURN for drawing in drawings for mark in drawing.nodes):
        nodes.add("subject")
    edges = {mark.state for drawing in drawings for mark in drawing.edges}
    return (
        *(LegendEntry("node", s, NODE_STYLES[s].meaning) for s in NODE_STYLES if s in nodes),
        *(LegendEntry("edge", s, EDGE_STYLES[s].meaning) for s in EDGE_STYLES if s in edges),
    )


def alternative_text(drawing: Drawing) -> str:
    """Return in words what a drawing shows: its size, its edges when few, and the states."""
    edges = tuple(mark for mark in drawing.edges if mark.state != "absent")
    absent = (mark for mark in drawing.edges if mark.state == "absent")
    size = f"{counted(len(drawing.nodes), 'variable')}, {counted(len(edges), 'edge')}."
    title = printable(drawing.title)
    parts = [f"{title}: {size}" if title else size]
    if edges:
        parts.append(_edges_in_words(edges))
    for mark in absent:
        tail, head = printable(mark.tail), printable(mark.head)
        parts.append(f"Between {tail} and {head} there is {EDGE_STYLES['absent'].meaning}.")
    for entry in legend(drawing):
        if entry.kind == "node" and entry.state != "idle":
            gone = entry.state == "removed"
            names = [
                f"{printable(mark.name)} {out_words(mark.out) if gone else ''}".rstrip()
                for mark in drawing.nodes
                if mark.state == entry.state
            ]
            if names:
                parts.append(f"{capitalized(entry.meaning)}: {', '.join(names)}.")
    notes = [
        f"{printable(mark.name)} {words}"
        for mark in drawing.nodes
        for words in ("" if mark.state == "removed" else out_words(mark.out), printable(mark.note))
        if words
    ]
    if notes:
        parts.append(f"Notes: {', '.join(notes)}.")
    return " ".join(parts)


def out_words(place: int) -> str:
    """Return in words when a variable left; empty for one that is there."""
    return f"out {place}" if place else ""


def _edges_in_words(edges: tuple[EdgeMark, ...]) -> str:
    if len(edges) <= MOST_EDGES_READ:
        return f"Edges: {_by_meaning(edges)}."
    special = [mark for mark in edges if mark.state not in (*_PLAIN, "removed")]
    if not special or len(special) > MOST_EDGES_READ:
        return "Too many edges to list."
    return f"Marked edges: {_by_meaning(special)}."


def _by_meaning(edges: Iterable[EdgeMark]) -> str:
    """Return edges in words, those of one meaning together."""
    groups: dict[EdgeState, list[str]] = {}
    for mark in edges:
        both = "and back to" if EDGE_STYLES[mark.state].both else "to"
        joint = both if mark.directed else "-"
        words = f"{printable(mark.tail)} {joint} {printable(mark.head)}"
        groups.setdefault(mark.state, []).append(words)
    return "; ".join(
        ", ".join(words) + ("" if state in _PLAIN else f" ({EDGE_STYLES[state].meaning})")
        for state, words in groups.items()
    )
