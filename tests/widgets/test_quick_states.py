"""What the tests of the widgets take for the state of a widget is what ipywidgets sends."""

import pytest

from tests.widgets import quick_states
from tests.widgets.every_app import live, made, unfold


@pytest.mark.parametrize("name", ["MarvelPlayer", "FiniteSampleLab"])
def test_the_states_are_those_of_ipywidgets(name):
    unfold(made(name))
    for widget in live():
        assert [*quick_states.traits(widget, sync=True)] == [
            *quick_states._every_trait(widget, sync=True)
        ]
        whole = quick_states._whole_state(widget)
        assert quick_states.get_state(widget) == whole
        some = sorted(whole)[::5]
        assert quick_states.get_state(widget, some) == {key: whole[key] for key in some}
        assert quick_states.get_state(widget, some[0]) == {some[0]: whole[some[0]]}
        assert quick_states.remove_buffers(whole) == quick_states._without_buffers(whole)


def test_bytes_are_taken_out_of_a_state():
    state = {"text": "a", "bytes": b"b", "list": [1, b"c"]}
    assert quick_states.remove_buffers(state) == (
        {"text": "a", "list": [1, None]},
        [["bytes"], ["list", 1]],
        [b"b", b"c"],
    )
