"""MARVEL on samples, end to end: accuracy, number of tests, dead ends, both policies."""

from statistics import mean

import numpy as np
import pytest

from marvel_widgets import (
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


def test_more_samples_are_better():
    few, many = (
        mean(skeleton_scores(marvel(test), dag).f1 for dag, test in map(sample, range(5)))
        for sample in (lambda s: sampled(s, 30, 5), lambda s: sampled(s, 30, 200))
    )
    assert few < 0.9 < many
