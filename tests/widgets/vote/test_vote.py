"""Vote: counts typed and tapped, two votes side by side, tokens, and the address for phones."""

import re

import pytest

from marvel_widgets.course.checks import builders, exercises
from marvel_widgets.course.registry import LESSONS
from marvel_widgets.widgets import Vote
from marvel_widgets.widgets.vote.address import SITE, card_link, site_address
from tests.widgets.keystrokes import LIMIT, clicked, typed


@pytest.fixture
def vote():
    return Vote(exercises("03").removable)


def tap(vote, *numbers):
    for number in numbers:
        vote.pad._handle_custom_msg({"row": 0, "column": number}, [])


@pytest.mark.parametrize(
    ("name", "text", "counts"),
    [
        ("changed", "12 30 4 14", (12, 30, 4, 14)),  # four cards, as most have
        ("removable", "12 30 4 12", (12, 30, 4, 12, 2)),  # of five the last is the rest
    ],
)
def test_sixty_cards_are_counted_in_twelve_seconds_of_typing(name, text, counts):
    vote = Vote(getattr(exercises("03"), name))
    vote.room.value = 60  # before the cards go up
    vote.field.value = text  # what Enter sends
    assert vote.model.now.counts == counts
    assert sum(counts) == 60
    assert typed(text) < LIMIT
    assert typed("12 30 4 12 2") < LIMIT  # nor does the rest take longer, if it is typed


def test_no_vote_of_the_course_takes_longer():
    """The longest that sixty cards of six letters can be: five numbers, the last left out."""
    checks = [getattr(exercises(number), name) for number in LESSONS for name in builders(number)]
    most = max(len(check.ballot().options) for check in checks)
    assert typed(" ".join(["10"] * (most - 1))) < LIMIT
    assert typed(" ".join(["10"] * most)) > LIMIT  # the rest typed as well


def test_the_rest_is_counted_where_the_room_is_known(vote):
    vote.field.value = "12 30 4 12"
    assert "'12 30 4 12' has 4; type 5 numbers" in vote.model.error
    vote.room.value = 50
    vote.field.value = "12 30 4 12 "
    assert "makes 58 cards of 50; type 5 numbers" in vote.model.error
    assert not any(vote.model.now.counts)
    vote.field.value = "12 30 4 2 1"  # some hold up no card
    vote.close_button.click()
    assert vote.model.room == 50
    vote.again_button.click()
    vote.field.value = "10 10 10 10"
    assert vote.model.now.counts == (10, 10, 10, 10, 10)
    assert Vote(token=vote.token).room.value == 50


def test_the_first_vote_says_how_many_are_in_the_room(vote):
    vote.field.value = "12 30 4 12 2"
    vote.close_button.click()
    assert vote.room.value == 60


@pytest.mark.parametrize(
    ("name", "numbers"), [("changed", (12, 30, 4)), ("removable", (9, 9, 30, 9))]
)
def test_one_tap_counts_a_letter_and_goes_on_to_the_next(name, numbers):
    vote = Vote(getattr(exercises("03"), name))
    vote.room.value = 60
    assert vote.pad.rows == []
    vote.letter.value = "A"
    tap(vote, *numbers)  # two in a row may be the same
    assert vote.model.now.counts == (*numbers, 60 - sum(numbers))
    assert vote.letter.value == ""  # the last is the rest
    assert vote.pad.rows == []
    assert clicked(len(numbers)) < LIMIT
    assert clicked(len(numbers), clicks=2) > 0.95 * LIMIT  # tens and ones would not do


def test_a_number_is_corrected_by_two_taps(vote):
    vote.room.value = 60
    vote.letter.value = "A"
    tap(vote, 12, 30, 4, 12)
    vote.letter.value = "B"
    assert vote.pad.label == "Cards of B"
    tap(vote, 20)
    assert vote.model.now.counts == (12, 20, 4, 12, 12)  # the rest follows
    vote.letter.value = "E"
    tap(vote, 7)  # some hold up no card
    assert vote.model.now.counts == (12, 20, 4, 12, 7)
    vote.letter.value = "D"
    tap(vote, 13)
    assert vote.model.now.counts == (12, 20, 4, 13, 11)
    vote.letter.value = "B"
    tap(vote, 60)
    assert "makes 89 cards of 60" in vote.model.error
    assert vote.letter.value == "B"
    assert vote.model.now.counts == (12, 20, 4, 13, 11)


def test_all_are_tapped_where_nobody_said_how_many_there_are(vote):
    vote.letter.value = "A"
    tap(vote, 60, 0, 1, 2, 3)
    assert vote.model.now.counts == (60, 0, 1, 2, 3)
    assert vote.letter.value == ""
    vote.letter.value = "C"
    vote.close_button.click()
    assert vote.pad.rows == []


@pytest.mark.parametrize(("room", "last"), [(0, 60), (25, 25), (99, 99), (300, 99)])
def test_the_numbers_to_tap_end_with_the_room(vote, room, last):
    vote.room.value = room
    vote.letter.value = "A"
    ((letter, cells),) = vote.pad.rows
    assert letter == "Cards of A"
    assert [cell[0] for cell in cells] == [str(n) for n in range(last + 1)]
    tap(vote, last + 1)  # there is none
    assert not any(vote.model.now.counts)


def test_what_is_typed_wrong_is_said_and_changes_nothing(vote):
    vote.field.value = "12 30 4 2 1"
    vote.field.value = "12 30 four 2 1"
    assert "'four' must be a number of cards, 0 to 999; type 5 numbers" in vote.model.error
    assert vote.model.now.counts == (12, 30, 4, 2, 1)
    vote.field.value = "1 1 1 1 1"
    assert vote.model.error == ""


def test_a_vote_without_cards_stays_open(vote):
    vote.close_button.click()
    assert not vote.model.now.closed
    assert vote.model.error.startswith("No card is counted yet")
    vote.model.again()
    assert len(vote.model.votes) == 1


def test_two_votes_stand_side_by_side_by_belief(vote):
    vote.model.count("1 2 3 4 5")
    vote.close_button.click()
    assert "Give a hint" in vote.lecturer.value
    assert vote.close_button.disabled
    vote.again_button.click()
    assert "second vote" in vote.question.value
    assert vote.lecturer.value.count("are right") == 0
    vote.model.count("60 50 40 30 20")
    vote.close_button.click()
    rows = re.findall(r"<li>(.*?)</li>", vote.cards.value)
    first, second = vote.model.votes
    assert len(rows) == len(first.ballot.options)
    for row, option in zip(rows, first.ballot.options, strict=True):
        assert option.named in row.partition("<div>")[0]
        assert ("mw-vote-right" in row) == (option is first.ballot.right)
        same = [at for at, o in enumerate(second.ballot.options) if o.belief == option.belief]
        counted = [int(n) for n in re.findall("<b>(.*?)</b>", row)]
        at = first.ballot.options.index(option)
        assert counted == [first.counts[at], *(second.counts[i] for i in same)]
    assert "Explain" in vote.lecturer.value
    assert vote.again_button.disabled


def test_a_question_without_an_isomorphic_case_says_so():
    vote = Vote(exercises("00").one_edge)
    vote.model.count(" ".join("1" * len(vote.model.now.counts)))
    vote.model.close()
    vote.again_button.click()
    assert "has no isomorphic case" in vote.model.error
    assert len(vote.model.votes) == 1
    vote.another_button.click()
    assert vote.model.check.draw == 1
    assert not vote.model.now.closed


def test_the_witness_is_drawn_after_the_vote_alone(vote):
    states = {mark.state for mark in vote.model.drawing().nodes}
    vote.model.count("9 1 1 1 1")
    assert {mark.state for mark in vote.model.drawing().nodes} == states
    vote.model.close()
    assert {mark.state for mark in vote.model.drawing().nodes} != states


def test_a_token_keeps_both_votes(vote):
    vote.model.count("1 2 3 4 5")
    vote.model.close()
    vote.model.again()
    vote.model.count("5 4 3 2 1")
    other = Vote(token=vote.token)
    assert other.text() == vote.text()
    assert other.model.votes[0].counts == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    "votes",
    [
        [],
        [{"counts": [1, 2, 3, 4, 5], "closed": False}] * 2,
        [{"counts": [1, 2, 3, 4, 5], "closed": True}] * 3,
        [{"counts": [1, 2, 3, 4], "closed": True}],
        [{"counts": [1, 2, 3, 4, 1e300], "closed": True}],
        [{"counts": [1, 2, 3, 4, -5], "closed": True}],
        [{"counts": 7, "closed": True}],
        [7],
        "votes",
    ],
    ids=str,
)
def test_a_forged_state_is_refused(vote, votes):
    with pytest.raises((ValueError, TypeError, LookupError)):
        vote.model.load_state({**vote.model.state(), "votes": votes})
    assert vote.model.now.counts == (0,) * 5


@pytest.mark.parametrize("room", [-1, 1000, 1e300, "60", True, None], ids=str)
def test_a_forged_room_is_refused(vote, room):
    with pytest.raises(ValueError, match="a room has 0 to 999 people, not"):
        vote.model.load_state({**vote.model.state(), "room": room})


def test_the_graph_of_a_question_is_on_the_screen_where_it_has_one(vote):
    (view,) = vote.picture.views
    assert {mark.name for mark in view.drawing.nodes} == {*vote.model.check.exercise.dag.nodes}
    without = Vote(exercises("08").growth)
    assert without.model.check.exercise.dag is None
    assert without.picture.views == []


def test_the_still_picture_has_the_code_where_there_is_a_site():
    check = exercises("03").removable
    assert "QR code" not in Vote(check).svg()
    vote = Vote(check, site="https://example.org/course")
    svg = vote.svg()
    assert "Cards: example.org/course/ask.html#v=03/removable" in svg
    (code,) = re.findall(r'aria-label="QR code of ([^"]+)"', svg)
    assert code == "https://example.org/course/ask.html#v=03/removable"


def test_the_address_of_the_site_is_read_and_a_wrong_one_named(monkeypatch):
    check = exercises("03").removable
    assert "No site for phones" in Vote(check).code.value
    monkeypatch.setenv(SITE, "https://example.org/course/index.html")
    vote = Vote(check)
    assert "example.org/course/ask.html#v=03/removable<" in vote.code.value
    assert "<svg" in vote.code.value
    assert site_address("http://192.168.1.5:8000") == "http://192.168.1.5:8000/"
    wrong = ["ftp://x", "example.org", "https://", "https://a b", 'https://a"b', "https://["]
    wrong += ["javascript:alert(1)", "https://x/#t=1", "https://ä.org", "https://x/" + "y" * 200]
    for text in wrong:
        with pytest.raises(
            ValueError, match=r"^site='.*is not the address of a site: give one such as"
        ):
            Vote(check, site=text)


def test_the_link_is_that_of_the_vote_or_of_bare_cards():
    check = exercises("03").removable
    assert card_link(check, 0, check.ballot()) == "ask.html#v=03/removable"
    assert card_link(check, 1, check.ballot(1)) == "ask.html#v=03/removable/2"
    other = check.another()
    assert card_link(other, 0, other.ballot()) == f"ask.html#v={len(other.ballot().options)}"


def test_a_vote_needs_an_exercise():
    with pytest.raises(ValueError, match=r"give an exercise, such as .* not 'removable'"):
        Vote("removable")
