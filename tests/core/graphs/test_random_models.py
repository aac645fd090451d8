"""The two random models of the paper's experiments."""

from collections import Counter
from math import comb, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag
from marvel_widgets.core.graphs.errors import GraphError

GENERATORS = {"numpy": np.random.default_rng, "standard library": Random}
each_generator = pytest.mark.parametrize("rng_of", GENERATORS.values(), ids=GENERATORS)


@each_generator
@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: Dag.random_fixed_in_degree(30, 4, rng),
        lambda rng: Dag.random_erdos_renyi(30, rng, m=60),
    ],
)
def test_the_same_seed_gives_the_same_graph(rng_of, draw):
    assert draw(rng_of(7)).edges == draw(rng_of(7)).edges
    assert draw(rng_of(7)).edges != draw(rng_of(8)).edges


@given(st.integers(0, 12), st.integers(0, 15), st.integers())
def test_fixed_in_degree_is_never_exceeded(p, d, seed):
    dag = Dag.random_fixed_in_degree(p, d, Random(seed))
    assert dag.nodes == tuple(range(p))
    assert dag.max_in_degree <= min(d, max(p - 1, 0))


@given(st.integers(0, 12), st.data())
def test_erdos_renyi_has_exactly_m_edges(p, data):
    m = data.draw(st.integers(0, comb(p, 2)))
    dag = Dag.random_erdos_renyi(p, Random(data.draw(st.integers())), m=m)
    assert dag.nodes == tuple(range(p))
    assert dag.edge_count == m


@each_generator
def test_density_is_a_share_of_all_pairs(rng_of):
    assert Dag.random_erdos_renyi(20, rng_of(1), density=0.1).edge_count == 19
    assert Dag.random_erdos_renyi(20, rng_of(1), density=1.0).edge_count == 190
    assert Dag.random_erdos_renyi(20, rng_of(1), density=0.0).edge_count == 0


def close(count, n, probability):
    """Within 3.5 sigma; what is drawn is the same in every run, so that no bad luck comes."""
    return abs(count - n * probability) <= 3.5 * sqrt(n * probability * (1 - probability))


@each_generator
def test_every_skeleton_with_m_edges_is_equally_likely(rng_of):
    rng, n = rng_of(1), 3000
    skeletons = Counter(
        frozenset(map(frozenset, Dag.random_erdos_renyi(4, rng, m=2).edges)) for _ in range(n)
    )
    assert len(skeletons) == comb(6, 2)
    assert all(close(count, n, 1 / 15) for count in skeletons.values())


@each_generator
def test_every_order_of_a_full_graph_is_equally_likely(rng_of):
    rng, n = rng_of(2), 3000
    orders = Counter(Dag.random_erdos_renyi(3, rng, m=3).topological_order for _ in range(n))
    assert len(orders) == 6
    assert all(close(count, n, 1 / 6) for count in orders.values())


@each_generator
def test_each_drawn_variable_comes_before_with_probability_one_half(rng_of):
    rng, p, d, rounds = rng_of(3), 10, 3, 800
    edges = sum(Dag.random_fixed_in_degree(p, d, rng).edge_count for _ in range(rounds))
    # d draws for each variable; those of one graph depend on each other, so sigma is larger
    assert abs(edges / (rounds * p * d) - 0.5) < 0.02


@each_generator
def test_each_pair_is_an_edge_equally_often_in_the_fixed_model(rng_of):
    rng, p, d, n = rng_of(4), 5, 2, 3000
    pairs = Counter(edge for _ in range(n) for edge in Dag.random_fixed_in_degree(p, d, rng).edges)
    assert len(pairs) == p * (p - 1)
    assert all(close(count, n, d / (p - 1) / 2) for count in pairs.values())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda rng: Dag.random_erdos_renyi(5, rng), "give either m"),
        (lambda rng: Dag.random_erdos_renyi(5, rng, m=1, density=0.5), "give either m"),
        (
            lambda rng: Dag.random_erdos_renyi(5, rng, m=11),
            "a DAG on 5 variables has at most 10 edges; got m = 11",
        ),
        (lambda rng: Dag.random_erdos_renyi(5, rng, m=-1), "got -1"),
        (lambda rng: Dag.random_erdos_renyi(5, rng, density=1.5), "got 1.5"),
        (lambda rng: Dag.random_erdos_renyi(-1, rng, m=0), "got -1"),
        (lambda rng: Dag.random_fixed_in_degree(-2, 1, rng), "p must be an integer"),
        (lambda rng: Dag.random_fixed_in_degree(5, -1, rng), "max_in_degree must be an integer"),
        (lambda rng: Dag.random_fixed_in_degree(5, 1.5, rng), "got 1.5"),
    ],
)
@each_generator
def test_parameters_without_sense_are_refused(call, message, rng_of):
    with pytest.raises(GraphError, match=message):
        call(rng_of(0))


@pytest.mark.parametrize("rng", [3, None, "seed"])
def test_a_seed_is_no_generator_and_the_message_says_what_is(rng):
    with pytest.raises(TypeError, match=r"default_rng\(seed\) or random\.Random\(seed\); got"):
        Dag.random_fixed_in_degree(5, 2, rng)
    with pytest.raises(TypeError, match=r"numpy\.random\.default_rng"):
        Dag.random_erdos_renyi(5, rng, m=2)
