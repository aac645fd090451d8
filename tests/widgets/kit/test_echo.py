"""A view does not take its own showing for the learner's choice."""

import ipywidgets
import pytest
import traitlets

from marvel_widgets.widgets.kit.controls import Echo, hear, put


@pytest.fixture
def heard():
    return []


@pytest.fixture(params=["echo", "put"])
def field(request, heard):
    """Return a field, and how a view shows a value in it."""
    field, echo = ipywidgets.IntText(), Echo()

    def shown(value):
        with echo:
            field.value = value

    field.show = shown if request.param == "echo" else lambda value: put(field, value=value)
    (echo.hear if request.param == "echo" else hear)(field, heard.append)
    return field


def test_only_the_learner_is_heard(field, heard):
    field.show(1)
    assert heard == []
    field.value = 2
    assert heard == [2]


def test_one_showing_inside_another_ends_neither(field, heard):
    field.observe(lambda change: change.new == 1 and field.show(2), "value")
    field.show(1)
    assert (field.value, heard) == (2, [])


def test_after_an_error_the_learner_is_heard_again(field, heard):
    with pytest.raises(traitlets.TraitError):
        field.show("one")
    field.value = 3
    assert heard == [3]
