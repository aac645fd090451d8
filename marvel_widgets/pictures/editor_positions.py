"""Positions of variables while a graph is being edited: they stay when the graph changes."""

from collections.abc import Iterable, Mapping
from itertools import product
from math import dist

from marvel_widgets.core.graphs.construction import Edge
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.pictures.drawing import Drawing
from marvel_widgets.pictures.pills import HALF, LEAST_PILL, distance_to_line, pill_width
from marvel_widgets.pictures.positions import WIDEST, Pane, positions_of
from marvel_widgets.pictures.stage import Stage

Place = tuple[float, float]
Positions = Mapping[Label, Place]

# The canvas is never smaller than this, so that there is room to click.
LEAST_WIDTH, LEAST_HEIGHT = 520, 320
# Beyond this a search for a good layout is no longer worth its time, nor the picture looking at.
MOST_LAID_OUT = 250
# Each variable and edge is an element of the page: 10,000 of them took 20 s, for a black picture.
# All edges between 60 variables are 1,770, and the largest network of the usual collections has
# 1,041 variables and 1,397 edges.
MOST_VARIABLES, MOST_EDGES = 1_500, 2_000
# Where a vertex can be put at most, in px.
FARTHEST = 6_000.0
MARGIN = 40.0
_APART = 72.0  # a new vertex keeps this distance from the others where it can
_OFF_EDGES = 30.0  # and this from the edges
_PITCH = 24
_NARROWEST = 220.0  # of a picture


def check_size(variables: int, edges: int) -> None:
    """Raise GraphError for a graph that is larger than an app can show."""
    sizes = (variables, "variables", MOST_VARIABLES), (edges, "edges", MOST_EDGES)
    for found, what, most in sizes:
        if found > most:
            msg = (
                f"{found:,} {what} are too many to look at in an app; take a graph of at most "
                f"{most:,}, or call the functions of the library on it"
            )
            raise GraphError(msg)


def first_positions(dag: Dag, pane: Pane = "wide") -> dict[Label, tuple[float, float]]:
    """Return places for all variables of a graph, causes above effects, centered on the canvas."""
    if len(dag) > MOST_LAID_OUT:
        wide = 30
        return {
            name: (MARGIN + 60.0 * (i % wide), MARGIN + 60.0 * (i // wide))
            for i, name in enumerate(dag.nodes)
        }
    positions, width, height = positions_of(dag, WIDEST, pane)
    right, down = max(0, LEAST_WIDTH - width) / 2, max(0, LEAST_HEIGHT - height) / 2
    return {name: kept_inside(x + right, y + down) for name, (x, y) in positions.items()}


def canvas_box(positions: Positions) -> tuple[int, int]:
    """Return the width and height in px of a canvas on which all places have a margin."""
    right = max((x for x, _ in positions.values()), default=0.0) + MARGIN
    low = max((y for _, y in positions.values()), default=0.0) + MARGIN
    return max(LEAST_WIDTH, round(right)), max(LEAST_HEIGHT, round(low))


def kept_inside(x: float, y: float) -> tuple[float, float]:
    """Return a place moved onto the canvas, whose corner is (0, 0), and rounded."""
    least, highest = LEAST_PILL / 2 + 4, HALF + 4
    # floats always: JSON writes 88 and 88.0, and with them the same state, as two texts
    x, y = float(min(max(x, least), FARTHEST)), float(min(max(y, highest), FARTHEST))
    return round(x, 1), round(y, 1)


def free_position(positions: Positions, edges: Iterable[Edge] = ()) -> tuple[float, float]:
    """Return a place for one more vertex: the nearest to the middle of the canvas that is free.

    It is apart from the variables and, where there is room, from the lines between them.
    """
    width, height = canvas_box(positions)
    middle = (width / 2, height / 2)
    grid = product(
        range(round(MARGIN), width - round(MARGIN) + 1, _PITCH),
        range(round(MARGIN), height - round(MARGIN) + 1, _PITCH),
    )
    lines = [(positions[tail], positions[head]) for tail, head in edges]
    found = None  # where no place is apart from the edges, the first that is from the variables
    for at in [middle, *sorted(grid, key=lambda at: (dist(at, middle), at))]:
        if any(dist(at, other) < _APART for other in positions.values()):
            continue
        found = found or at
        if all(distance_to_line(at, *line) >= _OFF_EDGES for line in lines):
            return kept_inside(*at)
    return kept_inside(*(found or (MARGIN, height + MARGIN)))  # the canvas is full: below it


def canvas_drawing(dag: Dag, positions: Positions) -> Drawing:
    """Return a picture of the variables at their positions on the canvas, cut to what is there."""
    halves = {name: pill_width(str(name)) / 2 for name in positions}
    left = min((x - halves[name] for name, (x, _) in positions.items()), default=0.0)
    right = max((x + halves[name] for name, (x, _) in positions.items()), default=0.0)
    top = min((y for _, y in positions.values()), default=0.0)
    low = max((y for _, y in positions.values()), default=0.0)
    side = max(MARGIN - LEAST_PILL / 2, (_NARROWEST - (right - left)) / 2)
    moved: dict[Label, tuple[float, float]] = {
        name: (round(x - left + side, 1), round(y - top + MARGIN, 1))
        for name, (x, y) in positions.items()
    }
    box = round(right - left + 2 * side), round(low - top + 2 * MARGIN)
    return Stage(dag, moved, *box).drawing("")
