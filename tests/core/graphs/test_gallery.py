"""The gallery: each DAG is what its point says, by networkx and by definition."""

import json
import re
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest

from marvel_widgets import record
from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.gallery import gallery

# variables, edges, largest in-degree, degree and Markov boundary; removable variables
FACTS = {
    "one-edge": (2, 1, 1, 1, 1, "A B"),
    "chain": (3, 2, 1, 2, 2, "A C"),
    "fork": (3, 2, 1, 2, 2, "A C"),
    "collider": (3, 2, 2, 2, 2, "A B C"),
    "triangle": (3, 3, 2, 2, 2, "A B C"),
    "condition-2-trap": (4, 4, 2, 3, 3, "Z T"),
    "condition-2-repaired": (4, 5, 3, 3, 3, "X Y Z T"),
    "chordless-4-cycle": (4, 4, 2, 2, 3, "D"),
    "smallest-boundary-fails": (5, 5, 3, 3, 4, "B E"),
    "star-6": (6, 5, 1, 5, 5, "Z1 Z2 Z3 Z4 Z5"),
    "star-10": (10, 9, 1, 9, 9, None),
    "clique-4": (4, 6, 3, 3, 3, "X1 X2 X3 X4"),
    "clique-5": (5, 10, 4, 4, 4, "X1 X2 X3 X4 X5"),
    "two-clusters": (6, 6, 2, 2, 2, "X1 X2 X3 X4 X5 X6"),
    "cancer": (5, 4, 2, 4, 4, "Pollution Smoker Xray Dyspnoea"),
    "asia": (8, 8, 2, 4, 5, "asia xray dysp"),
    "sachs": (11, 17, 3, 7, 7, None),
    "collider-star-12": (13, 12, 12, 12, 12, None),
    "star-14": (14, 13, 1, 13, 13, None),
    "figure-2a": (3, 3, 2, 2, 2, "X Z W"),
    "figure-2b": (3, 3, 2, 2, 2, "X Z W"),
    "figure-2c": (4, 5, 3, 3, 3, "X Y Z T"),
    "proof-collider": (7, 8, 3, 4, 4, "X Y Z T"),
    "proof-non-collider": (6, 7, 3, 4, 4, "Y Pl X Z"),
    "figure-6-cluster": (5, 9, 4, 4, 4, "Xi Xj R"),
    "printed-orientation-4": (4, 4, 2, 3, 3, None),
    "printed-orientation-6": (6, 7, 3, 3, 5, None),
    "false-outside-boundary": (5, 5, 2, 2, 3, None),
    "lost-co-parent": (7, 13, 5, 5, 6, None),
    "stale-co-parents": (6, 10, 5, 5, 5, None),
    "update-set": (6, 8, 2, 4, 5, None),
}
SOURCE = Path(__file__).resolve().parents[4] / "shared" / "gallery.json"
SLUGS = {
    "condition-2 trap (Fig. R,c without red edge)": "condition-2-trap",
    "condition-2 repaired": "condition-2-repaired",
    "smallest-Mb-first fails": "smallest-boundary-fails",
    "star p=6 (paper Fig. 1)": "star-6",
    "star p=10 (paper Fig. 1)": "star-10",
    "clique K4": "clique-4",
    "clique K5": "clique-5",
    "two adversary clusters d=2": "two-clusters",
}


def boundary_by_moral_graph(dag, name):
    return set(nx.moral_graph(dag.to_networkx())[name])


def separations(graph, names):
    """All d-separations among some variables, by networkx."""
    return {
        (x, y, given)
        for x, y in combinations(sorted(names), 2)
        for size in range(len(names) - 1)
        for given in combinations(sorted(set(names) - {x, y}), size)
        if nx.is_d_separator(graph, {x}, {y}, set(given))
    }


def removable_by_definition(dag):
    graph = dag.to_networkx()
    rest = {name: [n for n in dag if n != name] for name in dag}
    return {
        name
        for name in dag
        if separations(graph, rest[name]) == separations(graph.subgraph(rest[name]), rest[name])
    }


def test_the_gallery_is_a_read_only_mapping():
    assert list(gallery) == list(FACTS)
    assert len(gallery) == len(FACTS)
    assert "chain" in gallery
    assert "Chain" not in gallery
    assert 3 not in gallery
    assert dict(gallery)["chain"] == Dag("A -> B -> C")
    assert "chain" in repr(gallery)
    with pytest.raises(TypeError):
        gallery["chain"] = Dag("A -> B")  # type: ignore[index]


def test_an_unknown_name_is_refused_with_a_suggestion():
    with pytest.raises(GraphError, match="no 'colider'; did you mean 'collider'"):
        gallery["colider"]
    with pytest.raises(GraphError, match=r"no 'qqq'; there are one-edge, .*update-set"):
        gallery.entry("qqq")


@pytest.mark.parametrize("name", FACTS)
def test_every_entry_has_a_title_and_a_point_of_one_sentence(name):
    entry = gallery.entry(name)
    assert (entry.name, entry.dag) == (name, gallery[name])
    assert entry.title
    assert entry.point.endswith(".")
    assert ". " not in entry.point
    assert not re.search("[a-z]- ", entry.point)  # a word broken at a line end
    assert "\n" not in entry.point
    assert entry in gallery.entries()


def test_titles_and_points_differ():
    entries = gallery.entries()
    assert len({entry.title for entry in entries}) == len(entries)
    assert len({entry.point for entry in entries}) == len(entries)


@pytest.mark.parametrize("name", FACTS)
def test_sizes_and_boundaries_by_networkx(name):
    p, edges, in_degree, degree, boundary, _ = FACTS[name]
    dag = gallery[name]
    graph = dag.to_networkx()
    assert (len(graph), graph.number_of_edges()) == (p, edges)
    assert max(d for _, d in graph.in_degree) == dag.max_in_degree == in_degree
    assert max(d for _, d in graph.degree) == dag.max_degree == degree
    for variable in dag:
        assert dag.markov_boundary(variable) == boundary_by_moral_graph(dag, variable)
    assert dag.max_boundary_size == boundary


@pytest.mark.parametrize("name", [n for n, facts in FACTS.items() if facts[-1] and facts[0] < 7])
def test_removable_variables_by_definition(name):
    assert removable_by_definition(gallery[name]) == set(FACTS[name][-1].split())


@pytest.mark.skipif(not SOURCE.is_file(), reason="the source is not beside this checkout")
def test_all_graph_facts_of_the_source():
    for row in json.loads(SOURCE.read_text(encoding="utf-8")):
        dag = gallery[SLUGS.get(row["name"], row["name"].replace(" ", "-"))]
        assert set(dag.nodes) == set(row["nodes"])
        assert list(dag.nodes) == row["nodes"] or row["name"] == "sachs"
        assert set(dag.edges) == set(map(tuple, row["edges"]))
        graph = dag.to_networkx()
        assert len(dag) == row["p"]
        assert max(d for _, d in graph.in_degree) == row["delta_in"]
        assert max(d for _, d in graph.degree) == row["delta"]
        boundaries = {name: boundary_by_moral_graph(dag, name) for name in dag}
        assert {name: sorted(b) for name, b in boundaries.items()} == row["mb"]
        assert max(map(len, boundaries.values())) == row["alpha_mb"]
        if len(dag) <= 6:
            assert removable_by_definition(dag) == set(row["removable"])


def passes_condition_one(dag, x):
    return all(dag.neighbors(x) <= dag.neighbors(z) | {z} for z in dag.children(x))


def test_small_boundaries_that_do_not_help():
    dag = gallery["chordless-4-cycle"]
    assert len(dag.markov_boundary("B")) == dag.max_in_degree
    dag = gallery["smallest-boundary-fails"]
    sizes = {name: len(dag.markov_boundary(name)) for name in dag}
    assert [name for name in dag if sizes[name] == min(sizes.values())] == ["C"]


def test_v_structures_of_the_real_networks():
    assert len(gallery["asia"].v_structures()) == 2
    assert gallery["sachs"].v_structures() == ()
    for name in ("cancer", "asia", "sachs"):
        assert gallery[name].nodes == networks.load(name).nodes


def test_removable_variables_of_asia_and_the_proof():
    for name in ("asia", "proof-collider", "proof-non-collider"):
        assert set(FACTS[name][-1].split()) == removable_by_theorem(gallery[name])


def removable_by_theorem(dag):
    return {
        x
        for x in dag
        if passes_condition_one(dag, x)
        and all(
            dag.parents(y) <= dag.parents(z)
            for z in dag.children(x)
            for y in dag.children(x) & dag.parents(z)
        )
    }


def test_only_one_set_separates_in_the_cluster():
    dag = gallery["figure-6-cluster"]
    graph = dag.to_networkx()
    subsets = [set(s) for size in range(4) for s in combinations(("S1", "S2", "R"), size)]
    assert len(subsets) == 8
    assert [s for s in subsets if nx.is_d_separator(graph, {"Xi"}, {"Xj"}, s)] == [{"S1", "S2"}]
    assert nx.is_isomorphic(graph.to_undirected(), nx.complete_graph(5)) is False
    assert graph.number_of_edges() == gallery["clique-5"].edge_count - 1


def test_the_counterexamples_are_numbered_in_order():
    for name in list(gallery)[-6:]:
        assert gallery[name].nodes == tuple(f"V{i}" for i in range(FACTS[name][0]))


@pytest.mark.parametrize(
    ("name", "edges"),
    [
        ("printed-orientation-4", "02 12 13 23"),
        ("printed-orientation-6", "02 03 05 12 23 35 45"),
        ("false-outside-boundary", "03 04 12 23 41"),
        ("lost-co-parent", "04 06 15 16 20 23 24 25 31 34 36 54 64"),
        ("stale-co-parents", "02 03 12 14 15 32 34 42 50 52"),
        ("update-set", "02 04 05 12 13 23 34 35"),
    ],
)
def test_the_counterexamples_are_the_ones_that_were_found(name, edges):
    assert {a[1:] + b[1:] for a, b in gallery[name].edges} == set(edges.split())


def test_the_order_of_the_names_decides_what_the_collider_star_costs():
    last = gallery["collider-star-12"]
    first = Dag(last.edges, nodes=["C", *last.nodes[:-1]])
    asked = [record("marvel", dag).result.counts.distinct for dag in (last, first)]
    assert asked == [24_708, 92_226]
    assert record("pc", last).result.counts.distinct == 24_708
    # every set of the 11 others for an edge; given all, then given nothing, for two causes
    assert 24_708 == 12 * 2**11 + 12 * 11 // 2 * 2
