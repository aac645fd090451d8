"""However long what is given: the message about it can be read."""

import random

import pytest

from marvel_widgets import (
    Dag,
    is_removable_by_tests,
    lower_bound,
    marvel,
    pc,
    record,
    separating_set,
)
from marvel_widgets.core.boundary.boundary_input import boundary_masks
from marvel_widgets.core.graphs.random_models import erdos_renyi_parents, fixed_in_degree_parents
from marvel_widgets.theory.counterexamples import smallest_counterexample
from marvel_widgets.theory.removability_proof import judged_path

LONG = "x" * 10_000
NAME = "x" * 2_000  # as long as a name may be
NAMES = (NAME, "B", "C")
GRAPH = Dag([(NAME, "B"), ("B", "C")])
RNG = random.Random(1)
CALLS = {
    "variables of a random graph": lambda: erdos_renyi_parents(LONG, RNG, m=1),
    "edges of a random graph": lambda: erdos_renyi_parents(3, RNG, m=10**1000),
    "edges that are text": lambda: erdos_renyi_parents(3, RNG, m=LONG),
    "density of a random graph": lambda: erdos_renyi_parents(3, RNG, density=LONG),
    "in-degree of a random graph": lambda: fixed_in_degree_parents(3, LONG, RNG),
    "a source of random numbers": lambda: erdos_renyi_parents(3, LONG, m=1),
    "a boundary that is missing": lambda: boundary_masks({}, NAMES),
    "a variable in its own boundary": lambda: boundary_masks(
        {NAME: [NAME], "B": [], "C": []}, NAMES
    ),
    "a boundary on one side": lambda: boundary_masks({NAME: ["B"], "B": [], "C": []}, NAMES),
    "a boundary by tests": lambda: is_removable_by_tests(GRAPH, NAME, [NAME]),
    "a pair that is one": lambda: separating_set(GRAPH, NAME, NAME, []),
    "an algorithm": lambda: record(LONG, GRAPH),
    "an option": lambda: marvel(GRAPH, removal_alpha=LONG),
    "a budget": lambda: pc(GRAPH, budget=LONG),
    "a bound": lambda: lower_bound(LONG, 1),
    "a claim": lambda: smallest_counterexample(LONG),
    "a path": lambda: judged_path(GRAPH, [NAME, "C"], []),
}


@pytest.mark.parametrize("what", CALLS)
def test_a_message_is_short(what):
    with pytest.raises((ValueError, TypeError)) as caught:
        CALLS[what]()
    assert 15 < len(str(caught.value)) < 400
    assert "xxx" in str(caught.value) or "000" in str(caught.value)
