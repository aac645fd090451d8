"""PC's levels in names and sets, from the complete graph; or with one rule as a belief has it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from marvel_widgets.assessment.misconceptions import Misconception

Independent = Callable[[str, str, frozenset[str]], bool]
Pair = frozenset[str]
Tested = tuple[Pair, frozenset[str]]


@dataclass(frozen=True, slots=True)
class ByHand:
    """The edges at the end, the set of each pair that left, and the tests, in order."""

    edges: frozenset[Pair]
    kept: Mapping[Pair, frozenset[str]]
    asked: tuple[Tested, ...]


def by_hand(
    names: Sequence[str],
    independent: Independent,
    belief: Misconception = "",
    *,
    stable: bool = False,
) -> ByHand:
    """Run the levels in an order of the names, as printed or as a belief has them.

    M8 gives all the others at once, M64 begins with one variable given, M65 makes sets of the
    neighbors of the first end alone, M70 of all the others, whichever edges have left.
    """
    near = {x: [y for y in names if y != x] for x in names}
    kept: dict[Pair, frozenset[str]] = {}
    asked: list[Tested] = []
    size = len(names) - 2 if belief == "M8" else int(belief == "M64")
    while any(len(members) > size for members in near.values()):
        sides = {x: list(members) for x, members in near.items()} if stable else near
        for x, y in combinations(names, 2):
            ends = _ends(sides if belief != "M70" else {v: list(names) for v in names}, x, y)
            for given in sets_of(ends[:1] if belief == "M65" else ends, size):
                if y not in near[x]:
                    break
                asked.append((frozenset((x, y)), given))
                if independent(x, y, given):
                    kept[frozenset((x, y))] = given
                    near[x].remove(y)
                    near[y].remove(x)
        size += 1
    edges = frozenset(frozenset((x, y)) for x in names for y in near[x])
    return ByHand(edges, kept, tuple(asked))


def _ends(sides: Mapping[str, list[str]], x: str, y: str) -> list[list[str]]:
    """Return the neighbors of both ends, without the other one."""
    return [[v for v in sides[end] if v not in (x, y)] for end in (x, y)]


def sets_of(ends: Sequence[Sequence[str]], size: int) -> Iterator[frozenset[str]]:
    """Yield the sets of one size from the first end, then those from the other.

    Where the first end has all neighbors of the other, its sets are all there are.
    """
    yield from map(frozenset, combinations(ends[0], size))
    for end in ends[1:] if size else ():
        if not {*end} <= {*ends[0]}:
            yield from map(frozenset, combinations(end, size))
