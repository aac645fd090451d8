"""Numbers of the rivals that are quoted: pinned to the unit."""

from random import Random

from marvel_widgets import ALGORITHMS, Dag, record


def star(p):
    return Dag([(0, leaf) for leaf in range(1, p)], nodes=range(p))


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


def test_levels_are_one_search_each():
    dag = Dag.random_fixed_in_degree(12, 3, Random(1))
    trace = record("pc", dag)
    assert all(
        entry.search.size is not None for entry in trace.tests.entries if "skel" in entry.purpose
    )
    assert trace.result.counts.by_purpose["skeleton"] == trace.result.counts.after_boundaries
