"""Writes GraphML, an XML format that Gephi, yEd, igraph and networkx exchange."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING

from marvel_widgets.core.graphs.errors import GraphError
from marvel_widgets.core.graphs.shortening import shown

if TYPE_CHECKING:
    import networkx as nx

    from marvel_widgets.core.graphs.relations import Relations

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_graphml(dag: Relations) -> str:
    """Return a DAG as GraphML; the vertices' ids are the names of the variables.

    Labels that are not strings come back as strings.

    >>> from marvel_widgets.core.graphs.dag import Dag
    >>> '<edge source="X" target="Y" />' in to_graphml(Dag("X -> Y"))
    True
    """
    import networkx as nx

    names = dict(zip(dag.nodes, dag.written_names(), strict=True))
    for name in names.values():
        if _NOT_IN_XML.search(name):
            words = f"the name {shown(name)} holds a character that XML can't write"
            msg = f"{words}; rename the variable"
            raise GraphError(msg)
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(names.values())
    graph.add_edges_from((names[tail], names[head]) for tail, head in dag.edges)
    file = BytesIO()
    nx.write_graphml_xml(graph, file)  # not generate_graphml: it breaks names at line separators
    return file.getvalue().decode("utf-8") + "\n"
