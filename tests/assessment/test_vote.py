"""A vote: its cards, how counts are read, and what they say to do."""

import re

import pytest

from marvel_widgets.assessment.facts import said
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.assessment.vote import mixed
from marvel_widgets.course.checks import Check, builders, exercises
from marvel_widgets.course.registry import LESSONS
from marvel_widgets.pictures.voting_cards import CARDS
from tests.assessment.test_again import ASKED_AGAIN
from tests.slices import one_in


@pytest.fixture
def ballot():
    return exercises("03").removable.ballot()


def all_ballots(every=1):
    checks = [Check(n, name, builder) for n in LESSONS for name, builder in builders(n).items()]
    for check in checks[::every]:
        yield check.ballot()


def test_every_exercise_can_be_voted_on():
    rights, digits = set(), set()
    for ballot in all_ballots():
        exercise = ballot.exercise
        assert 4 <= len(ballot.options) <= 6
        assert len({option.words for option in ballot.options}) == len(ballot.options)
        for option in ballot.options:
            verdict = judge(exercise, option.answer)
            assert (verdict.kind == "correct") == (option is ballot.right)
            assert verdict.misconception == option.belief
            belief = option.belief and option.belief.words
            named = f"False: {belief[:1].upper()}{belief[1:]}" if belief else "Right."
            assert option.named == named
        rights.add(ballot.right.card)
        digits.add(ballot.digits)
        assert re.fullmatch("[1-9][0-9]", ballot.digits)
    assert rights >= set(CARDS[:4])  # no card is safe to guess
    assert len(digits) > 50


@one_in(5)
def test_in_a_second_vote_no_belief_has_its_card_again(every):
    seconds = 0
    for ballot in all_ballots(every):
        notebook, name, _, _, _ = ballot.seed.split("/")
        try:
            second = getattr(exercises(notebook), name).ballot(1)
        except LookupError:
            continue
        seconds += 1
        pairs = zip(ballot.options, second.options, strict=True)
        assert all(one.belief != other.belief for one, other in pairs), ballot.seed
    assert seconds == ASKED_AGAIN if every == 1 else seconds > 5


def test_a_ballot_is_the_same_every_time_and_the_second_has_the_same_beliefs():
    for name in ("removable", "missing", "changed"):
        check = getattr(exercises("03"), name)
        assert check.ballot().cards == getattr(exercises("03"), name).ballot().cards
        assert check.ballot().right == getattr(exercises("03"), name).ballot().right
        beliefs = [{o.belief for o in check.ballot(turn).options} for turn in (0, 1)]
        assert beliefs[0] == beliefs[1]


def test_counts_are_read_and_what_is_none_is_named(ballot):
    assert ballot.read(" 12, 30;4\t2 0 ") == ballot.read("12 30 4 2") == (12, 30, 4, 2, 0)
    assert ballot.read("7") == (7, 0, 0, 0, 0)
    cards = "circle, square, triangle, star and diamond"
    for text, words in {
        "1 2 3 4 5 6": f"You typed 6 numbers, but there are 5 cards: {cards}",
        "12 30 -4 2 1": "'-4' must be a number of cards, 0 to 999",
        "12 30 4 2 many": "'many' must be a number",
        "1 2 3 4 1000": "'1000' must be a number",
        "1 2 3 4 ٣": "must be a number",
        "": "'' must be a number",
    }.items():
        with pytest.raises(ValueError, match=re.escape(words)):
            ballot.read(text)


def one_sentence(text):
    return re.fullmatch(r"[^?]+[.?]", text) and not re.search("[.?]'? ", text)


@one_in(5)
def test_each_headline_is_one_whole_sentence(every):
    for ballot in all_ballots(every):
        none = [0] * len(ballot.options)
        for at in range(len(none)):
            counts = [*none[:at], 3, *none[at + 1 :]]
            assert one_sentence(ballot.outcome(counts))
            assert all(map(one_sentence, ballot.verdict(counts)[:2])), ballot.verdict(counts)
    assert not one_sentence("Meek's rule R1: either -> xray,")


def test_before_the_verdict_only_the_most_frequent_card_is_named(ballot):
    assert ballot.outcome((12, 30, 4, 2, 0)) == "The most frequent card is the square: 30 of 48."
    tied = "The most frequent cards are the circle and triangle: 9 of 20 each."
    assert ballot.outcome((9, 0, 9, 2, 0)) == tied


def test_the_witness_is_that_of_the_most_frequent_mistake(ballot):
    for option in ballot.options:
        counts = [9 if each is option else 1 for each in ballot.options]
        if option.belief:
            assert ballot.witness(counts) == ballot.exercise.shows(option.answer)
            assert said(ballot.witness(counts)) in judge(ballot.exercise, option.answer).text
        tally, *witness = ballot.verdict(counts)
        assert " ".join(witness) == said(ballot.witness(counts))
        assert tally == f"The diamond is right: {1 if option.belief else 9} of 13 cards."
    alone = [9 * (each is ballot.right) for each in ballot.options]
    assert ballot.witness(alone) == ballot.exercise.reasons


@one_in(5)
def test_the_right_card_follows_from_the_digits_alone(every):
    for ballot in all_ballots(every):
        found = [
            (digits, card)
            for digits in range(100)
            for card in ballot.cards
            if mixed(f"{ballot.seed}/{digits}/{card}") == ballot.tag
        ]
        assert found == [(int(ballot.digits), ballot.right.card)]
