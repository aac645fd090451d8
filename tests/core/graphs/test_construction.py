"""What a Dag is made from: what is refused, in which words, and that every Dag can be shown."""

from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import Dag, d_separated
from marvel_widgets.core.graphs.construction import SUFFIXES
from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.formats.files import FORMATS

LIST = ["A"]
REFUSED = {
    "a label that is a list": (lambda: Dag([(LIST, "B")]), r"\['A'\] can't be the name"),
    "a node that is a list": (lambda: Dag([], nodes=[LIST]), r"\['A'\] can't be the name"),
    "a number as nodes": (lambda: Dag([], nodes=3), r"a list such as \['X', 'Y'\]; got 3"),
    "a node twice": (lambda: Dag([], nodes=[1, 2, 1.0]), "the variable 1 occurs twice"),
    "a number": (lambda: Dag(3), "text, edges or a networkx graph; got 3"),
    "an object": (lambda: Dag(object), "got <class 'object'>"),
    "edges that are sets": (lambda: Dag([{"A", "B"}]), "pair .tail, head.; got {"),
    "edges that are dicts": (lambda: Dag([{"A": 1, "B": 2}]), "pair .tail, head.; got {'A': 1"),
    "edges of three": (lambda: Dag(["A->"]), "got 'A->'"),
    "edges of bytes": (lambda: Dag([b"AB"]), "got b'AB'"),
    "edges that are numbers": (lambda: Dag([1, 2]), "pair .tail, head.; got 1"),
    "an undirected graph": (lambda: Dag(nx.Graph([(1, 2)])), "undirected; give a DiGraph"),
    "a long thing": (lambda: Dag([["A"] * 10**5]), r"pair .tail, head.; got \['A'.{60,80}$"),
    "a negative mask": (lambda: Dag.from_parent_masks([-1]), "the mask -1 of variable 0"),
    "a mask too large": (lambda: Dag.from_parent_masks([8, 0]), r"the mask 8 .* less than 2\*\*2"),
    "a mask of text": (lambda: Dag.from_parent_masks(["1"]), "non-negative integers"),
    "a mask of a fraction": (lambda: Dag.from_parent_masks([0.5]), "non-negative integers"),
    "no masks": (lambda: Dag.from_parent_masks(None), "got None"),
    "too few names": (lambda: Dag.from_parent_masks([0, 0], "A"), "1 names were given for 2 masks"),
    "a name twice": (lambda: Dag.from_parent_masks([0, 0], "AA"), "'A' occurs twice"),
    "a name of masks": (lambda: Dag.from_parent_masks([0], [LIST]), r"\['A'\] can't be the name"),
    "given a number": (
        lambda: d_separated(Dag("A -> B; C"), "A", "C", 5),
        r"names such as \['X', 'Y'\]; got 5",
    ),
    "induced on a number": (lambda: Dag("A -> B").induced(5), "got 5"),
    "a matrix as edges": (lambda: Dag(np.eye(3)), r"Dag\(nx.from_numpy_array\(matrix"),
    "a path": (lambda: Dag(Path("net.bif")), "Dag.from_file reads a file"),
    "the name of a file": (lambda: Dag("my net.BIF"), r"Dag.from_file\('my net.BIF'\) reads it"),
    "bytes": (lambda: Dag(b"<graphml/>"), "Dag.from_file reads a file"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_makes_no_dag_is_named_in_a_sentence(what):
    make, says = REFUSED[what]
    with pytest.raises(GraphError, match=says):
        make()


def test_a_matrix_goes_through_networkx():
    matrix = np.array([[0, 1, 1], [0, 0, 0], [0, 1, 0]])
    dag = Dag(nx.from_numpy_array(matrix, create_using=nx.DiGraph))
    assert (dag.nodes, dag.edges) == ((0, 1, 2), ((0, 1), (0, 2), (2, 1)))
    assert nx.to_numpy_array(dag.to_networkx()).tolist() == matrix.tolist()


def test_only_the_bare_name_of_a_file_is_none_of_a_variable():
    assert sorted(SUFFIXES) == sorted(suffix for form in FORMATS for suffix in form.suffixes)
    for text in ("{net.bif}", "A -> net.bif", "A; net.bif", '"net.bif"', "net.bif;"):
        assert "net.bif" in Dag(text)
    with pytest.raises(GraphError, match=r"name of a file: read_csv\('mine.csv'\) reads it"):
        Dag("mine.csv")
    assert "mine.csv" in Dag("A -> mine.csv")
    assert Dag(Dag([], nodes=["net.bif"]).to_text()).nodes == ("net.bif",)
    assert Dag(np.array([[0, 1], [1, 2], [0, 2]])).edges == ((0, 1), (0, 2), (1, 2))


NAMES = st.one_of(st.just(""), st.integers(), st.text(max_size=3), st.floats(allow_nan=False))


@given(st.lists(NAMES, unique=True, max_size=5), st.data())
def test_every_dag_can_be_shown_and_the_short_ones_read_back(names, data):
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    dag = Dag(edges, nodes=names)
    back = eval(repr(dag), {"Dag": Dag, "inf": float("inf")})
    assert list(map(str, back.nodes)) == list(map(str, dag.nodes))
    assert [(str(a), str(b)) for a, b in back.edges] == [(str(a), str(b)) for a, b in dag.edges]


def test_names_that_no_text_can_hold_are_shown_as_pairs():
    assert repr(Dag([("", "A")])) == "Dag([('', 'A')], nodes=['', 'A'])"
    assert repr(Dag([(1, "1")])) == "Dag([(1, '1')], nodes=[1, '1'])"
    assert eval(repr(Dag([((1, 2), "(1, 2)")]))) == Dag([((1, 2), "(1, 2)")])
    assert repr(Dag(f"{'x' * 2000} -> y")) == "<Dag: 2 variables, 1 edges>"
