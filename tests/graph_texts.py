"""A graph as other programs write it: texts for the tests of our readers."""

import re
from io import BytesIO

import networkx as nx

from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.formats import to_dagitty
from tests.fuzz.texts import in_quotes

NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_dot(dag):
    """Each name in quotes, as Graphviz itself writes it where it has to."""
    names = dict(zip(dag.nodes, map(in_quotes, dag.written_names()), strict=True))
    edges = [f"{names[tail]} -> {names[head]};" for tail, head in dag.edges]
    return "\n".join(["digraph {", *(f"{name};" for name in names.values()), *edges, "}"])


def to_bif(dag):
    """Two states and uniform tables, as pgmpy and bnlearn write them."""
    names = dict(zip(dag.nodes, map(in_quotes, dag.written_names()), strict=True))
    parts = ["network unknown {\n}\n"]
    parts += [f"variable {v} {{\n  type discrete [ 2 ] {{ a, b }};\n}}\n" for v in names.values()]
    for head, name in names.items():
        tails = [names[tail] for tail in dag.nodes if tail in dag.parents(head)]
        given = f" | {', '.join(tails)}" if tails else ""
        parts.append(f"probability ( {name}{given} ) {{\n  table 0.5, 0.5;\n}}\n")
    return "".join(parts)


def to_graphml(dag):
    """What networkx writes; not by its generate_graphml, which breaks names at line separators."""
    names = dict(zip(dag.nodes, dag.written_names(), strict=True))
    if any(NOT_IN_XML.search(name) for name in names.values()):
        msg = "XML has no way to write such a name"
        raise GraphError(msg)
    file = BytesIO()
    nx.write_graphml_xml(nx.relabel_nodes(dag.to_networkx(), names), file)
    return file.getvalue().decode("utf-8")


def to_gml(dag):
    """What networkx writes: numbers as ids, names as labels."""
    names = dict(zip(dag.nodes, dag.written_names(), strict=True))
    return "\n".join(nx.generate_gml(nx.relabel_nodes(dag.to_networkx(), names)))


WRITERS = {
    "BIF": to_bif,
    "DOT": to_dot,
    "DAGitty": to_dagitty,
    "GraphML": to_graphml,
    "GML": to_gml,
    "our own notation": lambda dag: dag.to_text() + "\n",
}
"""By the names of `formats.FORMATS`."""

# Texts as other people write them, and our own text of the same graph.
READ = {
    'strict digraph "" {\n\tgraph [bb="0,0,54,108"];\n\tA -> B;\n}': "A -> B",
    'dag "" { A -> B }': "A -> B",
    'digraph{a->b b->c "="->c}': 'a -> b -> c <- "="',
    'digraph { A:s -> B:n; "C 1":f0:ne -> A }': 'A -> B; "C 1" -> A',
    'digraph{-2->.5;-2->a[label=<<b>x</b>>];label=<a<br/>b>;c=""}': '"-2" -> {.5 a}',
    'digraph G { subgraph "" { A; B -> C } -> D }//by hand': "{A B C} -> D; B -> C",
    'digraph { a [shape=record, label="<f> l|<g> r"]; a:g -> b [dir=forward] }': "a -> b",
    'g <- dagitty(\'dag {\nbb="0,1"\nage [adjusted,pos="0,1"]\nage -> y\n}\n\')\n': "age -> y",
    'dag = DAG.from_dagitty("dag { X -> Y [beta=2.0] }")': "X -> Y",
    'dagitty::dagitty( "dag{ a-> b b->\\"c d\\" ; e }" );': 'a -> b -> "c d"; e',
    'dag { "a/b" [a,pos="0,1"] x [e] y [o] x -> y <- "a/b" }': '"a/b"; x -> y <- "a/b"',
    "dag { A -> { B -> C; D } }": "A -> {B C D}; B -> C",
    "age-group -> income": '"age-group" -> income',
    "A ⟶ B ⟵ C": "A -> B <- C",
    "A -> B;# why\nB -> C //so": "A -> B -> C",
    """Creator "igraph version 1.3.5"\nVersion 1\ngraph\n[\n  directed 1\n  node\n  [\n    id 0
    name "x y"\n  ]\n  node\n  [\n    id 1\n    name "z"\n  ]\n  edge\n  [\n    source 0
    target 1\n  ]\n]""": '"x y" -> z',
    'graph[directed 1 node[id "T" label "Y"] node[id "Y" label "Z"]]': "Y; Z",
    "graph [directed 1 node [id 7 g [x 1.5]] node [id -3] edge [source 7 target -3]]": '7 -> "-3"',
    """<graphml xmlns='urn:x'><key id='n' attr.name='name'/><graph edgedefault='directed'>
    <node id='a'><data key='n'>x</data><graph><node id='a:b'><data key='n'>x</data></node></graph>
    </node><edge source='a:b' target='a'/></graph></graphml>""": '{a "a:b"}; "a:b" -> a',
    """network n { } variable "A//B" { type discrete [ 2 ] { (1,999, 20] } ; }
    variable B.1 { type; } probability ( B.1 | "A//B" ) { }""": '"A//B" -> B.1',
}
TABLE = " and no arrow. Edges are written A -> B, one a line; a table of data goes to read_csv"
COMMENT = " begins a comment only at a line's start or after a blank: put "
NAME = " one name? Put it in double quotes. An edge is written with blanks, "
LATENT = (
    'U is latent, and here every variable is measured. Dag(text, latents="measured") takes U as '
    "one; to see what goes wrong without it, run PC on FunctionTest(names, DSeparation(dag)) with "
    "names that leave U out."
)
UNREAD = "read are our own text, DAGitty, DOT, BIF, GraphML, GML; other ones by networkx, Dag("
FORMULA = "a formula has no direction of its own here: write X -> Y for Y ~ X"
# Others, and what is said of each.
REFUSED = {
    'strict graph "" { B -- D; }': 'expected "digraph", found "graph", whose edges have no',
    'digraph { "A" + "B" -> C }': 'found "+": write the joined name in one pair of quotes',
    "A,B\nB,C": "these lines have commas" + TABLE,
    '"from","to"\n"asia, s","tub"\n': "these lines have commas" + TABLE,
    "Age,Y 1,Note\n-3.5,2020/01/01,x\n,,": "these lines have commas" + TABLE,
    "from;to\nasia;tub": "these lines have semicolons" + TABLE,
    "A\tpp\tB\nB\tpp\tC": "these lines have tabs" + TABLE,
    "1 Smoke\n2 Cancer\n#\n1 2": "these lines have blanks" + TABLE,
    "X#1 -> Y": f'"#"{COMMENT}"X#1" in double quotes',
    "dag { C# -> Skill }": f'"#"{COMMENT}"C#" in double quotes',
    "A//B -> C": f'"//"{COMMENT}"A//B" in double quotes',
    "#1 -> B": 'here all is comment: put names that begin with "#" in double quotes',
    "A-B; B -> C": f"is A-B{NAME}A -> B",
    "age-group -> x; age -> group": f"is age-group{NAME}age -> group",
    "library(dagitty)\ng <- dagitty('dag{A->B}')\nplot(g)": "this is R code: copy what is",
    "E E @-2,1\nsmokes%20now 1 @-1.3,2\n\nE smokes%20now": "this is DAGitty's format before "
    'version 3: open it at dagitty.net and copy "Model code", which begins with dag {',
    'bb="0,0,1,1"\nE [exposure,pos="0,1"]\nE -> D': "what DAGitty and DOT say with [ ] and",
    "[A][B|A][C|A:B]\n": 'this is bnlearn\'s model string: write.dot("g.dot", net) in R',
    "Y ~ X": FORMULA,
    'dagify(y ~ x + z,\n  x ~ z, labels = list(y = "an end"))': FORMULA,
    "# measurement\nrisk =~ verbal + ses\nread ~~ arith": FORMULA,
    "net\n{\n  node_size = (80 40);\n}\nnode A { }": "this looks like a Hugin file: " + UNREAD,
    "net Network4\n{\n HEADER = { };\n}": "this looks like a file of GeNIe",
    '// Elvira format\n\nbnet  "" {\nversion = 1.0;\n}': "this looks like a file of Netica",
    'belief network "ba"\nnode A {\n type : discrete [ 2 ];\n}': "this looks like a DSC file",
    '{\n  "nodes": [{"id": "A"}],\n  "links": []\n}': "this looks like JSON: " + UNREAD,
    "Graph Nodes:\nX1;X2\n\nGraph Edges:\n1. X1 --> X2": "this is how Tetrad and causal-learn",
    "flowchart LR\n  A[Smoke] --> B": "this looks like Mermaid: leave its first line out and",
    "@startuml\nA --> B\n@enduml": "this looks like PlantUML",
    '*Vertices 2\n1 "a"\n2 "b"\n*Arcs\n1 2': "this looks like a Pajek file",
    "DiscreteBayesianNetwork([('A', 'B')])": "this is a list of pairs: give Dag the list itself",
    "\\begin{tikzpicture}\n\\draw[->] (a) -- (b);": "this looks like TikZ",
    "<?xml version='1.0'?>\n<!DOCTYPE BIF [ <!ELEMENT N> ]>\n<BIF/>": "this is XMLBIF; " + UNREAD,
    "<smile version='1.0'/>": "this is a file of GeNIe; " + UNREAD,
    "<svg><path d='M0'/></svg>": "this is no GraphML: it begins with <svg>; " + UNREAD,
    "<!DOCTYPE graphml [<!ENTITY a 'b'>]><graphml>&a;</graphml>": "delete its <!DOCTYPE ...>",
    "graph [ node [ id 0 ] ]": "its edges have no direction; write directed 1 behind graph [",
    "graph [ directed 1 node [ id 0 ] edge [ source 0 target 1 ] ]": "edge #0 has undefined",
    "A — B": "found a long dash: an arrow is written ->",
    "“A b” -> C": "found the curly quote “: put names in straight quotes",
    "A -&gt; B": 'found "&"; an arrow is written -> or <-',
    "A \\to B": "an arrow is written -> or <-",
    "A ⇒ B": "an arrow is written -> or <-",
    "dag { D <-> Z; E -> D }": "found a two-headed arrow <->; a DAG has only -> and <-. For a "
    "common cause that is not measured write A <- U -> B, and give the oracle the measured ones",
    'dag { U [latent,pos="0,1"] U -> {A B} }': LATENT,
    "dag { A -> U; U [selected] }": LATENT.replace("latent,", "selected,"),
    'digraph { U [label="Unobserved", observed="no"]; U -> A }': LATENT,
    'graph [ directed 1 node [ id 0 label "U" observed "no" ] ]': LATENT,
}
