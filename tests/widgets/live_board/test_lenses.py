"""The lenses of the live board: apps on its graph; what is chosen goes along, tokens stay."""

import pytest

from marvel_widgets import Dag, networks
from marvel_widgets.widgets import (
    BoundaryLab,
    DSeparationLab,
    LiveBoard,
    MarvelPlayer,
    RemovabilityLab,
)
from marvel_widgets.widgets.kit.widget_tree import subtree
from marvel_widgets.widgets.live_board import LENS_NAMES, LENSES

ASIA = networks.load("asia")
TRAP = "X -> Y <- T; Y -> Z; X -> Z"
ALONE = {
    "separate": lambda x: DSeparationLab(ASIA, x=x, y="bronc", given=["dysp"]),
    "boundary": lambda x: BoundaryLab(ASIA, x=x),
    "leave": lambda x: RemovabilityLab(ASIA, x=x),
    "run": lambda _: MarvelPlayer(ASIA, boundaries="given"),
}


def board_on_asia(**settings):
    board = LiveBoard(ASIA, x="either", **settings)
    board.model.choose("either", "bronc", ["dysp"])
    return board


def chosen(model):
    return model.chosen, model.other, model.given


def said(app):
    return [each.value for each in subtree(app.parts["said"]) if hasattr(each, "value")]


@pytest.mark.parametrize("lens", LENSES)
@pytest.mark.parametrize("x", ["tub", "either"])
def test_a_lens_is_its_app(lens, x):
    board = LiveBoard(ASIA, x=x)
    board.model.choose(x, "bronc", ["dysp"])
    board.model.choose_lens(lens)
    alone = ALONE[lens](x)
    assert (type(board.lens), board.lens.spec) == (type(alone), LENSES[lens])
    assert (board.text(), board.svg(), said(board.lens)) == (alone.text(), alone.svg(), said(alone))
    drawn = [[view.drawing for view in app.picture.views] for app in (board.lens, alone)]
    assert drawn[0] == drawn[1]
    rows = [row for row in board.lens.arranged.rows if row is not board.lens.arranged.head]
    assert {*rows, board.shell, board.bars} < set(subtree(board))
    assert board.canvas not in set(subtree(board))
    assert {*board.lens._dom_classes} < {*board._dom_classes}


def test_an_app_is_made_when_its_lens_is_first_opened_and_kept():
    board = LiveBoard(ASIA)
    assert board._lenses == {}
    board.model.choose_lens("leave")
    first = board.lens
    board.model.choose_lens("draw")
    assert (board.lens, list(board._lenses)) == (None, ["leave"])
    board.model.choose_lens("leave")
    assert board.lens is first
    board.close()
    assert first.comm is None


def test_an_edit_is_followed_by_the_lens_that_is_opened_next():
    board = LiveBoard(TRAP, x="X", lens="leave")
    leave = board.lens
    board.model.choose_lens("draw")
    drawn = leave.picture.views[0].drawing
    assert board.model.graph.add_edge("T", "Z")
    assert leave.picture.views[0].drawing is drawn  # a lens that is not shown costs nothing
    board.model.choose_lens("leave")
    assert board.lens.text() == RemovabilityLab(f"{TRAP}; T -> Z", x="X").text()
    assert "mw-yes" in leave.said.value
    assert board.model.graph.undo()  # and by the one that is shown
    assert "mw-no" in leave.said.value


def test_what_is_chosen_goes_from_lens_to_lens():
    board = board_on_asia(lens="separate")
    model = board.model
    board.lens.model.pick("dysp")  # no longer given
    board.lens.model.choose("tub", "bronc")
    assert chosen(model) == ("tub", "bronc", ())
    model.choose_lens("boundary")
    board.lens.model.choose("bronc")
    model.choose_lens("leave")
    assert board.lens.model.x == "bronc"
    board.shell._handle_custom_msg({"key": "ArrowLeft"}, [])
    assert chosen(model) == (board.lens.model.x, "bronc", ()) == ("lung", "bronc", ())
    model.choose_lens("run")
    model.choose_lens("draw")
    board.canvas._handle_custom_msg({"pick": "tub"}, [])
    board.canvas._handle_custom_msg({"pick": "no one"}, [])
    model.choose_lens("separate")
    assert (board.lens.model.x, board.lens.model.y) == ("tub", "bronc")
    board.editor.x.value = "bronc"  # the subject has one role at a time
    assert (board.lens.model.x, board.lens.model.y) == ("bronc", "")


def test_the_rail_says_the_number_of_a_lens():
    board = board_on_asia()
    for number, lens in ((3, "leave"), (9, "leave"), (-1, "leave"), ("1", "leave"), (0, "draw")):
        board.rail._handle_custom_msg({"lens": number}, [])
        assert (board.model.lens, board.rail.lens) == (lens, LENS_NAMES.index(lens))
    board.model.graph.add_edge("asia", "bronc")
    for act, there in (("undo", False), ("redo", True), ("fly", True)):
        board.rail._handle_custom_msg({"do": act}, [])
        assert (("asia", "bronc") in board.model.dag.edges) == there


def test_the_missing_edge_is_added_where_it_is_missing_and_moves_the_bars():
    board = LiveBoard(TRAP, lens="leave")
    before = board.bars.html
    assert board.lens.plus[0].description == "Add T → Z"
    board.lens.plus[0].click()
    assert board.model.dag == Dag(f"{TRAP}; T -> Z")
    assert "mw-yes" in board.lens.said.value
    assert "+16" in board.bars.html != before


@pytest.mark.parametrize("lens", LENS_NAMES)
def test_a_question_keeps_the_lens_until_it_is_closed(lens):
    board = board_on_asia(lens=lens, predict=True)
    while board.predictions.question is None:
        if lens == "draw":
            board.model.graph.add_edge("asia", "bronc")
        else:  # of a run no question is about its beginning
            board.lens.model.step()
    assert len(board.kept) == 1
    for other in {*LENS_NAMES} - {lens}:
        assert not board.model.choose_lens(other)
        assert (board.model.lens, board.rail.asks) == (lens, True)
    board.predictions.skip()
    assert (board.kept, board.rail.asks) == ((), False)
    assert board.model.choose_lens("draw")


def test_what_was_drawn_is_not_kept_while_a_lens_asks():
    board = LiveBoard(ASIA, x="either", predict=True)
    assert "Markov boundary of either" in board.reasons.value
    board.model.choose_lens("boundary")
    assert board.reasons.value == ""
    assert not board.canvas.marks["variables"]


@pytest.mark.parametrize("lens", LENS_NAMES)
def test_without_answers_there_is_no_rail_and_no_lens(lens):
    board = board_on_asia(answers=False, lens=lens)
    assert board.rail not in set(subtree(board))
    assert (board.lens, board.canvas.marks["variables"]) == (None, [])


def test_what_the_board_hides_and_locks_its_lenses_do_too():
    board = LiveBoard(TRAP, lens="leave", hide="said", lock="acts", big=True)
    assert board.lens.said not in set(subtree(board))
    assert board.lens.plus[0].disabled
    assert "mw-big" in board._dom_classes


def test_a_token_brings_lens_choice_and_position_back():
    board = board_on_asia(lens="run")
    board.lens.seek(17)
    again = LiveBoard.from_token(board.token)
    assert (again.token, again.text()) == (board.token, board.text())
    assert chosen(again.model) == ("either", "bronc", ("dysp",))
    again.lens.begin()
    again.model.load_state(board.model.state())
    assert again.lens.model.position == 17
    board.model.choose_lens("draw")
    board.model.graph.add_edge("asia", "bronc")
    board.model.choose_lens("run")  # another run begins at its beginning
    assert board.lens.model.position == 0


# Of a board without lenses: the trap with Z -> Y, X moved, T chosen, a goal reached.
BEFORE = (
    "mwa1.eNp9T8sKgzAQ_JWw5yhGUSRCv8KDDzxsNWghrSERoUj-vWv1YC-97OzssLOzG6AxIEE_VhXcZ7QDcHALLgrkB"
    "qNFM10a2CpWs5I1vmAVC26sPrEpaHrw5ovkYjT2yoFsWxFFYcQzKh1v4yQLYy5OJvKUpCQ9pFyECY_3Udd5Dv00O_"
    "WisyXZjTNqap9oV6UDg293JLXL_1z1Tz7asQr7SQ37W1czKbz3H6r9St4"
)


def test_a_token_from_before_there_were_lenses_opens_to_the_same_state():
    board = LiveBoard.from_token(BEFORE)
    assert board.model.state() == {
        "graph": {
            "graph": "{X Y T Z}; X -> Y; X -> Z; T -> Y; Z -> Y",
            "places": [[100.0, 60.0], [236.2, 160.0], [185.0, 35.0], [281.3, 285.0]],
        },
        "chosen": "T",
        "goal": "marvel-pays",
        "start": "{X Y T Z}; X -> Y; X -> Z; Y -> Z; T -> Y",
        "reached": {"marvel-pays": 1},
    }
    assert (board.model.lens, board.model.pair) == ("draw", ("T", "", ()))
    assert board.token == BEFORE


def test_what_makes_no_sense_in_a_token_is_named():
    for state in ({"lens": "fly"}, {"other": "Q"}, {"given": ["Q"]}):
        with pytest.raises(ValueError, match=r"'fly'|'Q'"):
            LiveBoard().model.load_state(state)
