"""A placement test of learners whose rule is written here afresh, and not the kit's own mistake."""

import re
from itertools import combinations

import networkx as nx
import pytest

from marvel_widgets.course.placement import PlacementTest


def gaps(dag, x):
    """Pairs of neighbors of a variable that no edge joins."""
    graph = nx.Graph(list(dag.edges))
    graph.add_nodes_from(dag.nodes)
    pairs = combinations(graph[x], 2)
    return frozenset(frozenset(pair) for pair in pairs if not graph.has_edge(*pair))


def all_neighbors_adjacent(key, exercise):
    """Answer as a holder of M24 does, where it makes a difference."""
    if key == "removable_03":
        return frozenset(v for v in exercise.dag.nodes if not gaps(exercise.dag, v))
    if key == "missing_03":
        return gaps(exercise.dag, re.match(r"(\w+) is not removable", exercise.question)[1])
    return exercise.solution


def rightly(_key, exercise):
    return exercise.solution


def named_to(student, answer):
    test = PlacementTest("removal", student)
    while test.question is not None:
        test.answer(answer(test._next.key, test.question.exercise))
    return test.named


@pytest.mark.parametrize("student", ["1", "2", "17"])
def test_who_wants_all_neighbors_adjacent_is_told(student):
    assert named_to(student, all_neighbors_adjacent) == ("M24",)
    assert named_to(student, rightly) == ()
