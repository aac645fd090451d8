"""Facts on the lower bound: the cells of Example 1, and MARVEL on its graph."""

from itertools import combinations
from math import comb
from typing import Literal

from marvel_widgets.assessment.facts import Case
from marvel_widgets.assessment.kinds import kind
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import AMOUNTS
from marvel_widgets.lessons.lower_bound.facts_graphs import hidden, separated_in
from marvel_widgets.lessons.separation.by_arrows import subsets
from marvel_widgets.lessons.upper_bound.amounts import different_after
from marvel_widgets.theory.examples import Example

Part = Literal["clusters", "pairs", "cells", "all"]


def _counted(p: int, max_in_degree: int, clusters: int, pairs: int, cells: int, part: Part) -> str:
    d, size = max_in_degree, max_in_degree + 1
    a, b, *rest = (f"X{i}" for i in range(1, size + 1))
    cluster, each = ", ".join((a, b, *rest)), comb(size, 2)
    return {
        "clusters": f"A cluster is a clique of in-degree {d}. The first is {cluster}. Cut the {p} "
        f"variables into groups of that size; {p - clusters * size} are left over.",
        "pairs": f"The first cluster, {cluster}, alone has {each} pairs; all {clusters} are "
        "counted together. A pair from two clusters is not joined: it doesn't count.",
        "cells": f"Example 1: the first cluster is {cluster}. Each of its {each} pairs has "
        f"{1 << len(rest)} cells: the pair {a}, {b} leaves {', '.join(rest)}, and each subset of "
        "these is a cell of its own.",
        "all": f"{p} variables make {clusters} whole clusters of {size}, each with C({size}, 2) = "
        f"{each} pairs, and each pair has 2^{d - 1} subsets of the rest of its cluster: {cells} "
        "cells.",
    }[part]


@kind(_counted)
def CellsOfExample(
    case: Case, p: int, max_in_degree: int, clusters: int, pairs: int, cells: int, part: Part
) -> bool:
    """How many clusters, pairs and cells Example 1 has, or a look at the first cluster."""
    # lists of cliques in G, of its edges, and of the H that they have
    found = cliques(p, max_in_degree)
    edges = [(c, pair) for c in found for pair in combinations(sorted(c), 2)]
    graphs = {
        frozenset(hidden(tuple(sorted(c)), pair, group))
        for c, pair in edges
        for group in subsets(c - {*pair})
    }
    return (len(found), len(edges), len(graphs)) == (clusters, pairs, cells)


@kind(
    "On the graph of Example 1 MARVEL makes {after} different tests after its boundaries are "
    "found, and {everything} in all: the theorem counts boundary discovery too.",
    "On the empty graph MARVEL makes {everything}, one for each pair.",
)
def Spent(case: Case, p: int, max_in_degree: int, after: int | None, everything: int) -> bool:
    """How many different tests MARVEL makes on the graph of Example 1, or of 2 where d is 0."""
    found = cliques(p, max_in_degree) if max_in_degree else ()
    edges = [pair for clique in found for pair in combinations(sorted(clique), 2)]
    dag = Dag(edges, nodes=[f"X{i}" for i in range(1, p + 1)])
    asked = {(frozenset((t.x, t.y)), t.given) for t in record("marvel", dag).tests}
    named = different_after(dag) if max_in_degree else None
    return (named, len(asked)) == (after, everything)


def cliques(p: int, max_in_degree: int) -> set[frozenset[str]]:
    """Return the groups of variables that edges join in G of Example 1."""
    graph = Example("cliques", p, max_in_degree).graph
    near = {v: map(str, graph.neighbors(v)) for v in graph.nodes if graph.neighbors(v)}
    return {frozenset({str(v), *others}) for v, others in near.items()}


def _unasked(case: Case, p: int, max_in_degree: int) -> int:
    found = [tuple(sorted(c)) for c in cliques(p, max_in_degree)]
    return sum(
        not separated_in(hidden(c, pair, group), *pair)
        for c in found
        for pair in combinations(c, 2)
        for group in subsets({*c} - {*pair})
    )


# the H that join the pairs that are asked about, given nothing, or connect them
AMOUNTS.update(unasked=_unasked)
