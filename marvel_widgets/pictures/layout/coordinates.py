"""The place of each variable in its row: in a given order, near its neighbors, evenly spread."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import fsum
from statistics import fmean

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.pictures.layout.order import Ordering

GAP = 16.0  # between the pills of neighbors in a row
DUMMY_SPAN = 16.0
WIDEST_PITCH = 400.0  # a small graph is not torn apart to fill its box


def first_coordinates(
    dag: Dag, row_of: Mapping[int, int], spans: Sequence[float], width: float
) -> dict[int, float]:
    """Return an x for every vertex: near its neighbors, in the order of few crossings."""
    ordering = Ordering(dag, row_of)
    ordering.reduce_crossings()
    rows, up, down = ordering.rows, ordering.up, ordering.down
    room = {v: spans[v] if v < len(dag) else DUMMY_SPAN for row in rows for v in row}
    for row in rows:
        _squeeze(row, room, len(dag), width - GAP)
    x: dict[int, float] = {}
    for row in rows:
        step = width / (len(row) + 1)
        x.update({v: step * (i + 1) for i, v in enumerate(row)})
    for sweep in range(8):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            # one whose edges are all too long to count stays where it is
            wanted = [fmean([x[w] for w in up[v] + down[v]] or [x[v]]) for v in row]
            x.update(zip(row, packed(row, room, wanted, width), strict=True))
    return _stretched({v: x[v] for v in row_of}, row_of, room, width)


def _squeeze(row: Sequence[int], room: dict[int, float], first_dummy: int, limit: float) -> None:
    """Narrow the dummies of a row that would not fit."""
    dummies = [v for v in row if v >= first_dummy]
    left = limit - fsum(room[v] for v in row if v < first_dummy)
    if dummies and left < DUMMY_SPAN * len(dummies):
        room.update(dict.fromkeys(dummies, max(0.0, left) / len(dummies)))


def packed(
    row: Sequence[int],
    room: Mapping[int, float] | Sequence[float],
    wanted: Sequence[float],
    width: float,
) -> list[float]:
    """Return the places nearest to `wanted`, in this order, apart by their room, in the box.

    Least squares under order constraints: once the room to the left of each is taken off,
    what remains must not decrease, so neighbors that do are merged to their mean.
    """
    if not row:
        return []
    offsets = [0.0]
    for left, right in pairwise(row):
        offsets.append(offsets[-1] + (room[left] + room[right]) / 2)
    pools: list[tuple[float, int]] = []
    for want, offset in zip(wanted, offsets, strict=True):
        total, count = want - offset, 1
        while pools and pools[-1][0] * count >= total * pools[-1][1]:
            previous, many = pools.pop()
            total, count = total + previous, count + many
        pools.append((total, count))
    low = (GAP + room[row[0]]) / 2
    high = width - (GAP + room[row[-1]]) / 2 - offsets[-1]
    if high < low:  # too many for the box: closer together, but in order
        shrink = max(0.0, (high - low + offsets[-1]) / offsets[-1]) if offsets[-1] else 0.0
        return [low + shrink * offset for offset in offsets]
    flat = [min(max(total / count, low), high) for total, count in pools for _ in range(count)]
    return [place + offset for place, offset in zip(flat, offsets, strict=True)]


def spread(
    dag: Dag,
    row_of: Mapping[int, int],
    x: Mapping[int, float],
    spans: Sequence[float],
    width: float,
) -> dict[int, float]:
    """Return the places without empty strips between parts, over the width of the box."""
    placed, shift = dict(x), 0.0
    order = sorted(x, key=lambda v: (x[v] - spans[v] / 2, v))
    edge, behind = x[order[0]] + spans[order[0]] / 2, 1 << order[0]
    for v in order[1:]:
        start = x[v] - spans[v] / 2
        if start > edge and not any(dag.adjacency_masks[u] & ~behind for u in members(behind)):
            shift += start - edge
        placed[v] -= shift
        edge, behind = max(edge, x[v] + spans[v] / 2), behind | 1 << v
    return _stretched(placed, row_of, spans, width)


def _stretched(
    x: Mapping[int, float],
    row_of: Mapping[int, int],
    room: Mapping[int, float] | Sequence[float],
    width: float,
) -> dict[int, float]:
    """Return the places spread evenly over the width of the box and centered in it."""
    left = min(x, key=lambda v: (x[v] - room[v] / 2, v))
    right = max(x, key=lambda v: (x[v] + room[v] / 2, v))
    now = x[right] - x[left]
    target = width - GAP - (room[left] + room[right]) / 2
    crowd = max(Counter(row_of.values()).values())
    scale = min(target, WIDEST_PITCH * max(crowd - 1, 1)) / now if now > 1 else 1.0
    middle = (x[left] - room[left] / 2 + x[right] + room[right] / 2) / 2
    scale = max(scale, 1.0)
    return {v: round(width / 2 + (place - middle) * scale, 1) for v, place in x.items()}
