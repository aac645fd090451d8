"""Evidence for beliefs that may be held together, against sums written out here."""

from itertools import combinations
from math import log2

import pytest

from marvel_widgets.assessment.telling import RIGHT, WRONG, Evidence

THREE = BLOCKS, ALONE, USUAL = "more_blocks", "collider_alone", "usual_colliders"


def entropy(shares):
    return -sum(p * log2(p) for p in shares if p)


def chance_of_wrong(held, listed):
    return 1 - 0.15 * 0.9 if {*held} & {*listed} else 0.1


def test_what_a_question_tells_is_the_loss_of_entropy_over_single_beliefs():
    prior = {(): 1.0} | {(belief,): 0.15 / 0.85 for belief in THREE}
    whole = sum(prior.values())
    listed, lost = ((BLOCKS, USUAL), entropy(p / whole for p in prior.values()))
    for wrong in (True, False):
        both = {}
        for held, p in prior.items():
            likely = chance_of_wrong(held, listed)
            both[held] = p / whole * (likely if wrong else 1 - likely)
        share = sum(both.values())
        lost -= share * entropy(p / share for p in both.values())
    assert Evidence(THREE).telling(listed) == pytest.approx(lost)


def test_answers_are_weighed_over_all_sets():
    evidence = Evidence(THREE)
    sets = [held for n in range(4) for held in combinations(THREE, n)]
    weights = {held: 0.15 ** len(held) * 0.85 ** (3 - len(held)) for held in sets}
    for listed, shown in (((BLOCKS, ALONE), RIGHT), ((BLOCKS, USUAL), WRONG), ((BLOCKS,), WRONG)):
        evidence.take(listed, shown)
        for held in sets:
            wrong = chance_of_wrong(held, listed)
            weights[held] *= wrong if shown == WRONG else 1 - wrong
    for belief in THREE:
        share = sum(p for held, p in weights.items() if belief in held) / sum(weights.values())
        assert evidence.probability[belief] == pytest.approx(share, abs=1e-6)


def test_the_likeliest_is_named_first():
    evidence = Evidence(THREE)
    for belief in (ALONE, USUAL, USUAL, ALONE, USUAL):
        evidence.take([belief], WRONG)
    assert evidence.named == (USUAL, ALONE)


def test_a_belief_that_was_cleared_many_times_can_still_be_named():
    evidence = Evidence(THREE)
    for _ in range(60):
        evidence.take([BLOCKS], RIGHT)
    for _ in range(14):
        evidence.take([BLOCKS], WRONG)
    assert evidence.named == (BLOCKS,)


def test_of_some_beliefs_a_question_tells_what_is_lost_over_all_sets_with_one_of_them():
    """Asked of one belief alone, the others may be held in any way."""
    listed, left = (BLOCKS, USUAL), {}
    for held in (held for n in range(4) for held in combinations(THREE, n)):
        left[held] = 0.15 ** len(held) * 0.85 ** (3 - len(held))
    lost = entropy(left.values())
    for wrong in (True, False):
        likely = {held: chance_of_wrong(held, listed) for held in left}
        both = {held: p * (likely[held] if wrong else 1 - likely[held]) for held, p in left.items()}
        share = sum(both.values())
        lost -= share * entropy(p / share for p in both.values())
    assert Evidence(THREE).telling(listed, (BLOCKS,)) == pytest.approx(lost)
    assert Evidence(THREE).telling(()) == 0


@pytest.mark.parametrize(
    ("bearing", "likely", "told"),
    [(2, 0.79, False), (2, 0.81, True), (3, 0.59, False), (3, 0.61, True), (9, 0.61, True)],
)
def test_a_belief_is_named_from_a_smaller_share_on_after_three_answers_about_it(
    bearing, likely, told
):
    evidence = Evidence(THREE)
    for shown in [RIGHT, WRONG, RIGHT] * 3:
        evidence.take([USUAL], shown)  # about another one
    for n in range(bearing):
        evidence.take([BLOCKS, ALONE], (RIGHT, WRONG)[n % 2])
    evidence.probability = dict.fromkeys(THREE, 0.0) | {BLOCKS: likely}
    assert evidence.named == ((BLOCKS,) if told else ())
