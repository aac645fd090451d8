"""Runs: drained, recorded, stopped by a budget, written to JSON and read back."""

import pickle
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import (
    ALGORITHMS,
    BudgetExceededError,
    Dag,
    DSeparation,
    FunctionTest,
    Pdag,
    marvel,
    networks,
    record,
)
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms.event_types import EVENTS
from marvel_widgets.core.algorithms.options import MarvelOptions
from marvel_widgets.core.algorithms.registry import start
from marvel_widgets.core.boundary.events import BoundaryFound, Event
from marvel_widgets.core.graphs.errors import GraphError, UnknownVariableError
from tests import strategies
from tests.reference.broken import noisy
from tests.reference.checks import counterexample, dag_of
from tests.reference.dags import all_dags, small_dags
from tests.reference.separation import separation

options = st.fixed_dictionaries(
    {"bookkeeping": strategies.bookkeepings, "orientation": strategies.orientations}
)


@st.composite
def noisy_tests(draw):
    """A test with some wrong answers, always the same ones."""
    g = draw(strategies.graphs(max_size=6))
    rate = draw(st.sampled_from([0.0, 0.1, 0.4]))
    return FunctionTest(g.vertices, noisy(separation(g), rate, draw(st.integers(0, 99))))


any_test = noisy_tests() | strategies.named_dags().map(DSeparation)


# -- drained and recorded --------------------------------------------------------------


@given(any_test, options)
def test_drain_and_record_agree_in_result_and_counts(test, chosen):
    drained, trace = marvel(test, **chosen), record(marvel, test, **chosen)
    assert trace.result == drained
    assert trace.result.counts == drained.counts
    assert drained.counts.distinct is None
    assert trace.result.counts.distinct == trace.tests.distinct()


# -- steps and tests -------------------------------------------------------------------

PURPOSE = {
    BoundaryFound: "boundary-discovery",
    ev.NeighborDecided: "neighbors",
    ev.PairDecided: "condition-1",
    ev.SeparatingSetRenewed: "neighbors",
    ev.VStructureDecided: "v-structures",
    ev.TripleDecided: "condition-2",
    ev.BoundaryPairTested: "boundary-update",
}


def slices(trace):
    """Return each event with the tests done since the one before it."""
    at, parts = 0, []
    for step in trace.steps:
        parts.append((step.event, trace.tests[at : step.tests]))
        at = step.tests
    return parts


def wrong_with_slices(trace):
    """The slices partition the log, and each holds only tests that its event speaks of."""
    done = [step.tests for step in trace.steps]
    if done != sorted(done):
        return "a step before the one before it"
    parts = slices(trace)
    if [t for _, tests in parts for t in tests] != list(trace.tests):
        return "no partition"
    for event, tests in parts:
        if {t.purpose for t in tests} - {PURPOSE.get(type(event))}:
            return "tests of another purpose", event, tests
        found = getattr(event, "separating_set", None)
        if tests and type(event) in PURPOSE and hasattr(event, "separating_set"):
            wrong = wrong_with_search(event, found, tests)
            if wrong:
                return wrong, event, tests
    return None


def wrong_with_search(event, found, tests):
    if [t.independent for t in tests] != [False] * (len(tests) - 1) + [found is not None]:
        return "answers do not fit the decision"
    forced = {ev.PairDecided: ("x",), ev.TripleDecided: ("x", "y")}.get(type(event), ())
    given_set = set(found or ()) | {getattr(event, name) for name in forced}
    if found is not None and set(tests[-1].given) != given_set:
        return "another separating set"
    return None


@given(any_test, options)
def test_the_slices_of_tests_partition_the_log(test, chosen):
    assert wrong_with_slices(record(marvel, test, **chosen)) is None


@given(any_test)
def test_the_events_hold_the_whole_answer(test):
    trace = record(marvel, test)
    assert rebuilt(trace) == trace.result.essential_graph
    left = [trace.names[s.event.x] for s in trace.steps if isinstance(s.event, ev.Removed)]
    assert tuple(left) == trace.result.removal_order


def rebuilt(trace):
    """Return the essential graph from nothing but the events."""
    edges, directed = set(), {}
    for step in trace.steps:
        match step.event:
            case ev.NeighborsKnown(x, near, _, False):
                edges |= {frozenset((x, y)) for y in near}
            case ev.VStructuresCollected(found, _):
                directed = {frozenset((t, c)): (t, c) for a, c, b in found for t in (a, b)}
            case ev.EdgeDirected(_, tail, head, _):
                directed[frozenset((tail, head))] = (tail, head)
    name = trace.names.__getitem__
    return Pdag.from_edges(
        trace.names,
        [tuple(map(name, edge)) for edge in directed.values()],
        [tuple(map(name, pair)) for pair in edges - set(directed)],
    )


# -- budgets ---------------------------------------------------------------------------


def stops_exactly(run_with_budget):
    """For every budget: so many tests, and a prefix of the run without one."""

    def law(g):
        test = DSeparation(dag_of(g))
        whole = record(marvel, test)
        for budget in range(len(whole.tests) + 2):
            got = run_with_budget(test, budget)
            wrong = wrong_with_budget(whole, got, budget)
            if wrong:
                return budget, wrong
        return None

    return law


def wrong_with_budget(whole, got, budget):
    trace, stopped = got
    enough = budget >= len(whole.tests)
    if stopped == enough:
        return "stopped" if enough else "not stopped"
    if enough:
        return None if trace == whole else "another run"
    if len(trace.tests) != budget or trace.result.counts.performed != budget:
        return "performed", len(trace.tests), trace.result.counts.performed
    if list(trace.tests) != whole.tests[:budget]:
        # a search that was cut has not found what it would find next
        return "no prefix of the tests"
    if trace.steps != whole.steps[: len(trace.steps)] or trace.result.complete:
        return "no prefix of the steps"
    following = whole.steps[len(trace.steps)].tests
    return "an event too few" if following <= budget else None


def recorded_with_budget(test, budget, **chosen):
    """Return the trace, whole or partial, and whether the budget stopped it."""
    try:
        return record(marvel, test, budget=budget, **chosen), False
    except BudgetExceededError as error:
        return error.partial, True


def test_every_budget_stops_after_exactly_so_many_tests():
    law = stops_exactly(recorded_with_budget)
    assert counterexample(law, small_dags(3)) is None
    assert counterexample(law, list(all_dags(4))[::17]) is None


@given(noisy_tests(), options, st.data())
def test_a_budget_stops_any_test_at_any_place(test, chosen, data):
    whole = record(marvel, test, **chosen)
    budget = data.draw(st.integers(0, len(whole.tests)))
    got = recorded_with_budget(test, budget, **chosen)
    assert wrong_with_budget(whole, got, budget) is None


@given(strategies.dags(min_size=2, max_size=6), st.data())
def test_the_partial_result_of_a_drained_run_is_that_of_the_recorded_one(dag, data):
    whole = marvel(dag)
    budget = data.draw(st.integers(0, whole.counts.performed - 1))
    with pytest.raises(BudgetExceededError) as drained:
        marvel(dag, budget=budget)
    with pytest.raises(BudgetExceededError) as recorded:
        record(marvel, dag, budget=budget)
    assert drained.value.budget == recorded.value.budget == budget
    assert drained.value.partial == recorded.value.partial.result
    assert not drained.value.partial.complete
    assert drained.value.partial.counts.performed == budget
    assert drained.value.partial.skeleton <= whole.skeleton
    assert f"more than the {budget:,} CI tests" in str(drained.value)


def test_a_recorded_run_is_shown_in_a_line():
    trace = record("marvel", networks.load("asia"))
    assert repr(trace) == str(trace)
    assert repr(trace) == (
        f"<Trace of marvel: 8 variables, {len(trace.steps)} steps, {len(trace.tests)} CI tests>"
    )
    found = f"{trace.result.essential_graph!r}, {len(trace.tests)} CI tests"
    assert repr(trace.result) == f"<Result of marvel: {found}>"
    with pytest.raises(BudgetExceededError) as stopped:
        record("marvel", networks.load("asia"), budget=30)
    assert repr(stopped.value.partial).endswith(", 30 CI tests, stopped>")


@given(any_test, options)
def test_a_recorded_run_can_be_kept(test, chosen):
    trace = record(marvel, test, **chosen)
    back = pickle.loads(pickle.dumps(trace))
    assert back == trace
    assert list(back.tests) == list(trace.tests)


def test_the_ledger_names_every_test():
    trace = record(marvel, Dag("X -> Y <- T"))
    rows = trace.ledger()
    assert len(rows) == len(trace.tests)
    assert rows[0] == {
        "number": 1,
        "x": "X",
        "y": "Y",
        "given": ("T",),
        "independent": False,
        "purpose": "boundary-discovery",
        "p_value": None,
        "alpha": None,
        "fallback": "",
    }


def test_every_event_type_is_registered():
    # by name: a dataclass with slots is made twice; only ours: other tests make some up
    ours = {
        k.__name__ for k in Event.__subclasses__() if k.__module__.startswith("marvel_widgets.")
    }
    assert set(EVENTS) == ours


# -- starting a run --------------------------------------------------------------------


def test_an_algorithm_goes_by_its_function_and_its_name():
    dag = Dag("X -> Y <- T")
    assert record(marvel, dag) == record("marvel", dag)
    assert ALGORITHMS["marvel"] is marvel
    assert start("marvel", dag).names == dag.nodes


@pytest.mark.parametrize("unknown", ["pcc", None])
def test_an_unknown_algorithm_is_refused(unknown):
    with pytest.raises(ValueError, match=r"unknown algorithm .*; choose one of marvel"):
        record(unknown, Dag("A -> B"))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"bookkeeping": "some"},
            "bookkeeping must be one of 'none', 'paper', 'full', 'distinct'; got 'some'",
        ),
        ({"orientation": None}, "orientation must be one of 'recorded', 'printed'; got None"),
        ({"no_removable": "skip"}, "no_removable must be one of"),
        ({"removal_alpha": 1.0}, "a level between 0 and 1, or None; got 1.0"),
        ({"removal_alpha": 0}, "removal_alpha"),
        ({"budget": -1}, "budget must be a non-negative number of tests, or None; got -1"),
    ],
)
def test_an_unknown_option_is_refused_with_the_known_ones(wrong, message):
    with pytest.raises(ValueError, match=message):
        marvel(Dag("A -> B"), **wrong)


def test_the_options_are_kept_with_the_result():
    chosen = {
        "bookkeeping": "paper",
        "orientation": "printed",
        "no_removable": "stop",
        "removal_alpha": None,
    }
    assert marvel(Dag("A -> B"), **chosen).options == {**chosen, "boundaries": "tc"}
    assert marvel(Dag("A -> B")).options == {**asdict(MarvelOptions()), "boundaries": "tc"}


@pytest.mark.parametrize(
    ("boundaries", "error", "message"),
    [
        ({"A": ["B"]}, GraphError, "no entry for 'B'"),
        ({"A": ["B"], "B": []}, GraphError, "not symmetric: 'B' is in the boundary of 'A'"),
        ({"A": ["A", "B"], "B": ["A"]}, GraphError, "'A' is in its own boundary"),
        ({"A": ["Bb"], "B": []}, UnknownVariableError, "did you mean 'B'"),
        ({"A": [], "B": [], "C": []}, UnknownVariableError, "'C'"),
    ],
)
def test_boundaries_that_do_not_fit_are_refused(boundaries, error, message):
    with pytest.raises(error, match=message):
        marvel(Dag("A -> B"), boundaries)


@given(strategies.named_dags(), st.sampled_from([list, set, iter]))
def test_given_boundaries_may_be_any_collections(dag, collection):
    found = {x: collection(sorted(dag.markov_boundary(x), key=str) * 2) for x in dag}
    result = marvel(dag, found)
    assert result.boundaries == {x: dag.markov_boundary(x) for x in dag}
    assert result.essential_graph == marvel(dag).essential_graph


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"budget": "x"},
            ValueError,
            "budget must be a non-negative number of tests, or None; got 'x'",
        ),
        ({"removal_alpha": "a"}, ValueError, "removal_alpha must be a level between 0 and 1"),
        ({"orientatoin": "printed"}, TypeError, "marvel has no option 'orientatoin'; it has book"),
    ],
)
def test_options_that_make_no_sense_are_named(options, error, message):
    with pytest.raises(error, match=message):
        record(marvel, Dag("A -> B"), **options)


def test_the_smallest_runs():
    nothing = marvel(Dag(""))
    assert (nothing.removal_order, nothing.counts.performed) == ((), 0)
    one = record(marvel, Dag("A"))
    assert one.result.removal_order == ("A",)
    assert one.result.essential_graph.skeleton == frozenset()
