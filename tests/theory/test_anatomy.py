"""The upper bound taken apart, held to the formulas of the paper and to every small run."""

from fractions import Fraction
from itertools import combinations
from math import comb

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag, lower_bound, record, upper_bound
from marvel_widgets.core.algorithms.events import Removed, Visited
from marvel_widgets.core.boundary.by_tests import neighborhood
from marvel_widgets.theory.bounds import (
    TERMS,
    Sizes,
    chain,
    corollary_exponent,
    largest_terms,
    overall_upper_bound,
    proper_term,
    ratios,
    spending,
    split_weight,
    table_one,
    term,
    terms,
    worst_split,
)
from tests.reference.checks import dag_of
from tests.reference.separation import subsets
from tests.slices import graphs_of
from tests.strategies import dags

splits = st.integers(1, 25).flatmap(
    lambda p: st.integers(0, min(p - 1, 12)).flatmap(
        lambda d: st.tuples(st.just(p), st.just(d), st.integers(0, d))
    )
)


@pytest.mark.parametrize("d", range(7))
def test_the_terms_count_the_sets_of_section_four(d):
    """Each question of the four lemmas and of the update, listed one by one."""
    for n in range(d + 1):
        near, apart = range(n), range(n, d)
        group = set(range(d))
        neighbor = [(y, s) for y in group for s in subsets(group - {y})]
        # given X, -1 here, and Mb without Y, T: as many sets as Mb + X - {Y, T} has
        collider = [
            (y, t, s) for y in near for t in apart for s in subsets((group | {-1}) - {y, t})
        ]
        one = [(z, w, s) for z, w in combinations(near, 2) for s in subsets(group - {z, w})]
        # "unique CI tests", S + {Y} within Mb - {Z, T}: Y is one of the given
        two = {(z, t, s) for z in near for t in apart for s in subsets(group - {z, t})}
        update = list(combinations(near, 2))
        sizes = dict(zip(TERMS, map(len, (neighbor, collider, one, two, update)), strict=True))
        assert {purpose: term(purpose, n, d - n) for purpose in TERMS} == sizes


@given(splits)
def test_the_chain_is_the_one_of_the_proof(size):
    p, d, n = size
    m = d - n
    half = Fraction(1, 2)
    k = (
        d * Fraction(2) ** (d - 1)
        + m * n * Fraction(2) ** (d - 1)
        + half * n * (n - 1) * Fraction(2) ** (d - 2)
        + m * n * Fraction(2) ** (d - 2)
    )
    update = half * n * (n - 1)
    quarter = Fraction(2) ** (d - 2)
    wanted = [
        p * (k - d + update),
        p * (k + update),
        p * (quarter * (2 * d + 3 * (d - n) * n + half * n * n) + update),
        p * (quarter * (2 * d + Fraction(9, 10) * d * d) + update),
        p * half * d * (d - 1) + p * half * d * (1 + Fraction(45, 100) * d) * 2**d,
    ]
    found = chain(p, d, n)
    assert [step.value for step in found] == wanted
    assert wanted == sorted(wanted)
    assert found[-1].value == upper_bound(p, d)
    assert sum(terms(p, d, n).values()) == wanted[1]


@pytest.mark.parametrize("d", range(1, 8))
def test_the_neighbor_lemma_asks_one_set_fewer_for_each_member(d):
    """In a clique nobody is separated, so each search asks all that it may."""
    clique = Dag(list(combinations(range(d + 1), 2)))
    made = neighborhood(clique, 0, clique.markov_boundary(0)).tests
    assert made == proper_term(d, 0) == term("neighbors", d, 0) - d


@given(st.integers(1, 40), st.fractions(0, 1))
def test_the_split_peaks_at_six_tenths_with_nine_tenths(d, share):
    peak = split_weight(d, Fraction(6, 10) * d)
    assert peak == Fraction(9, 10) * d * d
    assert split_weight(d, share * d) <= peak
    if share != Fraction(6, 10):
        assert split_weight(d, share * d) < peak


@pytest.mark.parametrize("d", range(13))
def test_the_worst_split_is_the_one_that_costs_most(d):
    def cost(n):
        m = d - n
        return Fraction(2) ** (d - 2) * (2 * d + 3 * m * n + comb(n, 2)) + comb(n, 2)

    assert cost(worst_split(d)) == max(map(cost, range(d + 1)))


@given(splits)
def test_the_largest_terms_are_those_of_some_split_each(size):
    p, d, n = size
    most = largest_terms(p, d)
    assert all(terms(p, d, n)[purpose] <= most[purpose] for purpose in TERMS)
    assert all(any(most[x] == terms(p, d, k)[x] for k in range(d + 1)) for x in TERMS)


def own_counts(dag, trace):
    """The proof's counts with the boundaries of what is left of the true graph at each turn."""
    left = nx.DiGraph(dag.edges)
    left.add_nodes_from(dag.nodes)
    total, seen = dict.fromkeys(TERMS, 0), set()
    for event in (step.event for step in trace.steps):
        if isinstance(event, Visited) and event.x not in seen:
            seen.add(event.x)
            near = set(left.pred[event.x]) | set(left.succ[event.x])
            apart = {t for y in left.succ[event.x] for t in left.pred[y]} - near - {event.x}
            n, m = len(near), len(apart)
            total["neighbors"] += (n + m) * 2 ** max(n + m - 1, 0)
            total["v-structures"] += n * m * 2 ** max(n + m - 1, 0)
            total["condition-1"] += comb(n, 2) * 2 ** max(n + m - 2, 0)
            total["condition-2"] += n * m * 2 ** max(n + m - 2, 0)
        if isinstance(event, Removed):
            total["boundary-update"] += comb(left.degree(event.x), 2)
            left.remove_node(event.x)
    return total


def check_spending(dag):
    trace = record("marvel", dag)
    rows = spending(trace, dag.max_in_degree)
    assert {row.purpose: row.own for row in rows} == own_counts(dag, trace)
    assert [row.purpose for row in rows] == list(TERMS)
    for row in rows:
        made = [t for t in trace.tests if t.purpose == row.purpose]
        assert row.performed == len(made)
        assert row.distinct == len({(frozenset((t.x, t.y)), t.given) for t in made})
        assert row.distinct <= row.own <= row.largest, (dag, row)
    distinct = trace.tests.distinct(without="boundary-discovery")
    assert distinct <= sum(row.distinct for row in rows)
    assert distinct <= upper_bound(len(dag), dag.max_in_degree)
    everything = trace.result.counts.distinct
    assert everything <= overall_upper_bound(len(dag), dag.max_in_degree)


@graphs_of("slice", "five")
def test_no_small_dag_passes_a_term(graphs):
    for g in graphs():
        check_spending(dag_of(g))


@given(dags(max_size=9))
def test_no_larger_dag_passes_a_term(dag):
    check_spending(dag)


def test_spending_speaks_of_marvel_alone():
    with pytest.raises(ValueError, match="pc's"):
        spending(record("pc", Dag("A -> B")), 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: term("skeleton", 1, 1), "'skeleton'"),
        (lambda: term("neighbors", -1, 1), "-1 neighbors"),
        (lambda: terms(5, 2, 3), "neighbors = 3"),
        (lambda: terms(5, 5, 3), "p = 5"),
        (lambda: Sizes(5, 3, 2, 4), "in-degree 3"),
        (lambda: Sizes(5, 2, 3, 5), "boundary 5"),
        (lambda: corollary_exponent(1, 0), "p = 1"),
        (lambda: ratios(0, 0), "p = 0"),
    ],
)
def test_numbers_without_sense_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


PRINTED = {  # as the paper prints them, read by Python
    "PC": "p**D",
    "PC that knows Δin": "p**din",
    "GS": "p**2 + p * a**2 * 2**a",
    "CS": "p**2 * 2**a",
    "MMPC": "p**2 * 2**a",
    "MARVEL": "p**2 + p * din**2 * 2**din",
    "Lower bound": "p**2 + p * din * 2**din",
}


@given(dags(min_size=1, max_size=10))
def test_table_one_of_a_graph(dag):
    graph = nx.DiGraph(dag.edges)
    graph.add_nodes_from(dag.nodes)
    moral = nx.moral_graph(graph)
    numbers = {
        "p": len(graph),
        "din": max(dict(graph.in_degree).values()),
        "D": max(dict(graph.degree).values()),
        "a": max(dict(moral.degree).values()),
    }
    rows = table_one(Sizes.of(dag))
    assert {row.algorithm for row in rows} == set(PRINTED)
    for row in rows:
        assert row.value == eval(PRINTED[row.algorithm], {}, numbers)


@given(st.integers(2, 60), st.data())
def test_the_ratio_of_the_orders_is_at_most_the_in_degree(p, data):
    d = data.draw(st.integers(1, p - 1))
    found = ratios(p, d)
    assert 1 <= found.of_orders <= d
    assert found.of_bounds == Fraction(overall_upper_bound(p, d)) / lower_bound(p, d)
    assert found.of_bounds >= 1


@given(st.integers(2, 10**6), st.integers(0, 40))
def test_the_corollary_rewrites_the_bound_exactly(p, d):
    """With d = c log2(p): p d^2 2^d = p^(c+1) (c log2 p)^2."""
    from math import isclose, log2

    c = corollary_exponent(p, d)
    assert isclose(p * d**2 * 2**d, p ** (c + 1) * (c * log2(p)) ** 2, rel_tol=1e-9)
