"""The whole layout: rows, first places, the search, and the box that suits a graph."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, fsum, sqrt

from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import GraphError, Label
from marvel_widgets.teaching.layout.places import GAP, first_places, packed, spread
from marvel_widgets.teaching.layout.rows import assign_rows, filled_rows
from marvel_widgets.teaching.layout.search import searched
from marvel_widgets.teaching.palette import (
    LABEL_HEIGHT,
    NODE_RADIUS,
    fits_inside,
    short_name,
    text_width,
)

TALLEST_PITCH = 150.0


def layered_layout(dag: Dag, *, width: float, height: float) -> dict[Label, tuple[float, float]]:
    """Return a position in px for every variable, every cause above its effects.

    Compute it once for a DAG and hand it to all its pictures: the same graph, order of
    variables and box always give the same positions.

    Parameters
    ----------
    dag : Dag
    width, height : float
        The box; :func:`canvas_size` proposes one. Glyphs and labels stay inside it, and
        do not overlap unless the box is too small for them.

    Returns
    -------
    dict of Label to (x, y)
        In the order of ``dag.nodes``; y grows downwards. Variables without edges stand in
        rows of their own at the bottom.

    Raises
    ------
    GraphError
        The box has no room for one variable.

    Examples
    --------
    >>> spots = layered_layout(Dag("X -> Y <- T; Y -> Z"), width=300, height=240)
    >>> spots["X"][1] == spots["T"][1] < spots["Y"][1] < spots["Z"][1]
    True
    """
    if width < 4 * NODE_RADIUS or height < 4 * NODE_RADIUS:
        msg = f"a drawing needs at least {4 * NODE_RADIUS:g} px each way, not {width} x {height}"
        raise GraphError(msg)
    return _placed(dag, width, height)


def _placed(dag: Dag, width: float, height: float) -> dict[Label, tuple[float, float]]:
    spans = [_span(name) for name in dag.nodes]
    room = width - GAP
    row_of = assign_rows(dag, spans, room)
    linked = max(row_of.values(), default=-1) + 1
    lonely = _block(dag, spans, room, wide=width / height if not linked else None)
    heights = _row_heights(linked + len(lonely), height, _has_labels_below(dag))
    x: dict[int, float] = {}
    if linked:
        x = first_places(dag, row_of, spans, width)
        row_of, x = searched(dag, row_of, x, spans, width, heights[:linked])
        x = spread(dag, row_of, x, spans, width)
    for number, row in enumerate(lonely, start=linked):
        x.update(zip(row, packed(row, spans, [width / 2] * len(row), width), strict=True))
        row_of.update(dict.fromkeys(row, number))
    return {
        name: (round(x[v], 1), round(heights[row_of[v]], 1)) for v, name in enumerate(dag.nodes)
    }


def canvas_size(dag: Dag) -> tuple[int, int]:
    """Return a width and height in px that suit a DAG.

    Examples
    --------
    >>> canvas_size(Dag("X -> Y <- T; Y -> Z"))
    (480, 300)
    """
    spans = [_span(name) for name in dag.nodes]
    pitch = 86 if _has_labels_below(dag) else 76
    # edges need a way through the rows: the more of them, the more air
    air = min(3.0, 1.2 + dag.edge_count / max(1, len(dag)))
    fewest = max(filled_rows(dag, spans, fsum(spans)).values(), default=-1) + 1
    for width in range(480, 1601, 80):
        linked = max(filled_rows(dag, spans, width - GAP).values(), default=-1) + 1
        wide = None if linked else 2.0
        rows = linked + len(_block(dag, spans, width - GAP, wide=wide))
        height = max(120 + 60 * min(rows, 3), 64 + pitch * (rows - 1))
        whole = linked == fewest or width >= 800
        if whole and height <= 0.75 * width and fsum(spans) * air <= rows * width:
            break
    # over long rows, edges need height to be told apart
    return width, height if width <= 800 else max(height, round(0.45 * width))


def _span(name: Label) -> float:
    """Return how much of its row a variable takes, the gap to the next one included."""
    label = short_name(str(name))
    inside = fits_inside(label)
    return GAP + 2 * NODE_RADIUS if inside else GAP + max(2 * NODE_RADIUS, text_width(label))


def _has_labels_below(dag: Dag) -> bool:
    return not all(fits_inside(short_name(str(name))) for name in dag.nodes)


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


def _row_heights(rows: int, height: float, labels: bool) -> list[float]:
    """Return the y of every row: even, in the middle of the box."""
    top = NODE_RADIUS + 10  # room for a note above the glyph
    bottom = height - NODE_RADIUS - 10 - (LABEL_HEIGHT if labels else 0.0)
    if rows <= 1:
        return [(top + bottom) / 2] * rows
    pitch = min((bottom - top) / (rows - 1), TALLEST_PITCH)
    first = (top + bottom - pitch * (rows - 1)) / 2
    return [first + pitch * i for i in range(rows)]
