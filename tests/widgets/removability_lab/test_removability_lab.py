"""The removability lab without a browser."""

import re

import pytest

from marvel_widgets import Dag, gallery
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.widgets import RemovabilityLab
from marvel_widgets.widgets.editor.model import GraphModel
from tests.reference import theory
from tests.reference.checks import graph_of

TRAP = "X -> Y <- T; Y -> Z; X -> Z"


def edges(lab, state):
    (view,) = lab.picture.views
    return {(e.tail, e.head) for e in view.drawing.edges if e.state == state}


def said(lab):
    """What the lab says, without its marks."""
    return re.sub(r"</p>|<[^>]*>", lambda tag: " " * (tag[0] == "</p>"), lab.said.value)


def plus(lab):
    """The buttons on the picture."""
    return [control for control in lab.plus if control.layout.display != "none"]


def repair_buttons(lab):
    return [control.description for control in plus(lab)]


def test_the_red_edge_repairs_and_can_be_taken_back():
    lab = RemovabilityLab(TRAP)
    assert edges(lab, "missing") == {("T", "Z")}
    assert "X is not removable: no edge joins T to Z." in said(lab)
    assert "The definition says: not removable" in lab.comparison.value
    (add,) = plus(lab)
    (mark,) = [mark for mark in lab.picture.views[0].drawing.edges if mark.state == "missing"]
    ends = [node for node in lab.picture.views[0].drawing.nodes if node.name in "TZ"]
    middle = (
        100 * (sum(node.y for node in ends) / 2 + 4) / (lab.picture.views[0].drawing.height + 8)
    )
    assert abs(float(add.layout.top.rstrip("%")) - middle) < 0.5 * abs(mark.bend) + 0.1
    add.click()
    assert ("T", "Z") in lab.model.dag.edges
    assert edges(lab, "missing") == set()
    assert "X is removable" in said(lab)
    assert "The definition says: removable (none of" in lab.comparison.value
    assert repair_buttons(lab) == []
    lab.history.undo.click()
    assert edges(lab, "missing") == {("T", "Z")}
    lab.history.redo.click()
    assert ("T", "Z") in lab.model.dag.edges


def test_an_edge_that_would_close_a_cycle_is_not_offered_and_refused_in_a_sentence():
    lab = RemovabilityLab("X -> A; X -> B; A -> M -> B")
    before = lab.model.dag
    assert not lab.model.repair("B", "A")
    assert lab.model.dag == before
    assert "would close the cycle" in lab.error.value
    assert "Add B → A" not in repair_buttons(lab)
    along = next(each for each in plus(lab) if each.description == "Add A → B")
    along.click()
    assert ("A", "B") in lab.model.dag.edges
    assert lab.error.value == ""


def test_click_button_and_keys_choose_the_variable():
    lab = RemovabilityLab(TRAP)
    lab.picture._tell("T")
    assert lab.model.x == "T"
    lab.model.choose("Z")
    assert "Z is removable. It has no children." in said(lab)
    lab.on.click()
    assert lab.model.x == "X"
    lab.shell._handle_custom_msg({"key": "ArrowLeft"}, [])
    assert lab.model.x == "Z"
    lab.shell._handle_custom_msg({"key": "ArrowRight"}, [])
    assert lab.model.x == "X"


def test_both_verdicts_are_those_of_the_reference_on_the_gallery():
    lab = RemovabilityLab()
    for dag in (dag for dag in gallery.values() if len(dag) <= 6):
        assert lab.model.graph.load(dag)
        g = graph_of(dag)
        for i, x in enumerate(dag.nodes):
            lab.model.choose(x)
            text = "removable" if theory.is_removable_by_definition(g, i) else "not removable"
            assert f"The theorem says: {text}. The definition says: {text} (" in lab.text()
            assert f"The definition says: {text} (" in lab.comparison.value
            assert "They agree." in lab.comparison.value


def test_the_list_is_turned_page_by_page():
    lab = RemovabilityLab("C -> A; C -> B; C -> D; C -> E; C -> F")
    first = lab.listed.value
    assert first.count("<li>") == 10
    assert lab.earlier.disabled
    lab.later.click()
    second = lab.listed.value
    assert 'start="11"' in second
    assert second != first
    lab.earlier.click()
    assert lab.listed.value == first
    lab.model.choose("A")  # removable: nothing changes, no pages
    assert "none changes" in lab.listed.value
    assert lab.pages.layout.display == "none"


def test_a_large_graph_says_why_the_definition_is_not_compared():
    lab = RemovabilityLab(Dag([(i, i + 1) for i in range(15)], nodes=range(16)))
    assert "more than we do while you wait" in lab.listed.value
    assert "not compared" in lab.comparison.value
    assert "0 is removable" in said(lab)
    assert lab.pages.layout.display == "none"


def test_what_was_predicted_stays_known():
    lab = RemovabilityLab(TRAP, predict=True)
    assert repair_buttons(lab) == []
    assert "mw-primary" not in lab.on._dom_classes  # while it asks, nothing is blue
    lab.predictions.answer("yes")
    assert "mw-primary" in lab.on._dom_classes
    assert "Not right. X is not removable: no edge joins T to Z." in said(lab)
    assert "Predicted: yes. Score: 0 of 1 prediction right." in lab.said.value
    plus = [rule for rule in lab.picture.views[0].cytoscape_style if "missing" in rule["selector"]]
    assert [rule["style"]["label"] for rule in plus] == [""]  # the button on it has one
    assert edges(lab, "missing") == {("T", "Z")}
    lab.model.choose("T")  # the next question
    assert "T is removable" not in said(lab)
    lab.predictions.skip()
    assert "T is removable" in said(lab)
    assert "mw-said-plain" in lab.said.value  # a tick would praise who skipped
    lab.model.choose("X")  # asked before: it stays known
    assert "X is not removable: no edge joins T to Z." in said(lab)


def test_an_edited_graph_keeps_the_variable_or_takes_another():
    graph = GraphModel(TRAP)
    lab = RemovabilityLab(graph, x="Z")
    graph.add_edge("T", "Z")
    assert lab.model.x == "Z"
    graph.remove_variable("Z")
    assert lab.model.x == "X"
    graph.load_text("solo")
    assert (lab.model.x, lab.on.disabled) == ("solo", True)
    graph.remove_variable("solo")
    assert lab.model.x == ""
    assert lab.text() == "The graph has no variables. Add one, or load another graph."
    assert lab.svg() == ""
    graph.undo()
    assert lab.model.x == "solo"


def test_a_token_brings_graph_variable_and_page_back():
    lab = RemovabilityLab("C -> A; C -> B; C -> D; C -> E; C -> F", x="C")
    lab.model.repair("A", "B")
    lab.model.turn(1)
    again = RemovabilityLab.from_token(lab.token)
    assert again.text() == lab.text()
    assert again.model.first == 10


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: RemovabilityLab(TRAP, x="Q"), "'Q'"),
        (lambda: RemovabilityLab("A -> "), "expected"),
        (lambda: RemovabilityLab(TRAP, hide="nothing"), "nothing"),
    ],
)
def test_what_makes_no_sense_is_named(make, words):
    with pytest.raises((GraphError, ValueError), match=words):
        make()


def test_on_a_large_graph_one_missing_edge_at_a_time_can_be_added():
    lab = RemovabilityLab(networks.load("insurance"), x="RiskAversion")
    (add,) = plus(lab)
    assert "7 edges are missing at VehicleYear." in said(lab)
    add.click()
    assert len(plus(lab)) == 1
    assert plus(lab)[0].description != "Add Age → VehicleYear"
