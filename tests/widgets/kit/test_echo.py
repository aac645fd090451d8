"""A view does not take its own showing for the learner's choice."""

import ipywidgets
import pytest

from marvel_widgets.widgets.kit.controls import Echo


@pytest.fixture
def heard():
    return []


@pytest.fixture
def field(heard):
    field, echo = ipywidgets.IntText(), Echo()
    echo.hear(field, heard.append)
    field.echo = echo
    return field


def test_only_the_learner_is_heard(field, heard):
    with field.echo:
        field.value = 1
    assert heard == []
    field.value = 2
    assert heard == [2]


def test_one_showing_inside_another_ends_neither(field, heard):
    with field.echo:
        with field.echo:
            field.value = 1
        field.value = 2
    assert heard == []


def test_after_an_error_the_learner_is_heard_again(field, heard):
    with pytest.raises(ZeroDivisionError), field.echo:
        raise ZeroDivisionError
    field.value = 3
    assert heard == [3]
