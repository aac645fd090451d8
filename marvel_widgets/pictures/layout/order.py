"""The order of the variables in a row, chosen so that few edges cross."""

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, combinations, pairwise
from math import fsum
from random import Random
from statistics import fmean

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag

ORDER_EFFORT = 60_000  # pairs of neighbors in a row looked at: about 0.1 s on a laptop
# Beyond this a row stays as it is. A graph with that many edges in its rows is a black picture, and
# one pass through all of them would take minutes.
MOST_WORK = 1_000_000  # pairs of neighbors, and of ten ends of edges: a second or two
MOST_DUMMIES = 20_000  # with more of them, edges that pass a row are left out of account
PATIENCE = 8  # fruitless starts for each member of a row: small graphs need no more

Ends = tuple[list[int], list[int]]  # where the pieces of a member end, above and below


class LayerOrder:
    """Rows of vertices and dummies (from ``len(dag)`` on), joined by the pieces of edges."""

    def __init__(self, dag: Dag, row_of: Mapping[int, int]) -> None:
        self.effort, self.work = ORDER_EFFORT, MOST_WORK
        self._counted: dict[tuple[int, ...], int] = {}
        self.rows: list[list[int]] = [[] for _ in range(max(row_of.values()) + 1)]
        self.up: dict[int, list[int]] = {v: [] for v in row_of}
        self.down: dict[int, list[int]] = {v: [] for v in row_of}
        seen = _walk(dag, row_of)
        rank = {v: float(i) for i, v in enumerate(seen)}
        for v in seen:
            self.rows[row_of[v]].append(v)
        number = len(dag)
        longest = _longest(dag, row_of)
        for tail in seen:
            for head in members(dag.child_masks[tail]):
                if row_of[head] - row_of[tail] > longest:
                    continue
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
        """Sweep and sift from many starts, keep the best order seen."""
        # a fixed seed: the drawing of a graph is always the same
        random = Random(0)
        self._settle(set(range(len(self.rows))))
        best, fewest = self._copy(), self.crossings()
        fruitless, most = 0, PATIENCE * sum(map(len, best))
        while fewest and self.effort > 0 and fruitless < most:
            self._settle(self._disturb(random))
            count = self.crossings()
            fruitless = 0 if count < fewest else fruitless + 1
            if count <= fewest:
                best, fewest = self._copy(), count
            else:
                self.rows = [row.copy() for row in best]
        self.rows = best

    def _copy(self) -> list[list[int]]:
        return [row.copy() for row in self.rows]

    def _disturb(self, random: Random) -> set[int]:
        """Move some members of neighboring rows to other places; return these rows."""
        first = random.randrange(len(self.rows))
        rows = range(first, min(len(self.rows), first + 1 + random.randrange(3)))
        for i in rows:
            row = self.rows[i]
            for _ in range(1 + random.randrange(3)):
                v = row.pop(random.randrange(len(row)))
                row.insert(random.randrange(len(row) + 1), v)
        return set(rows)

    def _settle(self, changed: set[int]) -> None:
        """Sift the rows near changed ones until no member has a better place."""
        last = len(self.rows) - 1
        waiting = {j for i in changed for j in (i - 1, i, i + 1) if 0 <= j <= last}
        while waiting and self.effort > 0:
            for i in sorted(waiting):
                waiting.discard(i)
                if self._sift(i):
                    waiting |= {j for j in (i - 1, i + 1) if 0 <= j <= last}

    def crossings(self) -> int:
        """Return how many pairs of pieces cross."""
        return sum(self._crossings_below(i) for i in range(len(self.rows) - 1))

    def _crossings_below(self, i: int) -> int:
        """Return how many pieces cross below a row; most rows are as they were before."""
        row, below = self.rows[i], self.rows[i + 1]
        key = (i, *row, *below)
        if key not in self._counted:
            self._counted[key] = _crossings([self.down[v] for v in row], below)
        return self._counted[key]

    def _sift(self, i: int) -> bool:
        """Move each member of a row to its best place in it; return whether one got better."""
        row, better = self.rows[i], False
        self.effort -= len(row) * len(row)
        ends = [len(self.up[v]) + len(self.down[v]) for v in row]
        # as many ends are compared when each member of the row meets each other one
        self.work -= len(row) ** 2 + (sum(ends) ** 2 - sum(n * n for n in ends)) // 10
        if self.work < 0:
            return False
        costs = self._costs(i)
        for v in row.copy():
            now, mine = row.index(v), costs[v]
            row.remove(v)
            totals = [0, *accumulate([mine[u] for u in row])]  # crossings at each place
            least = min(totals)
            better |= least < totals[now]
            row.insert(totals.index(least) if least < totals[now] else now, v)
        return better

    def _costs(self, i: int) -> dict[int, dict[int, int]]:
        """Return how many crossings come when a member of a row goes past another, to its right.

        When it goes past to the left, as many go.
        """
        above = self.rows[i - 1] if i else []
        below = self.rows[i + 1] if i + 1 < len(self.rows) else []
        place = {v: k for row in (above, below) for k, v in enumerate(row)}
        ends = {
            v: ([place[w] for w in self.up[v]], [place[w] for w in self.down[v]])
            for v in self.rows[i]
        }
        costs: dict[int, dict[int, int]] = {v: {} for v in ends}
        for v, u in combinations(ends, 2):
            gain = _crossings_saved(ends[v], ends[u])
            costs[v][u], costs[u][v] = -gain, gain
        return costs


def _crossings(downs: Sequence[Sequence[int]], below: Sequence[int]) -> int:
    """Return how many pieces cross between a row, given by the lower ends, and the one below."""
    place = {v: i for i, v in enumerate(below)}
    total = 0
    ends: list[int] = []
    for down in downs:
        mine = [place[w] for w in down]
        total += sum(len(ends) - bisect_right(ends, end) for end in mine)
        for end in mine:
            insort(ends, end)
    return total


def _longest(dag: Dag, row_of: Mapping[int, int]) -> int:
    """Return over how many rows an edge may go and still be cut into pieces."""
    lengths = Counter(
        row_of[head] - row_of[tail] for tail in row_of for head in members(dag.child_masks[tail])
    )
    dummies, longest = 0, 1
    for length in sorted(lengths):
        dummies += lengths[length] * (length - 1)
        if dummies > MOST_DUMMIES:
            break
        longest = length
    return longest


def _crossings_saved(left: Ends, right: Ends) -> int:
    """Return how many crossings go when two neighbors with these ends change places."""
    saved = 0
    for ends, others in zip(left, right, strict=True):
        for p in ends:
            for q in others:
                if p > q:
                    saved += 1
                elif p < q:
                    saved -= 1
    return saved


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


GAP = 16.0  # between the pills of neighbors in a row
DUMMY_SPAN = 16.0
WIDEST_PITCH = 400.0  # a small graph is not torn apart to fill its box


def first_coordinates(
    dag: Dag, row_of: Mapping[int, int], spans: Sequence[float], width: float
) -> dict[int, float]:
    """Return an x for every vertex: near its neighbors, in the order of few crossings."""
    ordering = LayerOrder(dag, row_of)
    ordering.reduce_crossings()
    rows, up, down = ordering.rows, ordering.up, ordering.down
    room = {v: spans[v] if v < len(dag) else DUMMY_SPAN for row in rows for v in row}
    for row in rows:  # the dummies of a row that would not fit are narrowed
        dummies = [v for v in row if v >= len(dag)]
        left = width - GAP - fsum(room[v] for v in row if v < len(dag))
        if dummies and left < DUMMY_SPAN * len(dummies):
            room.update(dict.fromkeys(dummies, max(0.0, left) / len(dummies)))
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
