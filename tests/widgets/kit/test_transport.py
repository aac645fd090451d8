"""The transport, on a model that is nothing but a place in a row of ticks."""

import pytest
import traitlets

from marvel_widgets.widgets.kit.moving import Moving, Ticks
from marvel_widgets.widgets.kit.stock import lay_out
from marvel_widgets.widgets.kit.transport import Transport


class Walk(Moving):
    """Ten steps, of which the third and the seventh are marked."""

    error = traitlets.Unicode("")
    error_field = traitlets.Unicode("transport")
    film = Ticks(10)
    marks = ((3, "third"), (7, "seventh"))

    def _refuse(self, said, where):
        self.error_field, self.error = where, said


@pytest.fixture
def walk():
    return Walk()


def test_it_needs_a_place_and_no_player(walk):
    transport = Transport(walk)
    for key, position in (("step", 1), ("end", 10), ("back", 9), ("begin", 0), ("up", 0)):
        transport.press(key)
        assert walk.position == position
    transport.seek.value = 99
    assert walk.position == 10
    transport.show("at the end")
    assert (transport.seek.value, transport.seek.last, transport.seek.value_text) == (
        10,
        10,
        "at the end",
    )
    assert transport.step.disabled
    assert not transport.back.disabled


def test_marks_ahead_are_not_told_where_they_are_asked_for(walk):
    told, asking = Transport(walk), Transport(walk, mark_future=False)
    for position, expected in ((0, []), (3, [[3, "third"]]), (0, [[3, "third"]])):
        walk.seek(position)
        for transport in (told, asking):
            transport.show("")
        assert asking.seek.marks == expected
        assert told.seek.marks == [[3, "third"], [7, "seventh"]]


def test_a_level_has_a_word_of_its_own(walk):
    transport = Transport(walk, levels={"round": "variable"})
    assert transport.level.options == (
        ("test", "test"),
        ("decision", "decision"),
        ("variable", "round"),
    )
    transport.level.value = "round"
    assert walk.level == "round"


def test_any_speed_can_be_set_in_a_cell(walk):
    transport = Transport(walk)
    walk.speed = 3.0
    assert transport.speed.value == 3.0
    transport.speed.value = 8.0
    assert walk.speed == 8.0


@pytest.mark.parametrize("how", ["locked", "hidden"])
def test_what_is_locked_or_hidden_hears_no_key(walk, how):
    transport = Transport(walk)
    transport.seek.disabled = how == "locked"
    lay_out(transport, display="none" if how == "hidden" else None)
    transport.press("step")
    assert walk.position == 0


def test_a_refusal_to_play_is_said_here(walk):
    transport = Transport(walk)
    transport.play.click()
    assert "needs a running notebook" in transport.error.value
