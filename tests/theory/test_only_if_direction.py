"""The only-if side of the proof of Theorem 1: the lost separator is one, by other means."""

import pytest
from hypothesis import given

from marvel_widgets import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.theory.removability_proof import missing_separators, route_left_open
from tests import strategies
from tests.reference import paths as ref
from tests.reference import theory
from tests.reference.checks import counterexample, dag_of
from tests.reference.dags import small_dags, without
from tests.reference.separation import separation, subsets
from tests.slices import graphs_of


def wrong_with(g, x, found):
    """Return what is wrong with the claimed change; None when all of it is so."""
    (a, b), smaller = found.pair, without(g, x)
    if x in {a, b} | found.given or {a, b} & found.given:
        return "not a statement over the others"
    if separation(g)(a, b, found.given) or not separation(smaller)(a, b, found.given):
        return "nothing changes"
    if not ref.is_open(g, found.open_route.names, found.given, "textbook"):
        return "the route is blocked"
    for route in found.routes:
        if not ref.is_path(g, route.names) or {route.names[0], route.names[-1]} != {a, b}:
            return "no route"
    return None


def wrong_separators(g):
    for x in g.vertices:
        separators = missing_separators(dag_of(g), x)
        gaps = theory.condition_one_gaps(g, x) | theory.condition_two_gaps(g, x)
        if {frozenset(found.pair) for found in separators} != gaps:
            return x, "the failing conditions", separators
        for found in separators:
            wrong = wrong_with(g, x, found)
            if wrong:
                return x, wrong, found
    return None


@graphs_of("slice", "five")
def test_every_lost_separator_of_small_dags(graphs):
    assert counterexample(wrong_separators, graphs()) is None


@given(strategies.graphs(min_size=3, max_size=7))
def test_every_lost_separator_on_random_graphs(g):
    assert wrong_separators(g) is None


def test_no_set_without_x_separates_the_pair():
    """Whatever is given, X not among it, the named route is open."""
    for g in small_dags(4):
        dag = dag_of(g)
        for x in g.vertices:
            for found in missing_separators(dag, x):
                for chosen in subsets(frozenset(g.vertices) - {x, *found.pair}):
                    route = route_left_open(dag, found, chosen)
                    assert ref.is_open(g, route.names, chosen, "textbook"), (g, x, found, chosen)


def test_a_set_with_x_is_refused():
    dag = Dag("X -> Y <- T; Y -> Z; X -> Z")
    (found,) = missing_separators(dag, "X")
    with pytest.raises(GraphError, match="'X' is given"):
        route_left_open(dag, found, ["X"])
    with pytest.raises(GraphError, match="'Q'"):
        missing_separators(dag, "Q")
