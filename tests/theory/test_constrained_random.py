"""Properties that one can ask of a random DAG, each against its definition."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.theory.constrained_random import PROPERTIES, graph_property, random_dag_with
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.checks import TRAPS, counterexample, dag_of, graph_of
from tests.reference.dags import children, graph, max_in_degree, small_dags, v_structures
from tests.reference.equivalence import essential_graph
from tests.reference.separation import separation
from tests.reference.theory import (
    condition_one_gaps,
    condition_two_gaps,
    is_removable_by_definition,
    markov_boundary,
)
from tests.strategies import graphs


def removable(g):
    return [x for x in g.vertices if is_removable_by_definition(g, x)]


def smallest_boundaries_stay(g):
    sizes = {x: len(markov_boundary(g, x)) for x in g.vertices}
    smallest = [x for x in g.vertices if sizes[x] == min(sizes.values())]
    return bool(smallest) and not set(smallest) & set(removable(g))


def printed_goes_wrong(g):
    run = AlgorithmOne(len(g.vertices), separation(g), orientation="printed").run()
    return run.essential_graph() != essential_graph(g)


# Each by the definition of the words, not by the theorem that the package uses.
DEFINITIONS = {
    "condition-1-only": lambda g: any(
        not condition_one_gaps(g, x) and condition_two_gaps(g, x) for x in g.vertices
    ),
    "condition-1-fails": lambda g: any(condition_one_gaps(g, x) for x in g.vertices),
    "one-removable": lambda g: len(removable(g)) == 1,
    "removable-with-children": lambda g: any(children(g, x) for x in removable(g)),
    "smallest-boundary-stays": smallest_boundaries_stay,
    "has-v-structure": lambda g: bool(v_structures(g)),
    "has-undirected-edges": lambda g: bool(essential_graph(g)[1]),
    "printed-goes-wrong": printed_goes_wrong,
}


def law(name, holds=None):
    holds = holds or PROPERTIES[name].holds

    def broken(g):
        found, wanted = holds(dag_of(g)), DEFINITIONS[name](g)
        return None if found is wanted else (found, wanted)

    return broken


def test_each_property_has_a_definition_here():
    assert list(PROPERTIES) == list(DEFINITIONS)
    assert all(one.name == name for name, one in PROPERTIES.items())


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_is_what_it_says(name):
    assert counterexample(law(name), small_dags(4)) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_is_what_it_says_on_five_variables(name):
    assert counterexample(law(name), small_dags(5)) is None


@pytest.mark.parametrize("name", PROPERTIES)
@given(g=graphs(5, 6))
def test_a_property_of_larger_graphs(name, g):
    assert law(name)(g) is None


def test_rare_properties_on_the_graphs_that_are_known_to_have_them():
    rare = graph(5, "02 04 14 23 34")
    assert PROPERTIES["smallest-boundary-stays"].holds(dag_of(rare))
    assert DEFINITIONS["smallest-boundary-stays"](rare)
    for name in ("line 13, ties by index", "line 13, any ties"):
        assert PROPERTIES["printed-goes-wrong"].holds(dag_of(TRAPS[name]))


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_law_notices_another_property(name):
    others = [one for one in PROPERTIES if one != name]
    found = {one for one in others if counterexample(law(name, PROPERTIES[one].holds), known())}
    assert found == set(others)


def known():
    yield from small_dags(4)
    yield graph(5, "02 04 14 23 34")
    yield from TRAPS.values()


@pytest.mark.parametrize("name", PROPERTIES)
@given(seed=st.integers(0, 10**6))
def test_what_is_drawn_has_the_property(name, seed):
    dag = random_dag_with(name, 6, 3, Random(seed))
    g = graph_of(dag)
    assert DEFINITIONS[name](g)
    assert len(g.vertices) == 6
    assert max_in_degree(g) <= 3
    again = random_dag_with(name, 6, 3, Random(seed))
    assert again.nodes == dag.nodes
    assert again.edges == dag.edges


def test_other_seeds_give_other_graphs():
    assert len({random_dag_with("one-removable", 7, 3, Random(seed)) for seed in range(20)}) > 10


def test_numpy_is_a_source_of_randomness_too():
    dag = random_dag_with("has-v-structure", 5, 2, np.random.default_rng(3))
    assert DEFINITIONS["has-v-structure"](graph_of(dag))


def test_what_is_impossible_is_said():
    with pytest.raises(GraphError, match="none of 7 random graphs on 2 variables"):
        random_dag_with("has-v-structure", 2, 1, Random(1), tries=7)


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_empty_graph_is_no_error(name):
    assert PROPERTIES[name].holds(dag_of(graph(0))) is False


def test_unknown_properties_are_refused():
    with pytest.raises(GraphError, match="'no-such-thing'"):
        random_dag_with("no-such-thing", 5, 2, Random(1))
    with pytest.raises(GraphError):
        graph_property("")
