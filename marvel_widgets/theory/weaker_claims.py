"""The paper's claims with one hypothesis left out, and where a DAG breaks them.

Each claim is a function of a DAG that yields the places where what it says is not so, with
evidence: statements on d-separation that anyone can check. With nothing left out it never
yields. All of them speak of variables as numbers and do not depend on the numbering.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.boundary.removability import (
    changed_separations,
    condition_one_holds,
    condition_two_holds,
    is_removable,
)
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.separation import first_separating, is_separated
from marvel_widgets.theory.evidence import (
    BoundarySize,
    Break,
    ChangedBy,
    CiStatement,
    Evidence,
    NoSeparator,
)

Breaks = Iterator[Break]

# Each claim with the hypotheses that can be left out.
HYPOTHESES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "neighbor": ("in-boundary", "larger-sets", "smaller-sets"),
        "v-structures": ("outside-set", "no-separator", "x-allowed", "set-in-boundary"),
        "condition-1": ("x-given",),
        "condition-2": ("x-given", "y-given", "condition-1"),
        "boundary-size": ("removable", "one-way", "any-size"),
        "boundary-update": ("removable", "boundary-given", "x-left-out"),
        "removability": ("condition-1", "condition-2"),
    }
)


def neighbor_breaks(dag: Dag, dropped: str | None) -> Breaks:
    """Find breaks of the neighbor lemma."""
    everyone = (1 << len(dag)) - 1
    for x, boundary in enumerate(dag.boundary_masks):
        for y in members(everyone & ~(1 << x) if dropped == "in-boundary" else boundary):
            search = lemmas.neighbor_search(x, y, boundary)
            adjacent = bool(dag.adjacency_masks[x] >> y & 1)
            if dropped == "larger-sets":
                seen: CiStatement | NoSeparator = _statement(dag, x, y, 0)
            elif dropped == "smaller-sets":
                seen = _statement(dag, x, y, search.candidates)
            else:
                seen = _search(dag, search)
            says = isinstance(seen, NoSeparator) or not seen.separated
            if says != adjacent:
                truth = _search(dag, Search(x, y, everyone & ~(1 << x | 1 << y)))
                yield Break((("X", x), ("Y", y)), says, adjacent, (seen, truth))


def v_structure_breaks(dag: Dag, dropped: str | None) -> Breaks:
    """Find breaks of the v-structure lemma."""
    everyone = (1 << len(dag)) - 1
    for x, boundary in enumerate(dag.boundary_masks):
        inside = everyone & ~(1 << x) if dropped == "set-in-boundary" else boundary
        for t in members(boundary & ~dag.adjacency_masks[x]):
            for stored in Search(x, t, inside & ~(1 << t)).sets():
                if is_separated(dag, x, t, stored):
                    yield from _v_structure_breaks_at(dag, dropped, x, t, stored)


def _v_structure_breaks_at(dag: Dag, dropped: str | None, x: int, t: int, stored: int) -> Breaks:
    first = _statement(dag, x, t, stored)
    for y in members(dag.adjacency_masks[x]):
        search = lemmas.v_structure_search(x, y, t, dag.boundary_masks[x])
        if dropped == "x-allowed":
            seen = _search(dag, search._replace(candidates=search.candidates & ~(1 << x)))
        else:
            seen = _search(dag, search)
        outside = dropped == "outside-set" or not stored >> y & 1
        apart = dropped != "no-separator" and isinstance(seen, CiStatement)
        truth = bool(dag.child_masks[x] & dag.child_masks[t] & 1 << y)
        says = outside and not apart
        if says != truth:
            evidence: tuple[Evidence, ...] = (first, seen)
            if dropped == "x-allowed":
                evidence += (_search(dag, search),)
            roles = (("X", x), ("T", t), ("Y", y))
            yield Break(roles, says, truth, evidence, tuple(members(stored)))


def condition_one_breaks(dag: Dag, dropped: str | None) -> Breaks:
    """Find breaks of the Condition 1 lemma."""
    for x, boundary in enumerate(dag.boundary_masks):
        holds = condition_one_holds(dag, x)
        pairs = pairs_of(dag.adjacency_masks[x])
        searches = [lemmas.condition_one_search(x, z, w, boundary) for z, w in pairs]
        weaker = dropped == "x-given"
        asked = [search._replace(forced=0) for search in searches] if weaker else searches
        found = [_search(dag, search) for search in asked]
        says = all(isinstance(seen, NoSeparator) for seen in found)
        if says == holds:
            continue
        for (z, w), search, seen in zip(pairs, searches, found, strict=True):
            truth = _search(dag, search)
            if isinstance(seen, CiStatement) != isinstance(truth, CiStatement):
                roles = (("X", x), ("Z", z), ("W", w))
                yield Break(roles, says, holds, (seen, truth))


def condition_two_breaks(dag: Dag, dropped: str | None) -> Breaks:
    """Find breaks of the Condition 2 lemma."""
    for x in range(len(dag)):
        if dropped != "condition-1" and not condition_one_holds(dag, x):
            continue
        holds = condition_two_holds(dag, x)
        searches = {
            (t, y, z): _condition_two_search(dag, dropped, x, y, t, z)
            for t, y, z in _triples(dag, x)
        }
        says = all(isinstance(seen, NoSeparator) for seen in searches.values())
        if says == holds:
            continue
        yield from _witness_triples(dag, x, searches, says, holds)


def _witness_triples(
    dag: Dag,
    x: int,
    searches: Mapping[tuple[int, int, int], CiStatement | NoSeparator],
    says: bool,
    holds: bool,
) -> Breaks:
    """Yield the triples that show a wrong verdict on Condition 2; else X with its definition."""
    revealed = False
    for (t, y, z), seen in searches.items():
        evidence: tuple[Evidence, ...] = (seen,)
        if says:
            evidence += (_condition_two_search(dag, None, x, y, t, z),)
        if isinstance(evidence[-1], CiStatement):
            revealed = True
            yield Break((("X", x), ("T", t), ("Y", y), ("Z", z)), says, holds, evidence)
    if not revealed:  # no triple tells: X is no parent of the v-structure that Condition 2 misses
        yield Break((("X", x),), says, holds, _changed(dag, x))


def _triples(dag: Dag, x: int) -> Iterator[tuple[int, int, int]]:
    neighbor_mask = dag.adjacency_masks[x]
    for t in members(dag.boundary_masks[x] & ~neighbor_mask):
        for y in members(dag.child_masks[x] & dag.child_masks[t]):
            for z in members(neighbor_mask & ~(1 << y)):
                yield t, y, z


def _condition_two_search(
    dag: Dag, dropped: str | None, x: int, y: int, t: int, z: int
) -> CiStatement | NoSeparator:
    search = lemmas.condition_two_search(x, y, t, z, dag.boundary_masks[x])
    given = {"x-given": 1 << y, "y-given": 1 << x}  # what is left when the other is dropped
    return _search(dag, search._replace(forced=given[dropped]) if dropped in given else search)


def size_breaks(dag: Dag, dropped: str | None) -> Breaks:
    """Find breaks of the boundary size lemma."""
    sizes = [mask.bit_count() for mask in dag.boundary_masks]
    if dropped == "any-size":
        yield from _smallest_breaks(dag, sizes)
        return
    for x, size in enumerate(sizes):
        fits, removable = size <= dag.max_in_degree, is_removable(dag, x)
        facts = BoundarySize(x, size, dag.max_in_degree)
        if dropped == "one-way" and fits != removable:
            evidence: tuple[Evidence, ...] = (facts, *_changed(dag, x))
            yield Break((("X", x),), fits, removable, evidence)
        elif dropped != "one-way" and (removable or dropped == "removable") and not fits:
            yield Break((("X", x),), True, False, (facts,))


def _smallest_breaks(dag: Dag, sizes: list[int]) -> Breaks:
    smallest = [x for x, size in enumerate(sizes) if size == min(sizes)]
    if smallest and not any(is_removable(dag, x) for x in smallest):
        evidence: list[Evidence] = []
        for x in smallest:
            evidence += [BoundarySize(x, sizes[x], dag.max_in_degree), *_changed(dag, x)]
        yield Break((), True, False, tuple(evidence))


def update_breaks(dag: Dag, dropped: str | None) -> Breaks:
    """Find breaks of the boundary update."""
    for x in range(len(dag)):
        if dropped != "removable" and not is_removable(dag, x):
            continue
        after = dag.without(x)
        for y, z in pairs_of(dag.adjacency_masks[x]):
            sizes = [dag.boundary_masks[v].bit_count() for v in (y, z)]
            stays = z in after.markov_boundary(y)
            for w, size in zip((y, z), sizes, strict=True):
                if size > min(sizes):
                    continue  # with equal sizes either will do
                rest = lemmas.update_search(x, y, z, dag.boundary_masks[w]).forced
                given = {"boundary-given": 0, "x-left-out": rest | 1 << x}.get(dropped or "", rest)
                seen = _statement(dag, y, z, given)
                if seen.separated == stays:
                    roles = (("X", x), ("Y", y), ("Z", z))
                    yield Break(roles, not seen.separated, stays, (seen,))


def removability_breaks(dag: Dag, dropped: str | None) -> Breaks:
    """Find breaks of Theorem 1; what is so comes from the definition."""
    for x in range(len(dag)):
        one = dropped == "condition-1" or condition_one_holds(dag, x)
        two = dropped == "condition-2" or condition_two_holds(dag, x)
        changed = _changed(dag, x)
        if (one and two) == bool(changed):
            yield Break((("X", x),), one and two, not changed, changed)


CLAIMS: Final[Mapping[str, Callable[[Dag, str | None], Breaks]]] = MappingProxyType(
    {
        "neighbor": neighbor_breaks,
        "v-structures": v_structure_breaks,
        "condition-1": condition_one_breaks,
        "condition-2": condition_two_breaks,
        "boundary-size": size_breaks,
        "boundary-update": update_breaks,
        "removability": removability_breaks,
    }
)


# -- evidence ----------------------------------------------------------------------------------


def _statement(dag: Dag, x: int, y: int, given: int) -> CiStatement:
    return CiStatement(x, y, tuple(members(given)), is_separated(dag, x, y, given))


def _search(dag: Dag, search: Search) -> CiStatement | NoSeparator:
    """Return the first separating set as a statement, or that there is none."""
    found, _ = first_separating(dag, search)
    x, y, candidates, always, _, proper, _ = search
    if found is None:
        return NoSeparator(x, y, tuple(members(candidates)), tuple(members(always)), proper)
    return CiStatement(x, y, tuple(members(found | always)), separated=True)


def _changed(dag: Dag, x: int) -> tuple[ChangedBy, ...]:
    """Return one statement that deleting x changes; nothing where x is removable."""
    for change in changed_separations(dag, x):
        ends = dag.position(change.y), dag.position(change.z)
        given = tuple(members(dag.mask(change.given)))
        return (ChangedBy(x, *ends, given, change.separated_before),)
    return ()
