"""The walk through the proof without a browser."""

import random
import re

import pytest

from marvel_widgets import Dag, gallery, is_removable, networks
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.proof.words import stage_words
from marvel_widgets.widgets import ProofWalk
from marvel_widgets.widgets.editor.model import GraphModel
from tests.reference import theory
from tests.reference.checks import graph_of
from tests.slices import one_in

TEXT = "X -> B <- A; B -> C; X -> C; A -> C"
TRAP = "X -> Y <- T; Y -> Z; X -> Z"


def told(app):
    """What the walk says and, in its drawer, why; without the marks of names."""
    return re.sub(r"</?span\b[^>]*>", "", app.said.value + app.reasons.value)


def walk_of(**more):
    return ProofWalk(TEXT, x="X", path="ABXC", given="B", **more)


def step_names(app):
    names = []
    for at in range(app.model.side.steps):
        app.model.seek(at)
        names.append(re.search(r'aria-current="step">(.*?)<', told(app))[1])
    return names


def marked(app, state):
    (view,) = app.picture.views
    return {node.name for node in view.drawing.nodes if node.state == state}


def test_p_becomes_p_prime_and_p_double_prime():
    app = walk_of()
    assert step_names(app) == ["P in G", "P&#x27; in H", "P&#x27;&#x27; in H", "Conclusion in H"]
    app.model.seek(1)
    assert (marked(app, "blocking_given"), marked(app, "removed")) == ({"B"}, {"X"})
    app.model.seek(2)
    assert marked(app, "blocking") | marked(app, "blocking_given") == set()


def test_the_other_direction_names_the_lost_separator():
    app = ProofWalk(TRAP, x="X")
    assert not app.model.side.removable
    assert app.if_side.layout.display == "none"
    assert app.gap.options[0][0] == "Condition 2 at Z: T → Z is missing"
    app.model.seek(app.model.side.steps - 1)
    assert "S = {Y} separates T and Z in H, and does not in G." in app.text()
    (view,) = app.picture.views
    assert {(e.tail, e.head) for e in view.drawing.edges if e.state == "missing"} == {("T", "Z")}
    opened = {e.tail + e.head for e in view.drawing.edges if e.state == "path"}
    assert opened == {"TY", "XY", "XZ"}


def test_repairing_the_graph_turns_to_the_other_side():
    graph = GraphModel(TRAP)
    app = ProofWalk(graph, x="X")
    graph.add_edge("T", "Z")
    assert app.model.side.removable
    assert "if side" in app.side.value
    assert app.model.side.walk is not None
    graph.undo()
    assert app.model.side.gaps


def test_the_textbooks_rule_is_reported_where_it_differs():
    app = ProofWalk("A -> B; A -> X; C -> X; C -> B; X -> B", x="X", path="AXCB")
    assert "it closes the collider X" in told(app)
    same = walk_of()
    assert "says the same of this path" in told(same)
    for shown in (app, same):
        assert "rule of the paper" in told(shown)


def test_choosing_ends_set_and_path():
    app = walk_of()
    app.given.value = ()
    assert app.model.side.given == ()
    assert "S = {}" in told(app)
    assert "collider B leads down to C, an end of the path" in told(app)
    app.picture._tell("B")  # a click puts it into S
    assert app.given.value == ("B",)
    app.picture._tell("A")  # an end is never given
    assert app.model.side.given == ("B",)
    app.z.value = "B"
    assert (app.model.side.y, app.model.side.z, app.model.side.given) == ("A", "B", ())
    assert app.path.options[0][0] == "A → C ← X → B"
    app.y.value = "C"
    assert app.path.options[0][0] == "C ← X → B"


def test_choosing_another_path():
    app = ProofWalk("A -> X; C -> X; A -> C; A -> D; C -> D; X -> D", x="X", path="AXD")
    lines = [line for line, _ in app.path.options]
    assert len(lines) > 1
    other = next(i for i, line in enumerate(lines) if line != "A → X → D")
    app.path.value = other
    assert f"P = {lines[other]}" in told(app)


def test_no_path_is_said_so():
    app = ProofWalk("A; B; X", x="X")
    assert "No path between A and B goes through X" in app.text()
    assert app.model.side.steps == 0
    assert app.steps.step.disabled
    assert app.svg()


@one_in(7)
def test_every_gallery_graph_and_every_variable_can_be_walked(every):
    for dag in [dag for dag in gallery.values() if len(dag) <= 7][::every]:
        app = ProofWalk(dag)
        g = graph_of(dag)
        for i, x in enumerate(app.model.dag.nodes):
            app.model.choose(x)
            assert app.model.side.removable == theory.is_removable_by_definition(g, i)
            for at in range(app.model.side.steps):
                app.model.seek(at)
                assert f'<li value="{at + 1}" class="mw-lit"' in told(app)
                assert app.text()


def test_what_is_shown_is_what_the_functions_say():
    rng = random.Random(6)
    for _ in range(6):
        app = ProofWalk(Dag.random_erdos_renyi(6, rng, density=0.6))
        dag, walk = app.model.dag, app.model.side.walk
        if walk is None:
            continue
        for stage in walk.stages:
            assert stage_words(dag, walk, stage) in app.text()
            app.model.step()


def test_a_step_asks_before_it_shows():
    app = walk_of(predict=True)
    for shown in (told(app), app.text(), app.svg()):
        assert "open in G" not in shown
        assert "A → B ← X → C" in shown
    assert app.steps.step.disabled
    app.model.step()
    assert app.model.position == 0
    app.predictions.answer("none: it is open")
    assert "It is open in G" in told(app)
    assert "Right" in app.predictions.message
    app.steps.step.click()
    assert marked(app, "blocking") | marked(app, "blocking_given") == set()
    app.predictions.answer("none: it is open")
    assert marked(app, "blocking_given") == {"B"}
    assert "Not right. The answer is: B." in app.predictions.message
    app.steps.step.click()
    assert "P&#x27;&#x27;: we leave B out too" in told(app)  # one edge: no question
    app.steps.end.click()
    assert app.model.position == 3


def test_the_end_is_not_reached_past_a_question():
    app = walk_of(predict=True)
    app.predictions.skip()
    app.steps.end.click()
    assert app.model.position == 1


@pytest.mark.parametrize(("text", "x"), [(TRAP, "X"), (TEXT, "X")])
def test_the_first_question_is_the_same_on_both_sides(text, x):
    app = ProofWalk(text, x=x, predict=True)
    assert app.predictions.question.text == f"Is {x} removable?"
    assert (app.if_side.layout.display, app.gap.layout.display) == ("none", "none")
    assert app.side.value == '<div class="mw-place"></div>'
    assert app.text().splitlines()[1:] == [f"Is {x} removable?"]
    assert (app.steps.seek.last, app.steps.seek.value_text) == (1, "")
    app.predictions.skip()
    assert '<li value="1" class="mw-lit"' in told(app)
    assert "none" in (app.if_side.layout.display, app.gap.layout.display)
    assert None in (app.if_side.layout.display, app.gap.layout.display)


@pytest.mark.parametrize("name", ["asia", "sachs", "child"])
def test_it_begins_with_a_walk_that_shows_something(name):
    assert ProofWalk(networks.load(name)).model.side.steps >= 4


def test_without_answers_no_blocker_is_revealed_and_the_steps_can_be_walked():
    app = walk_of(answers=False)
    for at in range(app.model.side.steps):
        app.model.seek(at)
        assert app.model.position == at
        for state in ("blocking", "opened", "on_path"):
            assert marked(app, state) == set()
        assert "blocks it" not in app.text() + told(app)
        assert "is open in" not in app.text() + told(app)


def test_a_token_brings_the_step_back():
    app = walk_of()
    app.model.seek(2)
    again = ProofWalk.from_token(app.token)
    assert again.text() == app.text()
    assert again.model.position == 2
    other = ProofWalk("X -> A; X -> B; X -> C", x="X")
    other.model.choose_gap(2)
    other.model.seek(1)
    assert ProofWalk.from_token(other.token).text() == other.text()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ProofWalk(TEXT, x="Q"), "'Q'"),
        (lambda: ProofWalk(TEXT, x="X", path="AC"), "not inside the path"),
        (lambda: ProofWalk(TEXT, path="ABXC"), "name x"),
        (lambda: ProofWalk(TEXT, x="X", path="ABXC", given="X"), "'X' is given"),
        (lambda: ProofWalk(TEXT, lock="none"), "none"),
    ],
)
def test_what_makes_no_sense_is_named(make, words):
    with pytest.raises((GraphError, ValueError), match=words):
        make()


def test_an_edited_graph_keeps_what_it_can():
    graph = GraphModel(TEXT)
    app = ProofWalk(graph, x="X", path="ABXC", given="B")
    graph.add_variable("N")
    assert app.model.side.walk.stages[0].path.names == ("A", "B", "X", "C")
    graph.remove_edge("A", "C")  # Condition 2 fails now
    assert not app.model.side.removable
    graph.remove_variable("X")
    assert app.model.side.x in graph.dag
    assert app.model.side.removable == is_removable(graph.dag, app.model.side.x)
    graph.load_text("solo")
    assert app.model.side.x == "solo"
    graph.remove_variable("solo")
    assert (app.model.side.x, app.svg()) == ("", "")
    assert "no variables" in app.text()


def test_an_unknown_name_in_a_cell_loses_nothing():
    lab = ProofWalk("X -> B <- A; B -> C; X -> C; A -> C")
    before = lab.model.state(), lab.model.side.y, lab.text()
    for act in (
        lambda: lab.model.choose_ends("nobody", "A"),
        lambda: lab.model.choose_given(["nobody"]),
    ):
        with pytest.raises(ValueError, match="nobody"):
            act()
        assert (lab.model.state(), lab.model.side.y, lab.text()) == before


def test_a_set_without_two_ends_is_left_alone():
    walk = ProofWalk("A -> B")
    assert walk.model.side.z == ""
    walk.model.choose_given({*walk.model.side.given} ^ {"B"})
    walk.model.choose_given(())
    assert walk.model.side.given == ()


def test_an_edit_that_takes_a_variable_of_the_path_away_is_followed():
    graph = GraphModel("X -> B <- A; B -> C; X -> C; A -> C")
    app = ProofWalk(graph, x="X", path=["A", "B", "X", "C"])
    assert app.model.side.walk.stages[0].path.names == ("A", "B", "X", "C")
    assert graph.remove_variable("B")
    assert app.model.side.removable
    assert (app.model.side.x, app.model.side.walk) == ("X", None)
    assert "X" in app.text()


def test_an_edit_does_not_tell_which_side_it_is():
    graph = GraphModel("X -> B <- A; B -> C; X -> C; A -> C")
    app = ProofWalk(graph, predict=True)
    asked = app.predictions.question
    assert asked.text == "Is X removable?"
    graph.add_variable("W")
    assert (app.model.hides_side, app.predictions.question.text) == (True, asked.text)
    graph.add_edge("X", "W")
    assert (app.model.hides_side, app.predictions.question.text) == (True, asked.text)
    assert not app.model.side.removable
    assert "condition fails" not in app.text()
