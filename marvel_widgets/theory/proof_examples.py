"""A path and a set on which the proof of Theorem 1 has much to do, for a start."""

from collections.abc import Iterator
from itertools import combinations

from marvel_widgets.core.boundary.removability import is_removable
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import Label
from marvel_widgets.core.graphs.witness import Path
from marvel_widgets.theory.removability_proof import Walker, paths_through

_PAIRS, _PATHS, _SETS = 60, 12, 20  # looked at, at most
_OPEN = 10  # what an open path is worth, in steps
_NEAR = 12  # variables around x, of which the paths of a larger graph are taken


def instructive_query(dag: Dag, x: Label) -> tuple[tuple[Label, ...], tuple[Label, ...]] | None:
    """Return a path through x and a set for which P is open and the walk has most steps.

    Sets of at most one variable, near x first. Cost: up to some thousand short walks, fewer
    where one has as many steps as any can have; paths between pairs that are far apart are not
    looked at, and of a graph of more than twelve variables only the twelve nearest to x.
    """
    best: tuple[int, tuple[Label, ...], tuple[Label, ...]] | None = None
    removable, walker, most = is_removable(dag, x), Walker(dag, x), _most(dag, x)
    for path, given in _queries(dag, x):
        if not removable:
            return path.names, given
        walk = walker.walk(path.names, given)
        steps = len(walk.stages) + (_OPEN if walk.outcome == "open" else 0)
        if best is None or steps > best[0]:
            best = (steps, path.names, given)
        if steps >= most:
            break
    return None if best is None else best[1:]


def _most(dag: Dag, x: Label) -> int:
    """Return what no walk exceeds: the steps of case (a), of case (b), or of a variable above none.

    Where x has no child, it is a collider that nothing opens, and the walk says so in two steps.
    """
    if not dag.children(x):
        return 2
    return _OPEN + (5 if len(dag.parents(x)) > 1 else 4)


def _queries(dag: Dag, x: Label) -> Iterator[tuple[Path, tuple[Label, ...]]]:
    around = _around(dag, x)
    near = sorted(around.markov_boundary(x), key=around.position)
    others = [*near, *(v for v in around if v != x and v not in set(near))]
    for y, z in list(combinations(others, 2))[:_PAIRS]:
        rest = [v for v in others if v not in (y, z)]
        sets = [(), *((v,) for v in rest)][:_SETS]
        for path in paths_through(around, x, y, z, limit=30)[0][:_PATHS]:
            yield from ((path, given) for given in sets)


def _around(dag: Dag, x: Label) -> Dag:
    """Return the graph of x and what is nearest to it: its paths are paths of the whole graph."""
    if len(dag) <= _NEAR:
        return dag
    kept, waiting = {x: None}, [x]
    for v in waiting:  # breadth first
        for u in sorted(dag.parents(v) | dag.children(v), key=dag.position):
            if u not in kept and len(kept) < _NEAR:
                kept[u] = None
                waiting.append(u)
    return dag.induced(v for v in dag if v in kept)
