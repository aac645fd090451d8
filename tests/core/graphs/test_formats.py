"""Graphs in files: round trips, texts that other programs write, refusals with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marvel_widgets import DSeparation, FunctionTest, Pdag, marvel
from marvel_widgets.core.graphs import formats
from marvel_widgets.core.graphs.dag import Dag
from marvel_widgets.core.graphs.errors import (
    GraphError,
    GraphSyntaxError,
    HiddenVariableError,
)
from marvel_widgets.core.graphs.grammar import parse_text
from tests.graph_texts import READ, REFUSED, WRITERS
from tests.strategies import AWKWARD

BIF_FORMAT, DOT_FORMAT, DAGITTY_FORMAT, GRAPHML_FORMAT, *_ = formats.FORMATS


def parsed(form: formats.Format, text: str) -> Dag:
    """Return the DAG of a text in a format."""
    return Dag(form.read(text))


FORMATS = pytest.mark.parametrize("form", formats.FORMATS, ids=lambda form: form.name)


@st.composite
def dags(draw, names):
    """A random DAG whose order of variables has nothing to do with its causal order."""
    labels = draw(st.lists(names, unique=True, max_size=6))
    pairs = [(a, b) for i, a in enumerate(labels) for b in labels[i + 1 :]]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return Dag(edges, nodes=draw(st.permutations(labels)))


any_text = st.one_of(st.sampled_from(AWKWARD), st.text(min_size=1, max_size=8))
xml_text = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=8),
).filter(lambda name: not set(name) & set("\ufffe\uffff"))


def same(left, right):
    return left.nodes == right.nodes and left.edges == right.edges


@FORMATS
@given(data=st.data())
def test_every_format_gives_back_names_order_and_edges(form, data):
    names = xml_text if form is GRAPHML_FORMAT else any_text
    dag = data.draw(dags(names))
    assert same(parsed(form, WRITERS[form.name](dag)), dag)


@FORMATS
def test_names_that_a_file_cannot_tell_apart_are_refused(form):
    with pytest.raises(GraphError, match="1 and '1' are both written 1"):
        WRITERS[form.name](Dag([(1, "1")]))
    with pytest.raises(GraphError, match="empty name"):
        WRITERS[form.name](Dag([], nodes=[""]))
    assert parsed(form, WRITERS[form.name](Dag([(0, 1)]))).nodes == ("0", "1")


def test_our_own_notation_is_the_default():
    for text in (
        "A -> B", "dag -> B", "graph; {A} -> B", '"dag" -> {A B}', "network <- {A B}",
        "variable -> {type B}", "# digraph {\nA -> B",
    ):  # fmt: skip
        assert formats.format_of(text) is formats.NOTATION
        assert Dag(text) == Dag(parse_text(text))


BIF = """network "a net" { property "made by hand"; }
property "for { nobody";
// a comment with variable Z {
variable Smoke { type discrete [ 2 ] { yes, "no }" }; property "position = (1, 2)"; }
variable  "Drive Quality" { type discrete[3] { <5, 5-12, 12+ }; }
probability ( Xray | Smoke , "Drive Quality" ) { /* } */ (yes, <5) 0.5, 0.5; default 0.1, 0.9; }
variable Xray { type discrete [ 2 ] { a, b }; }
probability ( Smoke ) { table 0.5, 0.5; }
probability ( "Drive Quality" | Smoke ) { }
"""


BLOCKS = "expected variable NAME { ... } or probability ( NAME | NAME, ... ) { ... }, found "
BAD_BIF = {
    "variable X { type": (1, 12, 'this "{" is never closed'),
    "variable { }": (1, 1, BLOCKS + '"variable"'),
    "variable X { }\nvariable X { }": (2, 10, "X occurs twice; delete one"),
    "variable X { }\nprobability X { }": (2, 1, BLOCKS + '"probability"'),
    "variable X { }\nprobability ( X | Y ) { }": (2, 19, "no variable block names Y"),
    "variable X { }\nprobability ( X | X Y, X ) { }": (2, 24, "X occurs twice"),
    "variable X { }\nprobability ( X | ": (2, 1, BLOCKS),
    "variable X { }\nprobability (X) {}\nprobability (X) {}": (3, 14, "X occurs twice"),
    "variable X { }\nedge X Y": (2, 1, BLOCKS + '"edge"'),
    "variable X { /* }": (1, 12, 'this "{" is never closed'),
    "property x": (1, 1, BLOCKS),
    'variable "" { }': (1, 10, "expected a name"),
}


DOT = """/* made by Graphviz */
strict Digraph "my graph" {
  graph [rankdir=LR]; node [shape=box, label="a -> b"]
  rankdir = "LR"
  edge [color="red", dir=forward]
  subgraph cluster_0 { label = "left"; A -> B -> C [weight=2]; }
  { rank=same; D; E }
  A -> { D; E } -> "F G" [label="dir=both"]
  subgraph { H } -> A
  A -> B
  1.5 -> node1 // and no more
}
"""


BAD_DOT = {
    "graph { A -- B }": (1, 1, 'expected "digraph", found "graph", whose edges have no direction'),
    "digraph { A -- B }": (1, 13, "an undirected edge --"),
    "digraph { A -> B [dir=both] }": (1, 19, "dir=both draws a two-headed arrow"),
    'digraph {\n edge [color=red dir="none"] A -> B }': (2, 18, "without a direction"),
    "digraph { A -> B [dir=back] }": (1, 19, "write the edge the other way round"),
    "strict { A }": (1, 1, 'expected "digraph", found "strict"'),
    "A -> B": (1, 1, 'expected "digraph", found "A"'),
    "digraph A -> B": (1, 11, 'expected "{", found "->"'),
    "digraph { A -> }": (1, 16, 'expected a name or "{", found "}"'),
    "digraph { A -> B": (1, 9, 'this "{" is never closed'),
    "digraph { A } }": (1, 15, 'expected nothing after the last "}"'),
    "digraph { rank = }": (1, 18, 'expected a value after "=", found "}"'),
    "digraph " + "{" * 150: (1, 109, "this is deeper in braces than 100"),
}


DAGITTY = """dag "smoking" {
bb="-2.5,-2,2.5,2"
"Drive quality" [exposure,pos="-1.0,0.5"]
Y [outcome, pos="1,1"]
U [latent]
"Drive quality" -> Y [beta=".5"]
Y <- U -> {V W}
}
"""


BAD_DAGITTY = {
    "pdag { A -> B }": (1, 1, 'expected "dag", found "pdag", where not every edge is an arrow'),
    "dag A B { }": (1, 7, 'expected "{", found "B"'),
    'dag { bb= "1,1" X } Y': (1, 21, 'expected nothing after the last "}", found "Y"'),
    "": (1, 1, 'expected "dag", found the end of the text'),
}


BAD = {BIF_FORMAT: BAD_BIF, DOT_FORMAT: BAD_DOT, DAGITTY_FORMAT: BAD_DAGITTY}


@pytest.mark.parametrize(("form", "text"), [(form, text) for form in BAD for text in BAD[form]])
def test_errors_name_the_place_and_what_was_expected(form, text):
    line, column, problem = BAD[form][text]
    with pytest.raises(GraphSyntaxError) as caught:
        parsed(form, text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert problem in caught.value.problem


@pytest.mark.parametrize("text", [*READ, *REFUSED])
def test_other_peoples_texts_are_read_rightly_or_refused_with_the_way_out(text, tmp_path):
    path = tmp_path / "graph.txt"
    path.write_text(text, "utf-8")
    for read in (Dag, lambda _: Dag.from_file(path)):
        if text in READ:
            made, right = read(text), Dag(READ[text])
            assert (made, made.nodes) == (right, right.nodes)
            continue
        with pytest.raises(GraphError) as refused:
            read(text)
        assert REFUSED[text] in str(refused.value)


def test_what_a_text_calls_latent_can_be_taken_as_measured(tmp_path):
    text = 'dag { U [latent]; V [l]; S [selected]; U -> {A S} <- V; A [pos="l"] }'
    with pytest.raises(HiddenVariableError, match=r"^U, V, S are latent or selected, .* takes U"):
        Dag(text)
    path = tmp_path / "graph.dagitty"
    path.write_text(text)
    for dag in (Dag(text, latents="measured"), Dag.from_file(path, latents="measured")):
        assert dag == Dag("U -> {A S} <- V")
    pdag = Pdag(text.replace("dag", "pdag", 1).replace("->", "--"), latents="measured")
    assert (len(pdag.undirected), len(pdag.directed)) == (2, 2)
    some = FunctionTest(["A", "S"], DSeparation(dag))  # as the refusal says
    assert marvel(some).skeleton == {frozenset("AS")}


def test_a_pdag_is_read_as_a_dag_is_and_refuses_names_with_dashes():
    for text in ("pdag { A -- B; B -> C }", 'dagitty("pdag{A -- B -> C}")', "A - B ⟶ C"):
        assert Pdag(text) == Pdag.from_edges("ABC", ["BC"], ["AB"])
    for text, name in (("A-B; B -> C", "A-B"), ("A->B-C", "B-C"), ("pdag { X -> Y-Z }", "Y-Z")):
        with pytest.raises(GraphSyntaxError, match=f"is {name} one name.*, {name[0]} - {name[2]}"):
            Pdag(text)
    named = Pdag.from_edges(["a-b", "c"], undirected=[("a-b", "c")])
    assert Pdag(named.to_text()) == Pdag(str(named)) == named
