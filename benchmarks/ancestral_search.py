"""How many different CI tests greedy ancestral search asks, beside MARVEL and PC.

    pip install greedy-ancestral-search==0.1.1
    python benchmarks/ancestral_search.py

The program of Franquesa Mones, Zhang and Uhler (arXiv 2603.21844, 2026) gets our oracle. For
MARVEL and PC the tests that find the boundaries are counted too. Each graph is taken as it is
named and with its last variable named first: ties are broken by that order.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from greedy_ancestral_search import greedy_ancestral_search

from marvel_widgets import Dag, essential_graph, gallery, record
from marvel_widgets.core.graphs.separation import d_separated


def ancestral_tests(dag: Dag) -> int:
    """Return how many different questions the search asks; its answer has to be right."""
    asked: set[tuple[frozenset[int], frozenset[int]]] = set()

    def independent(x: int, y: int, given: Collection[int]) -> bool:
        asked.add((frozenset({x, y}), frozenset(given)))
        return d_separated(dag, dag.nodes[x], dag.nodes[y], [dag.nodes[v] for v in given])

    undirected, directed = greedy_ancestral_search(set(range(len(dag))), independent)
    truth = essential_graph(dag)
    found = {(dag.nodes[a], dag.nodes[b]) for a, b in directed}
    pairs = {frozenset((dag.nodes[a], dag.nodes[b])) for a, b in undirected}
    assert found == set(truth.directed), dag
    assert pairs == {frozenset(pair) for pair in truth.undirected}, dag
    return len(asked)


def turned(dag: Dag) -> Dag:
    """Return the same graph with the last variable named first."""
    return Dag(dag.edges, nodes=[dag.nodes[-1], *dag.nodes[:-1]])


def clique(p: int) -> Dag:
    """Return a clique."""
    return Dag(list(combinations(range(p), 2)))


def main() -> None:
    """Print a row for each graph."""
    graphs = {name: gallery[name] for name in ("collider-star-12", "star-14", "asia")}
    graphs |= {f"clique of {p}": clique(p) for p in (4, 5, 6, 7)}
    print(f"{'graph':<34}{'ancestral search':>18}{'MARVEL':>9}{'PC':>9}")
    for name, dag in graphs.items():
        for words, ordered in ((name, dag), (f"{name}, last one first", turned(dag))):
            rivals = [record(a, ordered).result.counts.distinct for a in ("marvel", "pc")]
            print(f"{words:<34}{ancestral_tests(ordered):>18,}{rivals[0]:>9,}{rivals[1]:>9,}")


if __name__ == "__main__":
    main()
