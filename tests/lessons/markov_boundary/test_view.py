"""A Markov boundary read from the graph, checked by its definition."""

import networkx as nx
import pytest
from hypothesis import given, settings

from marvel_widgets import Dag, gallery
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.lessons.markov_boundary.view import (
    MOST_OUTSIDE,
    _reading_of,
    boundary_drawing,
    boundary_question,
    boundary_reading,
    boundary_words,
    need_of,
    reading_lines,
    role_words,
    separation_words,
    smallest_words,
)
from marvel_widgets.pictures.stage import stage_of
from tests import strategies
from tests.reference import separation as reference
from tests.reference.checks import counterexample, dag_of
from tests.reference.dags import children, co_parents, parents
from tests.slices import graphs_of


def smallest_sets(g, x):
    """Return all smallest sets that separate x from all variables outside."""
    test = reference.separation(g)
    others = frozenset(g.vertices) - {x}
    found = [s for s in reference.subsets(others) if all(test(x, v, s) for v in others - s)]
    return [s for s in found if len(s) == len(found[0])]


def law(g):
    """A reading is the one smallest separating set, and every reason in it is one."""
    dag = dag_of(g)
    stage = stage_of(dag)
    for x in g.vertices:
        reading = boundary_reading(dag, x)
        if [frozenset(reading.boundary)] != smallest_sets(g, x):
            return x, "boundary", reading.boundary
        wrong = wrong_reasons(g, x, reading) or wrong_words(g, x, reading)
        if wrong is not None:
            return x, wrong
        marks = boundary_drawing(stage, reading, x).nodes
        drawn = {mark.name: mark.state for mark in marks if mark.state != "idle"}
        if drawn != {str(x): "subject", **roles(g, x, "parent", "child", "co_parent")}:
            return x, "picture", drawn
    return None


def roles(g, x, up, down, aside):
    kinds = ((co_parents(g, x), aside), (children(g, x), down), (parents(g, x), up))
    return {str(v): word for group, word in kinds for v in group}


def wrong_reasons(g, x, reading):
    told = {str(member.name): member.role for member in reading.members}
    if told != roles(g, x, "parent", "child", "co-parent"):
        return "roles", told
    if not reading.separates or not reading.is_smallest:
        return "verdict"
    test, chosen = reference.separation(g), frozenset(reading.boundary)
    outside = {out.name for out in reading.outsiders}
    if outside != set(g.vertices) - chosen - {x}:
        return "outsiders", outside
    for member in reading.members:
        path, others = member.witness.names, frozenset(g.vertices) - {x, member.name}
        needed = frozenset(member.shared) & frozenset(path)
        if member.role == "co-parent" and set(member.shared) != children(g, x) & children(
            g, member.name
        ):
            return "shared", member
        if (member.role == "co-parent") != bool(needed):
            return "needed", member
        for s in reference.subsets(others - needed):  # it is open whatever else is given
            given = s | needed
            if not reference.is_open(g, path, given) or test(x, member.name, given):
                return "witness", member, given
    return None


def wrong_words(g, x, reading):
    near = [v for v in g.vertices if v in parents(g, x) | children(g, x)]
    aside = [v for v in g.vertices if v in co_parents(g, x)]
    words = boundary_words(reading)
    if f"Mb({x}) = {{{', '.join(map(str, sorted(near + aside)))}}}" not in words:
        return "words", words
    for kind, group in (("neighbors", near), ("co-parents", aside)):
        if near and f"{kind} {{{', '.join(map(str, group))}}}" not in words:
            return "words", words
    for member in reading.members:
        text = role_words(reading, member)
        if f"is a {member.role} of {x}" not in text:
            return "role", text
        if not need_of(reading, member).say().startswith(f"Without {member.name}: "):
            return "need", need_of(reading, member).say()
    if "still" in separation_words(reading) or "A smaller" in smallest_words(reading):
        return "verdict words"
    if len(list(reading_lines(reading))) != len(g.vertices) - 1:
        return "lines", list(reading_lines(reading))
    return None


@graphs_of("slice", "five")
def test_the_boundary_of_small_graphs_is_the_smallest_separating_set(graphs):
    assert counterexample(law, graphs()) is None


@given(g=strategies.graphs(min_size=5, max_size=7))
@settings(max_examples=12)
def test_boundaries_of_larger_graphs(g):
    assert law(g) is None


@graphs_of("slice")
def test_a_set_that_is_no_boundary_is_exposed_by_its_own_reasons(graphs):
    """For any set: does it separate, and can no member be left out?"""
    for g in graphs():
        test, dag = reference.separation(g), dag_of(g)
        for x in g.vertices:
            others = frozenset(g.vertices) - {x}
            for s in reference.subsets(others):
                reading = _reading_of(dag, x, s)
                separates = all(test(x, v, s) for v in others - s)
                needed = not any(test(x, v, s - {v}) for v in s)
                assert (reading.separates, reading.is_smallest) == (separates, needed), (g, x, s)
                assert ("still" in separation_words(reading)) != separates, (g, x, s)
                assert ("A smaller" in smallest_words(reading)) != needed, (g, x, s)


@pytest.mark.parametrize("name", list(gallery))
def test_networkx_agrees_on_the_gallery(name):
    dag = gallery[name]
    graph = dag.to_networkx()
    for x in dag.nodes:
        reading = boundary_reading(dag, x)
        chosen = set(reading.boundary)
        for out in reading.outsiders:
            assert nx.is_d_separator(graph, {x}, {out.name}, chosen)
            assert out.certificate.separated
        for member in reading.members:
            assert not nx.is_d_separator(graph, {x}, {member.name}, chosen - {member.name})
        assert reading.separates
        assert reading.is_smallest


def test_questions_have_the_boundary_and_common_mistakes():
    for name in gallery:
        dag = gallery[name]
        for x in dag.nodes:
            question = boundary_question(dag, x)
            truth = "{" + ", ".join(map(str, [n for n in dag if n in nx_boundary(dag, x)])) + "}"
            assert question.answer == truth
            near = "{" + ", ".join(str(n) for n in dag if n in dag.neighbors(x)) + "}"
            assert near in question.options  # the neighbors alone
            assert question.because.startswith(f"Mb({x}) = ")
    assert boundary_question(Dag("A"), "A") is None
    orders = {boundary_question(gallery[name], x, seed).options for seed in range(8)}
    assert len(orders) > 1


def nx_boundary(dag, x):
    graph = nx.moral_graph(dag.to_networkx())
    return set(graph[x])


def test_many_outside_are_counted_not_listed():
    dag = Dag("; ".join(f"V{i} -> V{i + 1}" for i in range(20)))
    lines = list(reading_lines(boundary_reading(dag, "V0")))
    assert len(lines) == 1 + MOST_OUTSIDE + 1
    assert lines[-1] == "7 more variables outside, separated in the same way."


def test_an_unknown_variable_is_refused():
    with pytest.raises(GraphError, match="Q"):
        boundary_reading(Dag("X -> Y"), "Q")
