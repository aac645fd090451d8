"""The algorithms are registered by their own files; the paper's five stay five."""

from dataclasses import replace
from types import ModuleType

import pytest

from marvel_widgets import ALGORITHMS, Dag, record
from marvel_widgets.core.algorithms import events
from marvel_widgets.core.algorithms.event_types import EVENTS, named
from marvel_widgets.core.algorithms.pc import PC
from marvel_widgets.core.algorithms.registry import DESCRIBED, described, described_as
from marvel_widgets.core.boundary.events import Event

FIVE = ["marvel", "pc", "grow_shrink", "collider_set", "mmpc"]


def module(name, **content):
    made = ModuleType(name)
    vars(made).update(content)
    return made


def test_the_five_are_those_of_the_paper_in_its_order():
    assert list(ALGORITHMS) == FIVE
    places = [value.paper_place for value in DESCRIBED.values()]
    assert places[:5] == [1, 2, 3, 4, 5]
    assert not any(places[5:])


def test_one_more_leaves_the_five_as_they_are():
    other = module("other", OTHER=replace(PC, name="another", paper_place=None))
    own = [module(name, VALUE=value) for name, value in DESCRIBED.items()]
    found = described([other, *own])
    assert list(found)[:5] == FIVE
    assert "another" in list(found)[5:]


def test_two_algorithms_of_one_name_are_refused():
    twice = [module("one", A=PC), module("two", A=PC), module("three", A=replace(PC))]
    assert list(described(twice[:2])) == ["pc"]
    with pytest.raises(TypeError, match="two algorithms are named pc; rename that of three"):
        described(twice)


def test_an_algorithm_is_found_by_its_name_and_its_function():
    for name, value in DESCRIBED.items():
        for known in (name, name.replace("_", "-"), name.upper(), value.function):
            assert described_as(known) is value
    for unknown in ("ges", "", None):
        with pytest.raises(ValueError, match="unknown algorithm"):
            described_as(unknown)
    assert record("grow-shrink", Dag("A -> B")).result.algorithm == "grow_shrink"


# -- events --------------------------------------------------------------------------------


class Visited(Event):
    """An event with the name of one of MARVEL's."""

    y: int


def test_two_events_of_one_name_are_refused_when_they_are_collected():
    mine = module("mine", Visited=Visited)
    Visited.__module__ = "mine"
    with pytest.raises(TypeError, match=r"mine and marvel_widgets.*events both have an event Visi"):
        named([events, mine])
    assert named([mine]) == {"Visited": Visited}
    assert EVENTS["Visited"] is events.Visited


def test_every_event_belongs_to_an_algorithm():
    known = [*DESCRIBED.values(), described_as("own")]
    told = {kind for value in known for kind in value.events}
    assert told == set(EVENTS.values())


# -- what a value says ---------------------------------------------------------------------


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
