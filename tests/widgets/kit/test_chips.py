"""Chips and switches without a browser."""

import pytest
from traitlets import TraitError

from marvel_widgets.widgets.kit.app import lock_whole
from marvel_widgets.widgets.kit.chips import Chips, Switch


def test_what_the_page_chooses_comes_in_the_order_of_the_options():
    chips = Chips("given", ["A", "B", "C"])
    chips.set_state({"value": ["C", "A"]})
    assert chips.value == ("A", "C")


def test_an_unknown_name_is_refused_in_a_sentence_and_nothing_changes():
    chips = Chips("given", ["A", "B"], value=("A",))
    with pytest.raises(TraitError, match="'Q' can't be chosen as 'given'; the options are A, B"):
        chips.value = ("A", "Q")
    assert chips.value == ("A",)
    with pytest.raises(TraitError, match="the options are none"):
        Chips("given").value = ("A",)
    with pytest.raises(TraitError, match="'Z' can't be chosen"):
        Switch("A click chooses", ["X", "Y"]).value = "Z"


def test_what_is_no_longer_offered_is_dropped():
    chips = Chips("given", ["A", "B"], value=("A", "B"))
    chips.options = ("B", "C")
    assert chips.value == ("B",)
    switch = Switch("A click chooses", ["X", "Y"], value="Y")
    switch.options = ("X", "Z")
    assert switch.value == "X"
    switch.options = ()
    assert switch.value == ""


def test_a_locked_one_stays_locked():
    chips = Chips("given", ["A"])
    lock_whole(chips)
    chips.disabled = False
    assert chips.disabled
