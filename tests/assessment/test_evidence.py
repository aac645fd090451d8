"""The evidence for beliefs, against sums over all sets of beliefs in exact fractions."""

import random
from fractions import Fraction
from itertools import chain, combinations
from math import log2

import pytest

from marvel_widgets.assessment.evidence import OTHER, RIGHT, Evidence, ResponseModel

MODEL = ResponseModel(prior=0.25, slip=0.125, lapse=0.25, stray=0.5)
PRIOR, SLIP, LAPSE, STRAY = Fraction(1, 4), Fraction(1, 8), Fraction(1, 4), Fraction(1, 2)


def sets(beliefs):
    return chain.from_iterable(combinations(beliefs, size) for size in range(len(beliefs) + 1))


def chance(listed, held, shown):
    """The probability of an answer, as the module's first lines say it in words."""
    plain = {RIGHT: 1 - SLIP, OTHER: SLIP * (1 - STRAY)}.get(shown, SLIP * STRAY / len(listed))
    own = [belief for belief in listed if belief in held]
    if not own:
        return plain
    return (1 - LAPSE) * (Fraction(1, len(own)) if shown in own else 0) + LAPSE * plain


def posterior(listed, shown, priors):
    """From a belief to its probability after an answer, by Bayes' rule over all sets."""
    weights = {}
    for held in sets(listed):
        weight = chance(listed, held, shown)
        for belief in listed:
            weight *= priors[belief] if belief in held else 1 - priors[belief]
        weights[held] = weight
    total = sum(weights.values())
    return {b: sum(w for held, w in weights.items() if b in held) / total for b in listed}, total


@pytest.mark.parametrize("shown", [RIGHT, OTHER, "M1", "M2", "M3"])
def test_an_answer_changes_the_probabilities_by_bayes_rule(shown):
    listed = ["M1", "M2", "M3"]
    evidence = Evidence([*listed, "M9"], MODEL)
    evidence.take(listed, shown)
    expected, _ = posterior(listed, shown, dict.fromkeys(listed, PRIOR))
    for belief in listed:
        assert evidence.probability[belief] == pytest.approx(float(expected[belief]))
    assert evidence.probability["M9"] == MODEL.prior


def entropy(p):
    return -sum(float(q) * log2(q) for q in (p, 1 - p) if q)


def test_information_is_the_expected_loss_of_entropy():
    listed, about = ["M1", "M2", "M3"], ["M1", "M3"]
    priors = dict(zip(listed, (Fraction(1, 10), Fraction(1, 4), Fraction(2, 3)), strict=True))
    evidence = Evidence(listed, MODEL)
    evidence.probability = {belief: float(p) for belief, p in priors.items()}
    expected = 0.0
    for shown in (RIGHT, OTHER, *listed):
        after, total = posterior(listed, shown, priors)
        expected += float(total) * sum(entropy(priors[b]) - entropy(after[b]) for b in about)
    assert evidence.information(listed, about) == pytest.approx(expected)


def test_the_answers_of_a_holder_are_a_distribution():
    rng = random.Random(3)
    for _ in range(50):
        model = ResponseModel(*(rng.uniform(0.01, 0.99) for _ in range(4)))
        held = [rng.random() < 0.5 for _ in range(rng.randint(1, 6))]
        answers = model.holding(held)
        assert sum(answers) == pytest.approx(1)
        assert min(answers) >= 0


def test_a_second_answer_confirms_and_a_right_one_speaks_against():
    evidence = Evidence(["M4", "M5", "M6"])
    evidence.take(["M4", "M5"], "M4")
    once = evidence.probability["M4"]
    evidence.take(["M4", "M6"], "M4")
    twice = evidence.probability["M4"]
    evidence.take(["M4"], RIGHT)
    assert 0.5 < once < twice
    assert evidence.probability["M4"] < twice


def test_wrong_parameters_and_answers_are_named():
    with pytest.raises(ValueError, match=r"slip must be between 0 and 1, not 1\.5"):
        ResponseModel(slip=1.5)
    with pytest.raises(ValueError, match=r"shows one of .*'M4'.*, not 'M7'"):
        Evidence(["M4"]).take(["M4"], "M7")
