"""The CI tests behind the paper's lemmas: one function for each family, which returns a `Search`.

Variables are numbers, sets are masks. MARVEL searches these, the theory checks the lemmas with
them, the game asks them of a learner; the functions in `marvel_widgets.core.boundary.by_tests`
put labels on them.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.search import Search

NEIGHBORS = "neighbors"
CONDITION_ONE = "condition-1"
V_STRUCTURES = "v-structures"
CONDITION_TWO = "condition-2"
BOUNDARY_UPDATE = "boundary-update"


def neighbor_search(x: int, y: int, boundary: int) -> Search:
    """Return the proper subsets of ``boundary - {y}`` for x and y.

    None separates: y is a neighbor of x (the neighbor lemma). Cost: at most
    ``2**(|boundary|-1) - 1`` tests.
    """
    return Search(x, y, boundary & ~(1 << y), 0, NEIGHBORS, True)


def condition_one_search(x: int, z: int, w: int, boundary: int) -> Search:
    """Return the sets ``S + {x}``, S a subset of ``boundary - {z, w}``, for z and w.

    None separates, for any pair of neighbors z, w of x: Condition 1 holds (the
    Condition 1 lemma). Cost: at most ``2**(|boundary|-2)`` tests.
    """
    return Search(z, w, boundary & ~(1 << z | 1 << w), 1 << x, CONDITION_ONE)


def v_structure_search(x: int, y: int, t: int, boundary: int) -> Search:
    """Return the subsets of ``boundary + {x} - {y, t}`` for y and t.

    None separates, for a neighbor y and a co-parent t of x with y outside their separating
    set: ``x -> y <- t`` (the v-structure lemma). Cost: at most ``2**(|boundary|-1)`` tests.
    """
    return Search(y, t, (boundary | 1 << x) & ~(1 << y | 1 << t), 0, V_STRUCTURES)


def condition_two_search(x: int, y: int, t: int, z: int, boundary: int) -> Search:
    """Return the sets ``S + {x, y}``, S a subset of ``boundary - {z, y, t}``, for z and t.

    None separates, for any ``x -> y <- t`` and any other neighbor z of x, where Condition 1
    holds: Condition 2 holds too, and x is removable (the Condition 2 lemma). Cost: at most
    ``2**(|boundary|-3)`` tests.
    """
    candidates = boundary & ~(1 << z | 1 << y | 1 << t)
    return Search(z, t, candidates, 1 << x | 1 << y, CONDITION_TWO)


def update_search(x: int, y: int, z: int, boundary: int) -> Search:
    """Return the one set given for y and z when x has left: the rest of a boundary of theirs.

    It separates them: they leave each other's boundary (Section 3.3.1 of the paper, which
    takes the `smaller_boundary`).
    """
    return Search(y, z, 0, boundary & ~(1 << x | 1 << y | 1 << z), BOUNDARY_UPDATE)


def smaller_boundary(boundaries: Sequence[int], y: int, z: int) -> int:
    """Return which of y and z has the smaller boundary, ties by index."""
    return min((y, z), key=lambda v: (boundaries[v].bit_count(), v))


@lru_cache(maxsize=2048)  # as `sorted_members`
def pairs_of(mask: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of a set in lexicographic order."""
    return tuple(combinations(members(mask), 2))
