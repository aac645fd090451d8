"""The bundled networks: their sizes, and equality with the sources where these are at hand."""

import json
import random
import re
import zlib
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError

# variables, edges, largest in-degree
SIZES = {
    "cancer": (5, 4, 2),
    "earthquake": (5, 4, 2),
    "survey": (6, 6, 2),
    "asia": (8, 8, 2),
    "sachs": (11, 17, 3),
    "child": (20, 25, 2),
    "insurance": (27, 52, 3),
    "water": (32, 66, 5),
    "mildew": (35, 46, 3),
    "alarm": (37, 46, 4),
    "barley": (48, 84, 4),
    "hailfinder": (56, 66, 4),
    "hepar2": (70, 123, 6),
    "win95pts": (76, 112, 7),
    "munin1": (186, 273, 3),
    "andes": (223, 338, 6),
    "diabetes": (413, 602, 2),
    "pigs": (441, 592, 2),
    "link": (724, 1125, 3),
    "insurance-paper": (27, 51, 3),
    "alarm-paper": (37, 46, 4),
    "win95pts-paper": (76, 70, 6),
    "diabetes-paper": (104, 148, 2),
}
# of the sorted edges, taken when they were equal or isomorphic to the sources: see below
CHECKSUMS = {
    "cancer": 0x4E49BD83,
    "earthquake": 0xBE226B2A,
    "survey": 0x66760EEA,
    "asia": 0x204BFA6E,
    "sachs": 0x9027F5F6,
    "child": 0xDC3987CC,
    "insurance": 0x345C4A51,
    "water": 0xA3D92454,
    "mildew": 0xD0D77C37,
    "alarm": 0xC13D2281,
    "barley": 0xE4B1E56E,
    "hailfinder": 0x06D9F618,
    "hepar2": 0x387A1ED9,
    "win95pts": 0xD83AC872,
    "munin1": 0x43CEFFDA,
    "andes": 0x5022D7B9,
    "diabetes": 0xDDE897F2,
    "pigs": 0xEEE0D588,
    "link": 0xBB2EF5EB,
    "insurance-paper": 0x2CD4AFED,
    "alarm-paper": 0xE9EAC3B7,
    "win95pts-paper": 0x2D2B1FB3,
    "diabetes-paper": 0x945A4537,
}
SOURCES = Path(__file__).resolve().parents[4] / "shared" / "networks"
needs_sources = pytest.mark.skipif(
    not SOURCES.is_dir(), reason="the source networks are not beside this checkout"
)


def as_digraph(network):
    nodes = network["nodes"]
    graph = nx.DiGraph()
    graph.add_nodes_from(range(nodes) if isinstance(nodes, int) else nodes)
    graph.add_edges_from(map(tuple, network["edges"]))
    return graph


def test_all_networks_are_listed_from_small_to_large():
    assert networks.names() == tuple(SIZES)


@pytest.mark.parametrize("name", SIZES)
def test_sizes_are_those_of_the_literature(name):
    dag = networks.load(name)
    info = networks.info(name)
    assert (len(dag), dag.edge_count, dag.max_in_degree) == SIZES[name]
    assert (info.name, info.variables, info.edges) == (name, *SIZES[name][:2])
    assert networks.size(name) == len(dag)


@pytest.mark.parametrize("name", SIZES)
def test_no_edge_has_changed_since_it_was_compared_with_its_source(name):
    edges = repr(sorted(networks.load(name).edges))
    assert zlib.crc32(edges.encode()) == CHECKSUMS[name]


@pytest.mark.parametrize("name", SIZES)
def test_every_network_says_where_it_is_from(name):
    info = networks.info(name)
    origin, terms = "bnlearn.com/bnrepository", "CC BY-SA 3.0"
    if name == "diabetes-paper":
        origin, terms = "github.com/Ehsan-Mokhtarian/MARVEL", "MIT, Copyright (c) 2020"
    assert origin in info.source
    assert "structure only" in info.source
    assert info.license.startswith(terms)
    assert info.note.endswith(".")
    assert info.reference or name in ("win95pts", "win95pts-paper", "pigs")
    assert "#" not in info.source + info.license + info.reference + info.note


def test_an_unknown_name_is_refused_with_a_suggestion():
    with pytest.raises(GraphError, match="no network 'Alram'; did you mean 'alarm'"):
        networks.load("Alram")
    with pytest.raises(GraphError, match=r"no network 'xyz'; there are cancer, .*diabetes-paper"):
        networks.info("xyz")
    with pytest.raises(GraphError, match=r"no network '\.\./asia'"):
        networks.load("../asia")
    with pytest.raises(GraphError, match="no network 'Alram'"):
        networks.size("Alram")


def test_the_license_of_the_structure_from_the_authors_is_in_the_package():
    text = (Path(networks.__file__).parent / "data" / "LICENSE.txt").read_text(encoding="utf-8")
    assert "diabetes-paper.dag comes from the program of the authors" in text
    assert "Copyright (c) 2020 Ehsan-mokh" in text
    assert "shall be included in all copies" in " ".join(text.split())


def test_the_diabetes_of_the_paper_is_not_a_beginning_of_the_repositorys():
    whole, used = networks.load("diabetes"), networks.load("diabetes-paper")
    later = re.compile(r"_([6-9]|\d\d)$")  # the slice is the number at the end of a name
    first = whole.to_networkx().subgraph([v for v in whole.nodes if not later.search(v)])
    assert (len(first), first.number_of_edges()) == (len(used), used.edge_count)
    assert not nx.is_isomorphic(first, used.to_networkx())


def test_each_load_is_a_new_reading():
    assert networks.load("asia") == networks.load("asia")
    assert networks.load("asia") is not networks.load("asia")


@needs_sources
@pytest.mark.parametrize("name", [n for n in SIZES if not n.endswith("-paper")])
def test_structure_and_order_equal_the_source(name):
    source = json.loads((SOURCES / f"{name}.json").read_text(encoding="utf-8"))
    dag = networks.load(name)
    assert list(dag.nodes) == source["nodes"]
    assert set(dag.edges) == set(map(tuple, source["edges"]))
    assert dag.edge_count == len(source["edges"])


@needs_sources
@pytest.mark.parametrize("name", [n for n in SIZES if n.endswith("-paper")])
def test_paper_variants_are_isomorphic_to_the_structures_of_the_experiments(name):
    original = name.removesuffix("-paper")
    path = SOURCES / "paper_variants" / f"{original}.json"
    used = as_digraph(json.loads(path.read_text(encoding="utf-8")))
    assert nx.is_isomorphic(networks.load(name).to_networkx(), used)
    assert not nx.is_isomorphic(networks.load(original).to_networkx(), used)


@needs_sources
@pytest.mark.parametrize("name", ["mildew", "barley"])
def test_mildew_and_barley_were_used_as_they_are(name):
    path = SOURCES / "paper_variants" / f"{name}.json"
    used = as_digraph(json.loads(path.read_text(encoding="utf-8")))
    assert nx.is_isomorphic(networks.load(name).to_networkx(), used)


def test_paper_variants_differ_from_the_repository_as_they_say():
    def difference(name):
        old, new = networks.load(name), networks.load(f"{name}-paper")
        assert old.nodes == new.nodes
        return set(old.edges) - set(new.edges), set(new.edges) - set(old.edges)

    assert difference("insurance") == ({("Accident", "MedCost")}, set())
    assert difference("alarm") == ({("TPR", "BP")}, {("TPR", "CO")})
    lost, gained = difference("win95pts")
    assert gained == set()
    with_parents = {head for _, head in networks.load("win95pts").edges}
    assert len(with_parents) == 42
    assert Counter(head for _, head in lost) == dict.fromkeys(with_parents, 1)
    # these lists are in another order than the variables
    assert {
        ("PTROFFLINE", "DS_NTOK"),
        ("CblPrtHrdwrOK", "LclGrbld"),
        ("NtwrkCnfg", "NtGrbld"),
        ("NtwrkCnfg", "REPEAT"),
    } <= lost
    assert (
        sum(1 for _, degree in networks.load("win95pts-paper").to_networkx().degree if not degree)
        == 19
    )


def test_the_last_parent_is_the_last_written():
    rng = random.Random(7)
    for _ in range(50):
        pairs = [(u, v) for v in "ABCDEF" for u in "ABCDEF" if u < v and rng.random() < 0.6]
        rng.shuffle(pairs)
        kept = networks.without_last_parents(pairs)
        for v in "BCDEF":
            before = [u for u, head in pairs if head == v]
            assert [u for u, head in kept if head == v] == before[:-1]


def test_the_data_files_are_plain_texts_in_our_own_notation():
    folder = Path(networks.__file__).parent / "data"
    found = {path.stem for path in folder.glob("*.dag")}
    by_rule = {"insurance-paper", "alarm-paper", "win95pts-paper"}
    assert found == set(SIZES) - by_rule
    for name in ("asia", "link", "diabetes-paper"):
        assert Dag.from_file(folder / f"{name}.dag") == networks.load(name)
