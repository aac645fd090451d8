"""MARVEL against a literal transcription of Algorithm 1: the same tests in the same order."""

from random import Random

import pytest
from hypothesis import given

from marvel_widgets import Dag, FunctionTest, marvel, record
from tests import strategies
from tests.reference import broken
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.checks import counterexample, dag_of, graph_of, mixed
from tests.reference.separation import separation
from tests.slices import graphs_of, one_in, some_of

BOOKKEEPINGS = ("none", "paper", "full")
ORIENTATIONS = ("recorded", "printed")


def queries_of(trace):
    return [(t.x, t.y, frozenset(t.given), t.independent, t.purpose) for t in trace.tests]


def wrong_with(trace, reference):
    """Return where a recorded run and the transcription part, or None."""
    asked, expected = queries_of(trace), [tuple(q) for q in reference.queries]
    for number, (got, wanted) in enumerate(zip(asked, expected, strict=False)):
        if got != wanted:
            return number, got, wanted
    if len(asked) != len(expected):
        return "number of tests", len(asked), len(expected)
    result = trace.result
    if list(result.removal_order) != reference.removal_order:
        return "removal order", result.removal_order, reference.removal_order
    if result.skeleton != reference.skeleton:
        return "skeleton", result.skeleton, reference.skeleton
    if mixed(result.essential_graph) != reference.essential_graph():
        return "graph", result.essential_graph, reference.essential_graph()
    return None


def asks_as(transcription):
    def law(g):
        for bookkeeping in BOOKKEEPINGS:
            for orientation in ORIENTATIONS:
                options = {"bookkeeping": bookkeeping, "orientation": orientation}
                reference = transcription(g.vertices, separation(g), **options).run()
                trace = record(marvel, dag_of(g), **options)
                wrong = wrong_with(trace, reference)
                if wrong:
                    return bookkeeping, orientation, wrong
        return None

    return law


@graphs_of("slice", "traps", "five")
def test_the_same_tests_in_the_same_order(graphs):
    assert counterexample(asks_as(AlgorithmOne), graphs()) is None


@given(strategies.graphs(max_size=8), strategies.bookkeepings, strategies.orientations)
def test_the_same_tests_on_drawn_graphs(g, bookkeeping, orientation):
    options = {"bookkeeping": bookkeeping, "orientation": orientation}
    reference = AlgorithmOne(g.vertices, separation(g), **options).run()
    assert wrong_with(record(marvel, dag_of(g), **options), reference) is None


RANDOM = {
    "fixed in-degree 2": lambda rng: Dag.random_fixed_in_degree(9, 2, rng),
    "fixed in-degree 4": lambda rng: Dag.random_fixed_in_degree(9, 4, rng),
    "9 edges": lambda rng: Dag.random_erdos_renyi(9, rng, m=9),
    "18 edges": lambda rng: Dag.random_erdos_renyi(9, rng, m=18),
}


@some_of(4, 25)
@pytest.mark.parametrize("model", RANDOM)
def test_the_same_tests_on_random_graphs_with_nine_variables(model, count):
    rng = Random(9)
    graphs = [graph_of(RANDOM[model](rng)) for _ in range(count)]
    assert counterexample(asks_as(AlgorithmOne), graphs) is None


@pytest.mark.parametrize("bookkeeping", BOOKKEEPINGS)
@pytest.mark.parametrize("error_rate", [0.02, 0.1, 0.5])
@one_in(4)
def test_the_same_tests_when_answers_are_wrong(bookkeeping, error_rate, every):
    """Where the paper says nothing, both remove the smallest boundary and go on."""
    rng = Random(5)
    graphs = [graph_of(Dag.random_fixed_in_degree(7, 3, rng)) for _ in range(40)]
    dead_ends = 0
    for seed in range(2 % every, 40, every):  # with 6 and 38, which come to the silent place
        g = graphs[seed]
        test = broken.noisy(separation(g), error_rate, seed)
        reference = AlgorithmOne(g.vertices, test, bookkeeping=bookkeeping).run()
        trace = record(marvel, FunctionTest(range(7), test), bookkeeping=bookkeeping)
        assert queries_of(trace) == [tuple(q) for q in reference.queries]
        assert trace.result.removal_order == tuple(reference.removal_order)
        assert trace.result.skeleton == reference.skeleton
        assert trace.result.dead_ends == reference.dead_ends
        dead_ends += reference.dead_ends
    if error_rate >= 0.1:  # or the sample never came to the silent place
        assert dead_ends > 0
