"""Boundary discovery by total conditioning, GS, IAMB and Inter-IAMB, and the symmetry rules."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import (
    BudgetExceededError,
    Dag,
    DSeparation,
    FunctionTest,
    markov_boundaries,
    marvel,
    record_boundaries,
)
from marvel_widgets.core.boundary import events as ev
from marvel_widgets.core.boundary.discovery import total_conditioning
from marvel_widgets.core.boundary.discovery_growing import strongest_candidate
from marvel_widgets.core.independence.counting import CountingTest, Tally
from tests import strategies
from tests.reference.checks import counterexample, dag_of
from tests.reference.dags import small_dags
from tests.reference.separation import separation
from tests.reference.theory import markov_boundary
from tests.slices import graphs_of, small_graphs

METHODS = ["gs", "iamb", "inter-iamb"]
EVERY = ["tc", *METHODS]


def finds_the_boundaries(discover):
    def law(g):
        found = discover(g)
        expected = {x: markov_boundary(g, x) for x in g.vertices}
        return None if found == expected else found

    return law


@pytest.mark.parametrize("method", EVERY)
@graphs_of("shapes", "five")
def test_the_boundaries_of_every_small_dag(method, graphs):
    law = finds_the_boundaries(lambda g: markov_boundaries(dag_of(g), method))
    assert counterexample(law, graphs()) is None


def test_total_conditioning_needs_no_oracle_of_ours():
    def by_any_function(g):
        return markov_boundaries(FunctionTest(g.vertices, separation(g)))

    assert counterexample(finds_the_boundaries(by_any_function), small_dags(4)) is None


@given(strategies.dags(max_size=10))
def test_total_conditioning_tests_each_pair_once(dag):
    ask = CountingTest(DSeparation(dag), Tally())
    found = [(event.x, event.boundary) for event in total_conditioning(ask)]
    assert found == [(x, tuple(sorted(dag.markov_boundary(x)))) for x in dag]
    assert ask.tally.performed == len(dag) * (len(dag) - 1) // 2


@given(strategies.dags(max_size=12), st.sampled_from(METHODS), st.sampled_from(["or", "and"]))
def test_the_boundaries_of_larger_dags(dag, method, rule):
    trace = record_boundaries(dag, method, symmetry=rule)
    found = trace.result.boundaries
    assert found == {x: dag.markov_boundary(x) for x in dag}
    assert not any(isinstance(step.event, ev.MadeSymmetric) for step in trace.steps)
    assert marvel(dag, found).boundaries == found


@given(strategies.named_dags(), st.sampled_from(EVERY))
def test_boundaries_carry_the_names(dag, method):
    assert markov_boundaries(dag, method) == {x: dag.markov_boundary(x) for x in dag}


class Ranked(DSeparation):
    """An oracle with degrees: any order of strength, so that any candidate may win."""

    def __init__(self, dag, seed):
        super().__init__(dag)
        self.seed = seed

    def association(self, x, y, given):
        return Random(f"{self.seed} {min(x, y)} {max(x, y)} {given}").random()


def finds_them_in_any_order(method, seed):
    return finds_the_boundaries(lambda g: markov_boundaries(Ranked(dag_of(g), seed), method))


@pytest.mark.parametrize("method", ["iamb", "inter-iamb"])
@pytest.mark.parametrize("seed", range(3))
@small_graphs
def test_any_order_of_strength_leads_to_the_boundaries(method, seed, graphs):
    assert counterexample(finds_them_in_any_order(method, seed), graphs()) is None


def written_down(g, method):
    """Return the statements that a method asks, in order, and its boundaries: the slow way."""
    test = separation(g)
    asked = []

    def independent(x, y, group):
        asked.append((x, y, tuple(sorted(group))))
        return test(x, y, frozenset(group))

    def shrink(x, group):
        for y in sorted(group):
            if independent(x, y, group - {y}):
                group = group - {y}
        return group

    found = {}
    for x in g.vertices:
        others, group = [y for y in g.vertices if y != x], frozenset()
        while True:
            if method == "gs":
                break
            dependent = [y for y in others if y not in group and not independent(x, y, group)]
            if not dependent:
                break
            group = group | {dependent[0]}
            if method == "inter-iamb":
                group = shrink(x, group)
        if method == "gs":
            at, quiet = 0, 0  # go round until everyone outside was quiet since the last growth
            while others and quiet < len(others):
                y = others[at % len(others)]
                at += 1
                if y in group or independent(x, y, group):
                    quiet += 1
                else:
                    group, quiet = group | {y}, 0
        found[x] = group if method == "inter-iamb" else shrink(x, group)
    return asked, found


def asks_what_is_written_down(method):
    def law(g):
        trace = record_boundaries(dag_of(g), method)
        found, asked = trace.result, [(t.x, t.y, t.given) for t in trace.tests]
        expected = written_down(g, method)
        if found.counts.by_purpose.keys() - {"boundary-discovery"}:
            return found.counts.by_purpose
        return None if (asked, found.boundaries) == expected else (asked, expected)

    return law


@pytest.mark.parametrize("method", METHODS)
@graphs_of("slice")
def test_the_tests_are_those_written_down(method, graphs):
    assert counterexample(asks_what_is_written_down(method), graphs()) is None


@given(strategies.graphs(max_size=8), st.sampled_from(METHODS))
def test_the_tests_of_larger_graphs_are_those_written_down(g, method):
    assert asks_what_is_written_down(method)(g) is None


def test_the_strongest_candidate_wins():
    class Degrees(FunctionTest):
        def association(self, x, y, given):
            return {1: 0.2, 2: 0.9, 3: 0.9}[y]

    test = Degrees(range(5), lambda x, y, given: y == 4)
    ask = CountingTest(test, Tally())
    assert strongest_candidate(ask, 0, 0) == 2
    assert strongest_candidate(ask, 0, 0b1100) == 1
    assert ask.tally.performed == 4 + 2


def test_without_degrees_the_first_candidate_wins():
    ask = CountingTest(FunctionTest(range(4), lambda x, y, given: y == 1), Tally())
    assert strongest_candidate(ask, 0, 0) == 2
    assert ask.tally.performed == 3


# 0 finds 1 and 2; nobody else finds anybody
ONE_SIDED = FunctionTest(range(3), lambda x, y, given: x != 0)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("rule", "expected"),
    [("or", {0: {1, 2}, 1: {0}, 2: {0}}), ("and", {0: set(), 1: set(), 2: set()})],
)
def test_asymmetric_answers_are_made_symmetric_by_the_rule(method, rule, expected):
    trace = record_boundaries(ONE_SIDED, method, symmetry=rule)
    assert trace.result.boundaries == expected
    assert trace.steps[-1].event == ev.MadeSymmetric(rule, ((0, 1), (0, 2)))
    assert markov_boundaries(ONE_SIDED, method, symmetry=rule) == expected


def test_either_is_the_default():
    assert markov_boundaries(ONE_SIDED, "gs")[1] == {0}


@given(
    strategies.noisy_tests(7, (0.05, 0.2, 0.5)),
    st.sampled_from(EVERY),
    st.sampled_from(["or", "and"]),
)
def test_any_answers_end_in_symmetric_boundaries(test, method, rule):
    sets = record_boundaries(test, method, symmetry=rule).result.boundaries
    assert all(x in sets[y] for x, group in sets.items() for y in group)
    assert sets == markov_boundaries(test, method, symmetry=rule)
    assert marvel(test, sets).boundaries == sets


def test_answers_that_lead_in_circles_end():
    # 0 takes in 1; then 2, which puts both out
    dependent = {(1, frozenset()), (2, frozenset({1}))}
    answers = FunctionTest(range(3), lambda x, y, given: x != 0 or (y, given) not in dependent)
    trace = record_boundaries(answers, "inter-iamb")
    assert ev.GrowthRepeated(0) in [step.event for step in trace.steps]


@pytest.mark.parametrize("method", EVERY)
def test_every_budget_stops_after_exactly_so_many_tests(method):
    dag = Dag("X -> Y <- T; Y -> Z")
    whole = record_boundaries(dag, method)
    for budget in range(len(whole.tests)):
        with pytest.raises(BudgetExceededError) as caught:
            record_boundaries(dag, method, budget=budget)
        partial = caught.value.partial
        assert partial.result.counts.performed == budget
        assert partial.steps == whole.steps[: len(partial.steps)]
        assert list(partial.tests) == list(whole.tests)[:budget]
    assert record_boundaries(dag, method, budget=len(whole.tests)) == whole


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"method": "magic"},
            "method must be one of 'tc', 'gs', 'iamb', 'inter-iamb'; got 'magic'",
        ),
        ({"symmetry": "xor"}, "symmetry must be one of 'or', 'and'; got 'xor'"),
    ],
)
@pytest.mark.parametrize("function", [markov_boundaries, record_boundaries])
def test_unknown_choices_are_refused(function, wrong, message):
    with pytest.raises(ValueError, match=message):
        function(Dag("A -> B"), **wrong)


def test_a_negative_budget_is_refused():
    with pytest.raises(ValueError, match="budget must be a non-negative number of tests"):
        record_boundaries(Dag("A -> B"), budget=-1)


@pytest.mark.parametrize("method", METHODS)
def test_no_variable_and_one(method):
    assert markov_boundaries(Dag(""), method) == {}
    assert markov_boundaries(Dag("A"), method) == {"A": frozenset()}


def test_total_conditioning_tells_its_events_too():
    events = [step.event for step in record_boundaries(Dag("A -> B"), "tc").steps]
    assert events == [ev.BoundaryFound(0, (1,)), ev.BoundaryFound(1, (0,))]
