"""PC beside the published text, in any order, and on answers that no graph gives."""

from collections import Counter
from random import Random

import pytest

from marvel_widgets import Dag, DSeparation, FunctionTest, Pdag, pc, record
from marvel_widgets.core.algorithms.registry import start
from marvel_widgets.core.algorithms.rival_events import ColliderDecided
from marvel_widgets.core.graphs.errors import GraphError
from tests.by_networkx import separated
from tests.reference import equivalence, published_pc
from tests.reference.checks import graph_of, mixed
from tests.slices import some_of

VARIANTS = ("original", "stable")
CONFLICTS = ("keep-first", "overwrite", "mark")


def drawn(seed, smallest=4, largest=7):
    """Return a random DAG on letters, and an order of them."""
    rng = Random(seed)
    p = rng.randint(smallest, largest)
    numbers = Dag.random_erdos_renyi(p, rng, m=rng.randint(p - 1, min(2 * p, p * (p - 1) // 2)))
    letters = rng.sample("ABCDEFGHIJ"[:p], p)
    dag = Dag([(letters[x], letters[y]) for x, y in numbers.edges], nodes=sorted(letters))
    return dag, rng.sample(letters, p)


def asked(trace):
    names = trace.names
    return [
        (names[t.x], names[t.y], frozenset(names[i] for i in t.given), t.independent)
        for t in trace.tests
    ]


def wrong_with(names, order, independent, variant, shown=None):
    """Return where a run and the transcription differ; None where they do not."""
    test = FunctionTest(names, independent)
    trace = record("pc", test, start="complete", variant=variant, order=shown)
    near, sepset, queries = published_pc.skeleton(order, independent, stable=variant == "stable")
    if asked(trace) != queries:
        return "queries"
    if trace.result.skeleton != {frozenset((x, y)) for x in order for y in near[x]}:
        return "skeleton"
    if trace.result.separating_sets != {frozenset(pair): kept for pair, kept in sepset.items()}:
        return "separating sets"
    found = [
        (trace.names[e.a], trace.names[e.c], trace.names[e.b])
        for e in (step.event for step in trace.steps)
        if isinstance(e, ColliderDecided) and e.found
    ]
    return None if found == published_pc.colliders(order, near, sepset) else "colliders"


@pytest.mark.parametrize("variant", VARIANTS)
@some_of(13, 1000)
def test_query_by_query_as_published_in_permuted_orders(variant, count):
    for seed in range(count):
        dag, order = drawn(seed)

        def independent(x, y, given, dag=dag):
            return separated(dag, x, y, given)

        assert wrong_with(dag.nodes, order, independent, variant, order) is None
        assert wrong_with(dag.nodes, dag.nodes, independent, variant) is None
        result = pc(dag, start="complete", variant=variant, order=order)
        number = {name: i for i, name in enumerate(dag.nodes)}
        arrows, lines = mixed(result.essential_graph)
        told = (
            frozenset((number[x], number[y]) for x, y in arrows),
            frozenset(frozenset(map(number.__getitem__, line)) for line in lines),
        )
        assert told == equivalence.essential_graph(graph_of(dag))


def noisy(dag, seed):
    """Return the answers of a DAG, some of them wrong, the same whichever end comes first."""

    def independent(x, y, given):
        wrong = Random(f"{seed} {sorted((x, y))} {sorted(given)}").random() < 0.2
        return separated(dag, x, y, given) != wrong

    return independent


@some_of(20, 1000)
def test_wrong_answers_are_followed_as_published_and_settled_by_each_convention(count):
    settled = Counter()
    for seed in range(count):
        dag, order = drawn(seed)
        independent = noisy(dag, seed)
        for variant in VARIANTS:
            assert wrong_with(dag.nodes, order, independent, variant, order) is None
        near, sepset, _ = published_pc.skeleton(order, independent)
        triples = published_pc.colliders(order, near, sepset)
        for conflicts in CONFLICTS:
            test = FunctionTest(dag.nodes, independent)
            run = start("pc", test, start="complete", conflicts=conflicts, order=order)
            for _ in run.events():
                pass
            marks = published_pc.oriented(order, near, triples, conflicts)
            pattern = run.settled.pattern(run.names, run.edges)
            assert pattern.directed == {
                pair for pair, n in marks.items() if n == 1 > marks[pair[::-1]]
            }
            both = {frozenset(pair) for pair, n in marks.items() if n == 2}
            result = run.result()
            assert {frozenset(pair) for pair in result.conflicts} == both
            assert both <= result.essential_graph.undirected
            settled[conflicts] += bool(result.dropped)
    assert set(settled) == set(CONFLICTS)  # each had something to settle


@some_of(13, 400)
def test_an_order_is_that_of_a_test_whose_variables_come_in_it(count):
    for seed in range(count):
        dag, order = drawn(seed)
        independent = noisy(dag, seed)
        for conflicts in CONFLICTS:
            options = {"start": "complete", "conflicts": conflicts}
            one = record("pc", FunctionTest(dag.nodes, independent), order=order, **options)
            other = record("pc", FunctionTest(order, independent), **options)
            assert asked(one) == asked(other)
            assert one.result.separating_sets == other.result.separating_sets
            assert one.result.dropped == other.result.dropped
            assert set(map(frozenset, one.result.conflicts)) == set(
                map(frozenset, other.result.conflicts)
            )


CONTRADICTION = 53  # the first seed with one


def with_hidden(seed):
    """Return what is observed of a random DAG, and its answers, which no DAG on these may give."""
    dag, order = drawn(seed, 7, 9)
    seen = tuple(sorted(order[: -Random(seed).randint(1, 3)]))
    return seen, lambda x, y, given: separated(dag, x, y, given)


def collides(trace):
    """Return whether two v-structures of a run direct an edge both ways."""
    events = [step.event for step in trace.steps]
    claims = {
        (end, e.c)
        for e in events
        if isinstance(e, ColliderDecided) and e.found
        for end in (e.a, e.b)
    }
    return any((head, tail) in claims for tail, head in claims)


@some_of(11, 1000)
def test_with_hidden_variables_there_is_a_graph_and_a_contradiction_is_named(count):
    named = 0
    for seed in [CONTRADICTION, *range(count)]:
        seen, answers = with_hidden(seed)
        for options in (
            {"start": "complete", "variant": "stable"},
            {"start": "complete", "order": seen[::-1]},
            {"start": "moral"},
        ):
            for conflicts in CONFLICTS:
                trace = record("pc", FunctionTest(seen, answers), conflicts=conflicts, **options)
                result = trace.result
                assert isinstance(result.essential_graph, Pdag)
                assert result.complete
                assert bool(result.dropped) == collides(trace)
                assert bool(result.conflicts) == (collides(trace) and conflicts == "mark")
                named += collides(trace)
    assert named


def test_only_pairs_whose_edge_left_have_a_set():
    dag = Dag("A -> C <- B; C -> D; A -> E")
    whole = pc(dag, start="complete")
    assert len(whole.separating_sets) == 10 - 4
    moral = pc(dag)
    assert set(moral.separating_sets) == {frozenset("AB")}
    for (x, y), given in ((tuple(pair), s) for pair, s in whole.separating_sets.items()):
        assert separated(dag, x, y, given)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("ABCDF", "there is no variable 'F'"),
        ("ABCD", "order must name each variable once; 'E' is missing"),
        ("ABCDEA", "order must name each variable once; 'A' is there twice"),
    ],
)
def test_an_order_that_does_not_fit_is_refused(order, message):
    with pytest.raises(GraphError, match=message):
        pc(DSeparation(Dag("A -> C <- B; C -> D; A -> E")), order=order)


def test_an_unknown_convention_is_refused():
    with pytest.raises(ValueError, match="conflicts must be one of 'keep-first', 'overwrite'"):
        pc(Dag("A -> B"), conflicts="last")
