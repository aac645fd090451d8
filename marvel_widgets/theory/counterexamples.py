"""The smallest DAG that breaks a claim once a hypothesis is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

from marvel_widgets.core.boundary import lemmas, removability
from marvel_widgets.core.boundary.lemmas import pairs_of
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.separation import first_separating, is_separated
from marvel_widgets.core.graphs.shortening import shown

Set = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CiStatement:
    """A set and whether it separates two variables."""

    x: int
    y: int
    given: Set
    separated: bool


@dataclass(frozen=True, slots=True)
class NoSeparator:
    """No subset of candidates (with `proper` not all of them), with `always`, separates x and y."""

    x: int
    y: int
    candidates: Set
    always: Set = ()
    proper: bool = False


@dataclass(frozen=True, slots=True)
class ChangedBy:
    """A d-separation that deleting a variable changes, so that it is not removable."""

    removed: int
    y: int
    z: int
    given: Set
    separated_before: bool


@dataclass(frozen=True, slots=True)
class BoundarySize:
    """How many variables a Markov boundary has, and the maximum in-degree of the graph."""

    x: int
    size: int
    max_in_degree: int


Evidence = CiStatement | NoSeparator | ChangedBy | BoundarySize


@dataclass(frozen=True, slots=True)
class Break:
    """A place where a weaker claim fails."""

    roles: tuple[tuple[str, int], ...]
    says: bool
    truth: bool
    evidence: tuple[Evidence, ...]
    separating_set: Set | None = None


Breaks = Iterator[Break]

# Each claim with the hypotheses that can be left out.
HYPOTHESES: Final[Mapping[str, tuple[str, ...]]] = {
    "neighbor": ("in-boundary", "larger-sets", "smaller-sets"),
    "v-structures": ("outside-set", "no-separator", "x-allowed", "set-in-boundary"),
    "condition-1": ("x-given",),
    "condition-2": ("x-given", "y-given", "condition-1"),
    "boundary-size": ("removable", "one-way", "any-size"),
    "boundary-update": ("removable", "boundary-given", "x-left-out"),
    "removability": ("condition-1", "condition-2"),
}


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
        holds = removability.condition_one_holds(dag, x)
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
    """Find breaks of the Condition 2 lemma: triples that show a wrong verdict, or X alone."""
    for x, boundary in enumerate(dag.boundary_masks):
        if dropped != "condition-1" and not removability.condition_one_holds(dag, x):
            continue
        holds = removability.condition_two_holds(dag, x)
        searches = {
            (t, y, z): lemmas.condition_two_search(x, y, t, z, boundary)
            for t in members(boundary & ~dag.adjacency_masks[x])
            for y in members(dag.child_masks[x] & dag.child_masks[t])
            for z in members(dag.adjacency_masks[x] & ~(1 << y))
        }
        found = []
        for (_, y, _), search in searches.items():
            given = {"x-given": 1 << y, "y-given": 1 << x}  # what is left when the other is dropped
            forced = given.get(dropped or "", search.forced)
            found.append(_search(dag, search._replace(forced=forced)))
        says = all(isinstance(seen, NoSeparator) for seen in found)
        if says == holds:
            continue
        revealed = False
        for ((t, y, z), search), seen in zip(searches.items(), found, strict=True):
            evidence: tuple[Evidence, ...] = (seen, _search(dag, search)) if says else (seen,)
            if isinstance(evidence[-1], CiStatement):
                revealed = True
                yield Break((("X", x), ("T", t), ("Y", y), ("Z", z)), says, holds, evidence)
        if not revealed:  # X is no parent of the v-structure that Condition 2 misses
            yield Break((("X", x),), says, holds, _changed(dag, x))


def size_breaks(dag: Dag, dropped: str | None) -> Breaks:
    """Find breaks of the boundary size lemma."""
    sizes = [mask.bit_count() for mask in dag.boundary_masks]
    if dropped == "any-size":
        smallest = [x for x, size in enumerate(sizes) if size == min(sizes)]
        if smallest and not any(removability.is_removable(dag, x) for x in smallest):
            facts_of_all: list[Evidence] = []
            for x in smallest:
                facts_of_all.append(BoundarySize(x, sizes[x], dag.max_in_degree))
                facts_of_all += _changed(dag, x)
            yield Break((), True, False, tuple(facts_of_all))
        return
    for x, size in enumerate(sizes):
        fits, removable = size <= dag.max_in_degree, removability.is_removable(dag, x)
        facts = BoundarySize(x, size, dag.max_in_degree)
        if dropped == "one-way" and fits != removable:
            evidence: tuple[Evidence, ...] = (facts, *_changed(dag, x))
            yield Break((("X", x),), fits, removable, evidence)
        elif dropped != "one-way" and (removable or dropped == "removable") and not fits:
            yield Break((("X", x),), True, False, (facts,))


def update_breaks(dag: Dag, dropped: str | None) -> Breaks:
    """Find breaks of the boundary update."""
    for x in range(len(dag)):
        if dropped != "removable" and not removability.is_removable(dag, x):
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
        one = dropped == "condition-1" or removability.condition_one_holds(dag, x)
        two = dropped == "condition-2" or removability.condition_two_holds(dag, x)
        changed = _changed(dag, x)
        if (one and two) == bool(changed):
            yield Break((("X", x),), one and two, not changed, changed)


CLAIMS: Final[Mapping[str, Callable[[Dag, str | None], Breaks]]] = {
    "neighbor": neighbor_breaks,
    "v-structures": v_structure_breaks,
    "condition-1": condition_one_breaks,
    "condition-2": condition_two_breaks,
    "boundary-size": size_breaks,
    "boundary-update": update_breaks,
    "removability": removability_breaks,
}


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
    for change in removability.changed_separations(dag, x):
        ends = dag.position(change.y), dag.position(change.z)
        given = tuple(members(dag.mask(change.given)))
        return (ChangedBy(x, *ends, given, change.separated_before),)
    return ()


# 2^15 graphs of six variables take up to half a minute; 2^21 of seven, half an hour.
LARGEST = 6


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A DAG that breaks a claim with a hypothesis left out."""

    claim: str
    dropped: str
    dag: Dag
    where: Break


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is."""

    variables: int
    done: int
    of: int
    found: Counterexample | None = None


def dags_up_to_renaming(p: int) -> Iterator[Dag]:
    """Yield DAGs of p variables, edges from lower to higher numbers, by number of edges.

    Every DAG is one of them up to the names of its variables: number them in a topological
    order. Among equally many edges, in the lexicographic order of the edge lists.

    Examples
    --------
    >>> [dag.edges for dag in dags_up_to_renaming(2)]
    [(), ((0, 1),)]
    """
    pairs = list(combinations(range(p), 2))
    for count in range(len(pairs) + 1):
        for edges in combinations(pairs, count):
            parents = [0] * p
            for tail, head in edges:
                parents[head] |= 1 << tail
            yield Dag.from_parent_masks(parents)


def graphs_with(p: int) -> int:
    """Return how many graphs `dags_up_to_renaming` yields: for each pair an edge or none."""
    return 1 << comb(p, 2)


def search_counterexample(
    claim: str, dropped: str | None = None, *, largest: int = 5
) -> Iterator[Progress]:
    """Look for the smallest DAG that breaks a claim; one step for each graph.

    By number of variables, then as `dags_up_to_renaming`: so no graph with fewer variables
    breaks the claim, and none as large with fewer edges. Cost: 1,099 graphs up to five
    variables, about a second; 33,867 up to six.
    """
    check_claim(claim, dropped)
    if largest not in range(1, LARGEST + 1):
        msg = f"largest must be a number of variables from 1 to {LARGEST}; got {shown(largest)}"
        raise ValueError(msg)
    return _candidate_graphs(claim, dropped, largest)


def _candidate_graphs(claim: str, dropped: str | None, largest: int) -> Iterator[Progress]:
    for p in range(1, largest + 1):
        of = graphs_with(p)
        for done, dag in enumerate(dags_up_to_renaming(p), start=1):
            where = next(CLAIMS[claim](dag, dropped), None)
            if where is not None:
                named = _named(dag, where)
                yield Progress(p, done, of, Counterexample(claim, dropped or "", named, where))
                return
            yield Progress(p, done, of)


def smallest_counterexample(
    claim: str, dropped: str | None = None, *, largest: int = 5
) -> Counterexample | None:
    """Return the smallest DAG that breaks a claim, or None up to `largest` variables.

    Parameters, errors, order and cost: as `search_counterexample`.

    Examples
    --------
    >>> found = smallest_counterexample("removability", "condition-2")
    >>> found.dag.to_text(), found.where.evidence
    ('{X A B C}; X -> B; X -> C; A -> B; B -> C', \
(ChangedBy(removed=0, y=1, z=3, given=(2,), separated_before=False),))
    >>> smallest_counterexample("neighbor", largest=3) is None
    True
    """
    found = None
    for progress in search_counterexample(claim, dropped, largest=largest):
        found = progress.found
    return found


def check_claim(claim: str, dropped: str | None) -> None:
    """Raise a ValueError that names the claims, or the hypotheses of a claim."""
    if claim not in HYPOTHESES:
        msg = f"there is no claim {shown(claim)}; choose one of {', '.join(HYPOTHESES)}"
        raise ValueError(msg)
    if dropped is not None and dropped not in HYPOTHESES[claim]:
        has = ", ".join(HYPOTHESES[claim])
        msg = f"the claim {shown(claim)} has no hypothesis {shown(dropped)}; it has {has}"
        raise ValueError(msg)


def _named(dag: Dag, where: Break) -> Dag:
    """Return the graph with its variables named after their roles, the others A, B, ..."""
    names = {place: role for role, place in where.roles}
    others = iter("ABCDEF")
    labels = [names[v] if v in names else next(others) for v in range(len(dag))]
    parents = [sum(1 << u for u in members(mask)) for mask in dag.parent_masks]
    return Dag.from_parent_masks(parents, labels)
