"""Boundary discovery as a recorded run: the same as without recording, and right."""

import pytest

from marvel_widgets import (
    BudgetExceededError,
    Dag,
    FisherZ,
    markov_boundaries,
    record_boundaries,
)
from marvel_widgets.core.algorithms.boundary_run import BoundaryRun
from marvel_widgets.core.algorithms.run import drain
from marvel_widgets.core.boundary.discovery import METHODS
from tests.core.independence.gaussian_data import mixed_columns
from tests.reference import dags
from tests.reference.checks import named_graph
from tests.replay import films


def whom_to_ask():
    for seed, dag in enumerate(films.larger(8, most=8, seed=5)):
        yield dag
        yield films.noisy(dag, 0.15, seed)
    yield FisherZ(mixed_columns(3, n=300, p=7), alpha=0.05)


@pytest.mark.parametrize("symmetry", ["or", "and"])
@pytest.mark.parametrize("method", METHODS)
def test_recorded_discovery_is_discovery(method, symmetry):
    for test in whom_to_ask():
        trace = record_boundaries(test, method, symmetry=symmetry)
        assert trace.result == drain(BoundaryRun(test, method, symmetry=symmetry))
        assert trace.result.boundaries == markov_boundaries(test, method, symmetry=symmetry)
        assert (trace.result.algorithm, trace.result.complete) == (method, True)


@pytest.mark.parametrize("method", METHODS)
def test_an_oracle_gives_the_true_boundaries_and_the_moral_graph(method):
    for dag in films.larger(12, most=9):
        result = record_boundaries(dag, method).result
        true = named_graph(dag)
        for x in map(str, dag.nodes):
            assert result.boundaries[x] == dags.neighbors(true, x) | dags.co_parents(true, x)
        joined = {frozenset((x, y)) for x, group in result.boundaries.items() for y in group}
        assert result.skeleton == joined
        assert not result.essential_graph.directed


@pytest.mark.parametrize("method", METHODS)
def test_steps_say_how_many_tests_came_before(method):
    trace = record_boundaries(films.larger()[3], method)
    places = [step.tests for step in trace.steps]
    assert places == sorted(places)
    assert places[-1] == len(trace.tests) == trace.result.counts.performed


@pytest.mark.parametrize("method", METHODS)
def test_a_budget_stops_it_and_what_is_known_is_kept(method):
    dag = films.larger()[3]
    whole = record_boundaries(dag, method)
    budget = len(whole.tests) // 2
    with pytest.raises(BudgetExceededError) as caught:
        record_boundaries(dag, method, budget=budget)
    part = caught.value.partial
    assert len(part.tests) == budget
    assert not part.result.complete
    assert list(part.tests) == list(whole.tests)[:budget]
    assert part.steps == whole.steps[: len(part.steps)]
    settled = {dag.nodes[s.event.x] for s in part.steps if hasattr(s.event, "boundary")}
    for x, group in part.result.boundaries.items():
        assert group == (whole.result.boundaries[x] if x in settled else frozenset())


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="method must be one of 'tc', 'gs'"):
        record_boundaries(Dag("A -> B"), "pc")
    with pytest.raises(ValueError, match="symmetry must be one of"):
        record_boundaries(Dag("A -> B"), symmetry="xor")
