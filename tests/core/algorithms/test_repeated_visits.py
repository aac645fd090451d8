"""Visits that are answered as a whole tell and count what judging again would."""

from random import Random

import numpy as np
import pytest
from hypothesis import given

from marvel_widgets import Dag, FisherZ, LinearGaussian, marvel
from marvel_widgets.core.algorithms.marvel import MarvelRun
from marvel_widgets.core.algorithms.run import record_run
from tests import strategies
from tests.reference.checks import dag_of


class Judging(MarvelRun):
    """MARVEL that judges at every visit."""

    def _unchanged_visit(self, x):
        return None


def same(test, **options):
    trace, judged = record_run(MarvelRun(test, **options)), record_run(Judging(test, **options))
    assert trace == judged
    return trace


@pytest.mark.parametrize("bookkeeping", ["full", "paper", "none"])
def test_on_an_oracle(bookkeeping):
    dag = Dag.random_fixed_in_degree(60, 4, Random(3))
    trace = same(dag, bookkeeping=bookkeeping)
    assert trace.result == marvel(dag, bookkeeping=bookkeeping)


@given(strategies.graphs(max_size=8))
def test_on_drawn_graphs(g):
    same(dag_of(g))


@pytest.mark.parametrize("no_removable", ["smallest-boundary", "stop"])
def test_on_data_with_dead_ends(no_removable):
    ends = 0
    for seed in range(4):
        rng = np.random.default_rng(seed)
        dag = Dag.random_fixed_in_degree(15, 4, rng)
        data = LinearGaussian.random(dag, rng).sample(200, rng)
        test = FisherZ(data)
        ends += same(test, no_removable=no_removable, removal_alpha=None).result.dead_ends
    assert ends > 0
