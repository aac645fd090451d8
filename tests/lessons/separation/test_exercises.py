"""Exercises on d-separation: solved a second time from their text, by networkx and by paths."""

import re
from itertools import combinations

import pytest

from marvel_widgets.lessons.separation.exercises import BELIEFS, EXERCISES, believed_separated
from tests.by_networkx import separated
from tests.drawn_cases import drawn_once
from tests.reference import broken
from tests.reference import separation as reference
from tests.reference.checks import counterexample, dag_of, named_graph
from tests.reference.dags import children
from tests.reference.separation import subsets
from tests.slices import graphs_of

SEEDS = [f"student {i}" for i in range(8)]
MECHANISM = {
    "collider_alone": "opened by its given descendant",
    "usual_colliders": r"collider \w is given",
}
NAMED = re.compile(r"\b[A-Z]\b")


def cases(name, seeds=SEEDS):
    return [drawn_once(EXERCISES[name], seed) for seed in seeds]


def given_first(question):
    """The set before "is given." or "are given."."""
    return set(NAMED.findall(re.match(r"(.*?) (?:is|are) given\.", question)[1]))


def walk_of(text):
    return tuple(NAMED.findall(text))


def is_open(dag, walk, given):
    return reference.is_open(named_graph(dag), walk, frozenset(given))


def solve_blockers(exercise):
    given = given_first(exercise.question)
    walk = walk_of(exercise.question.split("block the path")[1])
    # a variable blocks when the two steps through it are no open path of their own
    return {
        v
        for u, v, w in zip(walk, walk[1:], walk[2:], strict=False)
        if not is_open(exercise.dag, (u, v, w), given)
    }


def solve_verdicts(exercise):
    asked = map(walk_of, exercise.kind.sentences)
    return {
        i for i, (a, b, *given) in enumerate(asked, start=1) if separated(exercise.dag, a, b, given)
    }


def solve_separator(exercise):
    """All right answers."""
    a, b = walk_of(exercise.question)
    others = [v for v in exercise.dag.nodes if v not in (a, b)]
    return {frozenset(s) for s in subsets(others) if separated(exercise.dag, a, b, s)}


def solve_openers(exercise):
    a, b, *given = walk_of(exercise.question)
    dag = exercise.dag
    assert separated(dag, a, b, given)
    others = [v for v in dag.nodes if v not in {a, b, *given}]
    return {v for v in others if not separated(dag, a, b, {*given, v})}


def solve_separable(exercise):
    """By trying all sets; the library looks for edges."""
    nodes = exercise.dag.nodes
    return {
        frozenset((a, b))
        for a, b in combinations(nodes, 2)
        if any(separated(exercise.dag, a, b, s) for s in subsets(sorted({*nodes} - {a, b})))
    }


SOLVERS = {
    "blockers": solve_blockers,
    "verdicts": solve_verdicts,
    "openers": solve_openers,
    "separable": solve_separable,
}


@pytest.mark.parametrize("name", sorted({*EXERCISES} - {"separator"}))
def test_solution(name):
    for exercise in cases(name):
        assert SOLVERS[name](exercise) == exercise.solution, exercise.question


def test_separator_accepts_exactly_the_separating_sets():
    for exercise in cases("separator"):
        right = solve_separator(exercise)
        accepted = {
            frozenset(s) for s in subsets(exercise.kind.names) if exercise.accepts(frozenset(s))
        }
        assert accepted == right
        assert exercise.solution in right
        assert len(exercise.solution) == min(map(len, right))


def test_a_witness_is_about_a_name_that_was_judged_wrongly():
    for exercise in cases("blockers"):
        for mistake in exercise.mistakes:
            name, *_ = told = exercise.witness(mistake.answer)
            if found := re.search(r"and (not )?given\.", told):
                assert (found[1] is None) == (name in given_first(exercise.question))
            assert name in mistake.answer ^ exercise.solution
            blocks = " does not block" not in exercise.witness(mistake.answer)
            assert blocks == (name in exercise.solution)


def test_a_pair_that_was_left_out_is_shown_with_a_set_that_separates_it():
    for exercise in cases("separable"):
        for pair in exercise.solution:
            assert "are d-separated given" in exercise.witness(exercise.solution - {pair})


def test_a_set_that_no_list_holds_gets_its_belief():
    named = 0
    for exercise in cases("separator"):
        listed = {mistake.answer for mistake in exercise.mistakes}
        a, b = walk_of(exercise.question)
        for group in map(frozenset, subsets(exercise.kind.names)):
            if group in listed or exercise.accepts(group):
                continue
            belief = exercise.misconception(group)
            named += bool(belief)
            if belief:
                explains = believed_separated(exercise.dag, a, b, group, belief)
                assert explains or re.search(MECHANISM[belief], exercise.witness(group))
    assert named


def believed_by_definition(g, belief):
    if belief == "collider_alone":
        return broken.ColliderOpensItselfOnly(g)
    if belief == "usual_colliders":
        return broken.UndirectedSeparation(g)
    if belief == "parents_apart":
        right = reference.PathSeparation(g)
        return lambda x, y, s: bool(children(g, x) & children(g, y)) or right(x, y, s)
    if belief == "along_arrows":
        return lambda x, y, s: not (along(g, x, y, s) or along(g, y, x, s))
    return lambda x, y, s: (
        not any(
            not set(path[1:-1]) & s and not colliders(g, path) for path in reference.paths(g, x, y)
        )
    )


def along(g, x, y, given):
    """Whether y is reached from x along arrows, past the given."""
    reached, waiting = set(), [x]
    while waiting:
        v = waiting.pop()
        for w in children(g, v) - reached:
            reached.add(w)
            waiting += [] if w in given else [w]
    return y in reached


def colliders(g, path):
    return {
        v
        for u, v, w in zip(path, path[1:], path[2:], strict=False)
        if reference.is_collider(g, u, v, w)
    }


@graphs_of("slice")
@pytest.mark.parametrize("belief", BELIEFS)
def test_believed_separation_on_small_graphs(belief, graphs):
    def law(g):
        dag, believed = dag_of(g), believed_by_definition(g, belief)
        for x, y, given in reference.statements(g):
            if believed_separated(dag, x, y, given, belief) != believed(x, y, given):
                return x, y, given
        return None

    assert counterexample(law, graphs()) is None
