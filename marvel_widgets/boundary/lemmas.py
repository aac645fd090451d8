"""The searches behind the paper's lemmas: one function for each family of CI tests.

All take a counting test, variables as numbers and sets as masks, and return the first
separating set in the canonical order, or None. MARVEL calls these; the functions in
`marvel_widgets.boundary.by_tests` put labels on them.
"""

from collections.abc import Sequence

from marvel_widgets.graphs.bits import members
from marvel_widgets.independence.counting import CountingTest

NEIGHBORS = "neighbors"
CONDITION_ONE = "condition-1"
V_STRUCTURES = "v-structures"
CONDITION_TWO = "condition-2"
BOUNDARY_UPDATE = "boundary-update"


def neighbor_separator(ask: CountingTest, x: int, y: int, boundary: int) -> int | None:
    """Search the proper subsets of ``boundary - {y}`` for one that separates x and y.

    None: y is a neighbor of x (`lem: neighbor`). Cost: at most ``2**(|boundary|-1) - 1``.
    """
    return ask.search(x, y, boundary & ~(1 << y), 0, NEIGHBORS, proper=True)


def condition_one_separator(ask: CountingTest, x: int, z: int, w: int, boundary: int) -> int | None:
    """Search ``S + {x}``, S a subset of ``boundary - {z, w}``, for a separator of z and w.

    None for every pair of neighbors z, w of x: Condition 1 holds (`lem: condition1`).
    The returned set leaves x out. Cost: at most ``2**(|boundary|-2)``.
    """
    return ask.search(z, w, boundary & ~(1 << z | 1 << w), 1 << x, CONDITION_ONE)


def v_structure_separator(ask: CountingTest, x: int, y: int, t: int, boundary: int) -> int | None:
    """Search the subsets of ``boundary + {x} - {y, t}`` for one that separates y and t.

    None, for a neighbor y and a co-parent t of x with y outside their separating set:
    ``x -> y <- t`` (`lem: v-structures`). Cost: at most ``2**(|boundary|-1)``.
    """
    return ask.search(y, t, (boundary | 1 << x) & ~(1 << y | 1 << t), 0, V_STRUCTURES)


def condition_two_separator(
    ask: CountingTest, x: int, y: int, t: int, z: int, boundary: int
) -> int | None:
    """Search ``S + {x, y}``, S a subset of ``boundary - {z, y, t}``, to separate z and t.

    None for every ``x -> y <- t`` and every other neighbor z of x, where Condition 1
    holds: Condition 2 holds too, and x is removable (`lem: condition2`). The returned set
    leaves x and y out. Cost: at most ``2**(|boundary|-3)``.
    """
    candidates = boundary & ~(1 << z | 1 << y | 1 << t)
    return ask.search(z, t, candidates, 1 << x | 1 << y, CONDITION_TWO)


def update_set(boundaries: Sequence[int], x: int, y: int, z: int) -> tuple[int, int]:
    """Return whose boundary is used when x has left, and the set given for y and z.

    The smaller of the two boundaries, ties by index (Section 3.3.1 of the paper).
    """
    w = min((y, z), key=lambda v: (boundaries[v].bit_count(), v))
    return w, boundaries[w] & ~(1 << x | 1 << y | 1 << z)


def pairs_of(mask: int) -> list[tuple[int, int]]:
    """Return the pairs of a set in lexicographic order.

    Examples
    --------
    >>> pairs_of(0b1101)
    [(0, 2), (0, 3), (2, 3)]
    """
    items = list(members(mask))
    return [(a, b) for at, a in enumerate(items) for b in items[at + 1 :]]
