"""Which graphs are left after some answers, against plain enumeration."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import ALGORITHMS
from marvel_widgets.theory.adversary import Answer
from marvel_widgets.theory.consistent_dags import ConsistentDags, Question, all_dags, next_question
from tests.reference.dags import all_dags as every_dag
from tests.reference.dags import max_in_degree
from tests.reference.equivalence import essential_graph as essential
from tests.reference.separation import separation, statements

SPACE = ConsistentDags((0, 1, 2, 3), 2)
GRAPHS = [g for g in every_dag(4) if max_in_degree(g) <= 2]
QUESTIONS = list(statements(GRAPHS[0]))
answers = st.lists(
    st.builds(
        lambda q, independent: Answer(*q, independent), st.sampled_from(QUESTIONS), st.booleans()
    ),
    max_size=6,
)


@pytest.mark.parametrize(("p", "count"), [(2, 3), (3, 25), (4, 543)])
def test_every_dag_is_there_once(p, count):
    ours = {frozenset(dag.edges) for dag in all_dags(range(p))}
    assert len(ours) == count
    assert ours == {g.edges for g in every_dag(p)}
    for d in range(p):
        mine = [frozenset(dag.edges) for dag in all_dags(range(p), d)]
        assert sorted(map(sorted, mine)) == sorted(
            sorted(g.edges) for g in every_dag(p) if max_in_degree(g) <= d
        )


@given(answers)
def test_the_graphs_left_are_those_that_agree_by_definition(given_answers):
    wanted = {
        g.edges
        for g in GRAPHS
        if all(separation(g)(a.x, a.y, a.given) == a.independent for a in given_answers)
    }
    assert {frozenset(dag.edges) for dag in SPACE.left(given_answers)} == wanted
    classes = SPACE.classes(given_answers)
    assert len(classes) == len({essential(g) for g in GRAPHS if g.edges in wanted})


@given(answers)
def test_a_contradiction_is_one_and_nothing_in_it_can_be_spared(given_answers):
    core = SPACE.contradiction(given_answers)
    assert bool(core) == (not SPACE.left(given_answers))

    def possible(some):
        return any(
            all(separation(g)(a.x, a.y, a.given) == a.independent for a in some) for g in GRAPHS
        )

    if core:
        assert not possible(core)
        assert all(possible([a for a in core if a is not b]) for b in core)


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_an_algorithm_asks_until_one_class_is_left(algorithm):
    """Answer as each DAG does: the result is its class, and no other agrees with the answers."""
    names = (0, 1, 2)
    space = ConsistentDags(names, 2)
    for g in every_dag(3):
        lines = []
        while isinstance(asked := next_question(algorithm, names, lines), Question):
            independent = separation(g)(asked.x, asked.y, asked.given)
            lines.append(Answer(asked.x, asked.y, asked.given, independent))
            assert len(lines) <= space.questions
        (only,) = space.classes(lines)
        assert asked.skeleton == frozenset(map(frozenset, only.edges))
        assert frozenset(map(frozenset, g.edges)) == asked.skeleton
        graph = asked.essential_graph
        if algorithm != "mmpc":  # which finds the skeleton alone
            assert (graph.directed, graph.undirected) == essential(g)


@pytest.mark.parametrize(("names", "d"), [("A", 0), ("ABCDE", 2), ("ABC", 3), ("ABC", -1)])
def test_too_many_variables_are_refused(names, d):
    with pytest.raises(ValueError, match="every DAG is tried"):
        ConsistentDags(tuple(names), d)


def test_an_unknown_algorithm_is_refused():
    with pytest.raises(ValueError, match="'nobody'"):
        next_question("nobody", "AB", [])
