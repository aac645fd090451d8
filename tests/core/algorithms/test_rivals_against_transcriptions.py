"""The rivals against plain transcriptions: the same tests in the same order, the same answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import FunctionTest, mmpc, record
from tests import strategies
from tests.reference import broken, equivalence, rivals
from tests.reference.checks import counterexample, dag_of, mixed
from tests.reference.dags import arrows
from tests.reference.separation import separation
from tests.slices import graphs_of

PAIRS = [
    ("pc", {}, rivals.Pc),
    ("pc", {"variant": "stable"}, rivals.StablePc),
    ("grow_shrink", {}, rivals.GrowShrink),
    ("collider_set", {}, rivals.ColliderSets),
    ("mmpc", {}, rivals.Mmpc),
]
ids = [kind.__name__ for _, _, kind in PAIRS]


def asks_as(name, options, transcription):
    def law(g):
        return wrong_with(name, options, transcription, dag_of(g), separation(g), g.vertices)

    return law


def wrong_with(name, options, transcription, test, function, vertices):
    trace = record(name, test, **options)
    reference = transcription(vertices, function).run()
    asked = [(t.x, t.y, frozenset(t.given), t.independent, t.purpose) for t in trace.tests]
    if asked != reference.queries:
        return asked, reference.queries
    if trace.result.skeleton != reference.skeleton():
        return "skeleton"
    if name == "mmpc" or trace.result.dropped:  # what contradicts is not written down
        return None
    if mixed(trace.result.essential_graph) == reference.graph():
        return None
    # Where no DAG has the v-structures that were found, Meek's rules depend on their order.
    found = reference.skeleton(), frozenset(reference.colliders)
    return "graph" if equivalence.members_of(vertices, *found) else None


@pytest.mark.parametrize(("name", "options", "transcription"), PAIRS, ids=ids)
@graphs_of("slice")
def test_the_same_tests_in_the_same_order(name, options, transcription, graphs):
    assert counterexample(asks_as(name, options, transcription), graphs()) is None


@given(strategies.graphs(max_size=8), st.sampled_from(PAIRS))
def test_the_same_tests_on_larger_graphs(g, pair):
    assert asks_as(*pair)(g) is None


@given(strategies.graphs(max_size=6), st.sampled_from(PAIRS), st.integers(0, 99))
def test_the_same_tests_under_wrong_answers(g, pair, seed):
    noisy = broken.noisy(separation(g), 0.15, seed)
    test = FunctionTest(g.vertices, noisy)
    assert wrong_with(*pair, test, noisy, g.vertices) is None


def test_mmpc_from_boundaries_needs_its_correction_from_five_variables_on():
    dag = dag_of(arrows(5, "1->0 2->1 3->0 3->2 4->1 4->2"))
    assert len(mmpc(dag, symmetry="or").skeleton) == 7
    assert len(mmpc(dag).skeleton) == 6
