"""GraphML, an XML format that Gephi, yEd, igraph and networkx exchange."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import ParseError

from marvel_widgets.core.graphs.construction import Structure
from marvel_widgets.core.graphs.errors import GraphError

if TYPE_CHECKING:
    import networkx as nx

    from marvel_widgets.core.graphs.dag import Dag

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_graphml(text: str) -> Structure:
    """Return the DAG of a GraphML text.

    Where every vertex has an attribute ``name`` or ``label`` and no two have the same, as
    igraph and yEd write them, these are the variables; otherwise the vertices' ids are.

    Raises
    ------
    GraphError
        It is no GraphML, an edge has no direction, or the edges are not those of a DAG.

    Examples
    --------
    >>> from marvel_widgets.core.graphs.dag import Dag
    >>> read_graphml(to_graphml(Dag("X -> Y <- T"))).edges
    [('X', 'Y'), ('T', 'Y')]
    """
    import networkx as nx

    try:
        graph = nx.parse_graphml(text.strip())  # blanks may not stand before <?xml
    except (ParseError, nx.NetworkXError, KeyError, ValueError) as error:
        msg = f"this is no GraphML that we can read: {error}"
        raise GraphError(msg) from error
    if not graph.is_directed():
        msg = 'the edges of this GraphML have no direction; write edgedefault="directed"'
        raise GraphError(msg)
    names = _shown_names(graph)
    edges = [(names[edge[0]], names[edge[1]]) for edge in graph.edges]
    return Structure(edges, names.values())


def to_graphml(dag: Dag) -> str:
    """Return a DAG as GraphML; the vertices' ids are the names of the variables.

    Labels that are not strings come back as strings.

    Raises
    ------
    GraphError
        As `Dag.written_names`; or a name holds a control character, which XML can't write.

    Examples
    --------
    >>> from marvel_widgets.core.graphs.dag import Dag
    >>> '<edge source="X" target="Y" />' in to_graphml(Dag("X -> Y"))
    True
    """
    import networkx as nx

    names = dict(zip(dag.nodes, dag.written_names(), strict=True))
    for name in names.values():
        if _NOT_IN_XML.search(name):
            msg = f"the name {name!r} holds a character that XML can't write; rename the variable"
            raise GraphError(msg)
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(names.values())
    graph.add_edges_from((names[tail], names[head]) for tail, head in dag.edges)
    file = BytesIO()
    nx.write_graphml_xml(graph, file)  # not generate_graphml: it breaks names at line separators
    return file.getvalue().decode("utf-8") + "\n"


def _shown_names(graph: nx.Graph[Any]) -> Mapping[Any, str]:
    """Return what the variable of each vertex is called."""
    for key in ("name", "label"):
        names = {node: str(data.get(key, "")).strip() for node, data in graph.nodes(data=True)}
        if names and all(names.values()) and len(set(names.values())) == len(names):
            return names
    return {node: str(node) for node in graph}
