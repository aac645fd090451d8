"""Answers on data that are no essential graph, and tests that said nothing: both are said."""

from collections import Counter
from functools import partial

import numpy as np
import pytest

from marvel_widgets import (
    BudgetExceededError,
    Dag,
    FisherZ,
    GTest,
    collider_set,
    grow_shrink,
    is_removable_by_tests,
    markov_boundaries,
    marvel,
    mmpc,
    pc,
    record,
    record_boundaries,
)
from marvel_widgets.core.algorithms import marvel as marvel_file
from tests.reference import equivalence as reference
from tests.reference.checks import mixed
from tests.slices import some_of

complete = partial(pc, start="complete")
RUNS = {  # of 150 tables: with a cycle, that no DAG has, that are no essential graph
    "marvel": (marvel, 7, 7, 7),
    "pc": (complete, 5, 6, 6),
    "stable": (partial(complete, variant="stable"), 3, 3, 3),
    "moral": (pc, 9, 15, 15),
    "overwrite": (partial(complete, conflicts="overwrite"), 8, 8, 46),
    "mark": (partial(complete, conflicts="mark"), 3, 65, 65),
    "grow_shrink": (grow_shrink, 24, 34, 34),
    "collider_set": (collider_set, 19, 27, 27),
    "mmpc": (mmpc, 0, 72, 72),  # a skeleton: no graph with directions is claimed
}


def linear(seed):
    rng = np.random.default_rng(seed)
    p, n = 7, int(rng.choice([60, 150, 500]))
    weights = np.triu((rng.random((p, p)) < 0.45) * rng.uniform(0.4, 1.2, (p, p)), 1)
    data, order = np.zeros((n, p)), rng.permutation(p)
    for k, j in enumerate(order):
        causes = sum(weights[a, k] * data[:, order[a]] for a in range(k))
        data[:, j] = rng.normal(size=n) + causes
    return data


def grades(result):
    """Whether no DAG has it, and whether the DAGs agree on other arrows; by enumeration."""
    graph = result.essential_graph
    colliders = frozenset((frozenset((a, b)), c) for a, c, b in graph.v_structures)
    alike = reference.members_of(graph.nodes, graph.skeleton, colliders)
    none = bool(result.conflicts) or not any(graph.directed <= edges for edges in alike)
    return none, none or reference.agreed(alike) != mixed(graph)


@some_of(9, 150)
def test_each_answer_that_is_no_essential_graph_is_said(count):
    known = {name: Counter() for name in RUNS}
    for test in (FisherZ(linear(seed), 0.05) for seed in range(count)):
        for name, (run, *_) in RUNS.items():
            result = run(test)
            cycle, (none, other) = bool(result.essential_graph.cycle()), grades(result)
            known[name].update({1: cycle, 2: none, 3: other})
            assert result.is_essential_graph != other
            if name == "mmpc":
                assert result.doubts == ()
                continue
            assert (" is a cycle. Some" in repr(result)) == (cycle and not result.conflicts)
            assert (" both ways. Some" in repr(result)) == bool(result.conflicts)
            assert ("No DAG has" in repr(result)) == none
            assert bool(result.doubts) == other
    if count == 150:
        assert {name: (RUNS[name][0], *found.values()) for name, found in known.items()} == RUNS


def test_a_cycle_is_named():
    result = marvel(FisherZ(linear(132), 0.05, names="ABCDEFG"))
    assert (result.conflicts, result.dropped, result.dead_ends) == ((), (), 0)
    assert result.doubts == (
        "No DAG has this answer: A -> F -> B -> A is a cycle. Some tests erred, or the table is "
        "not as the method assumes; trust the edges before the arrows.",
    )


def categories(dag="A -> B -> C -> D -> E; A -> F; C -> G; G -> H", n=300, noise=0.4, seed=0):
    rng, dag, data = np.random.default_rng(seed), Dag(dag), {}
    for x in dag.topological_order:
        sure = sum((data[y] for y in dag.parents(x)), rng.integers(0, 3, n) * (not dag.parents(x)))
        data[x] = np.where(rng.random(n) < noise, rng.integers(0, 3, n), sure % 3)
    return GTest(np.column_stack([data[x] for x in dag.nodes]), 0.01, names=dag.nodes)


def test_no_run_on_categories_starts_from_total_conditioning():
    test, numbers = categories(), FisherZ(linear(0))
    for run in (marvel, pc, grow_shrink, collider_set, mmpc):
        starts_complete = run in (pc, mmpc)
        assert run(test).options["boundaries"] == (None if starts_complete else "iamb")
        assert run(numbers).options["boundaries"] == "tc"
    assert pc(test).options["start"] == mmpc(test).options["start"] == "complete"
    found = markov_boundaries(test, "iamb")
    assert markov_boundaries(test) == record_boundaries(test).result.boundaries == found
    assert marvel(test).boundaries == found != markov_boundaries(test, "tc")
    assert is_removable_by_tests(test, "B") == is_removable_by_tests(test, "B", found["B"])


@pytest.mark.parametrize("run", [marvel, pc, grow_shrink, collider_set, mmpc])
def test_a_method_is_a_source_of_boundaries(run):
    for test in (categories(), FisherZ(linear(3)), Dag("X -> Y <- T; Y -> Z")):
        for method in ("tc", "gs", "iamb", "inter-iamb"):
            given, found = markov_boundaries(test, method), run(test, method)
            assert found.boundaries == given
            assert found.options["boundaries"] == method
            assert found.essential_graph == run(test, given).essential_graph
            assert run(test, given).options["boundaries"] == "given"
    with pytest.raises(ValueError, match=r"boundaries must be one of 'tc', 'gs', .* got 'true'"):
        run(Dag("A -> B"), "true")


def test_tests_that_say_nothing_are_counted_and_said():
    test = categories(n=25).at_level(0.4)
    for run, boundaries in ((pc, "tc"), (marvel, "tc"), (pc, None), (marvel, None)):
        result = run(test, boundaries)
        records = record(run, test, boundaries).tests
        undecided = sum(each.fallback == "undecided" for each in records)
        assert result.counts.undecided == undecided
        assert bool(result.doubts) == (undecided >= 0.05 * len(records))
    said = repr(pc(test, "tc"))
    assert "tests had no degree of freedom left and count as independent: a missing edge" in said
    assert said.endswith("Start from the complete graph, or take boundaries by IAMB.>")
    assert pc(test).doubts == ()


def test_marvel_has_a_budget_on_categories_and_names_a_way_out(monkeypatch):
    test = categories("{A B} -> C; {A D} -> E; {C E} -> F; {B F} -> G; {D G} -> H", n=5000)
    whole = marvel(test).counts
    budget = whole.performed - 1
    assert marvel_file.BUDGET == 20_000
    monkeypatch.setattr(marvel_file, "BUDGET", budget)
    assert marvel(test, budget=None).counts == whole
    with pytest.raises(BudgetExceededError) as stopped:
        marvel(test)
    largest = max(map(len, markov_boundaries(test).values()))
    assert str(stopped.value).endswith(
        f".partial; the boundaries are large (up to {largest}): markov_boundaries(test, "
        'method="iamb", symmetry="and") keeps what both ends found, or take pc(test); '
        "budget=None lets it finish"
    )
    assert stopped.value.budget == budget == stopped.value.partial.counts.performed
    with pytest.raises(BudgetExceededError, match="raise budget= to let it finish"):
        marvel(test, budget=budget)
