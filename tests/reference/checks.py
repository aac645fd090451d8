"""How a law is checked, and the bridge between plain graphs and the package's."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from marvel_widgets import Dag
from tests.reference.dags import Graph, arrows, graph

Law = Callable[[Graph], object]  # returns what is wrong with a graph, or None


def counterexample(law: Law, graphs: Iterable[Graph]) -> tuple[str, object] | None:
    """Return the first graph that breaks a law, with what is wrong, or None."""
    for g in graphs:
        wrong = law(g)
        if wrong is not None:
            return str(g), wrong
    return None


def dag_of(g: Graph) -> Dag:
    """Return a plain graph as the package's DAG; ties are broken by number."""
    return Dag(sorted(g.edges), nodes=g.vertices)


def graph_of(dag: Dag) -> Graph:
    """Return a DAG as a plain graph over 0..p-1, in the order of its variables."""
    place = {name: i for i, name in enumerate(dag.nodes)}
    return Graph(
        tuple(range(len(dag.nodes))), frozenset((place[a], place[b]) for a, b in dag.edges)
    )


@cache
def named_graph(dag: Dag) -> Graph:
    """Return a DAG as a plain graph whose vertices are its names, as they are written."""
    return Graph(tuple(map(str, dag.nodes)), frozenset((str(a), str(b)) for a, b in dag.edges))


def mixed(pdag: Any) -> tuple[frozenset[Any], frozenset[Any]]:
    """Return a Pdag as the reference writes one: directed and undirected edges."""
    return pdag.directed, pdag.undirected


# Where the algorithm goes wrong when it is read carelessly; each graph is the smallest.
TRAPS = {
    "line 13, ties by index": graph(4, "02 12 13 23"),
    "line 13, any ties": graph(6, "02 03 05 12 23 35 45"),
    "lost co-parent in a stored set": arrows(
        7, "0->4 0->6 1->5 1->6 2->0 2->3 2->4 2->5 3->1 3->4 3->6 5->4 6->4"
    ),
    "stale co-parents": arrows(6, "0->2 0->3 1->2 1->4 1->5 3->2 3->4 4->2 5->0 5->2"),
    "Condition 2 skipped": graph(5, "03 04 12 14 23 42 43"),
    "large update set": arrows(6, "0->2 0->4 0->5 1->2 1->3 2->3 3->4 3->5"),
}
