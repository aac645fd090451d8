"""d-separation: one query, and the first separating subset of a candidate set.

Three ways to the same answer, each pinned to the others by tests:

* `is_separated` answers one query by a search of the moral graph of the ancestors.
* `is_separable` answers "does *any* allowed set separate?" with one such query.
* `separated_lanes` answers many sets at once: lane i of a Python integer is set i.

`first_separating` combines them, and says how many tests a search that tries one set
after the other would have made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb

from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.validation import check_dag

# From this many sets of one size on, all of them at once beat one after the other: from 32
# at p = 25, from 48 at p = 100 and p = 1000 (benchmarks/oracle.py).
_LANES_PAY_FROM = 48
# A block of lanes: wide enough to amortise the pass, small enough for the cache. Between
# 1,024, best in small graphs, and 4,096, best in large ones (benchmarks/oracle.py).
_BLOCK = 2048


def d_separated(dag: Dag, x: Label, y: Label, given: Iterable[Label] = ()) -> bool:
    """Return whether `given` d-separates two variables.

    Parameters
    ----------
    dag : Dag
    x, y : Label
        Two different variables.
    given : iterable of Label
        Variables other than `x` and `y`. A single string is one variable.

    Returns
    -------
    bool
        True when every path between `x` and `y` is blocked by `given`.

    Raises
    ------
    UnknownVariableError
        A name is not in the graph.
    GraphError
        `x` equals `y`, or `given` holds one of them.

    Notes
    -----
    Two variables are d-separated by S exactly when S separates them in the moral graph of
    the ancestors of all variables involved (Lauritzen et al. 1990). Cost: one search of
    that graph, from both ends.

    Examples
    --------
    >>> dag = Dag("X -> Y <- T; Y -> Z")
    >>> d_separated(dag, "X", "T"), d_separated(dag, "X", "T", given={"Z"})
    (True, False)
    """
    i, j, mask = checked_query(dag, x, y, given)
    return is_separated(dag, i, j, mask)


def checked_query(dag: Dag, x: Label, y: Label, given: Iterable[Label]) -> tuple[int, int, int]:
    """Return a query as indices and a mask, or raise a GraphError that names what is wrong."""
    check_dag(dag)
    i, j, mask = dag.position(x), dag.position(y), dag.mask(given)
    if i == j:
        msg = f"x and y are the same variable {shown(x)}; choose two different ones"
        raise GraphError(msg)
    for name, at in ((x, i), (y, j)):
        if mask >> at & 1:
            msg = f"{shown(name)} is both tested and conditioned on; remove it from the given set"
            raise GraphError(msg)
    return i, j, mask


def is_separated(dag: Dag, x: int, y: int, given: int) -> bool:
    """Return whether the set `given` (a mask) d-separates the variables `x` and `y`.

    The masks are not checked; `d_separated` does that.
    """
    if dag.adjacency_masks[x] >> y & 1:
        return False
    up = dag.ancestral_masks
    if not given:
        return not up[x] & up[y]  # marginally independent: no common ancestor
    relevant = up[x] | up[y]
    for s in members(given):
        relevant |= up[s]
    return not _moral_search_meets(dag, x, y, given, relevant)


def _moral_search_meets(dag: Dag, x: int, y: int, given: int, relevant: int) -> bool:
    """Search the moral graph on `relevant` from both ends, never entering `given`.

    The smaller frontier grows first: a set chosen from the boundary of one end closes that
    end within a few steps, however large the graph is.
    """
    parents, children = dag.parent_masks, dag.child_masks
    near, far = 1 << x, 1 << y
    near_seen, far_seen = near, far
    while near and far:
        if near.bit_count() > far.bit_count():
            near, far = far, near
            near_seen, far_seen = far_seen, near_seen
        reached = 0
        for v in members(near):
            below = children[v] & relevant
            reached |= parents[v] | below
            while below:
                low = below & -below
                reached |= parents[low.bit_length() - 1]
                below ^= low
        near = reached & ~given & ~near_seen
        if near & far_seen:
            return True
        near_seen |= near
    return False


def is_separable(dag: Dag, x: int, y: int, candidates: int, forced: int) -> bool:
    """Return whether some subset of `candidates`, together with `forced`, separates x and y.

    One query decides it: if any such set exists, the allowed ancestors of x, y and
    `forced` are one (van der Zander, Liskiewicz and Textor 2014, Lemma 1).
    """
    if dag.adjacency_masks[x] >> y & 1:
        return False
    up = dag.ancestral_masks
    relevant = up[x] | up[y]
    for s in members(forced):
        relevant |= up[s]
    return is_separated(dag, x, y, forced | candidates & relevant)


def first_separating(dag: Dag, search: Search) -> tuple[int | None, int]:
    """Return the first separating set in the canonical order, and the tests it takes.

    Cost: one query when no set separates, however many sets there are; otherwise one query
    or one lane of a batch for each set up to the found one.
    """
    x, y, candidates, forced, _, _, _ = search
    if not is_separable(dag, x, y, candidates, forced):
        return None, search.total
    items = list(members(candidates))
    tests = 0
    for count in search.sizes:
        if comb(len(items), count) < _LANES_PAY_FROM:
            for subset in combinations(items, count):
                tests += 1
                mask = mask_of(subset)
                if is_separated(dag, x, y, forced | mask):
                    return mask, tests
        else:
            mask_found, tried = _first_in_level(dag, x, y, items, count, forced)
            tests += tried
            if mask_found is not None:
                return mask_found, tests
    return None, tests


def _first_in_level(
    dag: Dag, x: int, y: int, items: Sequence[int], size: int, forced: int
) -> tuple[int | None, int]:
    """Search all subsets of one size, a block of lanes at a time."""
    tests = 0
    block: list[tuple[int, ...]] = []
    total = comb(len(items), size)
    for subset in combinations(items, size):
        block.append(subset)
        if len(block) == _BLOCK or tests + len(block) == total:
            lanes = separated_lanes(dag, x, y, block, forced)
            if lanes:
                first = (lanes & -lanes).bit_length() - 1
                return mask_of(block[first]), tests + first + 1
            tests += len(block)
            block.clear()
    return None, tests


def separated_lanes(
    dag: Dag, x: int, y: int, subsets: Sequence[Iterable[int]], forced: int = 0
) -> int:
    """Return which of many sets separate x and y: bit i is set when subset i plus forced does.

    One reachability pass for all sets. For each vertex and direction of arrival a mask of
    lanes says under which sets an open walk from x gets there. A walk goes on from v
    against or along the arrows where v is not given. Where v is given, a walk that came
    along an arrow turns back; so a collider with a given descendant is passed by going
    down to that descendant and up again (Bayes ball; Shachter 1998). Cost: a few
    operations on ``len(subsets)``-bit integers for each ancestral edge.
    """
    full = (1 << len(subsets)) - 1
    if dag.adjacency_masks[x] >> y & 1:
        return 0
    given: dict[int, int] = dict.fromkeys(members(forced), full)
    for lane, subset in enumerate(subsets):
        bit = 1 << lane
        for v in subset:
            given[v] = given.get(v, 0) | bit
    relevant = dag.ancestral_masks[x] | dag.ancestral_masks[y]
    for v in given:
        relevant |= dag.ancestral_masks[v]
    return full & ~_reached_lanes(dag, x, y, full, relevant, given)


def _reached_lanes(
    dag: Dag, x: int, y: int, full: int, relevant: int, given: dict[int, int]
) -> int:
    parents, children = dag.parent_masks, dag.child_masks
    from_child: dict[int, int] = {x: full}  # arrived against the arrow: v is no collider
    from_parent: dict[int, int] = {}
    waiting = {x: None}  # an ordered set
    while waiting:
        v = next(iter(waiting))
        del waiting[v]
        fixed = given.get(v, 0)
        free = full & ~fixed
        arrived_up, arrived_down = from_child.get(v, 0), from_parent.get(v, 0)
        go_up = arrived_up & free | arrived_down & fixed
        go_down = (arrived_up | arrived_down) & free
        if go_up:
            for u in members(parents[v]):
                if go_up & ~from_child.get(u, 0):
                    from_child[u] = from_child.get(u, 0) | go_up
                    waiting[u] = None
        if go_down:
            for w in members(children[v] & relevant):
                if go_down & ~from_parent.get(w, 0):
                    from_parent[w] = from_parent.get(w, 0) | go_down
                    waiting[w] = None
    return from_child.get(y, 0) | from_parent.get(y, 0)
