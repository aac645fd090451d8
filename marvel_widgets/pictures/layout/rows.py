"""Which row each variable of a DAG is drawn in: below its causes, where its edges are short."""

from collections.abc import Mapping, Sequence

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.dag import Dag

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
