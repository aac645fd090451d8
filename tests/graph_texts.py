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


WRITERS = {
    "BIF": to_bif,
    "DOT": to_dot,
    "DAGitty": to_dagitty,
    "GraphML": to_graphml,
    "our own notation": lambda dag: dag.to_text() + "\n",
}
"""By the names of `formats.FORMATS`."""
