"""Arrows of a DAG for exercises on directions: which meet, which turn, how they are written."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any, Literal

from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.equivalence import meek_closure
from marvel_widgets.core.graphs.pdag import Pdag, pattern
from marvel_widgets.text import listed

Arrow = tuple[Any, Any]
Triple = tuple[Any, Any, Any]  # (end, collider, other end)


def collision(triple: Triple) -> str:
    """Return two arrows that meet as words."""
    a, c, b = triple
    return f"{a} → {c} ← {b}"


def written(dag: Dag) -> str:
    """Return the arrows of a graph as text."""
    return "; ".join(f"{a} -> {b}" for a, b in sorted(dag.edges))


def arrows_of(triples: Iterable[Triple]) -> frozenset[Arrow]:
    """Return the arrows of v-structures, or of other pairs of arrows that meet."""
    return frozenset((end, c) for a, c, b in triples for end in (a, b))


def centers(triples: Iterable[Triple]) -> str:
    """Return where v-structures meet, as words."""
    return listed(sorted({str(c) for _, c, _ in triples}))


def collisions(arrows: Iterable[Arrow]) -> tuple[Triple, ...]:
    """Return all pairs of arrows that meet, their ends joined or not."""
    heads: dict[Any, list[Any]] = {}
    for tail, head in sorted(arrows):
        heads.setdefault(head, []).append(tail)
    return tuple((a, c, b) for c, tails in heads.items() for a, b in combinations(tails, 2))


def joined(dag: Dag, triple: Triple) -> bool:
    """Return whether an edge joins the two ends."""
    a, _, b = triple
    return b in dag.neighbors(a)


def closed_from(dag: Dag, triples: Iterable[Triple]) -> Pdag:
    """Return the graph that Meek's rules make of a skeleton and these v-structures."""
    return meek_closure(pattern(dag.nodes, dag.edges, list(triples)))


def difference(dag: Dag, other: Dag) -> tuple[Literal["new", "lost"], Triple] | None:
    """Return a v-structure that a DAG with the same edges has or lacks; None if equivalent."""
    ours, theirs = (
        {(frozenset((a, b)), c) for a, c, b in graph.v_structures()} for graph in (dag, other)
    )
    new = [t for t in other.v_structures() if (frozenset((t[0], t[2])), t[1]) not in ours]
    lost = [t for t in dag.v_structures() if (frozenset((t[0], t[2])), t[1]) not in theirs]
    if new:
        return "new", new[0]
    return ("lost", lost[0]) if lost else None
