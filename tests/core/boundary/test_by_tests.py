"""The lemmas with labels: against the graph, for every variable."""

from functools import cache
from itertools import combinations
from random import Random

import pytest

from marvel_widgets import Dag, DSeparation
from marvel_widgets.core.boundary.by_tests import (
    is_removable_by_tests,
    neighborhood,
    removability_by_tests,
    separating_set,
    v_structures_as_parent,
)
from marvel_widgets.core.graphs.errors import GraphError, UnknownVariableError
from tests.reference import dags
from tests.reference.checks import dag_of
from tests.reference.dags import Graph, one_of_each_shape
from tests.reference.separation import first_separating, separation
from tests.reference.theory import condition_one_gaps, condition_two_gaps, markov_boundary


def random_graphs(count: int = 30):
    rng = Random(5)
    for at in range(count):
        p = 5 + at % 4
        order = rng.sample(range(p), p)
        share = rng.choice((0.25, 0.4, 0.6))
        edges = frozenset(pair for pair in combinations(order, 2) if rng.random() < share)
        yield Graph(tuple(range(p)), edges)


@cache
def graphs():
    return [*one_of_each_shape(), *random_graphs()]


@pytest.mark.parametrize("given", [True, False], ids=["boundary given", "boundary found"])
def test_neighborhood(given):
    for g in graphs():
        test, truth = DSeparation(dag_of(g)), separation(g)
        for x in g.vertices:
            boundary = markov_boundary(g, x)
            found = neighborhood(test, x, boundary if given else None)
            assert found.neighbors == dags.neighbors(g, x)
            assert found.co_parents == dags.co_parents(g, x)
            assert set(found.separating_sets) == found.co_parents
            asked = 0
            for y in sorted(boundary):
                first, tests = first_separating(
                    truth, x, y, boundary - {y}, frozenset(), proper=True
                )
                assert found.separating_sets.get(y) == first
                asked += tests
            assert found.tests == asked


@pytest.mark.parametrize("given", [True, False], ids=["boundary given", "boundary found"])
def test_v_structures_as_parent(given):
    for g in graphs():
        test = DSeparation(dag_of(g))
        for x in g.vertices:
            expected = {
                (x, y, t)
                for y in dags.children(g, x)
                for t in dags.parents(g, y) - {x}
                if t not in dags.neighbors(g, x)
            }
            boundary = markov_boundary(g, x) if given else None
            found = v_structures_as_parent(test, x, boundary)
            assert set(found) == expected
            assert len(found) == len(expected)


@pytest.mark.parametrize("given", [True, False], ids=["boundary given", "boundary found"])
def test_removability(given):
    for g in graphs():
        test, truth = DSeparation(dag_of(g)), separation(g)
        for x in g.vertices:
            boundary = markov_boundary(g, x) if given else None
            verdict = removability_by_tests(test, x, boundary)
            one = not condition_one_gaps(g, x)
            two = not condition_two_gaps(g, x)
            assert verdict.condition_one == one
            assert verdict.condition_two == (two if one else None)
            assert verdict.removable == (one and two)
            assert is_removable_by_tests(test, x, boundary) is verdict.removable
            assert (verdict.counterexample is None) == verdict.removable
            if verdict.counterexample is not None:
                a, b, witness = verdict.counterexample
                assert x in witness
                assert truth(a, b, witness)
                assert a in dags.neighbors(g, x)
                assert b in markov_boundary(g, x)
            purposes = {"neighbors", "condition-1", "v-structures", "condition-2"}
            assert set(verdict.counts.by_purpose) <= purposes


def test_separating_sets_are_the_first_in_the_canonical_order():
    for g in graphs():
        test, truth = DSeparation(dag_of(g)), separation(g)
        for x, y in combinations(g.vertices, 2):
            for candidates in (
                markov_boundary(g, x) - {y},
                frozenset(g.vertices) - {x, y},
                frozenset(),
            ):
                expected = first_separating(truth, x, y, candidates, frozenset())
                search = separating_set(test, x, y, candidates)
                assert (search.found, search.tests) == expected


def test_labels_of_any_kind():
    dag = Dag([("a b", "<c>"), ("d", "<c>")])
    assert neighborhood(dag, "a b").co_parents == {"d"}
    numbers = Dag([(10, 30), (20, 30)])
    assert v_structures_as_parent(numbers, 10) == ((10, 30, 20),)
    assert separating_set(numbers, 10, 20, [30]).found == frozenset()


def test_a_single_string_is_one_variable():
    dag = Dag("first -> second -> third")
    assert separating_set(dag, "first", "third", "second").found == {"second"}
    assert neighborhood(dag, "first", "second").neighbors == {"second"}


def test_a_given_boundary_saves_the_tests_for_it():
    dag = Dag("X -> Y <- T; Y -> Z")
    assert neighborhood(dag, "X").tests == neighborhood(dag, "X", dag.markov_boundary("X")).tests


QUESTIONS = [neighborhood, v_structures_as_parent, removability_by_tests, is_removable_by_tests]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        ((Dag("A -> B"), "Q"), UnknownVariableError, "'Q'"),
        ((Dag("A -> B"), "A", ["B", "Q"]), UnknownVariableError, "'Q'"),
        ((Dag("A -> B"), "A", ["A", "B"]), GraphError, "'A' is in its own boundary"),
        ((3, "A"), TypeError, "a CI test is needed, not int"),
    ],
)
def test_senseless_questions_are_refused(question, asked, error, words):
    with pytest.raises(error, match=words):
        question(*asked)


@pytest.mark.parametrize(
    ("x", "y", "candidates"), [("A", "A", ["B"]), ("A", "C", ["A", "B"]), ("A", "C", ["B", "C"])]
)
def test_overlaps_are_refused(x, y, candidates):
    with pytest.raises(GraphError, match="must all differ"):  # the candidates are no boundary
        separating_set(Dag("A -> B -> C"), x, y, candidates)


@pytest.mark.parametrize(("x", "y", "given"), [("Q", "A", []), ("A", "Q", []), ("A", "C", "Q")])
def test_unknown_names_are_named(x, y, given):
    with pytest.raises(UnknownVariableError, match="'Q'"):
        separating_set(Dag("A -> B -> C"), x, y, given)
