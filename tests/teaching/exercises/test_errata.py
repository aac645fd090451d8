"""The exercises of notebook E against definitions, enumeration and the literal Algorithm 1."""

import re
from itertools import combinations, permutations
from math import comb

import pytest

from marvel_widgets import exercises
from marvel_widgets.teaching.exercises.errata import EXERCISES
from tests.reference.algorithm_one import AlgorithmOne
from tests.reference.checks import graph_of
from tests.reference.dags import Graph, children, co_parents, max_in_degree, v_structures, without
from tests.reference.separation import first_separating, separation, subsets
from tests.reference.theory import is_removable_by_theorem as is_removable
from tests.reference.theory import markov_boundary

STUDENTS = [f"t{n}" for n in range(12)]


def case(name, student):
    return getattr(exercises("E", student), name).exercise


def letters(text):
    return re.findall(r"\b[A-G]\b", text)


def places(exercise, names):
    place = {name: i for i, name in enumerate(exercise.dag.nodes)}
    return [place[name] for name in names]


# -- a set that misleads ---------------------------------------------------------------


def misleads(g: Graph, x, t, y, chosen):
    """Whether the lemma with this separating set reports a common child that is none."""
    test = separation(g)
    if {x, t} & chosen or not test(x, t, chosen) or y in chosen:
        return False
    inside = (markov_boundary(g, x) | {x}) - {y, t}
    return not any(test(y, t, s) for s in subsets(frozenset(inside)))


def test_the_misleading_sets_are_all_that_mislead():
    for student in STUDENTS:
        exercise = case("misleading_set", student)
        g, names = graph_of(exercise.dag), exercise.dag.nodes
        t, x, y = roles_of(exercise)
        assert y not in children(g, x) & children(g, t)
        right = 0
        for chosen in subsets(frozenset(g.vertices)):
            expected = misleads(g, x, t, y, chosen)
            assert exercise.is_right(frozenset(names[v] for v in chosen)) == expected
            assert not expected or not chosen <= markov_boundary(g, x)
            right += expected
        assert 1 <= right <= 3


def roles_of(exercise):
    found = re.match(r"(\w) is a co-parent of (\w), and (\w) is a neighbor", exercise.question)
    return places(exercise, found.groups())


# -- co-parents that went stale --------------------------------------------------------


def test_co_parents_are_those_of_the_graph_that_is_left():
    for student in STUDENTS:
        exercise = case("present_co_parents", student)
        g = graph_of(exercise.dag)
        gone, asked = exercise.question.split(" have left")
        (x,) = places(exercise, letters(asked))
        left, run = places(exercise, letters(gone)), AlgorithmOne(len(g.vertices), separation(g))
        assert run.run().removal_order[: len(left)] == left
        first = co_parents(g, x)
        later = g
        for v in left:
            later = without(later, v)
        names = exercise.dag.nodes
        expected = [co_parents(later, x), first, first - set(left), frozenset()]
        answers = [exercise.solution, *(m.answer for m in exercise.mistakes)]
        assert answers == [{names[v] for v in group} for group in expected]


# -- numbers of tests ------------------------------------------------------------------


def test_neighbor_tests_are_those_of_the_search_one_by_one():
    for student in STUDENTS:
        exercise = case("neighbor_tests", student)
        g = graph_of(exercise.dag)
        (x,) = places(exercise, re.match(r"The boundary of (\w)", exercise.question).groups())
        boundary = markov_boundary(g, x)
        counts = {
            kind: sum(
                first_separating(separation(g), x, y, boundary - {y}, frozenset(), proper=proper)[1]
                for y in boundary
            )
            for kind, proper in (("proper", True), ("plain", False))
        }
        assert exercise.solution == counts


def condition_two_tests(g: Graph, x):
    run = AlgorithmOne(len(g.vertices), separation(g), bookkeeping="none")
    run.mb = {v: set(markov_boundary(g, v)) for v in g.vertices}
    run.rounds.append(None)
    run.find_neighbors(x)
    run.find_v_structures(x)
    assert run.condition_two(x)
    return [q for q in run.queries if q.purpose == "condition-2"]


def test_condition_two_counts_are_those_of_the_printed_loops():
    for student in STUDENTS:
        exercise = case("condition_two_counts", student)
        g = graph_of(exercise.dag)
        (x,) = places(exercise, re.match(r"(\w) is removable", exercise.question).groups())
        assert is_removable(g, x)
        tests = condition_two_tests(g, x)
        different = {(frozenset((q.x, q.y)), q.given) for q in tests}
        assert exercise.solution == {"performed": len(tests), "distinct": len(different)}


def test_the_update_is_given_what_the_printed_one_is():
    for student in STUDENTS:
        exercise = case("update_given", student)
        g = graph_of(exercise.dag)
        x, y, z = places(exercise, letters(exercise.question)[:3])
        run = AlgorithmOne(len(g.vertices), separation(g))
        run.mb = {v: set(markov_boundary(g, v)) for v in g.vertices}
        run.remaining = set(g.vertices)
        assert is_removable(g, x)
        run.find_neighbors(x)
        run.remove(x)
        (query,) = [
            q for q in run.queries if q.purpose == "boundary-update" and {q.x, q.y} == {y, z}
        ]
        assert exercise.solution == {exercise.dag.nodes[v] for v in query.given}
        assert len(query.given) > max_in_degree(g)
        assert ("stay together" in exercise.because) == (not query.independent)


# -- ties ------------------------------------------------------------------------------


def false_arrows(g: Graph, order):
    """What the printed run reports falsely when ties are broken by an order."""
    place = {v: i for i, v in enumerate(order)}
    renamed = Graph(g.vertices, frozenset((place[a], place[b]) for a, b in g.edges))
    run = AlgorithmOne(len(order), separation(renamed), orientation="printed").run()
    false = run.read_off_arrows() - v_structures(renamed)
    return frozenset((order[end], order[c]) for ends, c in false for end in ends)


@pytest.mark.parametrize("student", STUDENTS[:4])
def test_exactly_the_orders_that_fail_are_right(student):
    exercise = case("ties", student)
    g, names = graph_of(exercise.dag), exercise.dag.nodes
    right = 0
    for order in permutations(g.vertices):
        false = frozenset((names[a], names[b]) for a, b in false_arrows(g, order))
        answer = {"order": tuple(names[v] for v in order), "arrows": false}
        assert exercise.is_right(answer) == bool(false)
        assert (
            not exercise.is_right({**answer, "arrows": false | {(names[0], names[1])} - false})
            or (names[0], names[1]) in false
        )
        right += bool(false)
    assert 0 < right < 120
    assert not false_arrows(g, g.vertices)


# -- like with like --------------------------------------------------------------------


def test_the_true_comparisons_are_true():
    for student in STUDENTS:
        exercise = case("like_with_like", student)
        g = graph_of(exercise.dag)
        p, d = len(g.vertices), max_in_degree(g)
        queries = AlgorithmOne(p, separation(g)).run().queries
        after = [q for q in queries if q.purpose != "boundary-discovery"]
        least = max(comb(p, 2), p // (d + 1) * comb(d + 1, 2) * 2 ** (d - 1))
        most = p * comb(d, 2) + p / 2 * d * (1 + 0.45 * d) * 2**d
        truth = {
            "After the boundaries, some statement": len(after)
            > len({(frozenset((q.x, q.y)), q.given) for q in after}),
            "After the boundaries, the run performs fewer": len(after) < least,
            "The boundaries included": len(queries) < least,
            "After the boundaries, the run performs more than half": len(after) > most / 2,
            "On some graph with this p": True,
            "The lower bound says that no": False,
        }
        expected = set()
        for n, sentence in enumerate(exercise.kind.sentences, start=1):
            (holds,) = [value for start, value in truth.items() if sentence.startswith(start)]
            if holds:
                expected.add(n)
        assert exercise.solution == expected


def test_the_statement_that_the_bound_is_no_floor_is_shown_by_a_graph():
    """The last sentence is false: some case of its size takes fewer tests."""
    assert comb(5, 2) == 10 < max(comb(5, 2), 5 // 4 * comb(4, 2) * 4)
    g = Graph(tuple(range(5)), frozenset())
    assert len(AlgorithmOne(5, separation(g)).run().queries) == len(list(combinations(range(5), 2)))


def test_all_seven_are_there():
    assert len(EXERCISES) == 7
