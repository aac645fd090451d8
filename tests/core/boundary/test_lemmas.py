"""The lemmas behind the CI tests, in both directions.

A law takes the search that a lemma speaks of, to be made with a counting test; the package's are
in `marvel_widgets.core.boundary.lemmas`. The graph itself says what the answer must be.
"""

from itertools import combinations, product

import pytest

from marvel_widgets import DSeparation
from marvel_widgets.core.boundary import lemmas
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.independence.counting import CountingTest, Tally
from marvel_widgets.core.independence.log import TestLog
from tests.reference.checks import TRAPS, counterexample, dag_of
from tests.reference.dags import all_dags, children, co_parents, neighbors, small_dags
from tests.reference.separation import separation, subsets
from tests.reference.theory import condition_one_gaps, condition_two_gaps, is_removable_by_theorem


def asking(g):
    return CountingTest(DSeparation(dag_of(g)), Tally(log=TestLog()))


def each_boundary(g):
    """Yield each variable with its Markov boundary (two definitions agree: see test_dag)."""
    for x in g.vertices:
        yield x, neighbors(g, x) | co_parents(g, x)


def separates(g, a, b, found, forced=()):
    """Return whether a search found nothing, or a set that really separates."""
    return found is None or separation(g)(a, b, frozenset(members(found)) | frozenset(forced))


def made(family):
    """Return a family of tests as a search that is made."""
    return lambda ask, *roles: ask.search(Search(*family(*roles)))


# -- lem: neighbor -------------------------------------------------------------------


def neighbor_lemma(search):
    def law(g):
        ask = asking(g)
        for x, boundary in each_boundary(g):
            for y in boundary:
                found = search(ask, x, y, mask_of(boundary))
                if (found is None) != (y in neighbors(g, x)) or not separates(g, x, y, found):
                    return x, y, found
        return None

    return law


# -- lem: condition1 -----------------------------------------------------------------


def condition_one_lemma(search):
    def law(g):
        ask = asking(g)
        for x, boundary in each_boundary(g):
            found = {
                pair: search(ask, x, *pair, mask_of(boundary))
                for pair in combinations(sorted(neighbors(g, x)), 2)
            }
            holds = all(s is None for s in found.values())
            if holds != (not condition_one_gaps(g, x)):
                return x, found
            if not all(separates(g, *pair, s, {x}) for pair, s in found.items()):
                return x, found
        return None

    return law


# -- lem: v-structures ---------------------------------------------------------------


def separating_sets(g, x, t, inside):
    return [s for s in subsets(frozenset(inside) - {x, t}) if separation(g)(x, t, s)]


def v_structure_lemma(search):
    """For every separating set inside the boundary."""

    def law(g):
        ask = asking(g)
        for x, boundary in each_boundary(g):
            for t, y in product(co_parents(g, x), neighbors(g, x)):
                expected = y in children(g, x) & children(g, t)
                dependent = search(ask, x, y, t, mask_of(boundary)) is None
                for stored in separating_sets(g, x, t, boundary):
                    if (dependent and y not in stored) != expected:
                        return x, y, t, set(stored)
        return None

    return law


# -- lem: condition2 -----------------------------------------------------------------


def condition_two_lemma(search):
    def law(g):
        ask = asking(g)
        for x, boundary in each_boundary(g):
            if condition_one_gaps(g, x):
                continue
            triples = [
                (y, t, z)
                for t in sorted(co_parents(g, x))
                for y in sorted(children(g, x) & children(g, t))
                for z in sorted(neighbors(g, x) - {y})
            ]
            found = {(y, t, z): search(ask, x, y, t, z, mask_of(boundary)) for y, t, z in triples}
            holds = all(s is None for s in found.values())
            if holds != (not condition_two_gaps(g, x)):
                return x, found
            if holds != is_removable_by_theorem(g, x):
                return x, "not removable"
            if not all(separates(g, z, t, s, {x, y}) for (y, t, z), s in found.items()):
                return x, found
        return None

    return law


LAWS = {
    "neighbor": neighbor_lemma(made(lemmas.neighbor_search)),
    "condition 1": condition_one_lemma(made(lemmas.condition_one_search)),
    "v-structures": v_structure_lemma(made(lemmas.v_structure_search)),
    "condition 2": condition_two_lemma(made(lemmas.condition_two_search)),
}


@pytest.mark.parametrize("lemma", LAWS)
def test_the_lemma_holds_in_both_directions(lemma):
    assert counterexample(LAWS[lemma], small_dags(4)) is None
    assert counterexample(LAWS[lemma], TRAPS.values()) is None


@pytest.mark.night
@pytest.mark.parametrize("lemma", LAWS)
def test_the_lemma_holds_on_five_variables(lemma):
    assert counterexample(LAWS[lemma], all_dags(5)) is None


# -- sec: update Mb ------------------------------------------------------------------


def test_pairs_are_lexicographic():
    assert lemmas.pairs_of(0) == lemmas.pairs_of(0b100) == ()
    assert lemmas.pairs_of(0b11010) == ((1, 3), (1, 4), (3, 4))
