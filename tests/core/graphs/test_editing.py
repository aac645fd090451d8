"""Edits of a DAG against networkx, over all small DAGs and drawn ones with awkward names."""

from itertools import pairwise, permutations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag
from marvel_widgets.core.graphs import editing
from marvel_widgets.core.graphs.errors import (
    ClosingEdgeError,
    CycleError,
    DuplicateEdgeError,
    GraphError,
    SelfEdgeError,
    UnknownVariableError,
)
from tests.slices import small_graphs
from tests.strategies import named_dags, names


def same(dag, graph):
    """Variables in the same order, and the same edges."""
    return list(dag.nodes) == list(graph.nodes) and set(dag.edges) == set(graph.edges)


def outcome_of_adding(dag, tail, head):
    """What networkx says of one more edge."""
    graph = dag.to_networkx()
    if tail == head:
        return SelfEdgeError
    if graph.has_edge(tail, head):
        return DuplicateEdgeError
    graph.add_edge(tail, head)
    return graph if nx.is_directed_acyclic_graph(graph) else ClosingEdgeError


def check_cycle(graph, cycle):
    """The cycle walks along edges, from the first vertex back to it, and none is shorter."""
    assert cycle[0] == cycle[-1]
    assert all(graph.has_edge(a, b) for a, b in pairwise(cycle[1:]))
    assert len(set(cycle)) == len(cycle) - 1
    assert len(cycle) - 2 == nx.shortest_path_length(graph, cycle[1], cycle[0])


@small_graphs
def test_every_edge_of_every_small_dag(graphs):
    for g in graphs():
        dag = Dag(sorted(g.edges), nodes=g.vertices)
        for tail, head in [*permutations(g.vertices, 2), *((v, v) for v in g.vertices)]:
            wanted = outcome_of_adding(dag, tail, head)
            if isinstance(wanted, nx.DiGraph):
                assert same(dag.with_edge(tail, head), wanted)
            else:
                with pytest.raises(wanted) as raised:
                    dag.with_edge(tail, head)
                if wanted is ClosingEdgeError:
                    assert raised.value.cycle[:2] == (tail, head)
                    check_cycle(dag.to_networkx(), raised.value.cycle)
            check_removing_and_turning(dag, tail, head)


def check_removing_and_turning(dag, tail, head):
    graph = dag.to_networkx()
    if not graph.has_edge(tail, head):
        for edit in (editing.remove_edge, editing.reverse_edge):
            with pytest.raises(GraphError, match="no edge"):
                edit(dag, tail, head)
        return
    graph.remove_edge(tail, head)
    assert same(editing.remove_edge(dag, tail, head), graph)
    rest = graph.copy()
    graph.add_edge(head, tail)
    if nx.is_directed_acyclic_graph(graph):
        assert same(editing.reverse_edge(dag, tail, head), graph)
    else:
        with pytest.raises(ClosingEdgeError) as raised:
            editing.reverse_edge(dag, tail, head)
        assert raised.value.cycle[:2] == (head, tail)
        check_cycle(rest, raised.value.cycle)


@given(named_dags(1), st.data(), names)
def test_variables(dag, data, new):
    name = data.draw(st.sampled_from(dag.nodes))
    graph = dag.to_networkx()
    graph.remove_node(name)
    assert same(dag.without(name), graph)

    plain = new.strip()
    if plain and plain not in dag.nodes:
        grown = dag.to_networkx()
        grown.add_node(plain)
        assert same(editing.add_variable(dag, new), grown)
        called = nx.relabel_nodes(dag.to_networkx(), {name: plain})
        renamed = editing.rename_variable(dag, name, new)
        assert set(renamed.edges) == set(called.edges)
        assert renamed.nodes == tuple(plain if n == name else n for n in dag.nodes)
    else:
        with pytest.raises(GraphError):
            editing.add_variable(dag, new)
        if plain != name:
            with pytest.raises(GraphError):
                editing.rename_variable(dag, name, new)


def test_a_name_like_that_of_a_number_is_taken():
    dag = Dag([(0, 1)])
    with pytest.raises(GraphError, match="already"):
        editing.add_variable(dag, "1")
    assert editing.add_variable(dag).nodes == (0, 1, "A")


@pytest.mark.parametrize("name", ["", "  ", "\t\n", "\ud83d"])
def test_a_name_that_is_none_is_refused(name):
    dag = Dag("A -> B")
    with pytest.raises(GraphError):
        editing.add_variable(dag, name)
    with pytest.raises(GraphError):
        editing.rename_variable(dag, "A", name)


def test_free_names_go_on_after_the_alphabet():
    dag = Dag("C -> V2")
    for _ in range(27):
        dag = editing.add_variable(dag)
    assert dag.nodes[2:4] == ("A", "B")
    assert dag.nodes[-3:] == ("Z", "V1", "V3")


@pytest.mark.parametrize(
    "edit",
    [
        lambda dag: dag.with_edge("A", "nobody"),
        lambda dag: dag.with_edge("nobody", "A"),
        lambda dag: editing.remove_edge(dag, "nobody", "A"),
        lambda dag: editing.reverse_edge(dag, "A", "nobody"),
        lambda dag: dag.without("nobody"),
        lambda dag: editing.rename_variable(dag, "nobody", "A"),
    ],
)
def test_unknown_variables_are_named(edit):
    with pytest.raises(UnknownVariableError, match="nobody"):
        edit(Dag("A -> B"))


def test_the_message_shows_the_cycle():
    with pytest.raises(CycleError) as raised:
        Dag("A -> B -> C -> D; A -> D").with_edge("D", "A")
    assert str(raised.value) == "the edge D -> A would close the cycle D -> A -> D; a DAG has none"


def test_the_absent_edge_is_distinguished_from_the_turned_one():
    with pytest.raises(GraphError, match="no edge B -> A; there is A -> B"):
        editing.remove_edge(Dag("A -> B"), "B", "A")
