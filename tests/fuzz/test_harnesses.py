"""The first cases of each harness; `python -m tests.fuzz` looks at all of them."""

import pytest

from tests.fuzz.harnesses import HARNESSES
from tests.fuzz.steps import SHOWS
from tests.widgets.every_app import ON_GRAPH

# Too slow for each run, or tested app by app.
LEFT_OUT = {"answers", "steps of names", "events", "tokens"}


@pytest.mark.parametrize("name", [name for name in HARNESSES if name not in LEFT_OUT])
def test_the_first_cases(name):
    assert HARNESSES[name].fails() == {}


def test_the_steps_of_every_app_that_takes_a_graph_are_counted():
    assert set(ON_GRAPH) < set(SHOWS)
