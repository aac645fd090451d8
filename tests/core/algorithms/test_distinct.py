"""Bookkeeping "distinct": exact answers, no statement twice, never more tests than "full"."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from marvel_widgets import (
    Dag,
    FisherZ,
    FunctionTest,
    LinearGaussian,
    d_separated,
    essential_graph,
    marvel,
    record,
)
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.independence.counting import BudgetExceededError
from marvel_widgets.experiments.metrics import skeleton_scores
from tests import strategies
from tests.reference.checks import counterexample, dag_of
from tests.slices import graphs_of


def repeated(trace):
    asked = Counter((frozenset((t.x, t.y)), t.given) for t in trace.tests)
    return [statement for statement, times in asked.items() if times > 1]


def wrong(dag):
    """Return what is wrong with a run on an oracle, with and without boundary discovery."""
    full = record(marvel, dag).result.counts.distinct
    for boundaries in (None, {x: dag.markov_boundary(x) for x in dag.nodes}):
        trace = record(marvel, dag, boundaries, bookkeeping="distinct")
        if trace.result.essential_graph != essential_graph(dag):
            return "answer"
        if repeated(trace):
            return repeated(trace)
        if trace.result.counts.performed > full:
            return "more tests", trace.result.counts.performed, full
    return None


def law(g):
    return wrong(dag_of(g))


@graphs_of("slice", "traps", "five")
def test_every_small_dag(graphs):
    assert counterexample(law, graphs()) is None


@given(strategies.graphs(max_size=9))
def test_drawn_graphs(g):
    assert law(g) is None


@pytest.mark.parametrize("name", ["asia", "sachs", "alarm", "insurance"])
def test_networks(name):
    assert wrong(networks.load(name)) is None


@pytest.mark.parametrize("removal_alpha", [0.7, None])
def test_data(removal_alpha):
    rng = np.random.default_rng(1)
    dag = Dag.random_fixed_in_degree(30, 4, rng)
    test = FisherZ(LinearGaussian.random(dag, rng).sample(1500, rng))
    full = record(marvel, test, removal_alpha=removal_alpha).result
    trace = record(marvel, test, bookkeeping="distinct", removal_alpha=removal_alpha)
    assert not repeated(trace)
    assert trace.result == marvel(test, bookkeeping="distinct", removal_alpha=removal_alpha)
    assert trace.result.counts.performed <= full.counts.distinct
    scores = [skeleton_scores(r.essential_graph, dag).f1 for r in (full, trace.result)]
    assert min(scores) > 0.85
    assert abs(scores[0] - scores[1]) < 0.05


def test_a_budget_stops_it():
    with pytest.raises(BudgetExceededError) as caught:
        marvel(networks.load("asia"), bookkeeping="distinct", budget=30)
    assert caught.value.partial.counts.performed == 30


def function_calls(dag):
    """Return how often a run asks a function, and how many tests it counts."""
    asked = []

    def independent(x, y, given):
        asked.append((frozenset((x, y)), frozenset(given)))
        return d_separated(dag, x, y, given)

    result = marvel(FunctionTest(dag.nodes, independent), bookkeeping="distinct")
    assert result.essential_graph == essential_graph(dag)
    assert len(set(asked)) == len(asked)
    return len(asked), result.counts.performed


@given(strategies.dags(min_size=2, max_size=6))
def test_a_function_is_asked_nothing_twice_the_tests_of_line_1_included(dag):
    calls, performed = function_calls(dag)
    assert calls == performed
