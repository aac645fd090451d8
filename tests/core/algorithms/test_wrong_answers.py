"""MARVEL when the test errs: it never crashes, and says what went wrong."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag, FunctionTest, marvel, record
from marvel_widgets.core.algorithms import events as ev
from marvel_widgets.core.graphs.bits import members
from tests import strategies
from tests.reference.broken import noisy
from tests.reference.checks import graph_of
from tests.reference.separation import separation


def noisy_test(seed, error_rate=0.15, p=8):
    g = graph_of(Dag.random_fixed_in_degree(p, 3, Random(seed)))
    return FunctionTest(range(p), noisy(separation(g), error_rate, seed))


def events_of(trace, kind):
    return [s.event for s in trace.steps if isinstance(s.event, kind)]


@given(
    strategies.graphs(max_size=7),
    st.floats(0, 1),
    st.integers(0, 10**6),
    strategies.bookkeepings,
    strategies.orientations,
    st.sampled_from(["smallest-boundary", "stop"]),
)
def test_no_answers_make_it_crash(g, rate, seed, bookkeeping, orientation, no_removable):
    test = FunctionTest(g.vertices, noisy(separation(g), rate, seed))
    trace = record(
        marvel, test, bookkeeping=bookkeeping, orientation=orientation, no_removable=no_removable
    )
    assert is_well_formed(trace, len(g.vertices)) is None


def is_well_formed(trace, p):
    result, ends = trace.result, events_of(trace, ev.NoneRemovable)
    if len(set(result.removal_order)) != len(result.removal_order):
        return "removed twice"
    if result.complete != (len(result.removal_order) == p):
        return "complete"
    if result.dead_ends != len(ends):
        return "dead ends"
    pairs = [frozenset(e) for e in result.essential_graph.directed]
    pairs += list(result.essential_graph.undirected)
    return "two edges for a pair" if len(set(pairs)) != len(pairs) else None


DEAD_END_SEEDS = (23, 26, 29, 73, 116, 125, 174, 185)


@pytest.mark.parametrize("seed", DEAD_END_SEEDS)
def test_stop_ends_the_run_at_the_first_dead_end(seed):
    going_on = record(marvel, noisy_test(seed), no_removable="smallest-boundary")
    stopped = record(marvel, noisy_test(seed), no_removable="stop")
    result = stopped.result
    assert not result.complete
    assert result.dead_ends == 1
    (end,) = events_of(stopped, ev.NoneRemovable)
    assert end.chosen is None
    n = len(result.removal_order)
    assert n < 8
    assert result.removal_order == going_on.result.removal_order[:n]
    assert list(stopped.tests) == going_on.tests[: len(stopped.tests)]
    assert isinstance(stopped.steps[-1].event, ev.Finished)  # it still concludes


@given(strategies.dags(max_size=8))
def test_an_oracle_never_comes_to_a_dead_end(dag):
    for no_removable in ("stop", "smallest-boundary"):
        result = marvel(dag, no_removable=no_removable)
        assert (result.dead_ends, result.complete, result.dropped) == (0, True, ())


DROPPING_SEEDS = (1, 4, 6, 8, 10, 12, 13, 18, 19, 23)


@pytest.mark.parametrize("seed", DROPPING_SEEDS)
def test_dropped_v_structures_are_reported_and_contradict_the_rest(seed):
    trace = record(marvel, noisy_test(seed))
    (collected,) = events_of(trace, ev.VStructuresCollected)
    assert trace.result.dropped == collected.dropped != ()
    skeleton = trace.result.skeleton
    arrows = {(tail, c) for a, c, b in collected.v_structures for tail in (a, b)}
    assert arrows <= trace.result.essential_graph.directed
    for a, c, b in collected.v_structures:
        assert {frozenset((a, c)), frozenset((b, c))} <= skeleton
        assert frozenset((a, b)) not in skeleton
    for a, c, b in collected.dropped:
        fits = {frozenset((a, c)), frozenset((b, c))} <= skeleton - {frozenset((a, b))}
        fits = fits and frozenset((a, b)) not in skeleton
        assert not fits or {(c, a), (c, b)} & arrows


def test_of_two_v_structures_that_disagree_the_first_found_stands():
    """A path 0 - 1 - 2 - 3 whose answers make both 1 and 2 colliders."""
    independent = {
        (frozenset((0, 2)), frozenset()),
        (frozenset((0, 3)), frozenset()),
        (frozenset((1, 3)), frozenset()),
        (frozenset((0, 3)), frozenset((1, 2))),
    }
    test = FunctionTest(
        range(4), lambda x, y, given: (frozenset((x, y)), frozenset(given)) in independent
    )
    trace = record(marvel, test)
    (collected,) = events_of(trace, ev.VStructuresCollected)
    assert (collected.v_structures, collected.dropped) == (((0, 1, 2),), ((1, 2, 3),))
    assert trace.result.dropped == ((1, 2, 3),)


class Leveled(FunctionTest):
    """Keeps which statement was asked at which level."""

    def __init__(self, dag, asked, alpha=0.01):
        super().__init__(dag.nodes, None)
        self.dag, self.asked, self.alpha = dag, asked, alpha
        self.truth = separation(graph_of(dag))

    def independent(self, x, y, given):
        self.asked.append((self.alpha, x, y, tuple(members(given))))
        return self.truth(x, y, frozenset(members(given)))

    def at_level(self, alpha):
        return Leveled(self.dag, self.asked, alpha)


@pytest.mark.parametrize(("removal_alpha", "level"), [(0.7, 0.7), (0.3, 0.3), (None, 0.01)])
def test_only_conditions_one_and_two_are_asked_at_the_removal_level(removal_alpha, level):
    asked = []
    dag = Dag("{X T} -> {A B C D}; A -> {B C D}; B -> {C D}; C -> D")
    trace = record(marvel, Leveled(dag, asked), removal_alpha=removal_alpha)
    purposes = {t.purpose for t in trace.tests}
    assert len(purposes) == 6
    expected = [
        (level if t.purpose in ("condition-1", "condition-2") else 0.01, t.x, t.y, t.given)
        for t in trace.tests
    ]
    assert asked == expected
