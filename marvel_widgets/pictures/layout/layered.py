"""The whole layout: rows, first places, the search, and the box that suits a graph."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import ceil, cos, fsum, pi, sin, sqrt

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.pictures.layout.order import GAP, first_coordinates, packed, spread
from marvel_widgets.pictures.pills import (
    HALF,
    LEAST_PILL,
    PILL_HEIGHT,
    Point,
    distance_to_pill,
    pill_width,
)

ROW_EFFORT = 100_000  # vertices looked at while edges are shortened


def assign_rows(dag: Dag, spans: Sequence[float], room: float) -> dict[int, int]:
    """Return the row, from 0 at the top, of every vertex that has an edge.

    Rows are filled from the top, vertices with the longest way down first; then vertices
    move to where their edges are short.
    """
    row_of = filled_rows(dag, spans, room)
    _shorten(dag, row_of, spans, room)
    return row_of


def filled_rows(dag: Dag, spans: Sequence[float], room: float) -> dict[int, int]:
    """Return rows filled from the top, vertices with the longest way down first."""
    below = [0] * len(dag)
    for v in reversed([dag.index[name] for name in dag.topological_order]):
        below[v] = max((below[child] + 1 for child in members(dag.child_masks[v])), default=0)
    row_of: dict[int, int] = {}
    waiting = [mask.bit_count() for mask in dag.parent_masks]
    linked = [v for v, mask in enumerate(dag.adjacency_masks) if mask]
    ready = [v for v in linked if not waiting[v]]
    row = 0
    while ready:
        used, rest = 0.0, []
        for v in sorted(ready, key=lambda v: (-below[v], v)):
            if used and used + spans[v] > room:
                rest.append(v)
                continue
            used += spans[v]
            row_of[v] = row
            for child in members(dag.child_masks[v]):
                waiting[child] -= 1
                if not waiting[child]:
                    rest.append(child)
        ready, row = rest, row + 1
    return row_of


def _shorten(dag: Dag, row_of: dict[int, int], spans: Sequence[float], room: float) -> None:
    """Move vertices, and what hangs tightly on them, by one row while edges get shorter.

    A row more above and below may be begun.
    """
    inner = range(1, max(row_of.values(), default=0) + 2)
    last = inner.stop
    row_of.update({v: row + 1 for v, row in row_of.items()})
    used = [0.0] * (last + 1)
    for v, row in row_of.items():
        used[row] += spans[v]
    effort, moved = ROW_EFFORT, True
    while moved and effort > 0:
        moved = False
        for v in sorted(row_of):
            for step in (1, -1):
                group = _tight_group(dag, row_of, v, step)
                effort -= len(group)
                if not all(0 <= row_of[u] + step <= last for u in group):
                    continue
                gain = _gain(dag, group, step)
                # as short as before, but from a full row to an emptier one
                if gain == 0 and len(group) == 1 and row_of[v] + step in inner:
                    gain = int(used[row_of[v]] - spans[v] > used[row_of[v] + step] + 1)
                if gain > 0 and _shift(row_of, group, step, used, spans, room):
                    moved = True
    kept = {row: i for i, row in enumerate(sorted(set(row_of.values())))}
    row_of.update({v: kept[row] for v, row in row_of.items()})


def _tight_group(dag: Dag, row_of: Mapping[int, int], v: int, step: int) -> set[int]:
    """Return `v` and all that must move with it when it moves by `step`."""
    pushed = dag.child_masks if step > 0 else dag.parent_masks
    group, stack = {v}, [v]
    while stack:
        u = stack.pop()
        for w in members(pushed[u]):
            if w not in group and row_of[w] == row_of[u] + step:
                group.add(w)
                stack.append(w)
    return group


def _gain(dag: Dag, group: set[int], step: int) -> int:
    """Return by how many rows all edges together shrink when `group` moves by `step`."""
    inside = mask_of(group)
    leaving = sum((dag.child_masks[u] & ~inside).bit_count() for u in group)
    return step * (leaving - sum((dag.parent_masks[u] & ~inside).bit_count() for u in group))


def _shift(
    row_of: dict[int, int],
    group: set[int],
    step: int,
    used: list[float],
    spans: Sequence[float],
    room: float,
) -> bool:
    """Move the group if every row still has room; return whether it moved."""
    after = used.copy()
    for u in sorted(group):
        after[row_of[u]] -= spans[u]
        after[row_of[u] + step] += spans[u]
    if any(new > max(room, old) for new, old in zip(after, used, strict=True)):
        return False
    used[:] = after
    for u in group:
        row_of[u] += step
    return True


LEAST_RAYS = 5  # fewer stand well in a row
_GAP = 14.0
_GROWTH = 1.06
# With so many rays no side of the center is free any more: then they leave one free, at the upper
# right, for the number that the center carries once it is removed.
_CROWDED = 8
_FREE_FROM, _FREE_TO = 0.1, 1.75  # radians, clockwise from the top


def radial_places(dag: Dag) -> list[Point] | None:
    """Return places around (0, 0) for the variables of a star, as close as they have room.

    None for any other graph. A star has one variable that is the parent of all others, or
    the child of all others.
    """
    center = _center(dag)
    if center is None:
        return None
    wide = [pill_width(str(name)) for name in dag.nodes]
    rays = len(dag) - 1
    across, down = max(wide) + 50.0, 80.0
    while True:
        turns = iter(_turns(rays))
        places = [
            (0.0, 0.0) if v == center else (across * sin(turn), -down * cos(turn))
            for v, turn in ((v, 0.0 if v == center else next(turns)) for v in range(len(dag)))
        ]
        if _has_room(places, wide, center):
            return [(round(x, 1) + 0.0, round(y, 1)) for x, y in places]
        across, down = across * _GROWTH, down * _GROWTH


def _turns(rays: int) -> list[float]:
    """Return where the rays point, clockwise from the top."""
    if rays < _CROWDED:
        return [2 * pi * i / rays for i in range(rays)]
    step = (2 * pi + _FREE_FROM - _FREE_TO) / (rays - 1)
    return [_FREE_TO + step * i for i in range(rays)]


def _center(dag: Dag) -> int | None:
    """Return the center of a star with enough rays, all of which point the same way."""
    rays = len(dag) - 1
    if rays < LEAST_RAYS or dag.edge_count != rays:
        return None
    for masks in (dag.child_masks, dag.parent_masks):
        for v, mask in enumerate(masks):
            if mask.bit_count() == rays:
                return v
    return None


def _has_room(places: list[Point], wide: list[float], center: int) -> bool:
    pills = list(zip(places, wide, strict=True))
    for ((ax, ay), one), ((bx, by), other) in combinations(pills, 2):
        if abs(ax - bx) < (one + other) / 2 + _GAP and abs(ay - by) < PILL_HEIGHT + _GAP:
            return False
    return all(
        distance_to_pill(places[center], spot, *pill) >= HALF / 2
        for ray, spot in enumerate(places)
        for at, pill in enumerate(pills)
        if ray != center and at not in (ray, center)
    )


ASPECT = 1.52  # of the pane of an app, in a cell and alone on the screen
TALLEST_PITCH = 150.0
PITCH, DENSE_PITCH = 64, 78  # from row to row, in px; with many edges the larger
_FEW_PITCH = 80
SNUG_PITCH = 42
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


def snug_size(dag: Dag, width: int) -> tuple[int, int]:
    """Return a size in px of this width with rows as close as names and arrows allow."""
    spans = [_span(name) for name in dag.nodes]
    rows = max(assign_rows(dag, spans, width - GAP).values(), default=-1) + 1
    rows += len(_block(dag, spans, width - GAP, wide=None))
    return width, round(_least_height(rows, SNUG_PITCH))


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
    fit = max(1, int(room / max(spans[v] for v in lonely)))
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
