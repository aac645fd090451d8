"""Sets of variables as bit masks: bit ``i`` of an integer stands for variable ``i``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

# The members of each mask of a small graph: looked up, they are there in a third of the time.
_TABLED = 8
_SMALL: list[tuple[int, ...]] = [()]
for _bit in range(_TABLED):
    _SMALL += [(*smaller, _bit) for smaller in _SMALL]


def members(mask: int) -> Iterator[int]:
    """Return an iterator over the members of `mask` in increasing order.

    Cost: one step per member, whatever the largest one is.
    """
    return iter(_SMALL[mask]) if mask < len(_SMALL) else _one_by_one(mask)


def _one_by_one(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(variables: Iterable[int]) -> int:
    """Return the mask that holds exactly `variables`."""
    mask = 0
    for variable in variables:
        mask |= 1 << variable
    return mask


def transposed(masks: Sequence[int]) -> list[int]:
    """Return of each number the mask of those whose masks have it: of parents, the children."""
    turned = [0] * len(masks)
    for v, mask in enumerate(masks):
        for u in members(mask):
            turned[u] |= 1 << v
    return turned


@lru_cache(maxsize=2048)  # a run meets the same few again and again
def sorted_members(mask: int) -> tuple[int, ...]:
    """Return the members of `mask` as a sorted tuple."""
    return tuple(members(mask))


def found_members(mask: int | None) -> tuple[int, ...] | None:
    """Return the same of what a search found; None where it found nothing."""
    return None if mask is None else sorted_members(mask)


def search_tree(steps: Sequence[int], start: int, barred: int = 0) -> dict[int, int]:
    """Return what is reached from `start` breadth first, and from where each was first met."""
    came_from, queue = {start: start}, [start]
    for v in queue:
        for u in members(steps[v] & ~barred):
            if u not in came_from:
                came_from[u] = v
                queue.append(u)
    return came_from


def way_to(end: int, came_from: Mapping[int, int]) -> list[int]:
    """Return the way to what was reached, from the start of the search."""
    way = [end]
    while came_from[way[-1]] != way[-1]:
        way.append(came_from[way[-1]])
    return way[::-1]


def v_structure_triples(
    parents: Sequence[int], adjacent: Sequence[int]
) -> list[tuple[int, int, int]]:
    """Return the v-structures as sorted index triples ``(x, z, y)``, collider in the middle."""
    triples: list[tuple[int, int, int]] = []
    for z, mask in enumerate(parents):
        for x in members(mask):
            apart = mask & ~adjacent[x] & ~((2 << x) - 1)
            triples.extend((x, z, y) for y in members(apart))
    return sorted(triples)
