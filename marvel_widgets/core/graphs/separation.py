"""d-separation: one query, and the first separating subset of a candidate set.

`is_separated` answers one query by a search of the moral graph of the ancestors, `is_separable`
answers "does *any* allowed set separate?" with one such query. `first_separating` combines them,
and says how many tests a search that tries one set after the other would have made.
"""

from __future__ import annotations

from collections.abc import Iterable

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError, Label
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.core.graphs.validation import check_dag


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
    for each set up to the found one.
    """
    x, y, candidates, forced, _, _, _ = search
    if is_separable(dag, x, y, candidates, forced):
        for tests, subset in enumerate(search.subsets(), start=1):
            if is_separated(dag, x, y, forced | subset):
                return subset, tests
    return None, search.total
