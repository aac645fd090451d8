"""OrientationLab without a browser: views, steps, predictions, and bad input."""

from html import unescape

import pytest

from marvel_widgets import Dag, essential_graph, gallery
from marvel_widgets.lessons.orientation.view import Members
from marvel_widgets.widgets import OrientationLab
from marvel_widgets.widgets.editor.loading import PASTED
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.orientation_lab.widget import VIEWS

FALSE = gallery["printed-orientation-4"]


def test_steps_lead_to_the_essential_graph_and_back():
    lab = OrientationLab(FALSE)
    seen = [lab.text()]
    while not lab.step_row.step.disabled:
        lab.step_row.step.click()
        seen.append(lab.text())
    state = lab.model.run.stages[lab.model.position].state
    assert state.learned_graph(FALSE.nodes) == essential_graph(FALSE)
    assert len(set(seen)) == len(seen) == len(lab.model.run.stages)
    for before in reversed(seen[:-1]):
        lab.step_row.back.click()
        assert lab.text() == before
    assert lab.step_row.begin.disabled


def test_the_printed_rule_is_stepped_from_its_beginning():
    lab = OrientationLab(FALSE, position=3)
    lab.rule.value = "printed"
    assert (lab.model.orientation, lab.model.position) == ("printed", 0)
    assert "line 13 drew" in lab.text()
    assert any(edge.state == "printed" for edge in lab.picture.views[0].drawing.edges)


def test_the_class_is_browsed_member_by_member():
    lab = OrientationLab("A -> B -> C", view="class")
    members = Members(Dag("A -> B -> C"))
    drawn = set()
    for _ in members.dags:
        picture = lab.picture.views[1].drawing
        drawn.add(frozenset((edge.tail, edge.head) for edge in picture.edges))
        lab.step_row.step.click()
    assert drawn == {frozenset(dag.edges) for dag in members.dags}
    assert "The class has 3 members." in lab.text()
    assert lab.step_row.step.disabled


def test_a_large_class_is_cut_at_the_limit():
    lab = OrientationLab(gallery["clique-4"], view="class", limit=5)
    lab.step_row.end.click()
    assert lab.model.member == 4
    assert "more than 5 members" in lab.text()


def test_the_printed_run_stands_beside_the_repaired_one():
    lab = OrientationLab(FALSE, view="printed rule")
    titles = [view.drawing.title for view in lab.picture.views]
    assert titles == ["As printed", "Repaired"]
    assert "V0 had left before V2" in lab.text()
    assert lab.step_row.layout.display == "none"


def test_a_prediction_comes_before_the_step():
    lab = OrientationLab(FALSE, position=1, predict=True)
    assert lab.step_row.step.disabled
    assert lab.steps.value.count("<li") == 2  # none of what comes
    lab.model.step()
    assert lab.model.position == 1
    lab.predictions.answer(lab.predictions.question.answer)
    assert lab.predictions.score.right == 1
    assert '<p class="mw-what">Right: ' in lab.said.value
    assert not lab.shell.subtitle  # the graph in words
    lab.step_row.step.click()
    assert lab.model.position == 2


def test_no_way_around_a_question_shows_its_answer():
    lab = OrientationLab(FALSE, predict=True)
    lab.model.end()
    assert lab.model.position == 1  # the first question
    lab.model.begin()
    lab.model.end()
    assert lab.model.position == 1
    for view in ("class", "printed rule"):
        lab.view.value = view
        assert lab.text().startswith("This shows when you have stepped to the end")
        assert lab.picture.views[0].drawing == lab.model.run.drawing(1)
        assert lab.step_row.layout.display == "none"
    lab.view.value = "steps"
    while not lab.model.at_end:
        lab.predictions.skip()
        lab.model.end()
    lab.view.value = "class"
    assert "The class has" in lab.text()


def test_without_answers_nothing_after_line_17_shows():
    lab = OrientationLab(FALSE, answers=False, predict=True)
    for _ in range(5):
        lab.model.step()
    assert lab.model.position == 1
    for view in ("class", "printed rule"):
        lab.view.value = view
        assert "withheld" in lab.text()
        assert "member" not in lab.text()
        assert len(lab.model.drawings()) == 1
    lab.view.value = "steps"
    lab.predictions.answer(lab.predictions.question.options[0])
    assert "Your answer is recorded." in lab.predictions.message


def test_an_edit_of_a_shared_graph_is_followed():
    graph = GraphModel("A -> B -> C")
    lab = OrientationLab(graph, view="class", member=2)
    graph.reverse_edge("B", "C")
    assert lab.model.member == 0
    assert lab.model.dag.edges == graph.dag.edges
    assert "The class has 1 member." in lab.text()


def test_typed_graphs_and_examples():
    lab = OrientationLab(FALSE)
    lab.loading.example.value = "collider"
    lab.loading.load.click()
    assert lab.model.dag == gallery["collider"]
    lab.loading.kind.value = PASTED
    lab.loading.pasted.value = "A -> B -> A"
    lab.loading.use.click()
    assert "cycle" in lab.parts["graph"].children[-1].value
    assert lab.model.dag == gallery["collider"]
    lab.loading.pasted.value = "P -> Q"
    lab.loading.use.click()
    assert lab.model.dag == Dag("P -> Q")


def test_a_graph_too_large_to_look_at_is_refused_by_its_size():
    lab = OrientationLab(FALSE)
    lab.model.graph.load(Dag([], nodes=[f"V{i}" for i in range(61)]))
    assert "61 variables are too many" in lab.error.value
    assert lab.model.dag == FALSE
    with pytest.raises(ValueError, match="61 variables"):
        OrientationLab(Dag([], nodes=[f"V{i}" for i in range(61)]))


def test_a_graph_too_dense_to_run_on_is_refused_by_its_tests():
    names = [f"V{i}" for i in range(24)]
    clique = Dag([(a, b) for i, a in enumerate(names) for b in names[i + 1 :]])
    lab = OrientationLab(FALSE)
    lab.model.graph.load(clique)
    assert "more than 100,000 CI tests" in lab.error.value
    assert lab.model.dag == FALSE
    lab.model.graph.load(Dag("A -> B"))
    assert lab.error.value == ""


@pytest.mark.parametrize(
    "setting",
    [{"view": "x"}, {"orientation": "x"}, {"position": -1}, {"member": "2"}, {"limit": 0}],
    ids=str,
)
def test_a_bad_setting_is_named(setting):
    with pytest.raises(ValueError, match=next(iter(setting))):
        OrientationLab(FALSE, **setting)


def test_an_empty_graph_and_one_without_edges():
    assert "Step 1 of" in OrientationLab(Dag([], nodes=["A"])).text()
    lab = OrientationLab(Dag([], nodes=["A", "B"]), view="class")
    assert "The class has 1 member." in lab.text()


def test_a_clicked_edge_says_what_directed_it():
    lab = OrientationLab("X -> Y <- T; Y -> Z", position=3)
    assert "Meek's rule R1" not in unescape(lab.said.value)
    view = lab.picture.views[0]
    edge = next(e for e in view.graph.edges if {e.data["source"], e.data["target"]} == {"n1", "n3"})
    data = {"data": {"id": edge.data["id"]}}
    view._handle_custom_msg({"event": "tap", "widget": "edge", "data": data}, [])
    assert "Meek's rule R1" in unescape(lab.said.value)
    lab.step_row.begin.click()
    assert "Meek's rule R1" not in unescape(lab.said.value)


def test_what_was_answered_on_another_graph_is_asked_again():
    graph = GraphModel("X -> Y <- T; Y -> Z")
    lab = OrientationLab(graph, predict=True)
    lab.model.seek(9)
    assert lab.model.is_asking
    at = lab.model.position
    lab.predictions.skip()
    lab.model.seek(9)
    assert not lab.model.is_asking
    graph.load_text("X -> Y <- T; Y -> Z; Y -> W")
    lab.model.seek(at)
    assert lab.model.is_asking


def test_an_edit_closes_the_other_views_and_goes_back_in_them():
    graph = GraphModel("X -> Y")
    lab = OrientationLab(graph, predict=True)
    while not lab.model.is_open:
        lab.predictions.skip() if lab.model.is_asking else lab.model.seek(9)
    lab.model.show_view(VIEWS[1])
    lab.model.seek(1)
    lab.model.show_view(VIEWS[0])
    assert lab.model.member == 1
    graph.add_variable("Z")
    assert not lab.model.is_open
    assert lab.model.member == 0
