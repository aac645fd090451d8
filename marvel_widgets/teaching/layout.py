"""Where the variables of a DAG are drawn: in rows, causes above effects.

The method is Sugiyama's: give every vertex a row, cut long edges into pieces with dummy
vertices, order the rows so that few pieces cross, then choose coordinates. As our edges are
drawn as one line and not along their dummies, a local search on the true geometry follows.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, fsum, hypot, sqrt
from random import Random

from marvel_widgets.graphs.bits import mask_of, members
from marvel_widgets.graphs.dag import Dag
from marvel_widgets.graphs.errors import GraphError, Label
from marvel_widgets.teaching.palette import (
    LABEL_HEIGHT,
    NODE_RADIUS,
    fits_inside,
    short_name,
    text_width,
)

Point = tuple[float, float]
Positions = Mapping[Label, Point]
Box = tuple[float, float, float, float]  # left, right, top, bottom

GAP = 12.0  # between the labels of neighbors in a row
DUMMY_SPAN = 16.0
WIDEST_PITCH = 150.0  # a small graph is not torn apart to fill its box
TALLEST_PITCH = 150.0
ROW_EFFORT = 100_000  # vertices looked at while edges are shortened
ORDER_EFFORT = 8_000  # vertices and dummies swept: about 0.1 s on a laptop
SEARCH_EFFORT = 1_000_000  # comparisons of the local search: about 0.2 s on a laptop
CROSSING_COST, GLYPH_COST, LABEL_COST = 1.0, 2.0, 0.4
LENGTH_COST = 0.0015  # of a px
WORTH = 0.1  # a smaller gain does not justify a move out of the even spacing
BENDS = (0.0, 30.0, 50.0, 75.0, 100.0, 135.0)


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
    spans = [_span(name) for name in dag.nodes]
    if width < 4 * NODE_RADIUS or height < 4 * NODE_RADIUS:
        msg = f"a drawing needs at least {4 * NODE_RADIUS:g} px each way, not {width} x {height}"
        raise GraphError(msg)
    room = width - GAP
    row_of = assign_rows(dag, spans, room)
    linked = max(row_of.values(), default=-1) + 1
    lonely = _block(dag, spans, room, wide=width / height if not linked else None)
    heights = _row_heights(linked + len(lonely), height, _has_labels_below(dag))
    x = [width / 2] * len(dag)
    y = [heights[row_of.get(v, 0)] for v in range(len(dag))] if dag.nodes else []
    if linked:
        for v, place in _first_places(dag, row_of, spans, width).items():
            x[v] = place
        _Picture(dag, row_of, spans, (x, y), width).improve(heights[:linked])
        closed = _closed_up(dag, {v: x[v] for v in row_of}, spans)
        for v, place in _stretched(closed, row_of, spans, width).items():
            x[v] = place
    for number, row in enumerate(lonely, start=linked):
        for v, place in zip(row, _packed(row, spans, [width / 2] * len(row), width), strict=True):
            x[v], y[v] = place, heights[number]
    return {name: (round(x[v], 1), round(y[v], 1)) for v, name in enumerate(dag.nodes)}


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
    fewest = max(_filled_rows(dag, spans, fsum(spans)).values(), default=-1) + 1
    for width in range(480, 1601, 80):
        linked = max(_filled_rows(dag, spans, width - GAP).values(), default=-1) + 1
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


# -- rows ---------------------------------------------------------------------------------


def assign_rows(dag: Dag, spans: Sequence[float], room: float) -> dict[int, int]:
    """Return the row, from 0 at the top, of every vertex that has an edge.

    Rows are filled from the top, vertices with the longest way down first; then vertices
    move to where their edges are short.

    Parameters
    ----------
    dag : Dag
    spans : sequence of float
        What each vertex takes of its row.
    room : float
        What a row can hold; a single vertex may exceed it.

    Returns
    -------
    dict of int to int

    Examples
    --------
    >>> assign_rows(Dag("A -> B -> C; T -> C"), [40] * 4, 100)
    {0: 0, 3: 1, 1: 1, 2: 2}
    """
    row_of = _filled_rows(dag, spans, room)
    _shorten(dag, row_of, spans, room)
    return row_of


def _filled_rows(dag: Dag, spans: Sequence[float], room: float) -> dict[int, int]:
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
    """Move vertices, and what hangs tightly on them, by one row while edges get shorter."""
    last = max(row_of.values(), default=0)
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
                if gain == 0 and len(group) == 1:
                    gain = int(used[row_of[v]] - spans[v] > used[row_of[v] + step] + 1)
                if gain > 0 and _shift(row_of, group, step, used, spans, room):
                    moved = True


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
    entering = sum((dag.parent_masks[u] & ~inside).bit_count() for u in group)
    return step * (leaving - entering)


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


# -- the order within rows ------------------------------------------------------------------


class _Ordering:
    """Rows of vertices and dummies: each piece of an edge joins neighboring rows.

    Dummies are numbered from ``len(dag)`` on.
    """

    def __init__(self, dag: Dag, row_of: Mapping[int, int]) -> None:
        self.rows: list[list[int]] = [[] for _ in range(max(row_of.values()) + 1)]
        self.up: dict[int, list[int]] = {v: [] for v in row_of}
        self.down: dict[int, list[int]] = {v: [] for v in row_of}
        seen = _walk(dag, row_of)
        rank = {v: float(i) for i, v in enumerate(seen)}
        for v in seen:
            self.rows[row_of[v]].append(v)
        number = len(dag)
        for tail in seen:
            for head in members(dag.child_masks[tail]):
                above = tail
                for row in range(row_of[tail] + 1, row_of[head]):
                    self.rows[row].append(number)
                    rank[number] = (rank[tail] + rank[head]) / 2
                    self.up[number], self.down[number] = [above], []
                    self.down[above].append(number)
                    above, number = number, number + 1
                self.up[head].append(above)
                self.down[above].append(head)
        for row_members in self.rows:
            row_members.sort(key=lambda v: (rank[v], v))

    def reduce_crossings(self) -> None:
        """Sweep by barycenters from several starts, swap neighbors, keep the best order seen."""
        # a fixed seed: the drawing of a graph is always the same
        random = Random(0).random
        best, fewest = [row.copy() for row in self.rows], self.crossings()
        effort = ORDER_EFFORT
        while fewest and effort > 0:
            lowest, stuck = self.crossings() + 1, 0
            while lowest and stuck < 3:
                for downwards in (True, False):
                    self._sweep(downwards)
                    self._transpose()
                effort -= len(self.up)
                count = self.crossings()
                stuck = 0 if count < lowest else stuck + 1
                lowest = min(count, lowest)
                if count < fewest:
                    best, fewest = [row.copy() for row in self.rows], count
            # the next start: the best order so far, with neighbors mixed up
            self.rows = [sorted(row, key=_mixed(row, random).__getitem__) for row in best]
        self.rows = best

    def _sweep(self, downwards: bool) -> None:
        rows = range(1, len(self.rows)) if downwards else range(len(self.rows) - 2, -1, -1)
        for i in rows:
            self._sort_row(i, downwards)

    def crossings(self) -> int:
        """Return how many pairs of pieces cross."""
        total = 0
        for row, below in pairwise(self.rows):
            place = {v: i for i, v in enumerate(below)}
            ends: list[int] = []
            for v in row:
                mine = [place[w] for w in self.down[v]]
                total += sum(len(ends) - bisect_right(ends, end) for end in mine)
                for end in mine:
                    insort(ends, end)
        return total

    def _sort_row(self, i: int, downwards: bool) -> None:
        near = self.up if downwards else self.down
        fixed = self.rows[i - 1 if downwards else i + 1]
        place = {v: index for index, v in enumerate(fixed)}
        scale = len(fixed) / max(1, len(self.rows[i]))

        def barycenter(index_and_v: tuple[int, int]) -> tuple[float, int]:
            index, v = index_and_v
            ends = [place[w] for w in near[v]]
            # without neighbors on this side, stay at about the same share of the row
            return (sum(ends) / len(ends) if ends else index * scale, index)

        self.rows[i] = [v for _, v in sorted(enumerate(self.rows[i]), key=barycenter)]

    def _transpose(self) -> None:
        """Swap neighbors in a row as long as that undoes crossings."""
        for i, row in enumerate(self.rows):
            above = {v: k for k, v in enumerate(self.rows[i - 1])} if i else {}
            below = {v: k for k, v in enumerate(self.rows[(i + 1) % len(self.rows)])}
            ups = {v: [above[w] for w in self.up[v]] for v in row}
            downs = {v: [below[w] for w in self.down[v]] for v in row}
            swapped = True
            while swapped:
                swapped = False
                for k in range(len(row) - 1):
                    a, b = row[k], row[k + 1]
                    if _crossings_saved(ups[a], ups[b]) + _crossings_saved(downs[a], downs[b]) > 0:
                        row[k], row[k + 1] = b, a
                        swapped = True


def _mixed(row: Sequence[int], random: Callable[[], float]) -> dict[int, float]:
    """Return new places of the members of a row, most of them near their old ones."""
    return {v: i + 0.6 * len(row) * random() for i, v in enumerate(row)}


def _crossings_saved(left: Sequence[int], right: Sequence[int]) -> int:
    """Return how many crossings go when two neighbors with these ends change places."""
    return sum((p > q) - (p < q) for p in left for q in right)


def _walk(dag: Dag, row_of: Mapping[int, int]) -> list[int]:
    """Return the vertices as a depth-first walk along edges meets them, parts kept together."""
    seen: dict[int, None] = {}
    for start in sorted(row_of, key=lambda v: (row_of[v], v)):
        stack = [start]
        while stack:
            v = stack.pop()
            if v not in seen:
                seen[v] = None
                stack.extend(reversed(list(members(dag.adjacency_masks[v]))))
    return list(seen)


# -- coordinates ----------------------------------------------------------------------------


def _first_places(
    dag: Dag, row_of: Mapping[int, int], spans: Sequence[float], width: float
) -> dict[int, float]:
    """Return an x for every vertex: near its neighbors, in the order of few crossings."""
    ordering = _Ordering(dag, row_of)
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
            wanted = [_mean([x[w] for w in up[v] + down[v]]) for v in row]
            x.update(zip(row, _packed(row, room, wanted, width), strict=True))
    return _stretched({v: x[v] for v in row_of}, row_of, room, width)


def _squeeze(row: Sequence[int], room: dict[int, float], first_dummy: int, limit: float) -> None:
    """Narrow the dummies of a row that would not fit."""
    dummies = [v for v in row if v >= first_dummy]
    left = limit - fsum(room[v] for v in row if v < first_dummy)
    if dummies and left < DUMMY_SPAN * len(dummies):
        room.update(dict.fromkeys(dummies, max(0.0, left) / len(dummies)))


def _packed(
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


def _closed_up(dag: Dag, x: Mapping[int, float], spans: Sequence[float]) -> dict[int, float]:
    """Return the places after empty strips that no edge crosses have been closed."""
    placed, shift = dict(x), 0.0
    order = sorted(x, key=lambda v: (x[v] - spans[v] / 2, v))
    edge, behind = x[order[0]] + spans[order[0]] / 2, 1 << order[0]
    for v in order[1:]:
        start = x[v] - spans[v] / 2
        if start > edge and not any(dag.adjacency_masks[u] & ~behind for u in members(behind)):
            shift += start - edge
        placed[v] -= shift
        edge, behind = max(edge, x[v] + spans[v] / 2), behind | 1 << v
    return placed


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


# -- search on the true geometry ------------------------------------------------------------


class _Picture:
    """The drawing with straight edges, improved by moving one vertex at a time.

    A place costs something for every crossing of an edge there, more for an edge over a
    glyph, less for one over a label, and a little for length and for edges that leave or
    enter a vertex side by side.
    """

    def __init__(
        self,
        dag: Dag,
        row_of: dict[int, int],
        spans: Sequence[float],
        places: tuple[list[float], list[float]],
        width: float,
    ) -> None:
        self.dag, self.row_of, self.spans, self.width = dag, row_of, spans, width
        self.x, self.y = places
        self.edges = [(u, v) for v, mask in enumerate(dag.parent_masks) for u in members(mask)]
        self.rows: list[list[int]] = [[] for _ in range(max(row_of.values()) + 1)]
        for v in sorted(row_of):
            self.rows[row_of[v]].append(v)
        self.below = [not fits_inside(short_name(str(name))) for name in dag.nodes]
        self.effort = SEARCH_EFFORT

    def improve(self, heights: Sequence[float]) -> None:
        """Try other places for every vertex until nothing gets better or the effort is spent."""
        moved = True
        while moved:
            moved = False
            for v in sorted(self.row_of, key=lambda v: (self.row_of[v], self.x[v], v)):
                moved |= self._move(v, heights)
                moved |= self._swap(v)
                if self.effort < 0:
                    return

    def _move(self, v: int, heights: Sequence[float]) -> bool:
        row, x, y = self.row_of[v], self.x[v], self.y[v]
        best, cost, start = (row, x), self._cost(v), (row, x)
        above = [self.row_of[u] for u in members(self.dag.parent_masks[v])]
        below = [self.row_of[u] for u in members(self.dag.child_masks[v])]
        self.rows[row].remove(v)
        for other in range(max(above, default=row - 1) + 1, min(below, default=row + 1)):
            self.y[v] = heights[other]
            for place in self._free_places(v, other):
                if self.effort < 0:
                    break
                self.x[v] = place
                tried = self._cost(v)
                if tried < cost - WORTH:
                    best, cost = (other, place), tried
        self.row_of[v], self.x[v] = best
        self.y[v] = heights[best[0]] if best != start else y
        self.rows[best[0]].append(v)
        return best != start

    def _free_places(self, v: int, row: int) -> Iterator[float]:
        """Yield places in the gaps of a row: their ends, middles and the nearest to neighbors."""
        mine = self.spans[v]
        others = sorted((self.x[u], self.spans[u]) for u in self.rows[row])
        walls = [(GAP / 2, 0.0), *others, (self.width - GAP / 2, 0.0)]
        wish = _mean([self.x[u] for u in members(self.dag.adjacency_masks[v])])
        for (left, room), (right, space) in pairwise(walls):
            low, high = left + (room + mine) / 2, right - (space + mine) / 2
            if low <= high:
                middle = (low + high) / 2
                yield from dict.fromkeys((min(max(wish, low), high), middle, low, high))

    def _swap(self, v: int) -> bool:
        x = self.x
        for u in sorted(self.rows[self.row_of[v]], key=lambda u: (x[u], u)):
            if u == v or self.spans[u] != self.spans[v]:
                continue
            before = self._cost(v) + self._cost(u)
            x[u], x[v] = x[v], x[u]
            if self._cost(v) + self._cost(u) < before - WORTH:
                return True
            x[u], x[v] = x[v], x[u]
        return False

    def _cost(self, v: int) -> float:
        """Return what the edges at `v`, and edges over `v`, cost."""
        y, total = self.y, 0.0
        for tail, head in self.edges:
            if v in (tail, head):
                total += self._edge_cost(tail, head)
            elif y[tail] < y[v] < y[head]:
                total += self._over(v, tail, head)
        return total

    def _edge_cost(self, a: int, b: int) -> float:
        x, y = self.x, self.y
        ax, ay, bx, by = x[a], y[a], x[b], y[b]
        self.effort -= len(self.edges) + len(self.row_of)
        total = LENGTH_COST * (hypot(bx - ax, by - ay) + abs(bx - ax))
        slope = (bx - ax) / (by - ay)
        for c, d in self.edges:
            cy, dy = y[c], y[d]
            if cy >= by or dy <= ay:
                continue
            other = (x[d] - x[c]) / (dy - cy)
            if c == a or d == b:
                # about the angle between them, as long as it is small
                tangent = abs(slope - other) / abs(1 + slope * other or 1.0)
                total += max(0.0, 0.5 - 3 * tangent) if c != a or d != b else 0.0
                continue
            # both run downwards: they cross if their order changes between these heights
            top, low = max(ay, cy), min(by, dy)
            first = ax + slope * (top - ay) - x[c] - other * (top - cy)
            last = ax + slope * (low - ay) - x[c] - other * (low - cy)
            if (first > 0) != (last > 0):
                total += CROSSING_COST
        for w in self.row_of:
            if ay < y[w] < by:
                total += self._over(w, a, b)
        return total

    def _over(self, w: int, a: int, b: int) -> float:
        """Return the cost of an edge that runs over the glyph or the label of `w`."""
        slope = (self.x[b] - self.x[a]) / (self.y[b] - self.y[a])
        across = self.x[a] + slope * (self.y[w] - self.y[a]) - self.x[w]
        away = abs(across) / sqrt(1 + slope * slope)
        if away < NODE_RADIUS + 3:
            return GLYPH_COST - away / 100
        if self.below[w]:
            at_label = across + slope * (NODE_RADIUS + LABEL_HEIGHT / 2)
            if abs(at_label) < (self.spans[w] - GAP) / 2:
                return LABEL_COST
        return 0.0


# -- bends ------------------------------------------------------------------------------------


def edge_bends(dag: Dag, positions: Positions) -> dict[tuple[Label, Label], float]:
    """Return for every edge how far it must bend so as not to run through a third variable.

    Parameters
    ----------
    dag : Dag
    positions : mapping of Label to (x, y)

    Returns
    -------
    dict of (tail, head) to float
        See :func:`bends_between`; 0 for a straight edge.

    Examples
    --------
    >>> line = {"A": (0, 0), "B": (0, 100), "C": (0, 200)}
    >>> edge_bends(Dag("A -> B -> C; A -> C"), line)
    {('A', 'B'): 0.0, ('A', 'C'): 50.0, ('B', 'C'): 0.0}
    """
    return bends_between(dag.edges, positions)


def bends_between(
    edges: Iterable[tuple[Label, Label]], positions: Positions
) -> dict[tuple[Label, Label], float]:
    """Return the bends of any edges, such as learned ones that the true graph does not have.

    Parameters
    ----------
    edges : iterable of (tail, head)
    positions : mapping of Label to (x, y)
        All variables of the picture.

    Returns
    -------
    dict of (tail, head) to float
        In px, the distance of the one control point of a quadratic curve from the middle
        of the straight line, along ``(-dy, dx)`` for an edge that goes by ``(dx, dy)``; the
        curve itself passes at half of it. So ``(b, a)`` has minus the bend of ``(a, b)``. It is
        cytoscape's ``control-point-distances`` for ``curve-style: unbundled-bezier``.

    Examples
    --------
    >>> line = {"A": (0, 0), "B": (0, 100), "C": (0, 200)}
    >>> bends_between([("C", "A")], line)
    {('C', 'A'): -50.0}
    """
    xs, ys = zip(*positions.values(), strict=True) if positions else ((0.0,), (0.0,))
    box = (min(xs), max(xs), min(ys), max(ys))
    bends = {}
    order = {name: i for i, name in enumerate(positions)}
    for tail, head in edges:
        swapped = order[tail] > order[head]
        first, second = (head, tail) if swapped else (tail, head)
        others = [spot for name, spot in positions.items() if name not in (tail, head)]
        bend = _bend(positions[first], positions[second], others, box)
        bends[tail, head] = -bend if swapped and bend else bend
    return bends


def _bend(start: Point, end: Point, others: Sequence[Point], box: Box) -> float:
    """Return the smallest bend that keeps clear of the others and inside the drawing."""
    best, fewest = 0.0, float("inf")
    for size in BENDS:
        if size / 300 >= fewest:
            break
        for bend in (size, -size) if size else (0.0,):
            cost = _depth(start, end, bend, others, box) + size / 300
            if cost < fewest - 1e-6:
                best, fewest = bend, cost
    return best


def _depth(start: Point, end: Point, bend: float, others: Sequence[Point], box: Box) -> float:
    """Return how deep a curve cuts into glyphs, or leaves the box around them, in radii."""
    points = list(curve_points(start, end, bend))
    clear = NODE_RADIUS + 4
    xs, ys = zip(*points, strict=True)
    left, right, top, low = min(xs), max(xs), min(ys), max(ys)
    over = max(box[0] - left, right - box[1], box[2] - top, low - box[3])
    depth: float = max(0.0, over / NODE_RADIUS - 1.4)
    for spot in others:
        x, y = spot
        if left - clear < x < right + clear and top - clear < y < low + clear:
            away = min(_distance(spot, a, b) for a, b in pairwise(points))
            depth += 2 * max(0.0, 1 - away / clear)
    return depth


def control_point(start: Point, end: Point, bend: float) -> Point:
    """Return the control point of an edge; the middle of its ends when it is straight.

    Examples
    --------
    >>> control_point((0, 0), (100, 0), 40)
    (50.0, 40.0)
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return (
        (start[0] + end[0]) / 2 - bend * dy / length,
        (start[1] + end[1]) / 2 + bend * dx / length,
    )


def curve_points(start: Point, end: Point, bend: float) -> Iterator[Point]:
    """Yield points along an edge: its two ends if it is straight, else eleven of its curve.

    Examples
    --------
    >>> list(curve_points((0, 0), (100, 0), 40))[5]
    (50.0, 20.0)
    """
    (ax, ay), (bx, by) = start, end
    if not bend:
        yield from (start, end)
        return
    cx, cy = control_point(start, end, bend)
    for step in range(11):
        t = step / 10
        one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield (one * ax + two * cx + three * bx, one * ay + two * cy + three * by)


def _distance(spot: Point, a: Point, b: Point) -> float:
    """Return the distance of a spot from a line segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = (spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy
    share = min(1.0, max(0.0, along / (dx * dx + dy * dy))) if dx or dy else 0.0
    return hypot(spot[0] - a[0] - share * dx, spot[1] - a[1] - share * dy)
