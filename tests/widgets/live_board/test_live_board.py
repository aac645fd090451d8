"""The live board without a browser."""

import asyncio
import json
import re
from html import unescape

import pytest

from marvel_widgets import Dag, record
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.living_graph.view import NO_MARKS
from marvel_widgets.lessons.living_graph.words import (
    AS_MANY,
    FEWER,
    MORE,
    NO_VARIABLES,
    UNTOUCHED,
)
from marvel_widgets.widgets import LiveBoard
from marvel_widgets.widgets.editor.model import GraphModel
from marvel_widgets.widgets.kit.widget_tree import subtree
from marvel_widgets.widgets.live_board import model as board_model

TRAP = "X -> Y <- T; Y -> Z; X -> Z"
IN_STAR = Dag([(f"x{i}", "c") for i in range(16)])


def marks(board):
    return {name: looks for name, looks, _, _ in board.canvas.marks["variables"]}


def bars(board):
    """Return the rows of the bars as a learner reads them: name, number, change."""
    rows = re.findall(r"<li.*?</li>", board.bars.html)
    parts = r'name">(.*?)</span>.*number">(.*?)</span>.*change">(.*?)</span><span class="mw-live-tr'
    found = (re.findall(parts, row)[0] for row in rows)
    return [tuple(unescape(re.sub("<[^>]*>", "", text)) for text in row) for row in found]


def everything_shown(board):
    """All that the board shows or sends, the canvas's marks and the twins included."""
    for fold in board.arranged.folds.values():
        fold.opened = True
    shown = [part.value for part in (board.said, board.reasons, board.essential, board.table)]
    goals = [board.said.value, *(b.description for b in board.goals.buttons.values())]
    sent = json.dumps(board.canvas.marks)
    return "\n".join([*shown, *goals, board.bars.html, sent, board.text(), board.svg()])


def test_everything_follows_an_edit():
    board = LiveBoard(TRAP)
    assert UNTOUCHED in board.said.value
    assert "<span>Removable</span> <b>T and Z</b>" in board.reasons.value
    assert "mw-live-warning" in board.reasons.value
    assert ("MARVEL", "8", "") in bars(board)
    assert board.shell.count == "MARVEL: 8 tests after discovery, 14 in all"
    assert board.goals.layout.display == "none"  # until the first act
    board.model.graph.add_edge("T", "Z")
    assert board.goals.layout.display is None
    assert ("MARVEL", "24", "+16, was 8") in bars(board)
    assert "upper bound for MARVEL 124.8." in board.bars.html
    board.arranged.folds["table"].opened = True
    assert {"124.8", "34.4"} <= set(re.findall(r"[\d.]+", board.table.value))
    assert "Now removable: X and Y." in re.sub("<[^>]*>", "", board.said.value)
    assert "mw-live-warning" not in board.reasons.value
    assert marks(board)["Y"] == ["removable", "now"]
    assert board.canvas.marks["open"] == [["Y", "Z"]]
    assert "4 of 5 edges directed" in board.reasons.value
    board.arranged.folds["essential"].opened = True
    assert "<svg" in board.essential.value
    board.editor.undo.click()
    assert ("MARVEL", "8", "−16, was 24") in bars(board)
    assert marks(board)["Y"] == ["no-longer"]


def test_choosing_runs_nothing_again(monkeypatch):
    board = LiveBoard(TRAP)
    monkeypatch.setattr(board_model, "survey_steps", None)
    monkeypatch.setattr(board_model, "survey", None)
    board.canvas.chosen = "Y"  # a click
    assert "of Y</span> <b>parents X and T; child Z</b>" in board.reasons.value
    assert board.editor.x.value == "Y"
    assert marks(board)["T"] == ["removable"]
    board.editor.x.value = "T"
    assert "Markov boundary of T" in board.reasons.value
    board.shell._handle_custom_msg({"key": "ArrowRight"}, [])
    assert board.model.chosen == "Z"
    board.shell._handle_custom_msg({"key": "ArrowLeft"}, [])
    assert board.model.chosen == "T"


def test_moving_a_variable_computes_nothing(monkeypatch):
    board = LiveBoard(TRAP)
    monkeypatch.setattr(board_model, "survey_steps", None)
    for lens in ("boundary", "run"):
        board.model.choose_lens(lens)
        before = board.lens.picture.views[0].drawing
        assert board.model.graph.move("X", 400 + len(lens), 40)
        assert board.lens.picture.views[0].drawing.nodes[0].x != before.nodes[0].x
    assert board.model.before is None


# -- a queue that drops what is outdated -----------------------------------------------------


class Counted:
    """Surveys that note which graphs were begun and which came to their end."""

    def __init__(self, monkeypatch):
        self.begun, self.ended = [], []
        real = board_model.survey_steps

        def steps(dag):
            self.begun.append(dag)
            yield from real(dag)
            self.ended.append(dag)

        monkeypatch.setattr(board_model, "survey_steps", steps)


def reversals(board, times):
    graph = board.model.graph
    for _ in range(times):
        assert graph.reverse_edge(*graph.dag.edges[0])


def test_of_many_edits_at_once_only_the_newest_is_computed(monkeypatch):
    board = LiveBoard("A -> B -> C")
    counted = Counted(monkeypatch)

    async def burst():
        reversals(board, 20)
        assert board.model.survey.dag == Dag("A -> B -> C")
        while board.model.job.running:
            await asyncio.sleep(0)

    asyncio.run(burst())
    assert counted.ended == [board.model.dag]
    assert len(counted.begun) == 1
    assert board.model.survey.dag is board.model.dag


def test_work_that_is_under_way_is_dropped_at_its_next_slice(monkeypatch):
    board = LiveBoard(Dag([(i, i + 1) for i in range(40)]))
    counted = Counted(monkeypatch)
    board.model.job.slice = 0.0

    async def edits():
        reversals(board, 1)
        outdated = board.model.dag
        for _ in range(5):
            await asyncio.sleep(0)
        assert counted.begun == [outdated]
        assert board.model.job.running
        reversals(board, 1)
        while board.model.job.running:
            await asyncio.sleep(0)
        return outdated

    outdated = asyncio.run(edits())
    assert outdated not in counted.ended
    assert counted.ended == [board.model.dag]


def test_long_work_says_that_it_goes_on(monkeypatch):
    board = LiveBoard("A -> B")
    clock = iter(range(10**6))
    monkeypatch.setattr(board_model, "monotonic", lambda: next(clock))
    seen = []
    board.model.observe(lambda change: seen.append(board.said.value), "late")
    board.model.graph.add_variable("C")
    assert "Counting goes on" in seen[0]
    assert "Counting goes on" not in board.said.value


def test_an_algorithm_past_the_budget_is_said_to_be():
    board = LiveBoard(IN_STAR)
    assert ("MARVEL", "> 20,000", "") in bars(board)
    assert "MARVEL: more than 20,000 tests after discovery" in board.text()
    board.model.graph.remove_variable("x0")
    assert ("PC", "> 20,000", "") in bars(board)


# -- goals -----------------------------------------------------------------------------------


def test_each_goal_is_reached_by_turning_one_edge():
    for name, control in LiveBoard(TRAP).goals.buttons.items():
        board = LiveBoard(TRAP)
        board.goals.buttons[name].click()
        assert board.model.goal == name
        assert "Not yet." in board.said.value
        assert board.model.graph.reverse_edge("Y", "Z")
        assert re.search("The goal is reached[.].+Reached[.]", board.said.value)
        assert "Changed edges: 1." in board.said.value
        assert board.goals.buttons[name].description == f"{control.description} ✓ 1"
        assert board.text().splitlines()[-1].startswith("Reached.")


def test_the_score_keeps_the_fewest_changed_edges():
    board = LiveBoard(TRAP)
    board.model.begin("marvel-pays")
    graph = board.model.graph
    graph.remove_edge("X", "Z")
    graph.add_edge("Z", "X")
    graph.remove_edge("Y", "Z")
    graph.add_edge("Z", "Y")
    assert board.model.reached == {"marvel-pays": 2}
    assert board.goals.back._click_handlers.callbacks
    board.goals.back.click()
    assert board.model.dag == Dag(TRAP)
    graph.reverse_edge("Y", "Z")
    assert board.model.reached == {"marvel-pays": 1}
    board.goals.leave.click()
    assert board.model.progress is None
    assert "Changed edges" not in board.said.value


def test_a_goal_that_is_so_already_is_refused_in_a_sentence():
    board = LiveBoard(Dag(TRAP).with_edge("T", "Z"))
    board.goals.buttons["marvel-pays"].click()
    assert "That is so on this graph already" in board.goals.children[-1].value
    assert board.model.goal == ""
    board.model.graph.load_text(TRAP)
    assert board.goals.children[-1].value == ""


# -- conventions -----------------------------------------------------------------------------


@pytest.mark.parametrize(("edge", "answer"), [(("T", "Z"), MORE), (("X", "Z"), FEWER)])
def test_a_prediction_comes_before_what_changed(edge, answer):
    known = {x: Dag(TRAP).markov_boundary(x) for x in "XYTZ"}
    runs = [
        record(name, Dag(TRAP), known) for name in ("pc", "grow_shrink", "collider_set", "mmpc")
    ]
    rivals = [run.result.counts.after_boundaries for run in runs]
    board = LiveBoard(TRAP, goal="marvel-pays", predict=True)
    assert ("MARVEL", "8", "") in bars(board)
    assert "Change edges until MARVEL performs more" in board.said.value
    assert f"no rival performs fewer than {min(rivals)}" in board.said.value
    graph = board.model.graph
    (graph.add_edge if answer == MORE else graph.remove_edge)(*edge)
    assert board.bars.html == board.table.value == ""
    assert board.canvas.marks == NO_MARKS
    assert "Removable" not in everything_shown(board)
    assert not re.search(r"\d tests|Reached|Not yet", everything_shown(board))
    question = board.predictions.question
    assert question.options == (FEWER, AS_MANY, MORE)
    board.predictions.answer(answer)
    assert board.predictions.message.startswith("Right")
    verdict = "Reached. MARVEL: 24 tests" if answer == MORE else "Not yet. MARVEL: 4 tests"
    assert verdict in board.said.value
    assert ("Your prediction is right: " in board.said.value) == (answer == MORE)
    assert bars(board)[0][0] == "MARVEL"
    assert marks(board)


def test_without_answers_nothing_is_shown_or_sent():
    board = LiveBoard(TRAP, answers=False)
    board.model.begin("marvel-pays")
    board.model.graph.reverse_edge("Y", "Z")
    shown = everything_shown(board)
    for word in ("Removable", "removable,", "Reached", "✓", "performs 2", "Upper", "boundary of"):
        assert word not in shown
    assert board.bars.html == ""
    assert board.canvas.marks == NO_MARKS
    assert "Change edges until MARVEL performs more CI tests" in board.said.value
    assert "Markov boundary" in everything_shown(LiveBoard(TRAP))  # the search can find it


def test_a_token_brings_graph_choice_goal_and_score_back():
    board = LiveBoard(TRAP, x="T")
    board.model.begin("marvel-pays")
    board.model.graph.reverse_edge("Y", "Z")
    again = LiveBoard.from_token(board.token)
    assert again.model.chosen == "T"
    assert again.model.reached == {"marvel-pays": 1}
    assert again.text().splitlines()[2:] == board.text().splitlines()[3:]
    assert again.token == board.token
    with pytest.raises(ValueError, match="state token"):
        LiveBoard.from_token(board.token[:-5])


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: LiveBoard(TRAP, x="Q"), "'Q'"),
        (lambda: LiveBoard("A -> "), "expected"),
        (lambda: LiveBoard(TRAP, hide="nothing"), "nothing"),
        (lambda: LiveBoard().model.load_state({"goal": "fly"}), "unknown goal 'fly'"),
        (lambda: LiveBoard().model.load_state({"goal": "pc-wins", "start": ""}), "no variables"),
    ],
)
def test_what_makes_no_sense_is_named(make, said):
    with pytest.raises((GraphError, ValueError), match=said):
        make()


def test_an_empty_graph_and_back():
    board = LiveBoard("A")
    board.model.graph.remove_variable("A")
    assert board.text() == NO_VARIABLES
    assert board.svg() == board.bars.html == ""
    assert not board.model.begin("pc-wins")
    board.model.graph.add_variable("B")
    assert board.model.chosen == "B"
    assert "The only variable is removable." in board.text()


def test_an_edited_graph_keeps_the_chosen_variable_or_takes_another():
    board = LiveBoard(TRAP, x="Z")
    board.model.graph.add_edge("T", "Z")
    assert board.model.chosen == "Z"
    board.model.graph.remove_variable("Z")
    assert board.model.chosen == "X"
    assert board.editor.x.options == ("X", "Y", "T")


@pytest.mark.parametrize("lock", [(), ("graph",)])
def test_the_boards_editor_has_lists_and_saves_also_what_is_locked(lock):
    board = LiveBoard("A -> B", lock=lock)
    tools = board.editor
    assert tools.lists.add.disabled is bool(lock)
    board.model.graph.add_variable("C")
    tools.save_panel.opened = True
    assert tools.saving.bar.text == "{A B C}; A -> B\n"
    assert not tools.saving.form.disabled
    folds = [fold.content for fold in tools.folds.children]
    assert folds == [tools.lists, tools.loading, tools.saving]
    assert {tools.line, tools.folds} < {*subtree(tools.more)} < {*subtree(board)}


def test_of_a_pair_what_was_deleted_is_gone():
    board = LiveBoard("A -> B -> C -> D", x="A")
    board.model.choose("A", "D", ["B"])
    board.model.graph.add_variable("E")
    assert board.model.pair == ("A", "D", ("B",))
    board.model.graph.add_variable("F")
    assert board.editor.x.options == board.model.dag.nodes
    for name, left in (("B", ("A", "D", ())), ("D", ("A", "", ()))):
        board.model.graph.remove_variable(name)
        assert board.model.pair == left
    board.model.choose_lens("separate")
    assert (board.lens.model.x, board.lens.model.given) == ("A", ())


def test_what_a_lens_asks_is_asked_of_a_graph_that_comes_back():
    board = LiveBoard("A", predict=True, lens="leave")
    board.model.graph.remove_variable("A")
    assert board.predictions.question is None
    board.model.graph.add_variable("B")
    assert "B" in board.predictions.question.text


def test_of_an_emptied_graph_no_survey_comes_later():
    async def emptied():
        board = LiveBoard("A -> B")
        board.model.graph.load_text("C")
        board.model.graph.remove_variable("C")
        await asyncio.sleep(0.02)
        return board.model.survey

    assert asyncio.run(emptied()) is None


def test_a_refused_edit_says_so_where_the_eye_is_and_changes_nothing():
    board = LiveBoard(TRAP)
    assert not board.model.graph.add_edge("Z", "X")
    assert "would close the cycle" in board.parts["said"].children[1].value
    assert board.model.before is None


def test_parts_can_be_hidden_and_locked_and_have_places():
    board = LiveBoard(TRAP, hide=["goals", "table"], lock=["canvas", "graph"], big=True)
    assert set(board.spec.places) < set(board.parts)
    stage = next(row for row in board.children if "mw-stage" in row._dom_classes)
    assert board.goals not in stage.children[1].children
    assert board.canvas.disabled
    assert board.editor.undo.disabled
    assert board.editor.x.disabled
    assert "mw-big" in board._dom_classes


def test_two_boards_on_one_graph_stay_in_step():
    graph = GraphModel(TRAP)
    one, other = LiveBoard(graph), LiveBoard(graph, x="T")
    one.model.graph.reverse_edge("Y", "Z")
    assert bars(one) == bars(other)
    assert other.model.chosen == "T"


def test_names_are_data():
    board = LiveBoard(Dag([("<b>x</b>", "a & b"), ("<b>x</b>", "c")]))
    board.model.begin("pc-wins")
    board.model.graph.add_edge("a & b", "c")
    for part in (board.reasons, board.essential, board.table, board.said):
        assert "<b>x" not in part.value
    assert "<b>x" not in board.svg()


def test_a_closed_board_does_no_more_work():
    board = LiveBoard("A -> B -> C")

    async def close_in_between():
        reversals(board, 1)
        board.close()
        await asyncio.sleep(0.02)

    asyncio.run(close_in_between())
    assert board.model.survey.dag == Dag("A -> B -> C")
    assert board.comm is None


def test_keys_while_the_survey_of_another_graph_runs():
    async def keys():
        board = LiveBoard("X -> Y")
        board.model.graph.load_text("A -> B")
        board.model.step(1)
        return board.model.chosen

    assert asyncio.run(keys()) == "A"


def test_pc_runs_from_the_complete_graph():
    board = LiveBoard("A -> C <- B; C -> D; A -> E", lens="run", algorithm="pc")
    board.lens.end()
    alone = record("pc", board.model.dag, start="complete")
    assert len(board.lens.trace.tests) == len(alone.tests)
    assert "boundar" not in board.text().lower()
    assert f"{alone.tests.distinct()} different tests from the complete graph" in board.text()
    again = LiveBoard(token=board.token)
    assert again.model.state() == board.model.state()
    assert again.model.algorithm == "pc"
    board.model.graph.add_edge("E", "D")
    more = record("pc", board.model.dag, start="complete")
    assert len(board.lens.trace.tests) == len(more.tests)


def test_the_tokens_of_a_board_that_runs_marvel_have_no_algorithm():
    board = LiveBoard("A -> B")
    assert "algorithm" not in board.model.state()
    with pytest.raises(ValueError, match="unknown algorithm 'pcc'"):
        LiveBoard("A -> B", algorithm="pcc")
