"""Numbers that are quoted: pinned to the unit, so that no change moves one unnoticed."""

from fractions import Fraction
from itertools import islice, pairwise

import pytest
from hypothesis import given

from marvel_widgets import Dag, lower_bound, marvel, record, upper_bound
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.theory.bounds import lower_bound_clusters
from tests import strategies
from tests.reference import broken
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.checks import TRAPS, counterexample, dag_of
from tests.reference.dags import all_dags, max_in_degree, small_dags
from tests.reference.separation import separation
from tests.slices import one_in

BOOKKEEPINGS = ("none", "paper", "full")


def clique(p):
    return Dag([(a, b) for b in range(p) for a in range(b)], nodes=range(p))


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


# -- free of charge --------------------------------------------------------------------


def test_a_star_of_fourteen_costs_ninety_one_tests_and_then_none():
    counts = marvel(star(13)).counts
    assert counts.by_purpose == {"boundary-discovery": 91}
    assert counts.after_boundaries == 0
    assert counts.by_size == {12: 91}


def test_with_plain_subsets_the_star_costs_thirteen_more():
    edges = frozenset((0, leaf) for leaf in range(1, 14))
    g = max(small_dags(1))._replace(vertices=tuple(range(14)), edges=edges)
    calls = {
        kind: sum(q.purpose == "neighbors" for q in kind(14, separation(g)).run().queries)
        for kind in (AlgorithmOne, broken.PlainSubsetsOfNeighbors)
    }
    assert calls == {AlgorithmOne: 0, broken.PlainSubsetsOfNeighbors: 13}


@given(strategies.graphs(max_size=9))
def test_in_degree_one_is_free_after_boundary_discovery(g):
    kept = {}
    for tail, head in sorted(g.edges):
        kept.setdefault(head, tail)
    forest = Dag([(tail, head) for head, tail in kept.items()], nodes=g.vertices)
    assert marvel(forest).counts.after_boundaries == 0


# -- cliques and the lower bound -------------------------------------------------------


@pytest.mark.parametrize(("p", "distinct"), [(3, 6), (4, 24), (5, 80), (6, 240), (7, 672)])
def test_a_clique_asks_every_statement_there_is(p, distinct):
    counts = record(marvel, clique(p)).result.counts
    assert counts.distinct == distinct == lower_bound(p, p - 1)
    assert distinct == p * (p - 1) // 2 * 2 ** (p - 2)


@pytest.mark.parametrize(("p", "calls"), [(3, 4), (4, 22), (5, 80), (6, 245)])
def test_after_boundary_discovery_a_clique_may_ask_less_than_the_lower_bound(p, calls):
    assert marvel(clique(p)).counts.after_boundaries == calls


@pytest.mark.parametrize(("clusters", "d"), [(2, 1), (2, 2), (3, 2), (2, 3)])
def test_the_lower_bound_counts_the_statements_inside_its_clusters(clusters, d):
    """Example 1 of the lower bound; between clusters one test for each pair is added."""
    size = d + 1
    edges = [(a + s, b + s) for s in range(0, clusters * size, size)
             for b in range(size) for a in range(b)]  # fmt: skip
    trace = record(marvel, Dag(edges, nodes=range(clusters * size)))
    inside = {
        (frozenset((t.x, t.y)), frozenset(v for v in t.given if v // size == t.x // size))
        for t in trace.tests
        if t.x // size == t.y // size
    }
    assert len(inside) == lower_bound_clusters(clusters * size, d)


# -- the upper bound -------------------------------------------------------------------


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
@one_in(13)
def test_distinct_tests_stay_below_the_upper_bound(bookkeeping, every):
    law = within(upper_bound, bookkeeping)
    assert counterexample(law, islice(small_dags(4), 0, None, every)) is None
    assert counterexample(law, TRAPS.values()) is None


@pytest.mark.night
def test_distinct_tests_of_five_variables_stay_below_the_upper_bound():
    assert counterexample(within(upper_bound), all_dags(5)) is None


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


@pytest.mark.parametrize(("p", "paper", "full"), [(20, 135, 63), (40, 475, 133), (60, 1015, 203)])
def test_the_excess_grows_with_the_graph(p, paper, full):
    dag = path_fed_into_a_strip(path=p // 2, strip=p - p // 2)
    calls = [marvel(dag, bookkeeping=b).counts.after_boundaries for b in ("paper", "full")]
    assert calls == [paper, full]
    assert full < 0.4 * upper_bound(p, 2)
    assert (paper > upper_bound(p, 2)) == (p > 20)


def test_condition_two_repeats_sets():
    """X and T over a clique of four children: 28 statements in 48 calls."""
    edges = [(top, c) for top in (0, 1) for c in range(2, 6)]
    edges += [(a, b) for b in range(2, 6) for a in range(2, b)]
    trace = record(marvel, Dag(edges, nodes=range(6)))
    tests = [t for t in trace.tests if t.purpose == "condition-2"]
    assert (len(tests), distinct(tests)) == (48, 28)
    assert trace.result.counts.by_purpose == {
        "boundary-discovery": 15,
        "neighbors": 100,
        "condition-1": 79,
        "v-structures": 64,
        "condition-2": 48,
        "boundary-update": 16,
    }


# -- the traps -------------------------------------------------------------------------


def test_an_update_conditions_on_more_variables_than_the_in_degree():
    dag = dag_of(TRAPS["large update set"])
    assert dag.max_in_degree == 2
    sizes = record(marvel, dag).result.counts.by_purpose_and_size["boundary-update"]
    assert max(sizes) == 3


def test_the_lost_co_parent_makes_a_separating_set_be_searched_again():
    trap = dag_of(TRAPS["lost co-parent in a stored set"])
    for bookkeeping, renewed in (("none", 0), ("paper", 1), ("full", 1)):
        trace = record(marvel, trap, bookkeeping=bookkeeping)
        events = [s.event for s in trace.steps if isinstance(s.event, ev.SeparatingSetRenewed)]
        assert len(events) == renewed


@pytest.mark.parametrize(
    ("trap", "kind"),
    [
        ("lost co-parent in a stored set", broken.StoredSetsNeverRenewed),
        ("stale co-parents", broken.StaleCoParents),
        ("Condition 2 skipped", broken.ConditionTwoSkipped),
        ("line 13, ties by index", broken.PrintedOrientation),
        ("line 13, any ties", broken.PrintedOrientation),
    ],
)
def test_each_trap_catches_the_reading_it_is_named_for(trap, kind):
    g = TRAPS[trap]
    right = AlgorithmOne(len(g.vertices), separation(g)).run().essential_graph()
    assert kind(len(g.vertices), separation(g)).run().essential_graph() != right


# -- what counts -----------------------------------------------------------------------


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
