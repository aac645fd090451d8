"""The lemmas behind the CI tests, in both directions.

A law takes the search that a lemma speaks of, to be made with a counting test; the package's are
in `marvel_widgets.core.boundary.lemmas`. The graph itself says what the answer must be.
"""

from itertools import combinations, product

from marvel_widgets import DSeparation
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.counting import CountingTest, Tally
from marvel_widgets.core.independence.log import TestLog
from tests.reference.checks import dag_of
from tests.reference.dags import children, co_parents, neighbors
from tests.reference.separation import separation, subsets
from tests.reference.theory import condition_one_gaps, condition_two_gaps, is_removable_by_theorem
from tests.slices import graphs_of


def asking(g):
    return CountingTest(DSeparation(dag_of(g)), Tally(log=TestLog()))


def each_boundary(g):
    """Yield each variable with its Markov boundary (two definitions agree: see test_dag)."""
    for x in g.vertices:
        yield x, neighbors(g, x) | co_parents(g, x)


def separates(g, a, b, found, forced=()):
    """Return whether a search found nothing, or a set that really separates."""
    return found is None or separation(g)(a, b, frozenset(members(found)) | frozenset(forced))


def made(ask, family, *roles):
    """Return what the search of a family of tests finds."""
    return ask.search(Search(*family(*roles)))


every_small_graph = graphs_of("small", "traps", "five")


@every_small_graph
def test_the_neighbor_lemma_holds_in_both_directions(graphs):
    for g in graphs():
        ask = asking(g)
        for x, boundary in each_boundary(g):
            for y in boundary:
                found = made(ask, lemmas.neighbor_search, x, y, mask_of(boundary))
                assert (found is None) == (y in neighbors(g, x)), (g, x, y)
                assert separates(g, x, y, found), (g, x, y)


@every_small_graph
def test_the_lemma_of_condition_1_holds_in_both_directions(graphs):
    for g in graphs():
        ask = asking(g)
        for x, boundary in each_boundary(g):
            found = {
                pair: made(ask, lemmas.condition_one_search, x, *pair, mask_of(boundary))
                for pair in combinations(sorted(neighbors(g, x)), 2)
            }
            holds = all(s is None for s in found.values())
            assert holds == (not condition_one_gaps(g, x)), (g, x)
            assert all(separates(g, *pair, s, {x}) for pair, s in found.items()), (g, x)


@every_small_graph
def test_the_v_structure_lemma_holds_for_every_separating_set_in_the_boundary(graphs):
    for g in graphs():
        ask = asking(g)
        for x, boundary in each_boundary(g):
            for t, y in product(co_parents(g, x), neighbors(g, x)):
                expected = y in children(g, x) & children(g, t)
                dependent = made(ask, lemmas.v_structure_search, x, y, t, mask_of(boundary)) is None
                for stored in subsets(frozenset(boundary) - {x, t}):
                    if separation(g)(x, t, stored):
                        assert (dependent and y not in stored) == expected, (g, x, y, t, stored)


@every_small_graph
def test_the_lemma_of_condition_2_holds_in_both_directions(graphs):
    for g in graphs():
        ask = asking(g)
        for x, boundary in each_boundary(g):
            if condition_one_gaps(g, x):
                continue
            found = {
                (y, t, z): made(ask, lemmas.condition_two_search, x, y, t, z, mask_of(boundary))
                for t in sorted(co_parents(g, x))
                for y in sorted(children(g, x) & children(g, t))
                for z in sorted(neighbors(g, x) - {y})
            }
            holds = all(s is None for s in found.values())
            assert holds == (not condition_two_gaps(g, x)) == is_removable_by_theorem(g, x), (g, x)
            for (y, t, z), s in found.items():
                assert separates(g, z, t, s, {x, y}), (g, x, y, t, z)


def test_pairs_are_lexicographic():
    assert lemmas.pairs_of(0) == lemmas.pairs_of(0b100) == ()
    assert lemmas.pairs_of(0b11010) == ((1, 3), (1, 4), (3, 4))
