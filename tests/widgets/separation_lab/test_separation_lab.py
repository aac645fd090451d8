"""The d-separation lab without a browser."""

import re

import pytest

from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.widgets import DSeparationLab
from marvel_widgets.widgets.editor.model import GraphModel

TEXT = "X -> Y <- T; Y -> Z"


def said(lab):
    return lab.text().splitlines()[0]


def test_clicks_choose_first_second_then_given():
    lab = DSeparationLab(TEXT)
    assert said(lab).startswith("Choose two variables")
    for name in ("X", "T"):
        lab.model.pick(name)
    assert said(lab) == "X and T are d-separated given nothing."
    lab.model.pick("Z")
    assert said(lab) == "X and T are d-connected given {Z}."
    lab.model.pick("Z")
    assert said(lab) == "X and T are d-separated given nothing."
    lab.model.pick("X")  # neither of the two can be given
    assert said(lab) == "X and T are d-separated given nothing."


def test_menus_do_the_same():
    lab = DSeparationLab(TEXT)
    lab.x.value = "X"
    lab.y.value = "T"
    lab.given.value = ("Y",)
    assert said(lab) == "X and T are d-connected given {Y}."
    lab.clear.click()
    assert said(lab) == "X and T are d-separated given nothing."
    assert lab.given.value == ()


def test_a_click_on_a_given_variable_takes_it_out_of_the_set():
    lab = DSeparationLab(TEXT, x="X", y="T", given={"Z"})
    lab.model.role = "second"
    lab.model.pick("Z")
    assert said(lab) == "X and Z are d-connected given nothing."


def test_the_first_variable_picked_as_second_leaves_the_first_open():
    lab = DSeparationLab(TEXT, x="X", y="T")
    lab.model.role = "second"
    lab.model.pick("X")
    assert said(lab).startswith("Click on another variable")
    assert (lab.x.value, lab.y.value) == ("", "X")


def test_menus_offer_only_variables_without_another_role():
    lab = DSeparationLab(TEXT, x="X", y="T", given={"Z"})
    assert [value for _, value in lab.x.options] == ["", "X", "Y"]
    assert [value for _, value in lab.y.options] == ["", "Y", "T"]
    assert lab.given.options == ("Y", "Z")


def test_an_open_path_is_marked_first_and_any_can_be():
    lab = DSeparationLab("X -> Y <- T; X -> U -> T", x="X", y="T")
    assert lab.model.marked.is_open
    lab.paths.value = 0
    assert not lab.model.marked.is_open
    assert "blocks the path" in lab.picture.views[0].drawing.description.lower()


def test_an_edited_graph_keeps_what_is_still_there():
    graph = GraphModel(TEXT)
    lab = DSeparationLab(graph, x="X", y="T", given={"Z"})
    assert graph.remove_edge("Y", "Z")
    assert said(lab) == "X and T are d-separated given {Z}."
    assert graph.remove_variable("T")
    assert said(lab).startswith("Click on another variable")
    assert lab.model.given == ("Z",)
    assert graph.undo()
    assert len(lab.picture.views) == 1


@pytest.mark.parametrize(
    "bad", [{"x": "Q"}, {"x": "X", "y": "X"}, {"x": "X", "y": "T", "given": {"X"}}]
)
def test_a_question_that_makes_no_sense_is_refused(bad):
    with pytest.raises((GraphError, ValueError), match=r"X|Q"):
        DSeparationLab(TEXT, **bad)


def test_the_question_is_on_the_screen_once():
    lab = DSeparationLab(TEXT, x="X", y="T", predict=True)
    asked = "Are X and T d-separated given nothing?"
    assert asked in lab.parts["predict"].text.value
    assert "mw-asks" in lab.said.value  # where the box does not say it again
    lab.predictions.skip()
    first, second = re.findall(r"<p class=.*?</p>", lab.said.value)  # the verdict, then the reason
    assert re.sub(r"<[^>]*>", "", first) == "Skipped. X and T are d-separated given nothing."
    assert "is blocked: " in second
    withheld = DSeparationLab(TEXT, x="X", y="T", answers=False)  # nothing else asks it
    assert asked in re.sub(r"<[^>]*>", "", withheld.said.value)


def test_the_list_of_paths_shows_only_while_it_lists_some():
    lab = DSeparationLab(TEXT, predict=True)
    assert lab.paths.layout.display == "none"
    lab.model.choose("X", "T")
    assert lab.paths.layout.display == "none"  # asked, and not answered yet
    lab.predictions.answer("d-separated")
    assert lab.paths.options
    assert lab.paths.layout.display is None


@pytest.mark.parametrize(
    "act",
    [
        lambda model: model.choose("nobody", ""),
        lambda model: model.choose("X", "nobody"),
        lambda model: model.choose_given(["nobody"]),
    ],
)
@pytest.mark.parametrize("begin", [{}, {"x": "X", "y": "T", "given": ["Z"]}])
def test_an_unknown_name_in_a_cell_loses_nothing(act, begin):
    lab = DSeparationLab(TEXT, **begin)
    before = lab.model.state()
    with pytest.raises(GraphError, match="nobody"):
        act(lab.model)
    assert lab.model.state() == before


def test_a_reason_in_other_words_and_one_picture():
    told = "If one coin shows heads, the other must show tails."
    asked = {"x": "A", "y": "C", "given": ["B"], "because": told, "predict": True}
    lab = DSeparationLab("A -> B <- C", **asked, hide=["moral"])
    lab.predictions.answer("d-connected")
    assert lab.predictions.message == f"Right: d-connected. {told}"
    assert len(lab.picture.views) == 1
    whole = DSeparationLab("A -> B <- C", x="A", y="C", given=["B"])
    assert len(whole.picture.views) == 2
    assert "moral graph" in whole.moral.value
    assert "moral graph" not in whole.said.value
