"""A view does not take its own showing for the learner's choice."""

import ipywidgets
import pytest
import traitlets

from marvel_widgets.widgets.kit.controls import hear, put


@pytest.fixture
def heard():
    return []


@pytest.fixture
def field(heard):
    field = ipywidgets.IntText()
    hear(field, heard.append)
    return field


def test_only_the_learner_is_heard(field, heard):
    put(field, value=1)
    assert heard == []
    field.value = 2
    assert heard == [2]


def test_one_showing_inside_another_ends_neither(field, heard):
    field.observe(lambda change: change.new == 1 and put(field, value=2), "value")
    put(field, value=1)
    assert (field.value, heard) == (2, [])


def test_after_an_error_the_learner_is_heard_again(field, heard):
    with pytest.raises(traitlets.TraitError):
        put(field, value="one")
    field.value = 3
    assert heard == [3]
