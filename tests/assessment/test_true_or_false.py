"""Verdicts on numbered sentences: number, truth and reason belong together."""

import random
import re
from dataclasses import replace

import pytest

from marvel_widgets.assessment.answers import Statements
from marvel_widgets.assessment.beliefs import Belief
from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.true_or_false import SentenceIs, Statement, which_hold
from marvel_widgets.assessment.verdict import judge
from tests.truths import case_of, holds
from tests.verdict_texts import asked

FIRST, SECOND, THIRD, *_ = Belief
WHY = [(Principle(f"Why {n}."),) for n in range(4)]
TOLD = [
    Statement("One.", True, WHY[0]),
    *(Statement(f"{n}.", False, WHY[n], each) for n, each in enumerate((FIRST, SECOND, THIRD), 1)),
]
EXERCISE = which_hold("Which?", "Which are true?", TOLD, "Look.")
ALL_WRONG = frozenset({2, 3, 4})


def test_a_verdict_names_the_first_wrong_one_and_why():
    (verdict,) = EXERCISE.shows({1, 3, 4})
    assert verdict.say() == "Number 3 is false. Why 2."
    assert [reason.say() for reason in EXERCISE.reasons][:2] == ["1: Why 0.", "2: Why 1."]
    assert holds(verdict, case_of(EXERCISE, {1, 3, 4}))
    assert all(holds(reason, case_of(EXERCISE, EXERCISE.solution)) for reason in EXERCISE.reasons)


@pytest.mark.parametrize("change", [{"number": 3}, {"number": 1}, {"true": True}, {"text": "2."}])
def test_a_wrong_number_of_another_wrongly_judged_sentence_is_noticed(change):
    (verdict,) = EXERCISE.shows({1, *ALL_WRONG})
    assert holds(verdict, case_of(EXERCISE, ALL_WRONG))
    assert not holds(replace(verdict, **change), case_of(EXERCISE, ALL_WRONG))
    reason = replace(EXERCISE.reasons[1], **change)
    assert not holds(reason, case_of(EXERCISE, EXERCISE.solution))


def test_a_verdict_without_a_reason_is_one_sentence():
    assert SentenceIs(2, True).say() == "Number 2 is true."
    assert SentenceIs(2, False, text="{A, B}").say() == "Number 2 is not one of them."


def test_what_was_ticked_is_answered_before_what_was_left_out():
    assert judge(EXERCISE, {3}).text.startswith("Not right. Number 3 is false. Why 2.")
    assert judge(EXERCISE, set()).text.startswith("Close, but not right. Number 1 is true.")


@pytest.mark.parametrize(
    ("value", "belief"),
    [({1, 2}, FIRST), ({2, 4}, FIRST), ({3, 4}, SECOND), ({2, 3}, FIRST), ((), "")],
)
def test_the_belief_is_that_of_the_sentence_told_of(value, belief):
    assert judge(EXERCISE, set(value)).misconception == belief


def test_of_beliefs_that_share_a_sentence_the_one_with_more_of_the_answer_is_named():
    # the first errs in sentence 2, and now in all; the second in two
    first, *others = EXERCISE.mistakes
    wide = frozenset({1, *ALL_WRONG}), first.misconception
    two = frozenset({1, 2, 3}), others[0].misconception
    last = others[1].answer, others[1].misconception
    exercise = replace(EXERCISE, believed=(wide, two, last))
    assert judge(exercise, {2, 3}).misconception == two[1]
    assert judge(exercise, {2}).misconception == two[1]  # half of it is there
    tied = replace(exercise, believed=(two, (frozenset({1, 2, 4}), wide[1]), last))
    assert judge(tied, {2}).misconception == ""


NUMBERED = (
    r"(?:Not|Close, but not) right\. (?:Sentence|Number|Path|Set|(?:In g|G)raph|Belief|Hint) (\d+)"
)


def test_every_question_answers_the_learners_own_false_sentence_with_its_number_and_belief():
    """Of 20 answers to each question on sentences, most wrong ones name a belief."""
    rng, wrong, exact, named = random.Random(0), 0, 0, 0
    for notebook, name, builder in asked():
        exercise = drawn(builder, f"{notebook} {name}")
        if not isinstance(exercise.kind, Statements):
            continue
        for _ in range(20):
            value = exercise.kind.random(rng)
            if exercise.is_right(value):
                continue
            verdict = judge(exercise, value)
            number = int(re.match(NUMBERED, verdict.text)[1])
            false = value - exercise.solution
            assert number == min(false or exercise.solution - value), verdict.text
            wrong, exact = wrong + 1, exact + bool(exercise.misconception(value))
            named += bool(verdict.misconception)
    assert exact < wrong / 10
    assert named > wrong / 2
