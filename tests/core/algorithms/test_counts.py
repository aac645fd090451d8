"""Numbers that are quoted: pinned to the unit, so that no change moves one unnoticed."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given

from marvel_widgets import ALGORITHMS, Dag, marvel, record, upper_bound
from marvel_widgets.core.algorithms import events as ev
from tests import strategies
from tests.reference.checks import counterexample, dag_of
from tests.reference.dags import max_in_degree
from tests.slices import graphs_of

BOOKKEEPINGS = ("none", "paper", "full")


def star(leaves):
    """A hub that causes all others."""
    return Dag([(0, leaf) for leaf in range(1, leaves + 1)], nodes=range(leaves + 1))


def path_fed_into_a_strip(path, strip):
    """A path from the first to the second vertex of a strip of triangles, numbered first."""
    ends = range(path, path + strip)
    chain = [ends[0], *range(path), ends[1]]
    edges = list(pairwise(chain))
    edges += [(ends[i - k], ends[i]) for i in range(1, strip) for k in (1, 2) if i >= k]
    return Dag(edges, nodes=range(path + strip))


def test_a_star_of_fourteen_costs_ninety_one_tests_and_then_none():
    counts = marvel(star(13)).counts
    assert counts.by_purpose == {"boundary-discovery": 91}
    assert counts.after_boundaries == 0
    assert counts.by_size == {12: 91}


def test_the_star_of_fourteen():
    traces = {name: record(name, star(13)) for name in ALGORITHMS}
    found = {
        name: (
            trace.result.counts.after_boundaries,
            trace.tests.distinct(without="boundary-discovery"),
        )
        for name, trace in traces.items()
    }
    assert found == {
        "marvel": (0, 0),
        "pc": (53_248, 53_248),
        "grow_shrink": (91, 91),
        "collider_set": (0, 0),
        "mmpc": (61_465, 53_248),
    }


def test_levels_are_one_search_each():
    dag = Dag.random_fixed_in_degree(12, 3, Random(1))
    trace = record("pc", dag)
    assert all(
        entry.search.size is not None for entry in trace.tests.entries if "skel" in entry.purpose
    )
    assert trace.result.counts.by_purpose["skeleton"] == trace.result.counts.after_boundaries


def after_boundaries(trace):
    return [t for t in trace.tests if t.purpose != "boundary-discovery"]


def distinct(tests):
    return len({(frozenset((t.x, t.y)), t.given) for t in tests})


def within(bound, bookkeeping="full"):
    """Distinct tests after boundary discovery never exceed a bound."""

    def law(g):
        trace = record(marvel, dag_of(g), bookkeeping=bookkeeping)
        asked = distinct(after_boundaries(trace))
        most = bound(len(g.vertices), max_in_degree(g))
        return None if asked <= most else (asked, most)

    return law


@pytest.mark.parametrize("bookkeeping", BOOKKEEPINGS)
@graphs_of("slice", "traps", "five")
def test_distinct_tests_stay_below_the_upper_bound(bookkeeping, graphs):
    assert counterexample(within(upper_bound, bookkeeping), graphs()) is None


@given(strategies.graphs(max_size=9), strategies.bookkeepings)
def test_distinct_tests_of_drawn_graphs_stay_below_the_upper_bound(g, bookkeeping):
    assert within(upper_bound, bookkeeping)(g) is None


def test_calls_exceed_the_upper_bound_with_the_papers_bookkeeping():
    dag = path_fed_into_a_strip(path=15, strip=18)
    assert (len(dag), dag.max_in_degree) == (33, 2)
    bound = upper_bound(33, 2)
    assert bound == Fraction("283.8")
    runs = {b: record(marvel, dag, bookkeeping=b) for b in BOOKKEEPINGS}
    calls = {b: len(after_boundaries(trace)) for b, trace in runs.items()}
    assert calls == {"none": 782, "paper": 334, "full": 110}
    assert calls["paper"] > bound > calls["full"]
    assert {distinct(after_boundaries(trace)) for trace in runs.values()} == {97}


@given(strategies.dags(max_size=8), strategies.bookkeepings)
def test_the_counts_are_those_of_the_log(dag, bookkeeping):
    trace = record(marvel, dag, bookkeeping=bookkeeping)
    counts, tests = trace.result.counts, list(trace.tests)
    assert counts.performed == len(tests)
    assert counts.after_boundaries == len(after_boundaries(trace))
    assert counts.distinct == distinct(tests)
    table = {}
    for t in tests:
        sizes = table.setdefault(t.purpose, {})
        sizes[len(t.given)] = sizes.get(len(t.given), 0) + 1
    assert counts.by_purpose_and_size == table
    sizes = [len(t.given) for t in tests]
    assert counts.mean_size == pytest.approx(sum(sizes) / len(sizes) if sizes else 0)


@given(strategies.dags(max_size=8))
def test_what_is_reused_is_what_was_not_asked_again(dag):
    """Every search of the run without memory is asked or reused by the run with it."""
    reused = marvel(dag, bookkeeping="full").counts.reused
    assert set(reused) <= {"neighbors", "condition-1", "v-structures", "condition-2"}
    decided = {"none": {}, "full": {}}
    for bookkeeping, tally in decided.items():
        for step in record(marvel, dag, bookkeeping=bookkeeping).steps:
            kind = type(step.event)
            if kind in (ev.PairDecided, ev.TripleDecided):
                tally[kind] = tally.get(kind, 0) + 1
    assert decided["none"] == decided["full"]  # the same decisions, only some from memory
    steps = record(marvel, dag, bookkeeping="full").steps
    for kind, purpose in ((ev.PairDecided, "condition-1"), (ev.TripleDecided, "condition-2")):
        from_memory = sum(isinstance(s.event, kind) and s.event.reused for s in steps)
        assert reused.get(purpose, 0) == from_memory


def test_boundaries_that_are_given_cost_nothing():
    dag = Dag("X -> Y <- T; Y -> Z")
    given_ones = {x: dag.markov_boundary(x) for x in dag}
    with_them = marvel(dag, given_ones)
    without = marvel(dag)
    assert with_them.essential_graph == without.essential_graph
    assert with_them.counts.performed == without.counts.after_boundaries
    assert "boundary-discovery" not in with_them.counts.by_purpose
