"""The duel without a browser: what a learner does, what it says, what is never lost."""

from itertools import combinations

import networkx as nx
import pytest

from marvel_widgets import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.widgets import AdversaryDuel
from marvel_widgets.widgets.adversary_duel import model as duel
from marvel_widgets.widgets.kit.app_token import to_app_token
from tests.widgets.every_app import live

CLIQUE = "X1 -> X2; X1 -> X3; X2 -> X3"


def press(app, row, column):
    """A click on a cell, as the browser tells it."""
    app.grid._handle_custom_msg({"row": row, "column": column}, [])


def states(app):
    return [cell[1] for _, cells in app.grid.rows for cell in cells]


def drawn(app):
    """Return the mark of each variable in the picture of the claim."""
    return {mark.name: mark.state for mark in app.drawn.picture.views[0].drawing.nodes}


def test_a_cell_asked_by_a_click_is_answered_in_the_grid():
    app = AdversaryDuel("cliques", 3, 2)
    assert states(app) == ["open"] * 6
    press(app, 0, 1)
    assert app.grid.rows[0][1][1] == [
        "{X3}",
        "asked",
        "dependent",
        "X1 and X2 given {X3}: dependent",
    ]
    assert states(app).count("asked") == 1
    assert ">X1</span> and <span" in app.said.value
    assert drawn(app) == {"X1": "subject", "X2": "object", "X3": "given"}
    app.model.pick("X2")  # the claim has the picture now
    assert drawn(app) == {"X1": "idle", "X2": "answer", "X3": "idle"}
    for wrong in ({"row": 9, "column": 0}, {"row": 0}, {"row": "0", "column": 0}, "ask", {}):
        app.grid._handle_custom_msg(wrong, [])
    assert states(app).count("asked") == 1


def test_it_opens_with_one_heading_and_the_claim_comes_later():
    app = AdversaryDuel("cliques", 3, 2)
    claim = app.claim

    def later():
        lit = "mw-primary" in claim.claim._dom_classes
        return [not claim.fill.disabled, not claim.undo.disabled, lit]

    assert "0 of 6 cells asked" in app.said.value
    assert later() == [False] * 3
    press(app, 0, 0)
    assert later() == [True, True, False]  # it is lit once there is something to claim
    claim.undo.click()  # has the focus, and keeps it
    assert later() == [True, True, False]
    app.model.turn("X1", "X2")
    assert later() == [True] * 3


def test_too_early_then_all_cells_then_conceded():
    app = AdversaryDuel("cliques", 3, 2)
    press(app, 0, 0)
    app.claim.fill.click()
    assert app.model.draft == CLIQUE
    assert "Never asked: " in app.said.value
    under, over = (layer.value for layer in app.drawn.picture._slots[0].layers)
    never_asked = over.count('stroke-dasharray="4 7"')  # over the edges that were filled in
    assert "dash" not in under
    assert (never_asked, over.count("mw-arc mw-dependent")) == (2, 1)
    app.claim.claim.click()
    assert "Too early" in app.text()
    assert len(app.picture.views) == 2
    assert states(app).count("never asked") == 1
    assert "1 of 1 answer" in app.certificate.value
    hidden = app.model.verdict.hidden.to_networkx()
    assert not nx.is_d_separator(hidden, {"X1"}, {"X2"}, set())
    for row in range(3):
        for column in range(2):
            press(app, row, column)
    assert app.certificate.value == ""  # the duel goes on
    app.model.draft = CLIQUE
    app.claim.claim.click()
    assert "The adversary concedes" in app.text()
    assert len(app.picture.views) == 1


def test_a_question_without_sense_is_reported_and_asks_nothing():
    app = AdversaryDuel("empty", 4, 1)
    assert app.model.ask("X2", "X4", ["X1"])
    assert not app.model.ask("X2", "X2")
    assert "X2" in app.claim.error.value
    assert len(app.model.adversary.answers) == 1
    app.claim.undo.click()
    assert app.model.adversary.answers == ()
    assert app.claim.error.value == app.game.error.value == ""


@pytest.mark.parametrize("claim", ["X1 ->", "X1 -> X9", "<b>", "X1 -> X2; X2 -> X1"])
def test_a_claim_that_is_no_graph_is_reported_and_nothing_is_lost(claim):
    app = AdversaryDuel("cliques", 3, 2)
    press(app, 0, 0)
    app.model.draft = claim
    app.claim.claim.click()
    assert "mw-trouble" in app.claim.error.value
    assert "<b>" not in app.claim.error.value
    assert app.model.draft == claim
    assert len(app.model.adversary.answers) == 1
    assert app.model.verdict is None


def test_the_claim_by_clicks_in_its_picture_and_as_text():
    app = AdversaryDuel("empty", 3, 1)
    drawn = app.drawn.picture
    tell = drawn._tell
    tell("X2")
    assert "From X2" in app.drawn.hint.value
    tell("X1")
    assert (app.model.draft, app.model.waiting) == ("X2 -> X1", "")
    for wanted in ("X1 -> X2", ""):  # turned, then taken out
        tell("X2")
        tell("X1")
        assert app.model.draft == wanted
    drawn._tell_edge("X1", "X3")
    assert app.model.draft == "X1 -> X3"
    app.model.draft = "X3 -> X2"
    shown = [(e.tail, e.head) for e in drawn.views[0].drawing.edges]
    assert shown == [("X3", "X2")]
    view = drawn.views[0]
    for a, b in (("X2", "X1"), ("X1", "X3")):  # a cycle can be drawn; claimed, it is refused
        tell(a)
        tell(b)
    assert drawn.views[0] is view  # no edge needs another view
    app.claim.claim.click()
    assert "mw-trouble" in app.claim.error.value
    app.model.new_game("empty", 4, 1)
    assert app.model.draft == ""
    assert len(drawn.views[0].drawing.nodes) == 4


def test_the_other_graph_is_drawn_where_the_claim_was():
    app = AdversaryDuel("cliques", 4, 3)
    for row in range(6):
        for column in range(3):  # all but the largest subset of each pair
            press(app, row, column)
    app.claim.fill.click()
    (draft,) = (view.drawing for view in app.drawn.picture.views)
    app.claim.claim.click()
    claimed, hidden = (view.drawing for view in app.picture.views)
    places = [
        [(v.name, v.x > d.width / 2, v.y > d.height / 2) for v in d.nodes]
        for d in (draft, claimed, hidden)
    ]
    assert places[0] == places[1] == places[2]
    assert [v.name for v in hidden.nodes if v.state == "given"] == ["X3", "X4"]
    (absent,) = (edge for edge in hidden.edges if edge.state == "absent")
    assert {absent.tail, absent.head} == {"X1", "X2"}
    assert not [edge for edge in claimed.edges if edge.state == "absent"]
    edge = {mark.state for mark in claimed.edges} - {"undirected"}
    assert edge == {"extra"}
    assert "Too early: H agrees with all 18 answers" in app.said.value
    assert app.claim.claim.description == "Ask X1, X2 given {X3, X4}"
    app.claim.claim.click()
    assert states(app).count("open") == 5
    assert app.claim.claim.description == "Claim it"


def test_numbers_without_sense_leave_the_game_as_it_was():
    app = AdversaryDuel("cliques", 3, 2)
    press(app, 0, 0)
    app.game.p.value, app.game.degree.value = 3, 4
    app.game.begin.click()
    assert "in-degree below p" in app.game.error.value
    assert len(app.model.adversary.answers) == 1
    app.game.p.value, app.game.degree.value = 5, 4
    app.game.begin.click()
    assert app.game.error.value == ""
    assert len(states(app)) == 80
    app.claim.undo.click()
    assert len(app.model.adversary.answers) == 1
    assert (app.game.p.value, app.game.degree.value) == (3, 2)


def test_marvel_plays_and_the_adversary_concedes():
    app = AdversaryDuel("cliques", 4, 3)
    app.game.play.click()
    assert states(app) == ["asked"] * 24
    assert "24 distinct questions" in app.text()
    rows = app.certificate.value.count("<tr>") - 1
    assert rows == len(app.model.adversary.answers)


def test_a_strategy_of_ones_own_plays():
    app = AdversaryDuel("empty", 4, 2)

    def pairs_once(ask, names):
        found = [pair for pair in combinations(names, 2) if not ask(*pair)]
        return Dag(found, nodes=names)

    app.play(pairs_once)
    assert "The adversary concedes" in app.text()
    app.model.new_game("cliques", 3, 2)
    app.play(pairs_once)
    assert "Too early" in app.text()
    assert app.model.draft == "X1 -> X2; X1 -> X3; X2 -> X3"
    with pytest.raises(GraphError, match="X9"):
        app.play(lambda ask, names: ask("X1", "X9"))
    assert "Too early" in app.text()  # nothing was lost


def test_the_roles_swapped_from_first_question_to_result():
    app = AdversaryDuel(mode="answer")
    assert app.answering.layout.display is None
    assert app.grid.layout.display == "none"
    dag = Dag("A -> C <- B")
    while not app.answering.yes.disabled:
        asked = app.model.pending
        separated = nx.is_d_separator(dag.to_networkx(), {asked.x}, {asked.y}, set(asked.given))
        (app.answering.yes if separated else app.answering.no).click()
    assert "MARVEL is done" in app.text()
    assert "A -> C; B -> C" in app.text()
    app.answering.undo.click()
    assert not app.answering.yes.disabled


def test_an_answer_that_no_graph_gives_is_refused_with_the_answers_it_contradicts():
    app = AdversaryDuel(mode="answer")
    app.model.start_answering("pc", 3, 1)
    refused = None
    while refused is None and not app.answering.no.disabled:
        before = app.model.replies
        app.answering.no.click()
        if app.model.replies == before:
            refused = app.model.error
    assert refused.startswith("No DAG with in-degree at most 1")
    app.answering.yes.click()
    assert len(app.model.replies) == len(before) + 1


def test_a_swapped_game_with_numbers_without_sense():
    app = AdversaryDuel(mode="answer")
    app.answering.p.value, app.answering.degree.value = 2, 3
    app.answering.begin.click()
    assert "every DAG is tried" in app.model.error
    assert app.model.space.names == ("A", "B", "C")


def test_a_swapped_game_has_the_size_asked_for():
    app = AdversaryDuel("cliques", 4, 3, mode="answer")
    assert (app.model.space.names, app.model.space.max_in_degree) == (tuple("ABCD"), 3)
    drawing, asked = app.answering.picture.views[0].drawing, app.model.pending
    assert drawing.title == "Class 1 of 185 left"
    marks = {mark.name: mark.state for mark in drawing.nodes}
    assert (marks[asked.x], marks[asked.y]) == ("subject", "object")
    assert [line.value for line in app.answering.leaves] == [
        f'<div class="mw-place">leaves {n} classes</div>' for n in (56, 129)
    ]
    with pytest.raises(ValueError, match="5 variables and max_in_degree = 4"):
        AdversaryDuel("cliques", 5, 4, mode="answer")


def test_without_answers_nothing_is_revealed():
    app = AdversaryDuel("empty", 3, 1, answers=False)
    app.model.ask("X1", "X2")
    app.model.done("")
    shown = app.text() + app.svg() + app.said.value + app.certificate.value
    assert "Too early" not in shown
    assert "recorded" in app.text()
    assert not app.picture.views
    app.model.mode = "answer"
    assert "would leave" not in app.text()
    while app.model.answer(True):  # until the algorithm has no question left
        pass
    assert "is done after" in app.text()
    shown = app.text() + app.svg() + app.said.value
    assert not any(word in shown for word in ("is left", "are still left", "too early"))


def test_the_last_hundred_moves_are_kept_to_be_taken_back(monkeypatch):
    assert duel.MOST_UNDONE == 100
    monkeypatch.setattr(duel, "MOST_UNDONE", 10)
    model = AdversaryDuel("cliques", 3, 2).model
    for p in [3, 4] * 10:
        assert model.new_game("cliques", p, 2)
    assert len(model._past) == 10
    for number in range(10):
        assert model.undo()
        assert model.adversary.example.p == (3, 4)[number % 2]
    assert not model.undo()


def test_a_token_brings_everything_back():
    app = AdversaryDuel("cliques", 4, 1)
    app.model.ask("X1", "X2", ["X3"])
    app.model.done("X1 -> X2; X3 -> X4")
    app.model.mode = "answer"
    app.model.start_answering("pc", 4, 2)
    app.model.answer(False)
    again = AdversaryDuel.from_token(app.token)
    assert again.model.state() == app.model.state()
    assert again.text() == app.text()
    again.model.mode = app.model.mode = "ask"
    assert again.text() == app.text()
    assert again.svg() == app.svg()
    assert again.model.draft == "X1 -> X2; X3 -> X4"


def test_damaged_states_and_sizes_are_refused():
    app = AdversaryDuel()
    for name, value in (("asked", [["X1", "X9", []]]), ("swap", ["nobody", 3, 2]), ("mode", "x")):
        state = app.model.state() | {name: value}
        with pytest.raises(ValueError, match="not the state of a duel"):
            AdversaryDuel.from_token(to_app_token(app.spec.kind, state))
    with pytest.raises(ValueError, match="p = 7"):
        AdversaryDuel("cliques", 7, 2)
    with pytest.raises(ValueError, match="hide"):
        AdversaryDuel(hide="nothing")
    with pytest.raises(ValueError, match="'ask' or 'answer'; got 'guess'"):
        AdversaryDuel(mode="guess")


def test_many_questions_leave_no_widgets_behind(sent):
    app = AdversaryDuel("empty", 6, 1)
    before = len(live())
    for row in range(15):
        press(app, row, 0)
    assert len(live()) == before
    assert states(app) == ["asked"] * 15
    app.close()
    assert app.grid.comm is None


@pytest.mark.parametrize(
    ("claim", "look"), [("X1 -> X2", "mw-no"), ("X1 -> X2; X2 -> X3; X1 -> X3", "mw-yes")]
)
def test_the_verdict_stands_first_and_is_painted(claim, look):
    app = AdversaryDuel("cliques", 3, 2)
    asked = ["X1 X2", "X1 X3", "X2 X3"] if look == "mw-yes" else ["X1 X2"]
    for x, y in map(str.split, asked):
        rest = ({"X1", "X2", "X3"} - {x, y}).pop()
        for given in ((), (rest,)):
            assert app.model.ask(x, y, given)
    assert "mw-say-sign mw-dependent" in app.said.value
    assert app.model.done(claim)
    assert f"mw-say-sign {look}" in app.said.value
