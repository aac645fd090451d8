"""The DAG itself: its sets against plain edge lists, its errors, its other forms."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag
from marvel_widgets.core.graphs.bits import mask_of, members
from marvel_widgets.core.graphs.errors import (
    CycleError,
    DuplicateEdgeError,
    GraphError,
    SelfEdgeError,
    UnknownVariableError,
)
from tests import strategies
from tests.reference import dags, theory
from tests.reference.checks import dag_of, graph_of
from tests.slices import graphs_of

FAMILY = {
    "parents": (Dag.parents, dags.parents),
    "children": (Dag.children, dags.children),
    "neighbors": (Dag.neighbors, dags.neighbors),
    "co_parents": (Dag.co_parents, dags.co_parents),
    "ancestors": (Dag.ancestors, lambda g, v: dags.ancestors(g, v) - {v}),
    "descendants": (Dag.descendants, lambda g, v: dags.descendants(g, v) - {v}),
}


@pytest.mark.parametrize("name", FAMILY)
def test_each_relation_is_read_off_the_edges(name):
    of_package, of_edges = FAMILY[name]
    for g in dags.small_dags(4):
        dag = dag_of(g)
        for v in g.vertices:
            assert of_package(dag, v) == of_edges(g, v), (str(g), v)


@graphs_of("small", "five")
def test_markov_boundary_is_the_smallest_separating_set(graphs):
    """The smallest set given which x is separated from all others; there is only one."""
    for g in graphs():
        for x in g.vertices:
            assert dag_of(g).markov_boundary(x) == theory.markov_boundary(g, x), (g, x)


def test_v_structures_are_read_off_the_edges():
    for g in dags.small_dags(4):
        dag = dag_of(g)
        got = {(frozenset((a, b)), c) for a, c, b in dag.v_structures()}
        assert got == dags.v_structures(g), str(g)
        assert len(dag.v_structures()) == len(got)
        assert list(dag.v_structures()) == sorted(dag.v_structures())


@given(strategies.dags(max_size=10))
def test_topological_order_has_causes_first_and_ties_by_index(dag):
    order = dag.topological_order
    place = {v: i for i, v in enumerate(order)}
    assert sorted(order) == list(dag.nodes)
    assert all(place[a] < place[b] for a, b in dag.edges)
    for i, v in enumerate(order):  # v was the smallest of those whose parents had come
        ready = [u for u in order[i:] if dag.parents(u) <= set(order[:i])]
        assert v == min(ready)


@given(strategies.dags(max_size=10))
def test_counts_and_largest_sizes(dag):
    assert dag.edge_count == len(dag.edges) == len(set(dag.edges))
    assert list(dag.edges) == sorted(dag.edges)
    assert dag.max_in_degree == max(len(dag.parents(v)) for v in dag)
    assert dag.max_degree == max(len(dag.neighbors(v)) for v in dag)
    assert dag.max_boundary_size == max(len(dag.markov_boundary(v)) for v in dag)


@given(strategies.named_dags(min_size=1), st.data())
def test_without_deletes_one_variable_and_its_edges(dag, data):
    gone = data.draw(st.sampled_from(dag.nodes))
    smaller = dag.without(gone)
    assert smaller.nodes == tuple(v for v in dag.nodes if v != gone)
    assert set(smaller.edges) == {e for e in dag.edges if gone not in e}
    assert gone in dag  # a DAG never changes


@given(strategies.named_dags(min_size=1), st.data())
def test_induced_keeps_the_order_and_the_edges_inside(dag, data):
    keep = data.draw(st.sets(st.sampled_from(dag.nodes)))
    inner = dag.induced(keep)
    assert inner.nodes == tuple(v for v in dag.nodes if v in keep)
    assert set(inner.edges) == {(a, b) for a, b in dag.edges if {a, b} <= keep}


def test_with_edge_adds_one_and_refuses_a_cycle():
    dag = Dag("A -> B -> C")
    assert set(dag.with_edge("A", "C").edges) == {("A", "B"), ("B", "C"), ("A", "C")}
    with pytest.raises(CycleError):
        dag.with_edge("C", "A")
    with pytest.raises(DuplicateEdgeError):
        dag.with_edge("A", "B")
    with pytest.raises(UnknownVariableError):
        dag.with_edge("A", "Q")


@given(strategies.named_dags(), st.randoms())
def test_equal_in_whatever_order(dag, rng):
    nodes, edges = list(dag.nodes), list(dag.edges)
    rng.shuffle(nodes)
    rng.shuffle(edges)
    other = Dag(edges, nodes=nodes)
    assert other == dag
    assert hash(other) == hash(dag)


@given(strategies.named_dags(min_size=2))
def test_another_edge_is_another_graph(dag):
    if dag.edges:
        assert Dag(dag.edges[1:], nodes=dag.nodes) != dag
        turned = [(b, a) for a, b in dag.edges]
        assert Dag(turned, nodes=dag.nodes) != dag
    assert Dag(dag.edges, nodes=[*dag.nodes, ("new",)]) != dag
    assert dag != "a text"


@given(strategies.named_dags())
def test_networkx_and_back(dag):
    graph = dag.to_networkx()
    assert nx.is_directed_acyclic_graph(graph)
    back = Dag(graph)
    assert (back.nodes, back.edges) == (dag.nodes, dag.edges)


def test_a_copy_of_a_dag_may_get_another_order():
    dag = Dag("A -> B -> C")
    turned = Dag(dag, nodes="CBA")
    assert turned.nodes == ("C", "B", "A")
    assert turned == dag


def test_multigraph_edges_are_taken_once_each():
    graph = nx.MultiDiGraph([("A", "B"), ("B", "C")])
    assert Dag(graph).edges == (("A", "B"), ("B", "C"))
    graph.add_edge("A", "B")
    with pytest.raises(DuplicateEdgeError, match="A -> B is given twice"):
        Dag(graph)


@given(strategies.dags(max_size=9))
def test_parent_masks_and_back(dag):
    assert Dag.from_parent_masks(dag.parent_masks) == dag
    assert graph_of(dag).edges == set(dag.edges)


def test_labels_of_any_kind():
    dag = Dag([((1, 2), None), (None, 3.5)])
    assert dag.nodes == ((1, 2), None, 3.5)
    assert dag.parents(3.5) == {None}
    assert dag.to_text() == '"(1, 2)" -> None; None -> 3.5'


@given(st.integers(2, 8), st.data())
def test_a_cycle_is_refused_and_shown(p, data):
    order = data.draw(st.permutations(range(p)))
    length = data.draw(st.integers(2, p))
    loop = order[:length]
    edges = {(loop[i], loop[(i + 1) % length]) for i in range(length)}
    extra = data.draw(st.sets(st.sampled_from([(a, b) for a in range(p) for b in range(a)])))
    edges |= {(a, b) for a, b in extra if (b, a) not in edges}
    with pytest.raises(CycleError) as caught:
        Dag(sorted(edges), nodes=range(p))
    cycle = caught.value.cycle
    assert cycle[0] == cycle[-1]
    assert len(set(cycle)) == len(cycle) - 1 >= 2
    assert {(cycle[i], cycle[i + 1]) for i in range(len(cycle) - 1)} <= edges
    assert " -> ".join(map(str, cycle)) in str(caught.value)


@pytest.mark.parametrize(
    ("source", "nodes", "error", "message"),
    [
        ([("A", "A")], None, SelfEdgeError, "A -> A joins A to itself"),
        ([("A", "B"), ("A", "B")], None, DuplicateEdgeError, "A -> B is given twice"),
        ([("A", "B"), ("B", "A")], None, CycleError, "close a cycle"),
        ([("A", "Ba")], ["A", "B"], UnknownVariableError, "did you mean 'B'"),
        ([], ["A", "B", "A"], GraphError, "'A' occurs twice"),
        (["AB"], None, GraphError, r"a pair \(tail, head\); got 'AB'; a text is the whole"),
        ([("A", "B", "C")], None, GraphError, r"a pair \(tail, head\)"),
        ("A -> A", None, SelfEdgeError, "delete it"),
        ("A -> B; A -> B", None, DuplicateEdgeError, "keep one"),
        ("A -> B -> C -> A", None, CycleError, "A -> B -> C -> A close a cycle"),
    ],
)
def test_what_is_no_dag_is_refused(source, nodes, error, message):
    with pytest.raises(error, match=message):
        Dag(source, nodes=nodes)


def test_an_unknown_variable_is_named_with_a_close_one():
    dag = Dag("smoke -> lung")
    with pytest.raises(UnknownVariableError, match="did you mean 'smoke'") as caught:
        dag.parents("smok")
    assert caught.value.name == "smok"
    with pytest.raises(UnknownVariableError, match="did you mean 'X'"):
        Dag("X -> Y").parents("x")
    with pytest.raises(UnknownVariableError, match="the variables are 'smoke', 'lung'"):
        dag.parents("xyz")
    with pytest.raises(UnknownVariableError, match=r"no variable \['A'\]"):
        dag.parents(["A"])


def test_a_dag_is_a_container_of_its_variables():
    dag = Dag("A -> B")
    assert len(dag) == 2
    assert list(dag) == ["A", "B"]
    assert "A" in dag
    assert "Q" not in dag


def test_repr_is_readable_and_short_for_large_graphs():
    assert repr(Dag("A -> B")) == "Dag('A -> B')"
    assert repr(Dag([], nodes=range(20))) == "<Dag: 20 variables, 0 edges>"


def test_the_empty_dag():
    dag = Dag("")
    assert (dag.nodes, dag.edges, dag.v_structures(), dag.topological_order) == ((), (), (), ())
    assert (dag.max_in_degree, dag.max_degree, dag.max_boundary_size) == (0, 0, 0)


@given(st.sets(st.integers(0, 300)))
def test_masks_and_members_are_inverse(group):
    assert list(members(mask_of(group))) == sorted(group)
    assert mask_of(members(mask_of(group))) == sum(1 << i for i in group)
