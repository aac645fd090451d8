"""Facts on the lower bound: the cells of Example 1, the pairs of Example 2, and MARVEL on both."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Literal

from marvel_widgets.assessment.facts import Case, Fact
from marvel_widgets.core.algorithms.registry import record
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.independence.counting import BOUNDARY_DISCOVERY
from marvel_widgets.lessons.lower_bound.facts_graphs import hidden, separated_in
from marvel_widgets.lessons.upper_bound.counts import subsets
from marvel_widgets.text import counted
from marvel_widgets.theory.examples import Example

Part = Literal["clusters", "pairs", "cells", "all"]


@dataclass(frozen=True)
class CellsOfExample(Fact):
    """How many clusters, pairs and cells Example 1 has, or a look at the first cluster."""

    p: int
    max_in_degree: int
    clusters: int
    pairs: int
    cells: int
    part: Part

    def say(self) -> str:
        d, size = self.max_in_degree, self.max_in_degree + 1
        a, b, *rest = (f"X{i}" for i in range(1, size + 1))
        cluster, each = ", ".join((a, b, *rest)), comb(size, 2)
        if self.part == "clusters":
            return (
                f"A cluster is a clique of in-degree {d}. The first is {cluster}. Cut the {self.p} "
                f"variables into groups of that size; {self.p - self.clusters * size} are left "
                "over."
            )
        if self.part == "pairs":
            return (
                f"The first cluster, {cluster}, alone has {each} pairs; all {self.clusters} are "
                "counted together. A pair from two clusters is not joined: it doesn't count."
            )
        if self.part == "cells":
            return (
                f"Example 1: the first cluster is {cluster}. Each of its {each} pairs has "
                f"{1 << len(rest)} cells: the pair {a}, {b} leaves {', '.join(rest)}, and each "
                "subset of these is a cell of its own."
            )
        return (
            f"{self.p} variables make {self.clusters} whole clusters of {size}, each with "
            f"C({size}, 2) = {each} pairs, and each pair has 2^{d - 1} subsets of the rest of its "
            f"cluster: {self.cells} cells."
        )

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        found = cliques(self.p, self.max_in_degree)
        edges = [(c, pair) for c in found for pair in combinations(sorted(c), 2)]
        graphs = {
            frozenset(hidden(tuple(sorted(c)), pair, group))
            for c, pair in edges
            for group in subsets(map(str, c - {*pair}))
        }
        lengths = len(found), len(edges), len(graphs)
        return lengths == (self.clusters, self.pairs, self.cells)


@dataclass(frozen=True)
class PairsOfEmpty(Fact):
    """How many pairs the graph of Example 2 has."""

    p: int
    pairs: int

    def say(self) -> str:
        return (
            f"The empty graph of Example 2 has C({self.p}, 2) = {self.pairs} pairs: with "
            f"{self.pairs - 1} tests one of them is never asked about."
        )

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        return len(list(combinations(range(self.p), 2))) == self.pairs


@dataclass(frozen=True)
class SpentOnExample(Fact):
    """How many different tests MARVEL makes on the graph of Example 1, or of 2 where d is 0."""

    p: int
    max_in_degree: int
    after: int
    everything: int

    def say(self) -> str:
        if self.max_in_degree == 0:
            return f"On the empty graph MARVEL makes {self.everything}, one for each pair."
        return (
            f"On the graph of Example 1 MARVEL makes {self.after} different tests after its "
            f"boundaries are found, and {self.everything} in all: the theorem counts boundary "
            "discovery too."
        )

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        found = cliques(self.p, self.max_in_degree) if self.max_in_degree else ()
        edges = [pair for clique in found for pair in combinations(sorted(clique), 2)]
        log = record("marvel", Dag(edges, nodes=[f"X{i}" for i in range(1, self.p + 1)])).tests
        asked = {(frozenset((t.x, t.y)), t.given, t.purpose) for t in log}
        after = {(pair, given) for pair, given, why in asked if why != BOUNDARY_DISCOVERY}
        everything = {(pair, given) for pair, given, _ in asked}
        return (len(after), len(everything)) == (self.after, self.everything)


@dataclass(frozen=True)
class CellsUnasked(Fact):
    """How many cells of Example 1 are left when each pair was asked about, given nothing."""

    p: int
    max_in_degree: int
    cells: int

    def say(self) -> str:
        return f"{counted(self.cells, 'cell')} are unasked then, each with an H."

    def holds(self, case: Case) -> bool:  # noqa: ARG002
        found = [tuple(sorted(c)) for c in cliques(self.p, self.max_in_degree)]
        return self.cells == sum(
            not separated_in(hidden(c, pair, group), *pair)
            for c in found
            for pair in combinations(c, 2)
            for group in subsets(map(str, {*c} - {*pair}))
        )


def cliques(p: int, max_in_degree: int) -> set[frozenset[str]]:
    """Return the groups of variables that edges join in G of Example 1.

    >>> sorted(map(sorted, cliques(5, 1)))
    [['X1', 'X2'], ['X3', 'X4']]
    """
    graph = Example("cliques", p, max_in_degree).graph
    near = {v: map(str, graph.neighbors(v)) for v in graph.nodes if graph.neighbors(v)}
    return {frozenset({str(v), *others}) for v, others in near.items()}
