"""Greedy ancestral search: the published program's queries in its order, and the right answer.

Beyond 8 variables the order of the package is that in which Python walks its sets of numbers,
which is not the ascending one there: the queries are compared up to 8.
"""

from itertools import islice
from random import Random

import pytest

from marvel_widgets import Dag, FunctionTest, essential_graph, gallery, record
from marvel_widgets.core.algorithms import ancestral_events as ev
from marvel_widgets.core.algorithms.greedy_ancestral_search import GreedyAncestralSearchRun
from marvel_widgets.core.algorithms.run import drain, record_run
from marvel_widgets.core.graphs.bits import mask_of
from marvel_widgets.core.graphs.separation import is_separated
from tests.reference import broken, equivalence
from tests.reference.checks import counterexample, dag_of, mixed
from tests.reference.dags import all_dags, one_of_each_shape, small_dags
from tests.slices import some_of

package = pytest.importorskip("greedy_ancestral_search")
LARGEST = 8


def drawn(count, seed=0):
    """Yield random DAGs with at most 8 variables: sparse, dense, of small in-degree."""
    rng = Random(seed)
    for at in range(count):
        p = 3 + at % (LARGEST - 2)
        if at % 3:
            pairs = p * (p - 1) // 2
            yield Dag.random_erdos_renyi(p, rng, m=rng.randint(p - 1, pairs))
        else:
            yield Dag.random_fixed_in_degree(p, min(3, p - 1), rng)


def query(x, y, given):
    return min(x, y), max(x, y), mask_of(given)


def asked_by_package(dag):
    """Return the queries of the published program in order, and its answer."""
    asked = []

    def independent(x, y, given):
        asked.append(query(x, y, given))
        return is_separated(dag, x, y, mask_of(given))

    lines, arrows = package.greedy_ancestral_search(set(range(len(dag))), independent)
    name = dag.nodes.__getitem__
    found = {frozenset(map(name, line)) for line in lines}, {tuple(map(name, a)) for a in arrows}
    return asked, found


def asks_otherwise(dag, run=GreedyAncestralSearchRun):
    """Return what differs from the published program, or None."""
    trace = record_run(run(dag))
    asked, (lines, arrows) = asked_by_package(dag)
    ours = [query(t.x, t.y, t.given) for t in trace.tests]
    if ours != asked:
        return "the queries"
    graph = trace.result.essential_graph
    same = {frozenset(e) for e in graph.undirected} == lines and set(graph.directed) == arrows
    return None if same else "the answer"


@some_of(60, 1_000)
def test_the_queries_are_those_of_the_package_in_order(count):
    different = [(dag.to_text(), why) for dag in drawn(count) if (why := asks_otherwise(dag))]
    assert different == []


def test_the_queries_are_those_of_the_package_on_every_shape_up_to_four():
    assert all(asks_otherwise(dag_of(g)) is None for g in one_of_each_shape())


def wrong_answer(run=GreedyAncestralSearchRun, test_of=dag_of):
    def law(g):
        found, truth = drain(run(test_of(g))).essential_graph, equivalence.essential_graph(g)
        return None if mixed(found) == truth else (mixed(found), truth)

    return law


def test_right_on_every_dag_up_to_four():
    assert counterexample(wrong_answer(), small_dags(4)) is None


@pytest.mark.night
def test_right_on_every_dag_on_five():
    dags = list(all_dags(5))
    assert len(dags) == 29_281
    assert counterexample(wrong_answer(), dags) is None


# -- the checks notice ---------------------------------------------------------------------


class NothingBelow(GreedyAncestralSearchRun):
    """What is below a collider is forgotten."""

    def reached(self, start, allowed):
        return 0


class NoCliqueNeeded(GreedyAncestralSearchRun):
    """The sets grow as long as there are candidates."""

    def has_clique(self, among, size):
        return among.bit_count() >= size


class PrefixForgotten(GreedyAncestralSearchRun):
    """Line 6 is left out."""

    def find_beside_prefix(self, size):
        return 0
        yield


@pytest.mark.parametrize("run", [NothingBelow, NoCliqueNeeded, PrefixForgotten])
def test_other_queries_are_noticed(run):
    assert any(asks_otherwise(dag, run) for dag in drawn(60))


@pytest.mark.parametrize("wrong", broken.SEPARATIONS)
def test_a_wrong_test_is_noticed(wrong):
    law = wrong_answer(test_of=lambda g: FunctionTest(g.vertices, wrong(g)))
    assert counterexample(law, islice(small_dags(4), 0, None, 5)) is not None


def test_without_line_six_the_answer_is_wrong():
    assert counterexample(wrong_answer(PrefixForgotten), small_dags(4)) is not None


# -- what its sentences say ----------------------------------------------------------------


def untrue(dag, trace):
    """Return an event of which the sentence is not true in the graph, or None."""
    up, everyone = dag.ancestral_masks, range(len(dag))
    for event in (step.event for step in trace.steps):
        match event:
            case ev.DownstreamTested(u, v, w, group, found):
                held = mask_of(group)
                colliders = [k for k in everyone if dag.parent_masks[k].bit_count() > 1]
                above = any(up[w] >> k & 1 for k in colliders)
                apart = is_separated(dag, u, v, held)
                still = is_separated(dag, u, v, held | 1 << w)
                if not apart or still == found or (found and not above):
                    return event
            case ev.PrefixPairDecided(u, v, _, found, group) if found is not None:
                separates = is_separated(dag, u, v, mask_of(group) | mask_of(found))
                if not separates or not any(up[v] >> x & 1 for x in found):
                    return event
    return None


@some_of(150, 2_000)
def test_what_the_events_tell_is_true(count):
    for dag in [*map(dag_of, one_of_each_shape()), *drawn(count, seed=1)]:
        assert untrue(dag, record("greedy_ancestral_search", dag)) is None


def test_an_untrue_event_is_noticed():
    dag = Dag("X -> Y <- T; Y -> Z")
    trace = record("greedy_ancestral_search", Dag("X -> Y -> Z; T -> Z; X -> T"))
    assert untrue(Dag("X -> Y; T -> Z", nodes=dag.nodes), record("greedy_ancestral_search", dag))
    assert untrue(Dag("X; Y; Z; T"), trace) is not None


# -- numbers that are quoted ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("graph", "distinct"),
    [("collider-star-12", 101), ("star-14", 1_183), ("clique-4", 24), ("clique-5", 80)],
)
def test_distinct_tests_on_known_graphs(graph, distinct):
    result = record("greedy-ancestral-search", gallery[graph]).result
    assert result.counts.distinct == distinct
    assert result.essential_graph == essential_graph(gallery[graph])
