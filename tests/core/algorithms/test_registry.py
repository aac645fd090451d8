"""The algorithms by name; the paper's five stay five."""

import pytest

from marvel_widgets import ALGORITHMS, Dag, record
from marvel_widgets.core.algorithms.registry import DESCRIBED, described_as
from marvel_widgets.core.boundary.events import Event

FIVE = ["marvel", "pc", "grow_shrink", "collider_set", "mmpc"]


def test_the_five_are_those_of_the_paper_in_its_order():
    assert list(ALGORITHMS) == list(DESCRIBED)[:5] == FIVE


def test_an_algorithm_is_found_by_its_name_and_its_function():
    for name, value in DESCRIBED.items():
        for known in (name, name.replace("_", "-"), name.upper(), value.function):
            assert described_as(known) is value
    for unknown in ("ges", "", None):
        with pytest.raises(ValueError, match="unknown algorithm"):
            described_as(unknown)
    assert record("grow-shrink", Dag("A -> B")).result.algorithm == "grow_shrink"


def test_every_event_belongs_to_an_algorithm():
    known = [*DESCRIBED.values(), described_as("own")]
    told = {kind for value in known for kind in value.events}
    ours = {k for k in Event.__subclasses__() if k.__module__.startswith("marvel_widgets.")}
    assert told == ours


def test_what_each_starts_from():
    starts = {
        name: (value.start(), value.start(value.published)) for name, value in DESCRIBED.items()
    }
    known = {
        "marvel": ("boundaries", "boundaries"),
        "pc": ("moral graph", "complete graph"),
        "grow_shrink": ("moral graph", "moral graph"),
        "collider_set": ("moral graph", "moral graph"),
        "mmpc": ("boundaries", "complete graph"),
    }
    assert known.items() <= starts.items()


@pytest.mark.parametrize("name", DESCRIBED)
def test_a_run_does_what_its_value_says(name):
    value = DESCRIBED[name]
    dag = Dag("{A B C D E}; A -> C; B -> C; C -> D; A -> E; D -> E")
    for options in ({}, value.published):
        trace = record(name, dag, **options)
        purposes = set(trace.result.counts.by_purpose)
        assert purposes <= set(value.all_purposes(options))
        assert ("boundary-discovery" in purposes) == value.needs_boundaries(options)
        assert {type(step.event) for step in trace.steps} <= set(value.events)
        assert bool(trace.result.removal_order) == value.removes
        assert bool(trace.result.essential_graph.directed) == (value.finds == "essential graph")
