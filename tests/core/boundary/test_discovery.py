"""Markov boundary discovery by total conditioning."""

from hypothesis import given

from marvel_widgets import DSeparation, FunctionTest, markov_boundaries
from marvel_widgets.core.boundary.discovery import total_conditioning
from marvel_widgets.core.independence.counting import CountingTest, Tally
from tests import strategies
from tests.reference.checks import counterexample, dag_of
from tests.reference.dags import small_dags
from tests.reference.separation import separation
from tests.reference.theory import markov_boundary


def finds_the_boundaries(discover):
    def law(g):
        found = discover(g)
        expected = {x: markov_boundary(g, x) for x in g.vertices}
        return None if found == expected else found

    return law


def test_total_conditioning_finds_the_boundaries():
    law = finds_the_boundaries(lambda g: markov_boundaries(dag_of(g)))
    assert counterexample(law, small_dags(4)) is None


def by_any_function(g):
    truth = separation(g)
    return markov_boundaries(FunctionTest(g.vertices, truth))


def test_total_conditioning_needs_no_oracle_of_ours():
    assert counterexample(finds_the_boundaries(by_any_function), small_dags(4)) is None


@given(strategies.named_dags())
def test_boundaries_carry_the_names(dag):
    assert markov_boundaries(dag) == {x: dag.markov_boundary(x) for x in dag}


@given(strategies.dags(max_size=10))
def test_each_pair_is_tested_once(dag):
    ask = CountingTest(DSeparation(dag), Tally())
    found = [(event.x, event.boundary) for event in total_conditioning(ask)]
    assert found == [(x, tuple(sorted(dag.markov_boundary(x)))) for x in dag]
    assert ask.tally.performed == len(dag) * (len(dag) - 1) // 2


def test_boundaries_from_wrong_answers_are_symmetric():
    coin = FunctionTest(range(9), lambda x, y, given: (x * 7 + y * 3) % 2 == 0)
    found = markov_boundaries(coin)
    assert all(x in found[y] for x, group in found.items() for y in group)
