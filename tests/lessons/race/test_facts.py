"""What is read off a table of five runs and off ledgers: each can be false."""

from dataclasses import replace

import pytest

from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.assessment.facts import Case
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.lessons.counting.facts import Amount
from marvel_widgets.lessons.race.cohort import mean_size, performed, recorded
from marvel_widgets.lessons.race.exercises_counts import smallest_sets
from marvel_widgets.lessons.race.exercises_intervals import intervals
from marvel_widgets.lessons.race.facts import LinkedByChild
from marvel_widgets.lessons.upper_bound.amounts import Found, Ranking

NAMES = ("MARVEL", "CS", "PC", "GS", "MMPC")
RUNS = [
    (10, 11, 12, 13, 14),
    (12, 13, 14, 15, 16),
    (20,) * 5,
    (31, 30, 30, 30, 30),
    (30, 31, 99, 99, 99),
]
TABLE = tuple(
    f"{name}: {', '.join(map(str, runs))}; mean 1.5, 80 % interval 1.1 to 2.9."
    for name, runs in zip(NAMES, RUNS, strict=True)
)
DAG = Dag("X -> Y <- T; Y -> Z; Z -> W")
TESTS = performed(recorded(DAG, ["MARVEL", "PC"]))
TURNED = ("PC", "MARVEL")

TRUE = [
    Amount("run", ("CS", 1), 13),
    Amount("twice", ("MARVEL",), 24),
    Amount("inside", ("CS",), 1),
    Amount("interval_end", ("PC", 1), 20),
    Found("has_row", ("CS",), ("CS",)),
    Found("by_means", (), NAMES),
    Found("on_graph", (1,), ("MARVEL", "CS", "PC", "MMPC", "GS")),
    LinkedByChild(("T", "X")),
    Ranking("tests", TURNED, tuple(TESTS[name] for name in TURNED)),
]
FALSE = [
    Amount("run", ("CS", 1), 12),
    Amount("twice", ("MARVEL",), 12),
    Amount("inside", ("CS",), 3),
    Amount("interval_end", ("CS", 0), 14),
    Found("has_row", ("XX",), ("XX",)),
    Found("by_means", (), NAMES[::-1]),
    Found("on_graph", (1,), NAMES),
    LinkedByChild(("X", "Y")),
    Ranking("tests", TURNED, (TESTS["PC"], TESTS["PC"])),
    Ranking("tests", TURNED[::-1], tuple(TESTS[name] for name in TURNED[::-1])),
    Ranking("mean", TURNED, tuple(TESTS[name] for name in TURNED)),
]


@pytest.mark.parametrize(("facts", "true"), [(TRUE, True), (FALSE, False)])
def test_what_is_true_holds_and_what_is_false_does_not(facts, true):
    case = Case(DAG, ("PC", "GS", "MARVEL"), asked=TABLE)
    assert [fact.holds(case) for fact in facts] == [true] * len(facts)


def test_each_sentence_on_intervals_is_held_against_the_table_of_the_question():
    exercise = drawn(intervals, "table")
    case = exercise.case(exercise.solution)
    rows = [line.split(": ", 1) for line in case.asked[1:6]]
    behind = [rest for _, rest in rows]
    turned = [
        f"{name}: {rest}" for (name, _), rest in zip(rows, behind[1:] + behind[:1], strict=True)
    ]
    for reason in exercise.reasons[:5]:
        assert reason.holds(case)
        other = replace(case, asked=(*turned, *case.asked[6:]))
        assert not reason.holds(other), reason.say()


def test_the_hint_names_the_smallest_and_the_largest_mean():
    exercise = drawn(smallest_sets, "means")
    means = sorted(mean_size(run) for run in recorded(exercise.dag).values())
    assert exercise.hints[0] == f"The means go from {means[0]:.2f} to {means[-1]:.2f}."
