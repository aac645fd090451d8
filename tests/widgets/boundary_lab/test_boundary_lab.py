"""The boundary lab without a browser."""

import asyncio
import re

import pytest

from marvel_widgets import Dag, FisherZ
from marvel_widgets.core.graphs.bits import members
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.pictures.grammar import NODE_STYLES
from marvel_widgets.replay.option_words import algorithm_name
from marvel_widgets.replay.stage_words import said_of
from marvel_widgets.widgets import BoundaryLab
from tests.core.independence.gaussian_data import mixed_columns

TEXT = "X -> Y <- T; Y -> Z; U -> X"
MB_X = "Mb(X) = {Y, T, U}: neighbors {Y, U} and co-parents {T}."


def said(lab):
    return lab.text().splitlines()[0]


def discovering(**options):
    return BoundaryLab(TEXT, mode="discover", **options)


# -- reading -------------------------------------------------------------------------------


def test_a_click_and_the_menu_choose_the_variable():
    lab = BoundaryLab(TEXT)
    assert said(lab).startswith("Choose a variable")
    lab.model.choose("X")
    assert said(lab) == MB_X
    assert lab.x.value == "X"
    lab.x.value = "Z"
    assert said(lab) == "Mb(Z) = {Y}: neighbors {Y} and co-parents {}."
    lab.x.value = ""
    assert said(lab).startswith("Choose a variable")


def test_roles_are_distinguished_by_letter_and_word():
    lab = BoundaryLab(TEXT, x="X")
    words = lab.picture.views[0].drawing.description
    assert "Parent: U. Child: Y. Co-parent: points at a common child: T." in words
    view = lab.picture.views[0]
    letters = {mark.name: NODE_STYLES[mark.state].letter for mark in view.drawing.nodes}
    assert {x: s for x, s in letters.items() if s} == {"Y": "C", "T": "co", "U": "P"}
    assert set(view.drawing.hull) == {"X", "Y", "T", "U"}
    rows = re.findall("<b>(.*?)</b> <strong>(.*?)</strong>", lab.members.value)
    assert dict(map(reversed, rows)) == {"Y": "C", "T": "co", "U": "P"}
    assert "points at Y, as X does" in lab.members.value
    assert "mw-hull" in lab.picture._slots[0].layers[0].value
    assert "T is a co-parent of X: both point at Y." in lab.text()


def test_the_seed_orders_the_options():
    orders = {
        BoundaryLab(TEXT, x="X", predict=True, seed=seed).predictions.question.options
        for seed in range(3)
    }
    assert len(orders) > 1


def test_without_answers_no_step_reveals_any():
    lab = discovering(answers=False)
    for _ in range(lab.model.film.last):
        lab.model.step()
        shown = lab.text() + lab.lanes.sentence.value + lab.lanes.picture.words[0]
        assert not any(leak in shown for leak in (" No: ", "comes into", "boundary of X is"))
        drawing = lab.lanes.picture.views[0].drawing
        assert {mark.state for mark in drawing.nodes} <= {"idle", "subject", "object", "given"}
        assert (drawing.edges, drawing.hull) == ((), ())
        assert not any(html.value for html in lab.lanes.picture._slots[0].layers)
    assert not lab.lanes.picture.views[0]._edges  # not even hidden
    assert lab.svg() == ""


# -- discovering ---------------------------------------------------------------------------


def test_each_method_shows_its_place():
    lab = discovering()
    assert lab.lanes.bars.value.count("<li") == 4
    lab.model.step()
    assert said(lab) == "Total conditioning: 1 of 10 CI tests; 0 of 5 boundaries known"
    assert "1 of 35 CI tests" in lab.lanes.bars.value
    lab.model.end()
    assert said(lab).startswith("Total conditioning: at its end, 10 of 10 CI tests; 5 of 5")
    assert lab.transport.step.disabled
    assert not lab.transport.back.disabled


def test_a_bar_is_as_long_as_its_tests_on_the_scale_of_the_longest_run():
    lab = discovering()
    lab.model.seek(7)
    widths = [float(w) for w in re.findall(r"width:([\d.]+)%", lab.lanes.bars.value)]
    lanes = lab.model.now()
    whole = [len(lane.film.trace.tests) for lane in lanes]
    for lane, tests, track, done in zip(lanes, whole, widths[::2], widths[1::2], strict=True):
        assert track * max(whole) == pytest.approx(100 * tests, rel=0.01)
        assert track * done / 100 * max(whole) == pytest.approx(
            100 * lane.frame.tests_done, rel=0.02
        )


def test_the_picture_shows_the_sets_of_the_method_that_is_watched():
    lab = discovering(tick=20)
    assert lab.lanes.watched.value == "Total conditioning"
    for lane in lab.model.now():
        lab.lanes.watched.value = algorithm_name(lane.method)
        drawing = lab.lanes.picture.views[0].drawing
        joined = {frozenset((mark.tail, mark.head)) for mark in drawing.edges}
        sets = enumerate(lane.frame.state.boundaries)
        names = lane.film.trace.names
        known = {frozenset((names[x], names[y])) for x, mask in sets for y in members(mask)}
        assert known <= joined
        assert said_of(lane.film, lane.frame).what.split()[0] in lab.lanes.sentence.value
        again = BoundaryLab.from_token(lab.token)
        assert again.lanes.watched.value == lab.lanes.watched.value
    lab.model.choose_methods(["tc", "gs"])
    assert lab.lanes.watched.value == "Total conditioning"  # the other has left
    with pytest.raises(ValueError, match="pc"):
        lab.model.watch_method("pc")


def test_the_clock_keeps_the_place_and_a_variable_is_gone_to():
    lab = discovering(tick=30)
    lab.transport.level.value = "decision"
    assert lab.model.level == "decision"
    done = [lane.frame.tests_done for lane in lab.model.now()]
    assert done[-1] <= 30
    lab.x.value = "Y"
    assert lab.transport.level.value == "variable"
    assert [lane.known for lane in lab.model.now()] == [2] * 4
    assert lab.lanes.counts.value.count("Set of Y") == lab.lanes.bars.value.count("<li") == 4


def test_methods_are_chosen_by_their_boxes_and_one_is_always_left():
    lab = discovering(methods=["gs", "iamb"])
    assert [box.value for box in lab.methods.boxes.values()] == [False, True, True, False]
    lab.methods.boxes["tc"].value = True
    assert lab.model.methods == ("tc", "gs", "iamb")
    assert lab.lanes.bars.value.count("<li") == len(lab.lanes.watched.options) == 3
    for method in ("gs", "iamb", "tc"):
        lab.methods.boxes[method].value = False
    assert lab.model.methods == ("tc",)
    assert lab.methods.boxes["tc"].value
    assert "choose at least one" in lab.methods.error.value
    lab.methods.boxes["gs"].value = True
    assert lab.methods.error.value == ""


def test_the_verdict_on_a_prediction_precedes_the_boundary():
    lab = BoundaryLab("X -> Y <- T", x="T", predict=True)
    lab.predictions.answer("{Y}")
    heard = re.sub("<.*?>", "", lab.verdict.value)
    assert heard.startswith("Not right. Mb(T) = {X, Y}.X is a co-parent of T: both point at Y.")
    assert "Predicted: {Y}." in heard


def test_a_step_is_asked_about_before_it_shows():
    lab = discovering(methods=["gs"], predict=True)
    before = lab.text()
    lab.model.step()
    assert lab.predictions.question.text.startswith("Grow-shrink boundaries tests Y next")
    assert lab.text() == before
    assert lab.transport.step.disabled
    lab.model.step()  # waits for the answer
    assert lab.text() == before
    lab.predictions.answer("yes")
    assert "1 of 35" in lab.text()
    assert not lab.transport.step.disabled
    lab.model.step()
    lab.model.back()  # takes the question back as well
    assert (lab.model.position, lab.model.waiting) == (1, False)
    lab.model.step()
    lab.predictions.skip()
    assert lab.model.shown == 2
    assert lab.predictions.score.words == "Score: 1 of 1 prediction right, 1 skipped."
    lab.model.seek(0)
    lab.model.step()  # was answered before
    assert lab.model.shown == 1


def test_an_open_question_is_left_by_going_over_to_reading():
    lab = discovering(methods=["gs"], predict=True)
    lab.model.step()
    lab.mode.value = "read"
    lab.model.choose("X")
    assert lab.text() == "Which variables form the Markov boundary of X?"
    lab.mode.value = "discover"
    assert not lab.model.waiting


def test_playing_stops_at_a_question():
    lab = discovering(methods=["gs"], predict=True)
    lab.model.speed = 1000.0

    async def played():
        lab.model.toggle()
        while lab.model.playing:
            await asyncio.sleep(0)

    asyncio.run(played())
    assert lab.model.waiting
    assert lab.model.shown == 0


def test_data_are_asked_in_place_of_the_graph_and_flagged():
    data = mixed_columns(3, n=200, p=6)
    dag = Dag.from_parent_masks([0, 1, 2, 4, 8, 16], [f"V{i}" for i in range(6)])
    pandas = pytest.importorskip("pandas")
    test = FisherZ(pandas.DataFrame(data, columns=dag.nodes), alpha=0.05)
    lab = BoundaryLab(dag, test=test, mode="discover", clock="variable", tick=6)
    assert "false answer" in said(lab)
    lab.model.begin()
    assert "false answer" not in said(lab)
    lab.model.graph.load(Dag("A -> B"))  # nothing is known of the truth of these data
    lab.model.end()
    assert "false answer" not in lab.text()
    assert "6 boundaries known" in lab.text()


# -- every app -------------------------------------------------------------------------------


def test_an_empty_graph_and_a_single_variable():
    for mode in ("read", "discover"):
        empty = BoundaryLab("", mode=mode)
        assert said(empty) in (
            "Choose a variable: click on it, or use the menu.",
            "The graph has no variable yet.",
        )
        assert empty.model.graph.add_variable("A")
        assert empty.lanes.bars.value.count("<li") == (4 if mode == "discover" else 0)
    lab = BoundaryLab("A", x="A", predict=True)
    assert said(lab) == "Mb(A) = {}: A has no neighbor, so no co-parent either."


@pytest.mark.parametrize("mode", ["read", "discover"])
def test_tokens_bring_everything_back(mode):
    lab = BoundaryLab(TEXT, x="X", mode=mode, methods=["gs", "tc"], clock="decision", tick=7)
    again = BoundaryLab.from_token(lab.token)
    assert again.text() == lab.text()
    assert again.svg() == lab.svg()
    assert again.token == lab.token
    assert again.model.methods == ("tc", "gs")


@pytest.mark.parametrize(
    "bad", [{"x": "Q"}, {"mode": "guess"}, {"methods": []}, {"methods": ["pc"]}, {"clock": "hour"}]
)
def test_choices_that_make_no_sense_are_refused(bad):
    with pytest.raises((GraphError, ValueError), match=r"Q|guess|at least one|pc|hour"):
        BoundaryLab(TEXT, **bad)


def test_who_hears_the_question_hears_its_graph():
    told = re.search("<desc>(.*)</desc>", BoundaryLab("X -> Y <- T", x="X", predict=True).svg())[1]
    assert "Which variables form" in told
    assert "Edges: X to Y, T to Y." in told


@pytest.mark.parametrize("mode", ["read", "discover"])
def test_an_unknown_name_in_a_cell_loses_nothing(mode):
    lab = BoundaryLab(TEXT, x="X", mode=mode, tick=2)
    before = lab.model.state(), lab.text()
    with pytest.raises(ValueError, match="nobody"):
        lab.model.choose("nobody")
    assert (lab.model.state(), lab.text()) == before


def test_a_click_in_the_picture_of_a_graph_that_is_gone_chooses_nobody():
    lab = BoundaryLab("X -> Y <- T", mode="discover")
    lab.model.graph.load_text("A -> B")
    lab.picture._tell("X")  # as a click that was on its way
    assert lab.model.x == ""
    lab.picture._tell("A")
    assert lab.model.x == "A"
