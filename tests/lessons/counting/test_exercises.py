"""Exercises on CI tests and their number: counted a second time, by runs and by enumeration."""

import re
from itertools import combinations

import pytest

from marvel_widgets import pc, record
from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.lessons.counting.exercises import EXERCISES
from marvel_widgets.lessons.counting.facts import OnlyWay
from tests.by_networkx import separated

SEEDS = [f"student {i}" for i in range(8)]
NAMED = re.compile(r"\b[A-Z]\b")


def cases(name, seeds=SEEDS):
    return [drawn(EXERCISES[name], seed) for seed in seeds]


def solve_reading_tests(exercise):
    asked = map(NAMED.findall, exercise.kind.sentences)
    return {
        i for i, (a, b, *given) in enumerate(asked, start=1) if separated(exercise.dag, a, b, given)
    }


def solve_all_pairs(exercise):
    measured = int(re.search(r"measured (\d+)", exercise.question)[1])
    return len(list(combinations(range(measured), 2)))


def solve_one_edge(exercise):
    """PC asks this edge last: what the run asks about it, one by one."""
    trace = record(
        pc, exercise.dag, boundaries={x: exercise.dag.markov_boundary(x) for x in exercise.dag}
    )
    a, b = (list(exercise.dag.nodes).index(v) for v in ("X", "A"))
    return sum({test.x, test.y} == {a, b} for test in trace.tests)


SOLVERS = {name: globals()[f"solve_{name}"] for name in EXERCISES}


@pytest.mark.parametrize("name", SOLVERS)
def test_solution(name):
    for exercise in cases(name):
        assert SOLVERS[name](exercise) == exercise.solution, exercise.question


def test_the_pairs_are_counted_and_miscounted_as_is_said():
    for exercise in cases("all_pairs"):
        p, pairs = int(re.search(r"measured (\d+)", exercise.question)[1]), exercise.solution
        assert f"pair: {p} x {p - 1} / 2 = {pairs}." in exercise.because
        told = [(m.answer, m.misconception) for m in exercise.mistakes]
        assert told == [
            (p * (p - 1), "ordered_pairs"),
            (p, "one_test_each"),
            (pairs * 2 ** (p - 2), "never_stops"),
        ]


SMALL = {  # what the witness says of a smaller case, counted here
    "all_pairs": (3, lambda: len(list(combinations("ABC", 2)))),
    "one_edge": (4, lambda: 2**2),
}


@pytest.mark.parametrize("name", SMALL)
def test_the_smaller_case_in_a_witness_is_counted_right(name):
    for exercise in cases(name):
        lines, count = SMALL[name]
        told = exercise.witness(exercise.solution + 1)
        assert int(re.findall(r"(\d+) (?:tests|pairs)\.$", told)[0]) == lines == count()
        assert "too many" in told
        assert "too few" in exercise.witness(exercise.solution - 1)


@pytest.mark.parametrize("known", [True, False])
def test_what_is_known_on_the_way_makes_independent(known):
    fact = OnlyWay("A", "B", ("C",), ("C",) if known else (), known)
    said = (
        ("C is known", "independent given {C}") if known else ("none", " dependent given nothing")
    )
    assert all(part in fact.say() for part in said)


def test_a_witness_of_reading_has_no_word_of_notebook_01():
    for exercise in cases("reading_tests"):
        assert all("collider" not in judge(exercise, m.answer).text for m in exercise.mistakes)


def test_reading_is_asked_about_trees():
    for exercise in cases("reading_tests"):
        assert sorted(len(exercise.dag.parents(v)) for v in exercise.dag.nodes) == [0, 1, 1, 1, 1]


def test_an_exponent_that_is_off_by_one_is_told_as_such_and_not_as_a_belief():
    for exercise in cases("one_edge"):
        arms = len(exercise.dag) - 1
        verdict = judge(exercise, 2**arms)
        assert verdict.kind == "incorrect"
        assert not verdict.misconception
        assert f"2 to the power {arms} has one arm too many" in verdict.text


def test_a_forgotten_empty_set_is_told_as_such():
    for exercise in cases("one_edge"):
        verdict = judge(exercise, exercise.solution - 1)
        assert "the empty set was left out" in verdict.text
        assert not verdict
        assert not verdict.misconception
