"""The lemmas behind the CI tests, in both directions, and why each hypothesis is needed.

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
from tests.reference import broken
from tests.reference.checks import TRAPS, counterexample, dag_of
from tests.reference.dags import (
    all_dags,
    children,
    co_parents,
    graph,
    max_in_degree,
    neighbors,
    parents,
    small_dags,
    without,
)
from tests.reference.separation import separation, subsets
from tests.reference.theory import (
    condition_one_gaps,
    condition_two_gaps,
    is_removable_by_definition,
    is_removable_by_theorem,
    markov_boundary,
)


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


def v_structure_lemma(search, *, asks_search=True, asks_set=True, outside=False):
    """For every separating set inside the boundary (or any set, with `outside`)."""

    def is_common_child(g, ask, x, y, t, stored, boundary):
        if asks_set and y in stored:
            return False
        return not asks_search or search(ask, x, y, t, mask_of(boundary)) is None

    def law(g):
        ask = asking(g)
        for x, boundary in each_boundary(g):
            for t, y in product(co_parents(g, x), neighbors(g, x)):
                expected = y in children(g, x) & children(g, t)
                for stored in separating_sets(g, x, t, g.vertices if outside else boundary):
                    if is_common_child(g, ask, x, y, t, stored, boundary) != expected:
                        return x, y, t, set(stored)
        return None

    return law


# -- lem: condition2 -----------------------------------------------------------------


def condition_two_lemma(search, *, under_condition_one=True):
    def law(g):
        ask = asking(g)
        for x, boundary in each_boundary(g):
            if under_condition_one and condition_one_gaps(g, x):
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
            if under_condition_one and holds != is_removable_by_theorem(g, x):
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


# -- each hypothesis is needed -------------------------------------------------------

WEAKER = {
    # what is dropped: (law, a smallest counterexample)
    "neighbor: marginal test only": (
        neighbor_lemma(broken.neighbor_by_marginal_test),
        graph(4, "01 03 12 23"),
    ),
    "neighbor: the full set only": (
        neighbor_lemma(broken.neighbor_by_full_set),
        graph(3, "02 12"),
    ),
    "condition 1: X not given": (
        condition_one_lemma(made(broken.condition_one_without_x)),
        graph(3, "01 02"),
    ),
    "condition 2: Y not given": (
        condition_two_lemma(made(broken.condition_two_without_y)),
        graph(4, "02 03 12 23"),
    ),
    "condition 2: X not given": (
        condition_two_lemma(made(broken.condition_two_without_x)),
        graph(4, "02 03 12 23"),
    ),
    "condition 2: although condition 1 fails": (
        condition_two_lemma(made(lemmas.condition_two_search), under_condition_one=False),
        graph(4, "02 03 12"),
    ),
    "v-structures: Y may be in the separating set": (
        v_structure_lemma(made(lemmas.v_structure_search), asks_set=False),
        graph(4, "01 03 12 23"),
    ),
    "v-structures: only Y not in the separating set": (
        v_structure_lemma(made(lemmas.v_structure_search), asks_search=False),
        graph(4, "02 03 12"),
    ),
    "v-structures: X never given": (
        v_structure_lemma(made(broken.v_structure_never_given_x)),
        graph(4, "02 03 12 23"),
    ),
    "v-structures: any separating set": (
        v_structure_lemma(made(lemmas.v_structure_search), outside=True),
        graph(5, "03 04 12 23 41"),
    ),
}


@pytest.mark.parametrize("dropped", WEAKER)
def test_without_its_hypothesis_the_lemma_fails(dropped):
    law, smallest = WEAKER[dropped]
    assert law(smallest) is not None
    assert counterexample(law, small_dags(len(smallest.vertices) - 1)) is None  # none smaller


# -- what a search costs -------------------------------------------------------------


def clique_boundary(size):
    """A search that finds nothing asks everything: the largest number of tests it can make."""
    g = graph(size + 1, " ".join(f"{a}{b}" for b in range(size + 1) for a in range(b)))
    return asking(g), (1 << size + 1) - 2


@pytest.mark.parametrize("size", range(2, 7))
def test_each_search_costs_what_its_docstring_says(size):
    costs = {}
    for name, search, arguments in [
        ("neighbor", lemmas.neighbor_search, (1,)),
        ("condition 1", lemmas.condition_one_search, (1, 2)),
        ("v-structures", lemmas.v_structure_search, (1, 2)),
    ]:
        ask, boundary = clique_boundary(size)
        assert ask.search(search(0, *arguments, boundary)) is None
        costs[name] = ask.tally.performed
    assert costs == {
        "neighbor": 2 ** (size - 1) - 1,  # proper subsets
        "condition 1": 2 ** (size - 2),
        "v-structures": 2 ** (size - 1),
    }
    if size >= 3:
        ask, boundary = clique_boundary(size)
        assert ask.search(lemmas.condition_two_search(0, 1, 2, 3, boundary)) is None
        assert ask.tally.performed == 2 ** (size - 3)


def test_each_search_asks_about_the_right_pair_for_its_purpose():
    ask, boundary = clique_boundary(4)
    ask.search(lemmas.neighbor_search(0, 1, boundary))
    ask.search(lemmas.condition_one_search(0, 1, 2, boundary))
    ask.search(lemmas.v_structure_search(0, 1, 2, boundary))
    ask.search(lemmas.condition_two_search(0, 1, 2, 3, boundary))
    asked = {}
    for test in ask.tally.log:
        pair, always = asked.setdefault(test.purpose, ((test.x, test.y), set(test.given)))
        assert (test.x, test.y) == pair
        always &= set(test.given)
    assert asked == {
        "neighbors": ((0, 1), set()),
        "condition-1": ((1, 2), {0}),
        "v-structures": ((1, 2), set()),
        "condition-2": ((3, 2), {0, 1}),
    }


# -- sec: update Mb ------------------------------------------------------------------


def update_gives_the_smaller_graphs_boundaries(choose):
    """After a removable x left, the tests of its pairs of neighbors mend all boundaries.

    `choose(boundaries, x, y, z)` yields the sets that may be given for y and z.
    """

    def law(g):
        truth = separation(g)
        for x in (v for v in g.vertices if is_removable_by_theorem(g, v)):
            after = without(g, x)
            expected = {v: neighbors(after, v) | co_parents(after, v) for v in after.vertices}
            start = {v: (neighbors(g, v) | co_parents(g, v)) - {x} for v in after.vertices}
            for got in mended(start, truth, x, sorted(neighbors(g, x)), choose):
                if got != expected:
                    return x, got
        return None

    return law


def mended(boundaries, truth, x, near, choose):
    """Yield the boundaries after each way to choose the sets of all pairs."""
    states = [boundaries]
    for y, z in combinations(near, 2):
        states = [
            parted(state, y, z) if truth(y, z, given) else state
            for state in states
            for given in choose(state, x, y, z)
        ]
    return states


def parted(state, y, z):
    return {**state, y: state[y] - {z}, z: state[z] - {y}}


def update_set(boundaries, x, y, z):
    w = lemmas.smaller_boundary(boundaries, y, z)
    search = lemmas.update_search(x, y, z, boundaries[w])
    assert (search.x, search.y, search.candidates) == (y, z, 0)
    return w, search.forced


def package_choice(state, x, y, z):
    masks = [mask_of(state.get(v, ())) for v in range(max(state, default=0) + x + 2)]
    w, given = update_set(masks, x, y, z)
    assert w in (y, z)
    return [frozenset(members(given))]


def either_choice(state, x, y, z):
    return [state[w] - {x, y, z} for w in (y, z)]


def larger_choice(state, x, y, z):
    w = max((y, z), key=lambda v: (len(state[v]), v))
    return [state[w] - {x, y, z}]


CHOICES = [package_choice, either_choice, larger_choice]


@pytest.mark.parametrize("choose", CHOICES)
def test_the_update_gives_the_smaller_graphs_boundaries(choose):
    law = update_gives_the_smaller_graphs_boundaries(choose)
    assert counterexample(law, small_dags(4)) is None
    assert counterexample(law, TRAPS.values()) is None


@pytest.mark.night
@pytest.mark.parametrize("choose", CHOICES)
def test_the_update_on_five_variables(choose):
    assert counterexample(update_gives_the_smaller_graphs_boundaries(choose), all_dags(5)) is None


def test_the_update_gives_the_smaller_boundary_ties_by_index():
    boundaries = [0b1110, 0b1001, 0b1001, 0b0111]
    assert update_set(boundaries, 3, 0, 1) == (1, 0)
    assert update_set(boundaries, 3, 1, 2) == (1, 0b0001)
    assert update_set(boundaries, 1, 0, 3) == (0, 0b0100)


def test_the_update_may_condition_on_more_than_the_in_degree():
    g = TRAPS["large update set"]
    assert max_in_degree(g) == 2
    largest = 0
    for x in (v for v in g.vertices if is_removable_by_theorem(g, v)):
        masks = [mask_of(b - {x}) for _, b in each_boundary(g)]
        for y, z in combinations(sorted(neighbors(g, x)), 2):
            largest = max(largest, update_set(masks, x, y, z)[1].bit_count())
    assert largest == 3


def test_pairs_are_lexicographic():
    assert lemmas.pairs_of(0) == lemmas.pairs_of(0b100) == []
    assert lemmas.pairs_of(0b11010) == [(1, 3), (1, 4), (3, 4)]


# -- facts on which Algorithm 1 rests ------------------------------------------------


def test_passed_pairs_stay_passed_and_failed_pairs_stay_failed():
    """Sections 3.4.2 and 3.4.3: what one removal does to the verdicts of another variable."""
    for g in small_dags(4):
        for gone in (v for v in g.vertices if is_removable_by_definition(g, v)):
            after = without(g, gone)
            for x in after.vertices:
                verdicts = [
                    {
                        (z, w): no_set_with(h, x, z, w)
                        for z, w in combinations(sorted(neighbors(h, x)), 2)
                    }
                    for h in (g, after)
                ]
                assert verdicts[1].items() <= verdicts[0].items(), (str(g), gone, x)


def no_set_with(g, x, z, w):
    rest = markov_boundary(g, x) - {z, w}
    return not any(separation(g)(z, w, s | {x}) for s in subsets(rest))


def test_removal_keeps_v_structures_and_neighbors_of_the_others():
    for g in small_dags(4):
        for gone in (v for v in g.vertices if is_removable_by_theorem(g, v)):
            after = without(g, gone)
            for x in after.vertices:
                assert neighbors(after, x) == neighbors(g, x) - {gone}
                assert co_parents(after, x) <= co_parents(g, x)
                assert parents(after, x) == parents(g, x) - {gone}
