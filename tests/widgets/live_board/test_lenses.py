"""The lenses of the live board: selection goes along, nothing is told too early, tokens stay."""

import json
import re

import pytest

from marvel_widgets import Dag, d_separated, is_removable, networks
from marvel_widgets.widgets import BoundaryLab, DSeparationLab, LiveBoard, RemovabilityLab
from marvel_widgets.widgets.kit.reel import unpacked
from marvel_widgets.widgets.live_board import LIVE_BOARD
from marvel_widgets.widgets.live_board.model import LENS_NAMES
from marvel_widgets.widgets.live_board.views import LENS_TOPICS

ASIA = networks.load("asia")
TRAP = "X -> Y <- T; Y -> Z; X -> Z"
# What each lens says of Asia, or marks, and no other does; `either` is the subject.
TELLS = {
    "draw": (r"Removable\W+asia", "Algorithm 1 as printed"),
    "separate": (r"either\W+and\W+bronc\W+are d-", "either → dysp ← bronc"),
    "boundary": (r"Mb\(\W*either\W+= ", "is a co-parent of either"),
    "leave": ("either is not removable", "missing edge that Theorem 1"),
    "run": ("nothing learned yet", "Position 0 of"),
}
# One question of each kind, and how a board comes to it.
ASKED = {
    "edit": lambda board: board.model.graph.add_edge("asia", "bronc"),
    "separate": lambda board: board.model.choose_lens("separate"),
    "boundary": lambda board: board.model.choose_lens("boundary"),
    "leave": lambda board: board.model.choose_lens("leave"),
    "run": lambda board: to_question_of_run(board),
}


def to_question_of_run(board):
    board.model.choose_lens("run")
    while board.predictions.question is None:
        board.model.run.step()


def board_on_asia(**settings):
    board = LiveBoard(ASIA, x="either", **settings)
    board.model.choose("either", "bronc")
    return board


def shown(board):
    """All that the lens shows and the page holds of it, the reels included."""
    reels = [unpacked(reel.block(0)) for reel in (board.rail, board.film.reel) if reel.last >= 0]
    told = [each.value for each in (board.said, board.story, board.reasons, board.code)]
    sent = [told, board.acts.add.description, board.canvas.marks, board.canvas.film, reels]
    return re.sub(
        "<[^>]*>", " ", json.dumps([*sent, board.text(), board.svg()], ensure_ascii=False)
    )


def told(board, lens):
    return [words for words in TELLS[lens] if re.search(words, shown(board))]


@pytest.mark.parametrize("lens", LENS_NAMES)
def test_subject_object_and_given_go_along(lens):
    board = board_on_asia()
    board.model.give("dysp")
    board.model.choose_lens(lens)
    assert (board.model.chosen, board.model.other, board.model.given) == (
        "either",
        "bronc",
        ("dysp",),
    )
    assert told(board, lens)
    assert board.text()
    assert board.svg().startswith("<svg")


def test_a_second_click_is_the_object_and_a_third_begins_anew():
    model = LiveBoard(ASIA, x="tub", lens="separate").model
    model.pick("bronc")
    assert (model.chosen, model.other) == ("tub", "bronc")
    model.give("dysp")
    model.give("tub")  # the subject stays what it is
    model.give("bronc")  # the object becomes given
    assert (model.chosen, model.other, model.given) == ("tub", "", ("bronc", "dysp"))
    model.pick("dysp")  # and what is given the object
    assert (model.other, model.given) == ("dysp", ("bronc",))
    model.pick("smoke")
    assert (model.chosen, model.other) == ("smoke", "")
    model.choose_lens("leave")
    model.pick("xray")
    assert (model.chosen, model.other) == ("xray", "")


def test_a_subject_that_walks_takes_no_role_away():
    model = LiveBoard(ASIA, x="tub", lens="separate").model
    model.pick("bronc")
    model.give("dysp")
    model.choose_lens("boundary")
    for x in ("bronc", "dysp"):
        model.choose(x)
    assert model.pair == ("dysp", "bronc", ())
    model.choose("tub")
    assert model.pair == ("tub", "bronc", ("dysp",))


def test_the_page_says_which_variable_was_clicked():
    board = LiveBoard(ASIA, x="tub", lens="separate")
    for message in ({"pick": "bronc"}, {"pick": "dysp", "given": True}, {"pick": "no one"}, {}):
        board.canvas._handle_custom_msg(message, [])
    assert (board.model.chosen, board.model.other, board.model.given) == ("tub", "bronc", ("dysp",))
    board.canvas.chosen = "smoke"  # the focus walks: of a pair nothing changes
    assert board.model.chosen == "tub"
    board.rail._handle_custom_msg({"lens": 2}, [])
    board.canvas.chosen = "xray"
    assert (board.model.lens, board.model.chosen) == ("boundary", "xray")
    board.rail._handle_custom_msg({"lens": 9}, [])
    assert board.model.lens == "boundary"


def test_all_lenses_are_in_the_page_before_they_are_chosen():
    board = board_on_asia()
    values = {}
    for number, lens in enumerate(LENS_NAMES):
        values[lens] = board._lens_values(number)
    for lens, value in values.items():
        board.model.choose_lens(lens)
        assert [getattr(*target) for target in board._targets] == value
    assert board.rail.last == len(LENS_NAMES) - 1


def test_the_page_goes_to_a_lens_by_itself_and_is_told_nothing_again():
    board = board_on_asia()
    loads = board.rail.run
    board.rail.position = LENS_NAMES.index("leave")  # as the page tells a moment later
    assert board.model.lens == "leave"
    assert "removable" in board.said.value
    assert board.rail.run == loads


def test_the_missing_edge_is_added_where_it_is_missing_and_moves_the_bars():
    board = LiveBoard(TRAP, lens="leave")
    [(tail, head, *_)] = board.canvas.marks["add"]
    before = board.bars.html
    assert board.acts.add.description == f"Add {tail} → {head}"
    board.acts.add.click()
    assert board.model.dag == Dag(f"{TRAP}; T -> Z")
    assert board.canvas.marks["add"] == []
    assert (board.acts.add.description, "mw-yes" in board.said.value) == ("", True)
    assert "+16" in board.bars.html != before


@pytest.mark.parametrize("x", ASIA.nodes)
def test_lenses_say_what_the_definitions_say(x):
    board = LiveBoard(ASIA, x=x, lens="leave")
    assert ("mw-yes" in board.said.value) == is_removable(ASIA, x)
    board.model.choose_lens("separate")
    for y in set(ASIA.nodes) - {x}:
        board.model.choose(x, y)
        for given in {"dysp", "smoke"} - {x, y}:
            board.model.give(given)
            apart = d_separated(ASIA, x, y, given=set(board.model.pair[2]))
            assert ("mw-independent" in board.said.value) == apart


@pytest.mark.parametrize("x", ["tub", "either"])
def test_a_lens_says_and_marks_what_its_lab_does(x):
    board = LiveBoard(ASIA, x=x)
    board.model.choose(x, "bronc")
    labs = {
        "separate": DSeparationLab(ASIA, x=x, y="bronc"),
        "boundary": BoundaryLab(ASIA, x=x),
        "leave": RemovabilityLab(ASIA, x=x),
    }
    for lens, lab in labs.items():
        board.model.choose_lens(lens)
        said = getattr(lab, "verdict", None) or lab.said
        assert board.said.value == said.value
        drawn = lab.picture.views[0].drawing
        marked = {mark.name for mark in drawn.nodes if mark.state != "idle"}
        assert {row[0] for row in board.canvas.marks["variables"]} == marked
    assert board.model.given == ()


# -- a question belongs to the board ---------------------------------------------------------


@pytest.mark.parametrize("lens", LENS_NAMES)
@pytest.mark.parametrize("question", ASKED)
def test_while_a_question_is_open_no_lens_holds_what_answers_it(question, lens):
    board = board_on_asia(predict=True)
    ASKED[question](board)
    assert [secret.name for secret in board.kept] == [question]
    board.model.choose_lens(lens)
    assert [secret.name for secret in board.kept] == [question]  # it stays open
    if LENS_TOPICS[lens] & LIVE_BOARD.secret(question).topics:
        rows = board.canvas.marks["variables"]  # what is asked about, and nothing of the answer
        assert not any(found for kind, found in board.canvas.marks.items() if kind != "variables")
        assert {row[0] for row in rows} <= {*board.model.pair[:2], *board.model.given}
        assert len(rows) == 1 or lens in ("separate", "draw", "run")
        assert [words for each in TELLS for words in told(board, each)] == []
    else:
        assert told(board, lens) or lens == "run"
    board.predictions.skip()
    assert board.kept == ()
    assert told(board, lens) or lens == "run"


def test_with_predictions_no_lens_is_in_the_page_ahead():
    board = board_on_asia(predict=True)
    board.model.choose_lens("run")
    assert (board.rail.last, board.film.reel.last) == (-1, -1)


@pytest.mark.parametrize("lens", LENS_NAMES)
def test_without_answers_there_is_no_rail(lens):
    board = board_on_asia(answers=False, lens=lens)
    stage = next(row for row in board.children if "mw-stage" in row._dom_classes)
    assert board.rail not in stage.children[0].children
    assert [words for each in TELLS for words in told(board, each)] == []
    assert board.rail.last == -1


# -- tokens ----------------------------------------------------------------------------------


def test_a_token_brings_lens_choice_and_position_back():
    board = board_on_asia(lens="run")
    board.model.give("dysp")
    board.model.run.seek(17)
    again = LiveBoard.from_token(board.token)
    assert again.token == board.token
    assert again.text() == board.text()


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
