"""An action that may be refused: whether it worked, and where what was wrong was entered."""

import pytest

from marvel_widgets.widgets.kit.moving import Refusing, refusing


class Divider(Refusing):
    found = 0

    @refusing("number")
    def divide(self, number, by=2):
        if number % by:
            msg = f"{number} is not divisible by {by}"
            raise ValueError(msg)
        return number // by

    def _accept(self, made):
        self.found, self.error = made, ""


def test_an_action_works_or_is_refused():
    model, heard = Divider(), []
    model.observe(lambda _: heard.append((model.error_field, model.error)), "error")
    assert model.divide(6) is True
    assert model.found == 3
    assert model.divide(3) is False
    assert model.found == 3  # as before
    assert heard == [("number", "3 is not divisible by 2")]  # the field is in place when it is said
    assert model.divide(number=9, by=3)
    assert model.error == ""


def test_only_what_was_entered_is_refused():
    model = Divider()
    assert not model.divide(None)  # a TypeError
    assert "NoneType" in model.error
    with pytest.raises(ZeroDivisionError):
        model.divide(4, by=0)


def test_what_comes_after_is_no_part_of_it():
    """An error of whoever observes the model is not taken for a refusal."""

    class Failing(Divider):
        def _accept(self, made):
            msg = "a fault of ours"
            raise ValueError(msg)

    with pytest.raises(ValueError, match="a fault of ours"):
        Failing().divide(4)
