"""The shortest proof as a puzzle in the duel: cells pressed, what is said, what a token keeps."""

import pytest

from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.widgets import AdversaryDuel


def pick(app, row, column):
    """A click on a cell, as the browser tells it."""
    app.proving.grid._handle_custom_msg({"row": row, "column": column}, [])


@pytest.fixture
def collider():
    return AdversaryDuel(mode="prove", proof_of="A -> B <- C")


def test_two_cells_prove_a_collider(collider):
    app = collider
    assert "other classes fit as well" in app.proving.message.value
    pick(app, 1, 0)
    assert "par" not in app.text()
    pick(app, 1, 1)
    assert "Proved with 2 tests. That is par" in app.proving.message.value
    assert "mw-right" in app.proving.message.value
    assert app.text().splitlines()[-1] == "A and C given {B}: dependent"
    assert len(app.proving.picture.views) == 1
    assert "Tests picked" in app.svg()


def test_a_cell_that_is_no_longer_shown_picks_no_test(collider):
    collider.model.mode = "ask"
    collider.model.puzzle = AdversaryDuel(mode="prove", proof_of="A -> B").model.puzzle
    assert not collider.model.pick_test(2, 1)


def test_undo_and_a_second_press_take_a_test_back(collider):
    app = collider
    pick(app, 0, 0)
    pick(app, 0, 1)
    pick(app, 0, 0)
    assert [a.given for a in app.model.puzzle.asked] == [{"C"}]
    app.proving.undo.click()
    assert app.model.puzzle.asked == ()
    assert app.proving.undo.disabled
    assert not app.model.undo()


def test_a_token_keeps_the_graph_and_the_tests(collider):
    pick(collider, 2, 1)
    again = AdversaryDuel.from_token(collider.token)
    assert again.text() == collider.text()
    assert again.model.mode == "prove"


def test_the_next_graph_and_one_of_your_own(collider):
    app = collider
    before = app.model.puzzle.dag
    app.proving.next.click()
    assert app.model.puzzle.dag != before
    app.proving.text.value = "P -> Q -> R"
    app.proving.begin.click()
    assert app.model.puzzle.dag.nodes == ("P", "Q", "R")
    for wrong, says in (("A -> B -> C -> D -> E", "has 5"), ("A -> A", "A"), ("A", "has 1")):
        app.proving.text.value = wrong
        app.proving.begin.click()
        assert says in app.proving.error.value
        assert app.model.puzzle.dag.nodes == ("P", "Q", "R")


def test_without_answers_it_is_not_said_what_remains():
    app = AdversaryDuel(mode="prove", proof_of="A -> B <- C", answers=False)
    pick(app, 1, 0)
    pick(app, 1, 1)
    assert "2 tests picked." in app.text()
    assert "par" not in app.text()
    assert "fits" not in app.proving.message.value


def test_the_roles_are_changed_and_come_back(collider):
    app = collider
    pick(app, 1, 0)
    app.mode.value = "ask"
    assert app.text().startswith("A hidden DAG on 3 variables")
    app.mode.value = "prove"
    assert "1 test" in app.text()


def test_a_graph_that_is_too_large_is_refused():
    with pytest.raises(GraphError, match="this graph has 5"):
        AdversaryDuel(mode="prove", proof_of="A -> B -> C -> D -> E")
