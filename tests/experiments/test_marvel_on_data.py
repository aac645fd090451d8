"""MARVEL on samples, end to end: accuracy, number of tests, dead ends, both policies."""

from statistics import mean

import numpy as np
import pytest

from marvel_widgets import (
    BudgetExceededError,
    Dag,
    FisherZ,
    LinearGaussian,
    marvel,
    record,
    skeleton_scores,
    structural_hamming_distance,
)


def sampled(seed, p=50, per_variable=50):
    """A random model in the setting of the paper's Table 2, and the test of its sample."""
    rng = np.random.default_rng(seed)
    dag = Dag.random_fixed_in_degree(p, 4, rng)
    return dag, FisherZ(LinearGaussian.random(dag, rng).sample(per_variable * p, rng))


@pytest.fixture(scope="module")
def samples():
    return [sampled(seed) for seed in range(10)]


@pytest.fixture(scope="module")
def lenient(samples):
    return [record(marvel, test).result for _, test in samples]


@pytest.fixture(scope="module")
def as_printed(samples):
    return [marvel(test, removal_alpha=None) for _, test in samples[:6]]


def test_accuracy_in_the_setting_of_table_2(samples, lenient):
    scores = [skeleton_scores(r, dag) for (dag, _), r in zip(samples, lenient, strict=True)]
    assert mean(s.f1 for s in scores) > 0.93
    assert min(s.f1 for s in scores) > 0.88
    pairs = list(zip(samples, lenient, strict=True))
    assert mean(structural_hamming_distance(r, dag) for (dag, _), r in pairs) < 25


def test_level_0_7_leaves_few_dead_ends_and_the_papers_number_of_tests(lenient):
    """Printed: 1,567. A few graphs need many more, so the median is the steadier number."""
    calls = sorted(r.counts.after_boundaries for r in lenient)
    assert 700 < calls[len(calls) // 2] < 1_600
    assert mean(calls) < 4_000
    assert mean(r.dead_ends for r in lenient) < 1
    assert all(r.counts.by_purpose["boundary-discovery"] == 50 * 49 // 2 for r in lenient)
    assert all(r.counts.distinct < r.counts.performed for r in lenient)


def test_alpha_as_printed_explodes(lenient, as_printed):
    calls = [[r.counts.after_boundaries for r in results] for results in (lenient, as_printed)]
    assert mean(calls[1]) > 5 * mean(calls[0])
    assert sum(r.dead_ends for r in as_printed) > sum(r.dead_ends for r in lenient[:6])
    assert all(r.options["removal_alpha"] is None for r in as_printed)


def test_the_two_policies_at_a_dead_end(samples, as_printed):
    """The same run up to the first dead end; one goes on, one stops and says so."""
    stuck = [(s, r) for s, r in zip(samples, as_printed, strict=False) if r.dead_ends]
    assert stuck
    for (_, test), went_on in stuck:
        stopped = marvel(test, removal_alpha=None, no_removable="stop")
        assert (stopped.dead_ends, stopped.complete) == (1, False)
        n = len(stopped.removal_order)
        assert stopped.removal_order == went_on.removal_order[:n]
        assert n < len(went_on.removal_order) == 50
        assert went_on.complete
        assert stopped.skeleton <= went_on.skeleton


def test_a_recorded_run_is_the_same_and_replays_to_the_bit(samples):
    _, test = samples[0]
    assert record(marvel, test).result == marvel(test) == marvel(sampled(0)[1])


def test_more_samples_are_better():
    few, many = (
        mean(skeleton_scores(marvel(test), dag).f1 for dag, test in map(sample, range(5)))
        for sample in (lambda s: sampled(s, 30, 5), lambda s: sampled(s, 30, 200))
    )
    assert few < 0.9 < many


@pytest.mark.parametrize("budget", [0, 100, 1225, 1300])
def test_a_budget_stops_a_run_on_data_at_its_last_test(samples, budget):
    with pytest.raises(BudgetExceededError) as caught:
        marvel(samples[0][1], budget=budget)
    assert caught.value.partial.counts.performed == budget
    assert not caught.value.partial.complete
