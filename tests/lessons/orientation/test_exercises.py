"""The exercises of notebook 07 against enumeration and the literal Algorithm 1."""

import re
from dataclasses import replace
from functools import cache

import pytest

from marvel_widgets import exercises
from marvel_widgets.lessons.orientation.exercises import EXERCISES
from tests.reference import broken, equivalence
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.checks import graph_of
from tests.reference.dags import Graph, v_structures
from tests.reference.separation import separation
from tests.slices import in_each_run

STUDENTS = [f"t{n}" for n in range(12)]


@cache
def case(name, student):
    return getattr(exercises("07", student), name).exercise


def arrows(triples):
    return frozenset((end, c) for ends, c in triples for end in ends)


def printed(g: Graph):
    return AlgorithmOne(len(g.vertices), separation(g), orientation="printed").run()


# The truth about each question, from a plain graph over 0..p-1.


def true_directed(g):
    return equivalence.essential_graph(g)[0]


def true_meek(g):
    return true_directed(g) - arrows(v_structures(g))


def true_turn(g):
    members = equivalence.members(g)
    turned = {(a, b): g.edges - {(a, b)} | {(b, a)} for a, b in g.edges}
    return frozenset(frozenset(edge) for edge, edges in turned.items() if edges in members)


def true_line_20(g):
    return arrows(printed(g).read_off_arrows() - v_structures(g))


ARROWS = {
    "v_structures": lambda g: arrows(v_structures(g)),
    "directed": true_directed,
    "meek": true_meek,
    "turn": true_turn,
    "line_20": true_line_20,
}


def numbered(exercise, pairs):
    """Return pairs of letters as pairs of numbers, tuples or sets as they were."""
    place = {name: i for i, name in enumerate(exercise.dag.nodes)}
    return frozenset(type(pair)(place[v] for v in pair) for pair in pairs)


def wrong_arrows(name, exercise):
    truth = ARROWS[name](graph_of(exercise.dag))
    found = numbered(exercise, exercise.solution)
    return None if found == truth else (found, truth)


@pytest.mark.parametrize("name", ARROWS)
def test_the_solution_is_the_truth(name):
    assert [wrong_arrows(name, case(name, student)) for student in STUDENTS] == [None] * len(
        STUDENTS
    )


@pytest.mark.parametrize("name", ARROWS)
def test_a_typical_mistake_would_be_noticed(name):
    exercise = case(name, "")
    for mistake in exercise.mistakes:
        assert wrong_arrows(
            name, replace(exercise, solution=mistake.answer, mistakes=other(exercise))
        )


def other(exercise):
    """Return mistakes that differ from any answer: one pair more than the solution each."""
    names = exercise.dag.nodes
    loops = [frozenset({(v, v)}) for v in names[:3]]
    return tuple(replace(m, answer=loop) for m, loop in zip(exercise.mistakes, loops, strict=True))


@pytest.mark.parametrize("student", in_each_run(STUDENTS, STUDENTS[:4]))
def test_each_mistake_on_v_structures_is_what_a_holder_of_the_belief_answers(student):
    exercise = case("v_structures", student)
    g = graph_of(exercise.dag)
    apart, found = separation(g), v_structures(g)
    heads = [(a, c, b) for a, c in g.edges for b, d in g.edges if c == d and a < b]
    believed = {
        "M1": g.edges,
        "M16": {(end, c) for a, c, b in heads for end in (a, b)},
        "M17": arrows((ends, c) for ends, c in found if not apart(*ends, frozenset())),
    }
    said = {m.misconception: numbered(exercise, m.answer) for m in exercise.mistakes}
    assert said == believed
    for one in found:  # to forget one is a slip
        assert arrows(found - {one}) not in said.values()


def edges_in(text, dag):
    place = {name: i for i, name in enumerate(dag.nodes)}
    return frozenset((place[a], place[b]) for a, b in re.findall(r"(\w) -> (\w)", text))


@pytest.mark.parametrize("name", ["directed", "meek"])
def test_a_graph_that_a_verdict_names_is_in_the_class_and_turns_the_arrow(name):
    named = 0
    for student in STUDENTS:
        exercise = case(name, student)
        everything = exercise.witness(frozenset(exercise.dag.edges) - _known(name, exercise))
        found = re.search(r"Not (\w) → (\w): this graph is in the class, .*?: (.*)\.$", everything)
        assert found, everything
        a, b = numbered(exercise, [(found[1], found[2])]).__iter__().__next__()
        edges = edges_in(found[3], exercise.dag)
        assert edges in equivalence.members(graph_of(exercise.dag))
        assert (b, a) in edges
        named += 1
    assert named == len(STUDENTS)


def _known(name, exercise):
    if name == "directed":
        return frozenset()
    return frozenset((end, c) for a, c, b in exercise.dag.v_structures() for end in (a, b))


def test_the_mistakes_on_directed_edges_are_those_of_a_holder_of_the_belief():
    for student in STUDENTS:
        exercise = case("directed", student)
        g = graph_of(exercise.dag)
        by_belief = {m.misconception: numbered(exercise, m.answer) for m in exercise.mistakes}
        assert by_belief["M1"] == broken.essential_is_the_dag(g)[0]
        assert by_belief["M33"] == broken.essential_without_meek(g)[0]
        assert by_belief["M16"] == broken.essential_with_shielded_colliders(g)[0]


def test_the_order_in_a_question_is_that_of_the_run():
    for student in STUDENTS:
        exercise = case("line_20", student)
        order = re.search(r"leave in the order ([\w, ]+)\.", exercise.question)[1].split(", ")
        run = printed(graph_of(exercise.dag))
        assert order == [exercise.dag.nodes[v] for v in run.removal_order]


def test_line_20_asks_for_both_arrows_and_names_the_one_that_was_left_out():
    for student in STUDENTS:
        exercise = case("line_20", student)
        assert "Name both arrows" in exercise.question
        wrong = frozenset((a, b) for a, b in exercise.solution if (b, a) in exercise.dag.edges)
        for value in {wrong, exercise.solution - wrong} - {exercise.solution}:
            named = re.findall(r"(\w) → (\w)", exercise.witness(value).split(" missing")[0])
            assert named
            assert set(named) <= exercise.solution - value


def test_each_exercise_is_held_against_the_truth():
    assert list(EXERCISES) == list(ARROWS)
