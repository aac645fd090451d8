"""What is read off recorded runs: each can be false."""

import pytest

from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.race.cohort import mean_size, performed, recorded
from marvel_widgets.lessons.race.exercises_counts import smallest_sets
from marvel_widgets.lessons.race.facts import LinkedByChild
from marvel_widgets.lessons.upper_bound.amounts import Ranking
from tests.truths import Case, holds

DAG = Dag("X -> Y <- T; Y -> Z; Z -> W")
TESTS = performed(recorded(DAG, ["MARVEL", "PC"]))
TURNED = ("PC", "MARVEL")

TRUE = [
    LinkedByChild(("T", "X")),
    Ranking("tests", TURNED, tuple(TESTS[name] for name in TURNED)),
]
FALSE = [
    LinkedByChild(("X", "Y")),
    Ranking("tests", TURNED, (TESTS["PC"], TESTS["PC"])),
    Ranking("tests", TURNED[::-1], tuple(TESTS[name] for name in TURNED[::-1])),
    Ranking("mean", TURNED, tuple(TESTS[name] for name in TURNED)),
]


@pytest.mark.parametrize(("facts", "true"), [(TRUE, True), (FALSE, False)])
def test_what_is_true_holds_and_what_is_false_does_not(facts, true):
    case = Case(DAG, ("PC", "GS", "MARVEL"))
    assert [holds(fact, case) for fact in facts] == [true] * len(facts)


def test_the_hint_names_the_smallest_and_the_largest_mean():
    exercise = drawn(smallest_sets, "means")
    means = sorted(mean_size(run) for run in recorded(exercise.dag).values())
    assert exercise.hints[0] == f"The means go from {means[0]:.2f} to {means[-1]:.2f}."
