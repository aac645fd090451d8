"""Witnesses: every reason shown to a reader, checked by the definition."""

from itertools import pairwise

import hypothesis
import pytest
from hypothesis import strategies as st

from marvel_widgets import Dag, all_paths, moral_certificate, open_path
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.witness import described_path
from tests import strategies
from tests.reference import separation as reference
from tests.reference.checks import dag_of, graph_of
from tests.reference.dags import ancestors, descendants, graph
from tests.slices import graphs_of, small_graphs


def wrong_with_path(g, path, x, y, given):
    """Return what a described path says that the definition denies, or None."""
    walk = path.names
    if (walk[0], walk[-1]) != (x, y) or len(set(walk)) != len(walk):
        return "not a path from x to y", walk
    for (a, b), arrow in zip(pairwise(walk), path.arrows, strict=True):
        if ((a, b) if arrow == "->" else (b, a)) not in g.edges:
            return "an arrow that is not there", a, arrow, b
    for at, vertex in enumerate(path.vertices):
        if at in (0, len(walk) - 1):
            role, through = "end", True
        else:
            around = walk[at - 1], walk[at], walk[at + 1]
            role = reference.role(g, *around)
            through = reference.lets_through(g, *around, given)
        if (vertex.role, vertex.is_open, vertex.given) != (role, through, vertex.name in given):
            return "a wrong state", vertex
        opens = descendants(g, vertex.name) & given
        if (vertex.opened_by is None) == (role == "collider" and through):
            return "an opener missing or too many", vertex
        if vertex.opened_by is not None and vertex.opened_by not in opens:
            return "an opener that does not open", vertex
    return None


@graphs_of("shapes", "five")
def test_open_path_is_a_shortest_open_path_or_there_is_none(graphs):
    for g in graphs():
        for x, y, given in reference.statements(g):
            known = [p for p in reference.paths(g, x, y) if reference.is_open(g, p, given)]
            path = open_path(dag_of(g), x, y, given)
            assert (path is None) == (not known), (g, x, y, given)
            if path is None:
                continue
            wrong = wrong_with_path(g, path, x, y, given)
            assert not wrong, (g, x, y, given, path, wrong)
            assert path.is_open, (g, x, y, given, path, wrong)
            assert len(path.names) == min(map(len, known)), (g, x, y, given, path, wrong)


@hypothesis.given(strategies.graphs(min_size=2, max_size=7), st.data())
def test_open_path_on_random_graphs(g, data):
    x, y, *rest = data.draw(st.permutations(g.vertices))
    given = frozenset(data.draw(st.sets(st.sampled_from(rest)) if rest else st.just(set())))
    path = open_path(dag_of(g), x, y, given)
    if path is None:
        assert reference.separation(g)(x, y, given)
    else:
        assert wrong_with_path(g, path, x, y, given) is None
        assert path.is_open
        assert path.blocker is None


@small_graphs
def test_all_paths_are_listed_with_their_states(graphs):
    for g in graphs():
        for x, y, given in reference.statements(g):
            listed = all_paths(dag_of(g), x, y, given)
            names = [path.names for path in listed.paths]
            assert not listed.is_cut, (g, x, y)
            assert sorted(names) == sorted(reference.paths(g, x, y)), (g, x, y)
            assert [len(n) for n in names] == sorted(len(n) for n in names), (g, x, y)
            wrong = [wrong_with_path(g, path, x, y, given) for path in listed.paths]
            assert not any(wrong), (g, x, y, given, wrong)
            blocked = all(path.blocker is not None for path in listed.paths)
            assert blocked == reference.separation(g)(x, y, given), (g, x, y, given)


@hypothesis.given(strategies.graphs(min_size=2, max_size=7), st.integers(1, 6))
def test_a_cut_list_says_so_and_holds_the_first_paths(g, limit):
    dag = dag_of(g)
    x, y = g.vertices[0], g.vertices[-1]
    whole = all_paths(dag, x, y, limit=10_000)
    assert not whole.is_cut
    cut = all_paths(dag, x, y, limit=limit)
    assert cut.paths == whole.paths[:limit]
    assert cut.is_cut == (len(whole.paths) > limit)


def test_a_graph_with_too_many_paths_is_cut_and_says_so():
    clique = Dag([(a, b) for b in range(20) for a in range(b)], nodes=range(20))
    listed = all_paths(clique, 0, 19, limit=30)
    assert listed.is_cut
    assert len(listed.paths) == 30
    assert [len(path.names) for path in listed.paths] == [2] + [3] * 18 + [4] * 11


def test_a_limit_below_zero_is_refused():
    with pytest.raises(GraphError, match="limit must be non-negative; got -1"):
        all_paths(Dag("A -> B"), "A", "B", limit=-1)


def test_variables_in_different_components_have_no_path():
    dag = Dag("A -> B; C -> D")
    assert all_paths(dag, "A", "D").paths == ()
    assert not all_paths(dag, "A", "D").is_cut
    assert open_path(dag, "A", "D") is None


def test_each_role_and_state_reads_as_drawn():
    dag = Dag("X -> M <- Y; M -> D; X <- F -> Y; X -> C -> Y")
    states = {
        str(path): [(v.role, v.is_open, v.opened_by) for v in path.vertices[1:-1]]
        for path in all_paths(dag, "X", "Y", given={"D", "C"}).paths
    }
    assert states == {
        "X -> M <- Y": [("collider", True, "D")],
        "X <- F -> Y": [("fork", True, None)],
        "X -> C -> Y": [("chain", False, None)],
    }


def test_described_path_accepts_any_walk_of_a_path():
    g = graph(3, "02 12")
    path = described_path(dag_of(g), [0, 2, 1], 0)
    assert str(path) == "0 -> 2 <- 1"
    assert path.blocker.name == 2


def ancestral_moral_graph(g, x, y, given):
    """Return the ancestral set, the edges, and the pairs joined by a child only."""
    inside = frozenset().union(*(ancestors(g, v) for v in {x, y} | given))
    near = {frozenset(e) for e in g.edges if set(e) <= inside}
    married = {
        frozenset((a, b))
        for a, c in g.edges
        for b, d in g.edges
        if c == d and a != b and c in inside
    } - {frozenset(e) for e in g.edges}
    return inside, near, married


@graphs_of("shapes", "five")
def test_moral_certificate_is_right(graphs):
    for g in graphs():
        for x, y, given in reference.statements(g):
            found = moral_certificate(dag_of(g), x, y, given)
            inside, near, married = ancestral_moral_graph(g, x, y, given)
            assert (found.ancestral, found.married) == (inside, married), (g, x, y, given)
            assert found.separated == reference.separation(g)(x, y, given), (g, x, y, given)
            reached = {x}
            edges = near | married
            while more := {v for e in edges if e & reached for v in e - given - reached}:
                reached |= more
            assert found.reached == reached, (g, x, y, given)
            steps = [] if found.path is None else list(map(frozenset, pairwise(found.path)))
            assert set(steps) <= edges, g
            assert not set(found.path or ()) & given, g


@hypothesis.given(strategies.named_dags(min_size=2), st.data())
def test_two_reasons_agree_on_named_graphs(dag, data):
    x, y, *rest = data.draw(st.permutations(dag.nodes))
    given = set(data.draw(st.sets(st.sampled_from(rest)) if rest else st.just(set())))
    path = open_path(dag, x, y, given)
    assert (path is None) == moral_certificate(dag, x, y, given).separated
    if path is not None:
        place = dag.nodes.index
        walk = tuple(map(place, path.names))
        assert reference.is_open(graph_of(dag), walk, frozenset(map(place, given)))
