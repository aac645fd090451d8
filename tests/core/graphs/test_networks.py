"""The bundled networks: their sizes, and equality with the sources where these are at hand."""

import json
import zlib
from pathlib import Path

import networkx as nx
import pytest

from marvel_widgets.core.graphs import networks
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import GraphError

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
    assert networks.names() == tuple(CHECKSUMS)


@pytest.mark.parametrize("name", CHECKSUMS)
def test_no_edge_has_changed_since_it_was_compared_with_its_source(name):
    dag, info = networks.load(name), networks.info(name)
    assert zlib.crc32(repr(sorted(dag.edges)).encode()) == CHECKSUMS[name]
    assert (info.name, info.variables, info.edges) == (name, len(dag), dag.edge_count)
    assert networks.size(name) == len(dag)


@pytest.mark.parametrize("name", CHECKSUMS)
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


def test_each_load_is_a_new_reading():
    assert networks.load("asia") == networks.load("asia")
    assert networks.load("asia") is not networks.load("asia")


@needs_sources
@pytest.mark.parametrize("name", [n for n in CHECKSUMS if not n.endswith("-paper")])
def test_structure_and_order_equal_the_source(name):
    source = json.loads((SOURCES / f"{name}.json").read_text(encoding="utf-8"))
    dag = networks.load(name)
    assert list(dag.nodes) == source["nodes"]
    assert set(dag.edges) == set(map(tuple, source["edges"]))
    assert dag.edge_count == len(source["edges"])


@needs_sources
@pytest.mark.parametrize("name", [n for n in CHECKSUMS if n.endswith("-paper")])
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


def test_the_data_files_are_plain_texts_in_our_own_notation():
    folder = Path(networks.__file__).parent / "data"
    found = {path.stem for path in folder.glob("*.dag")}
    by_rule = {"insurance-paper", "alarm-paper", "win95pts-paper"}
    assert found == set(CHECKSUMS) - by_rule
    for name in ("asia", "link", "diabetes-paper"):
        assert Dag.from_file(folder / f"{name}.dag") == networks.load(name)
