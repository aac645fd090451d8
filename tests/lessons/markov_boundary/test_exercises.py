"""Exercises on Markov boundaries: solved a second time by the definition and by networkx."""

import re
from itertools import chain, combinations, islice

import pytest

from marvel_widgets.assessment.exercise import drawn
from marvel_widgets.lessons.markov_boundary import exercises as markov_boundary
from marvel_widgets.lessons.markov_boundary.exercises import EXERCISES, grow_shrink_for
from tests.by_networkx import separated
from tests.drawn_cases import drawn_once
from tests.reference import theory
from tests.reference.checks import dag_of, graph_of
from tests.reference.dags import small_dags
from tests.slices import one_in

SEEDS = [f"student {i}" for i in range(8)]
NAMED = re.compile(r"\b[A-Z]\b")


def cases(name, draw=drawn_once):
    return [draw(EXERCISES[name], seed) for seed in SEEDS]


def subsets(names):
    return chain.from_iterable(combinations(names, k) for k in range(len(names) + 1))


def boundary_by_definition(dag, x):
    names = list(dag.nodes)
    return {names[i] for i in theory.markov_boundary(graph_of(dag), names.index(x))}


def grow_shrink(dag, x):
    """Grow-shrink again: what was added, what removed, the tests of each phase, the largest set."""
    others = [v for v in sorted(dag.nodes) if v != x]
    inside, settled, growing, largest = [], {}, 0, 0
    while True:
        waiting = [v for v in others if v not in inside and settled.get(v) != len(inside)]
        if not waiting:
            break
        for v in waiting:
            growing += 1
            largest = max(largest, len(inside))
            if separated(dag, x, v, inside):
                settled[v] = len(inside)
            else:
                inside.append(v)
    left = set()
    for v in sorted(inside):
        largest = max(largest, len(set(inside) - left - {v}))
        if separated(dag, x, v, set(inside) - left - {v}):
            left.add(v)
    return set(inside), left, growing, len(inside), largest


def whom(question, start):
    return NAMED.search(question, question.index(start) + len(start))[0]


# -- each exercise, solved from what a learner sees ------------------------------------------


def solve_boundary(exercise):
    return boundary_by_definition(exercise.dag, whom(exercise.question, "Markov boundary of"))


def solve_split(exercise):
    dag, x = exercise.dag, whom(exercise.question, "the neighbors of")
    members = boundary_by_definition(dag, x)
    rest = [v for v in dag.nodes if v != x]
    near = {
        y
        for y in rest
        if not any(separated(dag, x, y, s) for s in subsets([v for v in rest if v != y]))
    }
    return {"neighbors": near, "co-parents": members - near}


def solve_total_conditioning(exercise):
    nodes = set(exercise.dag.nodes)
    return {
        frozenset(pair)
        for pair in combinations(sorted(nodes), 2)
        if not separated(exercise.dag, *pair, nodes - set(pair))
    }


def solve_grow_shrink(exercise):
    came, left, *_ = grow_shrink(exercise.dag, whom(exercise.question, "Run it for"))
    return {"in": came, "out again": left}


SOLVERS = {
    "boundary": solve_boundary,
    "split": solve_split,
    "total_conditioning": solve_total_conditioning,
    "grow_shrink": solve_grow_shrink,
}


def test_every_exercise_is_solved_here():
    assert {*SOLVERS, "tell_apart"} == set(EXERCISES)


def check_solutions(name, draw=drawn_once):
    for exercise in cases(name, draw):
        assert SOLVERS[name](exercise) == exercise.solution, exercise.question


@pytest.mark.parametrize("name", SOLVERS)
def test_solution(name):
    check_solutions(name)


def check_tell_apart(draw=drawn_once):
    for exercise in cases("tell_apart", draw):
        t, x = NAMED.findall(exercise.question)[:2]
        members = boundary_by_definition(exercise.dag, x)
        assert t in members
        right = {
            frozenset(s) for s in subsets(sorted(members - {t})) if separated(exercise.dag, x, t, s)
        }
        sets = map(frozenset, subsets(exercise.kind.names))
        assert {s for s in sets if exercise.accepts(s)} == right
        assert exercise.solution in right


def test_tell_apart_accepts_exactly_the_separating_subsets_of_the_boundary():
    check_tell_apart()


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("total_conditioning", lambda dag, a, b, s=(): b not in dag.neighbors(a)),
        ("tell_apart", lambda dag, a, b, s=(): bool(s)),
    ],
)
def test_a_wrong_separation_is_noticed(name, broken, monkeypatch):
    monkeypatch.setattr(markov_boundary, "d_separated", broken)
    with pytest.raises((AssertionError, RuntimeError)):
        check_tell_apart(drawn) if name == "tell_apart" else check_solutions(name, drawn)


@one_in(13)
def test_grow_shrink_of_small_graphs_is_read_out_of_the_run(every):
    for g in islice(small_dags(), 0, None, every):
        dag = dag_of(g)
        for x in dag.nodes:
            run = grow_shrink_for(dag, str(x))
            came, left, growing, shrinking, _ = grow_shrink(dag, x)
            assert (run.grown, run.shrunk) == ({*map(str, came)}, {*map(str, left)}), (g, x)
            assert (len(run.growing), len(run.shrinking)) == (growing, shrinking), (g, x)


# -- what is said -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["boundary", "total_conditioning", "tell_apart"])
def test_a_witness_says_what_networkx_says(name):
    text = re.compile(r"(\w) and (\w) are d-(separated|connected) given (\{[^}]*\}|nothing)\.")
    for exercise in cases(name):
        for mistake in exercise.mistakes:
            for a, b, verdict, given in text.findall(exercise.witness(mistake.answer)):
                is_separated = separated(exercise.dag, a, b, NAMED.findall(given))
                assert (verdict == "separated") == is_separated


def test_the_tests_in_a_witness_of_grow_shrink_are_answered_right():
    text = re.compile(r"(\w) and (\w) are (independent|dependent) given (\{[^}]*\}|nothing)\.")
    for exercise in cases("grow_shrink"):
        verdicts = [exercise.because, *(exercise.witness(m.answer) for m in exercise.mistakes)]
        found = text.findall(told := " ".join(verdicts))
        assert len(found) >= 4
        assert not re.search(r"comes in[^:]*(?<!dependent): ", told)
        for a, b, verdict, given in found:
            assert (verdict == "independent") == separated(exercise.dag, a, b, NAMED.findall(given))
