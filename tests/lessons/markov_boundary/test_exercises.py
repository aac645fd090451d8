"""Exercises on Markov boundaries: solved a second time by the definition and by networkx."""

import re
from itertools import combinations

import pytest

from marvel_widgets.lessons.markov_boundary import exercises as f
from marvel_widgets.lessons.markov_boundary.exercises import EXERCISES, grow_shrink_for
from marvel_widgets.lessons.separation.facts import Separates
from tests.by_networkx import separated
from tests.drawn_cases import drawn_once
from tests.reference.checks import dag_of, named_graph
from tests.reference.separation import subsets
from tests.reference.theory import markov_boundary
from tests.slices import graphs_of

SEEDS = [f"student {i}" for i in range(8)]
NAMED = re.compile(r"\b[A-Z]\b")


def cases(name):
    return [drawn_once(EXERCISES[name], seed) for seed in SEEDS]


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


def solve_boundary(exercise):
    x = whom(exercise.question, "Markov boundary of")
    return markov_boundary(named_graph(exercise.dag), x)


def solve_split(exercise):
    dag, x = exercise.dag, whom(exercise.question, "the neighbors of")
    members = markov_boundary(named_graph(dag), x)
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


@pytest.mark.parametrize("name", sorted({*EXERCISES} - {"tell_apart"}))
def test_solution(name):
    for exercise in cases(name):
        assert SOLVERS[name](exercise) == exercise.solution, exercise.question


def test_tell_apart_accepts_exactly_the_separating_subsets_of_the_boundary():
    for exercise in cases("tell_apart"):
        t, x = NAMED.findall(exercise.question)[:2]
        members = markov_boundary(named_graph(exercise.dag), x)
        assert t in members
        right = {
            frozenset(s) for s in subsets(sorted(members - {t})) if separated(exercise.dag, x, t, s)
        }
        sets = map(frozenset, subsets(exercise.kind.names))
        assert {s for s in sets if exercise.accepts(s)} == right
        assert exercise.solution in right


@graphs_of("slice")
def test_grow_shrink_of_small_graphs_is_read_out_of_the_run(graphs):
    for g in graphs():
        dag = dag_of(g)
        for x in dag.nodes:
            run = grow_shrink_for(dag, str(x))
            came, left, growing, shrinking, _ = grow_shrink(dag, x)
            assert (run.grown, run.shrunk) == ({*map(str, came)}, {*map(str, left)}), (g, x)
            assert (len(run.growing), len(run.shrinking)) == (growing, shrinking), (g, x)


TEST = Separates("X", "Y", (), False, "independent")
SAID = [
    (f.Shares("X", "Y", True, ()), "An edge joins X and Y."),
    (f.Shares("X", "Y", False, ()), "Y shares no edge and no child with X."),
    (f.Shares("X", "Y", True, ("Z",)), "An edge joins X and Y. They also share Z, but a co-parent"),
    (f.Shares("X", "Y", False, ("Z",)), "No edge joins X and Y, and both point at Z."),
    (f.ComesIn("X", "Y", True, (TEST,)), "Y comes in once a test says dependent: X and Y are"),
    (f.ComesIn("X", "Y", False, (TEST,)), "Y does not come in: X and Y are"),
    (f.Outside("X", ("Y",), True), "Y is outside."),
    (f.Outside("X", ("Y", "Z")), "Y and Z are not in the boundary."),
]


@pytest.mark.parametrize(("fact", "start"), SAID)
def test_a_fact_says_what_its_fields_say(fact, start):
    assert fact.say().startswith(start)
