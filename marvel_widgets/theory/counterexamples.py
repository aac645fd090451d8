"""The smallest DAG that breaks a claim once a hypothesis is left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.shortening import shown
from marvel_widgets.theory.evidence import Break
from marvel_widgets.theory.weaker_claims import CLAIMS, HYPOTHESES

# 2^15 graphs of six variables take up to half a minute; 2^21 of seven, half an hour.
LARGEST = 6


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A DAG that breaks a claim with a hypothesis left out."""

    claim: str
    dropped: str
    dag: Dag
    where: Break
    searched: int


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
    return _search(claim, dropped, largest)


def _search(claim: str, dropped: str | None, largest: int) -> Iterator[Progress]:
    searched = 0
    for p in range(1, largest + 1):
        of = graphs_with(p)
        for done, dag in enumerate(dags_up_to_renaming(p), start=1):
            where = next(CLAIMS[claim](dag, dropped), None)
            if where is not None:
                named = _named(dag, where)
                found = Counterexample(claim, dropped or "", named, where, searched)
                yield Progress(p, done, of, found)
                return
            searched += 1
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
