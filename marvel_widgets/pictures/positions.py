"""The positions of a graph's variables in a picture, and the box around them."""

from math import cos, pi, sin
from typing import Final, Literal

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.pdag import Pdag
from marvel_widgets.pictures.layout.layered import ASPECT, canvas_size, layered_layout, snug_size
from marvel_widgets.pictures.pills import HALF, pill_width

WIDEST = 900  # px, for which a graph of forty variables is made lower rather than wider
_PX_PER_VARIABLE = 10
_MANY = 12
_NARROWEST = 260
_MARGIN = 18
_NOTE_HEIGHT = 20  # above and below a pill
_BADGE_HEIGHT = 12  # what remains where few pills leave each note another side
_FEW = 10
_ROUND_MARGIN = 26.0  # around a circle of variables

# What the page says of the room that it has for one graph; the drawer of a broad one may be open.
Pane = Literal["broad", "drawer", "wide", "square", "tall"]
ASPECTS: Final[dict[Pane, float]] = {
    "broad": 2.0, "drawer": 2.0, "wide": ASPECT, "square": 1.1, "tall": 0.75
}  # fmt: skip
# px, of which many variables have no more, lest names get too small to be read: in a cell with its
# drawer open, beside a form, on a phone. Without the drawer they stand in the same rows, drawn
# apart: one that opens only draws them together.
_SNUG: Final[dict[Pane, int]] = {"broad": 660, "drawer": 660, "square": 500, "tall": 430}

Positions = dict[Label, tuple[float, float]]


LIVE_MARGIN = 4  # px around a live picture, and around what is laid over it


def positions_of(stage: Dag, widest: int, pane: Pane = "wide") -> tuple[Positions, int, int]:
    """Return the positions of the variables for a pane, and the box around them in px."""
    limit = max(widest, _PX_PER_VARIABLE * len(stage))
    if len(stage) <= _MANY or pane not in _SNUG:
        wide, high = canvas_size(stage, ASPECTS[pane], limit)
        return boxed(layered_layout(stage, width=wide, height=high))
    wide, high = snug_size(stage, _SNUG[pane])
    if pane in ("broad", "drawer"):  # rows that leave edges a way, where there is room for it
        high = max(high, round(wide / ASPECTS[pane]))
    places, wide, high = boxed(layered_layout(stage, width=wide, height=high))
    if pane != "broad":
        return places, wide, high
    xs = [x for x, _ in places.values()]
    apart = max(1.0, 1 + (ASPECTS[pane] * high - wide) / ((max(xs) - min(xs)) or 1.0))
    return boxed({name: (apart * x, y) for name, (x, y) in places.items()})


def boxed(positions: Positions) -> tuple[Positions, int, int]:
    """Return places moved into the middle of the box in px that holds pills and notes."""
    halves = {name: pill_width(str(name)) / 2 for name in positions}
    left = min((x - halves[name] for name, (x, _) in positions.items()), default=0.0) - _MARGIN
    right = max((x + halves[name] for name, (x, _) in positions.items()), default=0.0) + _MARGIN
    room = HALF + (_BADGE_HEIGHT if len(positions) <= _FEW else _NOTE_HEIGHT)
    top = min((y for _, y in positions.values()), default=0.0) - room
    low = max((y for _, y in positions.values()), default=0.0) + room
    width = max(_NARROWEST, round(right - left))
    left -= (width - (right - left)) / 2
    moved = {name: (round(x - left, 1), round(y - top, 1)) for name, (x, y) in positions.items()}
    return moved, width, round(low - top)


def pointed_down(graph: Pdag) -> Dag:
    """Return a DAG with the same skeleton, edges along the order of `nodes`; for layouts."""
    parents = [mask & ((1 << v) - 1) for v, mask in enumerate(graph.adjacency_masks)]
    return Dag.from_parent_masks(parents, graph.nodes)


def circle_positions(names: tuple[Label, ...]) -> tuple[Positions, int]:
    """Return places on a circle, on which no edge runs through a third variable, and the width."""
    p = max(1, len(names))
    widest = max((pill_width(str(name)) for name in names), default=0.0)
    radius = max(62.0, 1.2 * widest * p / (2 * pi))
    middle = radius + widest / 2 + _ROUND_MARGIN
    angles = [2 * pi * i / p - pi / 2 for i in range(p)]
    positions = {
        name: (round(middle + radius * cos(a), 1), round(middle + radius * sin(a), 1))
        for name, a in zip(names, angles, strict=False)
    }
    return positions, round(2 * middle)
