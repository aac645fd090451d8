"""The hidden graphs: all small Markov equivalence classes, counted by their labelled members."""

from itertools import permutations

import pytest

from marvel_widgets.lessons.challenge.hidden import DRAWN, classes, hard_graphs, hidden_graphs
from tests.reference.dags import Graph, skeleton, v_structures

CLASSES = {1: 1, 2: 2, 3: 5, 4: 20, 5: 142}
# Labelled classes on p variables: Gillispie and Perlman (2002), Table 1.
LABELLED = {1: 1, 2: 2, 3: 11, 4: 185, 5: 8782}


def renamings(dag):
    """The classes that a graph's class becomes when its variables are renamed."""
    for way in permutations(range(len(dag))):
        new = dict(zip(dag.nodes, way, strict=True))
        graph = Graph(tuple(range(len(dag))), frozenset((new[a], new[b]) for a, b in dag.edges))
        yield skeleton(graph), v_structures(graph)  # Verma and Pearl: these two are the class


@pytest.mark.parametrize("p", LABELLED)
def test_every_class_is_there_once(p):
    of = [dag for dag in classes() if len(dag) == p]
    assert len(of) == CLASSES[p]
    orbits = [frozenset(renamings(dag)) for dag in of]
    assert sum(map(len, orbits)) == LABELLED[p]
    assert len(frozenset().union(*orbits)) == LABELLED[p]


def test_the_small_graphs_come_first_and_by_size():
    found = list(hidden_graphs("a seed"))
    sizes = [(len(dag), dag.edge_count) for dag in found[: -DRAWN - 2 * len(hard_graphs())]]
    assert sizes == sorted(sizes)
    assert sizes[-1] == (5, 10)
    assert [len(dag) for dag in hard_graphs()] == [6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 8, 8]
    assert list(hidden_graphs("a seed")) == found != list(hidden_graphs("another"))
