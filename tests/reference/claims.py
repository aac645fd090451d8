"""The paper's claims from its text, each with hypotheses left out; path by path, set by set.

`fails(g, claim, dropped)` says whether a graph breaks one. A CI test may be handed in.
"""

from itertools import combinations

from tests.reference.dags import (
    Graph,
    children,
    co_parents,
    max_in_degree,
    neighbors,
    parents,
    without,
)
from tests.reference.separation import Set, separation, subsets
from tests.reference.theory import (
    condition_one_gaps,
    condition_two_gaps,
    is_removable_by_definition,
)


def fails(g: Graph, claim: str, dropped: str | None = None, test=None) -> bool:
    return CLAIMS[claim](g, dropped, test or separation(g))


def boundary(g: Graph, x: int) -> Set:
    return neighbors(g, x) | co_parents(g, x)


def apart(test, a, b, sets, always=frozenset()) -> bool:
    return any(test(a, b, s | always) for s in sets)


def neighbor(g, dropped, test):
    for x in g.vertices:
        for y in frozenset(g.vertices) - {x}:
            if dropped != "in-boundary" and y not in boundary(g, x):
                continue
            rest = boundary(g, x) - {y}
            sets = [s for s in subsets(rest) if s != rest]
            if dropped == "larger-sets":
                sets = [frozenset()]
            if dropped == "smaller-sets":
                sets = [rest]
            if apart(test, x, y, sets) == (y in neighbors(g, x)):
                return True
    return False


def v_structures(g, dropped, test):
    for x in g.vertices:
        mb = boundary(g, x)
        around = frozenset(g.vertices) if dropped == "set-in-boundary" else mb
        for t in co_parents(g, x):
            stored = [s for s in subsets(around - {x, t}) if test(x, t, s)]
            for y in neighbors(g, x):
                allowed = (mb | {x}) - {y, t}
                if dropped == "x-allowed":
                    allowed -= {x}
                dependent = not apart(test, y, t, subsets(allowed))
                truth = y in children(g, x) and y in children(g, t)
                for s in stored:
                    says = {"outside-set": dependent, "no-separator": y not in s}.get(
                        dropped, dependent and y not in s
                    )
                    if says != truth:
                        return True
    return False


def condition_one(g, dropped, test):
    for x in g.vertices:
        always = frozenset() if dropped == "x-given" else frozenset({x})
        says = not any(
            apart(test, z, w, subsets(boundary(g, x) - {z, w}), always)
            for z, w in combinations(sorted(neighbors(g, x)), 2)
        )
        if says == bool(condition_one_gaps(g, x)):
            return True
    return False


def condition_two(g, dropped, test):
    for x in g.vertices:
        if dropped != "condition-1" and condition_one_gaps(g, x):
            continue
        says = True
        for t in co_parents(g, x):
            for y in children(g, x) & children(g, t):
                always = {x, y} - {"x-given": {x}, "y-given": {y}}.get(dropped, set())
                for z in neighbors(g, x) - {y}:
                    sets = subsets(boundary(g, x) - {z, y, t})
                    says &= not apart(test, z, t, sets, frozenset(always))
        if says == bool(condition_two_gaps(g, x)):
            return True
    return False


def boundary_size(g, dropped, test):
    sizes = {x: len(boundary(g, x)) for x in g.vertices}
    leaves = {x for x in g.vertices if is_removable_by_definition(g, x)}
    fitting = {x for x in g.vertices if sizes[x] <= max_in_degree(g)}
    if dropped == "any-size":
        return not any(sizes[x] == min(sizes.values()) for x in leaves)
    if dropped == "one-way":
        return leaves != fitting
    return not (set(g.vertices) if dropped == "removable" else leaves) <= fitting


def boundary_update(g, dropped, test):
    for x in g.vertices:
        if dropped != "removable" and not is_removable_by_definition(g, x):
            continue
        after = without(g, x)
        for y, z in combinations(sorted(neighbors(g, x)), 2):
            least = min(len(boundary(g, y)), len(boundary(g, z)))
            for w in (y, z):
                if len(boundary(g, w)) > least:
                    continue
                given = boundary(g, w) - {x, y, z}
                given = {"boundary-given": frozenset(), "x-left-out": given | {x}}.get(
                    dropped, given
                )
                if test(y, z, given) == (z in boundary(after, y)):
                    return True
    return False


def removability(g, dropped, test):
    for x in g.vertices:
        one = dropped == "condition-1" or not condition_one_gaps(g, x)
        two = dropped == "condition-2" or not condition_two_gaps(g, x)
        if (one and two) != is_removable_by_definition(g, x):
            return True
    return False


CLAIMS = {
    "neighbor": neighbor,
    "v-structures": v_structures,
    "condition-1": condition_one,
    "condition-2": condition_two,
    "boundary-size": boundary_size,
    "boundary-update": boundary_update,
    "removability": removability,
}


def in_order(p: int):
    """Yield graphs with edges upwards: by number of edges, then as lists of edges."""
    pairs = list(combinations(range(p), 2))
    chosen = (c for n in range(len(pairs) + 1) for c in combinations(pairs, n))
    for edges in chosen:
        yield Graph(tuple(range(p)), frozenset(edges))


def joined(g: Graph, a: int, b: int, child: int) -> bool:
    """Adjacent, or both parents of `child`."""
    return b in neighbors(g, a) or {a, b} <= parents(g, child)
