"""Verdicts on numbered sentences: number, truth and reason belong together."""

from dataclasses import replace

import pytest

from marvel_widgets.assessment.facts import Principle
from marvel_widgets.assessment.true_or_false import SentenceIs, Statement, which_hold

WHY = [(Principle(f"Why {n}."),) for n in range(4)]
TOLD = [
    Statement("One.", True, WHY[0]),
    *(Statement(f"{n}.", False, WHY[n], f"M{n}") for n in (1, 2, 3)),
]
EXERCISE = which_hold("Which?", "Which are true?", TOLD, "Look.", numbered=True)
ALL_WRONG = frozenset({2, 3, 4})


def test_a_verdict_names_the_first_wrong_one_and_why():
    (verdict,) = EXERCISE.shows({1, 3, 4})
    assert verdict.say() == "Sentence 3 is false. Why 2."
    assert [reason.say() for reason in EXERCISE.reasons][:2] == ["1: Why 0.", "2: Why 1."]
    assert verdict.holds(EXERCISE.case({1, 3, 4}))
    assert all(reason.holds(EXERCISE.case(EXERCISE.solution)) for reason in EXERCISE.reasons)


@pytest.mark.parametrize("change", [{"number": 3}, {"number": 1}, {"true": True}, {"text": "2."}])
def test_a_wrong_number_of_another_wrongly_judged_sentence_is_noticed(change):
    (verdict,) = EXERCISE.shows({1, *ALL_WRONG})
    assert verdict.holds(EXERCISE.case(ALL_WRONG))
    assert not replace(verdict, **change).holds(EXERCISE.case(ALL_WRONG))
    reason = replace(EXERCISE.reasons[1], **change)
    assert not reason.holds(EXERCISE.case(EXERCISE.solution))


def test_a_verdict_without_a_reason_is_one_sentence():
    assert SentenceIs(2, True).say() == "Sentence 2 is true."
