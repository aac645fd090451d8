"""Vote: counts typed and tapped, two votes before a verdict, tokens, the address for phones."""

import re

import pytest

from marvel_widgets.course.checks import builders, exercises
from marvel_widgets.course.registry import LESSONS
from marvel_widgets.widgets import Vote
from marvel_widgets.widgets.vote.model import SITE, card_link, site_address
from tests.slices import one_in
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
        ("removable", "12 30 4 12 2", (12, 30, 4, 12, 2)),
        ("removable", "12 30 4 2", (12, 30, 4, 2, 0)),
    ],
)
def test_sixty_cards_are_counted_in_twelve_seconds_of_typing(name, text, counts):
    vote = Vote(getattr(exercises("03"), name))
    vote.field.value = text  # what Enter sends
    assert vote.model.now.counts == counts
    assert typed(text) < LIMIT
    assert typed("10 10 10 10 10 10") > LIMIT  # the model sees six


@pytest.mark.parametrize(
    ("name", "numbers"), [("changed", (12, 30, 4, 14)), ("removable", (9, 9, 30, 9, 3))]
)
def test_one_tap_counts_a_card_and_goes_on_to_the_next(name, numbers):
    vote = Vote(getattr(exercises("03"), name))
    assert vote.pad.rows == []
    vote.card.value = "circle"
    ((title, cells),) = vote.pad.rows
    assert title == "Cards with a circle"
    assert [cell[0] for cell in cells] == [str(n) for n in range(61)]
    tap(vote, 61)  # there is none
    assert not any(vote.model.now.counts)
    tap(vote, *numbers)  # two in a row may be the same
    assert vote.model.now.counts == numbers
    assert vote.card.value == ""
    assert vote.pad.rows == []
    vote.card.value = "square"  # a number is corrected by two taps
    assert vote.pad.label == "Cards with a square"
    tap(vote, 20)
    assert vote.model.now.counts == (numbers[0], 20, *numbers[2:])
    vote.model.close()
    assert vote.pad.rows == []
    assert clicked(len(numbers) - 1) < LIMIT
    assert clicked(len(numbers), clicks=2) > LIMIT  # tens and ones would not do


def test_what_is_typed_wrong_is_said_and_changes_nothing(vote):
    vote.field.value = "12 30 4 2 1"
    vote.field.value = "12 30 four 2 1"
    wrong = vote.model.error
    assert wrong == "'four' must be a number of cards, 0 to 999."
    vote.close_button.click()  # nothing but other numbers takes it away
    assert vote.model.error == wrong
    assert not vote.model.now.closed
    assert vote.model.now.counts == (12, 30, 4, 2, 1)
    vote.field.value = "12 30 4 2"
    assert vote.model.error == ""
    assert vote.model.now.counts == (12, 30, 4, 2, 0)


def test_a_vote_without_cards_stays_open(vote):
    vote.close_button.click()
    assert not vote.model.now.closed
    assert vote.model.error.startswith("No card is counted yet")
    vote.model.again()
    assert len(vote.model.votes) == 1


def test_two_votes_are_by_belief_once_the_second_is_closed(vote):
    vote.model.count("1 2 3 4 5")
    assert "mw-grow" not in vote.cards.value
    vote.close_button.click()
    assert re.findall(r"<b>(\d)</b></span></div>", vote.cards.value) == [*"12345"]
    assert vote.cards.value.count("mw-grow") == 5
    assert vote.text().count("The most frequent card is the diamond: 5 of 15.") == 1
    assert vote.close_button.layout.display == "none"
    vote.again_button.click()
    assert vote.shell.subtitle == "Which may leave? · second vote"
    vote.model.count("60 50 40 30 20")
    vote.close_button.click()
    first, second = vote.model.votes
    rows = vote.cards.value.split("<svg")[1:]
    assert vote.model.said.what.startswith(f"The {second.ballot.right.card} is right: ")
    for at, (option, row) in enumerate(zip(second.ballot.options, rows, strict=True)):
        beliefs = [each.belief for each in first.ballot.options]
        assert f'aria-label="{option.card}"' in row
        assert (f"</summary>{option.named}</details>" in row) == bool(option.belief)
        assert ("✓ right" in row) == (option == second.ballot.right)
        was = first.counts[beliefs.index(option.belief)]
        assert f"<span>{was} → <b>{second.counts[at]}</b>" in row
    assert vote.again_button.layout.display == vote.tell_button.layout.display == "none"


def test_an_answer_can_be_told_after_one_vote(vote):
    vote.model.tell()
    assert not vote.model.early
    vote.model.count("1 2 3 4 5")
    vote.model.close()
    vote.tell_button.click()
    assert vote.model.told
    vote.model.again()
    assert len(vote.model.votes) == 1
    assert Vote(token=vote.token).text() == vote.text()
    vote.another_button.click()
    assert not vote.model.early


def test_a_question_without_an_isomorphic_case_is_told_at_once():
    vote = Vote(exercises("00").one_edge)
    vote.model.count("1 1 1 1")
    vote.model.close()
    assert vote.model.told
    assert vote.again_button.layout.display == "none"
    vote.another_button.click()
    assert vote.model.check.draw == 1
    assert not vote.model.now.closed


def bare_names(vote):
    """What the sentence on a vote names and the picture does not mark."""
    drawing = vote.model.drawing()
    marked = {mark.name for mark in drawing.nodes if mark.state != "idle"}
    named = re.findall(r"\b[A-Z]\b(?! (?:child|member|pair|set) )", vote.model.said.why)
    return {mark.name for mark in drawing.nodes} & {*named} - marked


@one_in(9)
def test_each_variable_in_the_sentence_on_a_vote_is_marked(every, monkeypatch):
    checks = [getattr(exercises(number), name) for number in LESSONS for name in builders(number)]
    drawn = 0
    for check in checks[::every]:
        vote = Vote(check)
        for at, option in enumerate(vote.model.now.ballot.options):
            vote.model.votes = vote.model.votes[:1]
            vote.model.count(" ".join(["0"] * at + ["9"]))
            vote.model.close()
            vote.model.tell()
            if vote.model.drawing() is not None:
                drawn += 1
                assert bare_names(vote) == set(), (check.name, option.words, vote.model.said)
            vote.model.go_to(check)
    assert drawn * every > 120
    vote.model.go_to(exercises("03").order)  # what the facts leave unmarked is marked for it
    vote.model.count(" ".join("1" * len(vote.model.now.counts)))
    vote.model.close()
    monkeypatch.setattr(
        "marvel_widgets.widgets.vote.model.with_names", lambda drawing, _, **_paths: drawing
    )
    assert bare_names(vote)


def test_the_picture_tells_after_the_last_vote_alone(vote):
    def states():
        return {mark.state for mark in vote.model.drawing().nodes}

    before = states()
    vote.model.count("9 1 1 1 1")
    vote.model.close()
    vote.model.again()
    vote.model.count("9 1 1 1 1")
    assert states() == before
    vote.model.close()
    assert states() != before
    hidden = Vote(exercises("P2").colliders)
    for told in (False, False, True):
        assert (hidden.picture.views != []) == told
        hidden.model.count("1 1 1 1")
        hidden.model.close()
        if not told:
            hidden.model.again()


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
        [{"counts": [1, 2, 3, 4, 5, 6], "closed": True}],
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
    assert "Without phones: marvel-widgets quiz" in Vote(check).reasons.value
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
