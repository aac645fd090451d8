"""The race without a browser."""

import pytest

from marvel_widgets import record
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.gallery import gallery
from marvel_widgets.lessons.race.runs import race
from marvel_widgets.lessons.race.words import ranking_words
from marvel_widgets.widgets import Race
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit.app_token import to_app_token

STAR = "C -> A; C -> B; C -> D"  # MARVEL and Collider Set 0, Grow-shrink 6, PC 12, MMPC 25


def shown(app):
    """Everything that the page tells."""
    parts = (app.said, app.lanes, app.charts, app.pictures, app.table)
    return " ".join(part.value for part in parts) + app.text() + app.svg()


def test_nothing_is_revealed_before_the_bet():
    app = Race(STAR)
    assert app.text() == "The race begins after the bet."
    assert app.clock.layout.display == "none"
    assert app.lanes.value == app.charts.value == app.table.value == ""
    assert "12" not in app.said.value
    app.model.step()
    app.model.end()
    assert app.model.position == 0
    app.skip.click()
    assert app.clock.layout.display is None
    assert app.lanes.value.count("<b>0</b>") == 3
    assert app.model.bet == ""


def test_no_run_is_recorded_before_the_bet(monkeypatch):
    recorded = []

    def counted(*arguments, **settings):
        recorded.append(settings["budget"])
        return race(*arguments, **settings)

    monkeypatch.setattr("marvel_widgets.lessons.race.runs.race", counted)
    app = Race(STAR)
    app.model.set_budget(11)
    app.svg()
    assert recorded == []
    app.skip.click()
    assert recorded == [11]


def test_a_bet_by_its_controls_is_graded_at_the_finish():
    app = Race(STAR)
    app.bet.lanes["pc"].click()
    assert app.bet.layout.display == app.parts["bet"].layout.display == "none"
    assert "Not right" not in shown(app)
    app.clock.end.click()
    assert "Not right: MARVEL and Collider Set perform 0 tests each, PC 12." in app.said.value
    assert "PC<small>your bet: lost</small>" in app.lanes.value
    app.clock.back.click()
    assert "Not right" not in app.said.value


def test_a_placed_bet_is_named():
    app = Race("X -> Y <- T", answers=False)
    app.bet.lanes["marvel"].click()
    assert "The bet: MARVEL performs the fewest." in app.said.value


def test_a_bet_on_nobody_is_refused():
    app = Race(STAR)
    with pytest.raises(ValueError, match="'nobody' is not in this race of marvel, pc"):
        app.model.place("nobody")
    assert not app.model.placed


def test_a_bet_stands():
    app = Race(STAR)
    assert app.model.place("pc")
    assert not app.model.place("marvel")
    app.model.skip()
    assert app.model.bet == "pc"


def test_steps_by_test_and_by_decision_of_the_slowest():
    app = Race("X -> Y <- T; Y -> Z", predict=False)
    raced = race(app.model.graph.dag)
    app.clock.step.click()
    assert app.model.position == raced.next(0, "decision")
    app.clock.level.value = "test"
    app.clock.step.click()
    app.clock.step.click()
    app.clock.back.click()
    assert app.model.position == raced.next(0, "decision") + 1
    app.clock.end.click()
    assert app.model.position == app.clock.seek.last == raced.last
    assert app.clock.step.disabled
    assert ranking_words(raced) in app.text()


def test_the_seek_bar_is_as_long_as_the_lanes_until_a_bet_is_judged():
    """A race that is not bet on has its whole length from the beginning; lanes grow in any."""
    app = Race(STAR, predict=False)
    assert app.clock.seek.last == 25
    assert ">10</span>" in app.lanes.value
    app.model.seek(11)
    assert ">20</span>" in app.lanes.value
    app = Race(STAR)
    app.model.place("pc")
    assert app.clock.seek.last == 10
    assert ">10</span>" in app.lanes.value
    app.clock.seek.value = 10
    assert (app.model.position, app.clock.seek.last) == (10, 20)
    app.clock.seek.value = 20
    app.clock.seek.value = 40
    assert app.model.position == app.clock.seek.last == 25  # the end


def test_without_predictions_there_is_no_bet():
    app = Race(STAR, predict=False)
    assert app.bet.layout.display == "none"
    app.model.end()
    assert "bet" not in app.text()


def test_answers_withheld_collect_the_bet_only():
    app = Race(STAR, answers=False)
    app.model.place("pc")
    app.model.end()
    assert app.text() == "Bets are collected here; the race itself is not shown."
    assert "12" not in app.said.value + app.lanes.value
    assert app.clock.layout.display == "none"
    assert app.model.state()["bet"] == "pc"


@pytest.mark.parametrize("predict", [True, False])
def test_another_graph_is_another_race(predict):
    app = Race(STAR, predict=predict)
    app.model.skip()
    app.model.end()
    assert app.model.graph.load_text("X -> Y <- T; Y -> Z; Z -> W")
    assert app.model.position == 0
    assert app.model.placed is False
    assert (app.model.race is None) == predict
    app.model.skip()
    assert app.model.race.dag.nodes == ("X", "Y", "T", "Z", "W")
    assert app.clock.seek.last == (10 if predict else app.model.race.last)
    app.example.example.value = "star-6"
    assert app.example.point.value == ""  # would give the bet away
    app.example.load.click()
    assert len(app.model.graph.dag) == 6
    assert (app.bet.layout.display is None) == predict


def test_a_graph_that_is_none_is_reported_and_the_race_stays():
    app = Race(STAR, predict=False)
    app.model.end()
    before = shown(app)
    app.parts["graph"].opened = True
    bench = app.parts["graph"].editor
    assert not bench.graph.load_text("A -> B; B -> A")
    assert "cycle" in bench.error.value
    assert shown(app) == before


def test_the_graph_is_drawn_until_the_race():
    app = Race(STAR)
    assert [app.truth.value.count(f">{name}</text>") for name in "ABCD"] == [1, 1, 1, 1]
    app.skip.click()
    assert app.truth.value == ""


def test_a_shared_graph_may_become_empty():
    graph = GraphModel("A -> B")
    app = Race(graph, predict=False)
    for name in "AB":
        graph.remove_variable(name)
    assert "no variables" in app.text()
    assert app.truth.value == ""
    graph.add_variable("C")
    assert "place 1: 0 tests after discovery, 0 in all" in app.lanes.value
    with pytest.raises(GraphError, match="no variables"):
        Race(GraphModel(""))


def test_budget_and_boundaries():
    app = Race(STAR, predict=False, budget=10)
    app.model.end()
    assert "stopped by the budget" in app.lanes.value
    app.conditions.budget.value = 12
    assert app.model.race.racer("pc").complete
    assert app.model.position == 0
    app.parts["switch"].value = "found"
    app.model.end()
    assert "6 tests; set sizes" in app.text()
    assert not app.model.set_budget(0)
    assert "got 0" in app.conditions.error.value
    assert app.model.budget == 12


def test_a_bet_outlives_the_budget_but_not_the_boundaries():
    app = Race(STAR)
    app.model.place("pc")
    app.model.set_budget(10)
    assert app.model.placed
    app.model.set_boundaries("found")
    assert not app.model.placed
    app.model.set_budget(100)
    app.model.place("pc")
    app.model.end()  # its finish is seen: the other race is shown to its end
    app.model.set_boundaries("given")
    assert (app.model.bet, app.model.at_end) == ("pc", True)
    assert "place 4: 12 tests after discovery, 18 in all" in app.lanes.value


def test_the_sentence_says_what_happened_last_and_what_became_of_the_bet():
    app = Race(gallery["asia"])
    app.model.place("pc")
    assert "The first that is done has made the fewest tests." in app.said.value
    app.model.seek(9)
    assert "No racer is done yet." in app.said.value
    app.model.seek(12)
    assert "PC is overtaken at test 10: Collider Set is done." in app.said.value
    assert "The bet on PC is lost." in app.said.value
    app.model.seek(14)
    assert "MARVEL is done at test 14, in place 2." in app.said.value
    assert "place 2: 14 tests after discovery, 42 in all" in app.lanes.value
    app.model.end()
    app.parts["switch"].value = "found"
    assert "14 tests after discovery, 42 in all" in app.lanes.value
    assert "Collider Set needs the fewest tests with discovery: 38." in app.said.value


def test_a_token_brings_it_all_back():
    app = Race("X -> Y <- T; Y -> Z", budget=40, boundaries="found")
    app.model.place("marvel")
    app.model.seek(9)
    again = Race.from_token(app.token)
    assert again.model.state() == app.model.state()
    assert shown(again) == shown(app)


def test_a_saved_bet_on_somebody_else_is_refused():
    saved = Race(STAR).model.state()
    saved["bet"] = "fci"
    with pytest.raises(ValueError, match="'fci' is not in this race"):
        Race(token=to_app_token(Race.spec.kind, saved))


def test_a_step_sends_few_messages(sent):
    app = Race(STAR, predict=False)
    sent.take()
    app.model.step()
    assert 0 < len(sent.take()) <= 12


def test_where_pc_starts_is_kept_in_a_token_only_if_it_is_chosen():
    app = Race("A -> C <- B", start="complete", predict=False)
    assert app.model.race.racer("pc").total == len(
        record("pc", app.model.dag, start="complete").tests
    )
    assert Race(token=app.token).model.state() == app.model.state()
    assert app.model.state()["start"] == "complete"
    assert "start" not in Race("A -> C <- B").model.state()


def no_edges(ask, names):
    ask(*names[:2])
    return [], []


def only_on_three(ask, names):
    ask(*names[:2], names[2:3])
    return names[2] and "A -> B; C"


def test_own_functions_have_lanes_with_their_names():
    app = Race("C -> A; C -> B; C -> D", ["marvel", no_edges])
    assert [lane.description for lane in app.bet.lanes.values()] == ["MARVEL", "no_edges"]
    app.bet.lanes["no_edges"].click()
    assert app.model.placed
    assert '<th scope="row">no_edges<small>your bet: lost</small></th>' in app.lanes.value
    app.model.step()
    app.model.end()
    assert "no_edges" in app.charts.value
    assert "no_edges" in app.pictures.value
    assert "no_edges" in app.table.value
    assert "Wrong: no_edges." in app.text()
    assert "Not right: MARVEL performs 0 tests, no_edges 1." in app.text()


def test_a_token_leaves_own_functions_out_and_what_was_bet_on_them():
    app = Race(STAR, ["marvel", "pc", no_edges])
    app.model.place("no_edges")
    app.model.end()
    again = Race(token=app.token)
    assert again.model.algorithms == ("marvel", "pc")
    assert again.model.bet == ""
    assert len(Race(token=Race(STAR, [no_edges]).token).model.algorithms) == 5


def test_a_function_without_an_answer_on_this_graph_is_said_and_an_edit_helps():
    app = Race("A -> B", ["pc", only_on_three], predict=False)
    said = "There is no race: your own program came to no answer: in only_on_three, IndexError"
    assert app.text().startswith(said)
    assert said in app.said.value
    assert app.clock.layout.display == "none"
    app.model.graph.load_text("A -> B; C")
    assert app.model.race is not None
    assert "only_on_three" in app.lanes.value


def test_an_edit_takes_what_was_wrong_away():
    app = Race("X -> Y <- T")
    assert not app.model.set_budget(0)
    assert app.model.error
    app.model.graph.add_edge("X", "T")
    assert app.model.error == ""
