"""The hidden graphs: all small Markov equivalence classes, counted by their labelled members."""

from itertools import permutations

import pytest

from marvel_widgets.lessons.challenge.calls import TRUSTED, Caller
from marvel_widgets.lessons.challenge.hidden import DRAWN, classes, hard_graphs, hidden_graphs
from marvel_widgets.lessons.challenge.tasks import TASKS
from tests.reference.algorithm_one import AlgorithmOne
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
    found = list(hidden_graphs())
    sizes = [(len(dag), dag.edge_count) for dag in found[: -DRAWN - 2 * len(hard_graphs())]]
    assert sizes == sorted(sizes)
    assert sizes[-1] == (5, 10)
    sizes = [len(dag) for dag in hard_graphs()]
    assert sizes == [6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8, 9, 9]
    assert list(hidden_graphs()) == found


class Bounded(AlgorithmOne):
    """MARVEL whose searches in one family of tests end with small sets."""

    def __init__(self, ask, names, family, most):
        at = names.index
        super().__init__(len(names), lambda x, y, s: ask(names[x], names[y], [names[v] for v in s]))
        self.family, self.most, self.names, self.at = family, most, names, at

    def separator(self, x, y, candidates, forced, purpose, *, proper=False):
        def small(x, y, given):
            return len(given) <= self.most + len(forced) and whole(x, y, given)

        whole, self.test = self.test, small if purpose == self.family else self.test
        found = super().separator(x, y, candidates, forced, purpose, proper=proper)
        self.test = whole
        return found

    def method(self):
        arrows, lines = self.run().essential_graph()
        return [[self.names[v] for v in sorted(line)] for line in lines], [
            [self.names[v] for v in arrow] for arrow in arrows
        ]


@pytest.mark.night
@pytest.mark.parametrize("most", [1, 2, 3])
@pytest.mark.parametrize("family", ["neighbors", "condition-1", "v-structures", "condition-2"])
def test_in_every_family_a_hard_graph_shows_that_sets_are_too_small(family, most):
    def marvel(ask, names):
        return Bounded(ask, names, family, most).method()

    def removable(ask, x, boundary):
        run = Bounded(ask, names, family, most)
        run.mb = {names.index(x): set(map(names.index, boundary))}
        return run.is_removable(names.index(x))

    for step, program in (("marvel", marvel), ("removable", removable)):
        caller = Caller(TASKS[step], program, TRUSTED)
        wrong = set()
        for dag in hard_graphs():
            names = dag.nodes
            wrong |= {dag for case in TASKS[step].cases(dag) if not caller(dag, case).right}
        assert wrong, step
