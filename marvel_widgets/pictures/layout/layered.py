"""The whole layout: rows, first places, the search, and the box that suits a graph."""

from collections.abc import Sequence
from math import ceil, fsum, sqrt

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.pictures.layout.coordinates import GAP, first_coordinates, packed, spread
from marvel_widgets.pictures.layout.radial import radial_places
from marvel_widgets.pictures.layout.rows import assign_rows, filled_rows
from marvel_widgets.pictures.pills import HALF, LEAST_PILL, Point, pill_width

ASPECT = 1.52  # of the pane of an app, in a cell and alone on the screen
TALLEST_PITCH = 150.0
PITCH, DENSE_PITCH = 64, 78  # from row to row, in px; with many edges the larger
_FEW_PITCH = 80
_NARROWEST, _WIDER = 240, 40  # the widths that are tried
_LEAST_BOX = LEAST_PILL + 2 * HALF
_NOTE_ROOM = 10  # above the first and below the last row


def layered_layout(dag: Dag, *, width: float, height: float) -> dict[Label, tuple[float, float]]:
    """Return a position in px for every variable, every cause above its effects.

    A large star is drawn around its center.

    Compute it once for a DAG and hand it to all its pictures: the same graph, order of
    variables and box always give the same positions.
    """
    if min(width, height) < _LEAST_BOX:
        msg = f"a drawing needs at least {_LEAST_BOX:g} px each way, not {width} x {height}"
        raise GraphError(msg)
    return _star(dag, width, height) or _placed(dag, width, height)


def _star(dag: Dag, width: float, height: float) -> dict[Label, tuple[float, float]]:
    """Return the places of a star in the middle of a box that has room for it."""
    places = radial_places(dag) or []
    wide, high = _extent(dag, places)
    if not places or wide > width or high > height:
        return {}
    left, right, top, low = _sides(dag, places)
    x0, y0 = (width - left - right) / 2, (height - top - low) / 2
    return {
        name: (round(x0 + x, 1), round(y0 + y, 1))
        for name, (x, y) in zip(dag.nodes, places, strict=True)
    }


def _extent(dag: Dag, places: Sequence[Point]) -> tuple[float, float]:
    left, right, top, low = _sides(dag, places)
    return right - left + GAP, low - top + 2 * _NOTE_ROOM


def _sides(dag: Dag, places: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return how far pills reach to the left, right, top and bottom; as far left as right."""
    if not places:
        return (0.0, 0.0, 0.0, 0.0)
    halves = [pill_width(str(name)) / 2 for name in dag.nodes]
    xs, ys = zip(*places, strict=True)
    reach = max(abs(x) + half for x, half in zip(xs, halves, strict=True))
    return -reach, reach, min(ys) - HALF, max(ys) + HALF


def _placed(dag: Dag, width: float, height: float) -> dict[Label, tuple[float, float]]:
    spans = [_span(name) for name in dag.nodes]
    room = width - GAP
    row_of = assign_rows(dag, spans, room)
    linked = max(row_of.values(), default=-1) + 1
    lonely = _block(dag, spans, room, wide=width / height if not linked else None)
    heights = _row_heights(linked + len(lonely), height)
    x: dict[int, float] = {}
    if linked:
        x = first_coordinates(dag, row_of, spans, width)
        x = spread(dag, row_of, x, spans, width)
    for number, row in enumerate(lonely, start=linked):
        x.update(zip(row, packed(row, spans, [width / 2] * len(row), width), strict=True))
        row_of.update(dict.fromkeys(row, number))
    return {
        name: (round(x[v], 1), round(heights[row_of[v]], 1)) for v, name in enumerate(dag.nodes)
    }


def canvas_size(dag: Dag, aspect: float = ASPECT, widest: float = 1600) -> tuple[int, int]:
    """Return a width and height in px that suit a DAG, of about this aspect where it can be."""
    if places := radial_places(dag):
        return ceil(_extent(dag, places)[0]), ceil(_extent(dag, places)[1])
    spans = [_span(name) for name in dag.nodes]
    # edges need a way through the rows: the more of them, the more air
    air = min(3.0, 1.2 + dag.edge_count / max(1, len(dag))) * aspect / ASPECT
    fewest = max(filled_rows(dag, spans, fsum(spans)).values(), default=-1) + 1
    pitch = PITCH if dag.edge_count < 1.5 * len(dag) else DENSE_PITCH
    width = _NARROWEST
    while True:
        linked = max(filled_rows(dag, spans, width - GAP).values(), default=-1) + 1
        rows = linked + len(_block(dag, spans, width - GAP, wide=None if linked else aspect))
        least, most = _least_height(rows, pitch), _least_height(rows, TALLEST_PITCH)
        height = min(max(least, width / aspect), most)
        whole = linked == fewest or width >= 800
        airy = fsum(spans) * air <= rows * width * height / least
        if width + _WIDER > widest or (whole and airy and least <= 1.1 * width / aspect):
            return max(width, min(round(height * aspect), int(widest))), round(height)
        width += _WIDER


def _least_height(rows: int, pitch: float) -> float:
    """Return the height of rows that are so far apart; with few rows the distance is larger."""
    few = max(1, min(rows - 1, 2))
    return 2 * (HALF + _NOTE_ROOM) + max(pitch * (rows - 1), _FEW_PITCH * few)


def _span(name: Label) -> float:
    """Return how much of its row a variable takes, the gap to the next one included."""
    return GAP + pill_width(str(name))


def _block(dag: Dag, spans: Sequence[float], room: float, *, wide: float | None) -> list[list[int]]:
    """Return the vertices without edges in rows of about equal length."""
    lonely = [v for v, mask in enumerate(dag.adjacency_masks) if not mask]
    if not lonely:
        return []
    widest = max(spans[v] for v in lonely)
    fit = max(1, int(room / widest))
    if wide is not None:
        fit = min(fit, max(1, ceil(sqrt(len(lonely) * wide))))
    rows = ceil(len(lonely) / fit)
    each = ceil(len(lonely) / rows)
    return [lonely[i : i + each] for i in range(0, len(lonely), each)]


def _row_heights(rows: int, height: float) -> list[float]:
    """Return the y of every row: even, in the middle of the box."""
    top, bottom = HALF + _NOTE_ROOM, height - HALF - _NOTE_ROOM
    if rows <= 1:
        return [(top + bottom) / 2] * rows
    pitch = min((bottom - top) / (rows - 1), TALLEST_PITCH)
    first = (top + bottom - pitch * (rows - 1)) / 2
    return [first + pitch * i for i in range(rows)]
