"""A vote: its cards, how counts are read, and what they say to do."""

import re

import pytest

from marvel_widgets.assessment.facts import said
from marvel_widgets.assessment.misconceptions import MISCONCEPTIONS
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.assessment.vote import mixed
from marvel_widgets.course.checks import Check, builders, exercises
from marvel_widgets.course.registry import LESSONS
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
            words = MISCONCEPTIONS[option.belief] if option.belief else "right."
            assert option.named[0].isupper()
            assert option.named[1:] == words[1:]
        rights.add(ballot.right.letter)
        digits.add(ballot.digits)
        assert re.fullmatch("[1-9][0-9]", ballot.digits)
    assert rights >= set("ABCD")  # no letter is safe to guess
    assert len(digits) > 50


@one_in(5)
def test_in_a_second_vote_no_belief_has_its_letter_again(every):
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
        assert check.ballot().letters == getattr(exercises("03"), name).ballot().letters
        assert check.ballot().right == getattr(exercises("03"), name).ballot().right
        beliefs = [{o.belief for o in check.ballot(turn).options} for turn in (0, 1)]
        assert beliefs[0] == beliefs[1]


def test_counts_are_read_and_what_is_none_is_named(ballot):
    assert ballot.read(" 12, 30;4\t2 0 ") == (12, 30, 4, 2, 0)
    for text, words in {
        "12 30 4 2": "'12 30 4 2' has 4; type 5 numbers, for A, B, C, D, E",
        "12 30 -4 2 1": "'-4' must be a number of cards, 0 to 999",
        "12 30 4 2 many": "'many' must be a number",
        "1 2 3 4 1000": "'1000' must be a number",
        "1 2 3 4 ٣": "must be a number",
        "": "'' must be a number",
    }.items():
        with pytest.raises(ValueError, match=re.escape(words)):
            ballot.read(text)


def counts_of(ballot, right, wrong):
    counts = [0] * len(ballot.options)
    at = ballot.options.index(ballot.right)
    counts[at], counts[at - 1] = right, wrong
    return counts


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        (34, 66, "34 of 100 are right (34 %). Give a hint"),
        (35, 65, "discuss"),
        (70, 30, "discuss"),
        (71, 29, "71 of 100 are right (71 %). Explain"),
        (0, 3, "Give a hint"),
        (3, 0, "Explain"),
    ],
)
def test_the_share_of_right_cards_says_what_to_do(ballot, right, wrong, words):
    assert words in ballot.advice(counts_of(ballot, right, wrong))
    assert "Explain" in ballot.advice(counts_of(ballot, right, wrong), last=True)


def test_the_witness_is_that_of_the_most_frequent_mistake(ballot):
    assert ballot.advice([0] * 5) == "No card is counted yet."
    for at, option in enumerate(ballot.options):
        counts = [1] * 5
        counts[at] = 9
        if option.belief:
            assert ballot.witness(counts) == ballot.exercise.shows(option.answer)
            assert said(ballot.witness(counts)) in judge(ballot.exercise, option.answer).text
    assert ballot.witness(counts_of(ballot, 9, 0)) == ballot.exercise.reasons


@one_in(5)
def test_the_right_letter_follows_from_the_digits_alone(every):
    for ballot in all_ballots(every):
        found = [
            (digits, letter)
            for digits in range(100)
            for letter in ballot.letters
            if mixed(f"{ballot.seed}/{digits}/{letter}") == ballot.tag
        ]
        assert found == [(int(ballot.digits), ballot.right.letter)]
