"""Numbers of the rivals that are quoted: pinned to the unit."""

from random import Random

import pytest

from marvel_widgets import ALGORITHMS, Dag, FunctionTest, marvel, pc, record
from marvel_widgets.core.graphs.gallery import gallery
from tests.reference import broken
from tests.reference.checks import dag_of
from tests.reference.separation import separation

RIVALS = [name for name in ALGORITHMS if name != "marvel"]


def star(p):
    return Dag([(0, leaf) for leaf in range(1, p)], nodes=range(p))


def after_boundaries(name, dag, **options):
    """Return the performed and the distinct tests after boundary discovery."""
    trace = record(name, dag, **options)
    tests = [t for t in trace.tests if t.purpose != "boundary-discovery"]
    assert len(tests) == trace.result.counts.after_boundaries
    return len(tests), len({(frozenset((t.x, t.y)), t.given) for t in tests})


# -- the star ------------------------------------------------------------------------------


def test_the_star_of_fourteen():
    traces = {name: record(name, star(14)) for name in ALGORITHMS}
    found = {
        name: (
            trace.result.counts.after_boundaries,
            trace.tests.distinct(without="boundary-discovery"),
        )
        for name, trace in traces.items()
    }
    assert found == {
        "marvel": (0, 0),
        "pc": (53_248, 53_248),
        "grow_shrink": (91, 91),
        "collider_set": (0, 0),
        "mmpc": (61_465, 53_248),
    }


@pytest.mark.parametrize("p", range(2, 10))
def test_what_a_star_costs(p):
    assert after_boundaries("pc", star(p)) == ((p - 1) * 2 ** (p - 2),) * 2
    assert after_boundaries("grow_shrink", star(p)) == (p * (p - 1) // 2,) * 2
    assert after_boundaries("collider_set", star(p)) == (0, 0)
    assert after_boundaries("mmpc", star(p))[1] == (p - 1) * 2 ** (p - 2)


# -- the gallery: performed after boundary discovery, in the order of ALGORITHMS -----------

GALLERY = {
    "one-edge": (1, 1, 0, 4),
    "chain": (4, 3, 0, 11),
    "fork": (4, 3, 0, 11),
    "collider": (5, 6, 5, 13),
    "triangle": (6, 6, 6, 21),
    "condition-2-trap": (16, 14, 11, 37),
    "condition-2-repaired": (23, 25, 21, 54),
    "chordless-4-cycle": (14, 17, 10, 36),
    "smallest-boundary-fails": (24, 34, 21, 54),
    "star-6": (80, 15, 0, 121),
    "star-10": (2304, 45, 0, 2833),
    "clique-4": (24, 24, 24, 76),
    "clique-5": (80, 80, 80, 235),
    "two-clusters": (12, 12, 12, 42),
    "cancer": (33, 13, 5, 57),
    "asia": (52, 37, 10, 93),
    "sachs": (564, 118, 68, 813),
    "figure-2a": (6, 6, 6, 21),
    "figure-2b": (6, 6, 6, 21),
    "figure-2c": (23, 25, 21, 54),
    "proof-collider": (64, 47, 21, 112),
    "proof-non-collider": (55, 36, 21, 98),
    "figure-6-cluster": (79, 85, 77, 187),
    "printed-orientation-4": (16, 14, 11, 37),
    "printed-orientation-6": (43, 45, 32, 86),
    "false-outside-boundary": (18, 21, 5, 48),
    "lost-co-parent": (304, 506, 329, 483),
    "stale-co-parents": (176, 236, 182, 266),
    "update-set": (78, 67, 31, 158),
}


@pytest.mark.parametrize("entry", GALLERY)
def test_the_gallery(entry):
    dag = gallery[entry]
    counts = tuple(ALGORITHMS[name](dag).counts.after_boundaries for name in RIVALS)
    assert counts == GALLERY[entry]


def test_the_whole_small_gallery_is_pinned():
    assert set(GALLERY) == {name for name, dag in gallery.items() if len(dag) <= 11}


# -- like with like ------------------------------------------------------------------------


def test_marvel_asks_fewest_distinct_tests_at_in_degree_four():
    for seed in range(4):
        dag = Dag.random_fixed_in_degree(14, 4, Random(seed))
        distinct = {name: after_boundaries(name, dag)[1] for name in ALGORITHMS}
        assert min(distinct, key=distinct.__getitem__) == "marvel"


# -- what stable means ---------------------------------------------------------------------


def skeleton_in_order(g, order, seed, variant):
    noisy = broken.noisy(separation(g), 0.2, seed)
    test = FunctionTest(order, noisy)
    boundaries = marvel(dag_of(g)).boundaries
    return pc(test, boundaries, variant=variant).skeleton


def depends_on_order(variant):
    """Return how many noisy runs change their skeleton with the order of the variables."""
    changed = 0
    for seed in range(40):
        rng = Random(seed)
        dag = Dag.random_fixed_in_degree(6, 3, rng)
        g = broken.Graph(tuple(range(6)), frozenset(dag.edges))
        order = list(range(6))
        rng.shuffle(order)
        one, other = (skeleton_in_order(g, o, seed, variant) for o in (range(6), order))
        changed += one != other
    return changed


def test_the_stable_skeleton_does_not_depend_on_the_order():
    assert depends_on_order("stable") == 0
    assert depends_on_order("original") > 0


def test_levels_are_one_search_each():
    dag = Dag.random_fixed_in_degree(12, 3, Random(1))
    trace = record("pc", dag)
    assert all(
        entry.search.size is not None for entry in trace.tests.entries if "skel" in entry.purpose
    )
    assert trace.result.counts.by_purpose["skeleton"] == trace.result.counts.after_boundaries
