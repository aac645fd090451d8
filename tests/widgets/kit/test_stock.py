"""Controls that share their looks are those of ipywidgets, and none changes another's."""

import ipywidgets
import pytest

from marvel_widgets.widgets.kit import stock
from marvel_widgets.widgets.kit.widget_tree import close_tree
from tests.widgets.every_app import APPS, made

CONTROLS = sorted(
    name
    for name, kind in vars(stock).items()
    if isinstance(kind, type) and kind.__module__ == stock.__name__ and hasattr(ipywidgets, name)
)
LOOKS = ("layout", "style")


def test_all_controls_are_compared():
    assert {"Button", "HTML", "HBox", "IntSlider", "Dropdown"} <= set(CONTROLS)


NAMED = ("Dropdown", "Select", "RadioButtons", "Text", "Textarea", "BoundedIntText")


@pytest.mark.parametrize("name", NAMED)
def test_a_name_is_shown_whole_unless_its_width_is_given(name):
    kind = getattr(stock, name)
    assert kind().style.description_width == "initial"
    assert kind(style={"description_width": "24px"}).style.description_width == "24px"


@pytest.mark.parametrize("name", CONTROLS)
def test_a_page_is_told_of_a_control_what_ipywidgets_tells(name):
    kind = getattr(stock, name)
    given = {"style": kind.usual} if kind.usual else {}
    whole = {"continuous_update": False} if hasattr(kind, "continuous_update") else {}
    ours, theirs = kind(), getattr(ipywidgets, name)(**given, **whole)
    states = [
        {trait: value for trait, value in each.get_state().items() if trait not in LOOKS}
        for each in (ours, theirs)
    ]
    assert states[0] == states[1]
    for look in LOOKS:
        if look in theirs.keys:
            assert getattr(ours, look).get_state() == getattr(theirs, look).get_state()


def test_a_style_in_words_is_that_of_ipywidgets():
    given = {"description_width": "initial", "button_width": "auto"}
    ours, theirs = stock.ToggleButtons(style=given), ipywidgets.ToggleButtons(style=given)
    assert ours.style.get_state() == theirs.style.get_state()
    assert stock.ToggleButtons(style=given).style is ours.style
    assert stock.ToggleButtons().style is not ours.style


def test_those_that_look_alike_share_and_the_others_do_not():
    one, two = stock.Button(description="one"), stock.Button(description="two")
    wide = stock.Button(layout=stock.layout(width="9em"))
    assert one.layout is two.layout
    assert one.style is two.style
    assert wide.layout is not one.layout
    assert wide.layout is stock.HTML(layout=stock.layout(width="9em")).layout
    assert stock.HTML().style is not one.style


def test_one_that_is_laid_out_anew_leaves_the_others():
    one, two = stock.HTML(layout=stock.layout(flex="1 1 9em")), stock.HTML()
    before = one.layout
    stock.lay_out(one, height="2em", width="3em")
    assert (one.layout.height, one.layout.width, one.layout.flex) == ("2em", "3em", "1 1 9em")
    assert (before.height, two.layout.height) == (None, None)
    stock.lay_out(one, height="", width=None)
    assert one.layout is before


def test_one_that_is_taken_off_the_screen_comes_back_as_it_was():
    one, two = stock.Label(layout=stock.layout(width="9em")), stock.Label()
    before = one.layout
    for condition in ("", None, []):  # what a condition is true of, Python says
        stock.show_if(one, condition)
        assert (one.layout.display, one.layout.width) == ("none", "9em")
        assert two.layout.display is None
        stock.show_if(one, "some")
        assert one.layout is before


def test_a_layout_of_ones_own_is_changed_where_it_is():
    own = ipywidgets.HTML()
    mine = own.layout
    stock.lay_out(own, display="none")
    assert own.layout is mine
    assert mine.display == "none"


def test_nobody_changes_what_others_share():
    button = stock.Button()
    for look, trait, value in (("layout", "width", "9em"), ("style", "button_color", "red")):
        with pytest.raises(
            AttributeError, match=rf"share this {trait}; for one, assign widget\.layout = "
        ):
            setattr(getattr(button, look), trait, value)
    button.layout = {"width": "9em"}  # what the message says
    assert stock.Button().layout.width is None


def test_closing_one_leaves_the_looks_to_the_others():
    one, two = stock.HBox([stock.Button()]), stock.Button()
    close_tree(one)
    assert one.children[0].comm is None
    assert None not in (two.layout.comm, two.style.comm)


def test_after_all_widgets_were_closed_new_ones_have_looks_that_are_open():
    before = stock.Button()
    ipywidgets.Widget.close_all()
    after = stock.Button()
    assert before.layout.comm is None
    assert None not in (after.layout.comm, after.style.comm)


@pytest.mark.parametrize("name", APPS)
def test_an_app_is_laid_out_by_whoever_has_it(name):
    app, other = made(name), made(name)
    app.layout.width = "600px"
    assert other.layout.width is None
