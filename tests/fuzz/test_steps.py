"""However long names are: the work to show them grows with their letters, in every app."""

import pytest

from tests.fuzz.common import Harness
from tests.fuzz.steps import SHOWS, check_steps, draw_names
from tests.widgets.every_app import ON_GRAPH

HARNESSES = {"steps of names": Harness(draw_names, check_steps, 5, 1_000)}


@pytest.mark.night
def test_a_slice():
    assert HARNESSES["steps of names"].fails() == {}


@pytest.mark.night
def test_all():
    assert HARNESSES["steps of names"].fails(HARNESSES["steps of names"].many) == {}


def test_every_app_that_takes_a_graph_is_among_them():
    assert set(ON_GRAPH) < set(SHOWS)
