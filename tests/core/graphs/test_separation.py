"""d-separation: the package's ways against path enumeration, statement by statement."""

from functools import partial
from random import Random

import hypothesis
import networkx as nx
import pytest

from marvel_widgets import Dag, DSeparation, d_separated, moral_certificate, open_path
from marvel_widgets.core.graphs import separation
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.errors import GraphError, UnknownVariableError
from marvel_widgets.core.graphs.search import Search
from marvel_widgets.core.graphs.separation import is_separated
from tests import strategies
from tests.reference import separation as reference
from tests.reference.checks import counterexample, dag_of
from tests.reference.dags import all_dags, graph
from tests.slices import small_graphs

# -- one query: implementations take a graph and return a function of x, y, given -----------


def by_masks(g):
    dag = dag_of(g)
    return lambda x, y, given: is_separated(dag, x, y, mask_of(given))


def by_moral_graph(g):
    dag = dag_of(g)
    return lambda x, y, given: moral_certificate(dag, x, y, given).separated


def by_open_path(g):
    dag = dag_of(g)
    return lambda x, y, given: open_path(dag, x, y, given) is None


QUERIES = {
    "d_separated": lambda g: partial(d_separated, dag_of(g)),
    "DSeparation": lambda g: DSeparation(dag_of(g)),
    "is_separated": by_masks,
    "moral_certificate": by_moral_graph,
    "open_path": by_open_path,
}
FAST_QUERIES = ["d_separated", "is_separated"]


def answers_as_the_textbook(of_graph):
    def law(g):
        query, truth = of_graph(g), reference.separation(g)
        for x, y, given in reference.statements(g):
            expected = truth(x, y, given)
            if query(x, y, given) != expected or query(y, x, given) != expected:
                return x, y, set(given)
        return None

    return law


@pytest.mark.parametrize("name", QUERIES)
@small_graphs
def test_every_query_is_answered_as_the_textbook_does(name, graphs):
    assert counterexample(answers_as_the_textbook(QUERIES[name]), graphs()) is None


@pytest.mark.night
@pytest.mark.parametrize("name", FAST_QUERIES)
def test_every_query_on_five_variables_is_answered_as_the_textbook_does(name):
    assert counterexample(answers_as_the_textbook(QUERIES[name]), all_dags(5)) is None


@pytest.mark.parametrize("p", [12, 30, 80])
def test_queries_agree_with_networkx(p):
    rng = Random(p)
    for _ in range(10):
        dag = Dag.random_erdos_renyi(p, rng, m=2 * p)
        graph = dag.to_networkx()
        for _ in range(30):
            x, y, *rest = rng.sample(range(p), p)
            given = set(rest[: rng.randrange(6)])
            assert d_separated(dag, x, y, given) == nx.is_d_separator(graph, {x}, {y}, given)


# -- the first separating subset: answer and count ---------------------------------------------


def package_search(g):
    dag = dag_of(g)

    def search(x, y, candidates, forced, *, proper=False):
        found, tests = separation.first_separating(
            dag, Search(x, y, mask_of(candidates), mask_of(forced), proper=proper)
        )
        return (None if found is None else frozenset(members(found))), tests

    return search


def all_searches(g, *, every_candidate_set):
    for x in g.vertices:
        for y in range(x + 1, len(g.vertices)):
            others = frozenset(g.vertices) - {x, y}
            for forced in reference.subsets(others):
                rest = others - forced
                for candidates in reference.subsets(rest) if every_candidate_set else [rest]:
                    for proper in (False, True):
                        yield x, y, candidates, forced, proper


def search_equals_one_by_one(of_graph, *, every_candidate_set=True):
    def law(g):
        search, truth = of_graph(g), reference.separation(g)
        for x, y, candidates, forced, proper in all_searches(
            g, every_candidate_set=every_candidate_set
        ):
            expected = reference.first_separating(truth, x, y, candidates, forced, proper=proper)
            got = search(x, y, candidates, forced, proper=proper)
            if got != expected:
                return x, y, set(candidates), set(forced), proper, got, expected
        return None

    return law


@small_graphs
def test_search_equals_one_by_one_in_answer_and_count(graphs):
    assert counterexample(search_equals_one_by_one(package_search), graphs()) is None


@pytest.mark.night
def test_search_on_five_variables_equals_one_by_one():
    law = search_equals_one_by_one(package_search, every_candidate_set=False)
    assert counterexample(law, all_dags(5)) is None


def check_search(drawn):
    g, x, y, candidates, forced, proper = drawn
    expected = reference.first_separating(
        reference.separation(g), x, y, candidates, forced, proper=proper
    )
    assert package_search(g)(x, y, candidates, forced, proper=proper) == expected


# x <- c -> y for four c: only all of them separate
FOUR_FORKS = (
    graph(6, "20 21 30 31 40 41 50 51"),
    0,
    1,
    frozenset({2, 3, 4, 5}),
    frozenset(),
    False,
)


@hypothesis.example(FOUR_FORKS)
@hypothesis.given(strategies.searches(max_size=9) | strategies.long_searches())
def test_search_equals_one_by_one_on_random_graphs(drawn):
    g, x, y, candidates, forced, proper = drawn
    expected = reference.first_separating(
        reference.separation(g), x, y, candidates, forced, proper=proper
    )
    assert package_search(g)(x, y, candidates, forced, proper=proper) == expected


def test_a_search_of_thousands_of_sets():
    # x <- c -> y for eleven c: only all of them separate, so every size is searched
    edges = [(c, end) for c in range(2, 13) for end in (0, 1)]
    dag = Dag(edges, nodes=range(13))
    search = Search(0, 1, mask_of(range(2, 13)))
    found, tests = separation.first_separating(dag, search)
    assert (found, tests) == (mask_of(range(2, 13)), 2**11)
    assert separation.first_separating(dag, search._replace(proper=True)) == (None, 2**11 - 1)


# -- queries that make no sense ------------------------------------------------------------------


@pytest.mark.parametrize("ask", [d_separated, open_path, moral_certificate])
def test_senseless_queries_are_refused(ask):
    dag = Dag("A -> B -> Cause")
    with pytest.raises(GraphError, match="same variable 'A'"):
        ask(dag, "A", "A")
    with pytest.raises(GraphError, match="'B' is both tested and conditioned on"):
        ask(dag, "A", "B", given={"B"})
    with pytest.raises(UnknownVariableError, match="did you mean 'Cause'"):
        ask(dag, "A", "Causee")
    with pytest.raises(UnknownVariableError, match="no variable 'Z'"):
        ask(dag, "A", "B", given={"Z"})


def test_a_single_string_is_one_given_variable():
    dag = Dag("A -> Mid -> B")
    assert d_separated(dag, "A", "B", given="Mid")
