"""Runs: drained, recorded, stopped by a budget, written to JSON and read back."""

import pickle
from dataclasses import asdict
from functools import partial
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import (
    ALGORITHMS,
    BudgetExceededError,
    Dag,
    DSeparation,
    Pdag,
    marvel,
    networks,
    record,
)
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.algorithms import rival_events as rival
from marvel_widgets.core.algorithms.options import MarvelOptions
from marvel_widgets.core.algorithms.registry import start
from marvel_widgets.core.boundary.events import BoundaryFound
from marvel_widgets.core.graphs.errors import GraphError, UnknownVariableError
from tests import strategies
from tests.core.algorithms.test_rivals import EXACT
from tests.reference.checks import dag_of
from tests.reference.dags import all_dags, graph, small_dags

any_test = strategies.noisy_tests() | strategies.named_dags().map(DSeparation)
MARVELS = [
    ("marvel", {"bookkeeping": bookkeeping, "orientation": orientation})
    for bookkeeping, orientation in product(("none", "paper", "full"), ("recorded", "printed"))
]
runs = pytest.mark.parametrize(
    "runs", [MARVELS, [*EXACT, ("mmpc", {"symmetry": "or"})]], ids=["marvel", "rivals"]
)


# -- drained and recorded --------------------------------------------------------------


@runs
@given(any_test, st.data())
def test_drain_and_record_agree_in_result_and_counts(runs, test, data):
    name, options = data.draw(st.sampled_from(runs))
    drained, trace = ALGORITHMS[name](test, **options), record(name, test, **options)
    assert trace.result == drained
    assert trace.result.counts == drained.counts
    assert drained.counts.distinct is None
    assert trace.result.counts.distinct == trace.tests.distinct()
    assert record(name, test, **options) == trace
    assert name == "marvel" or trace.result.removal_order == ()


# -- steps and tests -------------------------------------------------------------------

# What the tests before an event are for, and what its separating set always contains.
PURPOSE = {
    BoundaryFound: "boundary-discovery",
    ev.NeighborDecided: "neighbors",
    ev.PairDecided: "condition-1",
    ev.SeparatingSetRenewed: "neighbors",
    ev.VStructureDecided: "v-structures",
    ev.TripleDecided: "condition-2",
    ev.BoundaryPairTested: "boundary-update",
    rival.EdgeDecided: "skeleton",
    rival.LinkDecided: "skeleton",
    rival.TriangleDecided: "skeleton",
    rival.ColliderTested: "orientation",
    rival.CandidateExcluded: "skeleton",
    rival.CandidateChosen: "skeleton",
    rival.CandidatesKnown: "skeleton",
}
FORCED = {ev.PairDecided: "x", ev.TripleDecided: "xy", rival.ColliderTested: "c"}


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
    if isinstance(event, rival.CandidateExcluded):
        tests = tests[-1:]  # those before it decided nothing
    if [t.independent for t in tests] != [False] * (len(tests) - 1) + [found is not None]:
        return "answers do not fit the decision"
    given_set = set(found or ()) | {getattr(event, x) for x in FORCED.get(type(event), "")}
    if found is not None and set(tests[-1].given) != given_set:
        return "another separating set"
    return None


@runs
@given(any_test, st.data())
def test_the_slices_of_tests_partition_the_log(runs, test, data):
    name, options = data.draw(st.sampled_from(runs))
    assert wrong_with_slices(record(name, test, **options)) is None


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


def wrong_with_budget(name, options, test, whole, budget):
    found = []
    for run in (partial(record, name), ALGORITHMS[name]):
        try:
            found.append((None, run(test, budget=budget, **options)))
        except BudgetExceededError as error:
            found.append((error, error.partial))
    (error, trace), (other, drained) = found
    if budget >= len(whole.tests):
        same = (trace, drained) == (whole, whole.result)
        return None if same and not error and not other else "stopped, or another run"
    if error is None or error.budget != budget or str(error) != str(other):
        return "not stopped"
    if f"more than the {budget:,} CI tests" not in str(error) or drained != trace.result:
        return "told or drained"
    if name == "marvel" and not drained.skeleton <= whole.result.skeleton:
        return "an edge of its own"
    if len(trace.tests) != budget or trace.result.counts.performed != budget:
        return "performed", len(trace.tests), trace.result.counts.performed
    if list(trace.tests) != whole.tests[:budget]:
        # a search that was cut has not found what it would find next
        return "no prefix of the tests"
    if trace.steps != whole.steps[: len(trace.steps)] or trace.result.complete:
        return "no prefix of the steps"
    following = whole.steps[len(trace.steps)].tests
    return "an event too few" if following <= budget else None


@pytest.mark.parametrize(("name", "options"), [("marvel", {}), *EXACT], ids=str)
def test_every_budget_stops_after_exactly_so_many_tests(name, options):
    """And a prefix of the run without one."""
    more = [*small_dags(3), *islice(all_dags(4), 0, None, 17)] if name == "marvel" else []
    for g in [graph(4, "01 21 13 03"), *more]:
        test = DSeparation(dag_of(g))
        whole = record(name, test, **options)
        for budget in range(len(whole.tests) + 2):
            assert not wrong_with_budget(name, options, test, whole, budget), (g, budget)


@runs
@given(strategies.noisy_tests(), st.data())
def test_a_budget_stops_any_test_at_any_place(runs, test, data):
    name, options = data.draw(st.sampled_from(runs))
    whole = record(name, test, **options)
    budget = data.draw(st.integers(0, len(whole.tests)))
    assert wrong_with_budget(name, options, test, whole, budget) is None


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


@runs
@given(any_test, st.data())
def test_a_recorded_run_can_be_kept(runs, test, data):
    name, options = data.draw(st.sampled_from(runs))
    trace = record(name, test, **options)
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


NO_BUDGET = "budget must be a non-negative number of tests, or None; got "
WRONG = [
    ("marvel", {"bookkeeping": "some"},
     "bookkeeping must be one of 'none', 'paper', 'full', 'distinct'; got 'some'"),
    ("marvel", {"orientation": None}, "must be one of 'recorded', 'printed'; got None"),
    ("marvel", {"no_removable": "skip"}, "no_removable must be one of"),
    ("marvel", {"removal_alpha": 1.0}, "a level between 0 and 1, or None; got 1.0"),
    ("marvel", {"removal_alpha": 0}, "removal_alpha"),
    ("marvel", {"removal_alpha": "a"}, "removal_alpha must be a level between 0 and 1"),
    ("marvel", {"budget": "x"}, f"{NO_BUDGET}'x'"),
    ("pc", {"variant": "fast"}, "variant must be one of 'original', 'stable'; got 'fast'"),
    ("pc", {"start": "empty"}, "start must be one of 'moral', 'complete'; got 'empty'"),
    ("mmpc", {"symmetry": "xor"}, "symmetry must be one of 'and', 'or'; got 'xor'"),
    ("mmpc", {"start": "empty"}, "start must be one of"),
    *((name, {"budget": -1}, f"{NO_BUDGET}-1") for name in ALGORITHMS),
]  # fmt: skip


@pytest.mark.parametrize(("name", "wrong", "message"), WRONG)
def test_an_unknown_option_is_refused_with_the_known_ones(name, wrong, message):
    with pytest.raises(ValueError, match=message):
        ALGORITHMS[name](Dag("A -> B"), **wrong)


def test_an_option_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(TypeError, match="marvel has no option 'orientatoin'; it has book"):
        record(marvel, Dag("A -> B"), orientatoin="printed")


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
@pytest.mark.parametrize("name", ALGORITHMS)
def test_boundaries_that_do_not_fit_are_refused(name, boundaries, error, message):
    with pytest.raises(error, match=message):
        ALGORITHMS[name](Dag("A -> B"), boundaries)


@given(strategies.named_dags(), st.sampled_from([list, set, iter]))
def test_given_boundaries_may_be_any_collections(dag, collection):
    found = {x: collection(sorted(dag.markov_boundary(x), key=str) * 2) for x in dag}
    result = marvel(dag, found)
    assert result.boundaries == {x: dag.markov_boundary(x) for x in dag}
    assert result.essential_graph == marvel(dag).essential_graph


def test_the_smallest_runs():
    nothing = marvel(Dag(""))
    assert (nothing.removal_order, nothing.counts.performed) == ((), 0)
    one = record(marvel, Dag("A"))
    assert one.result.removal_order == ("A",)
    assert one.result.essential_graph.skeleton == frozenset()
