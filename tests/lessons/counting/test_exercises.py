"""Exercises on CI tests and their number: counted a second time, by runs and by enumeration."""

import re
from itertools import combinations

import pytest

from marvel_widgets import Dag, marvel, pc, record
from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.assessment.verdict import judge
from marvel_widgets.lessons.counting import exercises_numbers as numbers_of_tests
from marvel_widgets.lessons.counting.exercises import EXERCISES
from marvel_widgets.lessons.counting.exercises_numbers import star
from tests.by_networkx import separated

SEEDS = [f"student {i}" for i in range(8)]
NAMED = re.compile(r"\b[A-Z]\b")


def cases(name, seeds=SEEDS):
    return [drawn(EXERCISES[name], seed) for seed in seeds]


def number_in(text, after):
    return int(re.search(rf"{after}\D*(\d+)", text)[1])


def clique(p):
    names = [chr(ord("A") + i) for i in range(p)]
    return Dag(list(combinations(names, 2)), nodes=names)


# -- each exercise, solved from what a learner sees ------------------------------------------


def solve_reading_tests(exercise):
    asked = map(NAMED.findall, exercise.kind.sentences)
    return {
        i for i, (a, b, *given) in enumerate(asked, start=1) if separated(exercise.dag, a, b, given)
    }


def solve_all_pairs(exercise):
    return len(list(combinations(range(number_in(exercise.question, "measured")), 2)))


def solve_one_edge(exercise):
    """PC asks this edge last: what the run asks about it, one by one."""
    trace = record(pc, exercise.dag, boundaries=true_boundaries(exercise.dag))
    a, b = (list(exercise.dag.nodes).index(v) for v in ("X", "A"))
    return sum({test.x, test.y} == {a, b} for test in trace.tests)


def true_boundaries(dag):
    return {x: dag.markov_boundary(x) for x in dag.nodes}


def solve_whole_star(exercise):
    dag = exercise.dag
    assert f"{len(dag) - 1} arms" in exercise.question
    return pc(dag, boundaries=true_boundaries(dag)).counts.performed


def solve_proper_subsets(exercise):
    arms = sorted(exercise.dag.children("X"))
    return sum(
        len(s) < len(arms) - 1
        for leaf in arms
        for k in range(len(arms))
        for s in combinations([other for other in arms if other != leaf], k)
    )


def solve_all_statements(exercise):
    p = number_in(exercise.question, "about")
    return sum(
        1
        for pair in combinations(range(p), 2)
        for k in range(p - 1)
        for _ in combinations(set(range(p)) - set(pair), k)
    )


def solve_turned_arrows(exercise):
    nodes = set(exercise.dag.nodes)
    return sum(
        not separated(exercise.dag, a, b, nodes - {a, b}) for a, b in combinations(sorted(nodes), 2)
    )


def solve_what_counts(exercise):
    return {
        i
        for i, text in enumerate(exercise.kind.sentences, start=1)
        if holds(exercise.dag, text.replace(",", ""))
    }


def holds(dag, text):
    p = len(dag)
    number = int(found[0]) if (found := re.findall(r"\d+", text)) else None
    truths = {
        "Total conditioning makes": lambda: number == len(list(combinations(range(p), 2))),
        "Each test of total": lambda: number == p - 2,
        "Once the boundaries are known MARVEL": lambda: marvel(dag).counts.after_boundaries == 0,
        "Once the boundaries are known PC": (
            lambda: number == pc(dag, boundaries=true_boundaries(dag)).counts.performed
        ),
        # MARVEL on the empty graph of as many variables is a counterexample
        "Every method": lambda: marvel(Dag([], nodes=dag.nodes)).counts.performed >= number,
        "On data": lambda: False,
        "The answers": lambda: len(class_members_agree(dag)) == number,
    }
    (truth,) = [value for start, value in truths.items() if text.startswith(start)]
    return truth()


def class_members_agree(dag):
    """The arrows that all stars with the same answers share: any vertex may be the root."""
    turned = [
        {("X", leaf) if leaf != root else (leaf, "X") for leaf in dag.children("X")}
        for root in dag.nodes
    ]
    return set.intersection(*turned)


SOLVERS = {name: globals()[f"solve_{name}"] for name in EXERCISES}


@pytest.mark.parametrize("name", SOLVERS)
def test_solution(name):
    for exercise in cases(name):
        assert SOLVERS[name](exercise) == exercise.solution, exercise.question


@pytest.mark.parametrize("name", ["one_edge", "whole_star"])
def test_a_search_that_forgets_the_empty_set_is_noticed(name, monkeypatch):
    right = numbers_of_tests.separating_set

    def forgets(*args):
        search = right(*args)
        return type(search)(search.found, search.tests - 1)

    monkeypatch.setattr(numbers_of_tests, "separating_set", forgets)
    with pytest.raises(AssertionError):
        test_solution(name)


@pytest.mark.parametrize("p", [4, 5, 6])
def test_marvel_asks_every_statement_on_a_clique(p):
    exercise = next(
        found
        for seed in range(200)
        if f"about {p} variables"
        in (found := drawn(EXERCISES["all_statements"], str(seed))).question
    )
    assert record(marvel, clique(p)).result.counts.distinct == exercise.solution


# -- what is said -----------------------------------------------------------------------------

SMALL = {  # what the witness says of a smaller case, counted here
    "all_pairs": (3, lambda: len(list(combinations("ABC", 2)))),
    "one_edge": (4, lambda: 2**2),
    "whole_star": (4, lambda: pc(star(2), boundaries=true_boundaries(star(2))).counts.performed),
    "proper_subsets": (2, lambda: sum(k < 1 for _ in "AB" for k in range(2))),
    "all_statements": (6, lambda: 3 * 2),
    "turned_arrows": (
        4,
        lambda: sum(map(len, true_boundaries(Dag("A -> X <- B; X -> C")).values())) // 2,
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_the_smaller_case_in_a_witness_is_counted_right(name):
    for exercise in cases(name):
        lines, count = SMALL[name]
        told = exercise.witness(exercise.solution + 1)
        assert int(re.findall(r"(\d+) (?:tests|pairs)\.$", told)[0]) == lines == count()
        assert "too many" in told
        assert "too few" in exercise.witness(exercise.solution - 1)


def test_a_witness_of_reading_is_true():
    told = re.compile(r"from (\w) to (\w) leads over .*are (dependent|independent) given (.*)\.")
    for exercise in cases("reading_tests"):
        for mistake in exercise.mistakes:
            text = exercise.witness(mistake.answer)
            if "An edge" in text:
                a, b = NAMED.findall(text)[-2:]
                assert b in exercise.dag.neighbors(a)
                continue
            a, b, verdict, given = told.search(text).groups()
            is_separated = separated(exercise.dag, a, b, NAMED.findall(given))
            assert (verdict == "independent") == is_separated


def test_reading_is_asked_about_trees():
    for exercise in cases("reading_tests"):
        causes = [len(exercise.dag.parents(v)) for v in exercise.dag.nodes]
        assert sorted(causes) == [0, 1, 1, 1, 1]


# -- slips ---------------------------------------------------------------------------------


def test_an_exponent_that_is_off_by_one_is_told_as_such_and_not_as_a_belief():
    for name in ("one_edge", "whole_star"):
        for exercise in cases(name):
            arms = len(exercise.dag) - 1
            value = 2**arms * (1 if name == "one_edge" else arms)
            verdict = judge(exercise, value)
            assert verdict.kind == "incorrect"
            assert f"2 to the power {arms} has one arm too many" in verdict.text
            assert not verdict.misconception


@pytest.mark.parametrize("name", ["one_edge", "whole_star", "proper_subsets", "all_statements"])
def test_a_forgotten_empty_set_is_told_as_such(name):
    for exercise in cases(name):
        p = number_in(exercise.question, "about") if exercise.dag is None else len(exercise.dag)
        searches = {"one_edge": 1, "all_statements": p * (p - 1) // 2}.get(name, p - 1)
        verdict = judge(exercise, exercise.solution - searches)
        assert not verdict
        assert "the empty set was left out" in verdict.text
        assert not verdict.misconception


def test_one_arm_alone_and_all_subsets_of_all_are_told_as_such():
    for exercise in cases("proper_subsets"):
        arms = len(exercise.dag) - 1
        told = judge(exercise, 2 ** (arms - 1) - 1)
        assert (f"one arm, and there are {arms}" in told.text) == (arms > 3)
    for exercise in cases("all_statements"):
        p = number_in(exercise.question, "about")
        verdict = judge(exercise, p * (p - 1) // 2 * 2**p)
        assert "the two variables of the test were counted" in verdict.text
        assert not verdict.misconception
